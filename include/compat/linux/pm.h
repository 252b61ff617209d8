/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Operations for system sleep that need no #ifdef, which Linux 5.17 added
 * (1a3c7bb08826).
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include_next <linux/pm.h>

#ifndef _COMPAT_LINUX_PM_H
#define _COMPAT_LINUX_PM_H

#include <linux/kconfig.h>
#include <linux/stddef.h>

#ifndef pm_sleep_ptr
#define pm_sleep_ptr(ops)	(IS_ENABLED(CONFIG_PM_SLEEP) ? (ops) : NULL)
#endif

/* Empty without CONFIG_PM_SLEEP, where the compiler may then warn of unused functions. */
#ifndef NOIRQ_SYSTEM_SLEEP_PM_OPS
#define NOIRQ_SYSTEM_SLEEP_PM_OPS	SET_NOIRQ_SYSTEM_SLEEP_PM_OPS
#endif

#endif /* _COMPAT_LINUX_PM_H */
