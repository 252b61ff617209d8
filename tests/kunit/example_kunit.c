// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_example: the example of Documentation/contributing.rst on a model of its two
 * registers, in both forms. Its source is compiled a second time and registers with the
 * registration helper that counter_under_test.c compiles: with the real clocksource core,
 * and with a system clock and kernel clocks that are faked.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL

#include <kunit/test.h>
#include <linux/clocksource.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/string.h>
#include <soc-timers/io.h>
#include <soc-timers/mode.h>
#include <soc-timers/node.h>

#include "counter_fakes.h"
#include "module_macros.h"

#define RATE	24000000

/* Below the kernel's own clocksources: no test may take over timekeeping. */
#define RATING	7

#define CTRL	0x00
#define COUNT	0x04

/* The block, and the node that describes it. */
static struct {
	u32 ctrl;
	u32 count;
	bool broken;
	unsigned int writes;
	int open_err;
	unsigned int opened;
	int rating;
} block;

/* Never dereferenced: it only tells the registers apart. */
static void __iomem * const base = (void __iomem *)0x1000;

u32 soc_model_readl(const void __iomem *addr)
{
	switch (addr - base) {
	case CTRL:
		return block.ctrl;
	case COUNT:
		if ((block.ctrl & 1) && !block.broken)
			block.count += 5;
		return block.count;
	default:
		return ~0;
	}
}

void soc_model_writel(u32 val, void __iomem *addr)
{
	block.writes++;
	if (addr == base + CTRL)
		block.ctrl = val;
}

static int fake_open(struct soc_node *n, const struct soc_node_desc *desc)
{
	if (block.open_err)
		return block.open_err;

	block.opened++;
	n->base = base;
	n->rate = RATE;
	return 0;
}

static void fake_close(struct soc_node *n)
{
	block.opened--;
}

static int __printf(3, 4) fake_fail(const struct soc_node *n, int err, const char *fmt, ...)
{
	return err;
}

static int fake_register(struct soc_counter *ctr)
{
	block.rating = ctr->rating;
	ctr->rating = RATING;
	return counter_test_register(ctr);
}

#define soc_node_open			fake_open
#define soc_node_close			fake_close
#define soc_node_fail			fake_fail
#define soc_counter_claim		counter_test_claim
#define soc_counter_release		counter_test_release
#define soc_counter_register		fake_register
#define soc_counter_unregister		counter_test_unregister
#define soc_counter_register_early	counter_test_register_early
#undef module_platform_driver
#define module_platform_driver(drv)	static struct platform_driver * const driver = &(drv)

#define example_counter			example_test_counter
#define example_counter_open		example_test_counter_open
#define example_counter_close		example_test_counter_close

#include "../example/counter.c"
#undef pr_fmt
#include "../example/platform.c"
#include "../example/early.c"

static int example_test_init(struct kunit *test)
{
	memset(&block, 0, sizeof(block));
	memset(&counter_fakes, 0, sizeof(counter_fakes));
	counter_fakes.real_core = true;
	counter_test_next_boot();
	example_mode = SOC_MODE_AUTO;

	return 0;
}

/* Whatever a failed test has left, the real core must not keep it. */
static void example_test_exit(struct kunit *test)
{
	if (example_counter.registered) {
		clocksource_unregister(&example_counter.cs);
		list_del(&example_counter.list);
		example_counter.registered = false;
	}
	/* As in the next boot */
	example_counter.built_in = false;
	soc_counter_release(&example_counter);
}

static void expect_log(struct kunit *test, const char *expected)
{
	KUNIT_EXPECT_STREQ(test, counter_fakes.log, expected);
	counter_fakes.log[0] = 0;
}

static struct platform_device *new_device(struct kunit *test)
{
	struct platform_device *pdev = kunit_kzalloc(test, sizeof(*pdev), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, pdev);
	return pdev;
}

static struct device_node *new_node(struct kunit *test)
{
	struct device_node *np = kunit_kzalloc(test, sizeof(*np), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, np);
	return np;
}

/* A failed probe leaves nothing behind: the next one succeeds. */
static void expect_undone(struct kunit *test, u32 ctrl)
{
	KUNIT_EXPECT_EQ(test, block.opened, 0);
	KUNIT_EXPECT_EQ(test, block.ctrl, ctrl);
	KUNIT_EXPECT_FALSE(test, example_counter.registered);

	example_mode = SOC_MODE_AUTO;
	block.broken = false;
	block.open_err = 0;
	counter_fakes.cs_register_err = 0;
	counter_fakes.log[0] = 0;
	KUNIT_EXPECT_EQ(test, driver->probe(new_device(test)), 0);
	driver->remove(new_device(test));
	KUNIT_EXPECT_EQ(test, block.opened, 0);
}

static void example_test_full(struct kunit *test)
{
	struct platform_device *pdev = new_device(test);
	u64 before;

	KUNIT_ASSERT_EQ(test, driver->probe(pdev), 0);
	expect_log(test, "+src +cs");
	KUNIT_EXPECT_EQ(test, block.ctrl, 1);
	KUNIT_EXPECT_EQ(test, block.rating, 310);
	KUNIT_EXPECT_EQ(test, counter_fakes.hz, RATE);
	KUNIT_EXPECT_STREQ(test, example_counter.cs.name, "soc-example");
	KUNIT_EXPECT_EQ(test, example_counter.cs.mask, CLOCKSOURCE_MASK(32));
	KUNIT_EXPECT_FALSE(test, list_empty(&example_counter.cs.list));

	before = example_counter.cs.read(&example_counter.cs);
	KUNIT_EXPECT_EQ(test, example_counter.cs.read(&example_counter.cs), before + 5);

	/* Across the end of 32 bits */
	block.count = U32_MAX;
	KUNIT_EXPECT_EQ(test, example_counter.cs.read(&example_counter.cs), 4);

	driver->remove(pdev);
	expect_log(test, "-cs -src");
	KUNIT_EXPECT_EQ(test, block.ctrl, 0);
	KUNIT_EXPECT_EQ(test, block.writes, 2);
	expect_undone(test, 0);
}

static void example_test_counter_only(struct kunit *test)
{
	struct platform_device *pdev = new_device(test);

	block.ctrl = 1;
	KUNIT_ASSERT_EQ(test, driver->probe(pdev), 0);
	KUNIT_EXPECT_TRUE(test, example_counter.read_only);
	KUNIT_EXPECT_EQ(test, block.rating, 290);
	example_counter.cs.suspend(&example_counter.cs);
	example_counter.cs.resume(&example_counter.cs);
	driver->remove(pdev);
	KUNIT_EXPECT_EQ_MSG(test, block.writes, 0, "another driver's registers were written to");
	expect_undone(test, 1);
}

static void example_test_mode_full(struct kunit *test)
{
	block.ctrl = 1;
	example_mode = SOC_MODE_FULL;
	KUNIT_EXPECT_EQ(test, driver->probe(new_device(test)), -EBUSY);
	expect_undone(test, 1);
}

static void example_test_mode_counter(struct kunit *test)
{
	example_mode = SOC_MODE_COUNTER;
	KUNIT_EXPECT_EQ(test, driver->probe(new_device(test)), -ENODEV);
	expect_undone(test, 0);
}

static void example_test_late_clock(struct kunit *test)
{
	block.open_err = -EPROBE_DEFER;
	KUNIT_EXPECT_EQ(test, driver->probe(new_device(test)), -EPROBE_DEFER);
	expect_undone(test, 0);
}

static void example_test_broken(struct kunit *test)
{
	block.broken = true;
	KUNIT_EXPECT_EQ(test, driver->probe(new_device(test)), -EIO);
	expect_undone(test, 0);
}

static void example_test_refused_by_the_core(struct kunit *test)
{
	counter_fakes.cs_register_err = -ENOMEM;
	KUNIT_EXPECT_EQ(test, driver->probe(new_device(test)), -ENOMEM);
	expect_log(test, "+src +cs! -src");
	expect_undone(test, 0);
}

static void example_test_second_node(struct kunit *test)
{
	struct platform_device *pdev = new_device(test);

	KUNIT_ASSERT_EQ(test, driver->probe(pdev), 0);
	KUNIT_EXPECT_EQ(test, driver->probe(new_device(test)), -EBUSY);
	KUNIT_EXPECT_EQ(test, block.opened, 1);
	KUNIT_EXPECT_EQ(test, block.ctrl, 1);
	KUNIT_EXPECT_TRUE(test, example_counter.registered);
	driver->remove(pdev);
	expect_undone(test, 0);
}

/*
 * The device goes away while the system runs on its counter: nothing that is still read
 * may go.
 */
static void example_test_removed_in_use(struct kunit *test)
{
	struct platform_device *pdev = new_device(test);

	KUNIT_ASSERT_EQ(test, driver->probe(pdev), 0);
	example_counter.cs.enable(&example_counter.cs);
	counter_fakes.log[0] = 0;
	driver->remove(pdev);
	expect_log(test, "hold");
	KUNIT_EXPECT_EQ(test, block.opened, 1);
	KUNIT_EXPECT_EQ(test, block.ctrl, 1);
	KUNIT_EXPECT_EQ(test, driver->probe(new_device(test)), -EBUSY);

	example_counter.cs.disable(&example_counter.cs);
	driver->remove(pdev);
	expect_undone(test, 0);
}

static void example_test_suspend(struct kunit *test)
{
	struct platform_device *pdev = new_device(test);

	KUNIT_ASSERT_EQ(test, driver->probe(pdev), 0);
	counter_fakes.log[0] = 0;
	example_counter.cs.suspend(&example_counter.cs);
	/* Power is lost. */
	block.ctrl = 0;
	block.count = 0;
	example_counter.cs.resume(&example_counter.cs);
	expect_log(test, "freeze thaw");
	KUNIT_EXPECT_EQ(test, block.ctrl, 1);
	driver->remove(pdev);
	expect_undone(test, 0);
}

static void example_test_early(struct kunit *test)
{
	struct device_node *np = new_node(test);

	KUNIT_ASSERT_EQ(test, soc_example_entry.init(np), 0);
	expect_log(test, IS_ENABLED(CONFIG_ARM) ? "sched_clock delay" : "sched_clock");
	KUNIT_EXPECT_STREQ(test, soc_example_entry.compatible, example_match[0].compatible);
	KUNIT_EXPECT_TRUE(test, of_node_check_flag(np, OF_POPULATED));
	KUNIT_EXPECT_EQ(test, block.ctrl, 1);
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel_bits, 32);
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel_rate, RATE);
	KUNIT_EXPECT_EQ(test, counter_fakes.kernel(), block.count);
	KUNIT_EXPECT_EQ(test, soc_example_entry.init(new_node(test)), -EBUSY);

	list_del(&example_counter.early);
	example_counter_close();
}

/* The device that the node gets then finds it free. */
static void example_test_early_fails(struct kunit *test)
{
	struct device_node *np = new_node(test);

	block.broken = true;
	KUNIT_EXPECT_EQ(test, soc_example_entry.init(np), -EIO);
	expect_log(test, "");
	KUNIT_EXPECT_FALSE(test, of_node_check_flag(np, OF_POPULATED));
	expect_undone(test, 0);
}

static struct kunit_case example_test_cases[] = {
	KUNIT_CASE(example_test_full),
	KUNIT_CASE(example_test_counter_only),
	KUNIT_CASE(example_test_mode_full),
	KUNIT_CASE(example_test_mode_counter),
	KUNIT_CASE(example_test_late_clock),
	KUNIT_CASE(example_test_broken),
	KUNIT_CASE(example_test_refused_by_the_core),
	KUNIT_CASE(example_test_second_node),
	KUNIT_CASE(example_test_removed_in_use),
	KUNIT_CASE(example_test_suspend),
	KUNIT_CASE(example_test_early),
	KUNIT_CASE(example_test_early_fails),
	{ }
};

static struct kunit_suite example_test_suite = {
	.name		= "soc_example",
	.init		= example_test_init,
	.exit		= example_test_exit,
	.test_cases	= example_test_cases,
};

kunit_test_suite(example_test_suite);
