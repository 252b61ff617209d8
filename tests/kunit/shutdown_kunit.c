// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_shutdown: when what drivers have added is stopped. The source is compiled a
 * second time, as for a kernel with kexec.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kmsg_dump.h>
#include <linux/string.h>

#undef CONFIG_KEXEC_CORE
#define CONFIG_KEXEC_CORE		1
#define soc_shutdown_add		shutdown_test_add
#define soc_shutdown_hook		shutdown_test_hook
#define soc_shutdown_unhook		shutdown_test_unhook
#include <soc-timers/shutdown.h>

static enum system_states state;
static struct kmsg_dumper *registered;

#undef kmsg_dump_register
#define kmsg_dump_register(dumper)	((void)(registered = (dumper)))
#undef kmsg_dump_unregister
#define kmsg_dump_unregister(dumper)	((void)(dumper), (void)(registered = NULL))
#define system_state			state
#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#include "../../drivers/node/shutdown.c"

static struct kunit *current_test;
static unsigned int stops[2];
static struct soc_shutdown parts[2];

static void stop(struct soc_shutdown *shutdown)
{
	KUNIT_EXPECT_TRUE(current_test, irqs_disabled());
	stops[shutdown - parts]++;
}

/* The kernel passes on what is at most as severe as the dumper asks for. */
static void dump(enum kmsg_dump_reason reason)
{
	struct kmsg_dump_detail detail = { .reason = reason };

	memset(stops, 0, sizeof(stops));
	if (registered && reason <= registered->max_reason)
		registered->dump(registered, &detail);
}

/* Only on the way to another kernel, and then everything, each time. */
static void shutdown_stops(struct kunit *test)
{
	static const struct {
		const char *what;
		enum system_states state;
		enum kmsg_dump_reason reason;
		unsigned int stops;
	} cases[] = {
		{ "kexec, or restart", SYSTEM_RESTART, KMSG_DUMP_SHUTDOWN, 1 },
		{ "an oops while devices shut down", SYSTEM_RESTART, KMSG_DUMP_OOPS, 0 },
		{ "a panic then", SYSTEM_RESTART, KMSG_DUMP_PANIC, 0 },
		{ "an oops", SYSTEM_RUNNING, KMSG_DUMP_OOPS, 0 },
		{ "kexec that will return", SYSTEM_SUSPEND, KMSG_DUMP_SHUTDOWN, 0 },
		{ "halt", SYSTEM_HALT, KMSG_DUMP_SHUTDOWN, 0 },
		{ "power off", SYSTEM_POWER_OFF, KMSG_DUMP_SHUTDOWN, 0 },
	};
	unsigned int i;

	current_test = test;
	soc_shutdowns.first = NULL;
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		parts[i].stop = stop;
		soc_shutdown_add(&parts[i]);
	}
	soc_shutdown_hook();
	KUNIT_ASSERT_NOT_NULL(test, registered);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		state = cases[i].state;
		dump(cases[i].reason);
		KUNIT_EXPECT_EQ_MSG(test, stops[0], cases[i].stops, "%s", cases[i].what);
		KUNIT_EXPECT_EQ_MSG(test, stops[1], cases[i].stops, "%s", cases[i].what);
		KUNIT_EXPECT_FALSE_MSG(test, irqs_disabled(), "%s", cases[i].what);
	}
	soc_shutdown_unhook();
	KUNIT_EXPECT_NULL(test, registered);
}

static struct kunit_case shutdown_cases[] = {
	KUNIT_CASE(shutdown_stops),
	{ }
};

static struct kunit_suite shutdown_suite = {
	.name = "soc_shutdown",
	.test_cases = shutdown_cases,
};

kunit_test_suite(shutdown_suite);
