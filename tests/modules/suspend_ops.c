// SPDX-License-Identifier: GPL-2.0-only
/*
 * A suspend to "mem" for boards that have none: everything goes down but the CPU,
 * which comes back at once. Clocksources and clocks see what they see in a real one.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/suspend.h>

static int suspend_ops_enter(suspend_state_t state)
{
	pr_info("down and up again\n");
	return 0;
}

static const struct platform_suspend_ops suspend_ops_mem = {
	.valid	= suspend_valid_only_mem,
	.enter	= suspend_ops_enter,
};

static int __init suspend_ops_init(void)
{
	suspend_set_ops(&suspend_ops_mem);
	return 0;
}
module_init(suspend_ops_init);

static void __exit suspend_ops_exit(void)
{
	suspend_set_ops(NULL);
}
module_exit(suspend_ops_exit);

MODULE_DESCRIPTION("A suspend to memory that comes back at once");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
