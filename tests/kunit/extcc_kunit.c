// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_extcc: which cores have the counter and share one, whether it counts and is
 * in step, what its rate is, and how it is described to the helper, against a model. The
 * sources of the driver and of the clock are compiled a second time.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>
#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/time64.h>
#include <soc-timers/counter.h>

#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#include "../../drivers/loongson/hw.c"
#include "../../drivers/loongson/rate.c"
#include "../../drivers/loongson/step.c"
#include "../../drivers/loongson/counter.c"
#include "../../drivers/sched_clock/latch.c"

#define RATE	1400020000U

/*
 * The machine: each reading takes @step ticks, the CPU that reads has a counter
 * that is @skew ahead, and what it sees is @age ticks old.
 */
static struct {
	u64 ticks;
	u64 step;
	s64 skew;
	u64 age;
	unsigned int reads;
	unsigned int moves_at;
} model;

u64 soc_model_rdhwr_extcc(void)
{
	model.reads++;
	if (model.reads >= model.moves_at)
		model.ticks += model.step;
	return model.ticks + model.skew - model.age;
}

/* Cores */

static void extcc_knows_cores(struct kunit *test)
{
	static const struct {
		const char *name;
		u32 prid;
		enum extcc_core core;
	} cores[] = {
		{ "2E",			0x006302, EXTCC_NONE },
		{ "2F",			0x006303, EXTCC_NONE },
		{ "3A1000",		0x006305, EXTCC_NONE },
		{ "3B1000",		0x006306, EXTCC_NONE },
		{ "3B1500",		0x006307, EXTCC_NONE },
		{ "3A2000",		0x006308, EXTCC_PRESENT },
		{ "3A2000, later",	0x14630c, EXTCC_PRESENT },
		{ "3A3000",		0x146309, EXTCC_PRESENT },
		{ "3A3000, legacy",	0x006309, EXTCC_PRESENT },
		{ "3A3000, later",	0x14630d, EXTCC_PRESENT },
		{ "2K1000",		0x146101, EXTCC_NONE },
		{ "3A4000",		0x14c000, EXTCC_UNKNOWN },
		{ "1B",			0x004220, EXTCC_NONE },
		{ "another company's",	0x016309, EXTCC_NONE },
		{ "R10000",		0x000900, EXTCC_NONE },
		{ "none",		0x000000, EXTCC_NONE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cores); i++)
		KUNIT_EXPECT_EQ_MSG(test, (int)extcc_core(cores[i].prid), (int)cores[i].core,
				    "%s, PRId %#x", cores[i].name, cores[i].prid);
	KUNIT_EXPECT_EQ_MSG(test, model.reads, 0U, "the counter was read to find out");
}

static void extcc_sees_it_run(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, extcc_running());
	KUNIT_EXPECT_EQ(test, model.reads, 2U);

	model.reads = 0;
	model.moves_at = EXTCC_LOOKS + 1;
	KUNIT_EXPECT_TRUE_MSG(test, extcc_running(), "moves at the last look");

	model.reads = 0;
	model.moves_at = EXTCC_LOOKS + 2;
	KUNIT_EXPECT_FALSE_MSG(test, extcc_running(), "moves after the last look");
	KUNIT_EXPECT_EQ(test, model.reads, EXTCC_LOOKS + 1U);
}

/* In step */

/* CPUs in turn, with @skew[i] for CPU i */
static struct extcc_step take_turns(const s64 *skew, unsigned int cpus, unsigned int rounds)
{
	struct extcc_step step;
	unsigned int i;

	extcc_step_init(&step);
	for (i = 0; i < rounds * cpus; i++) {
		model.skew = skew[i % cpus];
		extcc_step_read(&step, i % cpus);
	}
	model.skew = 0;

	return step;
}

static void extcc_step_in_step(struct kunit *test)
{
	static const s64 skew[] = { 0, 0, 0, 0 };
	static const u64 starts[] = { 0, 1, S64_MAX - 5, U64_MAX - 5 };
	struct extcc_step step;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		model.ticks = starts[i];
		step = take_turns(skew, ARRAY_SIZE(skew), 100);
		KUNIT_EXPECT_EQ_MSG(test, step.behind, 0ULL, "from %#llx", starts[i]);
		KUNIT_EXPECT_EQ_MSG(test, step.turns, 399U, "from %#llx", starts[i]);
	}
}

static void extcc_step_skewed(struct kunit *test)
{
	static const s64 skews[] = { 100, -100, 1000000000000LL, -1000000000000LL };
	struct extcc_step step;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(skews); i++) {
		/* Two packages of two cores each. */
		s64 skew[] = { 0, 0, skews[i], skews[i] };

		model.ticks = 1ULL << 60;
		step = take_turns(skew, ARRAY_SIZE(skew), 100);
		KUNIT_EXPECT_GE_MSG(test, step.behind, (u64)abs(skews[i]) - 4 * model.step,
				    "skew %lld", skews[i]);
		KUNIT_EXPECT_LE_MSG(test, step.behind, (u64)abs(skews[i]), "skew %lld", skews[i]);
	}
}

/* One after the other, not in turn: not seen to be out of step, nor to be in step. */
static void extcc_step_needs_turns(struct kunit *test)
{
	struct extcc_step step;
	unsigned int i;

	extcc_step_init(&step);
	for (i = 0; i < 100; i++)
		extcc_step_read(&step, 0);
	model.skew = 100;
	for (i = 0; i < 100; i++)
		extcc_step_read(&step, 1);
	KUNIT_EXPECT_EQ(test, step.behind, 0ULL);
	KUNIT_EXPECT_EQ(test, step.turns, 1U);
}

/* A stale reading, behind another CPU's earlier one, is noticed as well. */
static void extcc_step_old_reading(struct kunit *test)
{
	struct extcc_step step;

	extcc_step_init(&step);
	extcc_step_read(&step, 0);
	model.age = 5;
	extcc_step_read(&step, 1);
	KUNIT_EXPECT_EQ(test, step.behind, 5 - model.step);
	model.age = 0;
	extcc_step_read(&step, 0);
	KUNIT_EXPECT_EQ(test, step.behind, 5 - model.step);
}

/* The firmware's core numbers: four per package, whichever cores there are. */
static void extcc_tells_packages(struct kunit *test)
{
	static const struct {
		const char *what;
		unsigned int count;
		unsigned int cores[8];
		bool several;
	} machines[] = {
		{ "one core", 1, { 0 }, false },
		{ "one core, not the first", 1, { 6 }, false },
		{ "one package", 4, { 0, 1, 2, 3 }, false },
		{ "one package, boot core 2", 4, { 2, 0, 1, 3 }, false },
		{ "the second package alone", 4, { 4, 5, 6, 7 }, false },
		{ "the second package, backwards", 4, { 7, 6, 5, 4 }, false },
		{ "two packages", 8, { 0, 1, 2, 3, 4, 5, 6, 7 }, true },
		{ "two packages, boot core 4", 8, { 4, 0, 1, 2, 3, 5, 6, 7 }, true },
		{ "one core of each", 2, { 3, 4 }, true },
		{ "the last core is in another package", 4, { 0, 1, 2, 4 }, true },
		{ "back to the first one", 3, { 0, 4, 1 }, true },
		{ "far apart", 2, { 0, 60 }, true },
		{ "the same place in two packages", 2, { 1, 5 }, true },
	};
	struct extcc_packages packages;
	unsigned int i, core;

	for (i = 0; i < ARRAY_SIZE(machines); i++) {
		packages = (struct extcc_packages) { };
		for (core = 0; core < machines[i].count; core++)
			extcc_packages_add(&packages, machines[i].cores[core]);
		KUNIT_EXPECT_EQ_MSG(test, packages.several, machines[i].several, "%s",
				    machines[i].what);
		KUNIT_EXPECT_EQ(test, packages.cores, machines[i].count);
	}
	KUNIT_EXPECT_EQ(test, model.reads, 0U);
}

/* Rate */

/* What is measured in @ns of a counter @ppb off @firmware, @slack at each end */
static struct extcc_rate judge(u32 firmware, s64 ppb, u64 ns, u64 slack)
{
	u64 start = U64_MAX - 1000;
	s64 hz_e9 = (s64)firmware * (NSEC_PER_SEC + ppb);
	struct extcc_point from = { .ticks = start, .ns = 123456789, .slack = slack };
	struct extcc_point to = { .ns = from.ns + ns, .slack = slack };

	to.ticks = start + mul_u64_u64_div_u64(div_u64(hz_e9, NSEC_PER_SEC), ns, NSEC_PER_SEC);

	return extcc_judge_rate(firmware, &from, &to);
}

static void extcc_rate_is_judged(struct kunit *test)
{
	static const struct {
		s64 ppb;
		enum extcc_verdict verdict;
	} cases[] = {
		{ 0,		EXTCC_CONFIRMED },
		{ 5000,		EXTCC_CONFIRMED },	/* 5 ppm */
		{ -5000,	EXTCC_CONFIRMED },
		{ 499900,	EXTCC_CONFIRMED },
		{ -499900,	EXTCC_CONFIRMED },
		{ 500100,	EXTCC_REPLACED },
		{ -500100,	EXTCC_REPLACED },
		{ 50000000,	EXTCC_REPLACED },	/* 5 % */
		{ -50000000,	EXTCC_REPLACED },
		{ 1000000000,	EXTCC_REPLACED },	/* twice */
		{ -999000000,	EXTCC_REPLACED },
	};
	struct extcc_rate rate;
	unsigned int i;
	u32 real, used;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		rate = judge(RATE, cases[i].ppb, NSEC_PER_SEC, 100);
		real = div_u64((s64)RATE * (NSEC_PER_SEC + cases[i].ppb), NSEC_PER_SEC);
		KUNIT_EXPECT_EQ_MSG(test, (int)rate.verdict, (int)cases[i].verdict, "%lld ppb",
				    cases[i].ppb);
		KUNIT_EXPECT_LE_MSG(test, abs(rate.ppb - cases[i].ppb), 2LL,
				    "%lld ppb, seen as %lld", cases[i].ppb, rate.ppb);
		KUNIT_EXPECT_LE_MSG(test, abs((s64)rate.measured - real), 1LL,
				    "%lld ppb, measured %u", cases[i].ppb, rate.measured);
		used = RATE;
		if (cases[i].verdict == EXTCC_REPLACED)
			used = rate.measured;
		KUNIT_EXPECT_EQ_MSG(test, rate.used, used, "%lld ppb", cases[i].ppb);
		KUNIT_EXPECT_EQ(test, rate.unsure, 200ULL);
		KUNIT_EXPECT_EQ(test, rate.firmware, RATE);
	}
}

/* 2^31 Hz is within reach of a 3A3000, and the arithmetic is signed. */
static void extcc_rate_above_31_bits(struct kunit *test)
{
	static const struct {
		u32 firmware;
		s64 ppb;
		enum extcc_verdict verdict;
	} cases[] = {
		{ S32_MAX,		400000,		EXTCC_CONFIRMED },
		{ S32_MAX + 1U,		400000,		EXTCC_CONFIRMED },
		{ 2400000000U,		400000,		EXTCC_CONFIRMED },
		{ 2400000000U,		-400000,	EXTCC_CONFIRMED },
		{ 2400000000U,		600000,		EXTCC_REPLACED },
		{ 2400000000U,		-600000,	EXTCC_REPLACED },
		{ 4000000000U,		400000,		EXTCC_CONFIRMED },
		{ U32_MAX,		-400000,	EXTCC_CONFIRMED },
		{ U32_MAX,		-600000,	EXTCC_REPLACED },
		{ U32_MAX,		-999000000,	EXTCC_REPLACED },
	};
	struct extcc_rate rate;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		rate = judge(cases[i].firmware, cases[i].ppb, NSEC_PER_SEC, 100);
		KUNIT_EXPECT_EQ_MSG(test, (int)rate.verdict, (int)cases[i].verdict,
				    "%u Hz, %lld ppb", cases[i].firmware, cases[i].ppb);
		KUNIT_EXPECT_LE_MSG(test, abs(rate.ppb - cases[i].ppb), 2LL,
				    "%u Hz, %lld ppb, seen as %lld", cases[i].firmware,
				    cases[i].ppb, rate.ppb);
	}
}

/* As seen on a 3A3000: 1400.020 MHz promised, 1400.027 MHz measured. */
static void extcc_rate_seen(struct kunit *test)
{
	struct extcc_rate rate = judge(1400020000, 5000, NSEC_PER_SEC, 50);

	KUNIT_EXPECT_EQ(test, rate.measured, 1400027000U);
	KUNIT_EXPECT_EQ(test, rate.used, 1400020000U);
}

static void expect_unchecked(struct kunit *test, const char *what, struct extcc_rate rate,
			     u32 used)
{
	KUNIT_EXPECT_EQ_MSG(test, (int)rate.verdict, (int)EXTCC_UNCHECKED, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, rate.used, used, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, rate.measured, 0U, "%s", what);
}

static void extcc_rate_cannot_be_judged(struct kunit *test)
{
	struct extcc_point none = {}, later = { .ticks = 1400, .ns = 1000 };
	struct extcc_point far = { .ticks = U64_MAX / 2, .ns = NSEC_PER_SEC };

	expect_unchecked(test, "no measurement", extcc_judge_rate(RATE, &none, &none), RATE);
	expect_unchecked(test, "backwards", extcc_judge_rate(RATE, &later, &none), RATE);
	expect_unchecked(test, "stopped", judge(RATE, -NSEC_PER_SEC, NSEC_PER_SEC, 100), RATE);
	expect_unchecked(test, "jumps", extcc_judge_rate(RATE, &none, &far), RATE);
	expect_unchecked(test, "too fast", judge(3000000000U, 500000000, NSEC_PER_SEC, 100),
			 3000000000U);
	/* jiffies as the clocksource: 4 ms in half a second */
	expect_unchecked(test, "coarse", judge(RATE, 50000000, NSEC_PER_SEC / 2, 4000000), RATE);
	expect_unchecked(test, "just too coarse", judge(RATE, 0, NSEC_PER_SEC, 50001), RATE);
	KUNIT_EXPECT_EQ(test, (int)judge(RATE, 0, NSEC_PER_SEC, 50000).verdict,
			(int)EXTCC_CONFIRMED);
}

/* Left to the helper, which refuses it. */
static void extcc_rate_of_zero(struct kunit *test)
{
	struct extcc_point from = {}, to = { .ticks = RATE, .ns = NSEC_PER_SEC };

	expect_unchecked(test, "0 Hz", extcc_judge_rate(0, &from, &to), 0);
}

static void extcc_rate_extremes(struct kunit *test)
{
	struct extcc_rate rate;

	rate = judge(U32_MAX, 0, 10ULL * NSEC_PER_SEC, 100);
	KUNIT_EXPECT_EQ(test, rate.measured, U32_MAX);
	KUNIT_EXPECT_EQ(test, rate.ppb, 0LL);
	rate = judge(1, 0, NSEC_PER_SEC, 100);
	KUNIT_EXPECT_EQ(test, rate.measured, 1U);
	rate = judge(1, 999999999000LL, NSEC_PER_SEC, 100);
	KUNIT_EXPECT_EQ(test, rate.measured, 1000U);
	KUNIT_EXPECT_EQ(test, rate.ppb, 999000000000LL);
}

/* Description */

static void extcc_counter_is_described(struct kunit *test)
{
	const struct soc_counter *ctr = extcc_counter_describe(RATE, true);

	KUNIT_EXPECT_STREQ(test, ctr->name, "soc-extcc");
	KUNIT_EXPECT_EQ_MSG(test, ctr->bits, 64U, "width handed to the system clock");
	KUNIT_EXPECT_EQ(test, ctr->wide_bits, 0U);
	KUNIT_EXPECT_EQ(test, ctr->rate, (unsigned long)RATE);
	KUNIT_EXPECT_EQ(test, (int)ctr->scope, (int)SOC_COUNTER_SYSTEM);
	KUNIT_EXPECT_TRUE(test, ctr->read_only);
	KUNIT_EXPECT_TRUE_MSG(test, ctr->sched_clock, "built in, for the kernel's clock");
	/* The kernel's own clocksource has 200 to 299, and is in the vDSO. */
	if (ctr->vdso_clock_mode == VDSO_CLOCKMODE_NONE)
		KUNIT_EXPECT_TRUE_MSG(test, ctr->rating < 200,
				      "rating %d: user space loses its vDSO", ctr->rating);
	else
		KUNIT_EXPECT_TRUE_MSG(test, ctr->rating > 299,
				      "rating %d: not chosen for the vDSO", ctr->rating);
	KUNIT_EXPECT_TRUE_MSG(test, ctr->rating > 1, "rating %d: jiffies win", ctr->rating);
	KUNIT_EXPECT_PTR_EQ(test, ctr->owner, THIS_MODULE);

	model.ticks = 0xfedcba9876543210ULL;
	KUNIT_EXPECT_EQ(test, ctr->read(), 0xfedcba9876543211ULL);
	KUNIT_EXPECT_EQ(test, ctr->read_cs(NULL), 0xfedcba9876543212ULL);
	KUNIT_EXPECT_EQ(test, model.reads, 2U);
}

/* Built in: first with the firmware's rate, then with the measured one. */
static void extcc_counter_is_described_again(struct kunit *test)
{
	struct soc_counter *early = extcc_counter_describe(RATE, false);
	struct soc_counter *ctr;

	KUNIT_EXPECT_FALSE(test, early->read_only);
	early->built_in = true;
	ctr = extcc_counter_describe(RATE + 5, false);
	KUNIT_EXPECT_PTR_EQ(test, ctr, early);
	KUNIT_EXPECT_EQ(test, ctr->rate, RATE + 5UL);
	KUNIT_EXPECT_TRUE_MSG(test, ctr->built_in, "the helper's own members are kept");
	ctr->built_in = false;
}

static void extcc_counter_looks_at_resume(struct kunit *test)
{
	struct soc_counter *ctr = extcc_counter_describe(RATE, true);

	KUNIT_EXPECT_NULL_MSG(test, ctr->resume, "nothing can start it");
	KUNIT_EXPECT_TRUE(test, ctr->running(ctr));
	KUNIT_EXPECT_EQ(test, model.reads, 2U);
	model.reads = 0;
	model.step = 0;
	KUNIT_EXPECT_FALSE(test, ctr->running(ctr));
	KUNIT_EXPECT_EQ_MSG(test, model.reads, EXTCC_LOOKS + 1U, "a counter that is stopped");
}

/*
 * Readings that are a few ticks older than the epoch: the clock stays where the
 * epoch is. A clocksource doesn't have that: it subtracts, and so the read is
 * ordered by a sync, see soc_rdhwr_extcc().
 */
static void extcc_old_readings_and_the_clock(struct kunit *test)
{
	const struct soc_counter *ctr;
	struct soc_clock_source src;
	struct soc_clock *clk;
	u64 last, now, age;

	clk = kunit_kzalloc(test, sizeof(*clk) + 64, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, clk);
	clk = PTR_ALIGN(clk, 64);
	soc_clock_init(clk, NULL);

	ctr = extcc_counter_describe(1000000000, true);
	src = (struct soc_clock_source) {
		.name = ctr->name,
		.read = ctr->read,
		.bits = ctr->bits,
		.rate = ctr->rate,
		.rating = ctr->rating,
	};
	model.ticks = 1000;
	KUNIT_ASSERT_EQ(test, soc_clock_register(clk, &src), 0);

	last = soc_clock_read(clk);
	for (age = 0; age <= 1000; age += 50) {
		soc_clock_update(clk);
		model.age = age;
		now = soc_clock_read(clk);
		model.age = 0;
		KUNIT_EXPECT_LE_MSG(test, now - last, 100ULL,
				    "%llu ticks old: %llu ns after %llu", age, now, last);
		last = soc_clock_read(clk);
	}
	KUNIT_EXPECT_EQ(test, soc_clock_unregister(clk, &src), 0);

	model.ticks = 1000;
	last = ctr->read_cs(NULL);
	model.age = 2;
	now = ctr->read_cs(NULL);
	KUNIT_EXPECT_TRUE_MSG(test, now - last > U64_MAX / 2,
			      "a clocksource would need no sync: %llu after %llu", now, last);
}

static int extcc_kunit_init(struct kunit *test)
{
	memset(&model, 0, sizeof(model));
	model.step = 1;

	return 0;
}

static struct kunit_case extcc_cases[] = {
	KUNIT_CASE(extcc_knows_cores),
	KUNIT_CASE(extcc_sees_it_run),
	KUNIT_CASE(extcc_step_in_step),
	KUNIT_CASE(extcc_step_skewed),
	KUNIT_CASE(extcc_step_needs_turns),
	KUNIT_CASE(extcc_step_old_reading),
	KUNIT_CASE(extcc_tells_packages),
	KUNIT_CASE(extcc_rate_is_judged),
	KUNIT_CASE(extcc_rate_above_31_bits),
	KUNIT_CASE(extcc_rate_seen),
	KUNIT_CASE(extcc_rate_cannot_be_judged),
	KUNIT_CASE(extcc_rate_of_zero),
	KUNIT_CASE(extcc_rate_extremes),
	KUNIT_CASE(extcc_counter_is_described),
	KUNIT_CASE(extcc_counter_is_described_again),
	KUNIT_CASE(extcc_counter_looks_at_resume),
	KUNIT_CASE(extcc_old_readings_and_the_clock),
	{ }
};

static struct kunit_suite extcc_suite = {
	.name = "soc_extcc",
	.init = extcc_kunit_init,
	.test_cases = extcc_cases,
};

kunit_test_suite(extcc_suite);

MODULE_AUTHOR("soc-timers contributors");
MODULE_DESCRIPTION("KUnit suite of the Loongson ExtCC driver");
MODULE_LICENSE("GPL");
