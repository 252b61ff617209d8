// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scheduler clock on a seqcount latch: the object.
 *
 * A reader loads the sequence, converts a counter value by the copy of the read
 * data that the sequence selects, and tries again if the sequence has changed.
 * It takes no lock, writes nothing and finds valid data at any time, so it may
 * interrupt a writer at any instruction, as an NMI does.
 *
 * See Documentation/design/sched-clock.rst for the reasons.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/build_bug.h>
#include <linux/clocksource.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kcsan-checks.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/stddef.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <soc-timers/sched_clock.h>

#include "read.h"

/*
 * Called between any two steps of a writer that a reader could tell apart. Empty
 * in a driver; the unit tests run a reader here, as an NMI would.
 */
#ifndef soc_clock_step
#define soc_clock_step(clk)	((void)(clk))
#endif

/* Renew the epoch at least this often, however wide the counter. */
#define MAX_PERIOD_NS		(3600ULL * NSEC_PER_SEC)

/*
 * A clock is stopped this much ahead of the value just read: readers see it run
 * until the new data is out, and must not have seen more than what it stops at.
 * An NMI may stretch that time; this is longer than an NMI should take.
 */
#define STOP_AHEAD_NS		(100ULL * NSEC_PER_USEC)

/* At most this many looks at a counter and the reference, to get them close together. */
#define SAMPLE_TRIES		3

/*
 * One cache line for a reading in the normal state. Lock debugging makes the
 * sequence larger; such kernels are not built for speed.
 */
#ifndef CONFIG_DEBUG_LOCK_ALLOC
static_assert(sizeof(struct soc_clock_copy) == 64);
#endif
static_assert(offsetof(struct soc_clock, copy) == 0);

/* Readers: everything here runs in NMIs. */

/**
 * soc_clock_no_read() - counter of a stopped clock
 *
 * For callers of the read function that ignore the mask, which is 0 then.
 *
 * Context: any, NMI included.
 *
 * Return: 0 ticks.
 */
noinstr u64 soc_clock_no_read(void)
{
	return 0;
}

/**
 * soc_clock_stopped() - value of a stopped clock
 * @rd: read data in force
 *
 * Touches no device: the counter may be powered down.
 *
 * Context: any, NMI included.
 * Return: the value at the epoch in ns.
 */
noinstr u64 soc_clock_stopped(const struct soc_clock_read_data *rd)
{
	return rd->epoch_ns;
}

/* For counters that are not read inline. */
static noinstr u64 narrow_ns(const struct soc_clock_read_data *rd)
{
	u32 mask = rd->mask;
	u64 (*read)(void);
	u32 ticks;

	read = READ_ONCE(rd->read);
	ticks = ((u32)read() - (u32)rd->epoch_cyc) & mask;

	return soc_clock_narrow_ns(rd, soc_clock_clamp_old(ticks, mask));
}

static noinstr u64 wide_ns(const struct soc_clock_read_data *rd)
{
	u64 mask = rd->mask;
	u64 (*read)(void);
	u64 ticks;

	read = READ_ONCE(rd->read);
	ticks = (read() - rd->epoch_cyc) & mask;

	return soc_clock_wide_ns(rd, soc_clock_clamp_old(ticks, mask));
}

/**
 * soc_clock_read_noinstr() - read a clock with preemption already off
 * @clk: the clock
 *
 * Context: any, NMI and code that RCU doesn't watch included, as long as the caller
 * can't be preempted: soc_clock_wait_for_readers() relies on that.
 * Return: the clock in ns.
 */
noinstr u64 soc_clock_read_noinstr(const struct soc_clock *clk)
{
	return soc_clock_read_inline(clk);
}

/**
 * soc_clock_read() - read a clock
 * @clk: the clock
 *
 * As long as its epoch is renewed in time the clock never goes backwards on one CPU,
 * and between CPUs by no more than the skew of the counter between them. Takes no lock.
 *
 * Context: any, NMI included.
 * Return: the clock in ns; 0 until a source is registered or the clock set.
 */
notrace u64 soc_clock_read(const struct soc_clock *clk)
{
	return soc_clock_read_untraced(clk);
}

/* Writers: all code below runs under the clock's lock or before the clock is shared. */

/*
 * A reader that was interrupted for a whole update may use a copy while it is
 * written. It will retry, but only after it has called the functions it found: a
 * store must not tear their pointers.
 */
static void write_copy(struct soc_clock_read_data *to,
		       const struct soc_clock_read_data *from)
{
	to->epoch_ns = from->epoch_ns;
	to->epoch_cyc = from->epoch_cyc;
	to->mask = from->mask;
	WRITE_ONCE(to->read, from->read);
	to->mult = from->mult;
	to->shift = from->shift;
	WRITE_ONCE(to->ns, from->ns);
	to->factor = from->factor;
}

/*
 * The odd copy carries the new data before any reader is steered to it, so that
 * no reader ever sees the data of the previous update. Each step's barriers pair
 * with the reader's: the address dependency from the sequence to the copy, and
 * the read barrier before the sequence is checked.
 */
static void publish(struct soc_clock *clk, const struct soc_clock_read_data *rd)
{
	kcsan_nestable_atomic_begin();
	soc_clock_step(clk);
	write_copy(&clk->copy[1].rd, rd);
	soc_clock_step(clk);
	write_seqcount_latch_begin(&clk->copy[0].seq);
	soc_clock_step(clk);
	write_copy(&clk->copy[0].rd, rd);
	soc_clock_step(clk);
	write_seqcount_latch(&clk->copy[0].seq);
	write_seqcount_latch_end(&clk->copy[0].seq);
	soc_clock_step(clk);
	kcsan_nestable_atomic_end();
}

static u64 width_mask(unsigned int bits)
{
	return CLOCKSOURCE_MASK(bits);
}

/* From this many ticks after the epoch on, readers treat a value as an old one. */
static u64 late_ticks(const struct soc_clock_source *src)
{
	return 7ULL << (src->bits - 3);
}

/* Rounded up; saturates at 64 bits of ns. */
static u64 ticks_to_ns_up(const struct soc_clock_source *src, u64 ticks)
{
	u64 lo = (u64)(u32)ticks * src->mult;
	u64 hi = (ticks >> 32) * src->mult;
	u64 up = lo & ((1ULL << src->shift) - 1) ? 1 : 0;

	if (hi >> 32 >> src->shift)
		return U64_MAX;
	hi <<= 32 - src->shift;
	lo = (lo >> src->shift) + up;

	return hi > U64_MAX - lo ? U64_MAX : hi + lo;
}

/* One look at a counter, between two looks at the reference. */
struct sample {
	u64 cyc;
	u64 wide;
	u64 ref_before;
	u64 ref_after;
};

static u64 look_at_reference(const struct soc_clock *clk)
{
	return clk->reference ? clk->reference() : 0;
}

static struct sample look_once(const struct soc_clock *clk, const struct soc_clock_source *src)
{
	struct sample now = {};

	now.ref_before = look_at_reference(clk);
	if (src->read_wide) {
		now.wide = src->read_wide();
		now.cyc = now.wide & width_mask(src->bits);
	} else {
		now.cyc = src->read();
	}
	now.ref_after = look_at_reference(clk);

	return now;
}

/*
 * A hypervisor or secure firmware may take the CPU away between any two looks. The
 * reference is then wrong by that time, so look again. The tries are bounded, because
 * interrupts are off.
 */
static struct sample take_sample(const struct soc_clock *clk, const struct soc_clock_source *src)
{
	u64 eighth = ticks_to_ns_up(src, 1ULL << (src->bits - 3));
	unsigned int tries = SAMPLE_TRIES;
	struct sample now;

	do {
		now = look_once(clk, src);
	} while (now.ref_after > now.ref_before + eighth && --tries);

	return now;
}

/* The time that has passed since the epoch, at least, in ns of the reference. */
static u64 reference_passed(const struct soc_clock *clk, const struct sample *now)
{
	return now->ref_before > clk->epoch_ref ? now->ref_before - clk->epoch_ref : 0;
}

/*
 * The counter tells where in its lap it is, the reference tells which lap that
 * is: the one that brings both closest. The reference may be wrong by almost
 * half a lap. @delta is what readers see, 0 to @mask.
 *
 * The time between the looks is not counted: a lap too few shows like a late epoch, until
 * the next one; a lap too many would stay forever.
 */
static u64 ticks_by_reference(const struct soc_clock *clk, const struct sample *now,
			      u64 delta, u64 mask)
{
	u64 lap = ticks_to_ns_up(clk->source, mask + 1);
	u64 in_lap = ticks_to_ns_up(clk->source, delta);
	u64 passed = reference_passed(clk, now);

	/*
	 * The value is from before the epoch, or the reference is stopped or coarse:
	 * treat it as readers do.
	 */
	if (passed + lap / 2 < in_lap)
		return soc_clock_clamp_old(delta, mask);

	return delta + div64_u64(passed + lap / 2 - in_lap, lap) * (mask + 1);
}

/*
 * Decades: no update is that late, and the sums above could overflow. Always true
 * of a counter of 64 bits, whose lap 64 bits can't hold.
 */
static bool lap_is_forever(const struct soc_clock_source *src)
{
	return ticks_to_ns_up(src, width_mask(src->bits)) > U64_MAX / 8;
}

/*
 * Has the wide counter been restarted, by firmware or another owner? A value too old for
 * readers to treat as skew is not skew. So a restart is noticed as long as the counter
 * has run for less than 1/8 of its wide range.
 */
static bool has_restarted(const struct soc_clock *clk, const struct sample *now)
{
	const struct soc_clock_source *src = clk->source;
	u64 age;

	if (!src->read_wide)
		return false;
	age = (clk->epoch_wide - now->wide) & width_mask(src->wide_bits);

	return age > 1ULL << (src->bits - 3) && age <= 1ULL << (src->wide_bits - 3);
}

/*
 * The ticks since the epoch are lost, and readers have mistaken the new value for some
 * place in the old lap. What they saw before cannot be restored; continue from what they
 * see now, or from where the reference is if that is further ahead.
 */
static u64 end_restarted_epoch(struct soc_clock *clk, const struct sample *now)
{
	const struct soc_clock_read_data *rd = &clk->copy[0].rd;
	u64 ticks = soc_clock_clamp_old((now->cyc - rd->epoch_cyc) & rd->mask, rd->mask);
	u64 ns = ticks_to_ns_up(clk->source, ticks);

	clk->stats.restarts++;
	if (clk->attended)
		ns = max(ns, reference_passed(clk, now));

	return rd->epoch_ns + ns;
}

/*
 * Ticks from the epoch to @now, a sample of the clock's source, using everything that is
 * known. The reference is used only if the clock is attended, which bounds the time since
 * the epoch: a slewed reference is wrong by a lap after some days.
 *
 * A sample from before the epoch is made the epoch: renewed at the older value,
 * the epoch would set the clock forward by what lies between.
 */
static u64 ticks_since_epoch(const struct soc_clock *clk, struct sample *now)
{
	const struct soc_clock_read_data *rd = &clk->copy[0].rd;
	const struct soc_clock_source *src = clk->source;
	u64 ticks;

	if (src->read_wide) {
		ticks = (now->wide - clk->epoch_wide) & width_mask(src->wide_bits);
		ticks = soc_clock_clamp_old(ticks, width_mask(src->wide_bits));
	} else {
		ticks = (now->cyc - rd->epoch_cyc) & rd->mask;
		if (clk->attended && clk->reference && !lap_is_forever(src))
			ticks = ticks_by_reference(clk, now, ticks, rd->mask);
		else
			ticks = soc_clock_clamp_old(ticks, rd->mask);
	}

	if (!ticks) {
		now->cyc = rd->epoch_cyc;
		now->wide = clk->epoch_wide;
	}

	return ticks;
}

/*
 * End the epoch at @now: returns what the clock shows there. Whatever leaves an epoch,
 * for a new one or to stop the clock, must get its end from here.
 *
 * Rounded up: rounded down, a reader that sees the same tick before and after the
 * epoch is renewed would see the clock go back by 1 ns.
 */
static u64 end_epoch(struct soc_clock *clk, struct sample *now)
{
	u64 ticks;

	if (has_restarted(clk, now))
		return end_restarted_epoch(clk, now);

	ticks = ticks_since_epoch(clk, now);
	/* Readers could no longer tell, but the wide counter or the reference can. */
	if (clk->attended && ticks >= late_ticks(clk->source))
		clk->stats.late++;

	return clk->copy[0].rd.epoch_ns + ticks_to_ns_up(clk->source, ticks);
}

/* Read data for an epoch of @src that begins at @now, where the clock shows @ns. */
static struct soc_clock_read_data running(const struct soc_clock_source *src,
					  const struct sample *now, u64 ns)
{
	return (struct soc_clock_read_data) {
		.epoch_ns	= ns,
		.epoch_cyc	= now->cyc,
		.mask		= width_mask(src->bits),
		.read		= src->read,
		.mult		= src->mult,
		.shift		= src->shift,
		.ns		= src->ns ?: src->bits > 32 ? wide_ns : narrow_ns,
		.factor		= (u64)src->mult << (32 - src->shift),
	};
}

static struct soc_clock_read_data stopped(u64 ns)
{
	return (struct soc_clock_read_data) {
		.epoch_ns	= ns,
		.read		= soc_clock_no_read,
		.ns		= soc_clock_stopped,
	};
}

static void start_epoch(struct soc_clock *clk, const struct sample *now, u64 ns)
{
	struct soc_clock_read_data rd = running(clk->source, now, ns);

	publish(clk, &rd);
	/* For the next writer; readers never use these. */
	clk->epoch_wide = now->wide;
	clk->epoch_ref = now->ref_after;
}

static void stop(struct soc_clock *clk)
{
	struct sample now = take_sample(clk, clk->source);
	struct soc_clock_read_data rd;

	rd = stopped(end_epoch(clk, &now) + ticks_to_ns_up(clk->source, 1) + STOP_AHEAD_NS);
	publish(clk, &rd);
}

/*
 * Feed the clock from @src, or stop it if @src is NULL, without a step back: the new
 * counter is read before the old clock, so the time in between counts twice rather
 * than never, and the clock is set forward by one tick of each counter, because
 * either may be about to tick.
 */
static void switch_source(struct soc_clock *clk, struct soc_clock_source *src)
{
	struct soc_clock_source *old = clk->source;
	struct sample now, last;
	u64 ns;

	clk->stats.switches++;

	if (clk->suspended) {
		clk->source = src;
		return;
	}

	if (!src) {
		stop(clk);
		clk->source = NULL;
		return;
	}

	now = take_sample(clk, src);
	soc_clock_step(clk);
	ns = clk->copy[0].rd.epoch_ns;
	if (old) {
		last = take_sample(clk, old);
		ns = end_epoch(clk, &last) + ticks_to_ns_up(old, 1) + ticks_to_ns_up(src, 1);
	}
	clk->source = src;
	start_epoch(clk, &now, ns);
}

static bool better(const struct soc_clock_source *a, const struct soc_clock_source *b)
{
	if (a->demoted != b->demoted)
		return b->demoted;
	if (a->rating != b->rating)
		return a->rating > b->rating;
	if (a->rate != b->rate)
		return a->rate > b->rate;
	return a->bits >= b->bits;
}

static void insert_by_rank(struct soc_clock *clk, struct soc_clock_source *src)
{
	struct list_head *pos;

	list_for_each(pos, &clk->sources)
		if (better(src, list_entry(pos, struct soc_clock_source, node)))
			break;
	list_add_tail(&src->node, pos);
}

static struct soc_clock_source *best_source(struct soc_clock *clk)
{
	return list_first_entry_or_null(&clk->sources, struct soc_clock_source, node);
}

static bool is_registered(struct soc_clock *clk, const struct soc_clock_source *src)
{
	const struct soc_clock_source *pos;

	list_for_each_entry(pos, &clk->sources, node)
		if (pos == src)
			return true;
	return false;
}

static bool sane(const struct soc_clock_source *src)
{
	if (!src->name || !src->read)
		return false;
	if (src->bits < SOC_CLOCK_MIN_BITS || src->bits > 64)
		return false;
	if (!src->rate || src->rate > U32_MAX)
		return false;
	if (src->ns && src->bits != 32 && src->bits != 64)
		return false;
	if (!src->read_wide)
		return !src->wide_bits;
	return src->wide_bits > src->bits && src->wide_bits <= 64;
}

/**
 * soc_clock_init() - set up a clock, stopped at 0 ns
 * @clk: the clock
 * @reference: another monotonic clock in ns, callable in any context, that shows
 *	late epochs; may be NULL
 *
 * For a clock that isn't static, else see SOC_CLOCK_INIT(). @clk should be aligned to
 * 64 bytes, which kmalloc() does not guarantee.
 *
 * Context: any.
 */
void soc_clock_init(struct soc_clock *clk, u64 (*reference)(void))
{
	memset(clk, 0, sizeof(*clk));
	seqcount_latch_init(&clk->copy[0].seq);
	raw_spin_lock_init(&clk->lock);
	INIT_LIST_HEAD(&clk->sources);
	clk->copy[0].rd = stopped(0);
	clk->copy[1].rd = stopped(0);
	clk->reference = reference;
}

/**
 * soc_clock_register() - offer a counter to a clock
 * @clk: the clock
 * @src: the counter; must live, unchanged, until soc_clock_unregister()
 *
 * The best source feeds the clock. If that is @src from now on, the clock does not go
 * backwards; it goes forwards by one tick of each counter.
 *
 * Context: any but NMI.
 * Return: 0, -EINVAL for an invalid description (soc_counter_register() reports what
 * is wrong with it), -EEXIST if @src is registered.
 */
int soc_clock_register(struct soc_clock *clk, struct soc_clock_source *src)
{
	unsigned long flags;
	int ret = 0;

	if (!sane(src))
		return -EINVAL;

	raw_spin_lock_irqsave(&clk->lock, flags);
	if (is_registered(clk, src)) {
		ret = -EEXIST;
		goto out;
	}

	/*
	 * The finest conversion with a 32-bit factor, for any number of seconds:
	 * neither product above can overflow.
	 */
	clocks_calc_mult_shift(&src->mult, &src->shift, src->rate, NSEC_PER_SEC, 0);

	src->demoted = false;
	insert_by_rank(clk, src);

	if (best_source(clk) == src)
		switch_source(clk, src);
out:
	raw_spin_unlock_irqrestore(&clk->lock, flags);

	return ret;
}

static int nothing(void *unused)
{
	return 0;
}

/**
 * soc_clock_remove() - keep new readers away from a counter
 * @clk: the clock
 * @src: a registered counter
 *
 * If it feeds the clock, the next best source does from now on, without a step
 * back; without one, the clock is stopped. Readers may still be inside @src's
 * functions until soc_clock_wait_for_readers() returns.
 *
 * Context: any but NMI.
 * Return: 0, or -ENOENT if @src is not registered.
 */
int soc_clock_remove(struct soc_clock *clk, struct soc_clock_source *src)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&clk->lock, flags);
	if (!is_registered(clk, src)) {
		raw_spin_unlock_irqrestore(&clk->lock, flags);
		return -ENOENT;
	}
	list_del(&src->node);
	if (clk->source == src)
		switch_source(clk, best_source(clk));
	raw_spin_unlock_irqrestore(&clk->lock, flags);

	return 0;
}

/**
 * soc_clock_wait_for_readers() - wait until no reader is inside a removed counter
 *
 * On return no reader can be inside the functions of a source that was removed
 * before, or get there: the module they live in may be unloaded. Waits until each
 * CPU has passed a point where it can't be inside a reader. RCU can't tell, because
 * idle code reads clocks while RCU is not watching.
 *
 * Context: process, sleeps; not under cpus_read_lock() or in a CPU hotplug callback.
 */
void soc_clock_wait_for_readers(void)
{
	/*
	 * Readers can't be preempted, and an NMI ends before the code that it
	 * interrupted continues: once a stopper thread has run on each CPU, every
	 * reader that began before the new data was published has ended.
	 */
	stop_machine(nothing, NULL, NULL);
}

/**
 * soc_clock_unregister() - take a counter away from a clock
 * @clk: the clock
 * @src: a registered counter
 *
 * soc_clock_remove() and soc_clock_wait_for_readers() in one.
 *
 * Context: process, sleeps; not under cpus_read_lock() or in a CPU hotplug callback.
 * Return: 0, or -ENOENT if @src is not registered.
 */
int soc_clock_unregister(struct soc_clock *clk, struct soc_clock_source *src)
{
	int err = soc_clock_remove(clk, src);

	if (!err)
		soc_clock_wait_for_readers();

	return err;
}

/**
 * soc_clock_demote() - use a counter only if there is no other
 * @clk: the clock
 * @src: a counter that was found to be unreliable; may be unregistered
 *
 * It stays registered, below all sources that were not demoted. If it feeds the clock,
 * the next best source does from now on, without a step back. Only the clock's raw lock
 * is taken.
 *
 * Context: any but NMI; under raw spinlocks as well.
 * Return: true if another source feeds the clock because of this: whatever depends on
 * soc_clock_period() must be set again.
 */
bool soc_clock_demote(struct soc_clock *clk, struct soc_clock_source *src)
{
	bool switched = false;
	unsigned long flags;

	raw_spin_lock_irqsave(&clk->lock, flags);
	if (is_registered(clk, src) && !src->demoted) {
		src->demoted = true;
		list_del(&src->node);
		insert_by_rank(clk, src);
		switched = clk->source != best_source(clk);
		if (switched)
			switch_source(clk, best_source(clk));
	}
	raw_spin_unlock_irqrestore(&clk->lock, flags);

	return switched;
}

/**
 * soc_clock_update() - renew a clock's epoch
 * @clk: the clock
 *
 * Call it at least every soc_clock_period() ns. If it is called later than 7/8 of the
 * counter's range after the last epoch, readers may already have seen the clock step
 * back. A wide counter or the reference clock can tell, and then this is counted and
 * repaired; without either it goes unnoticed. Does nothing to a stopped clock.
 *
 * Context: any but NMI.
 * Return: what the caller should report: SOC_CLOCK_LATE once, after the first late epoch,
 * and SOC_CLOCK_RESTARTED once, after the first restart of a counter; usually 0.
 */
unsigned int soc_clock_update(struct soc_clock *clk)
{
	unsigned int report;
	unsigned long flags;
	struct sample now;

	raw_spin_lock_irqsave(&clk->lock, flags);
	if (clk->source && !clk->suspended) {
		now = take_sample(clk, clk->source);
		soc_clock_step(clk);
		start_epoch(clk, &now, end_epoch(clk, &now));
		clk->stats.updates++;
	}
	report = (clk->stats.late ? SOC_CLOCK_LATE : 0) |
		 (clk->stats.restarts ? SOC_CLOCK_RESTARTED : 0);
	report &= ~clk->reported;
	clk->reported |= report;
	raw_spin_unlock_irqrestore(&clk->lock, flags);

	return report;
}

static void advance(struct soc_clock *clk, u64 ns)
{
	struct soc_clock_read_data rd;
	struct sample now;

	if (clk->source && !clk->suspended) {
		now = take_sample(clk, clk->source);
		start_epoch(clk, &now, max(ns, end_epoch(clk, &now)));
	} else if (ns > clk->copy[0].rd.epoch_ns) {
		rd = stopped(ns);
		publish(clk, &rd);
	}
}

/**
 * soc_clock_advance() - set a clock forward
 * @clk: the clock
 * @ns: the value that the clock shows from now on, unless it is already past that, in ns
 *
 * Renews the epoch on the way.
 *
 * Context: any but NMI.
 */
void soc_clock_advance(struct soc_clock *clk, u64 ns)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&clk->lock, flags);
	advance(clk, ns);
	raw_spin_unlock_irqrestore(&clk->lock, flags);
}

/**
 * soc_clock_attend() - promise to renew a clock's epoch in time
 * @clk: the clock
 * @ns: as for soc_clock_advance(); makes up for what was lost until now
 *
 * From now on soc_clock_update() is called at least every soc_clock_period() ns, and an
 * epoch that is older than that can only be late. Until then nothing is known about an
 * old epoch: it is never late, and the reference is not used, because it may have been
 * slewed by a lap.
 *
 * Context: any but NMI.
 */
void soc_clock_attend(struct soc_clock *clk, u64 ns)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&clk->lock, flags);
	advance(clk, ns);
	clk->attended = true;
	raw_spin_unlock_irqrestore(&clk->lock, flags);
}

/**
 * soc_clock_leave() - end the promise made by soc_clock_attend()
 * @clk: the clock
 *
 * Context: any but NMI.
 */
void soc_clock_leave(struct soc_clock *clk)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&clk->lock, flags);
	clk->attended = false;
	raw_spin_unlock_irqrestore(&clk->lock, flags);
}

/**
 * soc_clock_suspend() - stop a clock, because its counter may stop
 * @clk: the clock
 * @src: do so only if this source feeds the clock; NULL: whichever feeds it
 *
 * From then until soc_clock_resume() no new reading touches the device. One that has
 * begun, in an NMI on another CPU, may still do so: the counter's registers must stay
 * accessible until the other CPUs are off. Does nothing to a suspended clock: the
 * callers on the different paths into suspend need not know of each other.
 *
 * Context: any but NMI.
 */
void soc_clock_suspend(struct soc_clock *clk, const struct soc_clock_source *src)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&clk->lock, flags);
	if (!clk->suspended && (!src || src == clk->source)) {
		if (clk->source)
			stop(clk);
		clk->suspended = true;
	}
	raw_spin_unlock_irqrestore(&clk->lock, flags);
}

/**
 * soc_clock_resume() - let a clock run again from where it stopped
 * @clk: the clock
 * @src: do so only if this source feeds the clock; NULL: whichever feeds it
 *
 * The counter must be running again. Does nothing to a clock that is not suspended.
 * The time in between belongs to no epoch, so it can't be late.
 *
 * Context: any but NMI.
 */
void soc_clock_resume(struct soc_clock *clk, const struct soc_clock_source *src)
{
	unsigned long flags;
	struct sample now;

	raw_spin_lock_irqsave(&clk->lock, flags);
	if (clk->suspended && (!src || src == clk->source)) {
		clk->suspended = false;
		if (clk->source) {
			now = take_sample(clk, clk->source);
			start_epoch(clk, &now, clk->copy[0].rd.epoch_ns);
		}
	}
	raw_spin_unlock_irqrestore(&clk->lock, flags);
}

static u64 period_of(const struct soc_clock_source *src)
{
	u64 half = ticks_to_ns_up(src, 1ULL << (src->bits - 1));

	return min_t(u64, half, MAX_PERIOD_NS);
}

/**
 * soc_clock_period() - how often a clock's epoch must be renewed
 * @clk: the clock
 *
 * Half the counter's range: an update may then still be late by 3/8 of it.
 *
 * Context: any but NMI.
 * Return: the longest time between two soc_clock_update() in ns, at most an
 * hour; 0 if the clock has no source.
 */
u64 soc_clock_period(struct soc_clock *clk)
{
	unsigned long flags;
	u64 ns;

	raw_spin_lock_irqsave(&clk->lock, flags);
	ns = clk->source ? period_of(clk->source) : 0;
	raw_spin_unlock_irqrestore(&clk->lock, flags);

	return ns;
}

/**
 * soc_clock_get_state() - take a snapshot of a clock
 * @clk: the clock
 * @state: filled in consistently
 *
 * Context: any but NMI.
 */
void soc_clock_get_state(struct soc_clock *clk, struct soc_clock_state *state)
{
	const struct soc_clock_source *src;
	unsigned long flags;
	u64 delta;

	memset(state, 0, sizeof(*state));

	raw_spin_lock_irqsave(&clk->lock, flags);
	src = clk->source;
	state->rd = clk->copy[0].rd;
	state->now = state->rd.ns(&state->rd);
	state->suspended = clk->suspended;
	state->stats = clk->stats;
	state->source = clk->source;
	strscpy(state->name, src ? src->name : "none", sizeof(state->name));
	if (src) {
		state->bits = src->bits;
		state->rate = src->rate;
		state->period = period_of(src);
	}
	if (src && !clk->suspended) {
		delta = (src->read() - state->rd.epoch_cyc) & state->rd.mask;
		delta = soc_clock_clamp_old(delta, state->rd.mask);
		state->wrap = ticks_to_ns_up(src, late_ticks(src) - delta);
	}
	raw_spin_unlock_irqrestore(&clk->lock, flags);
}
