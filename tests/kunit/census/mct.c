// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_census_mct: what becomes of the MCT of each board whose device tree is in the
 * kernel's source, and of faulty variants of these trees. The driver's source is compiled
 * a second time, on the machine of the census and the register model.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/irq_work.h>
#include <linux/of.h>

#include "../mct_model.h"
#include "forms.h"

static struct mct_model model;
static struct mct_tick *ticks;

static void __iomem *census_ioremap(resource_size_t start, resource_size_t size)
{
	KUNIT_EXPECT_LE(census.test, size, (resource_size_t)MCT_MODEL_SIZE);
	census_map();

	return mct_model_base(&model);
}

/* CPUs are numbered in the order of the tree, beginning with its first. */
static struct device_node *census_cpu_node(int cpu, unsigned int *thread)
{
	struct device_node *np = NULL;

	do {
		np = of_get_next_cpu_node(np);
	} while (np && cpu--);

	return np;
}

static bool census_irq_work(struct irq_work *work)
{
	work->func(work);
	return true;
}

#define of_get_cpu_node				census_cpu_node
#define irq_work_queue				census_irq_work
#undef per_cpu_ptr
#define per_cpu_ptr(data, cpu)			((void)(data), &ticks[cpu])

#include "../../../drivers/exynos-mct/hw.c"
#include "../../../drivers/exynos-mct/local.c"
#include "../../../drivers/exynos-mct/comp.c"
#include "../../../drivers/exynos-mct/node.c"
#include "../../../drivers/exynos-mct/counter.c"
#include "../../../drivers/exynos-mct/event.c"
#include "../../../drivers/exynos-mct/fault.c"
#include "../../../drivers/exynos-mct/place.c"
#include "../../../drivers/exynos-mct/full.c"
#include "../../../drivers/exynos-mct/platform.c"
#include "../../../drivers/exynos-mct/early.c"

#define DRIVER		"mct"
#define TIMERS		mct_match

static const struct form forms[] = {
	{ "early", .early = true, .late = true },
	{ "module" },
	{ "next to the in-tree driver", .twin = true },
};

static struct mct_tick all_ticks[CENSUS_CPUS];

static void forget_driver(const struct form *form)
{
	ticks = all_ticks;
	memset(all_ticks, 0, sizeof(all_ticks));
	memset(&mct_comp_event, 0, sizeof(mct_comp_event));
	mct_faults_seen = 0;
	mct_is_full = false;
	mct_counter.claimed = 0;
	mct_model_reset(&model, 0x123456789ULL);
	model.step = 1;
}

static int twin_starting(unsigned int cpu)
{
	return 0;
}

/* Another driver handles the comparator's interrupt, and has the CPU hotplug slot. */
static void start_twin(struct device_node *np, unsigned int number)
{
	int irq = census_irq_get(np, 0);

	if (irq > 0)
		census.irq[irq - 1].owner = &model;
	cpus.starting = twin_starting;
}

static void load_module(void)
{
}

static int probe_early(struct device_node *np)
{
	return mct_early_probe(np);
}

static int probe_device(struct platform_device *pdev)
{
	return mct_probe(pdev);
}

static void remove_device(struct platform_device *pdev)
{
	mct_remove(pdev);
}

static bool is_removable(struct device_node *np)
{
	return counter->read_only;
}

static const char *role_of(struct device_node *np)
{
	return !counter->read_only ? "full" : "counter-only";
}

static bool may_be_silent(const struct device_node *np, int err)
{
	return false;
}

/* The node that is in use */
static const struct mct_node *node_in_use(void)
{
	return container_of(all_ticks[0].timer.wstat.hw, struct mct_node, hw);
}

static void check_counter(struct kunit *test)
{
	KUNIT_ASSERT_NOT_NULL(test, counter);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_MAPPINGS], 1);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_CLOCKS], 2);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_ENABLED], 2);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_RATES], 1);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_MEMORY], 1);
}

/* What is in use must be all there, and make sense. */
static void check_in_use(struct kunit *test, const struct form *form, unsigned int nodes)
{
	const struct mct_node *n = node_in_use();
	unsigned long used = 0;
	unsigned int cpu;

	KUNIT_EXPECT_EQ(test, nodes, 1U);
	check_counter(test);
	KUNIT_EXPECT_EQ(test, counter->read_only, form->twin);
	if (form->twin) {
		KUNIT_EXPECT_EQ(test, model.written, 0U);
		KUNIT_EXPECT_EQ(test, census.held[CENSUS_INTERRUPTS], 0);
		KUNIT_EXPECT_EQ(test, census.held[CENSUS_SLOTS], 0);
		KUNIT_EXPECT_EQ(test, census.held[CENSUS_PINS], 0);
		return;
	}

	KUNIT_EXPECT_EQ(test, n->cpus, census.cpus);
	for (cpu = 0; cpu < n->cpus && cpu < MCT_L_TIMERS; cpu++) {
		KUNIT_EXPECT_LT(test, n->local[cpu], MCT_L_TIMERS);
		KUNIT_EXPECT_FALSE_MSG(test, __test_and_set_bit(n->local[cpu], &used),
				       "timer %u is that of two CPUs", n->local[cpu]);
	}
	KUNIT_EXPECT_EQ(test, device_count, census.cpus + !n->frc_shared);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_INTERRUPTS],
			(n->ppi ? 1 : (int)n->cpus) + !n->frc_shared);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_SLOTS], 1);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_PINS], 1);
}

static void check_hardware(struct kunit *test)
{
	KUNIT_EXPECT_EQ_MSG(test, model.stray, 0U, "accesses to what is not a register");
	KUNIT_EXPECT_EQ_MSG(test, model.forbidden, 0U, "the counter was set or stopped");
	KUNIT_EXPECT_FALSE_MSG(test, strstr(census.log, "acknowledge"), "%s", census.log);
}

/* Which timers the CPUs have, and how their interrupts arrive. */
static void describe_in_use(char *text, size_t size)
{
	const struct mct_node *n = node_in_use();
	unsigned int cpu, used;

	used = scnprintf(text, size, "timers");
	for (cpu = 0; cpu < n->cpus; cpu++)
		used += scnprintf(text + used, size - used, " %u", n->local[cpu]);
	used += scnprintf(text + used, size - used, " on %s",
			  n->ppi ? "a per-CPU interrupt" : "an interrupt each");
	if (n->frc_shared)
		used += scnprintf(text + used, size - used, ", counter shared");
	else
		used += scnprintf(text + used, size - used, ", comparator%s",
				  mct_node_irq_is_cascaded(n, MCT_IRQ_COMP) ?
				  " behind a combiner" : "");
	if (n->soc.rate != CENSUS_RATE)
		scnprintf(text + used, size - used, ", %u Hz", n->soc.rate);
}

#include "run.h"
