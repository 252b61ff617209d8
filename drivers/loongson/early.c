// SPDX-License-Identifier: GPL-2.0-only
/*
 * Early in boot: built in, the kernel's own sched_clock() runs on the counter as well,
 * from before the other CPUs start. Never part of a module.
 *
 * If there may be more than one CPU, the kernel leaves its sched_clock() on jiffies,
 * because it cannot tell whether the CPUs' Count registers are in step.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/init.h>
#include <linux/smp.h>

#include "counter.h"
#include "cpus.h"
#include "early.h"
#include "hw.h"
#include "measure.h"

/* NULL until it is. */
static struct soc_counter *extcc_handed_over __initdata;

/* Problems are reported later, in extcc_init(). */
static bool __init extcc_fit_for_sched_clock(void)
{
	if (!extcc_firmware_rate())
		return false;

	/* Whether packages are in step cannot be checked before the other CPUs are up. */
	if (!extcc_cpus_in_one_package())
		return false;

	return extcc_cpu_usable(smp_processor_id()) && extcc_running();
}

/*
 * Runs before the other CPUs start, as the kernel does not serialise this with its own
 * renewal of sched_clock()'s epoch. There is no other clock yet, so the firmware's rate
 * is the only one. The kernel's sched_clock() keeps it; ours follows the measured one.
 */
static int __init extcc_early_init(void)
{
	struct soc_counter *ctr;

	if (!extcc_fit_for_sched_clock())
		return 0;

	ctr = extcc_counter_describe(extcc_firmware_rate(), false);
	if (!soc_counter_hand_over(ctr))
		extcc_handed_over = ctr;

	return 0;
}
early_initcall(extcc_early_init);

/**
 * extcc_feeds_sched_clock() - was the counter offered to the kernel's sched_clock()?
 *
 * Context: while the kernel boots.
 * Return: true if it was.
 */
bool __init extcc_feeds_sched_clock(void)
{
	return extcc_handed_over;
}

/**
 * extcc_retract() - take the refused counter away from the kernel's sched_clock()
 *
 * Logged if that is impossible.
 *
 * Context: while the kernel boots, after extcc_feeds_sched_clock() has returned true.
 */
void __init extcc_retract(void)
{
	soc_counter_retract(extcc_handed_over);
}
