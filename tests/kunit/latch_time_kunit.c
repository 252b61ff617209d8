// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a clock makes of one counter: widths, wraps, late epochs, old values,
 * rounding.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/module.h>
#include "latch_world.h"

#define RATE		24000000UL
/* 64 bits hold this many ns. */
#define MOST_SECONDS	18000000000ULL

static u64 range_of(unsigned int bits, unsigned int eighths)
{
	return (u64)eighths << (bits - 3);
}

/* What a clock shows when the counter has run for this long since it showed @ns0. */
static u64 expected(u64 ns0, u64 ticks)
{
	const struct soc_clock_source *src = &world.ctr[0].src;

	return ns0 + oracle_ns(ticks, src->mult, src->shift);
}

struct width_case {
	unsigned int	bits;
	unsigned int	wide_bits;
	unsigned long	rate;
	bool		called;		/* not read inline */
};

static void fake_width(const struct width_case *c)
{
	struct soc_clock_source *src = fake(0, c->bits, c->wide_bits, c->rate, 1);

	if (c->called)
		src->ns = NULL;
}

static void describe_width(struct width_case *c, char *desc)
{
	if (c->wide_bits)
		snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%u bits, wide %u bits, %lu Hz",
			 c->bits, c->wide_bits, c->rate);
	else
		snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%u bits, %lu Hz%s", c->bits, c->rate,
			 c->called ? ", called" : "");
}

static struct width_case widths[] = {
	{  8, 0, 1000 },
	{ 16, 0, 32768 },
	{ 16, 0, 1000000 },
	{ 31, 0, RATE },
	{ 32, 0, RATE },
	{ 32, 0, RATE, .called = true },
	{ 32, 64, RATE },
	{ 33, 0, RATE },
	{ 56, 0, 1000000000 },
	{ 64, 0, 1400000000 },
	{ 64, 0, U32_MAX },
	{ 64, 0, U32_MAX, .called = true },
};

KUNIT_ARRAY_PARAM(widths, widths, describe_width);

/* The epoch itself at, before and after the wrap, and readings across it. */
static void across_the_wrap(struct kunit *test)
{
	const struct width_case *c = test->param_value;
	u64 mask = mask_of(c->bits);
	u64 starts[] = { mask - 1, mask, mask + 1, mask + 2 };
	unsigned int i, n;
	u64 ns, ns0;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		world_clock(NULL);
		fake_width(c);
		fake_set(0, starts[i]);
		KUNIT_ASSERT_EQ(test, soc_clock_register(&world.clk, &world.ctr[0].src), 0);
		for (n = 0; n < 5; n++) {
			ns = look("after registration");
			KUNIT_EXPECT_EQ_MSG(test, ns, expected(0, n),
					    "registered at %#llx, %u ticks later", starts[i], n);
			fake_set(0, starts[i] + n + 1);
		}

		/* Whatever the clock shows then. */
		fake_set(0, starts[i]);
		soc_clock_update(&world.clk);
		world.last = 0;
		ns0 = look("after renewal");
		for (n = 0; n < 5; n++) {
			ns = look("across the wrap");
			KUNIT_EXPECT_EQ_MSG(test, ns, expected(ns0, n),
					    "renewed at %#llx, %u ticks later", starts[i], n);
			fake_set(0, starts[i] + n + 1);
		}
	}
}

/* Renewed much too often: within the same tick, then at each of several ticks. */
static void renewed_early(struct kunit *test)
{
	const struct width_case *c = test->param_value;
	unsigned int n;
	u64 ns;

	fake_width(c);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	pass_ticks(0, 3);
	soc_clock_update(&world.clk);
	ns = look("first renewal");
	for (n = 0; n < 100; n++) {
		KUNIT_EXPECT_FALSE(test, soc_clock_update(&world.clk));
		KUNIT_EXPECT_EQ_MSG(test, look("no tick since"), ns, "renewal %u", n);
	}
	bound(100, tick_ns(&world.ctr[0].src) + 1);
	for (n = 0; n < 100; n++) {
		pass_ticks(0, 1);
		soc_clock_update(&world.clk);
		look("renewed each tick");
	}
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
	KUNIT_EXPECT_EQ(test, world.clk.stats.updates, 201ULL);
}

/* Due at half the range; up to 7/8 works as well. */
static void renewed_late_within_tolerance(struct kunit *test)
{
	const struct width_case *c = test->param_value;
	u64 spans[] = {
		range_of(c->bits, 4), range_of(c->bits, 5), range_of(c->bits, 6),
		range_of(c->bits, 7) - 2, range_of(c->bits, 7) - 1,
	};
	u64 ns0, at;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(spans); i++) {
		world_clock(NULL);
		fake_width(c);
		soc_clock_register(&world.clk, &world.ctr[0].src);
		ns0 = look("epoch");
		at = fake_ticks(0);
		fake_set(0, at + spans[i]);
		KUNIT_EXPECT_EQ_MSG(test, look("before renewal"), expected(ns0, spans[i]),
				    "%llu ticks after the epoch", spans[i]);
		KUNIT_EXPECT_FALSE(test, soc_clock_update(&world.clk));
		KUNIT_EXPECT_EQ_MSG(test, look("after renewal"),
				    ns0 + oracle_ns_up(spans[i], world.ctr[0].src.mult,
						       world.ctr[0].src.shift),
				    "%llu ticks after the epoch", spans[i]);
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
	}
}

/* The same with true time, so that the reference clock agrees. */
static void reference_agrees(struct kunit *test)
{
	const struct width_case *c = test->param_value;
	unsigned int i;

	if (c->bits > 56)
		return;	/* more than the simulated time holds */
	fake_width(c);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	for (i = 4; i < 8; i++) {
		pass_ticks(0, range_of(c->bits, i) - 1);
		KUNIT_EXPECT_FALSE_MSG(test, soc_clock_update(&world.clk), "%u/8", i);
	}
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
}

struct late_case {
	const char	*name;
	unsigned int	wide_bits;
	unsigned int	eighths;
	s64		ticks;
};

static struct late_case late_cases[] = {
	{ "wide, by 7/8 of a lap",		64,   7, 0 },
	{ "wide, by a lap less a tick",		64,   8, -1 },
	{ "wide, by a lap",			64,   8, 0 },
	{ "wide, by a lap and 5 ticks",		64,   8, 5 },
	{ "wide, by 3 1/2 laps",		64,  28, 0 },
	{ "wide, by 1000 laps",			40, 8000, 0 },
	{ "reference, by 7/8 of a lap",		0,    7, 0 },
	{ "reference, by a lap less a tick",	0,    8, -1 },
	{ "reference, by a lap",		0,    8, 0 },
	{ "reference, by a lap and 5 ticks",	0,    8, 5 },
	{ "reference, by 3 1/2 laps",		0,   28, 0 },
	{ "reference, by 1000 laps",		0, 8000, 0 },
};

static void describe_late(struct late_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(late_cases, late_cases, describe_late);

/* Late by more than readers can follow: reported once, counted each time, repaired. */
static void renewed_too_late(struct kunit *test)
{
	const struct late_case *c = test->param_value;
	u64 ticks, ns, due, slack;
	unsigned int n;

	world_clock(c->wide_bits ? NULL : world_reference);
	fake(0, 24, c->wide_bits, RATE, 1);
	soc_clock_register(&world.clk, &world.ctr[0].src);

	for (n = 1; n <= 3; n++) {
		soc_clock_update(&world.clk);
		world.last = 0;
		ns = look("epoch");
		ticks = ((u64)c->eighths << 21) + c->ticks;
		pass_ticks(0, ticks);
		KUNIT_EXPECT_EQ_MSG(test, soc_clock_update(&world.clk), n == 1, "round %u", n);
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, (u64)n);

		/* To the tick, whether the laps are the wide counter's or the reference's. */
		due = ns + oracle_true_ns(ticks, RATE);
		slack = 2 + (due >> 31);
		ns = look("after repair");
		KUNIT_EXPECT_LE_MSG(test, ns, due + slack, "round %u", n);
		KUNIT_EXPECT_GE_MSG(test, ns + slack, due, "round %u", n);
	}
	KUNIT_EXPECT_EQ(test, world.clk.stats.updates, 6ULL);
}

/* No reader can have seen more than the repaired clock shows. */
static void repair_is_no_step_back(struct kunit *test)
{
	const struct late_case *c = test->param_value;
	u64 seen;

	world_clock(c->wide_bits ? NULL : world_reference);
	fake(0, 24, c->wide_bits, RATE, 1);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	pass_ticks(0, range_of(24, 7) - 1);
	seen = look("the most that a reader can see");
	pass_ticks(0, ((u64)c->eighths << 21) + c->ticks - range_of(24, 7) + 1);
	soc_clock_update(&world.clk);
	KUNIT_EXPECT_GE(test, look("after repair"), seen);
}

/*
 * The reference is another clock: a little slow or fast, so it may take a lateness of
 * just 7/8 of a lap for less than that. The counter value knows better: it is nowhere
 * near the epoch's future.
 */
static void late_by_an_inexact_reference(struct kunit *test)
{
	static const s64 ppms[] = { -500, -20, 0, 20, 500 };
	static const unsigned int parts[] = { 0, 1, 100, 1000, 10000 };
	unsigned int i, k;
	u64 ticks, ns, due;

	for (i = 0; i < ARRAY_SIZE(ppms); i++) {
		for (k = 0; k < ARRAY_SIZE(parts); k++) {
			world_clock(world_reference);
			world.ref_ppm = ppms[i];
			fake(0, 24, 0, RATE, 1);
			soc_clock_register(&world.clk, &world.ctr[0].src);
			ticks = range_of(24, 7) + parts[k];
			pass_ticks(0, ticks);
			soc_clock_update(&world.clk);
			KUNIT_EXPECT_EQ_MSG(test, world.clk.stats.late, 1ULL,
					    "reference %lld ppm, 7/8 lap + %u ticks",
					    ppms[i], parts[k]);
			due = oracle_true_ns(ticks, RATE);
			ns = soc_clock_read(&world.clk);
			KUNIT_EXPECT_GE_MSG(test, ns + div_u64(due, 1000), due,
					    "reference %lld ppm, 7/8 lap + %u ticks",
					    ppms[i], parts[k]);
			KUNIT_EXPECT_LE_MSG(test, ns, due + div_u64(due, 1000),
					    "reference %lld ppm, 7/8 lap + %u ticks",
					    ppms[i], parts[k]);
		}
	}
}

/*
 * The narrower the counter the more laps it makes; the reference has to tell
 * them all apart.
 */
static void late_by_very_many_laps(struct kunit *test)
{
	static const unsigned int bits[] = { 8, 9, 12, 16, 20 };
	unsigned int i, laps;
	u64 ticks;

	for (i = 0; i < ARRAY_SIZE(bits); i++) {
		for (laps = 1; laps <= 10000; laps *= 10) {
			world_clock(world_reference);
			fake(0, bits[i], 0, 1000000, 1);
			soc_clock_register(&world.clk, &world.ctr[0].src);
			ticks = ((u64)laps << bits[i]) + range_of(bits[i], 3);
			pass_ticks(0, ticks);
			soc_clock_update(&world.clk);
			KUNIT_EXPECT_EQ(test, world.clk.stats.late, 1ULL);
			KUNIT_EXPECT_EQ_MSG(test, soc_clock_read(&world.clk), 1000 * ticks,
					    "%u bits, %u laps and 3/8", bits[i], laps);
		}
	}
}

/*
 * A reference that is stopped, or moves in large steps as jiffies do, must not take a
 * clock back behind what its readers have seen: renewed in time, it needs no reference.
 */
static u64 stopped_reference(void)
{
	return NSEC_PER_SEC;
}

static void reference_is_stopped(struct kunit *test)
{
	const struct width_case *c = test->param_value;
	u64 spans[] = {
		range_of(c->bits, 1), range_of(c->bits, 4) - 1, range_of(c->bits, 4),
		range_of(c->bits, 5), range_of(c->bits, 7) - 1,
	};
	unsigned int i, n;
	u64 seen, ns;

	for (i = 0; i < ARRAY_SIZE(spans); i++) {
		for (n = 0; n < 3; n++) {
			/* Because 64 bits of ns cannot hold many laps of the widest. */
			if (!n || c->bits == 64) {
				world_clock(stopped_reference);
				fake_width(c);
				soc_clock_register(&world.clk, &world.ctr[0].src);
			}
			ns = look("epoch");
			fake_set(0, fake_ticks(0) + spans[i]);
			seen = look("before renewal");
			KUNIT_EXPECT_LE_MSG(test, expected(ns, spans[i]), seen + 1,
					    "%llu ticks after epoch %u", spans[i], n);
			KUNIT_EXPECT_FALSE(test, soc_clock_update(&world.clk));
			ns = look("after renewal");
			KUNIT_EXPECT_LE_MSG(test, ns, seen + 1, "%llu ticks after epoch %u",
					    spans[i], n);
			KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
		}
	}
}

/* Half a lap and more of 24 bits at 24 MHz. */
#define STOLEN_NS	400000000ULL

static unsigned int thefts;

/* The CPU is taken away after the counter is read, once or each time. */
static void steal(void)
{
	pass_ns(STOLEN_NS);
	if (--thefts)
		world.in_read = steal;
}

/* The same before it is read. */
static u64 stealing_reference(void)
{
	u64 ns = world_reference();

	if (thefts) {
		thefts--;
		pass_ns(STOLEN_NS);
	}
	return ns;
}

/*
 * Time stolen between the looks at the counter and the reference, in any epoch's
 * first or last sample, leaves the clock where true time is.
 */
static void stolen_time_adds_no_lap(struct kunit *test)
{
	static u64 (*const references[])(void) = { world_reference, stealing_reference };
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(references); i++) {
		thefts = 0;
		world_clock(references[i]);
		fake(0, 24, 0, RATE, 1);
		soc_clock_register(&world.clk, &world.ctr[0].src);
		bound(10, tick_ns(&world.ctr[0].src) + 10);
		for (n = 0; n < 6; n++) {
			pass_ns(100000000);
			if (n & 1) {
				thefts = 1;
				if (!i)
					world.in_read = steal;
			}
			soc_clock_update(&world.clk);
			KUNIT_EXPECT_EQ(test, thefts, 0U);
			look(i ? "stolen before the counter was read" : "stolen after it");
			if (world.faults)
				return;
		}
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
	}
}

/* Stolen at each try: the laps are not certain, and none may be added. */
static void time_stolen_again_and_again(struct kunit *test)
{
	unsigned int n;
	u64 zero;

	fake(0, 24, 0, RATE, 1);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	zero = world.now;
	for (n = 0; n < 5; n++) {
		pass_ns(100000000);
		thefts = 100;
		world.in_read = steal;
		soc_clock_update(&world.clk);
		world.in_read = NULL;
		KUNIT_EXPECT_LT_MSG(test, thefts, 100U, "nothing was stolen");
		KUNIT_EXPECT_GT_MSG(test, thefts, 90U, "tried too often");
		KUNIT_EXPECT_LE_MSG(test, soc_clock_read(&world.clk),
				    div_u64(world.now - zero, UNITS_PER_NS) + 50, "round %u", n);
	}
}

/* Reported by the first update after it, whatever noticed. */
static void late_reported_whoever_noticed(struct kunit *test)
{
	fake(0, 24, 64, RATE, 1);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	pass_ticks(0, range_of(24, 9));
	fake(1, 32, 0, RATE, 2);
	soc_clock_register(&world.clk, &world.ctr[1].src);
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 1ULL);
	KUNIT_EXPECT_TRUE(test, soc_clock_update(&world.clk));
	KUNIT_EXPECT_FALSE(test, soc_clock_update(&world.clk));
}

/* Nothing can tell the lap: it is not counted, and the clock keeps running. */
static void late_unknown_to_anything(struct kunit *test)
{
	u64 ns;

	world_clock(NULL);
	fake(0, 24, 0, RATE, 1);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	pass_ticks(0, range_of(24, 9));
	KUNIT_EXPECT_FALSE(test, soc_clock_update(&world.clk));
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
	ns = look("a lap lost");
	KUNIT_EXPECT_LE(test, ns, expected(0, range_of(24, 1)) + 1);
	bound(2, tick_ns(&world.ctr[0].src) + 1);
	pass_ticks(0, range_of(24, 4));
	look("on");
}

struct rate_case {
	unsigned int	bits;
	unsigned long	rate;
};

static void describe_rate(struct rate_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%u bits, %lu Hz", c->bits, c->rate);
}

static struct rate_case rates[] = {
	{  8, 1 }, {  8, U32_MAX },
	{ 16, 1 }, { 16, 32768 }, { 16, U32_MAX },
	{ 32, 1 }, { 32, 32768 }, { 32, RATE }, { 32, 999999999 }, { 32, 1000000000 },
	{ 32, 1000000001 }, { 32, U32_MAX },
	{ 33, 1 }, { 33, RATE }, { 33, U32_MAX },
	{ 56, 1 }, { 56, 999999937 }, { 56, 1000000001 }, { 56, U32_MAX },
	{ 64, 1 }, { 64, 100 }, { 64, RATE }, { 64, 1000000000 }, { 64, 1000000001 },
	{ 64, 1400020000 }, { 64, U32_MAX },
};

KUNIT_ARRAY_PARAM(rates, rates, describe_rate);

/* Any delta that can be told from an old value, short ones as often as long. */
static u64 random_delta(unsigned int bits)
{
	u64 delta = dice() & mask_of(bits);

	delta >>= dice_below(bits);

	return min(delta, range_of(bits, 7) - 1);
}

/* Readings against the full product, worked out bit by bit. */
static void no_overflow_in_a_reading(struct kunit *test)
{
	const struct rate_case *c = test->param_value;
	u64 fixed[] = {
		0, 1, range_of(c->bits, 4) - 1, range_of(c->bits, 4),
		range_of(c->bits, 7) - 2, range_of(c->bits, 7) - 1,
	};
	struct width_case width = { c->bits, 0, c->rate };
	u64 begin, delta;
	unsigned int n;

	do {
		world_clock(NULL);
		fake_width(&width);
		fake_set(0, dice());
		begin = fake_ticks(0);
		soc_clock_register(&world.clk, &world.ctr[0].src);
		for (n = 0; n < 500; n++) {
			delta = n < ARRAY_SIZE(fixed) ? fixed[n] : random_delta(c->bits);
			fake_set(0, begin + delta);
			KUNIT_EXPECT_EQ_MSG(test, soc_clock_read(&world.clk), expected(0, delta),
					    "%llu ticks after the epoch, %s", delta,
					    width.called ? "called" : "inline");
		}
		width.called = !width.called;
	} while (width.called);
}

/* Renewals too, as far as 64 bits of ns go. */
static void no_overflow_in_a_renewal(struct kunit *test)
{
	const struct rate_case *c = test->param_value;
	const struct soc_clock_source *src = &world.ctr[0].src;
	u64 begin, delta;
	unsigned int n;

	for (n = 0; n < 500; n++) {
		delta = n ? random_delta(c->bits) : range_of(c->bits, 4);
		if (div_u64(delta, c->rate) > MOST_SECONDS)
			continue;
		world_clock(NULL);
		fake(0, c->bits, 0, c->rate, 1);
		fake_set(0, dice());
		begin = fake_ticks(0);
		soc_clock_register(&world.clk, &world.ctr[0].src);
		fake_set(0, begin + delta);
		soc_clock_update(&world.clk);
		KUNIT_EXPECT_EQ_MSG(test, soc_clock_read(&world.clk),
				    oracle_ns_up(delta, src->mult, src->shift),
				    "%llu ticks after the epoch", delta);
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
	}
}

/* What a wide counter finds may be far longer than the narrow one's range. */
static void no_overflow_in_a_repair(struct kunit *test)
{
	static const unsigned long fast[] = {
		1, RATE, 1000000000, 1000000001, 1400020000, U32_MAX,
	};
	const struct soc_clock_source *src = &world.ctr[0].src;
	u64 begin, delta;
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(fast); i++) {
		for (n = 32; n < 62; n++) {
			world_clock(NULL);
			fake(0, 32, 64, fast[i], 1);
			soc_clock_register(&world.clk, &world.ctr[0].src);
			begin = fake_ticks(0);
			delta = (1ULL << n) + (dice() & mask_of(n));
			if (div_u64(delta, fast[i]) > MOST_SECONDS)
				continue;
			fake_set(0, begin + delta);
			soc_clock_update(&world.clk);
			KUNIT_EXPECT_EQ_MSG(test, soc_clock_read(&world.clk),
					    oracle_ns_up(delta, src->mult, src->shift),
					    "%lu Hz, %llu ticks", fast[i], delta);
		}
	}
}

/* The factor is as fine as 32 bits allow: half a part per billion, at 4 GHz too. */
static void conversion_is_accurate(struct kunit *test)
{
	const struct rate_case *c = test->param_value;
	u64 ticks, ns, due, slack;

	fake(0, c->bits, 0, c->rate, 1);
	fake_set(0, 0);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	/* As much as fits into 64 bits of ns, or into the counter. */
	ticks = min(range_of(c->bits, 7) - 1, c->rate * 10000000000ULL);
	fake_set(0, ticks);
	ns = soc_clock_read(&world.clk);
	due = oracle_true_ns(ticks, c->rate);
	slack = 1 + div_u64(due, 1900000000);
	KUNIT_EXPECT_LE_MSG(test, ns, due + slack, "%llu ticks", ticks);
	KUNIT_EXPECT_GE_MSG(test, ns + slack, due, "%llu ticks", ticks);
}

/* A value from before the epoch, up to an eighth of the range old. */
static void old_value(struct kunit *test)
{
	const struct width_case *c = test->param_value;
	u64 eighth = range_of(c->bits, 1);
	u64 lags[] = { 1, 2, eighth / 2, eighth - 1, eighth };
	unsigned int i;
	u64 ns0;

	fake_width(c);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	pass_ticks(0, 5);
	soc_clock_update(&world.clk);
	ns0 = look("epoch");
	for (i = 0; i < ARRAY_SIZE(lags); i++) {
		world.ctr[0].lag = lags[i];
		KUNIT_EXPECT_EQ_MSG(test, look("old value"), ns0, "%llu ticks old", lags[i]);
	}

	/* Older values are treated as late ones: the limit is part of what the clock promises. */
	world.ctr[0].lag = eighth + 1;
	KUNIT_EXPECT_EQ(test, look("beyond"), expected(ns0, range_of(c->bits, 7) - 1));
}

/*
 * A renewal that sees such a value, as on a CPU that lags: the clock neither steps back
 * nor is ahead by the lag once the next value is right again.
 */
static void renewal_sees_an_old_value(struct kunit *test)
{
	const struct width_case *c = test->param_value;
	u64 eighth = range_of(c->bits, 1);
	u64 lags[] = { 1, 2, eighth / 2, eighth };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lags); i++) {
		world_clock(world_reference);
		fake_width(c);
		soc_clock_register(&world.clk, &world.ctr[0].src);
		pass_ticks(0, 5);
		soc_clock_update(&world.clk);
		bound(2, tick_ns(&world.ctr[0].src) + 1);
		world.ctr[0].lag = lags[i];
		soc_clock_update(&world.clk);
		look("old value");
		world.ctr[0].lag = 0;
		look("right value");
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
		if (world.faults) {
			KUNIT_FAIL(test, "%llu ticks old", lags[i]);
			return;
		}
	}
}

/* At any rate, a renewal costs at most 1 ns forward and nothing back. */
static void renewals_drift_forward_only(struct kunit *test)
{
	static const unsigned long odd[] = {
		1, 3, 7, 11, 999, 32768, 77777, 1000003, 3579545, 19200000, 24000001,
		333333333, 999999937, 1000000000, 1000000007, 2147483647, 4294967291UL,
	};
	const struct soc_clock_source *src = &world.ctr[0].src;
	u64 ticks, delta, ns, due, before;
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(odd); i++) {
		world_clock(NULL);
		fake(0, 56, 0, odd[i], 1);
		soc_clock_register(&world.clk, &world.ctr[0].src);
		ticks = 0;
		for (n = 1; n <= 200; n++) {
			delta = dice_below(odd[i] / 16 + 3);
			fake_set(0, fake_ticks(0) + delta);
			ticks += delta;
			before = look("before renewal");
			soc_clock_update(&world.clk);
			ns = look("after renewal");
			KUNIT_EXPECT_LE_MSG(test, ns, before + 1, "%lu Hz", odd[i]);
			due = oracle_ns(ticks, src->mult, src->shift);
			KUNIT_EXPECT_GE_MSG(test, ns, due, "%lu Hz, renewal %u", odd[i], n);
			KUNIT_EXPECT_LE_MSG(test, ns, due + n, "%lu Hz, renewal %u", odd[i], n);
		}
	}
}

/* Half the range, or an hour. */
static void period(struct kunit *test)
{
	const struct rate_case *c = test->param_value;
	u64 half, ns, slack;

	KUNIT_EXPECT_EQ(test, soc_clock_period(&world.clk), 0ULL);
	fake(0, c->bits, 0, c->rate, 1);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	ns = soc_clock_period(&world.clk);
	KUNIT_EXPECT_LE(test, ns, 3600 * (u64)NSEC_PER_SEC);
	if (div_u64(range_of(c->bits, 4), c->rate) >= 3600) {
		KUNIT_EXPECT_EQ(test, ns, 3600 * (u64)NSEC_PER_SEC);
		return;
	}
	half = oracle_true_ns(range_of(c->bits, 4), c->rate);
	slack = 1 + (half >> 30);
	KUNIT_EXPECT_LE(test, ns, half + slack);
	KUNIT_EXPECT_GE(test, ns + slack, half);
}

/* The snapshot for people agrees with what readers get. */
static void state(struct kunit *test)
{
	const struct width_case *c = test->param_value;
	const struct soc_clock_source *src = &world.ctr[0].src;
	struct soc_clock_state s;
	u64 left;

	soc_clock_get_state(&world.clk, &s);
	KUNIT_EXPECT_STREQ(test, s.name, "none");
	KUNIT_EXPECT_EQ(test, s.now, 0ULL);
	KUNIT_EXPECT_EQ(test, s.period, 0ULL);
	KUNIT_EXPECT_NULL(test, s.source);

	fake_width(c);
	soc_clock_register(&world.clk, &world.ctr[0].src);
	fake_set(0, fake_ticks(0) + range_of(c->bits, 3));
	soc_clock_get_state(&world.clk, &s);
	KUNIT_EXPECT_STREQ(test, s.name, "fake0");
	KUNIT_EXPECT_PTR_EQ(test, s.source, &world.ctr[0].src);
	KUNIT_EXPECT_EQ(test, s.bits, c->bits);
	KUNIT_EXPECT_EQ(test, s.rate, c->rate);
	KUNIT_EXPECT_EQ(test, s.now, expected(0, range_of(c->bits, 3)));
	KUNIT_EXPECT_EQ(test, s.period, soc_clock_period(&world.clk));
	KUNIT_EXPECT_EQ(test, s.rd.mult, src->mult);
	KUNIT_EXPECT_EQ(test, s.rd.shift, src->shift);
	left = oracle_ns_up(range_of(c->bits, 4), src->mult, src->shift);
	KUNIT_EXPECT_EQ(test, s.wrap, left);
	KUNIT_EXPECT_EQ(test, s.stats.switches, 1ULL);
	KUNIT_EXPECT_FALSE(test, s.suspended);
}

static struct kunit_case latch_time_cases[] = {
	KUNIT_CASE_PARAM(across_the_wrap, widths_gen_params),
	KUNIT_CASE_PARAM(renewed_early, widths_gen_params),
	KUNIT_CASE_PARAM(renewed_late_within_tolerance, widths_gen_params),
	KUNIT_CASE_PARAM(reference_agrees, widths_gen_params),
	KUNIT_CASE_PARAM(renewed_too_late, late_cases_gen_params),
	KUNIT_CASE_PARAM(repair_is_no_step_back, late_cases_gen_params),
	KUNIT_CASE(late_by_an_inexact_reference),
	KUNIT_CASE(late_by_very_many_laps),
	KUNIT_CASE_PARAM(reference_is_stopped, widths_gen_params),
	KUNIT_CASE(stolen_time_adds_no_lap),
	KUNIT_CASE(time_stolen_again_and_again),
	KUNIT_CASE(late_reported_whoever_noticed),
	KUNIT_CASE(late_unknown_to_anything),
	KUNIT_CASE_PARAM(no_overflow_in_a_reading, rates_gen_params),
	KUNIT_CASE_PARAM(no_overflow_in_a_renewal, rates_gen_params),
	KUNIT_CASE(no_overflow_in_a_repair),
	KUNIT_CASE_PARAM(conversion_is_accurate, rates_gen_params),
	KUNIT_CASE_PARAM(old_value, widths_gen_params),
	KUNIT_CASE_PARAM(renewal_sees_an_old_value, widths_gen_params),
	KUNIT_CASE(renewals_drift_forward_only),
	KUNIT_CASE_PARAM(period, rates_gen_params),
	KUNIT_CASE_PARAM(state, widths_gen_params),
	{}
};

static struct kunit_suite latch_time_suite = {
	.name		= "soc_latch_time",
	.init		= world_init,
	.exit		= world_exit,
	.test_cases	= latch_time_cases,
};

kunit_test_suite(latch_time_suite);

MODULE_DESCRIPTION("KUnit tests of the clock");
MODULE_LICENSE("GPL");
