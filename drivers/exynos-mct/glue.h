/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the Exynos MCT driver's kernel glue offer each other.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_GLUE_H
#define _EXYNOS_MCT_GLUE_H

#include "hw.h"

#define MCT_COUNTER_NAME	"soc-mct-frc"
#define MCT_COUNTER_BITS	32

/*
 * Rating of a counter that is only read. It is
 * - below the in-tree driver's on the same counter (450 on ARM, 350 on arm64):
 *   the same counter at the same cost is no reason to switch, and the kernel
 *   resumes clocksources best first, so that the driver that can restart the
 *   counter has done so before ours is looked at;
 * - below the architected timer's 400, which is quicker to read;
 * - above the 250 of the Samsung PWM timer, which a board boots on when it has no
 *   driver for the MCT.
 */
#define MCT_RATING_READ_ONLY	340

int mct_counter_register(const struct mct_hw *hw, unsigned long rate, int rating);
int mct_counter_unregister(void);

#endif /* _EXYNOS_MCT_GLUE_H */
