// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the clock promises beyond a plain latch, with a test for each promise; promise_11
 * is in the suite of the system clock. tests/mutants/ shows that each test can fail.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include "latch_world.h"

#define SRC(i)	(&world.ctr[i].src)
#define CLK	(&world.clk)
#define RATE	24000000UL

static struct soc_clock static_clock = SOC_CLOCK_INIT(static_clock, NULL);

/* 1: the sequence and the first copy are one cache line. */
static void promise_01_one_cache_line(struct kunit *test)
{
	/* Lock debugging enlarges the sequence, but nothing else may be in between. */
	KUNIT_EXPECT_LE(test, sizeof(struct soc_clock_read_data) + sizeof(unsigned int),
			(size_t)64);
	KUNIT_EXPECT_EQ(test, offsetof(struct soc_clock, copy[0]), (size_t)0);
	KUNIT_EXPECT_EQ(test, offsetof(struct soc_clock_copy, rd), (size_t)0);
	KUNIT_EXPECT_EQ(test, offsetof(struct soc_clock_copy, seq),
			sizeof(struct soc_clock_read_data));
	if (!IS_ENABLED(CONFIG_DEBUG_LOCK_ALLOC))
		KUNIT_EXPECT_EQ(test, sizeof(struct soc_clock_copy), (size_t)64);
	KUNIT_EXPECT_EQ(test, __alignof__(struct soc_clock) % 64, (size_t)0);
	KUNIT_EXPECT_EQ(test, (unsigned long)&static_clock % 64, 0UL);
	KUNIT_EXPECT_EQ(test, (unsigned long)CLK % 64, 0UL);

	/* In the normal state it is the first copy that readers use. */
	fake(0, 32, 0, RATE, 1);
	soc_clock_register(CLK, SRC(0));
	memset(&world.clk.copy[1].rd, 0, sizeof(world.clk.copy[1].rd));
	look("without the second copy");
}

/* 2: no lock, no write, one read of the counter; the context doesn't matter. */
static void promise_02_readers_only_read(struct kunit *test)
{
	struct soc_clock *before;
	unsigned int reads, n;
	unsigned long flags;

	before = kunit_kzalloc(test, sizeof(*before), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, before);
	fake(0, 32, 64, RATE, 1);
	soc_clock_register(CLK, SRC(0));
	pass_ns(1000000);
	bound(1, tick_ns(SRC(0)) + 1);

	reads = world.ctr[0].reads;
	memcpy(before, CLK, sizeof(*before));
	for (n = 0; n < 10; n++) {
		pass_ns(1000000);
		look("thread");
	}
	KUNIT_EXPECT_EQ_MSG(test, memcmp(before, CLK, sizeof(*before)), 0, "a reader wrote");
	KUNIT_EXPECT_EQ(test, world.ctr[0].reads - reads, 10U);

	/* Like an NMI that hits a writer; it would hang if readers took the lock. */
	raw_spin_lock_irqsave(&world.clk.lock, flags);
	memcpy(before, CLK, sizeof(*before));
	pass_ns(1000000);
	look("lock held, interrupts off");
	n = memcmp(before, CLK, sizeof(*before));
	raw_spin_unlock_irqrestore(&world.clk.lock, flags);
	KUNIT_EXPECT_EQ_MSG(test, n, 0U, "a reader wrote while the lock was held");
}

static void call_both(struct kunit *test, struct soc_clock *clk)
{
	int i;

	for (i = 0; i < 2; i++) {
		KUNIT_ASSERT_NOT_NULL_MSG(test, clk->copy[i].rd.read, "copy %d", i);
		KUNIT_ASSERT_NOT_NULL_MSG(test, clk->copy[i].rd.ns, "copy %d", i);
		KUNIT_EXPECT_EQ_MSG(test, clk->copy[i].rd.read(), 0ULL, "copy %d", i);
		KUNIT_EXPECT_EQ_MSG(test, clk->copy[i].rd.ns(&clk->copy[i].rd), 0ULL, "copy %d", i);
	}
}

/* 3: either copy may be used from the very start. */
static void promise_03_both_copies_valid(struct kunit *test)
{
	call_both(test, &static_clock);
	call_both(test, CLK);
}

static void look_at_step(void)
{
	char where[24];

	snprintf(where, sizeof(where), "step %u", world.steps);
	look(where);
	world.now += 10 * UNITS_PER_US;
	look(where);
}

static void watch(void (*op)(void))
{
	world.in_step = look_at_step;
	op();
	world.in_step = NULL;
}

static struct soc_clock_read_data in_force;

/* The copy that readers are steered to must not hold the data that they have just left. */
static void look_for_old_data(void)
{
	unsigned int seq = world.clk.copy[0].seq.seqcount.sequence;

	look_at_step();
	if (seq & 1 && !memcmp(&world.clk.copy[1].rd, &in_force, sizeof(in_force)))
		fault("step %u: readers are steered to old data", world.steps);
}

static void watch_data(void (*op)(void))
{
	unsigned int steps = world.steps;
	unsigned int seq = world.clk.copy[0].seq.seqcount.sequence;

	in_force = world.clk.copy[0].rd;
	world.in_step = look_for_old_data;
	op();
	world.in_step = NULL;
	if (world.steps < steps + 4)
		fault("nobody could look: %u steps only", world.steps - steps);
	if (world.clk.copy[0].seq.seqcount.sequence != seq + 2)
		fault("not published through the latch");
	if (memcmp(&world.clk.copy[0].rd, &world.clk.copy[1].rd, sizeof(in_force)))
		fault("the copies differ in the end");
}

static void update(void) { soc_clock_update(CLK); }
static void suspend(void) { soc_clock_suspend(CLK, NULL); }
static void resume(void) { soc_clock_resume(CLK, NULL); }
static void register_better(void) { soc_clock_register(CLK, SRC(1)); }

/*
 * 4: no reader sees old data, neither in what it shows nor in the copy that it is steered
 * to. Renewals come after 60 % of the range: data from the last but one would be wrong by
 * a lap, and data from before suspend, by the length of suspend.
 */
static void promise_04_nothing_stale(struct kunit *test)
{
	unsigned int n;

	fake(0, 16, 0, 1000000, 1);
	fake(1, 32, 0, RATE, 2);
	soc_clock_register(CLK, SRC(0));
	bound(2000, 2000);
	for (n = 0; n < 4; n++) {
		pass_ns(39000000);
		look("before renewal");
		watch_data(update);
		look("after renewal");
	}

	for (n = 0; n < 3; n++) {
		world.bounded = false;
		watch_data(suspend);
		look("suspended");
		world.now += 3600 * UNITS_PER_SEC + dice_below(1000000);
		look("still suspended");
		watch_data(resume);
		look("resumed");
		bound(2000, 2000);
		watch_data(update);
		look("renewed after resume");
		pass_ns(39000000);
		watch_data(update);
		look("and again");
	}

	/* A switch: the copy must not stay with the old counter. */
	bound(20000, 20000);
	watch_data(register_better);
	pass_ns(39000000);
	watch_data(update);
	look("on the other counter");
	KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
}

static void nobody_else_writes(void)
{
	if (!irqs_disabled())
		fault("step %u: interrupts are on", world.steps);
	if (!world_locked())
		fault("step %u: the lock is free", world.steps);
}

/* 5: one writer at a time, at every step of every one of them. */
static void promise_05_writers_take_turns(struct kunit *test)
{
	fake(0, 32, 64, RATE, 1);
	fake(1, 16, 0, 1000000, 2);
	world.in_step = nobody_else_writes;
	soc_clock_register(CLK, SRC(0));
	soc_clock_update(CLK);
	soc_clock_register(CLK, SRC(1));
	soc_clock_update(CLK);
	soc_clock_advance(CLK, NSEC_PER_SEC);
	soc_clock_suspend(CLK, NULL);
	soc_clock_advance(CLK, 2 * (u64)NSEC_PER_SEC);
	soc_clock_resume(CLK, NULL);
	soc_clock_unregister(CLK, SRC(1));
	soc_clock_unregister(CLK, SRC(0));
	soc_clock_advance(CLK, 3 * (u64)NSEC_PER_SEC);
	world.in_step = NULL;
	KUNIT_EXPECT_GT_MSG(test, world.steps, 30U, "too few steps to check");
}

/* 6: the epoch may be as old as the counter's width allows. */
static void promise_06_no_overflow(struct kunit *test)
{
	static const unsigned long fast[] = { 1, RATE, 1000000001, 1400020000, U32_MAX };
	static const unsigned int bits[] = { 32, 33, 56, 64 };
	const struct soc_clock_source *src = SRC(0);
	unsigned int i, k, n;
	u64 begin, delta;

	for (i = 0; i < ARRAY_SIZE(fast); i++) {
		for (k = 0; k < ARRAY_SIZE(bits); k++) {
			for (n = 0; n < 50; n++) {
				/* Up to 500 years, which still are 64 bits of ns. */
				delta = min((7ULL << (bits[k] - 3)) - 1,
					    fast[i] * (15000000000ULL + dice_below(1000000)));
				delta >>= n;
				world_clock(NULL);
				fake(0, bits[k], 0, fast[i], 1);
				begin = fake_ticks(0);
				soc_clock_register(CLK, SRC(0));
				fake_set(0, begin + delta);
				KUNIT_EXPECT_EQ_MSG(test, look("reading"),
						    oracle_ns(delta, src->mult, src->shift),
						    "%u bits, %lu Hz, %llu ticks",
						    bits[k], fast[i], delta);
				soc_clock_update(CLK);
				KUNIT_EXPECT_EQ_MSG(test, look("renewal"),
						    oracle_ns_up(delta, src->mult, src->shift),
						    "%u bits, %lu Hz, %llu ticks",
						    bits[k], fast[i], delta);
			}
		}
	}
}

/* 7: up to an eighth of the range before the epoch reads as the epoch. */
static void promise_07_old_values_clamped(struct kunit *test)
{
	static const unsigned int bits[] = { 8, 16, 32, 33, 56, 64 };
	unsigned int i;
	u64 ns;

	for (i = 0; i < ARRAY_SIZE(bits); i++) {
		world_clock(NULL);
		fake(0, bits[i], 0, RATE, 1);
		soc_clock_register(CLK, SRC(0));
		pass_ticks(0, 10);
		soc_clock_update(CLK);
		ns = look("epoch");
		world.ctr[0].lag = 1;
		KUNIT_EXPECT_EQ_MSG(test, look("a tick old"), ns, "%u bits", bits[i]);
		world.ctr[0].lag = 1ULL << (bits[i] - 3);
		KUNIT_EXPECT_EQ_MSG(test, look("an eighth old"), ns, "%u bits", bits[i]);
		world.ctr[0].lag = 0;
		pass_ticks(0, (7ULL << (bits[i] < 33 ? bits[i] - 3 : 30)) - 1);
		KUNIT_EXPECT_GT_MSG(test, look("7/8 of the range on"), ns, "%u bits", bits[i]);
	}
}

/* 8: a switch, with time stopped: never back, and forward by a tick of each. */
static void promise_08_continuous_switch(struct kunit *test)
{
	static const unsigned long hz[][2] = {
		{ RATE, 1000000 }, { 1000000, RATE }, { RATE, RATE },
		{ 1400020000, 100 }, { 100, 1400020000 },
	};
	unsigned int i, n;
	u64 before, after;

	for (i = 0; i < ARRAY_SIZE(hz); i++) {
		for (n = 0; n < 200; n++) {
			world_clock(NULL);
			fake(0, 32, 0, hz[i][0], 1);
			fake(1, 32, 0, hz[i][1], 2);
			world.now += dice_below(4000000000U);
			soc_clock_register(CLK, SRC(0));
			pass_ns(1000000 + dice_below(20000000));
			before = look("before");
			/* Either may tick while the switch is made. */
			if (n & 1) {
				world.in_step = look_at_step;
				world.per_step = dice_below(2000) * UNITS_PER_NS;
			}
			soc_clock_register(CLK, SRC(1));
			after = look("after");
			if (!(n & 1))
				KUNIT_EXPECT_LE_MSG(test, after - before,
						    tick_ns(SRC(0)) + tick_ns(SRC(1)) + 2,
						    "%lu to %lu Hz", hz[i][0], hz[i][1]);
			world.in_step = NULL;
			world.per_step = 0;
			pass_ns(dice_below(1000));
			look("on");
			if (world.faults) {
				KUNIT_FAIL(test, "%lu to %lu Hz, phase %u", hz[i][0], hz[i][1], n);
				return;
			}
		}
	}
}

static bool reachable_at_stop;

static void is_reachable(void)
{
	reachable_at_stop = world.clk.copy[0].rd.read == SRC(0)->read ||
			    world.clk.copy[1].rd.read == SRC(0)->read ||
			    world.clk.source == SRC(0);
}

static struct {
	struct soc_clock	clk;
	struct soc_clock_source	src;
	bool			inside;
	bool			left;
} slow;

/* A reader that stays for long: what it waits for has to wait for the reader instead. */
static notrace u64 slow_read(void)
{
	u64 end = ktime_get_mono_fast_ns() + 30 * NSEC_PER_MSEC;

	WRITE_ONCE(slow.inside, true);
	while (ktime_get_mono_fast_ns() < end)
		cpu_relax();
	WRITE_ONCE(slow.left, true);

	return 0;
}

static int slow_reader(void *unused)
{
	soc_clock_read(&slow.clk);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);

	return 0;
}

static void waits_for_a_reader_elsewhere(struct kunit *test)
{
	unsigned int here = get_cpu();
	unsigned int other = cpumask_any_but(cpu_online_mask, here);
	struct task_struct *task;
	bool left;

	put_cpu();
	if (other >= nr_cpu_ids)
		return;

	soc_clock_init(&slow.clk, NULL);
	slow.src = (struct soc_clock_source) {
		.name = "slow", .read = slow_read, .bits = 32, .rate = RATE, .rating = 1,
	};
	KUNIT_ASSERT_EQ(test, soc_clock_register(&slow.clk, &slow.src), 0);
	/* The writer has been in the counter. */
	slow.inside = false;
	slow.left = false;

	task = kthread_create(slow_reader, NULL, "latch_slow");
	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	kthread_bind(task, other);
	wake_up_process(task);
	while (!READ_ONCE(slow.inside))
		usleep_range(100, 200);
	/*
	 * What is under test is the waiting at the end: the writer's own last look at the
	 * counter must not be what takes so long.
	 */
	slow.src.read = soc_clock_no_read;
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(&slow.clk, &slow.src), 0);
	left = READ_ONCE(slow.left);
	kthread_stop(task);
	KUNIT_EXPECT_TRUE_MSG(test, left, "a reader was still in the counter");
}

/*
 * 9: a counter can be unregistered: the next feeds the clock, then all readers are
 * waited for, and only then does the call return.
 */
static void promise_09_unregister(struct kunit *test)
{
	unsigned int reads;
	u64 ns;

	fake(0, 32, 0, RATE, 2);
	fake(1, 32, 0, 1000000, 1);
	soc_clock_register(CLK, SRC(0));
	soc_clock_register(CLK, SRC(1));
	pass_ns(5000000);
	look("before");

	reachable_at_stop = true;
	world.before_stop = is_reachable;
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(0)), 0);
	KUNIT_EXPECT_EQ_MSG(test, world.stops, 1U, "readers were not waited for");
	KUNIT_EXPECT_FALSE_MSG(test, reachable_at_stop,
			       "still reachable when readers were waited for");
	KUNIT_EXPECT_PTR_EQ(test, world.clk.source, SRC(1));
	reads = world.ctr[0].reads;
	look("after");
	pass_ns(5000000);
	ns = look("later");
	KUNIT_EXPECT_GE(test, ns, 10000000ULL - 1000);
	watch(update);
	KUNIT_EXPECT_EQ(test, world.ctr[0].reads, reads);

	/* The last one. */
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(CLK, SRC(1)), 0);
	KUNIT_EXPECT_EQ(test, world.stops, 2U);
	reads = world.ctr[1].reads;
	look("none left");
	KUNIT_EXPECT_EQ(test, world.ctr[1].reads, reads);
	world.before_stop = NULL;

	waits_for_a_reader_elsewhere(test);
}

/* 10: a missed renewal is detected, counted, reported once, and repaired. */
static void promise_10_late_renewals(struct kunit *test)
{
	unsigned int wide, n;
	u64 due, ns;

	for (wide = 0; wide <= 64; wide += 64) {
		world_clock(wide ? NULL : world_reference);
		fake(0, 24, wide, RATE, 1);
		soc_clock_register(CLK, SRC(0));
		due = 0;
		for (n = 1; n <= 3; n++) {
			/* Three laps, and half of one more. */
			pass_ns(2446500000ULL);
			due += 2446500000ULL;
			KUNIT_EXPECT_EQ_MSG(test, soc_clock_update(CLK), n == 1,
					    "wide %u, round %u", wide, n);
			KUNIT_EXPECT_EQ_MSG(test, world.clk.stats.late, (u64)n,
					    "wide %u, round %u", wide, n);
			ns = look("repaired");
			KUNIT_EXPECT_GE(test, ns + 200, due);
			KUNIT_EXPECT_LE(test, ns, due + 200);
		}
		/* On time: nothing to report. */
		pass_ns(300000000);
		KUNIT_EXPECT_FALSE(test, soc_clock_update(CLK));
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, 3ULL);
	}
}

static struct kunit_case latch_promise_cases[] = {
	KUNIT_CASE(promise_01_one_cache_line),
	KUNIT_CASE(promise_02_readers_only_read),
	KUNIT_CASE(promise_03_both_copies_valid),
	KUNIT_CASE(promise_04_nothing_stale),
	KUNIT_CASE(promise_05_writers_take_turns),
	KUNIT_CASE(promise_06_no_overflow),
	KUNIT_CASE(promise_07_old_values_clamped),
	KUNIT_CASE(promise_08_continuous_switch),
	KUNIT_CASE(promise_09_unregister),
	KUNIT_CASE(promise_10_late_renewals),
	{}
};

static struct kunit_suite latch_promise_suite = {
	.name		= "soc_latch_promises",
	.init		= world_init,
	.exit		= world_exit,
	.test_cases	= latch_promise_cases,
};

kunit_test_suite(latch_promise_suite);
