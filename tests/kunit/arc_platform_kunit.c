// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_arc_platform: the module, as devices are probed and removed, with fakes of
 * what it calls and the registers of a model. The driver's source is compiled a second
 * time, with hw.c and counter.c in arc_kunit.c.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/string.h>
#include <soc-timers/counter.h>
#include <soc-timers/node.h>

#include "arc_kunit.h"
#include "arc_model.h"
#include "module_macros.h"

#define RATE	50000000

static struct {
	struct device_node np;
	enum arc_counter which;
	bool is_timer0;
	int check_err, open_err, register_err, unregister_err;
	unsigned int open;
	struct soc_counter *ctr;
	unsigned int errors;
} kernel;

static int fake_node_fail(const struct soc_node *n, int err, const char *fmt, ...)
{
	if (err != -EPROBE_DEFER)
		kernel.errors++;

	return err;
}

static const void *fake_match_data(const struct device *dev)
{
	return (void *)kernel.which;
}

static bool fake_is_timer0(const struct device_node *np)
{
	return kernel.is_timer0;
}

static int fake_check(const struct soc_node *n, enum arc_counter which)
{
	return kernel.check_err ? fake_node_fail(n, kernel.check_err, "") : 0;
}

static int fake_open(struct soc_node *n)
{
	if (kernel.open_err)
		return fake_node_fail(n, kernel.open_err, "");
	kernel.open++;
	n->rate = RATE;

	return 0;
}

static void fake_close(struct soc_node *n)
{
	kernel.open--;
}

static int fake_register(struct soc_counter *ctr)
{
	if (kernel.register_err)
		return kernel.register_err;
	kernel.ctr = ctr;

	return 0;
}

static int fake_unregister(struct soc_counter *ctr)
{
	if (kernel.unregister_err)
		return kernel.unregister_err;
	kernel.ctr = NULL;

	return 0;
}

static void fake_release(struct soc_counter *ctr)
{
	ctr->claimed = false;
}

#define of_device_get_match_data	fake_match_data
#define arc_node_is_timer0		fake_is_timer0
#define arc_node_check_counter		fake_check
#define arc_node_open_counter		fake_open
#define soc_node_close			fake_close
#define soc_node_fail			fake_node_fail
#define soc_counter_register		fake_register
#define soc_counter_unregister		fake_unregister
#define soc_counter_release		fake_release

#include "../../drivers/arc/platform.c"

static struct platform_device pdev;

static void arc_platform_counts(struct kunit *test)
{
	for (kernel.which = ARC_GFRC; kernel.which <= ARC_TIMER1; kernel.which++) {
		KUNIT_ASSERT_EQ(test, arc_probe(&pdev), 0);
		KUNIT_ASSERT_NOT_NULL(test, kernel.ctr);
		KUNIT_EXPECT_STREQ(test, kernel.ctr->name, arc_counter_name(kernel.which));
		KUNIT_EXPECT_EQ(test, kernel.ctr->rate, (unsigned long)RATE);
		KUNIT_EXPECT_TRUE(test, kernel.ctr->read_only);
		KUNIT_EXPECT_EQ(test, kernel.open, 1U);
		arc_remove(&pdev);
		KUNIT_EXPECT_EQ(test, kernel.open, 0U);
		KUNIT_EXPECT_FALSE(test, arc_kunit_claimed(kernel.which));
	}
	KUNIT_EXPECT_EQ(test, kernel.errors, 0U);
}

static void expect_refused(struct kunit *test, int err, unsigned int lines, const char *what)
{
	kernel.errors = 0;
	KUNIT_EXPECT_EQ_MSG(test, arc_probe(&pdev), err, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.errors, lines, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.open, 0U, "%s", what);
	KUNIT_EXPECT_NULL_MSG(test, kernel.ctr, "%s", what);
	KUNIT_EXPECT_FALSE_MSG(test, arc_kunit_claimed(kernel.which), "%s", what);
	KUNIT_EXPECT_NULL_MSG(test, platform_get_drvdata(&pdev), "%s", what);
}

static void arc_platform_refuses(struct kunit *test)
{
	kernel.which = ARC_TIMER1;
	kernel.is_timer0 = true;
	expect_refused(test, -ENODEV, 0, "timer 0 is the kernel's");
	kernel.is_timer0 = false;

	kernel.check_err = -ENXIO;
	expect_refused(test, -ENXIO, 1, "no such timer");
	kernel.check_err = 0;

	arc_model.t1_limit = 50000;
	expect_refused(test, -ENODEV, 1, "a timer 1 that has a limit");
	arc_model.t1_limit = U32_MAX;

	kernel.open_err = -EPROBE_DEFER;
	expect_refused(test, -EPROBE_DEFER, 0, "late clock");
	kernel.open_err = -EIO;
	expect_refused(test, -EIO, 1, "no clock");
	kernel.open_err = 0;

	/* The helper reports this itself. */
	kernel.register_err = -EBUSY;
	expect_refused(test, -EBUSY, 0, "refused by the helper");
	kernel.register_err = 0;

	KUNIT_ASSERT_EQ_MSG(test, arc_probe(&pdev), 0, "nothing is left over");
	arc_remove(&pdev);
}

static void arc_platform_second_node(struct kunit *test)
{
	static struct platform_device second;

	KUNIT_ASSERT_EQ(test, arc_probe(&pdev), 0);
	KUNIT_EXPECT_EQ(test, arc_probe(&second), -EBUSY);
	KUNIT_EXPECT_EQ(test, kernel.errors, 1U);
	KUNIT_EXPECT_TRUE_MSG(test, arc_kunit_claimed(ARC_GFRC), "still the first one's");
	KUNIT_EXPECT_EQ(test, kernel.open, 1U);
	arc_remove(&pdev);
	KUNIT_ASSERT_EQ(test, arc_probe(&second), 0);
	arc_remove(&second);
}

static void arc_platform_stays_in_use(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, arc_probe(&pdev), 0);
	kernel.unregister_err = -EBUSY;
	arc_remove(&pdev);
	KUNIT_EXPECT_EQ_MSG(test, kernel.open, 1U, "its clock is still needed");
	KUNIT_EXPECT_TRUE(test, arc_kunit_claimed(ARC_GFRC));

	kernel.unregister_err = 0;
	arc_remove(&pdev);
	KUNIT_EXPECT_EQ(test, kernel.open, 0U);
}

static int arc_platform_kunit_init(struct kunit *test)
{
	arc_model_reset();
	arc_model.t1_limit = U32_MAX;
	arc_kunit_forget();
	memset(&kernel, 0, sizeof(kernel));
	memset(&pdev, 0, sizeof(pdev));

	return 0;
}

static void arc_platform_kunit_exit(struct kunit *test)
{
	unsigned int i;

	KUNIT_EXPECT_EQ_MSG(test, arc_model.stray, 0U, "accesses to what is not a register");
	/* The GFRC is read through commands; nothing else is written. */
	for (i = 0; i < arc_model.writes && i < ARC_MODEL_LOG; i++) {
		KUNIT_EXPECT_EQ(test, arc_model.written[i], 0x600U);
		KUNIT_EXPECT_TRUE(test, arc_model.values[i] == 0x42 || arc_model.values[i] == 0x43);
	}
}

static struct kunit_case arc_platform_cases[] = {
	KUNIT_CASE(arc_platform_counts),
	KUNIT_CASE(arc_platform_refuses),
	KUNIT_CASE(arc_platform_second_node),
	KUNIT_CASE(arc_platform_stays_in_use),
	{ }
};

static struct kunit_suite arc_platform_suite = {
	.name = "soc_arc_platform",
	.init = arc_platform_kunit_init,
	.exit = arc_platform_kunit_exit,
	.test_cases = arc_platform_cases,
};

kunit_test_suite(arc_platform_suite);
