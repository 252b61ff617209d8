// SPDX-License-Identifier: GPL-2.0-only
/*
 * The code under test, and the counters that it calls. The compiler calls storm.c before
 * each access to memory in this file (-fsanitize=thread without its library).
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include "drivers/sched_clock/latch.c"

#include "storm.h"

#define DRIVER(load)								\
	static u64 read_narrow_##load(void)					\
	{									\
		u64 ticks = storm_ticks(load, NARROW);				\
										\
		return (u32)(ticks - ticks / 40);				\
	}									\
	static u64 ns_narrow_##load(const struct soc_clock_read_data *rd)	\
	{									\
		return soc_clock_ns32(rd, read_narrow_##load());		\
	}									\
	static u64 read_wide_##load(void)					\
	{									\
		return storm_ticks(load, WIDE) / 4 + (0x123456789ULL << load);	\
	}

#define SOURCES(load) {							\
	[NARROW] = { .name = "narrow", .read = read_narrow_##load,		\
		     .ns = ns_narrow_##load, .bits = 32, .rate = 3900000000,	\
		     .rating = 1 },						\
	[WIDE] = { .name = "wide", .read = read_wide_##load, .bits = 64,	\
		   .rate = TICKS_PER_SEC / 4, .rating = 2 },			\
}

DRIVER(0)
DRIVER(1)
DRIVER(2)
DRIVER(3)
DRIVER(4)
DRIVER(5)
DRIVER(6)
DRIVER(7)

const struct soc_clock_source storm_sources[LOADS][COUNTERS] = {
	SOURCES(0), SOURCES(1), SOURCES(2), SOURCES(3),
	SOURCES(4), SOURCES(5), SOURCES(6), SOURCES(7),
};

static struct soc_clock fresh = SOC_CLOCK_INIT(fresh, NULL);

void storm_static_init(struct soc_clock *clk)
{
	*clk = fresh;
	clk->sources = (struct list_head)LIST_HEAD_INIT(clk->sources);
}
