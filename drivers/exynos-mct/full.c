// SPDX-License-Identifier: GPL-2.0-only
/*
 * The full form of the Exynos MCT driver: it runs the block, and the block's timers
 * tick for all CPUs. Once it does, it stays until reboot.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/printk.h>

#include "full.h"
#include "node.h"
#include "place.h"

enum soc_mode mct_mode;
SOC_MODE_PARAM(mct_mode);

/**
 * mct_full_claim() - claim the block, unless another driver runs it
 * @n: after mct_node_parse()
 *
 * No register is accessed: the block may have no clock yet.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0: mct_full_start() must follow; -EBUSY: another driver runs the block, not
 * reported; or an error that has been reported.
 */
int mct_full_claim(const struct mct_node *n)
{
	int ret;

	if (mct_node_in_use(n))
		return -EBUSY;

	ret = mct_place_claim();
	if (ret && ret != -EBUSY)
		return soc_node_fail(&n->soc, ret,
				     "cannot get the CPU hotplug slot: use mode=counter");

	return ret;
}

static int mct_full_start_counter(struct mct_node *n)
{
	int ret = n->frc_shared ? 0 : mct_frc_start(&n->global);

	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "the start of the counter is not acknowledged: check clocks fin_pll and mct");
	if (mct_frc_running(&n->hw))
		return 0;

	if (n->frc_shared)
		return soc_node_fail(&n->soc, -EIO,
				     "the counter is stopped: the processor that shares it must start it first");

	return soc_node_fail(&n->soc, -EIO,
			     "the counter is stopped although it was started: check clocks fin_pll and mct");
}

static int mct_full_setup(struct mct_node *n)
{
	int ret;

	ret = mct_full_start_counter(n);
	if (ret)
		return ret;

	ret = mct_place_setup_ticks(n);
	if (ret || n->frc_shared)
		return ret;

	return mct_place_setup_comp(n);
}

/*
 * A refused interrupt may show that the block has another user after all, so all of them
 * are requested before the first register is written.
 */
static int mct_full_prepare(struct mct_node *n)
{
	int ret;

	ret = mct_place_request_ticks(n);
	if (ret)
		return ret;

	if (!n->frc_shared) {
		ret = mct_place_request_comp(n);
		if (ret)
			goto free_ticks;
	}

	ret = mct_full_setup(n);
	if (ret)
		goto free_comp;

	return 0;

free_comp:
	if (!n->frc_shared)
		mct_place_free_comp();
free_ticks:
	mct_place_free_ticks();
	return ret;
}

static int mct_full_open(struct mct_node *n)
{
	int ret;

	ret = mct_node_parse_events(n, nr_cpu_ids);
	if (ret)
		return ret;

	ret = mct_node_open(n);
	if (ret)
		return ret;

	ret = mct_full_prepare(n);
	if (ret)
		mct_node_close(n);

	return ret;
}

/**
 * mct_full_start() - run the block: its counter and all its timers
 * @n: claimed by mct_full_claim(); stays open after success
 *
 * Context: process, may sleep; or early in boot, with interrupts off.
 * Return: 0, or an error that has been reported; then the claim has been released.
 */
int mct_full_start(struct mct_node *n)
{
	int ret;

	ret = mct_full_open(n);
	if (ret) {
		mct_place_release();
		return ret;
	}

	__module_get(THIS_MODULE);
	mct_place_start_ticks();
	if (!n->frc_shared)
		mct_place_start_comp(n);

	pr_info("%pOF: full, %u local timers on %s, %s; stays until reboot\n", n->soc.np, n->cpus,
		n->ppi ? "a per-CPU interrupt" : "an interrupt each",
		n->frc_shared ? "counter shared with another processor" :
				"comparator 0 for wake-up");

	return 0;
}
