// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parses and checks a block's description in the device tree.
 *
 * Every error is reported in one line that names the node, the cause and the remedy.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/interrupt.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/of.h>
#include <linux/of_irq.h>
#include <soc-timers/optional.h>

#include "local.h"
#include "node.h"

/*
 * The shortest interval that a local timer is programmed for, two of its ticks, must fit
 * in a jiffy, or the kernel's tick could not keep up.
 */
#define MCT_MIN_RATE		(2 * MCT_L_PRESCALE * HZ)

/* A core's number in its cluster, in the reg (MPIDR) of its CPU node */
#define MCT_CPU_CORE		GENMASK(7, 0)

static const struct {
	const char *compatible;
	bool ppi;
	bool handed_over;
} mct_compatibles[] = {
	{ "soc-timers,exynos4210-mct", .handed_over = true },
	{ "soc-timers,exynos4412-mct", .handed_over = true, .ppi = true },
	{ "samsung,exynos4210-mct" },
	{ "samsung,exynos4412-mct", .ppi = true },
};

/**
 * mct_node_parse() - which variant of the block is it?
 * @n: with @soc set
 *
 * The first known compatible string of the node decides: it is the most specific one.
 *
 * Context: process, or early in boot.
 * Return: 0, or -ENODEV if the node is not for this driver, which has been reported.
 */
int mct_node_parse(struct mct_node *n)
{
	int best = INT_MAX, at;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(mct_compatibles); i++) {
		at = of_property_match_string(n->soc.np, "compatible",
					      mct_compatibles[i].compatible);
		if (at < 0 || at >= best)
			continue;
		best = at;
		n->ppi = mct_compatibles[i].ppi;
		n->handed_over = mct_compatibles[i].handed_over;
	}
	if (best == INT_MAX)
		return soc_node_fail(&n->soc, -ENODEV,
				     "no compatible string of a multi-core timer: use \"%s\" or \"%s\"",
				     mct_compatibles[2].compatible, mct_compatibles[3].compatible);

	n->frc_shared = of_property_read_bool(n->soc.np, "samsung,frc-shared");

	return 0;
}

/* Any number above MCT_IRQS is returned as MCT_IRQS + 1. */
static unsigned int mct_count_irqs(const struct mct_node *n)
{
	struct of_phandle_args irq;
	unsigned int count;

	for (count = 0; count <= MCT_IRQS; count++) {
		if (of_irq_parse_one(n->soc.np, count, &irq))
			break;
		of_node_put(irq.np);
	}

	return count;
}

static int mct_parse_local_timer(struct mct_node *n, unsigned int cpu, unsigned long *used)
{
	u32 index;
	int ret;

	ret = of_property_read_u32_index(n->soc.np, "samsung,local-timers", cpu, &index);
	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "cannot read samsung,local-timers: make it a list of numbers");
	if (index >= MCT_L_TIMERS)
		return soc_node_fail(&n->soc, -EINVAL,
				     "samsung,local-timers gives CPU %u timer %u: use 0 to %u",
				     cpu, index, MCT_L_TIMERS - 1);
	if (__test_and_set_bit(index, used))
		return soc_node_fail(&n->soc, -EINVAL,
				     "samsung,local-timers gives timer %u to two CPUs: give each its own",
				     index);

	n->local[cpu] = index;
	return 0;
}

static int mct_parse_local_list(struct mct_node *n)
{
	int entries = of_property_count_u32_elems(n->soc.np, "samsung,local-timers");
	unsigned long used = 0;
	unsigned int cpu;
	int ret;

	if (entries <= 0)
		return soc_node_fail(&n->soc, -EINVAL,
				     "samsung,local-timers is not a list of numbers: list the timer of each CPU, or leave it out");
	if (entries > MCT_L_TIMERS)
		return soc_node_fail(&n->soc, -EINVAL,
				     "samsung,local-timers has %d entries: there are only %u timers",
				     entries, MCT_L_TIMERS);

	for (cpu = 0; cpu < entries; cpu++) {
		ret = mct_parse_local_timer(n, cpu, &used);
		if (ret)
			return ret;
	}
	n->cpus = entries;

	return 0;
}

/*
 * A CPU's core number in its cluster. CPUs are numbered in the order of the device tree,
 * beginning with the one that the machine was booted on. Without a core number in its CPU
 * node, a CPU is assumed to have the core of the same number.
 */
static unsigned int mct_core_of_cpu(unsigned int cpu)
{
	struct device_node *np = of_get_cpu_node(cpu, NULL);
	unsigned int core = cpu;
	u32 mpidr[2];
	int cells;

	if (!np)
		return cpu;

	/* The lowest affinity level is in the last cell. */
	cells = of_property_read_variable_u32_array(np, "reg", mpidr, 1, ARRAY_SIZE(mpidr));
	if (cells > 0)
		core = mpidr[cells - 1] & MCT_CPU_CORE;
	of_node_put(np);

	return core;
}

/* A per-CPU interrupt comes from the timer that is wired to the core. */
static int mct_parse_local_cores(struct mct_node *n, unsigned int cpus)
{
	unsigned long used = 0;
	unsigned int cpu, core;

	for (cpu = 0; cpu < cpus; cpu++) {
		core = mct_core_of_cpu(cpu);
		if (core >= MCT_L_TIMERS || __test_and_set_bit(core, &used))
			return soc_node_fail(&n->soc, -EINVAL,
					     "cannot tell which local timer CPU %u has, its node names core %u: correct reg of the CPU nodes, or list the timers in samsung,local-timers",
					     cpu, core);
		n->local[cpu] = core;
	}

	return 0;
}

static int mct_parse_local(struct mct_node *n, unsigned int cpus)
{
	bool listed = of_find_property(n->soc.np, "samsung,local-timers", NULL);
	unsigned int i;
	int ret = 0;

	n->cpus = MCT_L_TIMERS;
	for (i = 0; i < MCT_L_TIMERS; i++)
		n->local[i] = i;
	if (listed)
		ret = mct_parse_local_list(n);
	if (ret)
		return ret;

	if (cpus > n->cpus)
		return soc_node_fail(&n->soc, -EINVAL,
				     "%u local timers for %u CPUs: add to samsung,local-timers, or boot with nr_cpus=%u",
				     n->cpus, cpus, n->cpus);
	n->cpus = cpus;

	return n->ppi && !listed ? mct_parse_local_cores(n, cpus) : 0;
}

static int mct_check_irqs(const struct mct_node *n)
{
	unsigned int count = mct_count_irqs(n);
	unsigned int cpu;

	if (count > MCT_IRQS)
		return soc_node_fail(&n->soc, -EINVAL,
				     "more than %u interrupts: list %u for the comparators and one for each local timer",
				     MCT_IRQS, MCT_IRQ_LOCAL);

	for (cpu = 0; cpu < n->cpus; cpu++) {
		if (mct_local_irq(n, cpu) >= count)
			return soc_node_fail(&n->soc, -EINVAL,
					     "%u interrupts are too few, local timer %u of CPU %u needs number %u: list those of %u comparators, then %s",
					     count, n->local[cpu], cpu, mct_local_irq(n, cpu),
					     MCT_IRQ_LOCAL,
					     n->ppi ? "the per-CPU one" :
						      "one for each local timer");
	}

	return 0;
}

/**
 * mct_node_parse_events() - parse what is needed to use the block's timers
 * @n:		after mct_node_parse()
 * @cpus:	number of CPUs that may ever run, 0 to @cpus - 1; each needs a timer
 *
 * samsung,local-timers lists the timer of each logical CPU. Without it, timers that each
 * have an interrupt are assigned to the CPUs in order: such an interrupt can be directed
 * to any CPU.
 *
 * Context: process, or early in boot.
 * Return: 0, or -EINVAL, which has been reported: the interrupts or samsung,local-timers
 * are invalid, or there are CPUs without a timer.
 */
int mct_node_parse_events(struct mct_node *n, unsigned int cpus)
{
	int ret;

	ret = mct_parse_local(n, cpus);
	return ret ?: mct_check_irqs(n);
}

/* In device trees of eight-core chips, reg ends in the middle of the timers. */
static resource_size_t mct_span(const struct mct_node *n)
{
	resource_size_t span = MCT_G_SIZE;
	unsigned int cpu;

	for (cpu = 0; cpu < n->cpus; cpu++)
		span = max_t(resource_size_t, span, MCT_L(n->local[cpu]) + MCT_L_SIZE);

	return span;
}

/**
 * mct_node_open() - map the registers and enable the clocks
 * @n: after mct_node_parse(), and mct_node_parse_events() if its timers are used
 *
 * Accesses no register.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0, or an error from soc_node_open(), which has reported it.
 */
int mct_node_open(struct mct_node *n)
{
	const struct soc_node_desc desc = {
		.min_size	= MCT_G_SIZE,
		.map_size	= mct_span(n),
		.tick_clock	= "fin_pll",
		.bus_clock	= "mct",
		.min_rate	= MCT_MIN_RATE,
		.max_rate	= U32_MAX,
	};
	int ret;

	ret = soc_node_open(&n->soc, &desc);
	if (ret)
		return ret;

	n->hw = (struct mct_hw) {
		.base		= n->soc.base,
		.patience	= mct_patience(n->soc.rate),
	};
	mct_wstat_init(&n->global, &n->hw, MCT_G_WSTAT);

	return 0;
}

/**
 * mct_node_close() - undo mct_node_open()
 * @n: an open node whose registers are no longer accessed
 *
 * Context: process, may sleep; or early in boot.
 */
void mct_node_close(struct mct_node *n)
{
	soc_node_close(&n->soc);
}

/**
 * mct_node_in_use() - does another driver handle one of the node's interrupts?
 * @n: the node
 *
 * That is the only visible sign of the in-tree driver at run time. That it is configured
 * proves nothing: it may have failed, or may not have been linked.
 *
 * Context: process, or early in boot.
 * Return: true if one does.
 */
bool mct_node_in_use(const struct mct_node *n)
{
	unsigned int i;
	int irq;

	for (i = 0; i < MCT_IRQS; i++) {
		irq = of_irq_get(n->soc.np, i);
		if (irq > 0 && soc_irq_has_action(irq))
			return true;
	}

	return false;
}

/**
 * mct_node_irq_is_cascaded() - does an interrupt pass through a second controller?
 * @n:		the node
 * @index:	of the interrupt in it
 *
 * The comparators of Exynos4210 and Exynos5 are attached to an interrupt combiner. A
 * combiner directs its whole group at once, including the interrupts of other devices.
 *
 * Context: process, or early in boot.
 * Return: true unless its controller is the machine's root controller.
 */
bool mct_node_irq_is_cascaded(const struct mct_node *n, unsigned int index)
{
	struct device_node *parent;
	struct of_phandle_args irq;
	bool cascaded;

	if (of_irq_parse_one(n->soc.np, index, &irq))
		return true;

	/* The root controller has no interrupt parent, or inherits itself as one. */
	parent = of_irq_find_parent(irq.np);
	cascaded = parent && parent != irq.np;
	of_node_put(parent);
	of_node_put(irq.np);

	return cascaded;
}
