/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whether the counters of several CPUs are in step, and which CPUs share one.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_STEP_H
#define _LOONGSON_STEP_H

#include <linux/spinlock.h>
#include <linux/types.h>

/**
 * struct extcc_step - whether the counters of all CPUs are in step
 * @lock: held by the CPU that reads its counter
 * @last: the latest reading of any CPU
 * @behind: how far at most a later reading was behind, in ticks
 * @turns: how many times the next reading was made by another CPU
 * @last_cpu: CPU that made the last reading
 */
struct extcc_step {
	raw_spinlock_t lock;
	u64 last;
	u64 behind;
	unsigned int turns;
	unsigned int last_cpu;
};

/**
 * struct extcc_packages - whether cores are in several packages
 * @cores: how many were added
 * @first: package of the first one
 * @several: there is another package
 */
struct extcc_packages {
	unsigned int cores;
	unsigned int first;
	bool several;
};

void extcc_step_init(struct extcc_step *step);
void extcc_step_read(struct extcc_step *step, unsigned int cpu);
void extcc_packages_add(struct extcc_packages *p, unsigned int core);

#endif /* _LOONGSON_STEP_H */
