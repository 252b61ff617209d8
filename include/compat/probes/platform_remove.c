// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: return type of platform_driver.remove (void or int)
 *
 * Linux 6.3 added .remove_new, which returns void (5c5a7680e67b); 6.11 made
 * .remove the same (0edb555a65d1), 6.13 dropped .remove_new (e70140ba0d2b).
 *	SOC_PLATFORM_REMOVE_VOID	6.11 and later
 *	SOC_PLATFORM_REMOVE_NEW		6.3 to 6.10, also 6.1.30 and later
 *	SOC_PLATFORM_REMOVE_INT		before
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/platform_device.h>

static void __maybe_unused remove_void(struct platform_device *pdev)
{
}

static int __maybe_unused remove_int(struct platform_device *pdev)
{
	return 0;
}

#if defined(SOC_PLATFORM_REMOVE_VOID)

static struct platform_driver probe __maybe_unused = {
	.remove		= remove_void,
};

#elif defined(SOC_PLATFORM_REMOVE_NEW)

static struct platform_driver probe __maybe_unused = {
	.remove		= remove_int,
	.remove_new	= remove_void,
};

#elif defined(SOC_PLATFORM_REMOVE_INT)

/* A member of that name, if the kernel has one, makes the structure larger. */
struct members {
	int	(*probe)(struct platform_device *pdev);
	int	(*remove)(struct platform_device *pdev);
};

static struct platform_driver probe __maybe_unused = {
	.remove		= remove_int,
};

static_assert(offsetof(struct platform_driver, shutdown) == sizeof(struct members));

#endif
