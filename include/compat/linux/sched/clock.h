/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sched_clock_noinstr() on kernels that do not call it: declared there as well, so that
 * it can be defined everywhere.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include_next <linux/sched/clock.h>

#ifndef _COMPAT_LINUX_SCHED_CLOCK_H
#define _COMPAT_LINUX_SCHED_CLOCK_H

#include <probed/sched_clock_noinstr.h>

#ifdef SOC_SCHED_CLOCK_TRACED
u64 sched_clock_noinstr(void);
#endif

#endif /* _COMPAT_LINUX_SCHED_CLOCK_H */
