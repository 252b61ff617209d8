// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parameter mode=. Messages begin with the tag of the driver that defines it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <soc-timers/mode.h>

static const char * const soc_modes[] = {
	[SOC_MODE_AUTO]		= "auto",
	[SOC_MODE_FULL]		= "full",
	[SOC_MODE_COUNTER]	= "counter",
};

/* A built-in driver's parameter is named driver.parameter; a module has a name of its own. */
static void soc_mode_refuse(const char *value, const struct kernel_param *param)
{
	const char *tag = param->mod ? module_name(param->mod) : param->name;

	pr_err("%.*s: mode=%s is unknown: use auto, full or counter\n", (int)strcspn(tag, "."),
	       tag, value);
}

static int soc_mode_set(const char *value, const struct kernel_param *param)
{
	int mode = sysfs_match_string(soc_modes, value);

	if (mode < 0) {
		soc_mode_refuse(value, param);
		return mode;
	}

	*(enum soc_mode *)param->arg = mode;
	return 0;
}

static int soc_mode_get(char *buffer, const struct kernel_param *param)
{
	return sysfs_emit(buffer, "%s\n", soc_modes[*(enum soc_mode *)param->arg]);
}

const struct kernel_param_ops soc_mode_ops = {
	.set = soc_mode_set,
	.get = soc_mode_get,
};
EXPORT_SYMBOL_NS_GPL(soc_mode_ops, SOC_TIMERS_NS);
