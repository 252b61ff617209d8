// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC timers in the device tree: which timer a node describes, whether the core has it,
 * and its clock. No registers are memory-mapped.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/errno.h>
#include <linux/kconfig.h>
#include <linux/limits.h>
#include <linux/of.h>

#include "counter.h"
#include "node.h"

/**
 * arc_node_is_timer0() - does a node describe timer 0, not timer 1?
 * @np: a node that is compatible with ARC_NODE_TIMER
 *
 * The first node in the tree that is not disabled is timer 0, as for the kernel's own
 * driver; nothing else tells them apart.
 *
 * Context: any.
 * Return: true for timer 0.
 */
bool arc_node_is_timer0(const struct device_node *np)
{
	struct device_node *first;

	for_each_compatible_node(first, NULL, ARC_NODE_TIMER) {
		if (of_device_is_available(first))
			break;
	}
	of_node_put(first);

	return first == np;
}

/**
 * arc_node_check_counter() - can a node's counter be a clock of this kernel?
 * @n:		the node, not open yet
 * @which:	the counter
 *
 * Context: any.
 * Return: 0, or an error that has been reported:
 * -EOPNOTSUPP: each core has its own, and the kernel is configured for SMP;
 * -ENXIO: the core was built without it.
 */
int arc_node_check_counter(const struct soc_node *n, enum arc_counter which)
{
	if (which != ARC_GFRC && IS_ENABLED(CONFIG_SMP))
		return soc_node_fail(n, -EOPNOTSUPP,
				     "each core has its own %s, so it cannot be the clock of a kernel with CONFIG_SMP: use the GFRC",
				     arc_counter_name(which));
	if (!arc_counter_present(which))
		return soc_node_fail(n, -ENXIO,
				     "this core was built without %s: disable the node",
				     arc_counter_name(which));

	return 0;
}

/**
 * arc_node_open_counter() - enable a counter's clock and hold its rate
 * @n: the node, from SOC_NODE()
 *
 * Context: process, or early in boot.
 * Return: see soc_node_open().
 */
int arc_node_open_counter(struct soc_node *n)
{
	static const struct soc_node_desc desc = { .min_rate = 1, .max_rate = U32_MAX };

	return soc_node_open(n, &desc);
}

/**
 * arc_node_check_timer0() - does the core have timer 0?
 * @n: the node, not open yet
 *
 * Context: any.
 * Return: 0, or -ENXIO, which has been reported.
 */
int arc_node_check_timer0(const struct soc_node *n)
{
	if (arc_has_timer0())
		return 0;

	return soc_node_fail(n, -ENXIO,
			     "this core was built without timer 0: the kernel gets no ticks");
}

/**
 * arc_node_open_timer0() - enable timer 0's clock and hold its rate
 * @n:		the node, from SOC_NODE()
 * @min_rate:	lowest rate that ticks need, in Hz
 *
 * Context: process, or early in boot.
 * Return: see soc_node_open().
 */
int arc_node_open_timer0(struct soc_node *n, u32 min_rate)
{
	const struct soc_node_desc desc = { .min_rate = min_rate, .max_rate = U32_MAX };

	return soc_node_open(n, &desc);
}
