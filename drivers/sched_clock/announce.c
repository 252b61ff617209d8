// SPDX-License-Identifier: GPL-2.0-only
/*
 * The line that tells what feeds the system clock.
 *
 * It is the kernel's own line, to the letter: tools and people search for it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) "sched_clock: " fmt

#include <linux/math.h>
#include <linux/printk.h>
#include "system.h"

/* Process context. "wraps" is when the epoch is renewed, as in the kernel's line. */
void soc_sched_clock_announce(const struct soc_clock_state *state)
{
	unsigned long rate = state->rate;
	char unit = ' ';

	if (rate >= 4000000) {
		rate = DIV_ROUND_CLOSEST(rate, 1000000);
		unit = 'M';
	} else if (rate >= 4000) {
		rate = DIV_ROUND_CLOSEST(rate, 1000);
		unit = 'k';
	}

	pr_info("%u bits at %lu%cHz, resolution %lluns, wraps every %lluns\n",
		state->bits, rate, unit,
		(unsigned long long)state->rd.mult >> state->rd.shift, state->period);
}
