/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A simulated machine around a clock: true time, counters that follow it, and a look at
 * the clock between any two steps of a writer, as an NMI would have.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LATCH_WORLD_H
#define _LATCH_WORLD_H

#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/time64.h>
#include <linux/types.h>
#include <soc-timers/sched_clock.h>

/*
 * True time runs in quarters of a ns: fine enough for the fastest counter, and
 * a second of it times the highest rate still fits into 64 bits.
 */
#define UNITS_PER_NS	4ULL
#define UNITS_PER_US	(1000 * UNITS_PER_NS)
#define UNITS_PER_MS	(1000 * UNITS_PER_US)
#define UNITS_PER_SEC	(1000 * UNITS_PER_MS)

/* What a clock adds when it is stopped, see STOP_AHEAD_NS in latch.c. */
#define AHEAD_NS	(100 * NSEC_PER_USEC)

#define COUNTERS	4

/**
 * struct fake_counter - a simulated counter
 * @src:	as the clock knows it
 * @base:	its value at time 0, in ticks, all 64 bits of it
 * @lag:	ticks by which a reading is older than the true value
 * @reads:	calls of @src.read, and of @src.ns
 * @wide_reads:	calls of @src.read_wide
 */
struct fake_counter {
	struct soc_clock_source src;
	u64			base;
	u64			lag;
	unsigned int		reads;
	unsigned int		wide_reads;
};

/**
 * struct world - the simulated machine
 * @clk:	the clock under test
 * @ctr:	its counters
 * @now:	true time in units
 * @per_read:	true time that passes when a counter is read, in units
 * @per_step:	true time that passes at each step of a writer, in units
 * @steps:	steps seen
 * @stops:	calls of stop_machine()
 * @really_stop: let stop_machine() do what it does
 * @in_step:	called at each step; what it does makes no steps of its own
 * @in_read:	called once, in the next read of a counter, after its value was sampled:
 *		what it does happens while a reader is inside
 * @before_stop: called when the machine is about to be stopped
 * @ref_ppm:	by how much the reference clock is too fast
 * @last:	latest value seen by look(), in ns
 * @bounded:	look() checks against true time
 * @zero:	true time at which the clock showed 0, in units
 * @ahead:	how far the clock may be ahead of true time, in ns
 * @behind:	how far it may be behind, in ns
 * @faults:	faults seen by look() and fault()
 * @fault:	the first of them
 */
struct world {
	struct soc_clock	clk;
	struct fake_counter	ctr[COUNTERS];

	u64			now;
	u64			per_read;
	u64			per_step;
	unsigned int		steps;
	unsigned int		stops;
	bool			really_stop;
	void			(*in_step)(void);
	void			(*in_read)(void);
	void			(*before_stop)(void);
	s64			ref_ppm;

	u64			last;
	bool			bounded;
	u64			zero;
	u64			ahead;
	u64			behind;
	unsigned int		faults;
	char			fault[160];
};

extern struct world world;

/* Set up and checked around each test case; use as .init and .exit. */
int world_init(struct kunit *test);
void world_exit(struct kunit *test);

/* The seams of the second compilation. */
void world_step(struct soc_clock *clk);
int world_stop_machine(int (*fn)(void *), void *data, const struct cpumask *cpus);
u64 world_reference(void);

/*
 * Is the clock's lock taken? On one CPU there are no locks unless they are
 * debugged; interrupts being off is all that can be asked for then.
 */
bool world_locked(void);

/* A fresh, attended clock without sources, with or without a reference clock. */
void world_clock(u64 (*reference)(void));

/*
 * Describe counter @i; without a wide read if @wide_bits is 0. The clock reads one of 32
 * or 64 bits inline.
 */
struct soc_clock_source *fake(unsigned int i, unsigned int bits, unsigned int wide_bits,
			      unsigned long rate, int rating);

/* Counter @i's full value now, and set so that it now is @value. */
u64 fake_ticks(unsigned int i);
void fake_set(unsigned int i, u64 value);

/* Let true time pass until counter @i has gained @ticks. */
void pass_ticks(unsigned int i, u64 ticks);
void pass_ns(u64 ns);

u64 mask_of(unsigned int bits);
u64 tick_ns(const struct soc_clock_source *src);

/* From now on look() holds the clock to true time, see struct world. */
void bound(u64 ahead, u64 behind);

/* Read the clock; a value that steps back or is out of bounds is a fault. */
u64 look(const char *where);

__printf(1, 2) void fault(const char *fmt, ...);

/* Independent of the code under test, and slow: bit by bit. */
u64 oracle_ns(u64 ticks, u32 mult, u32 shift);
u64 oracle_ns_up(u64 ticks, u32 mult, u32 shift);
u64 oracle_true_ns(u64 ticks, u64 rate);

/* The same sequence in each run. */
u64 dice(void);
u32 dice_below(u32 limit);

#endif /* _LATCH_WORLD_H */
