// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_mode: the parameter mode=, of a module and built in. The source is compiled
 * a second time.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/string.h>

static struct {
	unsigned int lines;
	char text[200];
} log;

static __printf(1, 2) int fake_printk(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(log.text, sizeof(log.text), fmt, args);
	va_end(args);
	log.lines++;

	return 0;
}

#undef printk
#define printk				fake_printk
#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#include "../../drivers/node/mode.c"

static enum soc_mode mode;

static struct kernel_param a_modules = {
	.name	= "mode",
	.mod	= THIS_MODULE,
	.ops	= &soc_mode_ops,
	.arg	= &mode,
};

static struct kernel_param built_in = {
	.name	= "soc_some_timer.mode",
	.ops	= &soc_mode_ops,
	.arg	= &mode,
};

static void mode_known(struct kunit *test)
{
	static const struct {
		const char *value;
		enum soc_mode mode;
	} modes[] = {
		{ "full", SOC_MODE_FULL },
		{ "counter", SOC_MODE_COUNTER },
		{ "auto", SOC_MODE_AUTO },
		{ "counter\n", SOC_MODE_COUNTER },	/* as written to sysfs */
	};
	char *page = kunit_kzalloc(test, PAGE_SIZE * 2, GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, page);
	page = PTR_ALIGN(page, PAGE_SIZE);
	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		KUNIT_EXPECT_EQ(test, soc_mode_ops.set(modes[i].value, &a_modules), 0);
		KUNIT_EXPECT_EQ_MSG(test, (int)mode, (int)modes[i].mode, "%s", modes[i].value);
		KUNIT_EXPECT_GT(test, soc_mode_ops.get(page, &a_modules), 0);
		KUNIT_EXPECT_TRUE_MSG(test, sysfs_streq(page, modes[i].value), "%s", page);
	}
	KUNIT_EXPECT_EQ(test, log.lines, 0U);
}

static void mode_unknown(struct kunit *test)
{
	static const char * const values[] = { "", "ful", "fulls", "Full", " full", "1" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		mode = SOC_MODE_COUNTER;
		log.lines = 0;
		KUNIT_EXPECT_EQ_MSG(test, soc_mode_ops.set(values[i], &a_modules), -EINVAL,
				    "\"%s\"", values[i]);
		KUNIT_EXPECT_EQ_MSG(test, (int)mode, SOC_MODE_COUNTER, "\"%s\"", values[i]);
		KUNIT_EXPECT_EQ(test, log.lines, 1U);
	}
}

/* The line has the driver's tag, whichever way it is built. */
static void mode_names_the_driver(struct kunit *test)
{
	static const char line[] = ": mode=slow is unknown: use auto, full or counter\n";
	char must[100];

	soc_mode_ops.set("slow", &built_in);
	snprintf(must, sizeof(must), KERN_ERR "soc_some_timer%s", line);
	KUNIT_EXPECT_STREQ(test, log.text, must);

#ifdef MODULE
	soc_mode_ops.set("slow", &a_modules);
	snprintf(must, sizeof(must), KERN_ERR "soc_node_kunit%s", line);
	KUNIT_EXPECT_STREQ(test, log.text, must);
#endif
}

static int mode_kunit_init(struct kunit *test)
{
	memset(&log, 0, sizeof(log));
	mode = SOC_MODE_AUTO;

	return 0;
}

static struct kunit_case mode_cases[] = {
	KUNIT_CASE(mode_known),
	KUNIT_CASE(mode_unknown),
	KUNIT_CASE(mode_names_the_driver),
	{ }
};

static struct kunit_suite mode_suite = {
	.name = "soc_mode",
	.init = mode_kunit_init,
	.test_cases = mode_cases,
};

kunit_test_suite(mode_suite);
