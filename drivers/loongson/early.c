// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loongson ExtCC, built in: the kernel's own clock runs on the counter as well, from
 * before the other CPUs start. Never part of a module.
 *
 * Where there may be more than one CPU the kernel leaves its sched_clock on jiffies,
 * as it can't tell whether the CPUs' Count registers are in step.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/init.h>
#include <linux/sched_clock.h>
#include <linux/smp.h>
#include <asm/cpu-info.h>

#include "glue.h"

static bool extcc_fed __initdata;

static bool __init extcc_fit_for_kernel_clock(void)
{
	if (!extcc_firmware_rate())
		return false;

	/* Not known to be in step before the other CPUs are there to be asked. */
	if (extcc_several_packages())
		return false;

	if (!extcc_force && extcc_core(boot_cpu_data.processor_id) != EXTCC_PRESENT)
		return false;

	return extcc_running();
}

/*
 * Early enough to be alone: the kernel has nothing against its own renewal of the
 * epoch on another CPU. Whatever is wrong is for extcc_init() to say.
 */
static int __init extcc_early_init(void)
{
	if (!extcc_fit_for_kernel_clock())
		return 0;

	sched_clock_register(extcc_counter_read, EXTCC_BITS, extcc_firmware_rate());
	extcc_fed = true;

	return 0;
}
early_initcall(extcc_early_init);

/**
 * extcc_feeds_kernel_clock() - was the counter given to the kernel's clock?
 *
 * Context: while the kernel boots.
 * Return: true if so.
 */
bool __init extcc_feeds_kernel_clock(void)
{
	return extcc_fed;
}
