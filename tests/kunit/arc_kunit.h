/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the ARC suites share: the registration of a counter, which is faked.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _TESTS_ARC_KUNIT_H
#define _TESTS_ARC_KUNIT_H

struct soc_counter;

void arc_kunit_forget(void);
struct soc_counter *arc_kunit_registered(void);

#endif /* _TESTS_ARC_KUNIT_H */
