/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Early in boot, if the driver is built in.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_EARLY_H
#define _LOONGSON_EARLY_H

#include <linux/init.h>
#include <linux/kconfig.h>
#include <linux/types.h>

#if IS_BUILTIN(CONFIG_SOC_LOONGSON_EXTCC)
bool __init extcc_feeds_sched_clock(void);
void __init extcc_retract(void);
#else
static inline bool extcc_feeds_sched_clock(void)
{
	return false;
}

static inline void extcc_retract(void)
{
}
#endif

#endif /* _LOONGSON_EARLY_H */
