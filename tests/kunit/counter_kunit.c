// SPDX-License-Identifier: GPL-2.0-only
/*
 * KUnit suite soc_counter: the registration helper on a simulated counter, with the
 * kernel around it faked (counter_fakes.h) or, in the real_core tests, with the real
 * clocksource core.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/string.h>

#include "counter_fakes.h"
#include "counter_model.h"

/* Below the kernel's own clocksources: no test may take over timekeeping. */
#define RATING	7

static void counter_resume(struct soc_counter *ctr)
{
	counter_fakes_log("start", 0);
}

static bool counter_stays_stopped;

static bool counter_running(struct soc_counter *ctr)
{
	counter_fakes_log("look", 0);
	return !counter_stays_stopped;
}

static struct soc_counter sound_counter(void)
{
	return (struct soc_counter) {
		.name		= "soc-counter-kunit",
		.read		= counter_model_read,
		.bits		= 32,
		.rate		= 24000000,
		.rating		= RATING,
		.resume		= counter_resume,
	};
}

static void set_bits(struct soc_counter *ctr, unsigned int bits)
{
	ctr->bits = bits;
	counter_model.bits = bits;
}

static void set_wide(struct soc_counter *ctr, unsigned int wide_bits)
{
	ctr->read_wide = counter_model_read_wide;
	ctr->wide_bits = wide_bits;
	counter_model.wide_bits = wide_bits;
}

static int counter_test_init(struct kunit *test)
{
	struct soc_counter *ctr = kunit_kzalloc(test, sizeof(*ctr), GFP_KERNEL);

	if (!ctr)
		return -ENOMEM;

	*ctr = sound_counter();
	test->priv = ctr;
	memset(&counter_fakes, 0, sizeof(counter_fakes));
	memset(&counter_model, 0, sizeof(counter_model));
	counter_test_next_boot();
	counter_stays_stopped = false;
	counter_model.step = 3;
	counter_model.bits = ctr->bits;

	return 0;
}

/* Neither the real core nor the helper must keep anything that a test has left behind. */
static void counter_test_exit(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	if (!ctr || !ctr->registered)
		return;
	if (counter_fakes.real_core)
		clocksource_unregister(&ctr->cs);
	list_del(&ctr->list);
}

static void expect_log(struct kunit *test, const char *expected)
{
	KUNIT_EXPECT_STREQ(test, counter_fakes.log, expected);
	counter_fakes.log[0] = 0;
}

/* Refused without a trace: nothing was called, and it can be registered later. */
static void expect_refused(struct kunit *test, struct soc_counter *ctr, int err)
{
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), err);
	expect_log(test, "");
	KUNIT_EXPECT_FALSE(test, ctr->registered);
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOENT);
	expect_log(test, "");
}

static void expect_registers(struct kunit *test, struct soc_counter *ctr)
{
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), 0);
	expect_log(test, "+src +cs");
	KUNIT_EXPECT_TRUE(test, ctr->registered);
}

static void expect_unregisters(struct kunit *test, struct soc_counter *ctr)
{
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), 0);
	expect_log(test, "-cs -src");
	KUNIT_EXPECT_FALSE(test, ctr->registered);
}

/* Once timekeeping has run on it, there may be preempted readers to wait for. */
static void expect_unregisters_used(struct kunit *test, struct soc_counter *ctr)
{
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), 0);
	expect_log(test, "-cs -src wait");
	KUNIT_EXPECT_FALSE(test, ctr->registered);
}

/* Each has one error in its description. */
struct description_case {
	const char	*what;
	int		err;
	void		(*spoil)(struct soc_counter *ctr);
};

#define DESCRIPTION_CASE(fn, statement)					\
static void fn(struct soc_counter *ctr)					\
{									\
	statement;							\
}

DESCRIPTION_CASE(no_name, ctr->name = NULL)
DESCRIPTION_CASE(name_is_empty, ctr->name = "")
DESCRIPTION_CASE(no_read, ctr->read = NULL)
DESCRIPTION_CASE(rate_0, ctr->rate = 0)
#if BITS_PER_LONG == 64
DESCRIPTION_CASE(rate_2_32, ctr->rate = U32_MAX + 1UL)
#endif
DESCRIPTION_CASE(bits_0, ctr->bits = 0)
DESCRIPTION_CASE(bits_7, ctr->bits = 7; ctr->rate = 100)
DESCRIPTION_CASE(bits_65, ctr->bits = 65)
DESCRIPTION_CASE(wide_without_bits, ctr->read_wide = counter_model_read_wide)
DESCRIPTION_CASE(wide_without_read, ctr->wide_bits = 64)
DESCRIPTION_CASE(wide_same, set_wide(ctr, 32))
DESCRIPTION_CASE(wide_less, set_wide(ctr, 31))
DESCRIPTION_CASE(wide_65, set_wide(ctr, 65))
DESCRIPTION_CASE(ns_48, ctr->ns = counter_model_ns; set_bits(ctr, 48))
DESCRIPTION_CASE(rating_0, ctr->rating = 0)
DESCRIPTION_CASE(rating_negative, ctr->rating = -1)
DESCRIPTION_CASE(wraps_too_soon, ctr->bits = 8; ctr->rate = HZ * 128 + HZ)

static const struct description_case description_cases[] = {
	{ "name NULL",			-EINVAL, no_name },
	{ "name empty",			-EINVAL, name_is_empty },
	{ "read NULL",			-EINVAL, no_read },
	{ "rate 0",			-EINVAL, rate_0 },
#if BITS_PER_LONG == 64
	{ "rate 2^32",			-EINVAL, rate_2_32 },
#endif
	{ "bits 0",			-EINVAL, bits_0 },
	{ "bits 7",			-EINVAL, bits_7 },
	{ "bits 65",			-EINVAL, bits_65 },
	{ "read_wide, no wide_bits",	-EINVAL, wide_without_bits },
	{ "wide_bits, no read_wide",	-EINVAL, wide_without_read },
	{ "wide_bits == bits",		-EINVAL, wide_same },
	{ "wide_bits < bits",		-EINVAL, wide_less },
	{ "wide_bits 65",		-EINVAL, wide_65 },
	{ "ns, bits 48",		-EINVAL, ns_48 },
	{ "rating 0",			-EINVAL, rating_0 },
	{ "rating -1",			-EINVAL, rating_negative },
	{ "wraps within two ticks",	-ERANGE, wraps_too_soon },
};

static void describe_case(const struct description_case *c, char *desc)
{
	strscpy(desc, c->what, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(description, description_cases, describe_case);

static void counter_test_description(struct kunit *test)
{
	const struct description_case *c = test->param_value;
	struct soc_counter *ctr = test->priv;

	c->spoil(ctr);
	expect_refused(test, ctr, c->err);
	KUNIT_EXPECT_EQ_MSG(test, counter_model.reads, 0,
			    "a counter that is described wrongly was read");

	*ctr = sound_counter();
	counter_model.bits = ctr->bits;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

/* The system clock's rule as well as timekeeping's */
static void counter_test_epoch_timer_too_slow(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.wraps_too_soon = true;
	expect_refused(test, ctr, -ERANGE);
	counter_fakes.wraps_too_soon = false;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

static void counter_test_cpu_local(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	ctr->scope = SOC_COUNTER_CPU_LOCAL;
	if (IS_ENABLED(CONFIG_SMP)) {
		expect_refused(test, ctr, -EOPNOTSUPP);
	} else {
		expect_registers(test, ctr);
		expect_unregisters(test, ctr);
	}
}

/* Everything at the limits of what is allowed. */
static void counter_test_edges(struct kunit *test)
{
	static const struct {
		unsigned int	bits;
		unsigned long	rate;
	} edges[] = {
		{ 8, 1 }, { 8, HZ * 127 }, { 16, HZ * 32767 }, { 32, U32_MAX },
		{ 32, 1 }, { 56, U32_MAX }, { 64, U32_MAX }, { 64, 1 },
	};
	struct soc_counter *ctr = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(edges); i++) {
		set_bits(ctr, edges[i].bits);
		ctr->rate = edges[i].rate;
		KUNIT_EXPECT_EQ_MSG(test, counter_test_register(ctr), 0, "%u bits at %lu Hz",
				    ctr->bits, ctr->rate);
		expect_log(test, "+src +cs");
		KUNIT_EXPECT_EQ(test, counter_fakes.hz, edges[i].rate);
		expect_unregisters(test, ctr);
	}
}

static void counter_test_clocksource(struct kunit *test)
{
	static const u64 masks[][2] = {
		{ 8, 0xff }, { 16, 0xffff }, { 32, 0xffffffff },
		{ 56, 0xffffffffffffff }, { 64, 0xffffffffffffffff },
	};
	struct soc_counter *ctr = test->priv;
	unsigned int i;

	/* Whatever it means to this kernel: the helper does not interpret it. */
	ctr->vdso_clock_mode = (enum vdso_clock_mode)1;
	ctr->owner = THIS_MODULE;
	ctr->rate = 12345;
	for (i = 0; i < ARRAY_SIZE(masks); i++) {
		set_bits(ctr, masks[i][0]);
		expect_registers(test, ctr);
		KUNIT_EXPECT_EQ_MSG(test, ctr->cs.mask, masks[i][1], "%u bits", ctr->bits);
		KUNIT_EXPECT_STREQ(test, ctr->cs.name, ctr->name);
		KUNIT_EXPECT_EQ(test, ctr->cs.rating, RATING);
		KUNIT_EXPECT_EQ(test, ctr->cs.flags,
				(unsigned long)CLOCK_SOURCE_IS_CONTINUOUS);
		KUNIT_EXPECT_EQ(test, (int)ctr->cs.vdso_clock_mode, 1);
		KUNIT_EXPECT_PTR_EQ(test, ctr->cs.owner, THIS_MODULE);
		KUNIT_EXPECT_EQ(test, counter_fakes.hz, 12345);
		expect_unregisters(test, ctr);
	}
}

static void counter_test_source(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	set_wide(ctr, 48);
	ctr->ns = counter_model_ns;
	expect_registers(test, ctr);
	KUNIT_EXPECT_PTR_EQ(test, counter_fakes.src,
			    (const struct soc_clock_source *)&ctr->src);
	KUNIT_EXPECT_STREQ(test, ctr->src.name, ctr->name);
	KUNIT_EXPECT_TRUE(test, ctr->src.read == counter_model_read);
	KUNIT_EXPECT_TRUE(test, ctr->src.read_wide == counter_model_read_wide);
	KUNIT_EXPECT_TRUE(test, ctr->src.ns == counter_model_ns);
	KUNIT_EXPECT_EQ(test, ctr->src.bits, 32);
	KUNIT_EXPECT_EQ(test, ctr->src.wide_bits, 48);
	KUNIT_EXPECT_EQ(test, ctr->src.rate, 24000000);
	KUNIT_EXPECT_EQ(test, ctr->src.rating, RATING);
	expect_unregisters(test, ctr);
}

/*
 * The core gets its own read function if there are two, and otherwise a wrapper of the
 * only one.
 */
static void counter_test_read_cs(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;
	u64 before;

	expect_registers(test, ctr);
	before = counter_model.value;
	KUNIT_EXPECT_EQ(test, ctr->cs.read(&ctr->cs), before + 3);
	expect_unregisters(test, ctr);

	ctr->read_cs = counter_model_read_cs;
	expect_registers(test, ctr);
	KUNIT_EXPECT_TRUE(test, ctr->cs.read == counter_model_read_cs);
	expect_unregisters(test, ctr);

	ctr->read_cs = NULL;
	expect_registers(test, ctr);
	KUNIT_EXPECT_TRUE(test, ctr->cs.read && ctr->cs.read != counter_model_read_cs);
	expect_unregisters(test, ctr);
}

static void counter_test_read_cs_disagrees(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	ctr->read_cs = counter_model_read_cs;
	counter_model.cs_off = 1000;
	expect_refused(test, ctr, -EINVAL);

	counter_model.cs_off = -1000;
	expect_refused(test, ctr, -EINVAL);

	counter_model.cs_off = 0;
	counter_model.cs_stray = BIT_ULL(32);
	expect_refused(test, ctr, -ERANGE);
}

/* At any width, wherever the counter is in its lap. */
static void counter_test_ns(struct kunit *test)
{
	static const u64 starts[] = { 0, 0x7ffffffe, 0xdffffffe, 0xfffffffe, 0xfffffffffffffffe };
	struct soc_counter *ctr = test->priv;
	unsigned int n;

	ctr->ns = counter_model_ns;
	for (n = 0; n < ARRAY_SIZE(starts); n++) {
		set_bits(ctr, n & 1 ? 32 : 64);
		counter_model.value = starts[n];
		expect_registers(test, ctr);
		expect_unregisters(test, ctr);
	}
}

static void counter_test_ns_disagrees(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	ctr->ns = counter_model_ns;
	counter_model.ns_off = 1000;
	expect_refused(test, ctr, -EINVAL);

	counter_model.ns_off = -1000;
	expect_refused(test, ctr, -EINVAL);

	set_bits(ctr, 64);
	expect_refused(test, ctr, -EINVAL);
}

static void counter_test_too_many_bits(struct kunit *test)
{
	static const unsigned int widths[] = { 8, 16, 32, 56, 63 };
	struct soc_counter *ctr = test->priv;
	unsigned int i;

	ctr->rate = 1000;
	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		set_bits(ctr, widths[i]);
		counter_model.stray = BIT_ULL(widths[i]);
		expect_refused(test, ctr, -ERANGE);
		counter_model.stray = BIT_ULL(63);
		expect_refused(test, ctr, -ERANGE);
	}
}

/* Seen on a later read only: a carry into bits that should not be there. */
static void counter_test_carry(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	set_bits(ctr, 33);
	ctr->bits = 32;
	counter_model.value = U32_MAX - 10;
	expect_refused(test, ctr, -ERANGE);
}

static void counter_test_stuck(struct kunit *test)
{
	static const struct {
		unsigned long	rate;
		unsigned long	max_reads;
	} stuck[] = {
		{ 1000, 130000 }, { 32768, 10000 }, { 1000000, 1200 }, { U32_MAX, 1100 },
	};
	struct soc_counter *ctr = test->priv;
	unsigned int i;

	counter_model.step = 0;
	counter_model.value = 0x1234;
	for (i = 0; i < ARRAY_SIZE(stuck); i++) {
		ctr->rate = stuck[i].rate;
		counter_model.reads = 0;
		expect_refused(test, ctr, -EIO);
		KUNIT_EXPECT_LE_MSG(test, counter_model.reads, stuck[i].max_reads, "at %lu Hz",
				    ctr->rate);
		KUNIT_EXPECT_GE_MSG(test, counter_model.reads, 1000, "at %lu Hz", ctr->rate);
	}
}

/* Two ticks take too long to wait for: there is no verdict, but the wait ends. */
static void counter_test_too_slow_to_tell(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_model.step = 0;
	ctr->rate = 1;
	expect_registers(test, ctr);
	KUNIT_EXPECT_LE(test, counter_model.reads, 500010);
	expect_unregisters(test, ctr);
}

static void counter_test_stops_later(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_model.stop_after = 4;
	expect_refused(test, ctr, -EIO);
}

static void counter_test_slow(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;
	unsigned int width;

	ctr->rate = 1000;
	ctr->read = counter_model_read_slow;
	for (width = 16; width <= 64; width += 16) {
		set_bits(ctr, width);
		expect_registers(test, ctr);
		expect_unregisters(test, ctr);
	}
	KUNIT_EXPECT_GT(test, counter_model.reads, 40);

	/* As slow, but in reads: each value is seen a thousand times. */
	ctr->read = counter_model_read;
	counter_model.every = 1000;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

static void counter_test_backwards(struct kunit *test)
{
	static const unsigned int widths[] = { 8, 16, 32, 56, 64 };
	struct soc_counter *ctr = test->priv;
	unsigned int i;

	ctr->rate = 1000;
	counter_model.step = -3;
	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		set_bits(ctr, widths[i]);
		counter_model.value = 1000000;
		expect_refused(test, ctr, -EINVAL);
		/* Through zero while it is watched */
		counter_model.value = 10;
		expect_refused(test, ctr, -EINVAL);
	}

	/* So fast that every second value is above the one before */
	set_bits(ctr, 8);
	counter_model.step = -120;
	expect_refused(test, ctr, -EINVAL);
}

static void counter_test_wrap(struct kunit *test)
{
	static const unsigned int widths[] = { 8, 16, 32, 56, 64 };
	struct soc_counter *ctr = test->priv;
	unsigned int i, left;

	ctr->rate = 1000;
	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		set_bits(ctr, widths[i]);
		/* The wrap falls between any two of the reads in turn. */
		for (left = 0; left < 60; left++) {
			counter_model.value = CLOCKSOURCE_MASK(ctr->bits) - left;
			expect_registers(test, ctr);
			expect_unregisters(test, ctr);
		}
	}
}

/* A narrow counter that wraps several times while it is watched. */
static void counter_test_many_wraps(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	set_bits(ctr, 8);
	ctr->rate = 1000;
	counter_model.step = 120;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

/* What a reader that was held up for half a lap would see. */
static void counter_test_hiccup(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_model.hiccup_at = 4;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

static void counter_test_wide(struct kunit *test)
{
	static const unsigned int widths[] = { 33, 48, 56, 64 };
	struct soc_counter *ctr = test->priv;
	unsigned int i, left;

	for (i = 0; i < ARRAY_SIZE(widths); i++) {
		set_wide(ctr, widths[i]);
		for (left = 0; left < 60; left++) {
			/* Wraps of either width meet any two of the reads. */
			counter_model.value = U32_MAX - left;
			expect_registers(test, ctr);
			expect_unregisters(test, ctr);
			counter_model.value = CLOCKSOURCE_MASK(widths[i]) - left;
			expect_registers(test, ctr);
			expect_unregisters(test, ctr);
		}
	}

	/* The upper part does not matter. */
	counter_model.wide_off = 5ULL << 32;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

static void counter_test_wide_disagrees(struct kunit *test)
{
	static const u64 offsets[] = { 1000, -1000, BIT_ULL(31) };
	struct soc_counter *ctr = test->priv;
	unsigned int i;

	set_wide(ctr, 64);
	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		counter_model.wide_off = offsets[i];
		expect_refused(test, ctr, -EINVAL);
	}

	counter_model.wide_stuck = true;
	expect_refused(test, ctr, -EINVAL);

	counter_model.wide_off = 0;
	counter_model.wide_stuck = false;
	counter_model.wide_down = true;
	expect_refused(test, ctr, -EINVAL);
}

static void counter_test_wide_too_many_bits(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	set_wide(ctr, 48);
	counter_model.wide_stray = BIT_ULL(48);
	expect_refused(test, ctr, -ERANGE);
}

static void counter_test_source_refused(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.src_register_err = -ENOSPC;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), -ENOSPC);
	expect_log(test, "+src!");
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOENT);
	expect_log(test, "");

	counter_fakes.src_register_err = 0;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

static void counter_test_clocksource_refused(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.cs_register_err = -ENOSPC;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), -ENOSPC);
	expect_log(test, "+src +cs! -src");
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOENT);
	expect_log(test, "");

	counter_fakes.cs_register_err = 0;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

static void counter_test_register_twice(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	ctr->cs.enable(&ctr->cs);
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), -EBUSY);
	expect_log(test, "");

	/* The first registration is unchanged. */
	KUNIT_EXPECT_TRUE(test, ctr->registered);
	KUNIT_EXPECT_TRUE(test, ctr->current_cs);
	ctr->cs.disable(&ctr->cs);
	expect_unregisters_used(test, ctr);
}

static void counter_test_unregister_twice(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOENT);
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOENT);
	expect_log(test, "");
}

/* The core calls enable and disable when it starts and stops using a clocksource. */
static void counter_test_current(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	KUNIT_EXPECT_EQ(test, ctr->cs.enable(&ctr->cs), 0);
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -EBUSY);
	expect_log(test, "hold");
	KUNIT_EXPECT_TRUE(test, ctr->registered);

	ctr->cs.disable(&ctr->cs);
	expect_unregisters_used(test, ctr);
}

static void counter_test_readers_unseen(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.readers_unseen = true;
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);

	expect_registers(test, ctr);
	ctr->cs.enable(&ctr->cs);
	ctr->cs.disable(&ctr->cs);
	expect_log(test, "pin");
	ctr->cs.enable(&ctr->cs);
	ctr->cs.disable(&ctr->cs);
	expect_log(test, "");
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -EBUSY);
	expect_log(test, "hold");
	KUNIT_EXPECT_TRUE(test, ctr->registered);
}

/* If readers can be waited for, a counter may be unregistered after it was current. */
static void counter_test_readers_seen(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	ctr->cs.enable(&ctr->cs);
	ctr->cs.disable(&ctr->cs);
	expect_log(test, "");
	expect_unregisters_used(test, ctr);
}

static void counter_test_current_in_between(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	counter_fakes.switch_in_between = true;
	expect_unregisters_used(test, ctr);

	expect_registers(test, ctr);
	counter_fakes.readers_unseen = true;
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -EBUSY);
	expect_log(test, "pin -cs +cs hold");
	KUNIT_EXPECT_TRUE(test, ctr->registered);
}

static void counter_test_core_keeps_it(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	counter_fakes.cs_unregister_err = -EBUSY;
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -EBUSY);
	expect_log(test, "-cs! hold");
	KUNIT_EXPECT_TRUE(test, ctr->registered);

	counter_fakes.cs_unregister_err = 0;
	expect_unregisters(test, ctr);
}

/* Under rmmod: returning would free the functions that are still called. */
static void counter_test_module_goes(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	counter_fakes.cs_unregister_err = -EBUSY;
	counter_fakes.sleeps = 2;
	counter_fakes.going = true;
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), 0);
	expect_log(test, "-cs! hold! sleep -cs! hold! sleep -cs -src");
	KUNIT_EXPECT_FALSE(test, ctr->registered);
	KUNIT_EXPECT_EQ_MSG(test, counter_fakes.errors, 2, "the reason and the wait, once");

	/* Nothing to wait for */
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOENT);
	expect_log(test, "");

	counter_fakes.going = false;
	expect_registers(test, ctr);
	KUNIT_EXPECT_FALSE_MSG(test, ctr->waiting, "its errors are not logged");
	expect_unregisters(test, ctr);
}

static void counter_test_clock_keeps_it(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	ctr->cs.flags |= CLOCK_SOURCE_UNSTABLE;
	counter_fakes.src_unregister_err = -ENOLINK;
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOLINK);
	expect_log(test, "-cs -src! +cs hold");
	KUNIT_EXPECT_TRUE(test, ctr->registered);
	KUNIT_EXPECT_EQ_MSG(test, ctr->cs.flags, (unsigned long)CLOCK_SOURCE_IS_CONTINUOUS,
			    "registered again with the marks of the first time");

	/* Even if that goes wrong as well, another attempt is possible. */
	counter_fakes.cs_register_err = -ENOSPC;
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOLINK);
	expect_log(test, "-cs -src! +cs! hold");
	KUNIT_EXPECT_TRUE(test, ctr->registered);
	KUNIT_EXPECT_TRUE(test, list_empty(&ctr->cs.list));

	counter_fakes.cs_register_err = 0;
	counter_fakes.src_unregister_err = 0;
	expect_unregisters(test, ctr);
}

static void expect_same_source(struct kunit *test, const struct soc_counter *ctr)
{
	KUNIT_EXPECT_PTR_EQ(test, counter_fakes.src, &ctr->src);
	counter_fakes.src = NULL;
}

static void counter_test_suspend(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	counter_fakes.src = NULL;
	ctr->cs.suspend(&ctr->cs);
	expect_log(test, "freeze");
	expect_same_source(test, ctr);

	ctr->cs.resume(&ctr->cs);
	expect_log(test, "start thaw");
	expect_same_source(test, ctr);
	expect_unregisters(test, ctr);

	ctr->resume = NULL;
	expect_registers(test, ctr);
	ctr->cs.suspend(&ctr->cs);
	ctr->cs.resume(&ctr->cs);
	expect_log(test, "freeze thaw");
	expect_unregisters(test, ctr);
}

/* Looked at between its start and the clock's; one line, and the clock goes on. */
static void counter_test_resume_stopped(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	ctr->running = counter_running;
	expect_registers(test, ctr);
	ctr->cs.resume(&ctr->cs);
	expect_log(test, "start look thaw");
	KUNIT_EXPECT_EQ_MSG(test, counter_fakes.errors, 0, "%s", counter_fakes.text);

	counter_stays_stopped = true;
	ctr->cs.resume(&ctr->cs);
	expect_log(test, "start look thaw");
	KUNIT_EXPECT_EQ(test, counter_fakes.errors, 1);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(counter_fakes.text, "soc-counter-kunit: stopped"),
				  "%s", counter_fakes.text);

	/* By the helper's own hook as well, and if nothing can start it */
	ctr->resume = NULL;
	counter_test_suspend_hook();
	counter_test_resume_hook();
	expect_log(test, "freeze look thaw");
	KUNIT_EXPECT_EQ(test, counter_fakes.errors, 2);
	counter_stays_stopped = false;
	expect_unregisters(test, ctr);
}

/* Unstable: the clock must stop using it, and it can still be unregistered. */
static void counter_test_unstable(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	counter_fakes.src = NULL;
	ctr->cs.mark_unstable(&ctr->cs);
	expect_log(test, "demote");
	expect_same_source(test, ctr);
	expect_unregisters(test, ctr);
}

/* Not listed by the clocksource core any more: the helper itself has to suspend it. */
static void counter_test_suspend_unbound(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	expect_registers(test, ctr);
	counter_fakes.src = NULL;
	counter_test_suspend_hook();
	expect_log(test, "freeze");
	expect_same_source(test, ctr);
	/* The second hook on the way down, the first on the way up, and so on */
	counter_test_suspend_hook();
	expect_log(test, "");
	counter_test_resume_hook();
	expect_log(test, "start thaw");
	expect_same_source(test, ctr);
	counter_test_resume_hook();
	expect_log(test, "");

	/* Once more */
	counter_test_suspend_hook();
	counter_test_resume_hook();
	expect_log(test, "freeze start thaw");
	expect_unregisters(test, ctr);
	counter_test_suspend_hook();
	counter_test_resume_hook();
	expect_log(test, "");
}

/* Listed, it is suspended and resumed by its clocksource alone. */
static void counter_test_suspend_bound(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;
	LIST_HEAD(core);

	expect_registers(test, ctr);
	list_add(&ctr->cs.list, &core);
	counter_test_suspend_hook();
	counter_test_resume_hook();
	expect_log(test, "");
	list_del_init(&ctr->cs.list);
	expect_unregisters(test, ctr);
}

static void counter_test_suspend_refused(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.cs_register_err = -ENOSPC;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), -ENOSPC);
	expect_log(test, "+src +cs! -src");
	counter_test_suspend_hook();
	expect_log(test, "");
}

static void counter_test_claims(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	KUNIT_EXPECT_TRUE(test, counter_test_claim(ctr));
	KUNIT_EXPECT_FALSE(test, counter_test_claim(ctr));
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
	KUNIT_EXPECT_FALSE(test, counter_test_claim(ctr));
	counter_test_release(ctr);
	KUNIT_EXPECT_TRUE(test, counter_test_claim(ctr));
}

static void counter_test_early(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	ctr->sched_clock = true;
	KUNIT_EXPECT_EQ(test, counter_test_register_early(ctr), 0);
	expect_log(test, "sched_clock");
	KUNIT_EXPECT_TRUE(test, counter_fakes.kernel == counter_model_read);
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel_bits, 32);
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel_rate, 24000000);
	KUNIT_EXPECT_FALSE(test, ctr->registered);
	KUNIT_EXPECT_EQ(test, counter_test_is_sched_clock(ctr),
			IS_ENABLED(CONFIG_GENERIC_SCHED_CLOCK));

	KUNIT_EXPECT_EQ(test, counter_test_initcall(), 0);
	expect_log(test, "+src +cs");
	KUNIT_EXPECT_TRUE(test, ctr->registered);

	/* sched_clock() keeps reading it. */
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -EBUSY);
	expect_log(test, "hold");
	KUNIT_EXPECT_TRUE(test, ctr->registered);
	list_del(&ctr->early);
}

/* Only what the driver asks for, and only now: the driver registers it itself. */
static void counter_test_hand_over_only(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "");
	KUNIT_EXPECT_FALSE(test, counter_test_is_sched_clock(ctr));
	KUNIT_EXPECT_EQ(test, counter_test_initcall(), 0);
	expect_log(test, "");

	ctr->sched_clock = true;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "sched_clock");
	KUNIT_EXPECT_EQ(test, counter_test_initcall(), 0);
	expect_log(test, "");
	expect_registers(test, ctr);
}

/* The kernel would take the latest one of a rate, however narrow it is. */
static void counter_test_hand_over_wider(struct kunit *test)
{
	static struct soc_counter wide;
	struct soc_counter *ctr = test->priv;

	ctr->sched_clock = true;
	wide = *ctr;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "sched_clock");
	wide.bits = 33;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(&wide), 0);
	expect_log(test, "sched_clock");
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel_bits, 33);

	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "");
	ctr->rate = wide.rate - 1;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "");
	ctr->rate = wide.rate + 1;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "sched_clock");
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel_bits, 32);
}

/* The system clock is the kernel's: it is given the counter once, with all that is known. */
static void counter_test_early_kernels(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.kernels = true;
	ctr->sched_clock = true;
	KUNIT_EXPECT_EQ(test, counter_test_register_early(ctr), 0);
	expect_log(test, "offer");
	KUNIT_EXPECT_PTR_EQ(test, counter_fakes.src, &ctr->src);
	KUNIT_EXPECT_STREQ(test, ctr->src.name, ctr->name);
	KUNIT_EXPECT_TRUE(test, ctr->src.read == counter_model_read);
	KUNIT_EXPECT_TRUE(test, ctr->src.read_wide == ctr->read_wide);
	KUNIT_EXPECT_TRUE(test, ctr->src.ns == ctr->ns);
	KUNIT_EXPECT_EQ(test, ctr->src.bits, 32);
	KUNIT_EXPECT_EQ(test, ctr->src.rate, 24000000);

	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "");

	KUNIT_EXPECT_EQ(test, counter_test_initcall(), 0);
	expect_log(test, "+cs");
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -EBUSY);
	expect_log(test, "hold");
	list_del(&ctr->early);
}

/* A rate that is measured once there is another clock is used for both. */
static void counter_test_early_measured(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.kernels = true;
	ctr->sched_clock = true;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "offer");

	ctr->rate = 24000001;
	counter_fakes.cs_register_err = -ENOMEM;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), -ENOMEM);
	expect_log(test, "-src offer +cs!");
	KUNIT_EXPECT_EQ(test, ctr->src.rate, 24000001);
	counter_fakes.cs_register_err = 0;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), 0);
	expect_log(test, "+cs");
	KUNIT_EXPECT_EQ(test, counter_fakes.hz, 24000001);
	KUNIT_EXPECT_EQ(test, ctr->src.rate, 24000001);
}

/* A counter that is refused later does not stay the kernel's clock. */
static void counter_test_early_retracted(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.kernels = true;
	ctr->sched_clock = true;
	KUNIT_EXPECT_EQ(test, counter_test_register_early(ctr), 0);
	expect_log(test, "offer");
	ctr->bits = 0;
	KUNIT_EXPECT_EQ(test, counter_test_initcall(), 0);
	expect_log(test, "-src");
	KUNIT_EXPECT_PTR_EQ(test, counter_fakes.src, &ctr->src);
	list_del(&ctr->early);

	KUNIT_EXPECT_EQ(test, counter_test_retract(ctr), 0);
	expect_log(test, "");
	ctr->bits = 32;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "offer");
	KUNIT_EXPECT_EQ(test, counter_test_retract(ctr), 0);
	expect_log(test, "-src");
}

#ifdef CONFIG_GENERIC_SCHED_CLOCK

/* The kernel's own clock neither follows nor lets go; both are logged. */
static void counter_test_early_stays(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	KUNIT_EXPECT_EQ(test, counter_test_retract(ctr), 0);
	ctr->sched_clock = true;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "sched_clock");
	KUNIT_EXPECT_EQ(test, counter_test_retract(ctr), -EBUSY);
	expect_log(test, "");
	KUNIT_EXPECT_NOT_NULL(test, strstr(counter_fakes.text, "sched_clock() stays on it"));

	ctr->rate = 24000001;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), 0);
	expect_log(test, "+src +cs");
	KUNIT_EXPECT_NOT_NULL(test, strstr(counter_fakes.text,
					   "sched_clock() keeps 24000000 Hz"));
}

#endif

/* Not meant for the kernel's clock, or refused by it. */
static void counter_test_early_not_kernels(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.kernels = true;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "");

	ctr->built_in = false;
	ctr->sched_clock = true;
	counter_fakes.offer_err = -EINVAL;
	KUNIT_EXPECT_EQ(test, counter_test_register_early(ctr), -EINVAL);
	expect_log(test, "offer!");
	KUNIT_EXPECT_FALSE(test, ctr->built_in);
	KUNIT_EXPECT_EQ(test, counter_test_initcall(), 0);
	expect_log(test, "");
	expect_registers(test, ctr);
	expect_unregisters(test, ctr);
}

/* A module's counter is given to the kernel's own clock last, and stays. */
static void counter_test_opt_in(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.exported = true;
	ctr->sched_clock = true;
	ctr->opt_in = true;
	counter_fakes.cs_register_err = -ENOMEM;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), -ENOMEM);
	expect_log(test, "+src +cs! -src");
	KUNIT_EXPECT_FALSE(test, ctr->given);

	counter_fakes.cs_register_err = 0;
	counter_fakes.errors = 0;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), 0);
	expect_log(test, "+src +cs pin stopped:sched_clock");
	KUNIT_EXPECT_TRUE(test, counter_fakes.kernel == counter_model_read);
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel_bits, 32);
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel_rate, 24000000);
	KUNIT_EXPECT_EQ(test, counter_fakes.errors, 0);

	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -EBUSY);
	expect_log(test, "hold");
	KUNIT_EXPECT_TRUE(test, ctr->registered);
	KUNIT_EXPECT_NOT_NULL(test, strstr(counter_fakes.text,
					   "may feed the kernel's sched_clock()"));
}

/* Our clock in place of the kernel's lets go of it again. */
static void counter_test_opt_in_kernels(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.kernels = true;
	counter_fakes.irqtime = true;
	ctr->sched_clock = true;
	ctr->opt_in = true;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), 0);
	expect_log(test, "offer +cs");
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), 0);
	expect_log(test, "-cs -src");
}

/* Where it is unsound, one line says so, and the rest works as without. */
static void counter_test_opt_in_refused(struct kunit *test)
{
	struct soc_counter *ctr = test->priv, refused = *ctr;
	static const struct {
		const char *reason;
		bool unfit, read_only, irqtime, unexported, kernels;
	} cases[] = {
		{ "better counter", .unfit = true },
		{ "better counter", .unfit = true, .kernels = true },
		{ "another driver", .read_only = true },
		{ "another driver", .read_only = true, .kernels = true },
		{ "CONFIG_IRQ_TIME_ACCOUNTING", .irqtime = true },
		{ "6.18", .unexported = true },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		*ctr = refused;
		ctr->opt_in = true;
		ctr->sched_clock = !cases[i].unfit;
		ctr->read_only = cases[i].read_only;
		counter_fakes.irqtime = cases[i].irqtime;
		counter_fakes.exported = !cases[i].unexported;
		counter_fakes.kernels = cases[i].kernels;
		counter_fakes.errors = 0;
		KUNIT_EXPECT_EQ_MSG(test, counter_test_register(ctr), 0, "%s", cases[i].reason);
		expect_log(test, "+src +cs");
		KUNIT_EXPECT_EQ_MSG(test, counter_fakes.errors, 1, "%s", cases[i].reason);
		KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(counter_fakes.text, cases[i].reason), "%s",
					  counter_fakes.text);
		expect_unregisters(test, ctr);
	}

	/* Too slow to time interrupts by. */
	*ctr = refused;
	ctr->opt_in = true;
	ctr->sched_clock = true;
	ctr->rate = 999999;
	counter_fakes = (struct counter_fakes) { .irqtime = true, .exported = true };
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), 0);
	expect_log(test, "+src +cs pin stopped:sched_clock");
	KUNIT_EXPECT_EQ(test, counter_fakes.errors, 0);
}

/* This cannot be undone, so only a sound counter is handed over. */
static void counter_test_early_refused(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	ctr->sched_clock = true;
	ctr->delay_timer = true;
	counter_model.step = 0;
	KUNIT_EXPECT_EQ(test, counter_test_register_early(ctr), -EIO);
	ctr->rate = 0;
	KUNIT_EXPECT_EQ(test, counter_test_register_early(ctr), -EINVAL);
	KUNIT_EXPECT_EQ(test, counter_test_initcall(), 0);
	expect_log(test, "");
}

#ifdef CONFIG_ARM

/* The first one stays. */
static void counter_test_delay(struct kunit *test)
{
	static struct soc_counter last;
	struct soc_counter *ctr = test->priv;
	u64 before;

	ctr->delay_timer = true;
	ctr->rate = 999999;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	ctr->rate = 24000000;
	set_bits(ctr, 31);
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "");
	KUNIT_EXPECT_FALSE(test, counter_test_is_delay_timer(ctr));

	set_bits(ctr, 32);
	last = *ctr;
	last.rate = 1000000;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(&last), 0);
	expect_log(test, "delay");
	KUNIT_EXPECT_TRUE(test, counter_test_is_delay_timer(&last));
	KUNIT_EXPECT_EQ(test, counter_fakes.delay_rate, 1000000);
	before = counter_model.value;
	KUNIT_EXPECT_EQ(test, counter_fakes.delay(), (unsigned long)before + 3);

	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "");
	KUNIT_EXPECT_FALSE(test, counter_test_is_delay_timer(ctr));
	KUNIT_EXPECT_TRUE(test, counter_test_is_delay_timer(&last));

	/* A finer one comes later. */
	counter_fakes.lpj = 24000000 / HZ;
	KUNIT_EXPECT_FALSE(test, counter_test_is_delay_timer(&last));
}

/* Another driver's timer is there already: at the same rate, so lpj_fine is the same. */
static void counter_test_delay_refused(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	ctr->delay_timer = true;
	counter_fakes.delay_refused = true;
	counter_fakes.lpj = ctr->rate / HZ;
	KUNIT_EXPECT_EQ(test, counter_test_hand_over(ctr), 0);
	expect_log(test, "delay!");
	KUNIT_EXPECT_FALSE(test, counter_test_is_delay_timer(ctr));
	KUNIT_EXPECT_EQ_MSG(test, counter_fakes.lpj, ctr->rate / HZ, "the other one's");

	counter_fakes.delay_refused = false;
	KUNIT_EXPECT_EQ_MSG(test, counter_test_hand_over(ctr), 0, "a finer counter");
	expect_log(test, "delay");
	KUNIT_EXPECT_TRUE(test, counter_test_is_delay_timer(ctr));
}

#endif /* CONFIG_ARM */

/* It is on the clocksource core's list, linked with its neighbours. */
static bool listed(const struct clocksource *cs)
{
	return cs->list.next && cs->list.next != &cs->list &&
	       cs->list.next->prev == &cs->list && cs->list.prev->next == &cs->list;
}

static void counter_test_real_core(struct kunit *test)
{
	static const struct {
		unsigned int	bits;
		unsigned long	rate;
	} edges[] = {
		{ 8, 1 }, { 16, 1000 }, { 32, U32_MAX }, { 56, 1 }, { 64, U32_MAX },
	};
	struct soc_counter *ctr = test->priv;
	unsigned int i;

	counter_fakes.real_core = true;
	for (i = 0; i < ARRAY_SIZE(edges); i++) {
		set_bits(ctr, edges[i].bits);
		ctr->rate = edges[i].rate;
		KUNIT_EXPECT_FALSE(test, listed(&ctr->cs));
		expect_registers(test, ctr);
		KUNIT_EXPECT_TRUE(test, listed(&ctr->cs));
		KUNIT_EXPECT_NE_MSG(test, ctr->cs.mult, 0, "%u bits at %lu Hz", ctr->bits,
				    ctr->rate);
		KUNIT_EXPECT_GE_MSG(test, ctr->cs.max_idle_ns, (u64)TICK_NSEC / 2,
				    "%u bits at %lu Hz", ctr->bits, ctr->rate);
		KUNIT_EXPECT_FALSE(test, ctr->current_cs);
		expect_unregisters(test, ctr);
		KUNIT_EXPECT_FALSE(test, listed(&ctr->cs));
	}
}

static void counter_test_real_core_refusals(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.real_core = true;
	counter_fakes.src_register_err = -ENOSPC;
	KUNIT_EXPECT_EQ(test, counter_test_register(ctr), -ENOSPC);
	expect_log(test, "+src!");
	KUNIT_EXPECT_FALSE(test, listed(&ctr->cs));

	counter_fakes.src_register_err = 0;
	expect_registers(test, ctr);
	ctr->cs.enable(&ctr->cs);
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -EBUSY);
	KUNIT_EXPECT_TRUE(test, listed(&ctr->cs));
	ctr->cs.disable(&ctr->cs);

	counter_fakes.src_unregister_err = -ENOLINK;
	KUNIT_EXPECT_EQ(test, counter_test_unregister(ctr), -ENOLINK);
	expect_log(test, "hold -cs -src! +cs hold");
	KUNIT_EXPECT_TRUE(test, listed(&ctr->cs));

	counter_fakes.src_unregister_err = 0;
	expect_unregisters_used(test, ctr);
	KUNIT_EXPECT_FALSE(test, listed(&ctr->cs));
}

/* As with unbind_clocksource in sysfs: the core drops it behind our back. */
static void counter_test_real_core_unbound(struct kunit *test)
{
	struct soc_counter *ctr = test->priv;

	counter_fakes.real_core = true;
	expect_registers(test, ctr);
	counter_test_suspend_hook();
	expect_log(test, "");
	KUNIT_ASSERT_EQ(test, clocksource_unregister(&ctr->cs), 0);
	counter_test_suspend_hook();
	counter_test_resume_hook();
	expect_log(test, "freeze start thaw");
	expect_unregisters(test, ctr);
	expect_registers(test, ctr);
	KUNIT_EXPECT_TRUE(test, listed(&ctr->cs));
	expect_unregisters(test, ctr);
}

static struct kunit_case counter_test_cases[] = {
	KUNIT_CASE_PARAM(counter_test_description, description_gen_params),
	KUNIT_CASE(counter_test_epoch_timer_too_slow),
	KUNIT_CASE(counter_test_cpu_local),
	KUNIT_CASE(counter_test_edges),
	KUNIT_CASE(counter_test_clocksource),
	KUNIT_CASE(counter_test_source),
	KUNIT_CASE(counter_test_read_cs),
	KUNIT_CASE(counter_test_read_cs_disagrees),
	KUNIT_CASE(counter_test_ns),
	KUNIT_CASE(counter_test_ns_disagrees),
	KUNIT_CASE(counter_test_too_many_bits),
	KUNIT_CASE(counter_test_carry),
	KUNIT_CASE(counter_test_stuck),
	KUNIT_CASE(counter_test_too_slow_to_tell),
	KUNIT_CASE(counter_test_stops_later),
	KUNIT_CASE(counter_test_slow),
	KUNIT_CASE(counter_test_backwards),
	KUNIT_CASE(counter_test_wrap),
	KUNIT_CASE(counter_test_many_wraps),
	KUNIT_CASE(counter_test_hiccup),
	KUNIT_CASE(counter_test_wide),
	KUNIT_CASE(counter_test_wide_disagrees),
	KUNIT_CASE(counter_test_wide_too_many_bits),
	KUNIT_CASE(counter_test_source_refused),
	KUNIT_CASE(counter_test_clocksource_refused),
	KUNIT_CASE(counter_test_register_twice),
	KUNIT_CASE(counter_test_unregister_twice),
	KUNIT_CASE(counter_test_current),
	KUNIT_CASE(counter_test_readers_unseen),
	KUNIT_CASE(counter_test_readers_seen),
	KUNIT_CASE(counter_test_current_in_between),
	KUNIT_CASE(counter_test_core_keeps_it),
	KUNIT_CASE(counter_test_module_goes),
	KUNIT_CASE(counter_test_clock_keeps_it),
	KUNIT_CASE(counter_test_suspend),
	KUNIT_CASE(counter_test_resume_stopped),
	KUNIT_CASE(counter_test_unstable),
	KUNIT_CASE(counter_test_suspend_unbound),
	KUNIT_CASE(counter_test_suspend_bound),
	KUNIT_CASE(counter_test_suspend_refused),
	KUNIT_CASE(counter_test_claims),
	KUNIT_CASE(counter_test_early),
	KUNIT_CASE(counter_test_hand_over_only),
	KUNIT_CASE(counter_test_hand_over_wider),
	KUNIT_CASE(counter_test_early_kernels),
	KUNIT_CASE(counter_test_early_measured),
	KUNIT_CASE(counter_test_early_retracted),
#ifdef CONFIG_GENERIC_SCHED_CLOCK
	KUNIT_CASE(counter_test_early_stays),
#endif
	KUNIT_CASE(counter_test_early_not_kernels),
	KUNIT_CASE(counter_test_opt_in),
	KUNIT_CASE(counter_test_opt_in_kernels),
	KUNIT_CASE(counter_test_opt_in_refused),
	KUNIT_CASE(counter_test_early_refused),
#ifdef CONFIG_ARM
	KUNIT_CASE(counter_test_delay),
	KUNIT_CASE(counter_test_delay_refused),
#endif
	KUNIT_CASE(counter_test_real_core),
	KUNIT_CASE(counter_test_real_core_refusals),
	KUNIT_CASE(counter_test_real_core_unbound),
	{}
};

static struct kunit_suite counter_suite = {
	.name		= "soc_counter",
	.init		= counter_test_init,
	.exit		= counter_test_exit,
	.test_cases	= counter_test_cases,
};

kunit_test_suites(&counter_suite);

MODULE_DESCRIPTION("KUnit suite of the soc-timers registration helper");
MODULE_LICENSE("GPL");
