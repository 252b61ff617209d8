/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The reader of a clock, to be inlined: with the address of the clock a constant it is
 * shortest.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_CLOCK_READ_H
#define _SOC_CLOCK_READ_H

#include <linux/compiler.h>
#include <linux/instrumentation.h>
#include <linux/kcsan-checks.h>
#include <linux/preempt.h>
#include <linux/seqlock.h>
#include <soc-timers/sched_clock.h>

/* See soc_clock_read_noinstr(). */
static __always_inline u64 soc_clock_read_inline(const struct soc_clock *clk)
{
	u64 (*convert)(const struct soc_clock_read_data *rd);
	const struct soc_clock_read_data *rd;
	unsigned int seq;
	u64 ns;

	do {
		/* Pairs with the barriers around the increments in publish(). */
		seq = raw_read_seqcount_latch(&clk->copy[0].seq);
		rd = &clk->copy[seq & 1].rd;
		convert = READ_ONCE(rd->ns);

		/* Counters are notrace, which objtool can't see through a pointer. */
		instrumentation_begin();
		ns = convert(rd);
		instrumentation_end();
	} while (raw_read_seqcount_latch_retry(&clk->copy[0].seq, seq));

	return ns;
}

/* See soc_clock_read(). */
static __always_inline u64 soc_clock_read_untraced(const struct soc_clock *clk)
{
	u64 ns;

	preempt_disable_notrace();
	/* The latch allows a race with a writer. */
	kcsan_nestable_atomic_begin();
	ns = soc_clock_read_inline(clk);
	kcsan_nestable_atomic_end();
	preempt_enable_notrace();

	return ns;
}

#endif /* _SOC_CLOCK_READ_H */
