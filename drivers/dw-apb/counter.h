/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A DW APB timer channel as a clocksource and source of the sched clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_COUNTER_H
#define _DW_APB_COUNTER_H

#include "hw.h"

#define DW_APB_COUNTER_NAME	"soc-dw-apb"

/*
 * A channel that is only read is rated below the in-tree driver's 300 for the same
 * counter: the same cost is no reason to switch, and the kernel resumes
 * clocksources best first, so that whoever can restart the counter has done so
 * before ours is looked at. A channel of our own is rated above. Both are below
 * counters that are read without a bus (350 and more).
 */
#define DW_APB_RATING_READ_ONLY	290
#define DW_APB_RATING_COUNTER	310

bool dw_apb_counter_take(void);
void dw_apb_counter_release(void);
int dw_apb_counter_register(const struct dw_apb_hw *hw, u32 rate, bool ours);
int dw_apb_counter_unregister(void);

#endif /* _DW_APB_COUNTER_H */
