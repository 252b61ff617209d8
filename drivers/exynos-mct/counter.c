// SPDX-License-Identifier: GPL-2.0-only
/*
 * The MCT's free-running counter as a clocksource and source of the sched clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/module.h>
#include <linux/printk.h>
#include <soc-timers/counter.h>

#include "glue.h"

/*
 * The callbacks get no argument to find their block by: perf reads the same
 * bare function pointer from the kernel's clock. So there is one counter.
 */
static struct mct_hw mct_frc;
static struct mct_wstat *mct_frc_global;

/**
 * mct_counter_read() - the counter that was given to mct_counter_register()
 *
 * Context: any, NMI included.
 * Return: ticks, modulo 2^32.
 */
u64 notrace mct_counter_read(void)
{
	return mct_frc_read32(&mct_frc);
}

static u64 notrace mct_counter_read_cs(struct clocksource *cs)
{
	return mct_frc_read32(&mct_frc);
}

static u64 notrace mct_counter_read_wide(void)
{
	return mct_frc_read64(&mct_frc);
}

/*
 * A counter that is only read can't be started again here. Its owner has done so
 * by now (see MCT_RATING_READ_ONLY); if there is none, time stands, and silence
 * would leave a hung board without a hint. What the start returns is of no use:
 * whether the counter runs is seen.
 */
static void mct_counter_resume(struct soc_counter *ctr)
{
	if (mct_frc_global)
		mct_frc_start(mct_frc_global);
	if (mct_frc_running(&mct_frc))
		return;

	if (mct_frc_global)
		pr_err(MCT_COUNTER_NAME ": stopped over suspend and can't be started again: the block has no clock, don't suspend this board\n");
	else
		pr_err(MCT_COUNTER_NAME ": stopped over suspend and not restarted by any driver: don't suspend this board with the counter in use\n");
}

static struct soc_counter mct_counter;

/**
 * mct_counter_register() - offer the counter to the kernel
 * @hw:		the block; its counter runs and stays mapped until
 *		mct_counter_unregister() has returned 0
 * @global:	its global write status register, if this driver is to start the
 *		counter again after suspend; lives as long. NULL: only read it
 * @rate:	of the block's input clock in Hz; must not change meanwhile
 * @rating:	see struct soc_counter
 *
 * Only one counter can be registered; the caller sees to that. No register is
 * written here, and none later without @global.
 *
 * Context: process, may sleep.
 * Return: 0, or what soc_counter_register() says.
 */
int mct_counter_register(const struct mct_hw *hw, struct mct_wstat *global,
			 unsigned long rate, int rating)
{
	mct_frc = *hw;
	mct_frc_global = global;
	mct_counter = (struct soc_counter) {
		.name		= MCT_COUNTER_NAME,
		.read		= mct_counter_read,
		.read_cs	= mct_counter_read_cs,
		.read_wide	= mct_counter_read_wide,
		.bits		= MCT_COUNTER_BITS,
		.wide_bits	= 64,
		.rate		= rate,
		.rating		= rating,
		.scope		= SOC_COUNTER_SYSTEM,
		.resume		= mct_counter_resume,
		.owner		= THIS_MODULE,
	};

	return soc_counter_register(&mct_counter);
}

/**
 * mct_counter_unregister() - take the counter back
 *
 * Context: process, may sleep.
 * Return: 0 if nobody reads the counter any more; else what
 * soc_counter_unregister() says (-EBUSY: the system runs on it), and the block
 * must stay mapped and clocked.
 */
int mct_counter_unregister(void)
{
	return soc_counter_unregister(&mct_counter);
}
