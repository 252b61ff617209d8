// SPDX-License-Identifier: GPL-2.0-only
/*
 * Example counter: a memory-mapped 32-bit up counter, started and stopped by one bit.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/errno.h>
#include <linux/module.h>
#include <soc-timers/io.h>
#include <soc-timers/mode.h>

#include "counter.h"

/* Above and below 300, where most platforms' own clocksources are. */
#define EXAMPLE_RATING			310
#define EXAMPLE_RATING_READ_ONLY	290

static const struct soc_node_desc example_desc = {
	.min_size	= EXAMPLE_SIZE,
	.frequency	= true,
	.min_rate	= 1000,
	.max_rate	= 1000000000,
};

static enum soc_mode example_mode;
SOC_MODE_PARAM(example_mode);

/* The node that has claimed the counter; readers use its mapping. */
static struct soc_node example_node;

/* Called in NMIs: notrace, no locks, no calls to traced functions. */
static u64 notrace example_counter_read(void)
{
	return soc_readl_relaxed(example_node.base + EXAMPLE_COUNT);
}

/* The registers may have lost power. */
static void example_counter_resume(struct soc_counter *ctr)
{
	if (!ctr->read_only)
		soc_writel(EXAMPLE_CTRL_ENABLE, example_node.base + EXAMPLE_CTRL);
}

struct soc_counter example_counter = {
	.name		= "soc-example",
	.read		= example_counter_read,
	.bits		= 32,
	.scope		= SOC_COUNTER_SYSTEM,
	.sched_clock	= true,
	.delay_timer	= true,
	.resume		= example_counter_resume,
	.owner		= THIS_MODULE,
};

/* A counter that is enabled already belongs to another driver and is never written to. */
static int example_choose(const struct soc_node *n)
{
	bool running = soc_readl(n->base + EXAMPLE_CTRL) & EXAMPLE_CTRL_ENABLE;

	if (example_mode == SOC_MODE_FULL && running)
		return soc_node_fail(n, -EBUSY,
				     "another driver runs the counter: leave out mode=full");
	if (example_mode == SOC_MODE_COUNTER && !running)
		return soc_node_fail(n, -ENODEV, "the counter is stopped: leave out mode=counter");

	example_counter.read_only = running;
	example_counter.rating = running ? EXAMPLE_RATING_READ_ONLY : EXAMPLE_RATING;
	example_counter.rate = n->rate;

	return 0;
}

/**
 * example_counter_open() - prepare the counter for registration
 * @n: the counter's node, from SOC_NODE()
 *
 * On success the counter runs and example_counter is complete.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0, or an error that has been reported. -EPROBE_DEFER: a clock is not available yet.
 */
int example_counter_open(struct soc_node *n)
{
	int ret;

	if (!soc_counter_claim(&example_counter))
		return soc_node_fail(n, -EBUSY, "there can be one counter only: disable a node");

	ret = soc_node_open(n, &example_desc);
	if (ret)
		goto release;

	ret = example_choose(n);
	if (ret)
		goto close;

	example_node = *n;
	if (!example_counter.read_only)
		soc_writel(EXAMPLE_CTRL_ENABLE, n->base + EXAMPLE_CTRL);

	return 0;

close:
	soc_node_close(n);
release:
	soc_counter_release(&example_counter);
	return ret;
}

/**
 * example_counter_close() - undo example_counter_open()
 *
 * Context: process, may sleep, or early in boot; the counter is not registered.
 */
void example_counter_close(void)
{
	if (!example_counter.read_only)
		soc_writel(0, example_node.base + EXAMPLE_CTRL);
	soc_node_close(&example_node);
	soc_counter_release(&example_counter);
}
