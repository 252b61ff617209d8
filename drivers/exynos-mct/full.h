/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The full form of the Exynos MCT driver, and whether it may be used.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_FULL_H
#define _EXYNOS_MCT_FULL_H

#include <soc-timers/mode.h>

struct mct_node;

extern enum soc_mode mct_mode;

int mct_full_claim(const struct mct_node *n);
int mct_full_start(struct mct_node *n);

#endif /* _EXYNOS_MCT_FULL_H */
