/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Maps the page through which a timer's model takes commands and shows its counts, for
 * modules that need one. Defines their parameter "control".
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _TESTS_CONTROL_PAGE_H
#define _TESTS_CONTROL_PAGE_H

#include <linux/errno.h>
#include <linux/io.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>

static ulong control;
module_param(control, ulong, 0444);
MODULE_PARM_DESC(control, "physical address of the model's control page");

/* Unmap with iounmap(). Returns 0, or an error after logging what to do about it. */
static int control_map(void __iomem **model)
{
	if (!control) {
		pr_err("control=ADDRESS is missing: give the address passed to the plug-in\n");
		return -EINVAL;
	}
	*model = ioremap(control, PAGE_SIZE);

	return *model ? 0 : -ENOMEM;
}

#endif /* _TESTS_CONTROL_PAGE_H */
