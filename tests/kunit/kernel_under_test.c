// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's sched_clock() on the system clock, compiled a second time by other names,
 * with a system clock of its own.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SYSTEM_IS_KERNELS
#define soc_clock_is_kernels()	true

#include "kernel_seam.h"
#include "system_under_test.c"

/* Before anything in them is renamed. */
#include <linux/init.h>
#include <linux/moduleparam.h>
#include <linux/sched/clock.h>
#include <linux/string.h>
#include <../kernel/time/timekeeping.h>

#include "module_macros.h"

#define sched_clock			kernel_sched_clock
#define sched_clock_noinstr		kernel_sched_clock_noinstr
#define sched_clock_read_begin		kernel_read_begin
#define sched_clock_read_retry		kernel_read_retry
#define sched_clock_register		kernel_register
#define generic_sched_clock_init	kernel_init
#define sched_clock_suspend		kernel_suspend
#define sched_clock_resume		kernel_resume
#undef enable_sched_clock_irqtime
#define enable_sched_clock_irqtime	kernel_fake_irqtime
#undef disable_sched_clock_irqtime
#define disable_sched_clock_irqtime	kernel_fake_no_irqtime

#undef pr_fmt

#include "../../drivers/sched_clock/kernel.c"

unsigned int kernel_irqtime_enabled;

void kernel_fake_irqtime(void)
{
	kernel_irqtime_enabled++;
}

void kernel_fake_no_irqtime(void)
{
	kernel_irqtime_enabled = 0;
}

void kernel_follow_demotion(void)
{
	flush_work(&demotion_work);
}

static_assert(SLOTS == KERNEL_COUNTERS);

void kernel_boot(int irqtime_param)
{
	if (started)
		hrtimer_cancel(&epoch_timer);
	started = false;
	users = 0;
	soc_clock_init(&soc_system_clock, ktime_get_mono_fast_ns);
	memset(slots, 0, sizeof(slots));
	irqtime = irqtime_param;
	kernel_irqtime_enabled = 0;
	/* Not high yet. */
	system_seam = (struct system_seam) { .resolution = NSEC_PER_SEC / 100 };
}
