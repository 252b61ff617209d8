// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT as a module: finds the block in the device tree.
 *
 * This form only reads the free-running counter, which another driver or the
 * firmware has started. It writes no register at all, so it can be loaded beside
 * the in-tree driver and unloaded again.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bitops.h>
#include <linux/clk.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/platform_device.h>
#include <linux/property.h>

#include "glue.h"

/**
 * struct mct_variant - what the compatible string tells
 * @handed_over: by one of our own strings, which no other driver knows
 */
struct mct_variant {
	bool handed_over;
};

/**
 * struct mct_block - the block in use
 * @hw:		its registers
 * @fin_pll:	input clock of all its timers
 * @bus:	clock of its registers ("mct")
 * @rate:	of @fin_pll in Hz
 */
struct mct_block {
	struct mct_hw hw;
	struct clk *fin_pll;
	struct clk *bus;
	unsigned long rate;
};

/* One per system: see the counter's callbacks. It outlives a device, see mct_remove(). */
static struct mct_block mct_block;
static unsigned long mct_block_taken;

/*
 * The clocks' lifetime is the counter's and not the device's (see mct_remove()),
 * so nothing here is devm-managed.
 */
static struct clk *mct_clock_get(struct device *dev, const char *name)
{
	struct device_node *np = dev->of_node;
	struct clk *clk;
	int ret;

	clk = of_clk_get_by_name(np, name);
	if (IS_ERR(clk)) {
		dev_err_probe(dev, PTR_ERR(clk),
			      "%pOF: no clock \"%s\": name it in the node's clocks and clock-names\n",
			      np, name);
		return clk;
	}

	ret = clk_prepare_enable(clk);
	if (ret) {
		clk_put(clk);
		dev_err_probe(dev, ret,
			      "%pOF: clock \"%s\" can't be enabled: see its clock driver\n",
			      np, name);
		return ERR_PTR(ret);
	}

	return clk;
}

static void mct_clock_put(struct clk *clk)
{
	clk_disable_unprepare(clk);
	clk_put(clk);
}

static void mct_clocks_put(struct mct_block *mct)
{
	clk_rate_exclusive_put(mct->fin_pll);
	mct_clock_put(mct->bus);
	mct_clock_put(mct->fin_pll);
}

/*
 * The register clock is needed as well: where no driver runs the block it may be
 * gated, and a read would then hang the bus.
 */
static int mct_clocks_get(struct mct_block *mct, struct device *dev)
{
	int ret;

	mct->fin_pll = mct_clock_get(dev, "fin_pll");
	if (IS_ERR(mct->fin_pll))
		return PTR_ERR(mct->fin_pll);

	mct->bus = mct_clock_get(dev, "mct");
	if (IS_ERR(mct->bus)) {
		ret = PTR_ERR(mct->bus);
		goto put_fin_pll;
	}

	/* A clock and its ticks' length are one: nobody may change the rate. */
	ret = clk_rate_exclusive_get(mct->fin_pll);
	if (ret) {
		dev_err_probe(dev, ret, "%pOF: the rate of \"fin_pll\" can't be held constant\n",
			      dev->of_node);
		goto put_bus;
	}

	mct->rate = clk_get_rate(mct->fin_pll);
	if (!mct->rate) {
		ret = dev_err_probe(dev, -EINVAL,
				    "%pOF: clock \"fin_pll\" has no rate: give its node a clock-frequency\n",
				    dev->of_node);
		goto put_exclusive;
	}

	return 0;

put_exclusive:
	clk_rate_exclusive_put(mct->fin_pll);
put_bus:
	mct_clock_put(mct->bus);
put_fin_pll:
	mct_clock_put(mct->fin_pll);
	return ret;
}

/* The region isn't claimed: the in-tree driver has it mapped too. */
static int mct_map(struct mct_block *mct, struct device *dev)
{
	struct device_node *np = dev->of_node;
	struct resource res;
	int ret;

	ret = of_address_to_resource(np, 0, &res);
	if (ret)
		return dev_err_probe(dev, ret, "%pOF: no address: give the node a reg property\n",
				     np);

	if (resource_size(&res) < MCT_G_SIZE)
		return dev_err_probe(dev, -EINVAL,
				     "%pOF: %pR is too small for the block: reg needs a size of at least %#x\n",
				     np, &res, MCT_G_SIZE);

	mct->hw.base = ioremap(res.start, resource_size(&res));
	if (!mct->hw.base)
		return dev_err_probe(dev, -ENOMEM,
				     "%pOF: %pR can't be mapped: check the reg property\n",
				     np, &res);

	return 0;
}

static int mct_open(struct mct_block *mct, struct device *dev)
{
	int ret;

	ret = mct_map(mct, dev);
	if (ret)
		return ret;

	ret = mct_clocks_get(mct, dev);
	if (ret)
		goto unmap;

	if (!mct_frc_running(&mct->hw)) {
		ret = dev_err_probe(dev, -ENODEV,
				    "%pOF: the counter is not running and no driver runs the block: this build can't start it, use a kernel with exynos_mct or start it in the boot loader\n",
				    dev->of_node);
		goto put_clocks;
	}

	/* This one says itself what is wrong. */
	ret = mct_counter_register(&mct->hw, mct->rate, MCT_RATING_READ_ONLY);
	if (ret)
		goto put_clocks;

	return 0;

put_clocks:
	mct_clocks_put(mct);
unmap:
	iounmap(mct->hw.base);
	return ret;
}

static int mct_probe(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	const struct mct_variant *variant = device_get_match_data(dev);
	bool in_tree = IS_ENABLED(CONFIG_CLKSRC_EXYNOS_MCT) && !variant->handed_over;
	int ret;

	if (test_and_set_bit_lock(0, &mct_block_taken))
		return dev_err_probe(dev, -EBUSY,
				     "%pOF: a counter of another node is in use and there can be one only: disable one of the nodes\n",
				     dev->of_node);

	ret = mct_open(&mct_block, dev);
	if (ret) {
		clear_bit_unlock(0, &mct_block_taken);
		return ret;
	}

	dev_info(dev, "counter-only, %s: clocksource %s, %d bits at %lu Hz, rating %d\n",
		 in_tree ? "next to exynos_mct's mct-frc" : "on a counter already running",
		 MCT_COUNTER_NAME, MCT_COUNTER_BITS, mct_block.rate, MCT_RATING_READ_ONLY);

	return 0;
}

/*
 * Unloading the module doesn't come here while the system runs on the counter:
 * the kernel holds the module then. Removing the device otherwise (an overlay)
 * does, and can't be refused: so all that a reading needs stays in place, the
 * module included.
 */
static void mct_remove(struct platform_device *pdev)
{
	int ret;

	ret = mct_counter_unregister();
	if (ret) {
		__module_get(THIS_MODULE);
		dev_err(&pdev->dev, "the system still runs on %s (%d): its mapping and this module stay until reboot\n",
			MCT_COUNTER_NAME, ret);
		return;
	}

	mct_clocks_put(&mct_block);
	iounmap(mct_block.hw.base);
	clear_bit_unlock(0, &mct_block_taken);
}

static const struct mct_variant mct_standard = { };
static const struct mct_variant mct_handed_over = { .handed_over = true };

static const struct of_device_id mct_match[] = {
	{ .compatible = "samsung,exynos4210-mct", .data = &mct_standard },
	{ .compatible = "samsung,exynos4412-mct", .data = &mct_standard },
	{ .compatible = "soc-timers,exynos4210-mct", .data = &mct_handed_over },
	{ .compatible = "soc-timers,exynos4412-mct", .data = &mct_handed_over },
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
module_platform_driver(mct_driver);

/*
 * Loaded by itself only where the device tree hands the block over by name, so
 * aliases stand in for a device table of all it matches. On a stock kernel all
 * Exynos boards have the standard strings and the in-tree driver: there a second
 * reader of its counter is of use to those who ask for it (modprobe), and should
 * not turn up because a package is installed.
 */
MODULE_ALIAS("of:N*T*Csoc-timers,exynos4210-mct");
MODULE_ALIAS("of:N*T*Csoc-timers,exynos4210-mctC*");
MODULE_ALIAS("of:N*T*Csoc-timers,exynos4412-mct");
MODULE_ALIAS("of:N*T*Csoc-timers,exynos4412-mctC*");

MODULE_DESCRIPTION("Exynos multi-core timer: free-running counter");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
