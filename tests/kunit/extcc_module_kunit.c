// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_extcc_module: how the ExtCC driver starts and what it logs if it cannot, as a
 * module and built in, with the checks and the registration faked. The driver's source is
 * compiled a second time.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "../../drivers/loongson/counter.h"
#include "../../drivers/loongson/cpus.h"
#include "../../drivers/loongson/debugfs.h"
#include "../../drivers/loongson/early.h"
#include "../../drivers/loongson/measure.h"
#include "module_macros.h"

#define RATE	1400020000U

/* What the driver finds, and what it has done. */
static struct {
	bool early;
	unsigned int retracted;
	int cpus_err, step_err, register_err;
	struct soc_counter ctr;
	bool registered, shown;
	unsigned int errors;
	char text[200];
} kernel;

static __printf(1, 2) int fake_printk(const char *fmt, ...)
{
	va_list args;

	if (!strstarts(fmt, KERN_ERR))
		return 0;
	kernel.errors++;
	va_start(args, fmt);
	vsnprintf(kernel.text, sizeof(kernel.text), fmt, args);
	va_end(args);

	return 0;
}

static int fake_register(struct soc_counter *ctr)
{
	kernel.registered = !kernel.register_err;
	return kernel.register_err;
}

static int __maybe_unused fake_unregister(struct soc_counter *ctr)
{
	kernel.registered = false;
	return 0;
}

static struct soc_counter *fake_describe(u32 rate, bool read_only)
{
	kernel.ctr.rate = rate;
	kernel.ctr.read_only = read_only;

	return &kernel.ctr;
}

static struct extcc_rate fake_rate(unsigned int ms)
{
	return (struct extcc_rate) { .firmware = RATE, .measured = RATE, .used = RATE,
				     .verdict = EXTCC_CONFIRMED };
}

#undef printk
#define printk				fake_printk
#define extcc_feeds_sched_clock()	(kernel.early)
#define extcc_retract()			((void)kernel.retracted++)
#define extcc_check_cpus()		(kernel.cpus_err)
#define extcc_check_step()		(kernel.step_err)
#define extcc_measure_rate		fake_rate
#define extcc_counter_describe		fake_describe
#define extcc_debugfs_create(rate)	((void)(rate), (void)(kernel.shown = true))
#define extcc_debugfs_remove()		((void)(kernel.shown = false))
#define soc_counter_register		fake_register
#define soc_counter_unregister		fake_unregister
#undef late_initcall
#define late_initcall(fn)		static int (* const start)(void) = (fn)
#undef module_exit
#define module_exit(fn)			static void (* const leave)(void) __maybe_unused = (fn)
#undef module_param_cb
#define module_param_cb(name, ops, arg, perm) \
	static_assert(sizeof(#name) + sizeof(*(ops)) + sizeof(*(arg)) + (perm))

#include "../../drivers/loongson/module.c"

static void extcc_module_starts(struct kunit *test)
{
	unsigned int early;

	for (early = 0; early <= 1; early++) {
		kernel.early = early;
		KUNIT_EXPECT_EQ(test, start(), 0);
		KUNIT_EXPECT_TRUE(test, kernel.registered);
		KUNIT_EXPECT_TRUE(test, kernel.shown);
		KUNIT_EXPECT_EQ(test, kernel.ctr.read_only, !early);
		KUNIT_EXPECT_EQ_MSG(test, kernel.errors, 0U, "%s", kernel.text);
		KUNIT_EXPECT_EQ(test, kernel.retracted, 0U);
	}
}

/*
 * The checks and the helper log why, and the helper whether sched_clock() cannot be taken
 * off a counter that it was given early in boot.
 */
static void extcc_module_refused(struct kunit *test)
{
	static int * const errors[] = {
		&kernel.cpus_err, &kernel.step_err, &kernel.register_err,
	};
	unsigned int i, early;

	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		for (early = 0; early <= 1; early++) {
			memset(&kernel, 0, sizeof(kernel));
			kernel.early = early;
			*errors[i] = -ENODEV;
			KUNIT_EXPECT_EQ(test, start(), -ENODEV);
			KUNIT_EXPECT_FALSE(test, kernel.registered);
			KUNIT_EXPECT_FALSE(test, kernel.shown);
			KUNIT_EXPECT_EQ_MSG(test, kernel.retracted, early, "error %u", i);
			KUNIT_EXPECT_EQ_MSG(test, kernel.errors, 0U, "%s", kernel.text);
		}
	}
}

static int extcc_module_kunit_init(struct kunit *test)
{
	memset(&kernel, 0, sizeof(kernel));
	return 0;
}

static struct kunit_case extcc_module_cases[] = {
	KUNIT_CASE(extcc_module_starts),
	KUNIT_CASE(extcc_module_refused),
	{ }
};

static struct kunit_suite extcc_module_suite = {
	.name = "soc_extcc_module",
	.init = extcc_module_kunit_init,
	.test_cases = extcc_module_cases,
};

kunit_test_suite(extcc_module_suite);
