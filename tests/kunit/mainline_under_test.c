// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's own sched_clock(): kernel/time/sched_clock.c of a kernel tree as it is there,
 * compiled once for each tree that the build points at. See Kbuild for the symbols.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include "mainline_seam.h"

#define clocks_calc_max_nsecs		mainline_max_nsecs

/* The kernel's is not exported. The machine doesn't care how long its timer takes. */
static u64 clocks_calc_max_nsecs(u32 mult, u32 shift, u32 maxadj, u64 mask, u64 *max_cyc)
{
	return mask;
}

#include MAINLINE_FILE

static void boot(void)
{
	static struct clock_data at_boot;
	static bool saved;

	if (!saved)
		at_boot = cd;
	saved = true;
	cd = at_boot;
	memset(&sched_clock_timer, 0, sizeof(sched_clock_timer));
}

static void add(const struct machine_counter *ctr)
{
	sched_clock_register(ctr->read, ctr->bits, ctr->rate);
}

/* As perf looks at them, which does not call the function. */
static bool usable(void)
{
	struct clock_read_data *rd;
	unsigned int seq;

	rd = sched_clock_read_begin(&seq);

	return rd->read_sched_clock;
}

#include "mainline_clock.h"
