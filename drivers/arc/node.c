// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC timers: what a node of the device tree says, and whether it is true.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/clk.h>
#include <linux/err.h>
#include <linux/kconfig.h>
#include <linux/limits.h>
#include <linux/of.h>
#include <linux/printk.h>

#include "node.h"

/**
 * arc_node_clock() - turn a node's clock on and hold its rate
 * @np:		the node
 * @clk:	receives the clock, for arc_node_unclock()
 * @rate:	receives its rate in Hz
 *
 * The timers run at the core's clock, so nobody may change that meanwhile.
 *
 * Context: process, or early boot.
 * Return: 0, or an error after a line in the log (none for -EPROBE_DEFER).
 */
int arc_node_clock(struct device_node *np, struct clk **clk, u32 *rate)
{
	unsigned long hz;
	int err;

	*clk = of_clk_get(np, 0);
	if (IS_ERR(*clk)) {
		err = PTR_ERR(*clk);
		if (err != -EPROBE_DEFER)
			pr_err("%pOF: no clock (error %d): give the node clocks\n", np, err);
		return err;
	}

	err = clk_prepare_enable(*clk);
	if (err) {
		pr_err("%pOF: the clock can't be turned on (error %d)\n", np, err);
		goto put;
	}

	err = clk_rate_exclusive_get(*clk);
	if (err) {
		pr_err("%pOF: another driver changes the clock's rate (error %d): it must not\n",
		       np, err);
		goto disable;
	}

	hz = clk_get_rate(*clk);
	if (!hz || (u64)hz > U32_MAX) {
		pr_err("%pOF: a rate of %lu Hz is none: correct the clock\n", np, hz);
		err = -EINVAL;
		goto unhold;
	}
	*rate = hz;

	return 0;

unhold:
	clk_rate_exclusive_put(*clk);
disable:
	clk_disable_unprepare(*clk);
put:
	clk_put(*clk);
	return err;
}

/**
 * arc_node_unclock() - undo arc_node_clock()
 * @clk: the clock
 *
 * Context: process, or early boot.
 */
void arc_node_unclock(struct clk *clk)
{
	clk_rate_exclusive_put(clk);
	clk_disable_unprepare(clk);
	clk_put(clk);
}

/**
 * arc_node_check() - can a node's counter be one clock of this kernel?
 * @np:		the node
 * @which:	the counter
 *
 * Context: any.
 * Return: 0, or an error after a line in the log:
 * -ENXIO: the core was built without it;
 * -EOPNOTSUPP: each core has its own, and the kernel is configured for SMP.
 */
int arc_node_check(struct device_node *np, enum arc_counter which)
{
	if (which != ARC_GFRC && IS_ENABLED(CONFIG_SMP)) {
		pr_err("%pOF: each core has its own %s, no clock for a kernel with CONFIG_SMP: use the GFRC\n",
		       np, arc_counter_name(which));
		return -EOPNOTSUPP;
	}
	if (!arc_counter_present(which)) {
		pr_err("%pOF: this core was built without %s: disable the node\n", np,
		       arc_counter_name(which));
		return -ENXIO;
	}

	return 0;
}
