// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: setting up an hrtimer (hrtimer_setup or hrtimer_init)
 *
 * Linux 6.13 added hrtimer_setup(), which takes the callback (908a1d775422);
 * 6.15 removed hrtimer_init() (9779489a31d7).
 *	SOC_HRTIMER_SETUP	6.13 and later
 *	SOC_HRTIMER_INIT	up to 6.12, Debian's 6.1 and 6.12 among them
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/hrtimer.h>

static struct hrtimer timer;

static enum hrtimer_restart callback(struct hrtimer *timer)
{
	return HRTIMER_NORESTART;
}

#if defined(SOC_HRTIMER_SETUP)

static void __maybe_unused probe(void)
{
	hrtimer_setup(&timer, callback, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
}

#elif defined(SOC_HRTIMER_INIT)

/* A conflict with the kernel's declaration, if it has one, rules this form out. */
static int hrtimer_setup __maybe_unused;

static void __maybe_unused probe(void)
{
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	timer.function = callback;
}

#endif
