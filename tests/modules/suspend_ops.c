// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds suspend to "mem" on boards without it: everything is suspended but the CPU,
 * which resumes at once. Clocksources and clocks see what they see in a real one.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/io.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/suspend.h>

#include "../models/qemu/dw_apb_control.h"

static ulong control;
module_param(control, ulong, 0444);
MODULE_PARM_DESC(control, "physical address of the control page of a timer's model: the timer loses all its registers in suspend");

static void __iomem *model;

static int suspend_ops_enter(suspend_state_t state)
{
	if (model)
		writel(DW_APB_CONTROL_WIPE, model + DW_APB_CONTROL_COMMAND);
	pr_info("down and up again%s\n", model ? ", a timer wiped" : "");
	return 0;
}

static const struct platform_suspend_ops suspend_ops_mem = {
	.valid	= suspend_valid_only_mem,
	.enter	= suspend_ops_enter,
};

static int __init suspend_ops_init(void)
{
	if (control) {
		model = ioremap(control, PAGE_SIZE);
		if (!model)
			return -ENOMEM;
	}
	suspend_set_ops(&suspend_ops_mem);
	return 0;
}
module_init(suspend_ops_init);

static void __exit suspend_ops_exit(void)
{
	suspend_set_ops(NULL);
	if (model)
		iounmap(model);
}
module_exit(suspend_ops_exit);

MODULE_DESCRIPTION("A suspend to memory that resumes at once");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
