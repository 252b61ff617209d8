/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A DW APB timer channel as a counter.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_COUNTER_H
#define _DW_APB_COUNTER_H

#include <linux/types.h>

struct dw_apb_node;
struct soc_counter;

/*
 * A channel that is only read is rated below the in-tree driver's 300 for the same
 * counter: at the same cost there is no reason to switch, and the kernel resumes
 * clocksources best first, so the driver that can restart the counter has done so before
 * ours is checked. A channel that this driver runs is rated above it. Both are below
 * counters that can be read without a bus access (350 and more).
 */
#define DW_APB_RATING_READ_ONLY	290
#define DW_APB_RATING_COUNTER	310

bool dw_apb_counter_claim(void);
void dw_apb_counter_release(void);
struct soc_counter *dw_apb_counter_describe(const struct dw_apb_node *n, bool read_only);
bool dw_apb_counter_is(const struct dw_apb_node *n);
int dw_apb_counter_register(const struct dw_apb_node *n, bool read_only);
int dw_apb_counter_unregister(void);

#endif /* _DW_APB_COUNTER_H */
