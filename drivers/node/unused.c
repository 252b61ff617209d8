// SPDX-License-Identifier: GPL-2.0-only
/*
 * Why a driver that was just loaded has nothing to do. Messages begin with the driver's
 * tag, not with this module's.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/device.h>
#include <linux/export.h>
#include <linux/of.h>
#include <linux/of_platform.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <soc-timers/driver.h>

/* Of several nodes, the one with the highest reason is reported. */
enum soc_unused {
	SOC_UNUSED_NO_NODE,
	SOC_UNUSED_DISABLED,
	SOC_UNUSED_NO_DEVICE,
	SOC_UNUSED_OTHER_DRIVER,
};

/**
 * struct soc_unused_node - a node that the driver cannot use
 * @why:	the reason
 * @np:		the node, held; NULL: none
 * @other:	name of the driver that is bound to its device
 */
struct soc_unused_node {
	enum soc_unused		why;
	struct device_node	*np;
	char			other[32];
};

/*
 * Returns false if there is nothing to report: the driver has the device, or could have
 * had it, and then its probe has reported why not, or waits for something.
 */
static bool soc_unused_device(struct device *dev, const struct device_driver *driver,
			      struct soc_unused_node *found)
{
	bool other;

	/* The name is gone with its driver's module. */
	device_lock(dev);
	other = dev->driver && dev->driver != driver;
	if (other)
		strscpy(found->other, dev->driver->name, sizeof(found->other));
	device_unlock(dev);
	found->why = SOC_UNUSED_OTHER_DRIVER;

	return other;
}

static bool soc_unused_node(struct device_node *np, const struct device_driver *driver,
			    struct soc_unused_node *found)
{
	struct platform_device *pdev;
	bool unused;

	found->why = SOC_UNUSED_DISABLED;
	if (!of_device_is_available(np))
		return true;

	found->why = SOC_UNUSED_NO_DEVICE;
	pdev = of_find_device_by_node(np);
	if (!pdev)
		return true;

	unused = soc_unused_device(&pdev->dev, driver, found);
	platform_device_put(pdev);

	return unused;
}

/* Returns false if there is nothing to report. */
static bool soc_unused_find(const struct device_driver *driver, struct soc_unused_node *worst)
{
	struct soc_unused_node found = { };
	struct device_node *np;

	for_each_matching_node(np, driver->of_match_table) {
		if (!soc_unused_node(np, driver, &found)) {
			of_node_put(np);
			return false;
		}
		if (found.why <= worst->why)
			continue;
		of_node_put(worst->np);
		*worst = found;
		worst->np = of_node_get(np);
	}

	return true;
}

static void soc_unused_print(const char *tag, const struct soc_unused_node *n)
{
	switch (n->why) {
	case SOC_UNUSED_NO_NODE:
		pr_notice("%s: nothing to do: no node of the device tree has a compatible string of this driver\n",
			  tag);
		break;
	case SOC_UNUSED_DISABLED:
		pr_notice("%s: %pOF: nothing to do: the node is disabled\n", tag, n->np);
		break;
	case SOC_UNUSED_NO_DEVICE:
		pr_notice("%s: %pOF: nothing to do: the node has no device; a driver in the kernel may have taken it early in boot\n",
			  tag, n->np);
		break;
	case SOC_UNUSED_OTHER_DRIVER:
		pr_notice("%s: %pOF: nothing to do: driver %s is bound to it; load this module before that one\n",
			  tag, n->np, n->other);
	}
}

/**
 * soc_node_report_unused() - report it if a driver has nothing to do, in one line
 * @tag:	what the line begins with: the driver's module name
 * @driver:	the driver, registered
 *
 * Without it, loading a module on the wrong board, or too late, would succeed silently.
 * Nothing is reported about a device that no driver is bound to: this driver's probe has
 * refused it, and reported why, or waits for a resource.
 *
 * Context: process, may sleep.
 */
void soc_node_report_unused(const char *tag, const struct platform_driver *driver)
{
	struct soc_unused_node worst = { };

	if (soc_unused_find(&driver->driver, &worst))
		soc_unused_print(tag, &worst);
	of_node_put(worst.np);
}
EXPORT_SYMBOL_NS_GPL(soc_node_report_unused, SOC_TIMERS_NS);
