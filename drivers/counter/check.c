// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registration helper: checks that a counter behaves as described.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/clocksource.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/jiffies.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/processor.h>
#include <linux/time64.h>

#include "parts.h"

/*
 * How a counter is watched for movement. It may be the one that everything else
 * that measures time depends on, udelay() included, so only rounds of a loop are
 * left to measure with. SPINS steps of the loop take at least ROUND_NS even at
 * 4 GHz, so the wait is never too short; that it may be some ten times too long
 * is the price, paid only for a stopped counter.
 */
#define MOVES			8
#define SPINS			64
#define ROUND_NS		16
#define MIN_ROUNDS		1000
#define MAX_ROUNDS		500000

/* Two ticks of this many Hz fit in MAX_ROUNDS: nothing is known about slower ones. */
#define SLOWEST_WATCHED		(2 * (u32)(NSEC_PER_SEC / ROUND_NS / MAX_ROUNDS))

static int check_wide(const struct soc_counter *ctr)
{
	if (!ctr->read_wide && !ctr->wide_bits)
		return 0;

	if (!ctr->read_wide || !ctr->wide_bits) {
		soc_counter_err(ctr, "read_wide and wide_bits go together: set both or neither");
		return -EINVAL;
	}
	if (ctr->wide_bits <= ctr->bits || ctr->wide_bits > 64) {
		soc_counter_err(ctr, "wide_bits is %u, outside %u to 64: leave read_wide out if there are no more bits",
				ctr->wide_bits, ctr->bits + 1);
		return -EINVAL;
	}

	return 0;
}

static int check_ns(const struct soc_counter *ctr)
{
	if (!ctr->ns || ctr->bits == 32 || ctr->bits == 64)
		return 0;

	soc_counter_err(ctr, "ns is for counters of 32 or 64 bits, not %u: leave it out",
			ctr->bits);
	return -EINVAL;
}

/*
 * Timekeeping must read the counter on a tick before it has run through half its
 * range, and the system clock's epoch timer has limits of its own.
 */
static int check_range(const struct soc_counter *ctr)
{
	u64 two_ticks = div_u64(2ULL * ctr->rate, HZ);

	if (CLOCKSOURCE_MASK(ctr->bits) >= two_ticks &&
	    !soc_sched_clock_wraps_too_soon(ctr->bits, ctr->rate))
		return 0;

	soc_counter_err(ctr, "%u bits at %lu Hz wrap too soon for HZ=%d and a timer resolution of %u ns: use a slower clock or a wider counter",
			ctr->bits, ctr->rate, HZ, hrtimer_resolution);
	return -ERANGE;
}

static int check_description(const struct soc_counter *ctr)
{
	int err;

	if (!ctr->name || !*ctr->name) {
		soc_counter_err(ctr, "set a name: the clocksource is chosen by it in sysfs");
		return -EINVAL;
	}
	if (!ctr->read) {
		soc_counter_err(ctr, "read is not set: it is the function that reads the counter");
		return -EINVAL;
	}
	if (!ctr->rate || (u64)ctr->rate > U32_MAX) {
		soc_counter_err(ctr, "rate %lu Hz is outside 1 Hz to %u Hz: check the clock that drives it",
				ctr->rate, U32_MAX);
		return -EINVAL;
	}
	if (ctr->bits < SOC_CLOCK_MIN_BITS || ctr->bits > 64) {
		soc_counter_err(ctr, "bits is %u, outside %u to 64: set the width of what read returns",
				ctr->bits, SOC_CLOCK_MIN_BITS);
		return -EINVAL;
	}
	err = check_wide(ctr) ?: check_ns(ctr);
	if (err)
		return err;
	if (ctr->rating <= 0) {
		soc_counter_err(ctr, "rating %d would never be chosen: set 1 or more", ctr->rating);
		return -EINVAL;
	}
	if (IS_ENABLED(CONFIG_SMP) && ctr->scope != SOC_COUNTER_SYSTEM) {
		soc_counter_err(ctr, "each CPU has its own: it needs a kernel without CONFIG_SMP");
		return -EOPNOTSUPP;
	}

	return check_range(ctr);
}

static int check_width(const struct soc_counter *ctr, const char *how, u64 value,
		       unsigned int bits)
{
	if (!(value & ~CLOCKSOURCE_MASK(bits)))
		return 0;

	soc_counter_err(ctr, "%s returns %#llx, more than %u bits: mask it or correct the width",
			how, value, bits);
	return -ERANGE;
}

static unsigned int rounds_to_wait(const struct soc_counter *ctr)
{
	u64 two_ticks = div_u64(2ULL * NSEC_PER_SEC / ROUND_NS, ctr->rate);

	return clamp_t(u64, two_ticks, MIN_ROUNDS, MAX_ROUNDS);
}

/* Returns 1 and the next value once it differs, 0 if it never did. */
static int wait_for_move(const struct soc_counter *ctr, u64 *value)
{
	unsigned int round, spin;
	u64 now;
	int err;

	for (round = rounds_to_wait(ctr); round; round--) {
		now = ctr->read();
		err = check_width(ctr, "read", now, ctr->bits);
		if (err)
			return err;
		if (now != *value) {
			*value = now;
			return 1;
		}
		for (spin = SPINS; spin; spin--)
			cpu_relax();
	}

	return 0;
}

/*
 * The majority decides the direction: a reader held up for half the counter's range sees
 * a step back that never happened.
 */
static int check_movement(const struct soc_counter *ctr)
{
	u64 mask = CLOCKSOURCE_MASK(ctr->bits);
	unsigned int move, back = 0;
	u64 before, now;
	int ret;

	now = ctr->read();
	ret = check_width(ctr, "read", now, ctr->bits);
	if (ret)
		return ret;

	for (move = 0; move < MOVES; move++) {
		before = now;
		ret = wait_for_move(ctr, &now);
		if (ret < 0)
			return ret;
		if (!ret && ctr->rate < SLOWEST_WATCHED) {
			pr_notice("counter %s: too slow at %lu Hz to see whether it moves\n",
				  ctr->name, ctr->rate);
			return 0;
		}
		if (!ret) {
			soc_counter_err(ctr, "is stopped at %#llx: start it, or check that its clock is on",
					now);
			return -EIO;
		}
		if (((now - before) & mask) > mask >> 1)
			back++;
	}

	if (back > MOVES / 2) {
		soc_counter_err(ctr, "runs backwards: let read return the complement of a down counter");
		return -EINVAL;
	}

	return 0;
}

/* Interrupts are off so that the three reads stay within the range. */
static int check_wide_agrees(const struct soc_counter *ctr)
{
	u64 wide_mask = CLOCKSOURCE_MASK(ctr->wide_bits);
	u64 mask = CLOCKSOURCE_MASK(ctr->bits);
	unsigned long flags;
	u64 before, narrow, after;
	int err;

	local_irq_save(flags);
	before = ctr->read_wide();
	narrow = ctr->read();
	after = ctr->read_wide();
	local_irq_restore(flags);

	err = check_width(ctr, "read_wide", before, ctr->wide_bits) ?:
	      check_width(ctr, "read_wide", after, ctr->wide_bits) ?:
	      check_width(ctr, "read", narrow, ctr->bits);
	if (err)
		return err;

	/* This also catches a wide counter that runs backwards: it is far ahead then. */
	if (((after - before) & wide_mask) <= mask &&
	    ((narrow - before) & mask) <= ((after - before) & mask))
		return 0;

	soc_counter_err(ctr, "read returned %#llx between %#llx and %#llx from read_wide: the low %u bits must be the same counter",
			narrow, before, after, ctr->bits);
	return -EINVAL;
}

static int check_read_cs_agrees(struct soc_counter *ctr)
{
	u64 mask = CLOCKSOURCE_MASK(ctr->bits);
	unsigned long flags;
	u64 before, value, after;
	int err;

	local_irq_save(flags);
	before = ctr->read();
	value = ctr->read_cs(&ctr->cs);
	after = ctr->read();
	local_irq_restore(flags);

	err = check_width(ctr, "read", before, ctr->bits) ?:
	      check_width(ctr, "read", after, ctr->bits) ?:
	      check_width(ctr, "read_cs", value, ctr->bits);
	if (err)
		return err;

	if (((value - before) & mask) <= ((after - before) & mask))
		return 0;

	soc_counter_err(ctr, "read_cs returned %#llx between %#llx and %#llx from read: both must read the same counter",
			value, before, after);
	return -EINVAL;
}

/* As if a tick took 1 ns, and the epoch were half a lap ago: readers hide older values. */
static int check_ns_agrees(const struct soc_counter *ctr)
{
	u64 mask = CLOCKSOURCE_MASK(ctr->bits);
	struct soc_clock_read_data rd = {
		.mask	= mask,
		.mult	= 1,
		.factor	= 1ULL << 32,
	};
	unsigned long flags;
	u64 before, ns, after;

	local_irq_save(flags);
	before = ctr->read();
	rd.epoch_cyc = (before - mask / 2) & mask;
	ns = ctr->ns(&rd);
	after = ctr->read();
	local_irq_restore(flags);

	if (ns - mask / 2 <= ((after - before) & mask))
		return 0;

	soc_counter_err(ctr, "ns used %#llx between %#llx and %#llx from read: both must read the same counter",
			(rd.epoch_cyc + ns) & mask, before, after);
	return -EINVAL;
}

static int check_values(struct soc_counter *ctr)
{
	int err;

	err = check_movement(ctr);
	if (!err && ctr->read_wide)
		err = check_wide_agrees(ctr);
	if (!err && ctr->read_cs)
		err = check_read_cs_agrees(ctr);
	if (!err && ctr->ns)
		err = check_ns_agrees(ctr);

	return err;
}

/**
 * soc_counter_check() - check a counter's description, and that it counts as described
 * @ctr: described, and running
 *
 * Reads it a few times. Reports the first problem in one line.
 *
 * Context: process, or early in boot, where nothing else can measure time.
 * Return: 0, or an error as from soc_counter_register().
 */
int soc_counter_check(struct soc_counter *ctr)
{
	int err;

	err = check_description(ctr);
	if (err)
		return err;

	/* read_cs is called with the clocksource. */
	soc_counter_describe(ctr);

	return check_values(ctr);
}
