// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_start: what soc_timers.ko sets up at which level of the boot if it is built
 * in. Its entry is compiled a second time, as if it were, with what it calls faked.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/build_bug.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../../drivers/counter/parts.h"
#include "../../drivers/node/parts.h"
#include "../../drivers/sched_clock/system.h"
#include "module_macros.h"

static char calls[200];

static void call(const char *what)
{
	strlcat(calls, *calls ? " " : "", sizeof(calls));
	strlcat(calls, what, sizeof(calls));
}

#define soc_sched_clock_start()		call("+clock")
#define soc_sched_clock_stop()		call("-clock")
#define soc_sched_clock_hook_suspend()	call("+clock-syscore")
#define soc_counter_hook_devices()	call("+device")
#define soc_counter_unhook_devices()	call("-device")
#define soc_counter_hook_suspend()	call("+syscore")
#define soc_counter_unhook_suspend()	call("-syscore")
#define soc_debugfs_create()		(call("+debugfs"), NULL)
#define soc_debugfs_remove()		call("-debugfs")
#define soc_counter_debugfs_create(dir)	((void)(dir))
#define soc_shutdown_hook()		call("+shutdown")
#define soc_shutdown_unhook()		call("-shutdown")
#undef MODULE
#undef core_initcall
#define core_initcall(fn)		static int (* const core)(void) = (fn)
#undef late_initcall
#define late_initcall(fn)		static int (* const late)(void) = (fn)
#undef module_exit
#define module_exit(fn)			static void (* const leave)(void) = (fn)

#include "../../drivers/module.c"

/*
 * Devices resume in the order in which they were registered, and those of the machine are
 * registered at arch_initcall(). Syscore callbacks resume in that order too, and those of
 * timekeeping, which come first, are registered at device_initcall().
 */
static void start_built_in(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, core(), 0);
	KUNIT_EXPECT_STREQ(test, calls, "+clock +device");
	calls[0] = 0;
	KUNIT_EXPECT_EQ(test, late(), 0);
	KUNIT_EXPECT_STREQ(test, calls, "+syscore +clock-syscore +debugfs +shutdown");
	calls[0] = 0;
	leave();
	KUNIT_EXPECT_STREQ(test, calls, "-shutdown -debugfs -clock -syscore -device");
}

static int start_kunit_init(struct kunit *test)
{
	calls[0] = 0;
	return 0;
}

static struct kunit_case start_cases[] = {
	KUNIT_CASE(start_built_in),
	{ }
};

static struct kunit_suite start_suite = {
	.name = "soc_start",
	.init = start_kunit_init,
	.test_cases = start_cases,
};

kunit_test_suite(start_suite);
