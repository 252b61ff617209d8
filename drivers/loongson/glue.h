/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the Loongson ExtCC driver's kernel glue offer each other.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_GLUE_H
#define _LOONGSON_GLUE_H

#include <linux/clocksource.h>
#include <linux/init.h>
#include <linux/kconfig.h>

#include "check.h"
#include "hw.h"

#define EXTCC_NAME	"soc-extcc"

/*
 * Below the 200 to 299 of the kernel's clocksource on the CPU's Count register,
 * which user space can read by itself, in the vDSO. For ours it would have to
 * enter the kernel: a finer clock, but several times slower to read. Above
 * jiffies, so that it is the next best when the kernel drops Count because the
 * CPU changes its frequency.
 */
#define EXTCC_RATING_ENTERED	190

/* Above Count, where the vDSO reads ours as well. */
#define EXTCC_RATING_VDSO	350

#ifdef CONFIG_SOC_LOONGSON_EXTCC_VDSO
#define EXTCC_RATING		EXTCC_RATING_VDSO
#define EXTCC_VDSO_MODE		VDSO_CLOCKMODE_SOC_EXTCC
#else
#define EXTCC_RATING		EXTCC_RATING_ENTERED
#define EXTCC_VDSO_MODE		VDSO_CLOCKMODE_NONE
#endif

extern bool extcc_force;

u64 extcc_counter_read(void);
int extcc_counter_register(u32 rate);
int extcc_counter_unregister(void);

u32 extcc_firmware_rate(void);
bool extcc_several_packages(void);
int extcc_check_cores(bool force);
int extcc_check_step(void);
struct extcc_rate extcc_check_rate(unsigned int ms);

void extcc_debugfs_create(const struct extcc_rate *rate);
void extcc_debugfs_remove(void);

#if IS_BUILTIN(CONFIG_SOC_LOONGSON_EXTCC)
bool __init extcc_feeds_kernel_clock(void);
#else
static inline bool extcc_feeds_kernel_clock(void)
{
	return false;
}
#endif

#endif /* _LOONGSON_GLUE_H */
