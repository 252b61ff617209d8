// SPDX-License-Identifier: GPL-2.0-only
/*
 * A DW APB timer channel as a counter.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/module.h>
#include <soc-timers/counter.h>

#include "counter.h"
#include "node.h"

/*
 * The read callback has no argument that could identify the channel: perf reads the same
 * bare function pointer from the kernel's clock. So there can be only one counter.
 */
static struct dw_apb_hw dw_apb_channel;

/* Set if this driver started the counter, and so has to stop it in the end. */
static bool dw_apb_counter_started;

static u64 notrace dw_apb_counter_read(void)
{
	return dw_apb_read_counter(&dw_apb_channel);
}

static u64 notrace dw_apb_counter_read_cs(struct clocksource *cs)
{
	return dw_apb_read_counter(&dw_apb_channel);
}

static u64 notrace dw_apb_counter_ns(const struct soc_clock_read_data *rd)
{
	return soc_clock_ns32(rd, dw_apb_read_counter(&dw_apb_channel));
}

/*
 * A counter that this driver runs is restarted if it stopped; its value does not matter,
 * since nothing relies on it across suspend. A read-only counter cannot be restarted
 * here: its owner has done so by now (see DW_APB_RATING_READ_ONLY).
 */
static void dw_apb_counter_resume(struct soc_counter *ctr)
{
	if (!ctr->read_only && !dw_apb_is_counter(&dw_apb_channel))
		dw_apb_start_counter(&dw_apb_channel);
}

static bool dw_apb_counter_running(struct soc_counter *ctr)
{
	return dw_apb_is_counter(&dw_apb_channel);
}

static struct soc_counter dw_apb_counter = {
	.name		= "soc-dw-apb",
	.read		= dw_apb_counter_read,
	.read_cs	= dw_apb_counter_read_cs,
	.ns		= dw_apb_counter_ns,
	.bits		= DW_APB_BITS,
	.scope		= SOC_COUNTER_SYSTEM,
	.sched_clock	= true,
	.delay_timer	= true,
	.resume		= dw_apb_counter_resume,
	.running	= dw_apb_counter_running,
	.owner		= THIS_MODULE,
};

SOC_COUNTER_PARAM(dw_apb_counter);

/**
 * dw_apb_counter_claim() - claim the counter for a channel
 *
 * Context: any.
 * Return: true if it was free, false if another channel has it.
 */
bool dw_apb_counter_claim(void)
{
	return soc_counter_claim(&dw_apb_counter);
}

/**
 * dw_apb_counter_release() - undo dw_apb_counter_claim() and dw_apb_counter_describe()
 *
 * Stops the channel if this driver started it, and lets another one be the counter.
 *
 * Context: any; the counter is not registered, and its channel is still open.
 */
void dw_apb_counter_release(void)
{
	if (dw_apb_counter_started)
		dw_apb_stop(&dw_apb_channel);
	dw_apb_counter_started = false;
	/* Another channel may be mapped where this one was: see dw_apb_counter_is(). */
	dw_apb_channel.base = NULL;
	soc_counter_release(&dw_apb_counter);
}

/**
 * dw_apb_counter_describe() - make a channel the counter
 * @n:		the channel, which stays open until the counter is unregistered; the
 *		counter has been claimed for it by dw_apb_counter_claim()
 * @read_only:	another driver runs it, or is meant to: no register is written
 *
 * A channel that this driver runs is started, unless it is already counting: then it may
 * have readers.
 *
 * Context: process; or early in boot. Waits for some timer clocks.
 * Return: the counter, to be registered; if that fails, dw_apb_counter_release() undoes
 * this.
 */
struct soc_counter *dw_apb_counter_describe(const struct dw_apb_node *n, bool read_only)
{
	dw_apb_channel = n->hw;
	dw_apb_counter.rate = n->soc.rate;
	dw_apb_counter.rating = read_only ? DW_APB_RATING_READ_ONLY : DW_APB_RATING_COUNTER;
	dw_apb_counter.read_only = read_only;
	dw_apb_counter_started = !read_only && !dw_apb_is_counter(&dw_apb_channel);
	if (dw_apb_counter_started)
		dw_apb_start_counter(&dw_apb_channel);

	return &dw_apb_counter;
}

/**
 * dw_apb_counter_is() - is a channel the counter?
 * @n: the channel, in use
 *
 * Context: any.
 * Return: true if it is, false if it is used for events.
 */
bool dw_apb_counter_is(const struct dw_apb_node *n)
{
	return n->hw.base == dw_apb_channel.base;
}

/**
 * dw_apb_counter_register() - offer a channel to the kernel as a counter
 * @n:		as for dw_apb_counter_describe()
 * @read_only:	likewise
 *
 * Context: process, may sleep.
 * Return: 0, or an error from soc_counter_register(), which has reported it;
 * dw_apb_counter_release() undoes this then.
 */
int dw_apb_counter_register(const struct dw_apb_node *n, bool read_only)
{
	return soc_counter_register(dw_apb_counter_describe(n, read_only));
}

/**
 * dw_apb_counter_unregister() - undo dw_apb_counter_register()
 *
 * Context: process, may sleep.
 * Return: 0 once nothing reads the counter any more, and it can be released; otherwise an
 * error from soc_counter_unregister() (-EBUSY: the system runs on it), and the channel
 * must stay open.
 */
int dw_apb_counter_unregister(void)
{
	return soc_counter_unregister(&dw_apb_counter);
}
