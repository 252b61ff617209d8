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

/*
 * One indirect call at least. Mostly it is that of a converter, which has a driver's counter
 * inline. arm64's own counter belongs to no driver of ours and would be a second call, while
 * a product of 128 bits is cheap: there, call the counter, and convert any width here.
 *
 * Counters and converters are notrace, which objtool can't see through a pointer.
 */
static __always_inline u64 soc_clock_convert(const struct soc_clock_read_data *rd)
{
#ifdef CONFIG_ARM64
	u64 (*read)(void);
	u64 ticks, mask;

	read = READ_ONCE(rd->read);
	instrumentation_begin();
	ticks = read();
	instrumentation_end();
	mask = rd->mask;
	ticks = (ticks - rd->epoch_cyc) & mask;

	/* As soc_clock_clamp_old(), which costs an instruction more than a csel. */
	return soc_clock_wide_ns(rd, mask - ticks > mask >> 3 ? ticks : 0);
#else
	u64 (*convert)(const struct soc_clock_read_data *rd);
	u64 ns;

	convert = READ_ONCE(rd->ns);
	instrumentation_begin();
	ns = convert(rd);
	instrumentation_end();

	return ns;
#endif
}

/* See soc_clock_read_noinstr(). */
static __always_inline u64 soc_clock_read_inline(const struct soc_clock *clk)
{
	unsigned int seq;
	u64 ns;

	do {
		/* Pairs with the barriers around the increments in publish(). */
		seq = raw_read_seqcount_latch(&clk->copy[0].seq);
		ns = soc_clock_convert(&clk->copy[seq & 1].rd);
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
