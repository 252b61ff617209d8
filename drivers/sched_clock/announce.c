// SPDX-License-Identifier: GPL-2.0-only
/*
 * Logs what feeds the system clock. Worded differently from the kernel's own line, which
 * people search for to see what the kernel's sched_clock() runs on.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/printk.h>
#include "system.h"

/* In the units of the kernel's line, so that the two can be compared. Process context. */
void soc_sched_clock_announce(const struct soc_clock_state *state)
{
	unsigned long rate = state->rate;
	char unit = soc_clock_round_rate(&rate);

	pr_info("clock runs on %s: %u bits at %lu%cHz, resolution %lluns, epoch renewed every %lluns\n",
		state->name, state->bits, rate, unit,
		(unsigned long long)state->rd.mult >> state->rd.shift, state->period);
}
