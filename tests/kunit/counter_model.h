/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A simulated counter for the soc_counter suite: it moves when it is read, correctly or
 * not.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _COUNTER_MODEL_H
#define _COUNTER_MODEL_H

#include <linux/clocksource.h>
#include <linux/types.h>
#include <soc-timers/sched_clock.h>

/**
 * struct counter_model - how the counter behaves
 * @value:	ticks so far, all 64 bits of them
 * @step:	ticks from one read to the next; negative: it counts down
 * @every:	it moves once in this many reads; 0 means 1
 * @stop_after:	it is stopped from this read on; 0: it never is
 * @hiccup_at:	this read shows a value from before the last one; 0: none does
 * @bits:	width of the narrow read
 * @wide_bits:	width of the wide read
 * @stray:	extra bits that the narrow read shows
 * @wide_stray:	extra bits that the wide read shows
 * @wide_off:	how far the wide read is ahead
 * @wide_stuck:	the wide read shows the same value each time
 * @wide_down:	the bits of the wide read above @bits count down
 * @cs_stray:	extra bits that the clocksource's read shows
 * @cs_off:	how far the clocksource's read is ahead
 * @ns_off:	how far the system clock's read is ahead
 * @reads:	reads so far
 */
struct counter_model {
	u64		value;
	s64		step;
	unsigned int	every;
	unsigned long	stop_after;
	unsigned long	hiccup_at;
	unsigned int	bits;
	unsigned int	wide_bits;
	u64		stray;
	u64		wide_stray;
	u64		wide_off;
	bool		wide_stuck;
	bool		wide_down;
	u64		cs_stray;
	u64		cs_off;
	u64		ns_off;
	unsigned long	reads;
};

extern struct counter_model counter_model;

u64 counter_model_read(void);
u64 counter_model_read_cs(struct clocksource *cs);
u64 counter_model_read_wide(void);
u64 counter_model_ns(const struct soc_clock_read_data *rd);

/* Counts ms of the kernel's clock: 1 kHz, @bits wide. */
u64 counter_model_read_slow(void);

#endif /* _COUNTER_MODEL_H */
