/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What storm.c and the code under test in storm_latch.c know of each other.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _STORM_H
#define _STORM_H

#include <soc-timers/sched_clock.h>

/* A driver's functions are unloaded for LOADS - 1 lives of a clock before they come back. */
#define LOADS	8

/* A narrow counter whose conversion is inlined, and a wide one that the clock's own calls. */
enum { NARROW, WIDE, COUNTERS };

extern const struct soc_clock_source storm_sources[LOADS][COUNTERS];

/* Enters a reader of counter @i: the value of the common time base, in ticks. */
u64 storm_ticks(unsigned int load, unsigned int i);

#define TICKS_PER_SEC	4000000000UL

/* A clock as the static initialiser makes it. @clk is where it will be. */
void storm_static_init(struct soc_clock *clk);

#endif /* _STORM_H */
