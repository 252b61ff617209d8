/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The MCT's free-running counter as the kernel sees it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_COUNTER_H
#define _EXYNOS_MCT_COUNTER_H

#include <linux/types.h>

struct mct_node;
struct soc_counter;

bool mct_counter_claim(void);
void mct_counter_release(void);
struct soc_counter *mct_counter_describe(struct mct_node *n, bool read_only);
int mct_counter_register(struct mct_node *n, bool read_only);
int mct_counter_unregister(void);

#endif /* _EXYNOS_MCT_COUNTER_H */
