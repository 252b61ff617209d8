// SPDX-License-Identifier: GPL-2.0-only
/*
 * DW APB timers: probes channels as devices, however late their clocks, resets and
 * interrupt controllers become available, and chooses the form of use.
 *
 * Full: this driver runs the channel, in a role that depends on its index (roles.c). A
 * clock event device cannot be unregistered, so once there is one the module stays
 * loaded.
 *
 * Counter-only: another driver runs the channels, or is meant to. The channel that it
 * uses as a counter is read; no register is written.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/device.h>
#include <linux/err.h>
#include <linux/kconfig.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <soc-timers/driver.h>

#include "counter.h"
#include "full.h"
#include "node.h"

static int dw_apb_probe_counter(struct dw_apb_node *n, bool others)
{
	int ret;

	/* If channels were handed over to us, those are the ones to use. */
	if (dw_apb_mode != SOC_MODE_COUNTER && dw_apb_node_any_handed_over()) {
		pr_info("%pOF: left alone: other channels are handed over; use mode=counter to read this one\n",
			n->soc.np);
		return -ENODEV;
	}
	if (!dw_apb_is_counter(&n->hw)) {
		pr_info("%pOF: left alone: not a counter (enabled, free-running, masked)%s\n",
			n->soc.np, others ? ", another driver's" : "; use mode=full to start one");
		return -ENODEV;
	}
	if (!dw_apb_counter_claim())
		return soc_node_fail(&n->soc, -EBUSY,
				     "another channel is the counter and there can be only one: disable one of them");

	ret = dw_apb_counter_register(n, true);
	if (ret) {
		dw_apb_counter_release();
		return soc_node_fail(&n->soc, ret,
				     "the counter is refused, see above: correct that or unload this module");
	}
	pr_info("%pOF: counter-only, %s\n", n->soc.np,
		others ? "next to another driver" : "on a counter already running");

	return 0;
}

static int dw_apb_probe_full(struct dw_apb_node *n)
{
	/* The in-tree driver has no interrupt handler for its counter. */
	if (dw_apb_node_in_use(n) || (dw_apb_node_is_twins(n->soc.np) && dw_apb_running(&n->hw)))
		return soc_node_fail(&n->soc, -EBUSY,
				     "another driver runs it: use mode=counter, or hand it over with the compatible string soc-timers,dw-apb-timer");

	return dw_apb_full_start(n);
}

static int dw_apb_choose(struct dw_apb_node *n)
{
	bool others = dw_apb_node_is_twins(n->soc.np) || dw_apb_node_in_use(n);

	if (dw_apb_mode == SOC_MODE_COUNTER || (dw_apb_mode == SOC_MODE_AUTO && others))
		return dw_apb_probe_counter(n, others);

	return dw_apb_probe_full(n);
}

static int dw_apb_probe(struct platform_device *pdev)
{
	struct dw_apb_node *n;
	int ret;

	/* Not device-managed: readers of the counter may outlive the device. */
	n = kzalloc(sizeof(*n), GFP_KERNEL);
	if (!n)
		return -ENOMEM;
	n->soc = SOC_NODE(pdev->dev.of_node, &pdev->dev);

	ret = dw_apb_node_open(n);
	if (ret)
		goto free;

	ret = dw_apb_choose(n);
	if (ret)
		goto close;
	platform_set_drvdata(pdev, n);

	return 0;

close:
	dw_apb_node_close(n);
free:
	kfree(n);
	return ret;
}

/*
 * The module cannot be unloaded while the system runs on the counter or an event device,
 * because the kernel holds a reference. But an overlay can still remove its devices, and
 * that cannot be refused, so everything in use stays in place, including the module, which
 * the helper holds.
 */
static void dw_apb_remove(struct platform_device *pdev)
{
	struct dw_apb_node *n = platform_get_drvdata(pdev);
	int ret;

	if (!dw_apb_counter_is(n)) {
		pr_err("%pOF: the system ticks on this channel: it stays in use until reboot\n",
		       n->soc.np);
		return;
	}

	ret = dw_apb_counter_unregister();
	if (ret) {
		pr_err("%pOF: the system still runs on the counter: its mapping and this module stay until reboot (%pe)\n",
		       n->soc.np, ERR_PTR(ret));
		return;
	}

	dw_apb_counter_release();
	dw_apb_node_close(n);
	kfree(n);
}

static struct platform_driver dw_apb_driver = {
	.probe	= dw_apb_probe,
	.remove	= dw_apb_remove,
	.driver	= {
		.name			= "soc-dw-apb-timer",
		.of_match_table		= dw_apb_match,
		.suppress_bind_attrs	= true,
	},
};

static int __init dw_apb_module_init(void)
{
	dw_apb_node_find_twin();

	return soc_node_register_driver(&dw_apb_driver);
}
module_init(dw_apb_module_init);

static void __exit dw_apb_module_exit(void)
{
	platform_driver_unregister(&dw_apb_driver);
}
module_exit(dw_apb_module_exit);

/*
 * Loaded automatically if the device tree hands a channel over by its compatible string,
 * or if the kernel has no other driver for the block. Hence aliases instead of a device
 * table of everything that it matches.
 */
MODULE_ALIAS("of:N*T*Csoc-timers,dw-apb-timer");
MODULE_ALIAS("of:N*T*Csoc-timers,dw-apb-timerC*");
#if !IS_ENABLED(CONFIG_DW_APB_TIMER_OF)
MODULE_ALIAS("of:N*T*Csnps,dw-apb-timer");
MODULE_ALIAS("of:N*T*Csnps,dw-apb-timerC*");
MODULE_ALIAS("of:N*T*Csnps,dw-apb-timer-sp");
MODULE_ALIAS("of:N*T*Csnps,dw-apb-timer-spC*");
MODULE_ALIAS("of:N*T*Csnps,dw-apb-timer-osc");
MODULE_ALIAS("of:N*T*Csnps,dw-apb-timer-oscC*");
MODULE_ALIAS("of:N*T*Cpicochip,pc3x2-timer");
MODULE_ALIAS("of:N*T*Cpicochip,pc3x2-timerC*");
#endif

MODULE_DESCRIPTION("DesignWare APB timers: clocksource and clock events");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
