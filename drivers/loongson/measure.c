// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counter's rate: from the firmware, and measured against the kernel's timekeeping.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/limits.h>
#include <linux/timekeeping.h>
#include <loongson.h>

#include "hw.h"
#include "measure.h"

/**
 * extcc_firmware_rate() - the counter's rate according to the firmware
 *
 * The counter runs at the rate that the firmware gives for a core's highest clock.
 *
 * Context: any.
 * Return: the rate in Hz; 0: the firmware gives none.
 */
u32 extcc_firmware_rate(void)
{
	return cpu_clock_freq;
}

/* The best of several attempts: the one with the least delay between its readings. */
static struct extcc_point extcc_sample(void)
{
	struct extcc_point best = { .slack = U64_MAX };
	u64 before, ticks, after;
	unsigned long flags;
	unsigned int i;

	for (i = 0; i < 32; i++) {
		local_irq_save(flags);
		before = ktime_get_raw_ns();
		ticks = soc_rdhwr_extcc();
		after = ktime_get_raw_ns();
		local_irq_restore(flags);

		if (after - before >= best.slack)
			continue;
		best = (struct extcc_point) {
			.ticks = ticks,
			.ns = before + (after - before) / 2,
			.slack = after - before,
		};
	}
	best.slack = best.slack / 2 + ktime_get_resolution_ns();

	return best;
}

/**
 * extcc_measure_rate() - compare the firmware's rate with the current clocksource
 * @ms: for how long; 0: not at all
 *
 * Context: process, sleeps.
 * Return: the rate.
 */
struct extcc_rate extcc_measure_rate(unsigned int ms)
{
	struct extcc_point from = {}, to = {};

	if (ms && extcc_firmware_rate()) {
		from = extcc_sample();
		msleep(ms);
		to = extcc_sample();
	}

	return extcc_judge_rate(extcc_firmware_rate(), &from, &to);
}
