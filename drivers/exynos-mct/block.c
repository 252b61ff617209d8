// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT: mapping the block and turning its clocks on.
 *
 * Nothing here is bound to the life of a device: there is none in the early form,
 * and what reads the counter may outlive one.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bitops.h>
#include <linux/clk.h>
#include <linux/dev_printk.h>
#include <linux/err.h>
#include <linux/io.h>
#include <linux/of.h>
#include <linux/printk.h>

#include "glue.h"

struct mct_block mct_block;
static unsigned long mct_block_taken;

/**
 * mct_block_take() - may the one struct mct_block be used?
 *
 * Return: true if it was free; it is taken then, until mct_block_release().
 */
bool mct_block_take(void)
{
	return !test_and_set_bit_lock(0, &mct_block_taken);
}

/** mct_block_release() - the end of a successful mct_block_take() */
void mct_block_release(void)
{
	clear_bit_unlock(0, &mct_block_taken);
}

/**
 * mct_fail() - say what is wrong with a node
 * @cfg:	the node
 * @err:	negative error
 * @fmt:	what is wrong and what to do, without a newline
 *
 * -EPROBE_DEFER is only noted where there is a device: it is tried again.
 *
 * Context: process.
 * Return: @err.
 */
int mct_fail(const struct mct_config *cfg, int err, const char *fmt, ...)
{
	struct va_format vaf = { .fmt = fmt };
	va_list args;

	va_start(args, fmt);
	vaf.va = &args;
	if (cfg->dev)
		dev_err_probe(cfg->dev, err, "%pOF: %pV\n", cfg->np, &vaf);
	else
		pr_err("exynos-mct: %pOF: %pV (error %d)\n", cfg->np, &vaf, err);
	va_end(args);

	return err;
}

static struct clk *mct_clock_get(const struct mct_config *cfg, const char *name)
{
	struct clk *clk;
	int ret;

	clk = of_clk_get_by_name(cfg->np, name);
	if (IS_ERR(clk)) {
		mct_fail(cfg, PTR_ERR(clk),
			 "clock \"%s\" can't be had: see the clock that the node's clocks name, and its driver",
			 name);
		return clk;
	}

	ret = clk_prepare_enable(clk);
	if (ret) {
		clk_put(clk);
		mct_fail(cfg, ret, "clock \"%s\" can't be enabled: see its clock driver", name);
		return ERR_PTR(ret);
	}

	return clk;
}

static void mct_clock_put(struct clk *clk)
{
	clk_disable_unprepare(clk);
	clk_put(clk);
}

/*
 * The register clock is needed even to read the counter: where no driver runs
 * the block it may be gated, and a read would then hang the bus.
 */
static int mct_clocks_get(struct mct_block *b, const struct mct_config *cfg)
{
	int ret;

	b->fin_pll = mct_clock_get(cfg, "fin_pll");
	if (IS_ERR(b->fin_pll))
		return PTR_ERR(b->fin_pll);

	b->bus = mct_clock_get(cfg, "mct");
	if (IS_ERR(b->bus)) {
		ret = PTR_ERR(b->bus);
		goto put_fin_pll;
	}

	/* A clock and its ticks' length are one: nobody may change the rate. */
	ret = clk_rate_exclusive_get(b->fin_pll);
	if (ret) {
		mct_fail(cfg, ret,
			 "the rate of \"fin_pll\" can't be held constant: see its clock driver");
		goto put_bus;
	}

	b->rate = clk_get_rate(b->fin_pll);
	ret = mct_check_rate(cfg, b->rate);
	if (ret)
		goto put_exclusive;

	return 0;

put_exclusive:
	clk_rate_exclusive_put(b->fin_pll);
put_bus:
	mct_clock_put(b->bus);
put_fin_pll:
	mct_clock_put(b->fin_pll);
	return ret;
}

/**
 * mct_block_open() - map the registers and turn the clocks on
 * @b:		to fill in
 * @cfg:	the node, parsed
 *
 * The region isn't claimed: another driver may have it mapped too.
 *
 * Context: process, or boot before the scheduler runs.
 * Return: 0, or an error that has been said.
 */
int mct_block_open(struct mct_block *b, const struct mct_config *cfg)
{
	int ret;

	*b = (struct mct_block) { };
	b->hw.base = ioremap(cfg->reg.start, cfg->span);
	if (!b->hw.base)
		return mct_fail(cfg, -ENOMEM, "%pR can't be mapped: check the reg property",
				&cfg->reg);

	ret = mct_clocks_get(b, cfg);
	if (ret) {
		iounmap(b->hw.base);
		return ret;
	}

	b->hw.patience = mct_patience(b->rate);
	mct_wstat_init(&b->global, &b->hw, MCT_G_WSTAT);

	return 0;
}

/**
 * mct_block_close() - the opposite of mct_block_open()
 * @b: the block, not in use any more
 *
 * Context: process.
 */
void mct_block_close(struct mct_block *b)
{
	clk_rate_exclusive_put(b->fin_pll);
	mct_clock_put(b->bus);
	mct_clock_put(b->fin_pll);
	iounmap(b->hw.base);
}
