// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT: finds the block in the device tree and chooses what to do with it.
 *
 * Counter-only: another driver runs the block, or is to. Its free-running counter
 * is read, no register is written, and the module can be unloaded again.
 *
 * Full: the block is ours, for good.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/kconfig.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/string.h>

#include "glue.h"

enum mct_mode {
	MCT_AUTO,
	MCT_FULL,
	MCT_COUNTER,
};

static const char * const mct_modes[] = {
	[MCT_AUTO]	= "auto",
	[MCT_FULL]	= "full",
	[MCT_COUNTER]	= "counter",
};

static enum mct_mode mct_mode;

static int mct_mode_set(const char *value, const struct kernel_param *param)
{
	int mode = match_string(mct_modes, ARRAY_SIZE(mct_modes), value);

	if (mode < 0) {
		pr_err("exynos-mct: mode=%s is unknown: it is auto, full or counter\n", value);
		return mode;
	}

	mct_mode = mode;
	return 0;
}

static int mct_mode_get(char *buffer, const struct kernel_param *param)
{
	return sysfs_emit(buffer, "%s\n", mct_modes[mct_mode]);
}

static const struct kernel_param_ops mct_mode_ops = {
	.set = mct_mode_set,
	.get = mct_mode_get,
};
module_param_cb(mode, &mct_mode_ops, NULL, 0444);
MODULE_PARM_DESC(mode, "auto (default): run the block unless another driver does; full: run it or fail; counter: only read its counter");

/**
 * mct_counter_only() - is the block left alone by the user's will?
 *
 * Context: any, once the command line has been parsed, which is before timers are
 * looked for.
 * Return: true with mode=counter.
 */
bool mct_counter_only(void)
{
	return mct_mode == MCT_COUNTER;
}

static bool mct_is_full;

/* Without a counter the timers still tick: the kernel keeps the clock it has. */
static void mct_probe_full_counter(const struct mct_config *cfg)
{
	int ret = mct_full_counter(&mct_block, cfg);

	dev_info(cfg->dev, "full, %u local timers on %s%s: clocksource %s, %d bits at %lu Hz, rating %d; stays until reboot\n",
		 cfg->cpus, cfg->ppi ? "a per-CPU interrupt" : "an interrupt each",
		 cfg->frc_shared ? ", counter shared with another processor" :
				   ", comparator 0 for wake-up",
		 ret ? "none" : MCT_COUNTER_NAME, MCT_COUNTER_BITS, mct_block.rate,
		 MCT_RATING_FULL);
}

/* Returns -EBUSY if another driver runs the block. */
static int mct_probe_full(struct mct_config *cfg)
{
	int ret;

	ret = mct_parse_events(cfg, nr_cpu_ids);
	if (ret)
		return ret;

	ret = mct_block_open(&mct_block, cfg);
	if (ret)
		return ret;

	ret = mct_full_start(&mct_block, cfg);
	if (ret) {
		mct_block_close(&mct_block);
		return ret;
	}

	mct_is_full = true;
	mct_probe_full_counter(cfg);

	return 0;
}

static int mct_probe_counter(const struct mct_config *cfg, bool in_use)
{
	const char *beside = "on a counter already running";
	int ret;

	ret = mct_block_open(&mct_block, cfg);
	if (ret)
		return ret;

	if (!mct_frc_running(&mct_block.hw)) {
		ret = mct_fail(cfg, -ENODEV,
			       "the counter is not running and no driver runs the block: load this module with mode=full or mode=auto");
		goto close;
	}

	/* This one says itself what is wrong. */
	ret = mct_counter_register(&mct_block.hw, NULL, mct_block.rate, MCT_RATING_READ_ONLY);
	if (ret)
		goto close;

	if (in_use)
		beside = IS_ENABLED(CONFIG_CLKSRC_EXYNOS_MCT) && !cfg->handed_over ?
			 "next to exynos_mct's mct-frc" : "next to another driver of the block";
	dev_info(cfg->dev, "counter-only, %s: clocksource %s, %d bits at %lu Hz, rating %d\n",
		 beside, MCT_COUNTER_NAME, MCT_COUNTER_BITS, mct_block.rate,
		 MCT_RATING_READ_ONLY);

	return 0;

close:
	mct_block_close(&mct_block);
	return ret;
}

static int mct_choose(struct mct_config *cfg)
{
	bool in_use;
	int ret;

	ret = mct_parse_block(cfg);
	if (ret)
		return ret;

	in_use = mct_in_use(cfg);
	if (!in_use && !mct_counter_only()) {
		ret = mct_probe_full(cfg);
		if (ret != -EBUSY)
			return ret;
		in_use = true;
	}
	if (mct_mode == MCT_FULL)
		return mct_fail(cfg, -EBUSY,
				"another driver runs the block, so mode=full can't be: leave the mode out, or give the node one of the compatible strings soc-timers,*");

	return mct_probe_counter(cfg, in_use);
}

static int mct_probe(struct platform_device *pdev)
{
	struct mct_config cfg = { .np = pdev->dev.of_node, .dev = &pdev->dev };
	int ret;

	if (!mct_block_take())
		return mct_fail(&cfg, -EBUSY,
				"a counter of another node is in use and there can be one only: disable one of the nodes");

	ret = mct_choose(&cfg);
	if (ret)
		mct_block_release();

	return ret;
}

/*
 * Unloading the module doesn't come here while the system runs on the counter or
 * the timers: the kernel holds the module then. Removing the device otherwise
 * (an overlay) does, and can't be refused: so all that is needed stays in place,
 * the module included.
 */
static void mct_remove(struct platform_device *pdev)
{
	int ret;

	if (mct_is_full) {
		dev_err(&pdev->dev, "the system ticks on this block: it stays in use until reboot\n");
		return;
	}

	ret = mct_counter_unregister();
	if (ret) {
		__module_get(THIS_MODULE);
		dev_err(&pdev->dev, "the system still runs on %s (%d): its mapping and this module stay until reboot\n",
			MCT_COUNTER_NAME, ret);
		return;
	}

	mct_block_close(&mct_block);
	mct_block_release();
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

MODULE_DESCRIPTION("Exynos multi-core timer: counter and clock events");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
