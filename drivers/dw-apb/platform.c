// SPDX-License-Identifier: GPL-2.0-only
/*
 * DW APB timers as a module: finds channels in the device tree, however late their
 * clocks, resets and interrupt controllers turn up.
 *
 * Full: the channel is ours, and its role follows from its place (roles.c). A
 * clock event device can't be taken back, so once there is one the module stays.
 * Counter-only: another driver runs the channels, and the one it has as a counter
 * is read; no register is written.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/string.h>

#include "counter.h"
#include "full.h"
#include "node.h"

static char *mode = "auto";
module_param(mode, charp, 0444);
MODULE_PARM_DESC(mode, "full: run the channels, counter: only read one, auto: full unless the kernel's own driver runs them");

/* The counter in use: one per system, and it outlives a device, see dw_apb_remove(). */
static struct dw_apb_node dw_apb_counter_node;
static struct dw_apb_hw dw_apb_counter_hw;
static bool dw_apb_counter_started;

static bool dw_apb_next_to_twin(const struct dw_apb_node *n)
{
	return DW_APB_TWIN && !dw_apb_handed_over(n->np);
}

static bool dw_apb_full(const struct dw_apb_node *n)
{
	if (!strcmp(mode, "full"))
		return true;
	return strcmp(mode, "counter") && !dw_apb_next_to_twin(n);
}

static int dw_apb_add_counter(const struct dw_apb_node *n, bool ours)
{
	struct dw_apb_hw *hw = &dw_apb_counter_hw;
	int ret;

	if (!dw_apb_counter_take())
		return dw_apb_fail(n, -EBUSY,
				   "another channel is the counter, and there can be one only: correct the nodes or roles=");

	dw_apb_init(hw, n->base, n->rate);
	/* One that counts already may have readers; it is left as it is. */
	dw_apb_counter_started = ours && !dw_apb_is_counter(hw);
	if (dw_apb_counter_started)
		dw_apb_start_counter(hw);

	ret = dw_apb_counter_register(hw, n->rate, ours);
	if (ret) {
		dw_apb_fail(n, ret,
			    "its counter can't be used, for the reason said before: correct that, or make another channel the counter by roles=");
		goto stop;
	}
	dw_apb_counter_node = *n;

	dev_info(n->dev, "%s: clocksource %s, %d bits at %u Hz, rating %d\n",
		 ours ? "full" : "counter-only", DW_APB_COUNTER_NAME, DW_APB_BITS, n->rate,
		 ours ? DW_APB_RATING_COUNTER : DW_APB_RATING_READ_ONLY);

	return 0;

stop:
	if (dw_apb_counter_started)
		dw_apb_stop(hw);
	dw_apb_counter_release();
	return ret;
}

static int dw_apb_run(const struct dw_apb_node *n)
{
	struct dw_apb_layout layout = { };
	enum dw_apb_role role;
	struct dw_apb_hw hw;
	int channel;

	dw_apb_init(&hw, n->base, n->rate);
	/* One of the in-tree driver's that is stopped has an interrupt, which is refused. */
	if (dw_apb_next_to_twin(n) && dw_apb_running(&hw))
		return dw_apb_fail(n, -EBUSY,
				   "the kernel's own driver runs it: use mode=counter or hand it over by the compatible string soc-timers,dw-apb-timer");

	channel = dw_apb_full_role(n, &layout, &role);
	if (channel < 0)
		return channel;
	if (role == DW_APB_COUNTER)
		return dw_apb_add_counter(n, true);

	return dw_apb_full_event(n, &layout, channel);
}

static int dw_apb_read_only(const struct dw_apb_node *n)
{
	struct dw_apb_hw hw;

	/* Whoever gave us channels wants those used. */
	if (strcmp(mode, "counter") && dw_apb_any_handed_over()) {
		dev_info(n->dev, "left alone: other channels are handed over; mode=counter reads this one\n");
		return -ENODEV;
	}

	dw_apb_init(&hw, n->base, n->rate);
	if (!dw_apb_is_counter(&hw)) {
		dev_info(n->dev, "left alone: not a counter (enabled, free-running, masked)%s\n",
			 dw_apb_next_to_twin(n) ? ", another driver's" : "; mode=full starts one");
		return -ENODEV;
	}

	return dw_apb_add_counter(n, false);
}

static int dw_apb_probe(struct platform_device *pdev)
{
	struct dw_apb_node n = { .np = pdev->dev.of_node, .dev = &pdev->dev };
	bool full = dw_apb_full(&n);
	int ret;

	ret = dw_apb_open(&n, n.np, n.dev, full);
	if (ret)
		return ret;

	ret = full ? dw_apb_run(&n) : dw_apb_read_only(&n);
	if (ret)
		dw_apb_close(&n);

	return ret;
}

/*
 * Unloading the module doesn't come here while the system runs on the counter:
 * the kernel holds the module then. Removing the device otherwise (an overlay)
 * does, and can't be refused: so all that a reading needs stays in place, the
 * module included. Event devices stay in any case.
 */
static void dw_apb_remove(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	int ret;

	if (dw_apb_counter_node.dev != dev)
		return;

	ret = dw_apb_counter_unregister();
	if (ret) {
		__module_get(THIS_MODULE);
		dev_err(dev, "the system still runs on %s (%d): its mapping and this module stay until reboot\n",
			DW_APB_COUNTER_NAME, ret);
		return;
	}

	if (dw_apb_counter_started)
		dw_apb_stop(&dw_apb_counter_hw);
	dw_apb_close(&dw_apb_counter_node);
	dw_apb_counter_node.dev = NULL;
	dw_apb_counter_release();
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
	if (strcmp(mode, "auto") && strcmp(mode, "full") && strcmp(mode, "counter")) {
		pr_err("soc_dw_apb_timer: mode=%s: give auto, full or counter\n", mode);
		return -EINVAL;
	}
	if (!dw_apb_roles_ok())
		return -EINVAL;

	return platform_driver_register(&dw_apb_driver);
}
module_init(dw_apb_module_init);

static void __exit dw_apb_module_exit(void)
{
	platform_driver_unregister(&dw_apb_driver);
}
module_exit(dw_apb_module_exit);

/*
 * Loaded by itself where the device tree hands a channel over by name, and where no
 * other driver knows the block; so aliases stand in for a device table of all it
 * matches.
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
#endif

MODULE_DESCRIPTION("DesignWare APB timers: clocksource and clock events");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
