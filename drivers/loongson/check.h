/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a Loongson's counter and its firmware say is not taken on trust.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_CHECK_H
#define _LOONGSON_CHECK_H

#include <linux/spinlock.h>
#include <linux/types.h>

/* The firmware's rate is not used if it is further off than this. */
#define EXTCC_TRUSTED_PPB	(500 * 1000)

/* A measurement less certain than this says nothing. */
#define EXTCC_CERTAIN_PPB	(100 * 1000)

/**
 * struct extcc_point - the counter and another clock at one time
 * @ticks: the counter
 * @ns: the other clock at that time
 * @slack: how far off @ns may be, either way, in ns
 */
struct extcc_point {
	u64 ticks;
	u64 ns;
	u64 slack;
};

/**
 * enum extcc_verdict - what became of the firmware's rate
 * @EXTCC_UNCHECKED: nothing to compare it with: used as it is
 * @EXTCC_CONFIRMED: it is right within 500 ppm: used
 * @EXTCC_REPLACED: it is wrong: the measured one is used
 */
enum extcc_verdict {
	EXTCC_UNCHECKED,
	EXTCC_CONFIRMED,
	EXTCC_REPLACED,
};

/**
 * struct extcc_rate - the counter's rate
 * @firmware: as the firmware says, in Hz
 * @measured: by another clock, in Hz; 0 if that was not possible
 * @used: the one in use, in Hz
 * @ppb: how much higher @measured is than @firmware, in parts per billion
 * @unsure: how far off @ppb may be, either way
 * @verdict: see enum extcc_verdict
 */
struct extcc_rate {
	u32 firmware;
	u32 measured;
	u32 used;
	s64 ppb;
	u64 unsure;
	enum extcc_verdict verdict;
};

struct extcc_rate extcc_judge_rate(u32 firmware, const struct extcc_point *from,
				   const struct extcc_point *to);

/**
 * struct extcc_step - whether the counters of all CPUs are in step
 * @lock: whoever has it reads its counter
 * @last: the latest reading of any CPU
 * @behind: how far a later reading was behind, at most, in ticks
 * @turns: how often the next reading was made by another CPU
 * @last_cpu: who made the last one
 */
struct extcc_step {
	raw_spinlock_t lock;
	u64 last;
	u64 behind;
	unsigned int turns;
	unsigned int last_cpu;
};

void extcc_step_init(struct extcc_step *step);
void extcc_step_read(struct extcc_step *step, unsigned int cpu);

#endif /* _LOONGSON_CHECK_H */
