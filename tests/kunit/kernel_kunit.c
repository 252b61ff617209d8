// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's sched_clock() on the system clock: what the rest of the kernel gets from it,
 * from before any counter is registered.
 *
 * Each test is a boot of its own, with counters that only move when the test moves them.
 * They have 64 bits if nothing else matters: then the epoch timer does not come in between.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/export.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/time64.h>
#include "../../drivers/sched_clock/system.h"
#include "kernel_seam.h"
#include "system_seam.h"

#define MHZ	1000000UL

static u64 ticks;
static unsigned int reads;

static notrace u64 kernel_test_read(void)
{
	reads++;
	return ticks;
}

static notrace u64 kernel_test_other(void)
{
	return ticks;
}

static notrace u64 kernel_test_third(void)
{
	return ticks;
}

static notrace u64 kernel_test_narrow(void)
{
	return ticks & U16_MAX;
}

/* More bits than it has, as counters of other drivers may. */
static notrace u64 kernel_test_dirty(void)
{
	return ~(u64)U16_MAX | (ticks & U16_MAX);
}

static notrace u64 kernel_test_ns(const struct soc_clock_read_data *rd)
{
	reads++;
	return soc_clock_ns64(rd, ticks);
}

/* A counter of one of our drivers. */
static struct soc_clock_source own;

static int kernel_test_init(struct kunit *test)
{
	kernel_boot(-1);
	ticks = 1000;
	reads = 0;
	own = (struct soc_clock_source) {
		.name	= "own",
		.read	= kernel_test_other,
		.bits	= 64,
		.rate	= 1000 * MHZ,
		.rating	= 450,
	};

	return 0;
}

static void kernel_test_exit(struct kunit *test)
{
	kernel_boot(-1);
}

/* The function that the clock reads, as perf finds it. */
static u64 (*fed_by(struct kunit *test))(void)
{
	u64 (*read)(void);
	unsigned int seq;

	read = kernel_read_begin(&seq)->read_sched_clock;
	KUNIT_EXPECT_EQ(test, kernel_read_retry(seq), 0);

	return read;
}

static void expect_fed_by(struct kunit *test, u64 (*read)(void))
{
	KUNIT_EXPECT_PTR_EQ(test, (void *)fed_by(test), (void *)read);
}

static void expect_line(struct kunit *test, const char *begin)
{
	KUNIT_EXPECT_TRUE_MSG(test, !strncmp(system_seam.line, begin, strlen(begin)),
			      "expected %s, logged %s", begin, system_seam.line);
}

static void zero_without_a_counter(struct kunit *test)
{
	struct clock_read_data *rd;
	unsigned int seq;

	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), 0ULL);
	KUNIT_EXPECT_EQ(test, kernel_sched_clock_noinstr(), 0ULL);
	rd = kernel_read_begin(&seq);
	KUNIT_EXPECT_EQ(test, rd->epoch_ns, 0ULL);
	KUNIT_EXPECT_EQ(test, rd->sched_clock_mask, 0ULL);
	KUNIT_EXPECT_EQ(test, rd->read_sched_clock() & rd->sched_clock_mask, 0ULL);
	KUNIT_EXPECT_EQ(test, kernel_read_retry(seq), 0);
}

/* Before any timer works. */
static void runs_on_the_first_counter(struct kunit *test)
{
	struct soc_clock_state state;

	kernel_register(kernel_test_read, 64, MHZ);
	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), 0ULL);
	ticks += 5;
	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), 5000ULL);
	KUNIT_EXPECT_EQ(test, kernel_sched_clock_noinstr(), 5000ULL);
	KUNIT_EXPECT_EQ(test, soc_sched_clock(), 5000ULL);
	KUNIT_EXPECT_EQ_MSG(test, system_seam.armed_ns, 0ULL, "a timer that is not set up");

	KUNIT_EXPECT_EQ(test, system_seam.lines, 1U);
	KUNIT_EXPECT_STREQ(test, system_seam.line,
			   "sched_clock: 64 bits at 1000kHz, resolution 1000ns, wraps every 3600000000000ns\n");
	soc_clock_get_state(&soc_system_clock, &state);
	if (IS_ENABLED(CONFIG_KALLSYMS))
		KUNIT_EXPECT_TRUE_MSG(test, !strncmp(state.name, "kernel_test_read", 16), "%s",
				      state.name);
	else
		KUNIT_EXPECT_STREQ(test, state.name, "counter0");
}

static void is_announced_as_the_kernel_does(struct kunit *test)
{
	kernel_register(kernel_test_read, 32, 24 * MHZ);
	expect_line(test, "sched_clock: 32 bits at 24MHz, resolution 41ns, wraps every 8947848");
	kernel_boot(-1);
	kernel_register(kernel_test_read, 56, 3999);
	expect_line(test, "sched_clock: 56 bits at 3999 Hz, resolution 250062ns, wraps every 36");
}

/* The kernel's rule, whatever the order in which they come. */
static void fastest_counter_wins(struct kunit *test)
{
	u64 ns;

	kernel_register(kernel_test_read, 64, 2 * MHZ);
	ticks += 2000;
	ns = kernel_sched_clock();
	kernel_register(kernel_test_other, 64, MHZ);
	expect_fed_by(test, kernel_test_read);
	KUNIT_EXPECT_EQ_MSG(test, kernel_sched_clock(), ns, "changed by a slower counter");
	KUNIT_EXPECT_EQ_MSG(test, system_seam.lines, 1U, "a counter that is not used is announced");

	/* Forward by a tick of each. */
	kernel_register(kernel_test_other, 64, 2 * MHZ);
	expect_fed_by(test, kernel_test_other);
	KUNIT_EXPECT_GE(test, kernel_sched_clock(), ns);
	KUNIT_EXPECT_LE(test, kernel_sched_clock(), ns + 1000);
	KUNIT_EXPECT_EQ(test, system_seam.lines, 2U);

	ns = kernel_sched_clock();
	kernel_register(kernel_test_third, 64, 3 * MHZ);
	expect_fed_by(test, kernel_test_third);
	KUNIT_EXPECT_GE(test, kernel_sched_clock(), ns);
	KUNIT_EXPECT_EQ(test, system_seam.lines, 3U);
}

/* A source of the system clock that may go away, as a module's: better than jiffies only. */
static void counters_of_modules_come_second(struct kunit *test)
{
	kernel_init();
	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&own), 0);
	expect_fed_by(test, kernel_test_other);

	kernel_register(kernel_test_read, 64, MHZ);
	expect_fed_by(test, kernel_test_read);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&own), 0);
	own.rating = INT_MAX - 1;
	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&own), 0);
	expect_fed_by(test, kernel_test_read);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&own), 0);
}

/* One of our own drivers, early: with its inline read, by its rate, and once. */
static void own_counters_are_offered(struct kunit *test)
{
	kernel_register(kernel_test_read, 64, MHZ);
	own.rate = 2 * MHZ;
	own.ns = kernel_test_ns;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_offer(&own), 0);
	expect_fed_by(test, kernel_test_other);
	reads = 0;
	kernel_sched_clock();
	/* Except on arm64, whose readers convert themselves. */
	KUNIT_EXPECT_EQ_MSG(test, reads, IS_ENABLED(CONFIG_ARM64) ? 0U : 1U, "not read inline");
	KUNIT_EXPECT_EQ(test, soc_sched_clock_offer(&own), -EEXIST);

	kernel_register(kernel_test_third, 64, 3 * MHZ);
	expect_fed_by(test, kernel_test_third);
}

static void jiffies_if_there_is_no_counter(struct kunit *test)
{
	struct soc_clock_state state;
	char line[80];

	kernel_init();
	soc_clock_get_state(&soc_system_clock, &state);
	KUNIT_EXPECT_STREQ(test, state.name, "jiffies");
	KUNIT_EXPECT_EQ(test, state.rate, (unsigned long)HZ);
	KUNIT_EXPECT_EQ(test, system_seam.lines, 1U);
	snprintf(line, sizeof(line), "sched_clock: %d bits at %d Hz, resolution %luns, ",
		 BITS_PER_LONG, HZ, NSEC_PER_SEC / HZ);
	expect_line(test, line);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_users(), 1U);
	KUNIT_EXPECT_EQ(test, kernel_irqtime_enabled, 0U);

	kernel_register(kernel_test_read, 64, MHZ);
	expect_fed_by(test, kernel_test_read);
}

/* One timer and one user from then on, and nothing more in the log. */
static void renewed_from_init_on(struct kunit *test)
{
	u64 ns;

	kernel_register(kernel_test_read, 64, MHZ);
	ticks += 100;
	ns = kernel_sched_clock();
	KUNIT_EXPECT_EQ(test, soc_sched_clock_users(), 0U);
	kernel_init();
	KUNIT_EXPECT_EQ(test, system_seam.lines, 1U);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_users(), 1U);
	KUNIT_EXPECT_EQ(test, system_seam.armed_ns, 3600 * (u64)NSEC_PER_SEC);
	KUNIT_EXPECT_EQ_MSG(test, kernel_sched_clock(), ns, "set by its own time");
	expect_fed_by(test, kernel_test_read);

	/* 32 bits at 1 GHz take 4.3 s. */
	kernel_register(kernel_test_other, 32, 1000 * MHZ);
	KUNIT_EXPECT_EQ(test, system_seam.armed_ns, BIT_ULL(31));

	soc_sched_clock_get();
	soc_sched_clock_put();
	KUNIT_EXPECT_EQ(test, soc_sched_clock_users(), 1U);
}

/* Suspend-to-idle and the system core's hook, which do not know of each other. */
static void stops_in_suspend(struct kunit *test)
{
	struct clock_read_data *rd;
	unsigned int seq;
	u64 ns;

	kernel_register(kernel_test_read, 64, MHZ);
	kernel_init();
	ticks += 100;
	ns = kernel_sched_clock();
	KUNIT_EXPECT_EQ(test, kernel_suspend(), 0);
	KUNIT_EXPECT_GE(test, kernel_sched_clock(), ns);
	ns = kernel_sched_clock();
	soc_sched_clock_suspend(NULL);

	reads = 0;
	ticks += 5000;
	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), ns);
	KUNIT_EXPECT_EQ(test, kernel_sched_clock_noinstr(), ns);
	rd = kernel_read_begin(&seq);
	KUNIT_EXPECT_EQ(test, rd->epoch_ns, ns);
	KUNIT_EXPECT_EQ(test, rd->sched_clock_mask, 0ULL);
	KUNIT_EXPECT_TRUE(test, rd->read_sched_clock != kernel_test_read);
	rd->read_sched_clock();
	KUNIT_EXPECT_EQ_MSG(test, reads, 0U, "the counter was read in suspend");

	kernel_resume();
	soc_sched_clock_resume(NULL);
	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), ns);
	ticks += 5;
	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), ns + 5000);
	expect_fed_by(test, kernel_test_read);
}

/* What perf tells programs must give the same time as sched_clock(). */
static void perf_converts_alike(struct kunit *test)
{
	static const unsigned long rates[] = { 32768, MHZ, 24 * MHZ, 1000 * MHZ };
	struct clock_read_data *rd;
	unsigned int i, seq;
	u64 cyc, ns;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		kernel_boot(-1);
		ticks = 12345;
		kernel_register(kernel_test_read, 56, rates[i]);
		ticks += 54321;
		rd = kernel_read_begin(&seq);
		cyc = (rd->read_sched_clock() - rd->epoch_cyc) & rd->sched_clock_mask;
		ns = rd->epoch_ns + (cyc * rd->mult >> rd->shift);
		KUNIT_EXPECT_EQ(test, kernel_read_retry(seq), 0);
		KUNIT_EXPECT_EQ_MSG(test, kernel_sched_clock(), ns, "%lu Hz", rates[i]);
		KUNIT_EXPECT_LE(test, rd->shift, 32U);
	}
}

static void irqtime_by_rate_and_parameter(struct kunit *test)
{
	static const struct {
		int		param;
		unsigned long	rate;
		bool		enabled;
	} cases[] = {
		{ -1, MHZ - 1, false },
		{ -1, MHZ, true },
		{ 0, 24 * MHZ, false },
		{ 1, 24 * MHZ, true },
		{ 1, 1000, true },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		kernel_boot(cases[i].param);
		kernel_register(kernel_test_read, 64, cases[i].rate);
		KUNIT_EXPECT_EQ_MSG(test, !!kernel_irqtime_enabled, cases[i].enabled,
				    "irqtime=%d, %lu Hz", cases[i].param, cases[i].rate);
	}

	/* Asked for, even with jiffies. */
	kernel_boot(1);
	kernel_init();
	KUNIT_EXPECT_EQ(test, !!kernel_irqtime_enabled, true);

	/* Not by what may go away soon. */
	kernel_boot(-1);
	kernel_init();
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&own), 0);
	KUNIT_EXPECT_EQ(test, kernel_irqtime_enabled, 0U);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&own), 0);
}

/* Own, at 1 GHz, is what interrupts are timed by until it is lost. */
static void boot_on_own(struct kunit *test, int param)
{
	kernel_boot(param);
	kernel_init();
	KUNIT_ASSERT_EQ(test, soc_sched_clock_offer(&own), 0);
	KUNIT_ASSERT_EQ(test, !!kernel_irqtime_enabled, !!param);
}

static void irqtime_ends_with_a_fine_clock(struct kunit *test)
{
	/* On jiffies, all time would be charged to the interrupt that advances them. */
	boot_on_own(test, -1);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&own), 0);
	KUNIT_EXPECT_EQ(test, !!kernel_irqtime_enabled, false);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_offer(&own), 0);
	KUNIT_EXPECT_EQ(test, !!kernel_irqtime_enabled, true);
	soc_sched_clock_demote(&own);
	kernel_follow_demotion();
	KUNIT_EXPECT_EQ(test, !!kernel_irqtime_enabled, false);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&own), 0);

	/* The next one is fine enough. */
	boot_on_own(test, -1);
	kernel_register(kernel_test_read, 64, MHZ);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&own), 0);
	expect_fed_by(test, kernel_test_read);
	KUNIT_EXPECT_EQ(test, !!kernel_irqtime_enabled, true);

	/* As the command line asks. */
	boot_on_own(test, 1);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&own), 0);
	KUNIT_EXPECT_EQ(test, !!kernel_irqtime_enabled, true);
	boot_on_own(test, 0);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&own), 0);
	KUNIT_EXPECT_EQ(test, !!kernel_irqtime_enabled, false);
}

static unsigned int count_sources(void)
{
	struct list_head *pos;
	unsigned int n = 0;

	list_for_each(pos, &soc_system_clock.sources)
		n++;

	return n;
}

static void expect_left_out(struct kunit *test, const char *rate)
{
	char line[100];

	snprintf(line, sizeof(line),
		 "sched_clock: more than 8 counters: the slowest, at %s, is left out\n", rate);
	KUNIT_EXPECT_STREQ(test, system_seam.line, line);
}

/* Nothing can be allocated that early: the slowest counter is left out, and reported. */
static void keeps_the_fastest_of_many(struct kunit *test)
{
	unsigned int i;

	for (i = KERNEL_COUNTERS; i; i--)
		kernel_register(kernel_test_read, 64, i * MHZ);
	KUNIT_EXPECT_EQ(test, count_sources(), (unsigned int)KERNEL_COUNTERS);
	KUNIT_EXPECT_EQ(test, system_seam.lines, 1U);

	kernel_register(kernel_test_other, 64, MHZ - 1);
	expect_left_out(test, "999999 Hz");
	expect_fed_by(test, kernel_test_read);
	KUNIT_EXPECT_EQ(test, count_sources(), (unsigned int)KERNEL_COUNTERS);

	kernel_register(kernel_test_third, 64, 2 * MHZ + 1);
	expect_left_out(test, "1000000 Hz");
	expect_fed_by(test, kernel_test_read);
	kernel_register(kernel_test_other, 64, 9 * MHZ);
	expect_fed_by(test, kernel_test_other);
	expect_line(test, "sched_clock: 64 bits at 9MHz, ");
	KUNIT_EXPECT_EQ(test, count_sources(), (unsigned int)KERNEL_COUNTERS);
}

/* All of the same rate: the latest feeds the clock, which must not step on the way. */
static void keeps_the_latest_of_equals(struct kunit *test)
{
	unsigned int i;
	u64 ns = 0;

	kernel_init();
	for (i = 0; i < 2 * KERNEL_COUNTERS; i++) {
		u64 (*read)(void) = i & 1 ? kernel_test_other : kernel_test_third;

		kernel_register(read, 32, 24 * MHZ);
		expect_fed_by(test, read);
		KUNIT_EXPECT_GE(test, kernel_sched_clock(), ns);
		ns = kernel_sched_clock();
	}
	/* And jiffies. */
	KUNIT_EXPECT_EQ(test, count_sources(), KERNEL_COUNTERS + 1U);
	KUNIT_EXPECT_EQ(test, system_seam.armed_ns, soc_clock_period(&soc_system_clock));
}

static void refuses_what_cannot_be_followed(struct kunit *test)
{
	static const struct {
		int		bits;
		unsigned long	rate;
	} cases[] = {
		{ 7, 1000 },
		{ 65, MHZ },
		{ -1, MHZ },
		{ 32, 0 },
		{ 9, MHZ },
#ifdef CONFIG_64BIT
		{ 64, U32_MAX + 1UL },
#endif
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		kernel_register(kernel_test_read, cases[i].bits, cases[i].rate);
		KUNIT_EXPECT_EQ(test, system_seam.lines, i + 1);
		KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(system_seam.line, "need 8 to 64 bits"), "%s",
					  system_seam.line);
		KUNIT_EXPECT_EQ(test, count_sources(), 0U);
	}
	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), 0ULL);
	kernel_register(kernel_test_read, 64, U32_MAX);
	expect_fed_by(test, kernel_test_read);
}

/*
 * 10 bits at 1 MHz take a millisecond, which is too short for ticks of 100 Hz, but not for
 * the high-resolution timers to come. Our own drivers may try again; others do not.
 */
static void narrow_counters_are_accepted_early(struct kunit *test)
{
	own.bits = 10;
	own.rate = MHZ;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&own), -ERANGE);
	kernel_register(kernel_test_narrow, 10, MHZ);
	expect_fed_by(test, kernel_test_narrow);
}

static void bits_above_the_width_are_ignored(struct kunit *test)
{
	u64 ns;

	ticks = U16_MAX - 1;
	kernel_register(kernel_test_dirty, 16, MHZ);
	ticks += 5;
	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), 5000ULL);
	/* A new epoch begins. */
	soc_clock_update(&soc_system_clock);
	ns = kernel_sched_clock();
	KUNIT_EXPECT_EQ(test, ns, 5000ULL);
	ticks += U16_MAX / 2;
	KUNIT_EXPECT_EQ(test, kernel_sched_clock(), ns + U16_MAX / 2 * 1000ULL);
}

static struct kunit_case kernel_cases[] = {
	KUNIT_CASE(zero_without_a_counter),
	KUNIT_CASE(runs_on_the_first_counter),
	KUNIT_CASE(is_announced_as_the_kernel_does),
	KUNIT_CASE(fastest_counter_wins),
	KUNIT_CASE(counters_of_modules_come_second),
	KUNIT_CASE(own_counters_are_offered),
	KUNIT_CASE(jiffies_if_there_is_no_counter),
	KUNIT_CASE(renewed_from_init_on),
	KUNIT_CASE(stops_in_suspend),
	KUNIT_CASE(perf_converts_alike),
	KUNIT_CASE(irqtime_by_rate_and_parameter),
	KUNIT_CASE(irqtime_ends_with_a_fine_clock),
	KUNIT_CASE(keeps_the_fastest_of_many),
	KUNIT_CASE(keeps_the_latest_of_equals),
	KUNIT_CASE(refuses_what_cannot_be_followed),
	KUNIT_CASE(narrow_counters_are_accepted_early),
	KUNIT_CASE(bits_above_the_width_are_ignored),
	{}
};

static struct kunit_suite kernel_suite = {
	.name		= "soc_kernel",
	.init		= kernel_test_init,
	.exit		= kernel_test_exit,
	.test_cases	= kernel_cases,
};

kunit_test_suite(kernel_suite);

MODULE_DESCRIPTION("KUnit tests of the kernel's sched_clock() on the system clock");
MODULE_LICENSE("GPL");
