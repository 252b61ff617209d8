/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The page by which the model of a timer is commanded and shows its counts, for modules
 * that can't do without. Defines their parameter control.
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

/* To be unmapped by iounmap(). Returns 0 or an error, of which the log says what to do. */
static int control_map(void __iomem **model)
{
	if (!control) {
		pr_err("control=ADDRESS is missing: that of the plug-in's argument\n");
		return -EINVAL;
	}
	*model = ioremap(control, PAGE_SIZE);

	return *model ? 0 : -ENOMEM;
}

#endif /* _TESTS_CONTROL_PAGE_H */
