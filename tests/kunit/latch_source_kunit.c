// SPDX-License-Identifier: GPL-2.0-only
/*
 * A clock's sources as they come, go and stop.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/slab.h>
#include "latch_world.h"

#define SRC(i)	(&world.ctr[i].src)
#define CLK	(&world.clk)

static struct soc_clock static_clock = SOC_CLOCK_INIT(static_clock, NULL);

static bool valid(const struct soc_clock_read_data *rd)
{
	return rd->read && rd->ns && rd->read() == 0 && rd->ns(rd) == rd->epoch_ns;
}

static void nobody_else_writes(void)
{
	if (!irqs_disabled() || !world_locked())
		fault("step %u: another may write", world.steps);
}

static void reads_zero_before_registration(struct kunit *test)
{
	struct soc_clock *clk;

	KUNIT_EXPECT_EQ(test, soc_clock_read(&static_clock), 0ULL);
	KUNIT_EXPECT_EQ(test, soc_clock_read_noinstr(&static_clock), 0ULL);
	KUNIT_EXPECT_EQ(test, soc_clock_read(CLK), 0ULL);
	KUNIT_EXPECT_TRUE(test, valid(&static_clock.copy[0].rd));
	KUNIT_EXPECT_TRUE(test, valid(&static_clock.copy[1].rd));
	KUNIT_EXPECT_TRUE(test, valid(&world.clk.copy[0].rd));
	KUNIT_EXPECT_TRUE(test, valid(&world.clk.copy[1].rd));
	KUNIT_EXPECT_FALSE(test, soc_clock_update(&static_clock));
	KUNIT_EXPECT_EQ(test, static_clock.stats.updates, 0ULL);

	/* Uninitialised memory. */
	clk = kunit_kmalloc(test, sizeof(*clk), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, clk);
	memset(clk, 0xa5, sizeof(*clk));
	soc_clock_init(clk, NULL);
	KUNIT_EXPECT_EQ(test, soc_clock_read(clk), 0ULL);
	KUNIT_EXPECT_TRUE(test, valid(&clk->copy[0].rd));
	KUNIT_EXPECT_TRUE(test, valid(&clk->copy[1].rd));
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(clk, SRC(0)), -ENOENT);
}

struct bad_case {
	const char	*name;
	void		(*spoil)(struct soc_clock_source *src);
};

#define SPOIL(name, how)					\
	static void name(struct soc_clock_source *src)		\
	{							\
		how;						\
	}

SPOIL(no_name, src->name = NULL)
SPOIL(no_read, src->read = NULL)
SPOIL(no_bits, src->bits = 0)
SPOIL(few_bits, src->bits = SOC_CLOCK_MIN_BITS - 1)
SPOIL(many_bits, src->bits = 65; src->wide_bits = 66)
SPOIL(no_rate, src->rate = 0)
SPOIL(inline_width, src->bits = 31)
SPOIL(wide_unread, src->read_wide = NULL)
SPOIL(wide_no_bits, src->wide_bits = 0)
SPOIL(wide_equal, src->wide_bits = src->bits)
SPOIL(wide_less, src->wide_bits = src->bits - 1)
SPOIL(wide_many, src->wide_bits = 65)
#if BITS_PER_LONG == 64
SPOIL(high_rate, src->rate = U32_MAX + 1UL)
#endif

static struct bad_case bad_cases[] = {
	{ "no name", no_name },
	{ "no read", no_read },
	{ "no bits", no_bits },
	{ "too few bits", few_bits },
	{ "more than 64 bits", many_bits },
	{ "no rate", no_rate },
	{ "read inline at another width", inline_width },
	{ "wide bits but no wide read", wide_unread },
	{ "wide read without bits", wide_no_bits },
	{ "wide read no wider", wide_equal },
	{ "wide read narrower", wide_less },
	{ "wide read of more than 64 bits", wide_many },
#if BITS_PER_LONG == 64
	{ "rate above 32 bits", high_rate },
#endif
};

static void describe_bad(struct bad_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(bad_cases, bad_cases, describe_bad);

static void refuses(struct kunit *test)
{
	const struct bad_case *c = test->param_value;

	c->spoil(fake(0, 32, 64, 24000000, 1));
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(0)), -EINVAL);
	KUNIT_EXPECT_NULL(test, world.clk.source);
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(0)), -ENOENT);
	KUNIT_EXPECT_EQ(test, soc_clock_read(CLK), 0ULL);
	KUNIT_EXPECT_EQ(test, world.ctr[0].reads + world.ctr[0].wide_reads, 0U);
}

static void accepts_the_extremes(struct kunit *test)
{
	fake(0, SOC_CLOCK_MIN_BITS, 0, 1, INT_MIN);
	fake(1, 64, 0, U32_MAX, INT_MAX);
	fake(2, SOC_CLOCK_MIN_BITS, SOC_CLOCK_MIN_BITS + 1, U32_MAX, 0);
	fake(3, 63, 64, 1, 0);
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(0)), 0);
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(1)), 0);
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(2)), 0);
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(3)), 0);
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
}

static void registered_twice(struct kunit *test)
{
	fake(0, 32, 0, 24000000, 1);
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(0)), 0);
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(0)), -EEXIST);
	KUNIT_EXPECT_EQ(test, world.clk.stats.switches, 1ULL);
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(0)), 0);
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(0)), -ENOENT);
	KUNIT_EXPECT_EQ(test, world.stops, 1U);
	/* And again, after it was unregistered. */
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(0)), 0);
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(0));
}

static void best_by_rating_rate_and_age(struct kunit *test)
{
	fake(0, 32, 0, 1000, 300);
	fake(1, 32, 0, 2000, 300);
	fake(2, 32, 0, 2000, 300);
	fake(3, 32, 0, 1, 301);

	soc_clock_register(CLK, SRC(1));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
	soc_clock_register(CLK, SRC(0));
	KUNIT_EXPECT_PTR_EQ_MSG(test, world.clk.source, SRC(1), "a lower rate");
	soc_clock_register(CLK, SRC(2));
	KUNIT_EXPECT_PTR_EQ_MSG(test, world.clk.source, SRC(2), "the latest of equals");
	soc_clock_register(CLK, SRC(3));
	KUNIT_EXPECT_PTR_EQ_MSG(test, world.clk.source, SRC(3), "a higher rating");
	KUNIT_EXPECT_EQ(test, world.clk.stats.switches, 3ULL);

	/* Unregistering, in the same order from the top. */
	soc_clock_unregister(CLK, SRC(3));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(2));
	soc_clock_unregister(CLK, SRC(2));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
	soc_clock_unregister(CLK, SRC(1));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(0));
	soc_clock_unregister(CLK, SRC(0));
	KUNIT_EXPECT_NULL(test, world.clk.source);
}

static void widest_of_equal_rates(struct kunit *test)
{
	fake(0, 64, 0, 1000, 300);
	fake(1, 32, 0, 1000, 300);
	fake(2, 33, 0, 1000, 300);
	fake(3, 16, 0, 1001, 300);

	soc_clock_register(CLK, SRC(1));
	soc_clock_register(CLK, SRC(0));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(0));
	soc_clock_register(CLK, SRC(2));
	KUNIT_EXPECT_PTR_EQ_MSG(test, world.clk.source, SRC(0), "a narrower one came later");
	soc_clock_register(CLK, SRC(3));
	KUNIT_EXPECT_PTR_EQ_MSG(test, world.clk.source, SRC(3), "the rate counts first");

	soc_clock_unregister(CLK, SRC(3));
	soc_clock_unregister(CLK, SRC(0));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(2));
	soc_clock_unregister(CLK, SRC(2));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
}

/* Demoted but not gone; each switch is as continuous as any other. */
static void unreliable_source(struct kunit *test)
{
	fake(0, 32, 0, 24000000, 300);
	fake(1, 32, 64, 1000000, 200);
	fake(2, 32, 0, 1000, 1);
	KUNIT_EXPECT_FALSE_MSG(test, soc_clock_demote(CLK, SRC(0)), "not registered");
	soc_clock_register(CLK, SRC(0));
	KUNIT_EXPECT_FALSE_MSG(test, soc_clock_demote(CLK, SRC(0)), "there is no other");
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(0));
	soc_clock_register(CLK, SRC(2));
	KUNIT_EXPECT_PTR_EQ_MSG(test, world.clk.source, SRC(2), "the worst of all is better");

	/* Once registered again, it is trusted again. */
	soc_clock_unregister(CLK, SRC(0));
	soc_clock_register(CLK, SRC(0));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(0));
	soc_clock_register(CLK, SRC(1));

	bound(tick_ns(SRC(0)) + 2 * tick_ns(SRC(1)) + 3, tick_ns(SRC(1)) + 1);
	pass_ns(123456789);
	look("before");
	world.in_step = nobody_else_writes;
	KUNIT_EXPECT_TRUE(test, soc_clock_demote(CLK, SRC(0)));
	world.in_step = NULL;
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
	KUNIT_EXPECT_EQ_MSG(test, world.stops, 1U, "must not be waited for");
	look("right after");
	pass_ns(123456789);
	look("later");
	KUNIT_EXPECT_FALSE_MSG(test, soc_clock_demote(CLK, SRC(0)), "twice");
	KUNIT_EXPECT_FALSE_MSG(test, soc_clock_demote(CLK, SRC(2)), "a source that feeds nothing");
	world.bounded = false;

	/* Then all are demoted, and rank as before. */
	KUNIT_EXPECT_TRUE(test, soc_clock_demote(CLK, SRC(1)));
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(0));
	look("all demoted");
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(0)), 0);
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
	look("next");
}

static void unreliable_source_in_suspend(struct kunit *test)
{
	u64 ns;

	fake(0, 32, 0, 24000000, 300);
	fake(1, 32, 0, 1000000, 200);
	soc_clock_register(CLK, SRC(0));
	soc_clock_register(CLK, SRC(1));
	soc_clock_suspend(CLK, NULL);
	ns = look("suspended");
	KUNIT_EXPECT_TRUE(test, soc_clock_demote(CLK, SRC(0)));
	KUNIT_EXPECT_EQ(test, look("demoted"), ns);
	KUNIT_EXPECT_EQ(test, world.ctr[1].reads, 0U);
	soc_clock_resume(CLK, NULL);
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
	KUNIT_EXPECT_EQ(test, look("resumed"), ns);
}

static void falls_back(struct kunit *test)
{
	unsigned int reads;

	fake(0, 32, 0, 24000000, 300);
	fake(1, 32, 64, 1000000, 200);
	soc_clock_register(CLK, SRC(0));
	soc_clock_register(CLK, SRC(1));
	bound(tick_ns(SRC(0)) + 2 * tick_ns(SRC(1)) + 3, tick_ns(SRC(1)) + 1);
	pass_ns(123456789);
	look("before");
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(0)), 0);
	KUNIT_EXPECT_EQ(test, world.stops, 1U);
	reads = world.ctr[0].reads;
	look("right after");
	pass_ns(123456789);
	soc_clock_update(CLK);
	look("later");
	KUNIT_EXPECT_EQ_MSG(test, world.ctr[0].reads, reads, "the old counter was read again");
	KUNIT_EXPECT_PTR_EQ(test, world.clk.copy[0].rd.read, SRC(1)->read);
	KUNIT_EXPECT_PTR_EQ(test, world.clk.copy[1].rd.read, SRC(1)->read);
}

static void stops_without_a_fallback(struct kunit *test)
{
	unsigned int reads;
	u64 ns;

	fake(0, 32, 0, 24000000, 300);
	soc_clock_register(CLK, SRC(0));
	pass_ns(5000000);
	look("before");
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(0)), 0);
	reads = world.ctr[0].reads;
	ns = look("after");
	pass_ns(5000000);
	KUNIT_EXPECT_EQ(test, look("later"), ns);
	KUNIT_EXPECT_LE(test, ns, 5000000 + AHEAD_NS + 2 * tick_ns(SRC(0)) + 2);
	KUNIT_EXPECT_EQ(test, world.ctr[0].reads, reads);
	KUNIT_EXPECT_EQ(test, soc_clock_period(CLK), 0ULL);
	KUNIT_EXPECT_FALSE(test, soc_clock_update(CLK));

	/* A new source continues from where the clock stopped. */
	fake(1, 32, 0, 1000000, 1);
	soc_clock_register(CLK, SRC(1));
	KUNIT_EXPECT_EQ(test, look("new source"), ns);
	pass_ns(1000000000);
	KUNIT_EXPECT_GE(test, look("runs"), ns + 999999000);
}

static void another_goes(struct kunit *test)
{
	struct soc_clock_read_data rd;
	u64 ns;

	fake(0, 32, 0, 24000000, 300);
	fake(1, 32, 0, 1000000, 200);
	soc_clock_register(CLK, SRC(0));
	soc_clock_register(CLK, SRC(1));
	KUNIT_EXPECT_EQ_MSG(test, world.ctr[1].reads, 0U, "a worse counter was read");
	rd = world.clk.copy[0].rd;
	ns = look("before");
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(1)), 0);
	KUNIT_EXPECT_EQ(test, look("after"), ns);
	KUNIT_EXPECT_EQ(test, memcmp(&world.clk.copy[0].rd, &rd, sizeof(rd)), 0);
	KUNIT_EXPECT_EQ(test, world.clk.stats.switches, 1ULL);
}

/*
 * Continuity of a switch, for pairs of counters and many phases of both: never
 * back, and forward by a tick of each and the time the two reads took at most.
 * Against true time that is a tick more, as the new counter may tick right then.
 */
struct switch_case {
	const char	*name;
	unsigned int	bits[2];
	unsigned int	wide[2];
	unsigned long	rate[2];
};

static struct switch_case switch_cases[] = {
	{ "24 MHz to 1 MHz",		{ 32, 32 }, {},		{ 24000000, 1000000 } },
	{ "1 MHz to 24 MHz",		{ 32, 32 }, {},		{ 1000000, 24000000 } },
	{ "24 MHz to 24 MHz",		{ 32, 32 }, {},		{ 24000000, 24000000 } },
	{ "24 MHz, wide, to 32768 Hz",	{ 32, 24 }, { 64, 0 },	{ 24000000, 32768 } },
	{ "32768 Hz to 24 MHz, wide",	{ 24, 32 }, { 0, 64 },	{ 32768, 24000000 } },
	{ "1.4 GHz to 100 Hz",		{ 64, 32 }, {},		{ 1400000000, 100 } },
	{ "100 Hz to 1.4 GHz",		{ 32, 64 }, {},		{ 100, 1400000000 } },
	{ "1 Hz to 4 GHz",		{ 8, 64 }, {},		{ 1, U32_MAX } },
	{ "4 GHz to 1 Hz",		{ 64, 8 }, {},		{ U32_MAX, 1 } },
	{ "100 Hz to 100 Hz",		{ 32, 32 }, {},		{ 100, 100 } },
};

static void describe_switch(struct switch_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(switch_cases, switch_cases, describe_switch);

static void switches(struct kunit *test)
{
	const struct switch_case *c = test->param_value;
	u64 finest, coarsest, read_ns, ns;
	unsigned int n, k;

	for (n = 0; n < 300; n++) {
		world_clock(NULL);
		world.per_read = 0;
		for (k = 0; k < 2; k++)
			fake(k, c->bits[k], c->wide[k], c->rate[k], k);
		finest = min(tick_ns(SRC(0)), tick_ns(SRC(1)));
		coarsest = max(tick_ns(SRC(0)), tick_ns(SRC(1)));

		/* Any phase of one, and of the other against it. */
		world.now += dice_below(4000000000U);
		soc_clock_register(CLK, SRC(0));
		pass_ticks(0, 1 + dice_below(20));
		bound(0, 0);
		world.bounded = false;
		pass_ns(dice_below(finest + 1));
		pass_ns(dice_below(n & 1 ? coarsest + 1 : finest + 1));

		read_ns = n % 3 ? 50 * (n % 3) : 0;
		world.per_read = read_ns * UNITS_PER_NS;
		ns = look("before");
		soc_clock_register(CLK, SRC(1));
		KUNIT_ASSERT_PTR_EQ(test, world.clk.source, SRC(1));
		world.bounded = true;
		world.ahead = tick_ns(SRC(0)) + 2 * tick_ns(SRC(1)) + 2 * read_ns + 3;
		world.behind = tick_ns(SRC(1)) + 2 * read_ns + 3;
		ns = look("right after") - ns;
		if (!read_ns)
			KUNIT_EXPECT_LE_MSG(test, ns, tick_ns(SRC(0)) + tick_ns(SRC(1)) + 3,
					    "phase %u", n);
		for (k = 0; k < 10; k++) {
			pass_ns(dice_below(coarsest + 1));
			look("on");
		}
		if (world.faults) {
			KUNIT_FAIL(test, "phase %u, forward by %llu ns at the switch: %s", n, ns,
				   world.fault);
			return;
		}
	}
}

static void suspended_touches_no_counter(struct kunit *test)
{
	unsigned int reads;
	u64 ns;

	fake(0, 32, 64, 24000000, 300);
	soc_clock_register(CLK, SRC(0));
	pass_ns(5000000);
	look("before");
	soc_clock_suspend(CLK, SRC(0));
	reads = world.ctr[0].reads + world.ctr[0].wide_reads;
	ns = look("suspended");
	pass_ns(7 * (u64)NSEC_PER_SEC);
	KUNIT_EXPECT_EQ(test, look("suspended longer"), ns);
	KUNIT_EXPECT_FALSE(test, soc_clock_update(CLK));
	KUNIT_EXPECT_EQ(test, world.clk.stats.updates, 0ULL);
	KUNIT_EXPECT_EQ(test, world.clk.copy[0].rd.read(), 0ULL);
	KUNIT_EXPECT_EQ(test, world.clk.copy[1].rd.read(), 0ULL);
	KUNIT_EXPECT_EQ_MSG(test, world.ctr[0].reads + world.ctr[0].wide_reads, reads,
			    "the counter was read in suspend");

	/* The time in suspend is not counted, whatever the counter did. */
	fake_set(0, 12345);
	soc_clock_resume(CLK, SRC(0));
	KUNIT_EXPECT_EQ(test, look("resumed"), ns);
	bound(2, tick_ns(SRC(0)) + 2);
	pass_ns(1000000000);
	look("running");
	soc_clock_update(CLK);
	look("renewed");
	KUNIT_EXPECT_EQ_MSG(test, world.clk.stats.late, 0ULL, "suspend is not lateness");
}

static void suspend_state_is_a_picture(struct kunit *test)
{
	struct soc_clock_state s;
	unsigned int reads;

	fake(0, 32, 0, 24000000, 300);
	soc_clock_register(CLK, SRC(0));
	soc_clock_suspend(CLK, NULL);
	reads = world.ctr[0].reads;
	soc_clock_get_state(CLK, &s);
	KUNIT_EXPECT_TRUE(test, s.suspended);
	KUNIT_EXPECT_STREQ(test, s.name, "fake0");
	KUNIT_EXPECT_EQ(test, s.now, soc_clock_read(CLK));
	KUNIT_EXPECT_EQ(test, world.ctr[0].reads, reads);
}

/* Each of the paths into suspend and out of it may call this, any number of times. */
static void suspend_and_resume_repeat(struct kunit *test)
{
	u64 ns;

	fake(0, 32, 0, 24000000, 300);
	soc_clock_register(CLK, SRC(0));
	pass_ns(5000000);
	soc_clock_resume(CLK, NULL);
	look("resume of a running clock");
	soc_clock_suspend(CLK, SRC(0));
	ns = look("first");
	soc_clock_suspend(CLK, NULL);
	KUNIT_EXPECT_EQ(test, look("second"), ns);
	soc_clock_suspend(CLK, SRC(0));
	KUNIT_EXPECT_EQ(test, look("third"), ns);
	pass_ns(5000000);
	soc_clock_resume(CLK, SRC(0));
	KUNIT_EXPECT_EQ(test, look("resume"), ns);
	pass_ns(5000000);
	ns = look("running");
	soc_clock_resume(CLK, NULL);
	KUNIT_EXPECT_EQ(test, look("second resume"), ns);
	bound(2, tick_ns(SRC(0)) + 2);
	pass_ns(5000000);
	look("running on");
}

static void suspend_of_another_source(struct kunit *test)
{
	u64 ns;

	fake(0, 32, 0, 24000000, 300);
	fake(1, 32, 0, 1000000, 200);
	soc_clock_register(CLK, SRC(0));
	soc_clock_register(CLK, SRC(1));
	bound(2, tick_ns(SRC(0)) + 2);
	soc_clock_suspend(CLK, SRC(1));
	KUNIT_EXPECT_FALSE(test, world.clk.suspended);
	pass_ns(5000000);
	look("runs on");
	soc_clock_suspend(CLK, NULL);
	world.bounded = false;
	ns = look("suspended");
	soc_clock_resume(CLK, SRC(1));
	KUNIT_EXPECT_TRUE(test, world.clk.suspended);
	pass_ns(5000000);
	KUNIT_EXPECT_EQ(test, look("still suspended"), ns);
	soc_clock_resume(CLK, NULL);
	KUNIT_EXPECT_FALSE(test, world.clk.suspended);
}

/* Sources come and go in suspend: the clock stays stopped, then runs on. */
static void sources_change_in_suspend(struct kunit *test)
{
	u64 ns;

	fake(0, 32, 0, 24000000, 300);
	fake(1, 32, 64, 1000000, 400);
	fake(2, 32, 0, 1000000, 100);
	soc_clock_register(CLK, SRC(0));
	pass_ns(5000000);
	soc_clock_suspend(CLK, NULL);
	ns = look("suspended");

	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(1)), 0);
	KUNIT_EXPECT_EQ(test, soc_clock_register(CLK, SRC(2)), 0);
	KUNIT_EXPECT_EQ(test, look("one more"), ns);
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(0)), 0);
	KUNIT_EXPECT_EQ(test, look("one less"), ns);
	KUNIT_EXPECT_EQ(test, world.ctr[1].reads + world.ctr[1].wide_reads, 0U);
	KUNIT_EXPECT_TRUE(test, world.clk.suspended);

	soc_clock_resume(CLK, NULL);
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
	KUNIT_EXPECT_EQ(test, look("resumed"), ns);
	bound(2, tick_ns(SRC(1)) + 2);
	pass_ns(5000000);
	look("running");
	soc_clock_update(CLK);
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
}

static void suspend_before_any_source(struct kunit *test)
{
	soc_clock_suspend(CLK, NULL);
	fake(0, 32, 0, 24000000, 300);
	soc_clock_register(CLK, SRC(0));
	pass_ns(5000000);
	KUNIT_EXPECT_EQ(test, look("suspended"), 0ULL);
	KUNIT_EXPECT_EQ(test, world.ctr[0].reads, 0U);
	soc_clock_resume(CLK, NULL);
	KUNIT_EXPECT_EQ(test, look("resumed"), 0ULL);
	pass_ns(5000000);
	KUNIT_EXPECT_GE(test, look("running"), 4999000ULL);

	/* And the last one is unregistered in suspend. */
	soc_clock_suspend(CLK, NULL);
	soc_clock_unregister(CLK, SRC(0));
	soc_clock_resume(CLK, NULL);
	look("nothing left");
	KUNIT_EXPECT_NULL(test, world.clk.source);
	KUNIT_EXPECT_EQ(test, world.clk.copy[0].rd.read(), 0ULL);
	KUNIT_EXPECT_EQ(test, world.clk.copy[1].rd.read(), 0ULL);
}

static void advances_forward_only(struct kunit *test)
{
	u64 ns;

	/* Without a source. */
	soc_clock_advance(CLK, 1000);
	KUNIT_EXPECT_EQ(test, look("set"), 1000ULL);
	soc_clock_advance(CLK, 999);
	KUNIT_EXPECT_EQ(test, look("not back"), 1000ULL);

	fake(0, 32, 0, 24000000, 300);
	soc_clock_register(CLK, SRC(0));
	pass_ns(5000000);
	ns = look("running");
	soc_clock_advance(CLK, ns / 2);
	KUNIT_EXPECT_LE(test, look("not back"), ns + 1);
	soc_clock_advance(CLK, 123 * (u64)NSEC_PER_SEC);
	KUNIT_EXPECT_EQ(test, look("forward"), 123 * (u64)NSEC_PER_SEC);
	bound(2, tick_ns(SRC(0)) + 2);
	pass_ns(5000000);
	look("running on");

	world.bounded = false;
	soc_clock_suspend(CLK, NULL);
	ns = look("suspended");
	soc_clock_advance(CLK, ns + 5);
	KUNIT_EXPECT_EQ(test, look("set in suspend"), ns + 5);
	soc_clock_resume(CLK, NULL);
	KUNIT_EXPECT_EQ(test, look("resumed"), ns + 5);
	KUNIT_EXPECT_EQ(test, world.clk.stats.updates, 0ULL);
}

/* Each way to leave an epoch but soc_clock_update(). */
static void end_by_suspend(void)
{
	soc_clock_suspend(CLK, SRC(0));
}

static void end_by_unregister(void)
{
	soc_clock_unregister(CLK, SRC(1));
	soc_clock_unregister(CLK, SRC(0));
}

static void end_by_fallback(void)
{
	soc_clock_unregister(CLK, SRC(0));
}

static void end_by_a_better_one(void)
{
	soc_clock_register(CLK, SRC(2));
}

static void end_by_advance(void)
{
	soc_clock_advance(CLK, 0);
}

/* Source 0 feeds the clock, 1 is worse, 2 is better; both are 32 bits at 1 MHz. */
static void set_up_for_an_end(unsigned long rate, unsigned int wide_bits)
{
	world_clock(wide_bits ? NULL : world_reference);
	fake(0, rate == NSEC_PER_SEC ? 28 : 32, wide_bits, rate, 300);
	fake(1, 32, 0, 1000000, 200);
	fake(2, 32, 0, 1000000, 400);
	soc_clock_register(CLK, SRC(0));
	soc_clock_register(CLK, SRC(1));
}

/*
 * Whatever ends an epoch that is over 7/8 of a lap old, the clock shows the time
 * that has really passed, and the epoch counts as late.
 */
struct end_case {
	const char	*name;
	void		(*end)(void);
	unsigned long	rate;
	unsigned int	wide_bits;
	u64		ns;
};

/* 0.90 of a lap of 32 bits at 24 MHz; 0.91 of one of 28 bits at 1 GHz; more. */
static struct end_case end_cases[] = {
	{ "suspend, 0.90 lap of 178.9 s", end_by_suspend, 24000000, 0, 161061273600ULL },
	{ "suspend, 245 ms of 268 ms", end_by_suspend, NSEC_PER_SEC, 0, 245000000ULL },
	{ "suspend, 5.9 laps", end_by_suspend, 24000000, 0, 1055846126400ULL },
	{ "suspend, wide, 0.90 lap", end_by_suspend, 24000000, 64, 161061273600ULL },
	{ "unregister, 0.90 lap", end_by_unregister, 24000000, 0, 161061273600ULL },
	{ "unregister, wide, 0.90 lap", end_by_unregister, 24000000, 64, 161061273600ULL },
	{ "fallback, 0.90 lap", end_by_fallback, 24000000, 0, 161061273600ULL },
	{ "switch up, 0.90 lap", end_by_a_better_one, 24000000, 0, 161061273600ULL },
	{ "advance, 0.90 lap", end_by_advance, 24000000, 0, 161061273600ULL },
	{ "advance, 245 ms of 268 ms", end_by_advance, NSEC_PER_SEC, 0, 245000000ULL },
	{ "advance, wide, 0.90 lap", end_by_advance, 24000000, 64, 161061273600ULL },
};

static void describe_end(struct end_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(end_cases, end_cases, describe_end);

static void late_whatever_ends_the_epoch(struct kunit *test)
{
	const struct end_case *c = test->param_value;
	u64 seen, range, ns;

	set_up_for_an_end(c->rate, c->wide_bits);
	range = (mask_of(world.ctr[0].src.bits) >> 3) * 7;
	pass_ticks(0, range);
	seen = look("the most that a reader can see");
	world.now += (c->ns - oracle_true_ns(range, c->rate)) * UNITS_PER_NS;
	c->end();
	ns = look("after");
	KUNIT_EXPECT_GE_MSG(test, ns, seen, "back for good");
	KUNIT_EXPECT_GE(test, ns + NSEC_PER_USEC, c->ns);
	/* A clock that is stopped or changes its counter is set forward a little. */
	KUNIT_EXPECT_LE(test, ns, c->ns + AHEAD_NS + 5 * NSEC_PER_USEC);
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 1ULL);

	soc_clock_resume(CLK, NULL);
	look("runs on");
	if (world.clk.source)
		KUNIT_EXPECT_TRUE_MSG(test, soc_clock_update(CLK), "not reported");
	KUNIT_EXPECT_EQ_MSG(test, world.clk.stats.late, 1ULL, "counted twice");
}

/* Time in suspend is in no epoch: resume neither repairs nor counts it. */
static void resume_is_never_late(struct kunit *test)
{
	u64 ns;

	set_up_for_an_end(24000000, 0);
	pass_ns(5000000);
	soc_clock_suspend(CLK, NULL);
	ns = look("suspended");
	pass_ns(161061273600ULL);
	soc_clock_resume(CLK, NULL);
	KUNIT_EXPECT_EQ(test, look("resumed"), ns);
	soc_clock_update(CLK);
	KUNIT_EXPECT_LE(test, look("renewed"), ns + 1);
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
}

/*
 * The MCT's counter, three days up and 50 s after an epoch, is set to 0 by something
 * else: from the next update on the clock follows true time, and does not repeat the same
 * lap again and again.
 */
static void wide_counter_restarts(struct kunit *test)
{
	static u64 (*const references[])(void) = { NULL, world_reference };
	u64 ns, before;
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(references); i++) {
		world_clock(references[i]);
		fake(0, 32, 64, 24000000, 300);
		fake_set(0, 3 * 86400 * 24000000ULL);
		soc_clock_register(CLK, SRC(0));
		pass_ns(49700000000ULL);
		before = look("before");

		fake_set(0, 0);
		/* We cannot control what readers make of that. */
		world.last = 0;
		ns = look("restarted");
		KUNIT_EXPECT_EQ(test, soc_clock_update(CLK), (unsigned int)SOC_CLOCK_RESTARTED);
		KUNIT_EXPECT_EQ(test, world.clk.stats.restarts, 1ULL);
		if (!references[i])
			KUNIT_EXPECT_LE(test, look("fresh epoch"), ns + 1);
		else
			KUNIT_EXPECT_GE(test, look("fresh epoch") + 1, before);
		bound(1000, tick_ns(SRC(0)) + 1000);
		for (n = 0; n < 6; n++) {
			pass_ns(60 * (u64)NSEC_PER_SEC);
			look("on");
			KUNIT_EXPECT_EQ(test, soc_clock_update(CLK), 0U);
			look("renewed");
		}
		KUNIT_EXPECT_EQ(test, world.clk.stats.restarts, 1ULL);
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);

		/* Counted again, and reported once. */
		fake_set(0, 0);
		KUNIT_EXPECT_EQ(test, soc_clock_update(CLK), 0U);
		KUNIT_EXPECT_EQ(test, world.clk.stats.restarts, 2ULL);
		world.bounded = false;
		world.last = 0;
		fake_set(0, fake_ticks(0) + 86400 * 24000000ULL);
		soc_clock_update(CLK);
		KUNIT_EXPECT_EQ_MSG(test, world.clk.stats.restarts, 2ULL, "forward is late");
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, 1ULL);
	}
}

/* Skew ends where it ends for readers. */
static void skew_is_no_restart(struct kunit *test)
{
	u64 ns;

	fake(0, 32, 64, 24000000, 300);
	fake_set(0, 3 * 86400 * 24000000ULL);
	soc_clock_register(CLK, SRC(0));
	ns = look("epoch");
	world.ctr[0].lag = 1ULL << 29;
	soc_clock_update(CLK);
	KUNIT_EXPECT_EQ(test, look("an eighth old"), ns);
	KUNIT_EXPECT_EQ(test, world.clk.stats.restarts, 0ULL);
	world.ctr[0].lag++;
	soc_clock_update(CLK);
	KUNIT_EXPECT_EQ(test, world.clk.stats.restarts, 1ULL);
	look("older");
}

/* Whichever writer notices it: each continues from what readers see. */
static void restart_met_by_another_writer(struct kunit *test)
{
	static void (*const enders[])(void) = {
		end_by_suspend, end_by_unregister, end_by_fallback, end_by_a_better_one,
		end_by_advance,
	};
	unsigned int i;
	u64 ns;

	for (i = 0; i < ARRAY_SIZE(enders); i++) {
		set_up_for_an_end(24000000, 64);
		fake_set(0, 3 * 86400 * 24000000ULL);
		soc_clock_update(CLK);
		pass_ns(NSEC_PER_SEC);
		fake_set(0, 0);
		world.last = 0;
		ns = look("restarted");
		enders[i]();
		KUNIT_EXPECT_LE_MSG(test, look("after"), ns + AHEAD_NS + 5000, "ender %u", i);
		KUNIT_EXPECT_EQ_MSG(test, world.clk.stats.restarts, 1ULL, "ender %u", i);
	}
}

/* 64 bits wide, with read and with wide read, across the wrap. */
static void sixty_four_bits_wrap(struct kunit *test)
{
	fake(0, 64, 0, 1000000000, 300);
	fake_set(0, U64_MAX - 1000000);
	soc_clock_register(CLK, SRC(0));
	bound(3, 3);
	pass_ns(2000000);
	look("past the wrap");
	soc_clock_update(CLK);
	look("renewed past the wrap");

	world_clock(NULL);
	fake(0, 32, 64, 1000000000, 300);
	fake_set(0, U64_MAX - 1000000);
	soc_clock_register(CLK, SRC(0));
	bound(3, 3);
	pass_ns(9000000000);
	KUNIT_EXPECT_TRUE(test, soc_clock_update(CLK));
	look("repaired past the wrap");
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 1ULL);
}

/*
 * The clock had no user for 60 days, in which a reference slewed by 20 ppm has gained
 * more than half a lap: it must not be used to count laps.
 */
static void advance_after_a_long_time(struct kunit *test)
{
	const u64 days = 60ULL * 86400 * NSEC_PER_SEC;

	world_clock(world_reference);
	world.bounded = false;
	world.ref_ppm = 20;
	fake(0, 32, 0, 24000000, 300);
	soc_clock_register(CLK, SRC(0));
	soc_clock_leave(CLK);
	pass_ns(days);
	soc_clock_attend(CLK, days);
	KUNIT_EXPECT_EQ(test, soc_clock_read(CLK), days);
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
}

/* The same time, ended by any other writer: there was no promise to renew the epoch. */
static void unattended_is_never_late(struct kunit *test)
{
	static void (*const enders[])(void) = {
		end_by_suspend, end_by_unregister, end_by_fallback, end_by_a_better_one,
		end_by_advance,
	};
	const u64 days = 60ULL * 86400 * NSEC_PER_SEC;
	unsigned int i;
	u64 ns;

	for (i = 0; i < ARRAY_SIZE(enders); i++) {
		set_up_for_an_end(24000000, 0);
		world.ref_ppm = 20;
		soc_clock_leave(CLK);
		pass_ns(days);
		ns = look("before");
		enders[i]();
		KUNIT_EXPECT_LE_MSG(test, look("after"), ns + NSEC_PER_MSEC, "ender %u", i);
		KUNIT_EXPECT_EQ_MSG(test, world.clk.stats.late, 0ULL, "ender %u", i);
	}
}

/* The wide read is for renewals; a reader never pays for it. */
static void readers_use_the_narrow_read(struct kunit *test)
{
	unsigned int wide, n;

	fake(0, 32, 64, 24000000, 300);
	soc_clock_register(CLK, SRC(0));
	wide = world.ctr[0].wide_reads;
	for (n = 0; n < 10; n++)
		look("narrow");
	KUNIT_EXPECT_EQ(test, world.ctr[0].wide_reads, wide);
	KUNIT_EXPECT_EQ(test, world.ctr[0].reads, 10U);
	soc_clock_update(CLK);
	KUNIT_EXPECT_EQ(test, world.ctr[0].wide_reads, wide + 1);
	KUNIT_EXPECT_EQ(test, world.ctr[0].reads, 10U);
}

static struct kunit_case latch_source_cases[] = {
	KUNIT_CASE(reads_zero_before_registration),
	KUNIT_CASE_PARAM(refuses, bad_cases_gen_params),
	KUNIT_CASE(accepts_the_extremes),
	KUNIT_CASE(registered_twice),
	KUNIT_CASE(best_by_rating_rate_and_age),
	KUNIT_CASE(widest_of_equal_rates),
	KUNIT_CASE(unreliable_source),
	KUNIT_CASE(unreliable_source_in_suspend),
	KUNIT_CASE(falls_back),
	KUNIT_CASE(stops_without_a_fallback),
	KUNIT_CASE(another_goes),
	KUNIT_CASE_PARAM(switches, switch_cases_gen_params),
	KUNIT_CASE(suspended_touches_no_counter),
	KUNIT_CASE(suspend_state_is_a_picture),
	KUNIT_CASE(suspend_and_resume_repeat),
	KUNIT_CASE(suspend_of_another_source),
	KUNIT_CASE(sources_change_in_suspend),
	KUNIT_CASE(suspend_before_any_source),
	KUNIT_CASE(advances_forward_only),
	KUNIT_CASE(advance_after_a_long_time),
	KUNIT_CASE_PARAM(late_whatever_ends_the_epoch, end_cases_gen_params),
	KUNIT_CASE(resume_is_never_late),
	KUNIT_CASE(wide_counter_restarts),
	KUNIT_CASE(skew_is_no_restart),
	KUNIT_CASE(restart_met_by_another_writer),
	KUNIT_CASE(unattended_is_never_late),
	KUNIT_CASE(sixty_four_bits_wrap),
	KUNIT_CASE(readers_use_the_narrow_read),
	{}
};

static struct kunit_suite latch_source_suite = {
	.name		= "soc_latch_source",
	.init		= world_init,
	.exit		= world_exit,
	.test_cases	= latch_source_cases,
};

kunit_test_suite(latch_source_suite);
