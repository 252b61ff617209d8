// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_optional: the drivers do without functions that the kernel does not let modules
 * have, and use them where it does.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/clk.h>
#include <linux/errno.h>
#include <linux/types.h>

/* What is there, as bits. */
#define HAS_GET		1
#define HAS_PUT		2
#define HAS_ACTION	4

static unsigned int has;
static int held, get_err;
static bool action;

static int fake_get(struct clk *clk)
{
	held += !get_err;
	return get_err;
}

static void fake_put(struct clk *clk)
{
	held--;
}

static bool fake_action(unsigned int irq)
{
	return action && irq == 40;
}

#define optional_clk_rate_exclusive_get	(has & HAS_GET ? fake_get : NULL)
#define optional_clk_rate_exclusive_put	(has & HAS_PUT ? fake_put : NULL)
#define optional_irq_has_action		(has & HAS_ACTION ? fake_action : NULL)
#define SOC_OPTIONAL(fn)		optional_##fn
#define soc_hold_rate			optional_test_hold
#define soc_unhold_rate			optional_test_unhold
#define soc_irq_has_action		optional_test_has_action
#include <soc-timers/optional.h>

/* A rate that could not be released again is not held. */
static void optional_rate(struct kunit *test)
{
	for (has = 0; has <= (HAS_GET | HAS_PUT); has++) {
		bool both = has == (HAS_GET | HAS_PUT);

		held = 0;
		get_err = 0;
		KUNIT_EXPECT_EQ_MSG(test, optional_test_hold(NULL), 0, "has %u", has);
		KUNIT_EXPECT_EQ_MSG(test, held, both, "has %u", has);
		optional_test_unhold(NULL);
		KUNIT_EXPECT_EQ_MSG(test, held, 0, "has %u", has);

		get_err = -EBUSY;
		KUNIT_EXPECT_EQ_MSG(test, optional_test_hold(NULL), both ? -EBUSY : 0, "has %u",
				    has);
	}
}

static void optional_action(struct kunit *test)
{
	has = 0;
	action = true;
	KUNIT_EXPECT_FALSE(test, optional_test_has_action(40));
	has = HAS_ACTION;
	KUNIT_EXPECT_TRUE(test, optional_test_has_action(40));
	KUNIT_EXPECT_FALSE(test, optional_test_has_action(41));
	action = false;
	KUNIT_EXPECT_FALSE(test, optional_test_has_action(40));
}

static struct kunit_case optional_cases[] = {
	KUNIT_CASE(optional_rate),
	KUNIT_CASE(optional_action),
	{ }
};

static struct kunit_suite optional_suite = {
	.name = "soc_optional",
	.test_cases = optional_cases,
};

kunit_test_suite(optional_suite);
