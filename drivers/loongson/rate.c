// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whether the firmware's rate for the counter can be trusted. Arithmetic only.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/time64.h>

#include "rate.h"

/**
 * extcc_judge_rate() - compare the firmware's rate with what was measured
 * @firmware:	the firmware's rate in Hz; 0: it gives none
 * @from:	the counter and another clock at the beginning
 * @to:		and at the end of the measurement
 *
 * If the firmware gives no rate, the result is 0, which the registration helper refuses:
 * a measurement alone is only as good as the clock that it was made with.
 *
 * Context: any.
 * Return: the verdict and what led to it.
 */
struct extcc_rate extcc_judge_rate(u32 firmware, const struct extcc_point *from,
				   const struct extcc_point *to)
{
	struct extcc_rate rate = {
		.firmware = firmware,
		.used = firmware,
		.verdict = EXTCC_UNCHECKED,
	};
	u64 ticks = to->ticks - from->ticks;
	u64 ns = to->ns - from->ns;
	u64 measured;

	if (!firmware || !ns || (s64)ns < 0)
		return rate;

	rate.unsure = mul_u64_u64_div_u64(from->slack + to->slack, NSEC_PER_SEC, ns);
	if (rate.unsure > EXTCC_CERTAIN_PPB || ticks > U64_MAX >> 24)
		return rate;

	measured = mul_u64_u64_div_u64(ticks, NSEC_PER_SEC, ns);
	if (!measured || measured > U32_MAX)
		return rate;

	rate.measured = measured;
	/* Not div_s64(): its divisor is signed and would be negative from 2^31 Hz on. */
	rate.ppb = div64_s64(((s64)measured - firmware) * NSEC_PER_SEC, firmware);
	rate.verdict = EXTCC_CONFIRMED;
	if (rate.ppb > EXTCC_TRUSTED_PPB || rate.ppb < -EXTCC_TRUSTED_PPB) {
		rate.used = measured;
		rate.verdict = EXTCC_REPLACED;
	}

	return rate;
}
