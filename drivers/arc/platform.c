// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC timers as a module: counter-only, next to the kernel's own driver, which runs the
 * timers. No register of a counter is written, and the module can be unloaded again.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <soc-timers/driver.h>

#include "counter.h"
#include "node.h"

/**
 * struct arc_device - a node in use
 * @node:	the node, open
 * @ctr:	its counter, registered
 */
struct arc_device {
	struct soc_node node;
	struct soc_counter *ctr;
};

static int arc_probe_claimed(struct arc_device *arc, enum arc_counter which)
{
	struct soc_node *n = &arc->node;
	int err;

	if (!arc_counter_running(which))
		return soc_node_fail(n, -ENODEV,
				     "%s is not running as a counter: no driver has started it, build one into the kernel",
				     arc_counter_name(which));

	err = arc_node_open_counter(n);
	if (err)
		return err;

	arc_counter_describe(arc->ctr, n->rate, true);
	err = soc_counter_register(arc->ctr);
	if (err)
		soc_node_close(n);

	return err;
}

static int arc_probe_counter(struct arc_device *arc, enum arc_counter which)
{
	struct soc_node *n = &arc->node;
	int err;

	err = arc_node_check_counter(n, which);
	if (err)
		return err;

	arc->ctr = arc_counter_claim(which);
	if (!arc->ctr)
		return soc_node_fail(n, -EBUSY, "%s is in use for another node: disable one",
				     arc_counter_name(which));

	err = arc_probe_claimed(arc, which);
	if (err) {
		soc_counter_release(arc->ctr);
		return err;
	}
	pr_info("%pOF: counter-only, next to the kernel's own driver\n", n->np);

	return 0;
}

static int arc_probe(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	enum arc_counter which = (uintptr_t)of_device_get_match_data(dev);
	struct arc_device *arc;
	int err;

	if (which == ARC_TIMER1 && arc_node_is_timer0(dev->of_node)) {
		pr_info("%pOF: left alone: timer 0 is not a counter\n", dev->of_node);
		return -ENODEV;
	}

	arc = kzalloc(sizeof(*arc), GFP_KERNEL);
	if (!arc)
		return -ENOMEM;
	arc->node = SOC_NODE(dev->of_node, dev);

	err = arc_probe_counter(arc, which);
	if (err) {
		kfree(arc);
		return err;
	}
	platform_set_drvdata(pdev, arc);

	return 0;
}

/*
 * A removal cannot be refused, so a counter in use stays, and so does the module, which
 * the helper holds.
 */
static void arc_remove(struct platform_device *pdev)
{
	struct arc_device *arc = platform_get_drvdata(pdev);

	if (soc_counter_unregister(arc->ctr)) {
		pr_err("%pOF: the system still runs on it: it stays until reboot\n",
		       arc->node.np);
		return;
	}

	soc_node_close(&arc->node);
	soc_counter_release(arc->ctr);
	kfree(arc);
}

/* The names that the kernel's driver and boards use, and those of the binding. */
static const struct of_device_id arc_match[] = {
	{ .compatible = "snps,archs-timer-gfrc", .data = (void *)ARC_GFRC },
	{ .compatible = "snps,archs-gfrc", .data = (void *)ARC_GFRC },
	{ .compatible = "snps,archs-timer-rtc", .data = (void *)ARC_RTC },
	{ .compatible = "snps,archs-rtc", .data = (void *)ARC_RTC },
	{ .compatible = "snps,arc-rtc", .data = (void *)ARC_RTC },
	{ .compatible = ARC_NODE_TIMER, .data = (void *)ARC_TIMER1 },
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

soc_node_driver(arc_driver);

MODULE_DESCRIPTION("ARC timers: counters");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
