// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_mct: the Exynos MCT driver's register map, how it reads the counter and
 * describes it to the kernel, against a register model. The driver's own source is
 * compiled a second time, here and in mct_under_test.c.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <soc-timers/counter.h>

static int mct_kunit_register(struct soc_counter *ctr);
static int mct_kunit_unregister(struct soc_counter *ctr);

#define soc_counter_register(ctr)	mct_kunit_register(ctr)
#define soc_counter_unregister(ctr)	mct_kunit_unregister(ctr)
#define soc_counter_claim(ctr)		(!test_and_set_bit(0, &(ctr)->claimed))
#define soc_counter_release(ctr)	clear_bit(0, &(ctr)->claimed)

#include "mct_model.h"
#include "../../drivers/exynos-mct/counter.c"

#define CNT_L	0x100
#define CNT_U	0x104
#define TCON	0x240

static const u64 starts[] = {
	0,
	1,
	0x00000000fffffffeULL,
	0x00000000ffffffffULL,
	0x0000000100000000ULL,
	0x12345678ffffffffULL,
	0x7fffffff00000000ULL,
	0x7fffffffffffffffULL,
	0xfffffffe80000000ULL,
	0xffffffffffffffffULL,
};

static struct mct_hw model_hw(struct mct_model *m)
{
	return (struct mct_hw) { .base = mct_model_base(m) };
}

/* Ticks to @value whose lower half is @lower, @carries carries after @count. */
static u64 ticks_over(u64 count, unsigned int carries, u32 lower)
{
	return (((count >> 32) + carries) << 32 | lower) - count;
}

/*
 * A value read during a call lies between the counter at entry and at exit, the
 * counter's own overflow included.
 */
static bool between(u64 value, u64 entry, u64 exit)
{
	return value - entry <= exit - entry;
}

static void expect_accesses(struct kunit *test, struct mct_model *m,
			    unsigned int cnt_l, unsigned int cnt_u, unsigned int tcon)
{
	KUNIT_EXPECT_EQ_MSG(test, m->reads[CNT_L / 4], cnt_l, "reads of G_CNT_L");
	KUNIT_EXPECT_EQ_MSG(test, m->reads[CNT_U / 4], cnt_u, "reads of G_CNT_U");
	KUNIT_EXPECT_EQ_MSG(test, m->reads[TCON / 4], tcon, "reads of G_TCON");
	KUNIT_EXPECT_EQ_MSG(test, m->accesses, cnt_l + cnt_u + tcon,
			    "accesses to any register");
}

/* The map, against the numbers of the hardware */

static void mct_map_offsets(struct kunit *test)
{
	static const struct {
		const char *name;
		u32 is, must;
	} map[] = {
#define PIN(reg, offset) { #reg, reg, offset }
		PIN(MCT_CFG, 0x000),
		PIN(MCT_G_CNT_L, 0x100),
		PIN(MCT_G_CNT_U, 0x104),
		PIN(MCT_G_CNT_WSTAT, 0x110),
		PIN(MCT_G_COMP_L(0), 0x200),
		PIN(MCT_G_COMP_U(0), 0x204),
		PIN(MCT_G_COMP_ADD_INCR(0), 0x208),
		PIN(MCT_G_COMP_L(1), 0x210),
		PIN(MCT_G_COMP_U(2), 0x224),
		PIN(MCT_G_COMP_ADD_INCR(3), 0x238),
		PIN(MCT_G_TCON, 0x240),
		PIN(MCT_G_INT_CSTAT, 0x244),
		PIN(MCT_G_INT_ENB, 0x248),
		PIN(MCT_G_WSTAT, 0x24c),
		PIN(MCT_G_SIZE, 0x250),
		PIN(MCT_L(0), 0x300),
		PIN(MCT_L(1), 0x400),
		PIN(MCT_L(15), 0x1200),
		PIN(MCT_L_TCNTB, 0x00),
		PIN(MCT_L_TCNTO, 0x04),
		PIN(MCT_L_ICNTB, 0x08),
		PIN(MCT_L_ICNTO, 0x0c),
		PIN(MCT_L_FRCNTB, 0x10),
		PIN(MCT_L_FRCNTO, 0x14),
		PIN(MCT_L_TCON, 0x20),
		PIN(MCT_L_INT_CSTAT, 0x30),
		PIN(MCT_L_INT_ENB, 0x34),
		PIN(MCT_L_WSTAT, 0x40),
		PIN(MCT_G_COMPARATORS, 4),
		PIN(MCT_L_TIMERS, 16),
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(map); i++)
		KUNIT_EXPECT_EQ_MSG(test, map[i].is, map[i].must, "%s", map[i].name);
}

static void mct_map_bits(struct kunit *test)
{
	static const struct {
		const char *name;
		u32 is, must;
	} map[] = {
		PIN(MCT_CFG_PRESCALER, 0x000000ff),
		PIN(MCT_CFG_DIVIDER, 0x00000700),
		PIN(MCT_G_CNT_WSTAT_L, 0x1),
		PIN(MCT_G_CNT_WSTAT_U, 0x2),
		PIN(MCT_G_TCON_COMP_ENABLE(0), 0x01),
		PIN(MCT_G_TCON_COMP_AUTO_INCR(0), 0x02),
		PIN(MCT_G_TCON_COMP_ENABLE(3), 0x40),
		PIN(MCT_G_TCON_COMP_AUTO_INCR(3), 0x80),
		PIN(MCT_G_TCON_FRC_START, 0x100),
		PIN(MCT_G_INT_CSTAT_COMP(0), 0x1),
		PIN(MCT_G_INT_CSTAT_COMP(3), 0x8),
		PIN(MCT_G_INT_ENB_COMP(0), 0x1),
		PIN(MCT_G_INT_ENB_COMP(3), 0x8),
		PIN(MCT_G_WSTAT_COMP_L(0), 0x0001),
		PIN(MCT_G_WSTAT_COMP_U(0), 0x0002),
		PIN(MCT_G_WSTAT_COMP_ADD_INCR(0), 0x0004),
		PIN(MCT_G_WSTAT_COMP_L(1), 0x0010),
		PIN(MCT_G_WSTAT_COMP_U(2), 0x0200),
		PIN(MCT_G_WSTAT_COMP_ADD_INCR(3), 0x4000),
		PIN(MCT_G_WSTAT_TCON, 0x10000),
		PIN(MCT_L_ICNTB_COUNT, 0x7fffffff),
		PIN(MCT_L_ICNTB_UPDATE, 0x80000000),
		PIN(MCT_L_TCON_TIMER, 0x1),
		PIN(MCT_L_TCON_INT, 0x2),
		PIN(MCT_L_TCON_INTERVAL, 0x4),
		PIN(MCT_L_TCON_FRC, 0x8),
		PIN(MCT_L_INT_CSTAT_ICNT, 0x1),
		PIN(MCT_L_INT_CSTAT_FRC, 0x2),
		PIN(MCT_L_INT_ENB_ICNT, 0x1),
		PIN(MCT_L_INT_ENB_FRC, 0x2),
		PIN(MCT_L_WSTAT_TCNTB, 0x1),
		PIN(MCT_L_WSTAT_ICNTB, 0x2),
		PIN(MCT_L_WSTAT_FRCNTB, 0x4),
		PIN(MCT_L_WSTAT_TCON, 0x8),
#undef PIN
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(map); i++)
		KUNIT_EXPECT_EQ_MSG(test, map[i].is, map[i].must, "%s", map[i].name);
}

/* The model: the other tests rely on it, so it is tested first */

static void mct_model_counts(struct kunit *test)
{
	struct mct_model *m = test->priv;
	void __iomem *base = mct_model_base(m);

	mct_model_reset(m, 0xfffffffeULL);
	m->step = 1;
	mct_model_jump(m, 3, 5);
	KUNIT_EXPECT_EQ(test, soc_readl_relaxed(base + CNT_L), 0xffffffffU);
	KUNIT_EXPECT_EQ(test, soc_readl_relaxed(base + CNT_U), 1U);
	KUNIT_EXPECT_EQ(test, soc_readl_relaxed(base + CNT_L), 6U);

	m->gated = true;
	KUNIT_EXPECT_EQ(test, soc_readl_relaxed(base + CNT_L), 6U);
	m->gated = false;
	m->regs[TCON / 4] = 0;
	KUNIT_EXPECT_EQ(test, soc_readl_relaxed(base + CNT_L), 6U);
	expect_accesses(test, m, 4, 1, 0);
	KUNIT_EXPECT_EQ(test, m->log[1].offset, CNT_U);
	KUNIT_EXPECT_EQ(test, m->log[1].value, 1U);
	KUNIT_EXPECT_EQ(test, m->stray, 0U);

	soc_readl_relaxed(base + 0x108);
	soc_readl_relaxed(base + 0x250);
	soc_readl_relaxed(base + 0x20c);
	soc_readl_relaxed(base + 0x31c);
	soc_readl_relaxed(base + MCT_MODEL_SIZE);
	soc_readl_relaxed(base - 4);
	KUNIT_EXPECT_EQ_MSG(test, m->stray, 6U, "strays");
	mct_model_reset(m, 0);
}

static void mct_model_sees_writes(struct kunit *test)
{
	struct mct_model *m = test->priv;
	void __iomem *base = mct_model_base(m);

	mct_model_reset(m, 0);
	soc_writel_relaxed(0x55, base + 0x248);
	soc_writel(0xaa, base + 0x24c);
	KUNIT_EXPECT_EQ(test, m->written, 2U);
	KUNIT_EXPECT_EQ(test, m->writes[0x248 / 4], 1);
	KUNIT_EXPECT_EQ(test, m->writes[0x24c / 4], 1);
	KUNIT_EXPECT_TRUE(test, m->log[1].write);
	KUNIT_EXPECT_EQ(test, m->log[1].offset, 0x24cU);
	KUNIT_EXPECT_EQ(test, m->log[1].value, 0xaaU);
	KUNIT_EXPECT_EQ(test, soc_readl_relaxed(base + 0x248), 0x55U);
	KUNIT_EXPECT_FALSE(test, m->log[2].write);
	mct_model_reset(m, 0);
}

/* Reading the counter */

static void mct_read32_is_one_access(struct kunit *test)
{
	struct mct_model *m = test->priv;
	struct mct_hw hw = model_hw(m);
	unsigned int i;
	u32 value;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		mct_model_reset(m, starts[i]);
		mct_model_jump(m, 1, 3);
		value = mct_frc_read32(&hw);
		KUNIT_EXPECT_EQ_MSG(test, value, (u32)(starts[i] + 3), "from %#llx", starts[i]);
		expect_accesses(test, m, 1, 0, 0);
	}
}

/*
 * Between any two accesses, and before the first, the upper half stays, carries
 * once or carries twice, and the lower half lands on each of its ends.
 */
static void read64_case(struct kunit *test, u64 start, const unsigned int carries[3], u32 lower)
{
	struct mct_model *m = test->priv;
	struct mct_hw hw = model_hw(m);
	u64 count = start, at[3], value;
	unsigned int i;

	mct_model_reset(m, start);
	for (i = 0; i < 3; i++) {
		u64 ticks = carries[i] ? ticks_over(count, carries[i], lower) : 0;

		mct_model_jump(m, i + 1, ticks);
		count += ticks;
		at[i] = count;
	}

	value = mct_frc_read64(&hw);

	KUNIT_ASSERT_EQ_MSG(test, m->count, count, "the model did not move as planned");
	KUNIT_EXPECT_TRUE_MSG(test, between(value, start, count),
			      "%#llx is not in %#llx..%#llx, carries %u %u %u",
			      value, start, count, carries[0], carries[1], carries[2]);
	if (!carries[1] && !carries[2])
		KUNIT_EXPECT_EQ_MSG(test, value, at[1], "no carry, from %#llx", start);
	else
		KUNIT_EXPECT_EQ_MSG(test, value, at[2] >> 32 << 32,
				    "carries %u %u, from %#llx", carries[1], carries[2], start);

	expect_accesses(test, m, 1, 2, 0);
	KUNIT_EXPECT_EQ_MSG(test, m->log[0].offset, CNT_U, "first access");
	KUNIT_EXPECT_EQ_MSG(test, m->log[1].offset, CNT_L, "second access");
	KUNIT_EXPECT_EQ_MSG(test, m->log[2].offset, CNT_U, "third access");
}

static void mct_read64_across_carries(struct kunit *test)
{
	static const u32 lowers[] = { 0, 1, 0x80000000, U32_MAX };
	unsigned int i, j, k, carries[3];

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		for (j = 0; j < ARRAY_SIZE(lowers); j++) {
			for (k = 0; k < 3 * 3 * 3; k++) {
				carries[0] = k % 3;
				carries[1] = k / 3 % 3;
				carries[2] = k / 9;
				read64_case(test, starts[i], carries, lowers[j]);
			}
		}
	}
}

/* The same with a counter that moves all the time, at each phase of a carry. */
static void mct_read64_while_counting(struct kunit *test)
{
	static const u64 steps[] = { 1, 2, 1000, 0x7fffffff, 0xffffffff, 0x100000001ULL };
	struct mct_model *m = test->priv;
	struct mct_hw hw = model_hw(m);
	u64 entry, value, last;
	unsigned int i, phase;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		for (phase = 0; phase < 8; phase++) {
			entry = 0x500000000ULL - steps[i] * phase;
			mct_model_reset(m, entry);
			m->step = steps[i];
			value = mct_frc_read64(&hw);
			KUNIT_EXPECT_TRUE_MSG(test, between(value, entry, m->count),
					      "step %#llx: %#llx is not in %#llx..%#llx",
					      steps[i], value, entry, m->count);
			expect_accesses(test, m, 1, 2, 0);

			last = value;
			value = mct_frc_read64(&hw);
			KUNIT_EXPECT_GE_MSG(test, value, last, "step %#llx: a step back", steps[i]);
		}
	}
}

/* Does it run? */

static void mct_running_needs_start_bit(struct kunit *test)
{
	struct mct_model *m = test->priv;
	struct mct_hw hw = model_hw(m);

	mct_model_reset(m, 0);
	m->step = 1;
	m->regs[TCON / 4] = 0;
	KUNIT_EXPECT_FALSE_MSG(test, mct_frc_running(&hw), "G_TCON 0");
	expect_accesses(test, m, 0, 0, 1);

	mct_model_reset(m, 0);
	m->step = 1;
	m->regs[TCON / 4] = (u32)~BIT(8);
	KUNIT_EXPECT_FALSE_MSG(test, mct_frc_running(&hw), "G_TCON all but start");
	expect_accesses(test, m, 0, 0, 1);
}

static void mct_running_needs_movement(struct kunit *test)
{
	struct mct_model *m = test->priv;
	struct mct_hw hw = model_hw(m);

	mct_model_reset(m, 0x123456789ULL);
	m->step = 1;
	m->gated = true;
	KUNIT_EXPECT_FALSE_MSG(test, mct_frc_running(&hw), "started, gated");
	expect_accesses(test, m, 1 + 1000, 0, 1);
}

static void mct_running_when_it_moves(struct kunit *test)
{
	struct mct_model *m = test->priv;
	struct mct_hw hw = model_hw(m);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		mct_model_reset(m, starts[i]);
		m->step = 1;
		KUNIT_EXPECT_TRUE_MSG(test, mct_frc_running(&hw), "from %#llx", starts[i]);
		expect_accesses(test, m, 2, 0, 1);
	}

	mct_model_reset(m, 7);
	m->step = 1;
	m->regs[TCON / 4] = U32_MAX;
	KUNIT_EXPECT_TRUE_MSG(test, mct_frc_running(&hw), "comparators in use");
}

/* A slow input clock: the only tick comes right before the read with this number. */
static void mct_running_on_a_slow_clock(struct kunit *test)
{
	static const struct {
		unsigned int look;
		bool running;
	} cases[] = { { 1, true }, { 2, true }, { 999, true }, { 1000, true }, { 1001, false } };
	struct mct_model *m = test->priv;
	struct mct_hw hw = model_hw(m);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		mct_model_reset(m, 0xffffffff);
		mct_model_jump(m, 2 + cases[i].look, 1);
		KUNIT_EXPECT_EQ_MSG(test, mct_frc_running(&hw), cases[i].running,
				    "tick before read %u", cases[i].look);
		expect_accesses(test, m, 1 + min(cases[i].look, 1000U), 0, 1);
	}
}

/* The counter as described to the kernel */

static struct {
	struct soc_counter *ctr;
	u64 value;
	int result;
} registration;

static int mct_kunit_register(struct soc_counter *ctr)
{
	registration.ctr = ctr;
	registration.value = ctr->read();
	return registration.result;
}

static int mct_kunit_unregister(struct soc_counter *ctr)
{
	registration.ctr = ctr;
	return registration.result;
}

static struct mct_node node;

static struct soc_counter *register_model(struct kunit *test, u64 count, bool read_only)
{
	struct mct_model *m = test->priv;

	memset(&registration, 0, sizeof(registration));
	mct_model_reset(m, count);
	node = (struct mct_node) {
		.soc.rate	= 24000000,
		.hw		= { .base = mct_model_base(m), .patience = 24000 },
	};
	mct_wstat_init(&node.global, &node.hw, 0x24c);
	KUNIT_EXPECT_EQ(test, mct_counter_register(&node, read_only), 0);
	KUNIT_ASSERT_NOT_NULL(test, registration.ctr);
	return registration.ctr;
}

static void mct_counter_is_described(struct kunit *test)
{
	struct soc_counter *ctr = register_model(test, 0x9abcdef01ULL, true);

	KUNIT_EXPECT_STREQ(test, ctr->name, "soc-mct-frc");
	KUNIT_EXPECT_EQ(test, ctr->bits, 32U);
	KUNIT_EXPECT_EQ(test, ctr->wide_bits, 64U);
	KUNIT_EXPECT_EQ(test, ctr->rate, 24000000UL);
	KUNIT_EXPECT_EQ(test, ctr->scope, SOC_COUNTER_SYSTEM);
	KUNIT_EXPECT_PTR_EQ(test, ctr->owner, THIS_MODULE);
	KUNIT_EXPECT_EQ(test, ctr->rating, 340);
	KUNIT_EXPECT_TRUE(test, ctr->read_only);
	KUNIT_EXPECT_EQ_MSG(test, registration.value, 0xabcdef01ULL,
			    "the counter must be readable during registration");
	KUNIT_EXPECT_EQ_MSG(test, ctr->sched_clock, IS_ENABLED(CONFIG_ARM),
			    "the architected timer of arm64 is the better clock");
	KUNIT_EXPECT_EQ(test, ctr->delay_timer, IS_ENABLED(CONFIG_ARM));

	/* The description of the previous node must not linger. */
	ctr = register_model(test, 0, false);
	KUNIT_EXPECT_EQ(test, ctr->rating, IS_ENABLED(CONFIG_ARM64) ? 350 : 450);
	KUNIT_EXPECT_FALSE(test, ctr->read_only);
}

static void mct_counter_reads(struct kunit *test)
{
	struct soc_counter *ctr = register_model(test, 0, true);
	struct mct_model *m = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		mct_model_reset(m, starts[i]);
		KUNIT_EXPECT_EQ(test, ctr->read(), (u64)(u32)starts[i]);
		expect_accesses(test, m, 1, 0, 0);

		mct_model_reset(m, starts[i]);
		KUNIT_EXPECT_EQ(test, ctr->read_cs(&ctr->cs), (u64)(u32)starts[i]);
		expect_accesses(test, m, 1, 0, 0);

		mct_model_reset(m, starts[i]);
		KUNIT_EXPECT_EQ(test, ctr->read_wide(), starts[i]);
		expect_accesses(test, m, 1, 2, 0);
	}
}

static void mct_counter_resumes_by_looking(struct kunit *test)
{
	struct soc_counter *ctr = register_model(test, 0, true);
	struct mct_model *m = test->priv;

	mct_model_reset(m, 0);
	m->step = 1;
	KUNIT_ASSERT_NOT_NULL(test, ctr->resume);
	ctr->resume(ctr);
	expect_accesses(test, m, 0, 0, 0);
	KUNIT_ASSERT_NOT_NULL(test, ctr->running);
	KUNIT_EXPECT_TRUE(test, ctr->running(ctr));
	expect_accesses(test, m, 2, 0, 1);
	m->step = 0;
	KUNIT_EXPECT_FALSE(test, ctr->running(ctr));
}

/* Our own counter is restarted, but only if it needs to be. */
static void mct_counter_is_started_again(struct kunit *test)
{
	struct soc_counter *ctr = register_model(test, 0, false);
	struct mct_model *m = test->priv;

	mct_model_reset(m, 0x500000000ULL);
	m->step = 1;
	ctr->resume(ctr);
	KUNIT_EXPECT_EQ_MSG(test, m->written, 0U, "it runs: nothing to do");

	mct_model_reset(m, 0);
	m->step = 1;
	m->regs[TCON / 4] = 0;
	ctr->resume(ctr);
	KUNIT_EXPECT_EQ(test, m->writes[TCON / 4], 1);
	KUNIT_EXPECT_EQ(test, m->regs[TCON / 4], (u32)BIT(8));
	KUNIT_EXPECT_EQ_MSG(test, m->forbidden, 0U, "the counter was set or stopped");
	mct_model_reset(m, 0);
}

static void mct_counter_passes_errors_on(struct kunit *test)
{
	struct soc_counter *ctr = register_model(test, 1, true);

	registration.result = -EBUSY;
	KUNIT_EXPECT_EQ(test, mct_counter_unregister(), -EBUSY);
	KUNIT_EXPECT_PTR_EQ(test, registration.ctr, ctr);
	KUNIT_EXPECT_EQ_MSG(test, ctr->read(), 1ULL, "still registered, so still readable");

	registration.result = 0;
	KUNIT_EXPECT_EQ(test, mct_counter_unregister(), 0);

	registration.result = -EINVAL;
	KUNIT_EXPECT_EQ(test, mct_counter_register(&node, true), -EINVAL);
}

static void mct_counter_is_claimed_once(struct kunit *test)
{
	KUNIT_ASSERT_TRUE(test, mct_counter_claim());
	KUNIT_EXPECT_FALSE_MSG(test, mct_counter_claim(), "two nodes share one counter");
	mct_counter_release();
	KUNIT_EXPECT_TRUE(test, mct_counter_claim());
	mct_counter_release();
}

/* A counter that another processor runs is never started, whatever the form. */
static void mct_counter_shared_is_left_alone(struct kunit *test)
{
	struct soc_counter *ctr = register_model(test, 0, false);
	struct mct_model *m = test->priv;

	node.frc_shared = true;
	KUNIT_EXPECT_EQ(test, mct_counter_register(&node, false), 0);
	m->regs[TCON / 4] = 0;
	ctr->resume(ctr);
	KUNIT_EXPECT_EQ(test, m->written, 0U);
}

static int mct_kunit_init(struct kunit *test)
{
	struct mct_model *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, m);
	mct_model_reset(m, 0);
	test->priv = m;
	return 0;
}

/* True after every test: nothing of the counter-only form may write. */
static void mct_kunit_exit(struct kunit *test)
{
	struct mct_model *m = test->priv;

	if (!m)
		return;
	KUNIT_EXPECT_EQ_MSG(test, m->written, 0U, "registers written");
	KUNIT_EXPECT_EQ_MSG(test, m->stray, 0U, "accesses outside the register map");
}

static struct kunit_case mct_cases[] = {
	KUNIT_CASE(mct_map_offsets),
	KUNIT_CASE(mct_map_bits),
	KUNIT_CASE(mct_model_counts),
	KUNIT_CASE(mct_model_sees_writes),
	KUNIT_CASE(mct_read32_is_one_access),
	KUNIT_CASE(mct_read64_across_carries),
	KUNIT_CASE(mct_read64_while_counting),
	KUNIT_CASE(mct_running_needs_start_bit),
	KUNIT_CASE(mct_running_needs_movement),
	KUNIT_CASE(mct_running_when_it_moves),
	KUNIT_CASE(mct_running_on_a_slow_clock),
	KUNIT_CASE(mct_counter_is_described),
	KUNIT_CASE(mct_counter_reads),
	KUNIT_CASE(mct_counter_resumes_by_looking),
	KUNIT_CASE(mct_counter_is_started_again),
	KUNIT_CASE(mct_counter_passes_errors_on),
	KUNIT_CASE(mct_counter_is_claimed_once),
	KUNIT_CASE(mct_counter_shared_is_left_alone),
	{ }
};

static struct kunit_suite mct_suite = {
	.name = "soc_mct",
	.init = mct_kunit_init,
	.exit = mct_kunit_exit,
	.test_cases = mct_cases,
};

kunit_test_suite(mct_suite);

MODULE_AUTHOR("soc-timers contributors");
MODULE_DESCRIPTION("KUnit suite of the Exynos MCT driver");
MODULE_LICENSE("GPL");
