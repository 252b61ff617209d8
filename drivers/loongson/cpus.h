/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whether the CPUs of this machine have the counter, and whether it is in step.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_CPUS_H
#define _LOONGSON_CPUS_H

#include <linux/types.h>

bool extcc_cpu_usable(unsigned int cpu);
bool extcc_cpus_in_one_package(void);
int extcc_check_cpus(void);
int extcc_check_step(void);

#endif /* _LOONGSON_CPUS_H */
