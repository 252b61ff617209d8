// SPDX-License-Identifier: GPL-2.0-only
/*
 * Example counter: the driver for early boot. Never part of a module.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/clocksource.h>
#include <linux/init.h>
#include <linux/of.h>

#include "counter.h"

/* A node that fails here gets a device and is probed again, by platform.c. */
static int __init example_early_probe(struct device_node *np)
{
	struct soc_node n = SOC_NODE(np, NULL);
	int ret;

	ret = example_counter_open(&n);
	if (ret)
		return ret;

	ret = soc_counter_register_early(&example_counter);
	if (ret) {
		example_counter_close();
		return ret;
	}
	of_node_set_flag(np, OF_POPULATED);

	return 0;
}

TIMER_OF_DECLARE(soc_example, "soc-timers,example-counter", example_early_probe);
