// SPDX-License-Identifier: GPL-2.0-only
/*
 * Weaknesses of the kernel's own sched_clock(), which ours in its place does not have:
 * both run the same schedules on the same simulated machine. See
 * Documentation/design/sched-clock.rst.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#include "mainline_machine.h"

/* See Kbuild. */
static const struct mainline_clock *const clocks[] = { MAINLINE_ADDRESSES, &mainline_ours };

static bool is_ours(const struct mainline_clock *clk)
{
	return clk == &mainline_ours;
}

static void describe(const struct mainline_clock *const *clk, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s%s", is_ours(*clk) ? "" : "linux ", (*clk)->name);
}

KUNIT_ARRAY_PARAM(clocks, clocks, describe);

#define SERIES(major, minor)	((major) * 1000 + (minor))

/* A kernel that behaves in a way that is new to this file must not be taken for a bug here. */
#define NO_FAULT \
	"no fault of soc-timers. Correct what mainline_kunit.c and sched-clock.rst state about it"

/**
 * struct weakness - something that goes wrong in the kernel's own clock
 * @since:	the first series in which it does, see SERIES(); 0: in all
 * @until:	the first one in which it does not any more; 0 if none is known
 *
 * The only place to correct when a kernel has repaired something, or when a stable kernel
 * has got it by a backport.
 */
struct weakness {
	unsigned int since;
	unsigned int until;
};

/* An update steers readers to the odd copy before it has the new data. */
static const struct weakness odd_copy_last = { .since = SERIES(6, 13) };
/* Nothing serialises the writers: registration, and the epoch timer on another CPU. */
static const struct weakness writers_race = {};
/* Nobody asks whether the counter may have made a whole lap. */
static const struct weakness lap_unseen = {};

static bool has(struct kunit *test, const struct weakness *weakness)
{
	unsigned int major = 0, minor = 0, series;
	int found;

	if (is_ours(machine.clk))
		return false;
	found = sscanf(machine.clk->name, "%u.%u", &major, &minor);
	KUNIT_EXPECT_EQ_MSG(test, found, 2, "a tree without a version: '%s'", machine.clk->name);
	series = SERIES(major, minor);

	return series >= weakness->since && (!weakness->until || series < weakness->until);
}

/* What both sides of each test come down to: at least one wrong reading, or none. */
static void judge(struct kunit *test, const struct weakness *weakness)
{
	const struct mainline_clock *clk = machine.clk;

	kunit_info(test, "%s: %u of %u readings are wrong%s%s", clk->name, machine.wrong,
		   machine.looks, machine.wrong ? ", the first: " : "", machine.first);
	KUNIT_EXPECT_GT_MSG(test, machine.looks, 9U, "too few readings to tell");

	if (is_ours(clk))
		KUNIT_EXPECT_EQ_MSG(test, machine.wrong, 0U, "%s", machine.first);
	else if (has(test, weakness))
		KUNIT_EXPECT_GT_MSG(test, machine.wrong, 0U,
				    "linux %s has repaired this: " NO_FAULT, clk->name);
	else
		KUNIT_EXPECT_EQ_MSG(test, machine.wrong, 0U,
				    "linux %s has this weakness, too: " NO_FAULT, clk->name);
}

static const struct mainline_clock *clock_of(struct kunit *test)
{
	return *(const struct mainline_clock *const *)test->param_value;
}

static void add_slow(void)
{
	machine.clk->add(&machine_slow);
}

static void add_mct(void)
{
	machine.clk->add(&machine_mct);
}

static void go_on(void)
{
	machine_pass(NSEC_PER_SEC);
	machine_look("later");
	machine_run("renewal", machine_renew, NULL, 0);
	machine_look("renewed");
	machine_pass(NSEC_PER_SEC);
	machine_look("and later");
}

/*
 * The very first update finds an odd copy that has never been written: an NMI in that
 * moment, while the first counter is registered, calls NULL.
 */
static void empty_odd_copy(struct kunit *test)
{
	machine_boot(clock_of(test));
	machine_run("first registration", add_mct, NULL, 0);
	machine.clk->start();
	go_on();
	judge(test, &odd_copy_last);
}

/*
 * Suspend and resume change the even copy only. The first update after them steers readers
 * to the odd one, which is from before: the time in suspend shows, and is gone again.
 */
static void stale_odd_copy(struct kunit *test)
{
	machine_boot(clock_of(test));
	add_mct();
	machine.clk->start();
	go_on();
	machine_sleep(60ULL * NSEC_PER_SEC);
	go_on();
	machine_sleep(600ULL * NSEC_PER_SEC);
	go_on();
	judge(test, &odd_copy_last);
}

static void boot_on_slow(struct kunit *test)
{
	machine_boot(clock_of(test));
	add_slow();
	machine.clk->start();
	go_on();
}

/* A counter comes late, while the epoch timer fires on another CPU: @fn, @other. */
static void race(struct kunit *test, const char *what, void (*fn)(void), void (*other)(void))
{
	unsigned int step, steps;

	boot_on_slow(test);
	steps = machine_run(what, fn, NULL, 0);
	KUNIT_EXPECT_GT_MSG(test, steps, 2U, "%s: too few steps to interrupt", what);
	for (step = 1; step <= steps; step++) {
		boot_on_slow(test);
		machine_run(what, fn, other, step);
		machine_look("both done");
		go_on();
		go_on();
	}
}

static void racing_writers(struct kunit *test)
{
	race(test, "timer in registration", add_mct, machine_renew);
	race(test, "registration in timer", machine_renew, add_mct);
	judge(test, &writers_race);
}

/*
 * Nothing renews the epoch of a 32-bit MCT, which wraps after 179 s, for a lap and half a
 * minute. Nobody reads the clock either: interrupts are off, or the machine is stopped.
 */
static void starve(struct kunit *test, const struct machine_counter *ctr, bool lost)
{
	const u64 lap = 178956970667ULL;
	unsigned int wrong = machine.wrong, n;

	machine_boot(clock_of(test));
	machine.clk->add(ctr);
	machine.clk->start();
	machine_watch();
	for (n = 0; n < 5; n++) {
		machine_pass(80ULL * NSEC_PER_SEC);
		machine_run("renewal in time", machine_renew, NULL, 0);
		machine_look("renewed in time");
	}
	KUNIT_EXPECT_EQ_MSG(test, machine.wrong, wrong, "before: %s", machine.first);
	KUNIT_EXPECT_EQ(test, machine.warnings, 0U);

	machine_pass(lap + 30ULL * NSEC_PER_SEC);
	machine.reference_lost = lost ? lap : 0;
	machine_renew();
	machine_look("renewed after a lap");
	if (is_ours(machine.clk))
		KUNIT_EXPECT_EQ_MSG(test, machine.warnings, 1U, "a late epoch is reported once");
	else
		KUNIT_EXPECT_EQ_MSG(test, machine.warnings, 0U,
				    "linux %s reports a lost lap: " NO_FAULT,
				    machine.clk->name);
	go_on();
}

static void lost_lap(struct kunit *test)
{
	/* CLOCK_MONOTONIC runs on another counter, and can tell. */
	starve(test, &machine_mct, false);
	/* It runs on the same one and has lost the lap, too; the upper half can tell. */
	starve(test, &machine_wide_mct, true);
	judge(test, &lap_unseen);
}

static int mainline_init(struct kunit *test)
{
	memset(&machine, 0, sizeof(machine));
	if (!IS_ENABLED(CONFIG_PREEMPT_COUNT))
		kunit_skip(test, "without CONFIG_PREEMPT_COUNT, locks do not show");

	return 0;
}

static struct kunit_case mainline_cases[] = {
	KUNIT_CASE_PARAM(empty_odd_copy, clocks_gen_params),
	KUNIT_CASE_PARAM(stale_odd_copy, clocks_gen_params),
	KUNIT_CASE_PARAM(racing_writers, clocks_gen_params),
	KUNIT_CASE_PARAM(lost_lap, clocks_gen_params),
	{}
};

static struct kunit_suite mainline_suite = {
	.name		= "soc_mainline",
	.init		= mainline_init,
	.test_cases	= mainline_cases,
};

kunit_test_suite(mainline_suite);

MODULE_DESCRIPTION("KUnit suite that compares the clock with the kernel's own");
MODULE_LICENSE("GPL");
