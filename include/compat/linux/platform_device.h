/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * platform_driver.remove returns void.
 *
 * On some kernels the member that does is called remove_new. There, this header renames
 * everything called remove in the source file that includes it; using a member of that
 * name in any other structure is a compiler error.
 *
 * Older kernels have no such member. There, this header replaces the structure by one
 * with those members that drivers here use, and that holds the kernel's own.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include_next <linux/platform_device.h>

#ifndef _COMPAT_LINUX_PLATFORM_DEVICE_H
#define _COMPAT_LINUX_PLATFORM_DEVICE_H

#include <probed/platform_remove.h>

#ifdef SOC_PLATFORM_REMOVE_NEW
#define remove	remove_new
#endif

#ifdef SOC_PLATFORM_REMOVE_INT

#include <linux/container_of.h>
#include <linux/device.h>
#include <linux/module.h>

struct soc_platform_driver {
	int			(*probe)(struct platform_device *pdev);
	void			(*remove)(struct platform_device *pdev);
	struct device_driver	driver;
	struct platform_driver	real;
};

static inline int soc_platform_remove(struct platform_device *pdev)
{
	struct platform_driver *real = to_platform_driver(pdev->dev.driver);

	container_of(real, struct soc_platform_driver, real)->remove(pdev);
	return 0;
}

static inline int soc_platform_driver_register(struct soc_platform_driver *drv,
					       struct module *owner)
{
	drv->real.probe = drv->probe;
	drv->real.remove = drv->remove ? soc_platform_remove : NULL;
	drv->real.driver = drv->driver;

	return __platform_driver_register(&drv->real, owner);
}

static inline void soc_platform_driver_unregister(struct soc_platform_driver *drv)
{
	platform_driver_unregister(&drv->real);
}

#undef platform_driver_register
#define platform_driver_register(drv)	soc_platform_driver_register(drv, THIS_MODULE)
#define platform_driver_unregister	soc_platform_driver_unregister
#define platform_driver			soc_platform_driver

#endif /* SOC_PLATFORM_REMOVE_INT */

#endif /* _COMPAT_LINUX_PLATFORM_DEVICE_H */
