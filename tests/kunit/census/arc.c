// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_census_arc: what becomes of the ARC timers of each board whose device tree is
 * in the kernel's source, and of faulty variants of these trees. The driver's source is
 * compiled a second time, on the machine of the census and the register model, whose
 * cores have all timers.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/clocksource.h>
#include <linux/of.h>
#include <linux/time64.h>

#include "../arc_model.h"
#include "forms.h"

/* No timer of ARC has registers on a bus. */
static void __iomem *census_ioremap(resource_size_t start, resource_size_t size)
{
	KUNIT_FAIL(census.test, "something is mapped");
	return NULL;
}

/* Instead of the driver's per-CPU variable */
static struct clock_event_device of_cpu[CENSUS_CPUS];

/* Counters are separate, and there may be several. */
static struct soc_counter *counters[4];
static unsigned int counter_count;

static int arc_counter_register(struct soc_counter *ctr)
{
	check_description(ctr);
	KUNIT_ASSERT_LT(census.test, counter_count, (unsigned int)ARRAY_SIZE(counters));
	counters[counter_count++] = ctr;

	return 0;
}

static int arc_counter_unregister(struct soc_counter *ctr)
{
	counter_count--;
	return 0;
}

#undef soc_counter_register
#define soc_counter_register			arc_counter_register
#undef soc_counter_register_early
#define soc_counter_register_early		arc_counter_register
#undef soc_counter_unregister
#define soc_counter_unregister			arc_counter_unregister
#undef this_cpu_ptr
#define this_cpu_ptr(all)			((void)(all), &of_cpu[census.cpu])
#undef early_initcall
#define early_initcall(fn) \
	static int (*initcall)(void) __maybe_unused = (fn)

/* The driver asks for nothing but CONFIG_SMP with it. */
static bool smp;
#undef IS_ENABLED
#define IS_ENABLED(...)			(smp)

/* Nothing has a device of its own: the match table is searched for the node. */
static const void *census_match_data(const struct device *dev);
#define of_device_get_match_data		census_match_data

#include "../../../drivers/arc/hw.c"
#include "../../../drivers/arc/counter.c"
#include "../../../drivers/arc/node.c"
#include "../../../drivers/arc/event.c"
#include "../../../drivers/arc/place.c"
#include "../../../drivers/arc/full.c"
#include "../../../drivers/arc/early.c"
#include "../../../drivers/arc/platform.c"

static const void *census_match_data(const struct device *dev)
{
	return of_match_node(arc_match, dev->of_node)->data;
}

#define DRIVER		"arc"
#define TIMERS		arc_match

static const struct form forms[] = {
	{ "built in, SMP", .early = true },
	{ "built in, UP", .early = true, .up = true },
	{ "module, SMP" },
	{ "module, UP", .up = true },
};

static void forget_driver(const struct form *form)
{
	unsigned int i;

	smp = !form->up;
	counter_count = 0;
	memset(of_cpu, 0, sizeof(of_cpu));
	for (i = 0; i < ARRAY_SIZE(arc_counters); i++)
		arc_counters[i].claimed = 0;
	arc_early_ticks_by_timer0 = false;
	arc_early_has_counter = false;
	arc_place_halts_gfrc = false;

	arc_model_reset();
	/* The kernel's own driver has started timer 1. */
	if (!form->early)
		arc_model.t1_limit = U32_MAX;
}

static void start_twin(struct device_node *np, unsigned int number)
{
}

static void load_module(void)
{
}

static int probe_early(struct device_node *np)
{
	switch ((uintptr_t)of_match_node(arc_match, np)->data) {
	case ARC_GFRC:	return arc_early_gfrc(np);
	case ARC_RTC:	return arc_early_rtc(np);
	default:	return arc_early_timer(np);
	}
}

static int probe_device(struct platform_device *pdev)
{
	return arc_probe(pdev);
}

static void remove_device(struct platform_device *pdev)
{
	arc_remove(pdev);
}

/* Only a module has devices of nodes. */
static bool is_removable(struct device_node *np)
{
	return counter_count && counters[0]->read_only;
}

static const char *role_of(struct device_node *np)
{
	switch ((uintptr_t)of_match_node(arc_match, np)->data) {
	case ARC_GFRC:	return "GFRC";
	case ARC_RTC:	return "RTC";
	default:	return arc_node_is_timer0(np) ? "ticks" : "timer 1";
	}
}

/* Timer 0 is not for the module, which is nothing to report. */
static bool may_be_silent(const struct device_node *np, int err)
{
	return err == -ENODEV && arc_node_is_timer0(np);
}

static void check_in_use(struct kunit *test, const struct form *form, unsigned int nodes)
{
	unsigned int ticking = nodes - counter_count, i;
	unsigned int in_use = form->up ? 1 : census.cpus;

	KUNIT_EXPECT_LE(test, counter_count, nodes);
	KUNIT_EXPECT_LE(test, ticking, 1U);
	KUNIT_EXPECT_EQ(test, device_count, ticking ? in_use : 0);
	for (i = 0; i < counter_count; i++) {
		KUNIT_EXPECT_EQ(test, counters[i]->read_only, !form->early);
		if (!form->up)
			KUNIT_EXPECT_EQ(test, (int)counters[i]->scope, (int)SOC_COUNTER_SYSTEM);
	}
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_CLOCKS], (int)nodes);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_ENABLED], (int)nodes);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_RATES], (int)nodes);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_INTERRUPTS], (int)ticking);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_SLOTS], (int)ticking);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_MEMORY], form->early ? 0 : (int)nodes);
}

static void check_hardware(struct kunit *test)
{
	KUNIT_EXPECT_EQ_MSG(test, arc_model.stray, 0U, "accesses to what is not a register");
}

static void describe_in_use(char *text, size_t size)
{
}

#include "run.h"
