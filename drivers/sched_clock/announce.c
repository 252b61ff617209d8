// SPDX-License-Identifier: GPL-2.0-only
/*
 * The line that shows what feeds the system clock. Not the kernel's own line: whoever
 * searches for that wants to know what the kernel's sched_clock() runs on.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/math.h>
#include <linux/printk.h>
#include "system.h"

/* The units are those of the kernel's line, so that the two compare. Process context. */
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

	pr_info("clock runs on %s: %u bits at %lu%cHz, resolution %lluns, epoch renewed every %lluns\n",
		state->name, state->bits, rate, unit,
		(unsigned long long)state->rd.mult >> state->rd.shift, state->period);
}
