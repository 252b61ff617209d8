// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: reading sched_clock where nothing may be instrumented (sched_clock_noinstr)
 *
 * Linux 6.5 added sched_clock_noinstr() (5949a68c7344).
 *	SOC_SCHED_CLOCK_NOINSTR	6.5 and later
 *	SOC_SCHED_CLOCK_TRACED	before, Debian's 6.1 among them
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/sched/clock.h>

#if defined(SOC_SCHED_CLOCK_NOINSTR)

static u64 __maybe_unused probe(void)
{
	return sched_clock_noinstr();
}

#elif defined(SOC_SCHED_CLOCK_TRACED)

/* A conflict with the kernel's declaration, if it has one, rules this form out. */
static int sched_clock_noinstr __maybe_unused;

#endif
