// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loongson ExtCC: the firmware's rate against another clock, and the counters of
 * the CPUs against each other.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "check.h"
#include "hw.h"

/**
 * extcc_judge_rate() - compare the firmware's rate with what was measured
 * @firmware:	the firmware's rate in Hz; 0: it says none
 * @from:	the counter and another clock at the beginning
 * @to:		and at the end of the measurement
 *
 * A firmware that says nothing gets no help: its 0 is what is used then, for the
 * registration helper to refuse.
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
	rate.ppb = div_s64(((s64)measured - firmware) * NSEC_PER_SEC, firmware);
	rate.verdict = EXTCC_CONFIRMED;
	if (rate.ppb > EXTCC_TRUSTED_PPB || rate.ppb < -EXTCC_TRUSTED_PPB) {
		rate.used = measured;
		rate.verdict = EXTCC_REPLACED;
	}

	return rate;
}

/**
 * extcc_step_init() - before CPUs compare their counters
 * @step: what they share
 */
void extcc_step_init(struct extcc_step *step)
{
	*step = (struct extcc_step) { .last_cpu = UINT_MAX };
	raw_spin_lock_init(&step->lock);
}

/**
 * extcc_step_read() - one reading by one CPU
 * @step: shared with the other CPUs
 * @cpu: that calls
 *
 * The lock puts the readings in an order; a counter that is ahead shows when the
 * next CPU reads less. To be called many times by all CPUs at once.
 *
 * Context: any, but interrupts of the same CPU must not call it.
 */
void extcc_step_read(struct extcc_step *step, unsigned int cpu)
{
	u64 now;

	raw_spin_lock(&step->lock);
	now = soc_rdhwr_extcc();
	if (step->last_cpu == UINT_MAX)
		step->last = now;
	else if (step->last_cpu != cpu)
		step->turns++;
	if ((s64)(now - step->last) < 0)
		step->behind = max(step->behind, step->last - now);
	else
		step->last = now;
	step->last_cpu = cpu;
	raw_spin_unlock(&step->lock);
}
