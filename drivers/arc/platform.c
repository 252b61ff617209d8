// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC timers, counter-only: next to the kernel's own driver, which runs them. No
 * register of a counter is written, and the module can be unloaded again.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/clk.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/slab.h>

#include "node.h"

struct arc_device {
	enum arc_counter which;
	struct clk *clk;
};

/* One of each per core, so one node of each. */
static bool arc_taken[ARC_TIMER1 + 1];

/* Of the timers 0 and 1, which nothing else tells apart, the first is timer 0. */
static bool arc_is_timer0(struct device_node *np)
{
	struct device_node *first = of_find_compatible_node(NULL, NULL, "snps,arc-timer");

	of_node_put(first);
	return first == np;
}

static int arc_probe_counter(struct device *dev, struct arc_device *arc)
{
	struct device_node *np = dev->of_node;
	u32 rate;
	int err;

	err = arc_node_check(np, arc->which);
	if (err)
		return err;
	if (arc_taken[arc->which]) {
		dev_err(dev, "%s is in use for another node: disable one\n",
			arc_counter_name(arc->which));
		return -EBUSY;
	}
	if (!arc_counter_running(arc->which)) {
		dev_err(dev, "%s is not running as a counter: no driver has started it, build one into the kernel\n",
			arc_counter_name(arc->which));
		return -ENODEV;
	}

	err = arc_node_clock(np, &arc->clk, &rate);
	if (err)
		return err;
	err = arc_counter_register(arc->which, rate, true);
	if (err) {
		arc_node_unclock(arc->clk);
		return err;
	}

	arc_taken[arc->which] = true;
	dev_info(dev, "counter-only: clocksource %s, %u bits at %u Hz, rating %d\n",
		 arc_counter_name(arc->which), arc_counter_bits(arc->which), rate,
		 arc_counter_rating(arc->which, true));

	return 0;
}

static int arc_probe(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	struct arc_device *arc;
	int err;

	arc = kzalloc(sizeof(*arc), GFP_KERNEL);
	if (!arc)
		return -ENOMEM;
	arc->which = (uintptr_t)of_device_get_match_data(dev);

	if (arc->which == ARC_TIMER1 && arc_is_timer0(dev->of_node))
		err = -ENODEV;
	else
		err = arc_probe_counter(dev, arc);
	if (err) {
		kfree(arc);
		return err;
	}
	platform_set_drvdata(pdev, arc);

	return 0;
}

/* What is still in use stays, the module included: a removal can't be refused. */
static void arc_remove(struct platform_device *pdev)
{
	struct arc_device *arc = platform_get_drvdata(pdev);
	int err;

	err = arc_counter_unregister(arc->which);
	if (err) {
		__module_get(THIS_MODULE);
		dev_err(&pdev->dev, "the system still runs on %s (%d): it stays until reboot\n",
			arc_counter_name(arc->which), err);
		return;
	}

	arc_node_unclock(arc->clk);
	arc_taken[arc->which] = false;
	kfree(arc);
}

/* The names that the kernel's driver and boards use, and those of the binding. */
static const struct of_device_id arc_match[] = {
	{ .compatible = "snps,archs-timer-gfrc", .data = (void *)ARC_GFRC },
	{ .compatible = "snps,archs-gfrc", .data = (void *)ARC_GFRC },
	{ .compatible = "snps,archs-timer-rtc", .data = (void *)ARC_RTC },
	{ .compatible = "snps,archs-rtc", .data = (void *)ARC_RTC },
	{ .compatible = "snps,arc-rtc", .data = (void *)ARC_RTC },
	{ .compatible = "snps,arc-timer", .data = (void *)ARC_TIMER1 },
	{ }
};

static struct platform_driver arc_driver = {
	.probe	= arc_probe,
	.remove	= arc_remove,
	.driver	= {
		.name			= "soc-arc-timers",
		.of_match_table		= arc_match,
		.suppress_bind_attrs	= true,
	},
};
module_platform_driver(arc_driver);

MODULE_DESCRIPTION("ARC timers: counters");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
