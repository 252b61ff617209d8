// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device tree node of a DW APB timer channel: its resources, its index among the
 * channels, and whether another driver may run it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/errno.h>
#include <linux/ioport.h>
#include <linux/kconfig.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/string.h>

#include "node.h"
#include "place.h"

/*
 * The in-tree driver, which uses every node with one of the standard compatible strings.
 * If ours is built in, it has replaced that driver.
 */
#ifndef DW_APB_TWIN
#define DW_APB_TWIN	(IS_ENABLED(CONFIG_DW_APB_TIMER_OF) && !IS_BUILTIN(CONFIG_SOC_DW_APB_TIMER))
#endif

#define HANDED_OVER	((void *)1)

/* picochip,pc3x2-rtc is not a channel: its registers are different. */
const struct of_device_id dw_apb_match[] = {
	{ .compatible = "snps,dw-apb-timer" },
	{ .compatible = "snps,dw-apb-timer-sp" },
	{ .compatible = "snps,dw-apb-timer-osc" },
	{ .compatible = "picochip,pc3x2-timer" },
	{ .compatible = "soc-timers,dw-apb-timer", .data = HANDED_OVER },
	{ }
};

static const struct soc_node_desc dw_apb_desc = {
	.min_size	= DW_APB_SIZE,
	.tick_clock	= "timer",
	.bus_clock	= "pclk",
	.frequency	= true,
	.min_rate	= DW_APB_SLOWEST_HZ,
	.max_rate	= DW_APB_FASTEST_HZ,
};

/* Written once, before the first probe. */
static bool dw_apb_twin_runs;

/* Does the node have a compatible string that no other driver knows? */
static bool dw_apb_handed_over(const struct device_node *np)
{
	const struct of_device_id *match = of_match_node(dw_apb_match, np);

	return match && match->data;
}

static bool dw_apb_irq_in_use(struct device_node *np)
{
	int irq = of_irq_get(np, 0);

	return irq > 0 && dw_apb_place_irq_is_others(irq);
}

/**
 * dw_apb_node_find_twin() - find out whether the in-tree driver runs channels
 *
 * It is built in and probes early in boot or never, and the first channel that it takes
 * is one for events. So if no standard node's interrupt has a handler by now, it has
 * given up, as it does if the clocks have drivers that probe later.
 *
 * Context: process, before the first of our channels requests its interrupt.
 */
void dw_apb_node_find_twin(void)
{
	struct device_node *np;

	dw_apb_twin_runs = false;
	if (!DW_APB_TWIN)
		return;

	for_each_matching_node(np, dw_apb_match) {
		if (of_device_is_available(np) && !dw_apb_handed_over(np) &&
		    dw_apb_irq_in_use(np)) {
			dw_apb_twin_runs = true;
			of_node_put(np);
			return;
		}
	}
}

/**
 * dw_apb_node_is_twins() - does a channel belong to the in-tree driver?
 * @np: its node
 *
 * Context: any.
 * Return: true if that driver runs and the node is not handed over to us, even if that
 * driver cannot use the channel.
 */
bool dw_apb_node_is_twins(const struct device_node *np)
{
	return dw_apb_twin_runs && !dw_apb_handed_over(np);
}

/**
 * dw_apb_node_in_use() - does another driver run a channel?
 * @n: the node, which need not be open
 *
 * Finds any driver by its interrupt handler. A channel that another driver uses as a
 * counter has none.
 *
 * Context: process, may sleep; or early in boot.
 * Return: true if the interrupt has a handler that is not ours and the node is not handed
 * over to us.
 */
bool dw_apb_node_in_use(const struct dw_apb_node *n)
{
	return !dw_apb_handed_over(n->soc.np) && dw_apb_irq_in_use(n->soc.np);
}

/**
 * dw_apb_node_any_handed_over() - is there a node that no other driver knows?
 *
 * Context: process.
 * Return: true if there is one and it is not disabled.
 */
bool dw_apb_node_any_handed_over(void)
{
	struct device_node *np;

	for_each_matching_node(np, dw_apb_match) {
		if (dw_apb_handed_over(np) && of_device_is_available(np)) {
			of_node_put(np);
			return true;
		}
	}

	return false;
}

static bool dw_apb_same_reset(const struct device_node *a, const struct device_node *b)
{
	struct of_phandle_args ra, rb;
	bool same;

	if (of_parse_phandle_with_args(a, "resets", "#reset-cells", 0, &ra))
		return false;
	if (of_parse_phandle_with_args(b, "resets", "#reset-cells", 0, &rb)) {
		of_node_put(ra.np);
		return false;
	}

	same = ra.np == rb.np && ra.args_count == rb.args_count &&
	       !memcmp(ra.args, rb.args, ra.args_count * sizeof(ra.args[0]));
	of_node_put(ra.np);
	of_node_put(rb.np);

	return same;
}

/*
 * The driver that runs a channel has deasserted its reset. The in-tree driver holds it
 * exclusively, and other channels may share it.
 */
static bool dw_apb_reset_is_held(const struct dw_apb_node *n)
{
	struct device_node *other;

	if (dw_apb_node_in_use(n))
		return true;

	for_each_matching_node(other, dw_apb_match) {
		if (dw_apb_node_is_twins(other) && of_device_is_available(other) &&
		    dw_apb_same_reset(n->soc.np, other)) {
			of_node_put(other);
			return true;
		}
	}

	return false;
}

/**
 * dw_apb_node_open() - map a channel, enable its clocks and deassert its reset
 * @n: with @soc from SOC_NODE()
 *
 * Also needed to only read the channel: an access to a block in reset may hang the bus.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0, or an error that has been reported. -EPROBE_DEFER: a resource is not
 * available yet.
 */
int dw_apb_node_open(struct dw_apb_node *n)
{
	int ret;

	ret = soc_node_open(&n->soc, &dw_apb_desc);
	if (ret)
		return ret;

	if (!dw_apb_reset_is_held(n)) {
		ret = soc_node_deassert_reset(&n->soc);
		if (ret) {
			soc_node_close(&n->soc);
			return ret;
		}
	}
	dw_apb_init(&n->hw, n->soc.base, n->soc.rate);

	return 0;
}

/**
 * dw_apb_node_close() - undo dw_apb_node_open()
 * @n: an open node whose channel is no longer accessed
 *
 * Context: process, may sleep; or early in boot.
 */
void dw_apb_node_close(struct dw_apb_node *n)
{
	soc_node_close(&n->soc);
}

/* Nodes of the in-tree driver and those handed over to us are numbered separately. */
static bool dw_apb_same_owner(const struct device_node *a, const struct device_node *b)
{
	return dw_apb_node_is_twins(a) == dw_apb_node_is_twins(b);
}

static bool dw_apb_first_address(struct device_node *np, u64 *address)
{
	struct resource res;

	if (of_address_to_resource(np, 0, &res))
		return false;
	*address = res.start;

	return true;
}

static bool dw_apb_is_peer(struct device_node *np, struct device_node *other, u64 *address)
{
	return of_device_is_available(other) && dw_apb_same_owner(np, other) &&
	       dw_apb_first_address(other, address);
}

static unsigned int dw_apb_index(struct device_node *np, u64 address)
{
	struct device_node *other;
	unsigned int index = 0;
	u64 others;

	for_each_matching_node(other, dw_apb_match)
		index += dw_apb_is_peer(np, other, &others) && others < address;

	return index;
}

static bool dw_apb_has_irq(const struct device_node *np)
{
	return of_find_property(np, "interrupts", NULL) ||
	       of_find_property(np, "interrupts-extended", NULL);
}

/**
 * dw_apb_node_index() - a channel's index among those of the same owner
 * @n:		its node
 * @layout:	its @channels and @has_irq are filled in
 *
 * By address, so that the order of the nodes doesn't matter.
 *
 * Context: process; or early in boot.
 * Return: its index, or an error that has been reported.
 */
int dw_apb_node_index(const struct dw_apb_node *n, struct dw_apb_layout *layout)
{
	struct device_node *np = n->soc.np, *other;
	unsigned int index;
	u64 address;

	layout->channels = 0;
	layout->has_irq = 0;
	for_each_matching_node(other, dw_apb_match) {
		if (!dw_apb_is_peer(np, other, &address))
			continue;
		index = dw_apb_index(other, address);
		layout->channels++;
		if (layout->channels > DW_APB_MAX_CHANNELS) {
			of_node_put(other);
			return soc_node_fail(&n->soc, -E2BIG,
					     "more than %d channels: disable some nodes",
					     DW_APB_MAX_CHANNELS);
		}
		if (dw_apb_has_irq(other))
			layout->has_irq |= BIT_ULL(index);
	}

	if (!dw_apb_first_address(np, &address))
		return soc_node_fail(&n->soc, -EINVAL, "no address: give the node a reg property");

	return dw_apb_index(np, address);
}
