// SPDX-License-Identifier: GPL-2.0-only
/*
 * The system clock in place of the kernel's own sched_clock(), on the simulated machine.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define MAINLINE_CLOCK		mainline_ours
#define MAINLINE_VERSION	"soc-timers"
#define soc_clock_is_kernels()	true

#include <soc-timers/sched_clock.h>
#include "mainline_seam.h"

#define soc_clock_step(clk)	((void)(clk), machine_step())

#undef pr_fmt
#include "../../drivers/sched_clock/latch.c"
#include "../../drivers/sched_clock/system.c"
#undef pr_fmt
#include "../../drivers/sched_clock/kernel.c"

static struct soc_clock_source wide_source;

static void boot(void)
{
	static struct soc_clock at_boot;
	static bool saved;

	if (!saved)
		at_boot = soc_system_clock;
	saved = true;
	soc_system_clock = at_boot;
	started = false;
	users = 0;
	memset(slots, 0, sizeof(slots));
}

/* sched_clock_register() has no argument for a wide read, so drivers that have one do this. */
static void add_wide(const struct machine_counter *ctr)
{
	wide_source = (struct soc_clock_source) {
		.name		= ctr->name,
		.read		= ctr->read,
		.read_wide	= ctr->read_wide,
		.bits		= ctr->bits,
		.wide_bits	= 64,
		.rate		= ctr->rate,
	};
	soc_sched_clock_offer(&wide_source);
}

static void add(const struct machine_counter *ctr)
{
	if (ctr->read_wide)
		add_wide(ctr);
	else
		sched_clock_register(ctr->read, ctr->bits, ctr->rate);
}

static bool usable(void)
{
	const struct soc_clock_copy *copy;
	unsigned int seq;

	sched_clock_read_begin(&seq);
	copy = &soc_system_clock.copy[seq & 1];

	return copy->rd.read && copy->rd.ns;
}

#include "mainline_clock.h"
