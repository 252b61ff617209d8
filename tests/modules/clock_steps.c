// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measures the resolution of the kernel's sched_clock and of the system clock: reads
 * each for a while, counts its steps and finds the smallest.
 *
 * insmod fails with EIO if one never advanced or went backwards. The module has
 * nothing to do afterwards.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/timekeeping.h>
#include <soc-timers/sched_clock.h>

static unsigned int ms = 200;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "how long to read each clock, in ms (default 200)");

static u64 kernels_clock(void)
{
	return sched_clock();
}

/* Reads in rounds: the time limit is checked on another, slower clock. */
static int clock_steps(const char *name, u64 (*read)(void))
{
	u64 end = ktime_get_ns() + (u64)ms * NSEC_PER_MSEC;
	u64 reads = 0, steps = 0, smallest = U64_MAX;
	u64 last = read(), now;
	unsigned int i;

	while (ktime_get_ns() < end) {
		for (i = 0; i < 100; i++, reads++) {
			now = read();
			if (now == last)
				continue;
			if (now < last) {
				pr_err("%s: %llu ns after %llu\n", name, now, last);
				return -EIO;
			}
			smallest = min(smallest, now - last);
			steps++;
			last = now;
		}
		cond_resched();
	}
	if (!steps) {
		pr_err("%s: did not advance for %u ms\n", name, ms);
		return -EIO;
	}
	pr_info("%s: %llu steps in %llu readings, the smallest %llu ns\n", name, steps, reads,
		smallest);

	return 0;
}

static int __init clock_steps_init(void)
{
	int err;

	soc_sched_clock_get();
	err = clock_steps("sched_clock", kernels_clock) ?:
	      clock_steps("soc_sched_clock", soc_sched_clock);
	soc_sched_clock_put();

	return err;
}
module_init(clock_steps_init);

static void __exit clock_steps_exit(void)
{
}
module_exit(clock_steps_exit);

MODULE_DESCRIPTION("Measures the resolution of the clocks");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_IMPORT_NS(SOC_TIMERS_NS);
