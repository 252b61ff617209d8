// SPDX-License-Identifier: GPL-2.0-only
/*
 * Example counter: the platform driver, for a module or after a deferral.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/printk.h>

#include "counter.h"

static int example_probe(struct platform_device *pdev)
{
	struct soc_node n = SOC_NODE(pdev->dev.of_node, &pdev->dev);
	int ret;

	ret = example_counter_open(&n);
	if (ret)
		return ret;

	ret = soc_counter_register(&example_counter);
	if (ret)
		example_counter_close();

	return ret;
}

/*
 * The kernel does not unload a module whose clocksource is current. But the removal of a
 * device (by an overlay) cannot be refused: then everything that readers need is kept.
 * The helper keeps the module; once that is being unloaded, it waits instead.
 */
static void example_remove(struct platform_device *pdev)
{
	if (soc_counter_unregister(&example_counter)) {
		pr_err("%pOF: the counter is in use: its mapping and this module stay until reboot\n",
		       pdev->dev.of_node);
		return;
	}

	example_counter_close();
}

static const struct of_device_id example_match[] = {
	{ .compatible = "soc-timers,example-counter" },
	{ }
};

static struct platform_driver example_driver = {
	.probe	= example_probe,
	.remove	= example_remove,
	.driver	= {
		.name			= "soc-example-counter",
		.of_match_table		= example_match,
		.suppress_bind_attrs	= true,
	},
};
module_platform_driver(example_driver);

/* Not a device table: Debian's headers for 32-bit CPUs, used on another one, refuse it. */
MODULE_ALIAS("of:N*T*Csoc-timers,example-counter");
MODULE_ALIAS("of:N*T*Csoc-timers,example-counterC*");

MODULE_DESCRIPTION("Example of a counter driver");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
