// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT: probes the block as a device and chooses the form of use.
 *
 * Counter-only: another driver runs the block, or is meant to. Its free-running
 * counter is read, no register is written, and the module can be unloaded again.
 *
 * Full: this driver runs the block, until reboot.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/device.h>
#include <linux/err.h>
#include <linux/kconfig.h>
#include <linux/mod_devicetable.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <soc-timers/driver.h>

#include "counter.h"
#include "full.h"
#include "node.h"

static bool mct_is_full;

static int mct_probe_full(struct mct_node *n)
{
	int ret;

	ret = mct_full_start(n);
	if (ret)
		return ret;

	mct_is_full = true;
	/* Even if this fails, the timers tick, and the kernel keeps the clock that it has. */
	mct_counter_register(n, false);

	return 0;
}

static int mct_probe_counter(struct mct_node *n, bool in_use)
{
	bool twin = IS_ENABLED(CONFIG_CLKSRC_EXYNOS_MCT) && !n->handed_over;
	int ret;

	ret = mct_node_open(n);
	if (ret)
		return ret;

	if (!mct_frc_running(&n->hw)) {
		ret = soc_node_fail(&n->soc, -ENODEV,
				    "the counter is stopped and no driver runs the block: use mode=full or mode=auto");
		goto close;
	}

	ret = mct_counter_register(n, true);
	if (ret)
		goto close;

	pr_info("%pOF: counter-only, %s\n", n->soc.np,
		!in_use ? "on a counter already running" :
		twin ? "next to exynos_mct's mct-frc" : "next to another driver of the block");

	return 0;

close:
	mct_node_close(n);
	return ret;
}

static int mct_choose(struct mct_node *n)
{
	int ret;

	ret = mct_node_parse(n);
	if (ret)
		return ret;

	if (mct_mode == SOC_MODE_COUNTER)
		return mct_probe_counter(n, mct_node_in_use(n));

	ret = mct_full_claim(n);
	if (!ret)
		return mct_probe_full(n);
	if (ret != -EBUSY)
		return ret;

	if (mct_mode == SOC_MODE_FULL)
		return soc_node_fail(&n->soc, -EBUSY,
				     "another driver runs the block: leave out mode=full, or give the node a compatible string soc-timers,*");

	return mct_probe_counter(n, true);
}

static int mct_probe(struct platform_device *pdev)
{
	struct mct_node *n;
	int ret;

	/* Not device-managed: readers of the counter may outlive the device. */
	n = kzalloc(sizeof(*n), GFP_KERNEL);
	if (!n)
		return -ENOMEM;
	n->soc = SOC_NODE(pdev->dev.of_node, &pdev->dev);

	if (!mct_counter_claim()) {
		ret = soc_node_fail(&n->soc, -EBUSY,
				    "another node is in use and there can be only one: disable one of them");
		goto free;
	}

	ret = mct_choose(n);
	if (ret)
		goto release;
	platform_set_drvdata(pdev, n);

	return 0;

release:
	mct_counter_release();
free:
	kfree(n);
	return ret;
}

/*
 * The module cannot be unloaded while the system runs on the counter or the timers,
 * because the kernel holds a reference. But an overlay can still remove its device, and
 * that cannot be refused, so everything in use stays in place, including the module, which
 * the helper holds.
 */
static void mct_remove(struct platform_device *pdev)
{
	struct mct_node *n = platform_get_drvdata(pdev);
	int ret;

	if (mct_is_full) {
		pr_err("%pOF: the system ticks on this block: it stays in use until reboot\n",
		       n->soc.np);
		return;
	}

	ret = mct_counter_unregister();
	if (ret) {
		pr_err("%pOF: the system still runs on the counter: its mapping and this module stay until reboot (%pe)\n",
		       n->soc.np, ERR_PTR(ret));
		return;
	}

	mct_node_close(n);
	mct_counter_release();
	kfree(n);
}

static const struct of_device_id mct_match[] = {
	{ .compatible = "samsung,exynos4210-mct" },
	{ .compatible = "samsung,exynos4412-mct" },
	{ .compatible = "soc-timers,exynos4210-mct" },
	{ .compatible = "soc-timers,exynos4412-mct" },
	{ }
};

static struct platform_driver mct_driver = {
	.probe	= mct_probe,
	.remove	= mct_remove,
	.driver	= {
		.name			= "soc-exynos-mct",
		.of_match_table		= mct_match,
		.suppress_bind_attrs	= true,
	},
};

soc_node_driver(mct_driver);

/*
 * The in-tree driver runs the block of every Exynos board. A second reader of its counter
 * is for users who ask for one, and should not be loaded just because a package is
 * installed. So in a kernel with that driver, the module is loaded automatically only if
 * the device tree hands the block over by its compatible string. Hence aliases instead of
 * a device table; and Debian's headers for 32-bit CPUs, used on another one, refuse those.
 */
MODULE_ALIAS("of:N*T*Csoc-timers,exynos4210-mct");
MODULE_ALIAS("of:N*T*Csoc-timers,exynos4210-mctC*");
MODULE_ALIAS("of:N*T*Csoc-timers,exynos4412-mct");
MODULE_ALIAS("of:N*T*Csoc-timers,exynos4412-mctC*");
#if !IS_ENABLED(CONFIG_CLKSRC_EXYNOS_MCT)
MODULE_ALIAS("of:N*T*Csamsung,exynos4210-mct");
MODULE_ALIAS("of:N*T*Csamsung,exynos4210-mctC*");
MODULE_ALIAS("of:N*T*Csamsung,exynos4412-mct");
MODULE_ALIAS("of:N*T*Csamsung,exynos4412-mctC*");
#endif

MODULE_DESCRIPTION("Exynos multi-core timer: counter and clock events");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
