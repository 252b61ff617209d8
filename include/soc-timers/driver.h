/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a driver of device tree nodes is registered: if it was loaded as a module and
 * finds nothing to do, that is reported.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_DRIVER_H
#define _SOC_TIMERS_DRIVER_H

#include <linux/device/driver.h>
#include <linux/kconfig.h>
#include <linux/platform_device.h>

void soc_node_report_unused(const char *tag, const struct platform_driver *driver);

/**
 * soc_node_register_driver() - register a driver, and report it if it has nothing to do
 * @driver: matches nodes by its of_match_table, and its probe reports what it refuses
 *
 * A driver that is built in has nothing to do on most boards, and that is not reported.
 *
 * Context: process.
 * Return: 0, or an error from platform_driver_register().
 */
static inline int soc_node_register_driver(struct platform_driver *driver)
{
	int ret = platform_driver_register(driver);

	if (!ret && __is_defined(MODULE))
		soc_node_report_unused(KBUILD_MODNAME, driver);

	return ret;
}

/**
 * soc_node_driver() - module_platform_driver() with soc_node_register_driver()
 * @_driver: the struct platform_driver
 */
#define soc_node_driver(_driver) \
	module_driver(_driver, soc_node_register_driver, platform_driver_unregister)

#endif /* _SOC_TIMERS_DRIVER_H */
