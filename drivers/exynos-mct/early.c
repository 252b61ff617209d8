// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT: probes the block early in boot, in a kernel that has no other timer
 * before its modules can be loaded. Never part of a module.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/errno.h>
#include <linux/init.h>
#include <linux/of.h>
#include <linux/slab.h>
#include <soc-timers/counter.h>

#include "counter.h"
#include "full.h"
#include "node.h"

static int __init mct_early_start(struct mct_node *n)
{
	int ret;

	ret = mct_node_parse(n);
	if (ret)
		return ret;

	ret = mct_full_claim(n);
	if (ret)
		return ret;

	ret = mct_full_start(n);
	if (ret)
		return ret;

	/* Even if this fails, the timers tick. */
	soc_counter_register_early(mct_counter_describe(n, false));

	return 0;
}

/*
 * A node that fails here is left to the platform driver, which probes when more of the
 * machine is available. A node that succeeds is marked, so that no device is created for
 * it.
 */
static int __init mct_early_probe(struct device_node *np)
{
	struct mct_node *n;
	int ret;

	/* This mode is for boards with another timer: the platform driver reads the counter. */
	if (mct_mode == SOC_MODE_COUNTER)
		return 0;

	n = kzalloc(sizeof(*n), GFP_KERNEL);
	if (!n)
		return -ENOMEM;
	n->soc = SOC_NODE(np, NULL);

	if (!mct_counter_claim()) {
		ret = soc_node_fail(&n->soc, -EBUSY,
				    "another node is in use and there can be only one: disable one of them");
		goto free;
	}

	ret = mct_early_start(n);
	if (ret)
		goto release;
	of_node_set_flag(np, OF_POPULATED);

	return 0;

release:
	mct_counter_release();
free:
	kfree(n);
	return ret;
}

TIMER_OF_DECLARE(soc_mct_exynos4210, "samsung,exynos4210-mct", mct_early_probe);
TIMER_OF_DECLARE(soc_mct_exynos4412, "samsung,exynos4412-mct", mct_early_probe);
TIMER_OF_DECLARE(soc_mct_own_exynos4210, "soc-timers,exynos4210-mct", mct_early_probe);
TIMER_OF_DECLARE(soc_mct_own_exynos4412, "soc-timers,exynos4412-mct", mct_early_probe);
