// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readers among writers: an NMI at each step of a writer, a writer in the middle
 * of a reader, two writers, and all of it at once.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/sched.h>
#include "latch_world.h"

#define SRC(i)	(&world.ctr[i].src)
#define CLK	(&world.clk)

/*
 * Each kind of source in turn feeds the clock as number 0; number 1 is better, number 2
 * worse, and number 3 equal.
 */
struct kind {
	const char	*name;
	unsigned int	bits;
	unsigned int	wide_bits;
	unsigned long	rate;
};

static const struct kind kinds[] = {
	{ "narrow",		16,  0, 1000000 },
	{ "narrow and slow",	24,  0, 32768 },
	{ "narrow, wide read",	32, 64, 24000000 },
	{ "wide",		56,  0, 1000000 },
	{ "64 bits and fast",	64,  0, 1400000000 },
};

static void op_update(void) { soc_clock_update(CLK); }
static void op_advance(void) { soc_clock_advance(CLK, world.last + 1000); }
static void op_better(void) { soc_clock_register(CLK, SRC(1)); }
static void op_worse(void) { soc_clock_register(CLK, SRC(2)); }
static void op_equal(void) { soc_clock_register(CLK, SRC(3)); }
static void op_unregister(void) { soc_clock_unregister(CLK, SRC(0)); }
static void op_suspend(void) { soc_clock_suspend(CLK, SRC(0)); }
static void op_resume(void) { soc_clock_resume(CLK, SRC(0)); }

/*
 * @fallback: the worse source is registered before; @suspended: the clock is suspended
 * before; @stops: the clock is stopped before, or after; @steps: those of the writer
 */
struct op_case {
	const char	*name;
	void		(*op)(void);
	bool		fallback;
	bool		suspended;
	bool		stops;
	unsigned int	steps;
};

static struct op_case ops[] = {
	{ .name = "update",		.op = op_update,	.steps = 6 },
	{ .name = "advance",		.op = op_advance,	.steps = 5 },
	{ .name = "switch up",		.op = op_better,	.steps = 6 },
	{ .name = "switch to an equal",	.op = op_equal,		.steps = 6 },
	{ .name = "switch down",	.op = op_unregister,	.steps = 6, .fallback = true },
	{ .name = "register no better",	.op = op_worse,		.steps = 0 },
	{ .name = "unregister",		.op = op_unregister,	.steps = 5, .stops = true },
	{ .name = "suspend",		.op = op_suspend,	.steps = 5, .stops = true },
	{ .name = "resume",		.op = op_resume,	.steps = 5, .stops = true,
	  .suspended = true },
};

static void describe_op(struct op_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(ops, ops, describe_op);

/* All but resume: readers of a stopped clock do not enter a counter. */
static struct op_case *running_ops[] = {
	&ops[0], &ops[1], &ops[2], &ops[3], &ops[4], &ops[5], &ops[6], &ops[7],
};

static void describe_running_op(struct op_case **c, char *desc)
{
	describe_op(*c, desc);
}

KUNIT_ARRAY_PARAM(running_ops, running_ops, describe_running_op);

#define STEP_NS	20000000ULL

/* A clock that has been in use, so that both of its copies have held older data. */
static void set_up(const struct op_case *c, const struct kind *k)
{
	unsigned int n;

	world_clock(world_reference);
	world.in_step = NULL;
	fake(0, k->bits, k->wide_bits, k->rate, 200);
	fake(1, 32, 0, 10000000, 300);
	fake(2, 32, 0, 1000, 100);
	fake(3, k->bits, k->wide_bits, k->rate, 200);
	soc_clock_register(CLK, SRC(0));
	if (c->fallback)
		soc_clock_register(CLK, SRC(2));
	for (n = 0; n < 3; n++) {
		pass_ns(STEP_NS);
		soc_clock_update(CLK);
	}
	pass_ns(STEP_NS);
	look("set up");
	if (c->suspended) {
		soc_clock_suspend(CLK, SRC(0));
		look("suspended");
		pass_ns(3 * (u64)NSEC_PER_SEC);
	}
}

/* What an NMI finds at a step. */
static void nmi(void)
{
	char where[24];

	snprintf(where, sizeof(where), "step %u", world.steps);
	look(where);
}

/* The same, twice, since another NMI could follow after some time. */
static void two_nmis(void)
{
	nmi();
	pass_ns(300);
	nmi();
}

static void reader_at_each_step_of(struct kunit *test)
{
	static void (*const hooks[])(void) = { nmi, two_nmis };
	const struct op_case *c = test->param_value;
	unsigned int i, n, h;
	u64 slack;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		for (n = 0; n < 40; n++) {
			h = n & 1;
			world.per_read = 0;
			world.per_step = 0;
			set_up(c, &kinds[i]);
			pass_ns(dice_below(50000));
			look("before");

			/* On any time scale, but not longer than an NMI may take. */
			world.per_read = dice_below(500) * UNITS_PER_NS;
			world.per_step = dice_below(n % 4 ? 1000 : 15000) * UNITS_PER_NS;
			if (!c->stops) {
				/* What passes at the first step of a switch counts twice. */
				slack = 4 * tick_ns(SRC(0)) + 4000;
				slack += 2 * div_u64(world.per_step, UNITS_PER_NS);
				if (c->fallback)
					slack += 2 * tick_ns(SRC(2));
				bound(slack, slack);
			}
			world.steps = 0;
			world.in_step = hooks[h];
			c->op();
			world.in_step = NULL;
			look("after");
			KUNIT_EXPECT_EQ_MSG(test, world.steps, c->steps, "%s", kinds[i].name);
			pass_ns(1000000);
			look("later");
			soc_clock_update(CLK);
			look("renewed");
			if (world.faults) {
				KUNIT_FAIL(test, "%s, round %u", kinds[i].name, n);
				return;
			}
		}
	}
}

/*
 * The first registration of all, too, when readers have seen nothing but 0, and
 * so has a copy that is used for the first time.
 */
static void reader_at_each_step_of_the_first_registration(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		world_clock(world_reference);
		fake(0, kinds[i].bits, kinds[i].wide_bits, kinds[i].rate, 200);
		world.per_step = 10 * UNITS_PER_US;
		world.steps = 0;
		bound(tick_ns(SRC(0)) + 1, 70000 + tick_ns(SRC(0)));
		world.in_step = nmi;
		soc_clock_register(CLK, SRC(0));
		world.in_step = NULL;
		look("after");
		KUNIT_EXPECT_EQ(test, world.steps, 6U);
		KUNIT_EXPECT_EQ(test, world.clk.stats.late, 0ULL);
	}
}

static const struct op_case *interrupting;

/* All of an operation, as on another CPU, while a reader is in its counter. */
static void interrupt_reader(void)
{
	pass_ns(10000000);
	interrupting->op();
	pass_ns(10000000);
	soc_clock_update(CLK);
	pass_ns(10000000);
}

/*
 * The reader took its counter value long before the epoch it would add it to. It must
 * notice, and return what a reader would that comes now.
 */
static void reader_interrupted_by(struct kunit *test)
{
	const struct op_case *c = *(struct op_case **)test->param_value;
	unsigned int i;
	u64 ns;

	world.really_stop = false;
	interrupting = c;
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		set_up(c, &kinds[i]);
		world.in_read = interrupt_reader;
		ns = look("interrupted");
		KUNIT_EXPECT_NULL(test, world.in_read);
		KUNIT_EXPECT_EQ_MSG(test, ns, look("after"), "%s", kinds[i].name);
		if (!c->stops)
			KUNIT_EXPECT_GE_MSG(test, ns, 4 * STEP_NS + 30000000 -
					    tick_ns(world.clk.source) - 1, "%s", kinds[i].name);
	}
}

/* Interrupted again and again, it still finishes. */
static unsigned int interruptions;

static void interrupt_again(void)
{
	pass_ns(1000000);
	soc_clock_update(CLK);
	if (--interruptions)
		world.in_read = interrupt_again;
}

static void reader_interrupted_many_times(struct kunit *test)
{
	static const struct op_case none = {};
	unsigned int i, reads;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		set_up(&none, &kinds[i]);
		bound(50, tick_ns(SRC(0)) + 1);
		interruptions = 20;
		world.in_read = interrupt_again;
		reads = world.ctr[0].reads;
		look("interrupted");
		KUNIT_EXPECT_EQ(test, interruptions, 0U);
		KUNIT_EXPECT_GE(test, world.ctr[0].reads - reads, 2U);
	}
}

/* At each step: there can be no other writer, on this CPU or another one. */
static void may_another_write(void)
{
	if (!irqs_disabled())
		fault("step %u: interrupts are on, one may write", world.steps);
	if (!world_locked())
		fault("step %u: the lock is free", world.steps);
}

static void one_writer_at_a_time_in(struct kunit *test)
{
	const struct op_case *c = test->param_value;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		set_up(c, &kinds[i]);
		world.steps = 0;
		world.in_step = may_another_write;
		c->op();
		world.in_step = NULL;
		KUNIT_EXPECT_EQ_MSG(test, world.steps, c->steps, "%s", kinds[i].name);
	}
}

/*
 * Threads and a timer interrupt on a clock of their own. The counters are
 * software: each read of either is a tick of 1 ns later than any before, on any
 * CPU, so a step back between any two readers shows.
 */
#define STRESS_THREADS	4
#define STRESS_ROUNDS	20000
#define STRESS_TO_WRAP	50000

static struct {
	struct soc_clock	clk;
	struct soc_clock_source	src[2];
	atomic_t		ticks;
	atomic64_t		seen;
	atomic_t		back;
	atomic_t		interrupts;
	atomic_t		running;
	struct completion	go;
	struct completion	done;
	struct hrtimer		timer;
} stress;

static notrace u64 stress_read(void)
{
	return (u32)atomic_inc_return(&stress.ticks);
}

static notrace u64 stress_read_other(void)
{
	return (u32)atomic_inc_return(&stress.ticks);
}

static void stress_look(void)
{
	u64 seen = atomic64_read(&stress.seen);
	u64 ns;

	/* This reader must not be behind what was seen before. */
	smp_mb();
	ns = soc_clock_read(&stress.clk);
	if (ns < seen) {
		atomic_inc(&stress.back);
		return;
	}
	while (ns > seen) {
		u64 old = atomic64_cmpxchg(&stress.seen, seen, ns);

		if (old == seen)
			break;
		seen = old;
	}
}

static enum hrtimer_restart stress_interrupt(struct hrtimer *timer)
{
	atomic_inc(&stress.interrupts);
	stress_look();
	soc_clock_update(&stress.clk);
	stress_look();
	hrtimer_forward_now(timer, ns_to_ktime(50000));

	return HRTIMER_RESTART;
}

static int stress_thread(void *arg)
{
	unsigned long me = (unsigned long)arg;
	unsigned int n;

	wait_for_completion(&stress.go);
	for (n = 0; n < STRESS_ROUNDS; n++) {
		stress_look();
		if (me == 0 || n % 97 == 0)
			soc_clock_update(&stress.clk);
		if (me == 1 && n % 251 == 0) {
			soc_clock_register(&stress.clk, &stress.src[1]);
			stress_look();
			soc_clock_unregister(&stress.clk, &stress.src[1]);
		}
		if (me == 2 && n % 101 == 0)
			soc_clock_advance(&stress.clk, atomic64_read(&stress.seen));
		if (n % 64 == 0)
			cond_resched();
	}
	if (atomic_dec_and_test(&stress.running))
		complete(&stress.done);

	return 0;
}

static void readers_and_writers_at_once(struct kunit *test)
{
	struct task_struct *task;
	unsigned long n;

	soc_clock_init(&stress.clk, NULL);
	stress.src[0] = (struct soc_clock_source) {
		.name = "stress0", .read = stress_read, .bits = 32,
		.rate = NSEC_PER_SEC, .rating = 1,
	};
	stress.src[1] = (struct soc_clock_source) {
		.name = "stress1", .read = stress_read_other, .bits = 32,
		.rate = NSEC_PER_SEC, .rating = 2,
	};
	atomic_set(&stress.ticks, -STRESS_TO_WRAP);
	atomic64_set(&stress.seen, 0);
	atomic_set(&stress.back, 0);
	atomic_set(&stress.interrupts, 0);
	atomic_set(&stress.running, STRESS_THREADS);
	init_completion(&stress.go);
	init_completion(&stress.done);
	KUNIT_ASSERT_EQ(test, soc_clock_register(&stress.clk, &stress.src[0]), 0);
	hrtimer_setup(&stress.timer, stress_interrupt, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	hrtimer_start(&stress.timer, ns_to_ktime(50000), HRTIMER_MODE_REL_HARD);

	for (n = 0; n < STRESS_THREADS; n++) {
		task = kthread_run(stress_thread, (void *)n, "latch_stress/%lu", n);
		if (IS_ERR(task)) {
			KUNIT_FAIL(test, "no thread %lu: %ld", n, PTR_ERR(task));
			if (atomic_dec_and_test(&stress.running))
				complete(&stress.done);
		}
	}
	complete_all(&stress.go);
	wait_for_completion(&stress.done);
	hrtimer_cancel(&stress.timer);

	kunit_info(test, "%d ticks, %llu updates, %llu switches, %d interrupts, %u CPUs",
		   atomic_read(&stress.ticks) + STRESS_TO_WRAP, stress.clk.stats.updates,
		   stress.clk.stats.switches, atomic_read(&stress.interrupts),
		   num_online_cpus());
	KUNIT_EXPECT_EQ(test, atomic_read(&stress.back), 0);
	KUNIT_EXPECT_GT(test, stress.clk.stats.updates, (u64)STRESS_ROUNDS);
	KUNIT_EXPECT_GT(test, stress.clk.stats.switches, 2ULL * (STRESS_ROUNDS / 251));
	KUNIT_EXPECT_GT(test, atomic_read(&stress.interrupts), 0);
	KUNIT_EXPECT_EQ(test, stress.clk.copy[0].seq.seqcount.sequence & 1, 0U);
	KUNIT_EXPECT_EQ(test, stress.clk.stats.late, 0ULL);
	soc_clock_unregister(&stress.clk, &stress.src[0]);
}

static struct kunit_case latch_race_cases[] = {
	KUNIT_CASE_PARAM(reader_at_each_step_of, ops_gen_params),
	KUNIT_CASE(reader_at_each_step_of_the_first_registration),
	KUNIT_CASE_PARAM(reader_interrupted_by, running_ops_gen_params),
	KUNIT_CASE(reader_interrupted_many_times),
	KUNIT_CASE_PARAM(one_writer_at_a_time_in, ops_gen_params),
	KUNIT_CASE(readers_and_writers_at_once),
	{}
};

static struct kunit_suite latch_race_suite = {
	.name		= "soc_latch_race",
	.init		= world_init,
	.exit		= world_exit,
	.test_cases	= latch_race_cases,
};

kunit_test_suite(latch_race_suite);
