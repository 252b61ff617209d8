/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An NMI-safe scheduler clock on a seqcount latch.
 *
 * struct soc_clock is a plain object: it knows counters, but not the kernel's
 * timers, suspend or debugfs. The drivers of this package feed one instance of
 * it, the system clock: soc_sched_clock().
 *
 * See Documentation/design/sched-clock.rst for what is promised and what is not.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_SCHED_CLOCK_H
#define _SOC_TIMERS_SCHED_CLOCK_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/seqlock.h>
#include <linux/spinlock.h>
#include <linux/types.h>

/**
 * struct soc_clock_read_data - what a reading of the clock needs
 * @epoch_ns:	clock value at the epoch, in ns
 * @epoch_cyc:	counter value at the epoch, in ticks
 * @mask:	the counter's width as a mask; 0 while the clock is stopped
 * @read:	the counter, or a function that touches no device while the clock is stopped
 * @mult:	ns = ticks * @mult >> @shift
 * @shift:	see @mult, 32 at most
 * @ns:		returns the clock in ns from this data: reads the counter and converts as
 *		fits its width, so that readers need not choose
 * @factor:	the same as @mult and @shift with a fixed point: ns = ticks * @factor >> 32
 *
 * The members down to @shift are in the order of the kernel's own struct
 * clock_read_data, which perf reads.
 */
struct soc_clock_read_data {
	u64	epoch_ns;
	u64	epoch_cyc;
	u64	mask;
	u64	(*read)(void);
	u32	mult;
	u32	shift;
	u64	(*ns)(const struct soc_clock_read_data *rd);
	u64	factor;
};

/**
 * struct soc_clock_source - a counter as the clock sees it
 * @name:	for messages and debugfs; lives as long as the registration
 * @read:	returns the counter in ticks, counting up, only the low @bits set. Called
 *		in any context, NMI included, with preemption off: notrace, no lock
 * @read_wide:	returns the same counter in @wide_bits bits, the low @bits of which are
 *		what @read would return. The rules of @read apply, but it may be slower:
 *		only writers of the clock call it. NULL if the hardware has no more bits
 *		than @read returns
 * @ns:		returns soc_clock_ns32() or soc_clock_ns64() of the counter, read inline
 *		as @read reads it, where that has 32 or 64 bits: saves readers of the
 *		clock a call. The rules of @read apply. NULL, and on arm64: readers
 *		call @read
 * @bits:	width of @read, SOC_CLOCK_MIN_BITS to 64
 * @wide_bits:	width of @read_wide, more than @bits, up to 64; 0 without @read_wide
 * @rate:	ticks per second in Hz; must not change while registered
 * @rating:	the highest rating feeds the clock; among equals the highest rate, then
 *		the widest, then the latest registered
 * @mult:	private: ns = ticks * @mult >> @shift
 * @shift:	private: see @mult, 32 at most
 * @demoted:	private: ranks below all that are not, see soc_clock_demote()
 * @node:	private: place among the clock's sources, best first
 */
struct soc_clock_source {
	const char	*name;
	u64		(*read)(void);
	u64		(*read_wide)(void);
	u64		(*ns)(const struct soc_clock_read_data *rd);
	unsigned int	bits;
	unsigned int	wide_bits;
	unsigned long	rate;
	int		rating;

	u32		mult;
	u32		shift;
	bool		demoted;
	struct list_head node;
};

/* No machine could renew the epoch of a narrower counter in time. */
#define SOC_CLOCK_MIN_BITS	8

/**
 * struct soc_clock_stats - counted by writers
 * @updates:	epochs renewed by soc_clock_update()
 * @late:	epochs of an attended clock that ended 7/8 of the counter's range after
 *		they began or later, whatever ended them. Readers can't tell the laps
 *		apart by then; a wide read or the reference clock can, and the clock was
 *		set right. Without either, late epochs go unnoticed
 * @restarts:	wide counters found to have restarted outside suspend
 * @switches:	changes of the source
 */
struct soc_clock_stats {
	u64	updates;
	u64	late;
	u64	restarts;
	u64	switches;
};

/*
 * What soc_clock_update() reports, each once per clock; the statistics count every
 * occurrence.
 */
#define SOC_CLOCK_LATE		BIT(0)
#define SOC_CLOCK_RESTARTED	BIT(1)

/**
 * struct soc_clock_copy - one of the two copies of a clock's read data
 * @rd:		the read data
 * @seq:	the clock's latch, in the even copy only: a reading in the normal state
 *		stays in one 64-byte line
 *
 * The size is a power of two, which makes the odd copy cheap to address.
 */
struct soc_clock_copy {
	struct soc_clock_read_data	rd;
	seqcount_latch_t		seq;
} __aligned(64);

/**
 * struct soc_clock - one clock
 * @copy:	the read data. While the latch is even, readers use the even copy; while it
 *		is odd, during an update, the odd one
 * @lock:	serialises writers; readers never take it
 * @sources:	registered sources, best first
 * @source:	the one that feeds the clock, NULL if none
 * @suspended:	the clock is stopped, see soc_clock_suspend()
 * @attended:	the epoch is renewed in time, see soc_clock_attend()
 * @epoch_wide:	wide counter value at the epoch, if the source has one
 * @reference:	another monotonic clock in ns that shows late epochs, called in any
 *		context; may be NULL
 * @epoch_ref:	@reference at the epoch or right after
 * @stats:	statistics
 * @reported:	what soc_clock_update() has reported, SOC_CLOCK_*
 */
struct soc_clock {
	struct soc_clock_copy		copy[2];

	raw_spinlock_t			lock;
	struct list_head		sources;
	struct soc_clock_source		*source;
	bool				suspended;
	bool				attended;
	u64				epoch_wide;
	u64				(*reference)(void);
	u64				epoch_ref;
	struct soc_clock_stats		stats;
	unsigned int			reported;
};

/**
 * struct soc_clock_state - a consistent snapshot of a clock, for logs and debugfs
 * @rd:		the read data in force
 * @source:	feeds the clock; do not dereference it, as it may have been unregistered
 *		since. NULL if none
 * @name:	its name, "none" without one
 * @bits:	its width
 * @rate:	its rate in Hz
 * @now:	the clock, in ns
 * @period:	renew the epoch at least this often, in ns; 0 without a source
 * @wrap:	time left to renew the epoch, in ns: until the counter has run through 7/8
 *		of its range since the epoch
 * @suspended:	the clock is stopped, see soc_clock_suspend()
 * @stats:	statistics so far
 */
struct soc_clock_state {
	struct soc_clock_read_data	rd;
	struct soc_clock_source		*source;
	char				name[32];
	unsigned int			bits;
	unsigned long			rate;
	u64				now;
	u64				period;
	u64				wrap;
	bool				suspended;
	struct soc_clock_stats		stats;
};

/*
 * Nothing orders the counter read after the epoch was loaded, and CPUs may see
 * a counter slightly skewed: a value from just before the epoch looks like one
 * almost a whole lap after it. Values in the last eighth of the range are treated
 * as such and read as the epoch itself. The compiler is not told what _keep is: it could
 * turn the choice into a branch.
 */
#define soc_clock_clamp_old(delta, mask) ({					\
	typeof(delta) _delta = (delta), _mask = (mask);				\
	typeof(delta) _keep = -(typeof(delta))(_mask - _delta > _mask >> 3);	\
										\
	OPTIMIZER_HIDE_VAR(_keep);						\
	_delta & _keep;								\
})

/* With a constant range CPUs that have conditional instructions need but one of them. */
#define soc_clock_clamp_old_full(delta) ({					\
	typeof(delta) _delta = (delta);						\
										\
	(typeof(delta))~_delta > (typeof(delta))~0ULL >> 3 ? _delta : 0;	\
})

/*
 * Up to 32 bits: no late epoch can overflow the products. With 32-bit registers, a
 * second multiplication is cheaper than a shift of 64 bits by a variable.
 */
static __always_inline u64 soc_clock_narrow_ns(const struct soc_clock_read_data *rd, u32 ticks)
{
#ifdef CONFIG_64BIT
	return rd->epoch_ns + ((u64)ticks * rd->mult >> rd->shift);
#else
	u64 ns = rd->epoch_ns + ((u64)ticks * (u32)rd->factor >> 32);
	u32 whole = rd->factor >> 32;

	/* Left as it is written, the last line is one instruction on ARM. */
	OPTIMIZER_HIDE_VAR(whole);
	OPTIMIZER_HIDE_VAR(ns);
	return ns + (u64)ticks * whole;
#endif
}

/* More bits: the product has up to 128 of them. */
static __always_inline u64 soc_clock_wide_ns(const struct soc_clock_read_data *rd, u64 ticks)
{
#ifdef CONFIG_ARCH_SUPPORTS_INT128
	return rd->epoch_ns + mul_u64_u64_shr(ticks, rd->factor, 32);
#else
	u32 high = ticks >> 32;

	return soc_clock_narrow_ns(rd, ticks) + high * rd->factor;
#endif
}

/**
 * soc_clock_ns32() - convert a counter of 32 bits
 * @rd: the clock's read data
 * @cyc: value of the counter, in ticks, just read
 *
 * For the ns callback of a struct soc_clock_source.
 *
 * Context: any, NMI included.
 * Return: the clock in ns.
 */
static __always_inline u64 soc_clock_ns32(const struct soc_clock_read_data *rd, u32 cyc)
{
	return soc_clock_narrow_ns(rd, soc_clock_clamp_old_full(cyc - (u32)rd->epoch_cyc));
}

/**
 * soc_clock_ns64() - convert a counter of 64 bits
 * @rd: the clock's read data
 * @cyc: value of the counter, in ticks, just read
 *
 * For the ns callback of a struct soc_clock_source.
 *
 * Context: any, NMI included.
 * Return: the clock in ns.
 */
static __always_inline u64 soc_clock_ns64(const struct soc_clock_read_data *rd, u64 cyc)
{
	return soc_clock_wide_ns(rd, soc_clock_clamp_old_full(cyc - rd->epoch_cyc));
}

u64 soc_clock_stopped(const struct soc_clock_read_data *rd);
u64 soc_clock_no_read(void);

#define SOC_CLOCK_STOPPED						\
	{ .read = soc_clock_no_read, .ns = soc_clock_stopped }

/**
 * SOC_CLOCK_INIT() - static initialiser: a clock stopped at 0 ns
 * @clk: the struct soc_clock variable it initialises
 * @ref: its reference clock, or NULL
 *
 * The clock may be read in any context without further initialisation.
 */
#define SOC_CLOCK_INIT(clk, ref) {					\
	.copy		= {						\
		{							\
			.rd	= SOC_CLOCK_STOPPED,			\
			.seq	= SEQCNT_LATCH_ZERO(soc_clock.seq),	\
		},							\
		{ .rd = SOC_CLOCK_STOPPED },				\
	},								\
	.lock		= __RAW_SPIN_LOCK_UNLOCKED(soc_clock.lock),		\
	.sources	= LIST_HEAD_INIT((clk).sources),		\
	.reference	= (ref),					\
}

void soc_clock_init(struct soc_clock *clk, u64 (*reference)(void));
int soc_clock_register(struct soc_clock *clk, struct soc_clock_source *src);
int soc_clock_remove(struct soc_clock *clk, struct soc_clock_source *src);
void soc_clock_wait_for_readers(void);
bool soc_clock_demote(struct soc_clock *clk, struct soc_clock_source *src);
int soc_clock_unregister(struct soc_clock *clk, struct soc_clock_source *src);
u64 soc_clock_read(const struct soc_clock *clk);
u64 soc_clock_read_noinstr(const struct soc_clock *clk);
unsigned int soc_clock_update(struct soc_clock *clk);
void soc_clock_advance(struct soc_clock *clk, u64 ns);
void soc_clock_attend(struct soc_clock *clk, u64 ns);
void soc_clock_leave(struct soc_clock *clk);
void soc_clock_suspend(struct soc_clock *clk, const struct soc_clock_source *src);
void soc_clock_resume(struct soc_clock *clk, const struct soc_clock_source *src);
u64 soc_clock_period(struct soc_clock *clk);
void soc_clock_get_state(struct soc_clock *clk, struct soc_clock_state *state);

/* The system clock */
u64 soc_sched_clock(void);
u64 soc_sched_clock_shortest_lap(void);
bool soc_sched_clock_wraps_too_soon(unsigned int bits, unsigned long rate);
void soc_sched_clock_get(void);
void soc_sched_clock_put(void);
int soc_sched_clock_register(struct soc_clock_source *src);
int soc_sched_clock_unregister(struct soc_clock_source *src);
void soc_sched_clock_demote(struct soc_clock_source *src);
bool soc_sched_clock_runs_on(const struct soc_clock_source *src);
void soc_sched_clock_suspend(const struct soc_clock_source *src);
void soc_sched_clock_resume(const struct soc_clock_source *src);

#endif /* _SOC_TIMERS_SCHED_CLOCK_H */
