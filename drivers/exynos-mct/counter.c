// SPDX-License-Identifier: GPL-2.0-only
/*
 * The MCT's free-running counter as the kernel sees it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/kconfig.h>
#include <linux/module.h>
#include <soc-timers/counter.h>

#include "counter.h"
#include "node.h"

/*
 * A counter that is only read is rated
 * - below the in-tree driver's on the same counter (450 on ARM, 350 on arm64): the same
 *   counter at the same cost gives no reason to switch, and the kernel resumes
 *   clocksources best first, so the driver that can restart the counter has done so
 *   before ours is checked;
 * - below the architected timer's 400, which is faster to read;
 * - above the 250 of the Samsung PWM timer, which a board without an MCT driver boots
 *   on.
 */
#define MCT_RATING_READ_ONLY	340

/*
 * A counter that this driver runs is rated above the architected timer's 400 on ARM: on
 * Exynos5 that one is driven by the MCT, which must be started first after suspend, and
 * the kernel resumes the best clocksource first. On arm64 the architected timer is
 * better: reading it takes no device access.
 */
#ifdef CONFIG_ARM64
#define MCT_RATING_FULL		350
#else
#define MCT_RATING_FULL		450
#endif

/*
 * The read callback has no argument that could identify the block: perf reads the same
 * bare function pointer from the kernel's clock. So there can be only one counter.
 */
static struct mct_hw mct_frc;
static struct mct_wstat *mct_frc_global;

static u64 notrace mct_counter_read(void)
{
	return mct_frc_read32(&mct_frc);
}

static u64 notrace mct_counter_read_cs(struct clocksource *cs)
{
	return mct_frc_read32(&mct_frc);
}

static u64 notrace mct_counter_ns(const struct soc_clock_read_data *rd)
{
	return soc_clock_ns32(rd, mct_frc_read32(&mct_frc));
}

static u64 notrace mct_counter_read_wide(void)
{
	return mct_frc_read64(&mct_frc);
}

/*
 * A read-only counter cannot be started here. Its owner has done so by now (see
 * MCT_RATING_READ_ONLY). The result of mct_frc_start() is not needed: what matters is
 * whether the counter runs.
 */
static void mct_counter_resume(struct soc_counter *ctr)
{
	if (mct_frc_global)
		mct_frc_start(mct_frc_global);
}

static bool mct_counter_running(struct soc_counter *ctr)
{
	return mct_frc_running(&mct_frc);
}

/* On arm64 the architected timer makes the better clock and delay timer. */
static struct soc_counter mct_counter = {
	.name		= "soc-mct-frc",
	.read		= mct_counter_read,
	.read_cs	= mct_counter_read_cs,
	.ns		= mct_counter_ns,
	.read_wide	= mct_counter_read_wide,
	.bits		= 32,
	.wide_bits	= 64,
	.scope		= SOC_COUNTER_SYSTEM,
	.sched_clock	= IS_ENABLED(CONFIG_ARM),
	.delay_timer	= IS_ENABLED(CONFIG_ARM),
	.resume		= mct_counter_resume,
	.running	= mct_counter_running,
	.owner		= THIS_MODULE,
};

SOC_COUNTER_PARAM(mct_counter);

/**
 * mct_counter_claim() - reserve the one counter for a node
 *
 * Context: any.
 * Return: true if it was free; then it is the caller's until mct_counter_release().
 */
bool mct_counter_claim(void)
{
	return soc_counter_claim(&mct_counter);
}

/**
 * mct_counter_release() - let another node use the counter
 *
 * Context: any; the counter is not registered.
 */
void mct_counter_release(void)
{
	soc_counter_release(&mct_counter);
}

/**
 * mct_counter_describe() - describe a node's counter
 * @n:		the node, open; lives until the counter is unregistered
 * @read_only:	another driver runs the block: the counter is never started here
 *
 * Accesses no register. Later, a register is only written if the driver may start the
 * counter.
 *
 * Context: any; the counter is claimed and not registered.
 * Return: the counter.
 */
struct soc_counter *mct_counter_describe(struct mct_node *n, bool read_only)
{
	mct_frc = n->hw;
	mct_frc_global = read_only || n->frc_shared ? NULL : &n->global;
	mct_counter.rate = n->soc.rate;
	mct_counter.rating = read_only ? MCT_RATING_READ_ONLY : MCT_RATING_FULL;
	mct_counter.read_only = read_only;

	return &mct_counter;
}

/**
 * mct_counter_register() - offer a node's counter to the kernel
 * @n:		see mct_counter_describe(); the counter runs
 * @read_only:	likewise
 *
 * Context: process, may sleep.
 * Return: 0, or an error from soc_counter_register(), which has reported it.
 */
int mct_counter_register(struct mct_node *n, bool read_only)
{
	return soc_counter_register(mct_counter_describe(n, read_only));
}

/**
 * mct_counter_unregister() - undo mct_counter_register()
 *
 * Context: process, may sleep.
 * Return: 0 once nothing reads the counter any more; otherwise an error from
 * soc_counter_unregister() (-EBUSY: the system runs on it), and the block must stay
 * mapped and clocked.
 */
int mct_counter_unregister(void)
{
	return soc_counter_unregister(&mct_counter);
}
