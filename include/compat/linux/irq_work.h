/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * IRQ_WORK_INIT(), which Linux 5.11 added (7a9f50a05843).
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include_next <linux/irq_work.h>

#ifndef _COMPAT_LINUX_IRQ_WORK_H
#define _COMPAT_LINUX_IRQ_WORK_H

#ifndef IRQ_WORK_INIT
#define IRQ_WORK_INIT(function)	{ .func = (function) }
#endif

#endif /* _COMPAT_LINUX_IRQ_WORK_H */
