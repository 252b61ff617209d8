// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the device tree says about a block, checked.
 *
 * Nothing but the node is looked at, and nothing is held on return. Every error
 * is said in one line that names the node, the fault and the remedy.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>

#include "parse.h"

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

/* The first string of the node that is known decides: it is the most specific one. */
static int mct_parse_compatible(struct mct_config *cfg)
{
	int best = INT_MAX, at;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(mct_compatibles); i++) {
		at = of_property_match_string(cfg->np, "compatible", mct_compatibles[i].compatible);
		if (at < 0 || at >= best)
			continue;
		best = at;
		cfg->ppi = mct_compatibles[i].ppi;
		cfg->handed_over = mct_compatibles[i].handed_over;
	}
	if (best != INT_MAX)
		return 0;

	return mct_fail(cfg, -ENODEV,
			"no compatible string of a multi-core timer: it should be \"%s\" or \"%s\"",
			mct_compatibles[2].compatible, mct_compatibles[3].compatible);
}

static int mct_parse_reg(struct mct_config *cfg)
{
	int ret;

	ret = of_address_to_resource(cfg->np, 0, &cfg->reg);
	if (ret)
		return mct_fail(cfg, ret, "no address: give the node a reg property");

	if (resource_size(&cfg->reg) < MCT_G_SIZE)
		return mct_fail(cfg, -EINVAL,
				"%pR is too small for the block: reg needs a size of at least %#x",
				&cfg->reg, MCT_G_SIZE);
	cfg->span = resource_size(&cfg->reg);

	return 0;
}

static int mct_parse_clock(const struct mct_config *cfg, const char *name)
{
	if (of_property_match_string(cfg->np, "clock-names", name) >= 0)
		return 0;

	return mct_fail(cfg, -ENOENT,
			"no clock \"%s\": name it in the node's clocks and clock-names",
			name);
}

static int mct_parse_clocks(const struct mct_config *cfg)
{
	int ret;

	if (!of_find_property(cfg->np, "clocks", NULL))
		return mct_fail(cfg, -ENOENT,
				"no clocks: give the node clocks and clock-names with \"fin_pll\" and \"mct\"");

	ret = mct_parse_clock(cfg, "fin_pll");
	return ret ?: mct_parse_clock(cfg, "mct");
}

/**
 * mct_parse_block() - what is needed to read the block
 * @cfg: with @np and @dev; @reg and what the compatible string tells are filled in
 *
 * Context: process.
 * Return: 0; -ENODEV: not a node of this driver; -ENOENT: a clock is missing; or
 * -EINVAL: reg is missing or too small.
 */
int mct_parse_block(struct mct_config *cfg)
{
	int ret;

	ret = mct_parse_compatible(cfg);
	if (ret)
		return ret;
	cfg->frc_shared = of_property_read_bool(cfg->np, "samsung,frc-shared");

	ret = mct_parse_reg(cfg);
	return ret ?: mct_parse_clocks(cfg);
}

/**
 * mct_check_rate() - can time be kept by this input clock?
 * @cfg:	the node
 * @rate:	of its clock "fin_pll" in Hz
 *
 * Context: process.
 * Return: 0 or -EINVAL.
 */
int mct_check_rate(const struct mct_config *cfg, unsigned long rate)
{
	if (!rate)
		return mct_fail(cfg, -EINVAL,
				"clock \"fin_pll\" has no rate: give its node a clock-frequency");
	if ((u64)rate > U32_MAX)
		return mct_fail(cfg, -EINVAL,
				"clock \"fin_pll\" has a rate of %lu Hz: the block takes 4 GHz at most, correct its clock-frequency",
				rate);

	return 0;
}

/* One more than MCT_IRQS stands for any number above. */
static unsigned int mct_count_irqs(const struct mct_config *cfg)
{
	struct of_phandle_args irq;
	unsigned int count;

	for (count = 0; count <= MCT_IRQS; count++) {
		if (of_irq_parse_one(cfg->np, count, &irq))
			break;
		of_node_put(irq.np);
	}

	return count;
}

static int mct_parse_local_timer(struct mct_config *cfg, unsigned int cpu, unsigned long *used)
{
	u32 index;
	int ret;

	ret = of_property_read_u32_index(cfg->np, "samsung,local-timers", cpu, &index);
	if (ret)
		return mct_fail(cfg, ret,
				"samsung,local-timers can't be read: it is a list of numbers");
	if (index >= MCT_L_TIMERS)
		return mct_fail(cfg, -EINVAL,
				"samsung,local-timers gives CPU %u timer %u: there are only 0 to %u",
				cpu, index, MCT_L_TIMERS - 1);
	if (__test_and_set_bit(index, used))
		return mct_fail(cfg, -EINVAL,
				"samsung,local-timers gives timer %u to two CPUs: give each its own",
				index);

	cfg->local[cpu] = index;
	return 0;
}

static int mct_parse_local_list(struct mct_config *cfg)
{
	int entries = of_property_count_u32_elems(cfg->np, "samsung,local-timers");
	unsigned long used = 0;
	unsigned int cpu;
	int ret;

	if (entries <= 0)
		return mct_fail(cfg, -EINVAL,
				"samsung,local-timers is not a list of numbers: give the timer of each CPU, or leave it out");
	if (entries > MCT_L_TIMERS)
		return mct_fail(cfg, -EINVAL,
				"samsung,local-timers has %d entries: there are only %u timers",
				entries, MCT_L_TIMERS);

	for (cpu = 0; cpu < entries; cpu++) {
		ret = mct_parse_local_timer(cfg, cpu, &used);
		if (ret)
			return ret;
	}
	cfg->cpus = entries;

	return 0;
}

static int mct_parse_local(struct mct_config *cfg)
{
	if (of_find_property(cfg->np, "samsung,local-timers", NULL))
		return mct_parse_local_list(cfg);

	for (cfg->cpus = 0; cfg->cpus < MCT_L_TIMERS; cfg->cpus++)
		cfg->local[cfg->cpus] = cfg->cpus;

	return 0;
}

static int mct_check_cpus(struct mct_config *cfg, unsigned int cpus)
{
	unsigned int cpu;

	if (cpus > cfg->cpus)
		return mct_fail(cfg, -EINVAL,
				"%u local timers for %u CPUs: add to samsung,local-timers, or boot with nr_cpus=%u",
				cfg->cpus, cpus, cfg->cpus);

	/* Device trees of eight-core chips have a reg that ends amid the timers. */
	for (cpu = 0; cpu < cpus; cpu++)
		cfg->span = max_t(resource_size_t, cfg->span,
				  MCT_L(cfg->local[cpu]) + MCT_L_SIZE);
	cfg->cpus = cpus;

	return 0;
}

static int mct_check_irqs(const struct mct_config *cfg, unsigned int cpus)
{
	unsigned int count = mct_count_irqs(cfg);
	unsigned int cpu;

	if (count > MCT_IRQS)
		return mct_fail(cfg, -EINVAL,
				"more than %u interrupts: list %u of the comparators and one for each local timer",
				MCT_IRQS, MCT_IRQ_LOCAL);

	for (cpu = 0; cpu < cpus; cpu++) {
		if (mct_local_irq(cfg, cpu) >= count)
			return mct_fail(cfg, -EINVAL,
					"%u interrupts are too few, local timer %u of CPU %u would have number %u: list those of %u comparators, then %s",
					count, cfg->local[cpu], cpu, mct_local_irq(cfg, cpu),
					MCT_IRQ_LOCAL,
					cfg->ppi ? "the per-CPU one" : "one for each local timer");
	}

	return 0;
}

/**
 * mct_parse_events() - what is needed to use the block's timers
 * @cfg:	after mct_parse_block(); the rest is filled in
 * @cpus:	that may ever run, 0 to @cpus - 1; each needs a timer
 *
 * Context: process.
 * Return: 0; or -EINVAL: the interrupts or samsung,local-timers make no sense, or
 * there are CPUs without a timer.
 */
int mct_parse_events(struct mct_config *cfg, unsigned int cpus)
{
	int ret;

	ret = mct_parse_local(cfg);
	if (ret)
		return ret;

	ret = mct_check_cpus(cfg, cpus);
	return ret ?: mct_check_irqs(cfg, cpus);
}
