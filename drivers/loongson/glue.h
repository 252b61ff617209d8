/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the Loongson ExtCC driver's kernel glue offer each other.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_GLUE_H
#define _LOONGSON_GLUE_H

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
#define EXTCC_RATING	190

int extcc_counter_register(u32 rate);
int extcc_counter_unregister(void);

int extcc_check_cores(bool force);
int extcc_check_step(void);
struct extcc_rate extcc_check_rate(unsigned int ms);

void extcc_debugfs_create(const struct extcc_rate *rate);
void extcc_debugfs_remove(void);

#endif /* _LOONGSON_GLUE_H */
