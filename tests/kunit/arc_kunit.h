/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the ARC suites share: one copy of the driver's counters.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _TESTS_ARC_KUNIT_H
#define _TESTS_ARC_KUNIT_H

#include "../../drivers/arc/hw.h"

void arc_kunit_forget(void);
bool arc_kunit_claimed(enum arc_counter which);

#endif /* _TESTS_ARC_KUNIT_H */
