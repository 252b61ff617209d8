/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whether the firmware's rate for the counter can be trusted. Arithmetic only.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_RATE_H
#define _LOONGSON_RATE_H

#include <linux/types.h>

/* The firmware's rate is not used if it is further off than this. */
#define EXTCC_TRUSTED_PPB	(500 * 1000)

/* A measurement less certain than this is ignored. */
#define EXTCC_CERTAIN_PPB	(100 * 1000)

/**
 * struct extcc_point - the counter and another clock at the same time
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
 * @EXTCC_CONFIRMED: right within 500 ppm: used
 * @EXTCC_REPLACED: wrong: the measured one is used
 */
enum extcc_verdict {
	EXTCC_UNCHECKED,
	EXTCC_CONFIRMED,
	EXTCC_REPLACED,
};

/**
 * struct extcc_rate - the counter's rate
 * @firmware: from the firmware, in Hz; 0: it gives none
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

#endif /* _LOONGSON_RATE_H */
