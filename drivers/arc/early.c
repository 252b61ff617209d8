// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC timers, early in boot: built into a kernel in place of its own driver, as its only
 * timers. Never part of a module.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/clocksource.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/of.h>
#include <linux/printk.h>
#include <linux/time64.h>

#include "full.h"
#include "node.h"

static bool arc_early_ticks_by_timer0 __initdata;
static bool arc_early_has_counter __initdata;

/* There is no device to probe again later, so a deferred probe has failed. */
static int __init arc_early_result(const struct soc_node *n, int err)
{
	if (err == -EPROBE_DEFER)
		pr_err("%pOF: its clock or interrupt controller comes too late: use one with an early driver, such as fixed-clock\n",
		       n->np);

	return err;
}

static int __init arc_early_counter(struct device_node *np, enum arc_counter which)
{
	struct soc_node n = SOC_NODE(np, NULL);
	int err = arc_full_start_counter(&n, which);

	if (!err)
		arc_early_has_counter = true;

	return arc_early_result(&n, err);
}

static int __init arc_early_events(struct device_node *np)
{
	struct soc_node n = SOC_NODE(np, NULL);
	int err = arc_full_start_events(&n);

	if (!err)
		arc_early_ticks_by_timer0 = true;

	return arc_early_result(&n, err);
}

static int __init arc_early_gfrc(struct device_node *np)
{
	return arc_early_counter(np, ARC_GFRC);
}

static int __init arc_early_rtc(struct device_node *np)
{
	return arc_early_counter(np, ARC_RTC);
}

static int __init arc_early_timer(struct device_node *np)
{
	return arc_node_is_timer0(np) ? arc_early_events(np) : arc_early_counter(np, ARC_TIMER1);
}

/* The names that the kernel's driver and boards use, and those of the binding. */
TIMER_OF_DECLARE(soc_arc_gfrc, "snps,archs-timer-gfrc", arc_early_gfrc);
TIMER_OF_DECLARE(soc_arc_gfrc_binding, "snps,archs-gfrc", arc_early_gfrc);
TIMER_OF_DECLARE(soc_arc_rtc, "snps,archs-timer-rtc", arc_early_rtc);
TIMER_OF_DECLARE(soc_arc_rtc_binding, "snps,archs-rtc", arc_early_rtc);
TIMER_OF_DECLARE(soc_arc_rtc_example, "snps,arc-rtc", arc_early_rtc);
TIMER_OF_DECLARE(soc_arc_timer, ARC_NODE_TIMER, arc_early_timer);

/* After all nodes have been probed. */
static int __init arc_early_report(void)
{
	if (arc_early_ticks_by_timer0 && !arc_early_has_counter)
		pr_warn("no counter: time goes by jiffies, in steps of %lu ms: see the messages about the counters' nodes\n",
			MSEC_PER_SEC / HZ);

	return 0;
}
early_initcall(arc_early_report);
