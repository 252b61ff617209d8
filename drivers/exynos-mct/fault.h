/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Faults of the hardware, reported from wherever they are noticed.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_FAULT_H
#define _EXYNOS_MCT_FAULT_H

#include "write.h"

void mct_fault_write(const struct mct_wstat *ws, int err);
void mct_fault_stuck(const char *event);
void mct_fault_misdirected(const char *event);

#endif /* _EXYNOS_MCT_FAULT_H */
