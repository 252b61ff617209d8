/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * platform_driver.remove returns void. On older kernels the member that does is called
 * remove_new. There, this header renames everything called remove in the source file
 * that includes it; using a member of that name in any other structure is a compiler
 * error.
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

#endif /* _COMPAT_LINUX_PLATFORM_DEVICE_H */
