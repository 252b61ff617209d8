// SPDX-License-Identifier: GPL-2.0-only
/*
 * A DW APB timer channel as a clocksource and source of the sched clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bitops.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <soc-timers/counter.h>

#include "counter.h"

/*
 * The callbacks get no argument to find their channel by: perf reads the same
 * bare function pointer from the kernel's clock. So there is one counter.
 */
static struct dw_apb_hw dw_apb_channel;

static u64 notrace dw_apb_counter_read(void)
{
	return dw_apb_read_counter(&dw_apb_channel);
}

static u64 notrace dw_apb_counter_read_cs(struct clocksource *cs)
{
	return dw_apb_read_counter(&dw_apb_channel);
}

/* Where it stopped doesn't matter, nobody counts on its value over suspend. */
static void dw_apb_counter_restart(struct soc_counter *ctr)
{
	if (!dw_apb_is_counter(&dw_apb_channel))
		dw_apb_start_counter(&dw_apb_channel);
}

/*
 * A counter that is only read can't be started again here. Its owner has done so
 * by now (see DW_APB_RATING_READ_ONLY); if there is none, time stands, and silence
 * would leave a hung board without a hint.
 */
static void dw_apb_counter_look(struct soc_counter *ctr)
{
	if (!dw_apb_is_counter(&dw_apb_channel))
		pr_err(DW_APB_COUNTER_NAME ": stopped over suspend and not restarted by any driver: don't suspend this board with the counter in use\n");
}

static struct soc_counter dw_apb_counter;
static unsigned long dw_apb_counter_taken;

/**
 * dw_apb_counter_take() - become the one whose channel is the counter
 *
 * Context: any.
 * Return: false: there is one already.
 */
bool dw_apb_counter_take(void)
{
	return !test_and_set_bit_lock(0, &dw_apb_counter_taken);
}

/**
 * dw_apb_counter_release() - let another channel be the counter
 *
 * Context: any; the counter is not registered.
 */
void dw_apb_counter_release(void)
{
	clear_bit_unlock(0, &dw_apb_counter_taken);
}

/**
 * dw_apb_counter_register() - offer a channel to the kernel as a counter
 * @hw:		the channel; it counts, and stays mapped and clocked until
 *		dw_apb_counter_unregister() has returned 0
 * @rate:	of its timer clock in Hz; must not change meanwhile
 * @ours:	nobody else runs it
 *
 * Only one counter can be registered: call dw_apb_counter_take() first. A channel
 * that is not ours is only read.
 *
 * Context: process, may sleep.
 * Return: 0, or what soc_counter_register() says.
 */
int dw_apb_counter_register(const struct dw_apb_hw *hw, u32 rate, bool ours)
{
	dw_apb_channel = *hw;
	dw_apb_counter = (struct soc_counter) {
		.name		= DW_APB_COUNTER_NAME,
		.read		= dw_apb_counter_read,
		.read_cs	= dw_apb_counter_read_cs,
		.bits		= DW_APB_BITS,
		.rate		= rate,
		.rating		= ours ? DW_APB_RATING_COUNTER : DW_APB_RATING_READ_ONLY,
		.scope		= SOC_COUNTER_SYSTEM,
		.resume		= ours ? dw_apb_counter_restart : dw_apb_counter_look,
		.owner		= THIS_MODULE,
	};

	return soc_counter_register(&dw_apb_counter);
}

/**
 * dw_apb_counter_unregister() - take the counter back
 *
 * Context: process, may sleep.
 * Return: 0 if nobody reads the counter any more; else what
 * soc_counter_unregister() says (-EBUSY: the system runs on it), and the channel
 * must stay mapped and clocked.
 */
int dw_apb_counter_unregister(void)
{
	return soc_counter_unregister(&dw_apb_counter);
}
