// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measures with the host's clock how long the guest's sleeps and delays take: the
 * machine's own clocks cannot show an error that all of them share. The emulated DW APB
 * timer provides the host's clock; see tests/models/qemu/dw_apb.c.
 *
 * insmod fails with EIO if one was too short, or if the best of five was much too long.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/io.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include "../models/qemu/dw_apb_control.h"
#include "control_page.h"

static bool delays;
module_param(delays, bool, 0444);
MODULE_PARM_DESC(delays, "measure udelay() as well: it uses a timer");

static unsigned int late_us = 8000;
module_param(late_us, uint, 0444);
MODULE_PARM_DESC(late_us, "largest accepted lateness of the best of five, in us (default 8000)");

#define TRIES		5

/* The rates of both clocks are 32-bit constants. */
#define ROUNDING_PPM	10

static void __iomem *model;

static u64 host_ns(void)
{
	u32 low, high;

	preempt_disable();
	low = readl(model + DW_APB_CONTROL_HOST_LOW);
	high = readl(model + DW_APB_CONTROL_HOST_HIGH);
	preempt_enable();

	return (u64)high << 32 | low;
}

static void sleep_us(unsigned int us)
{
	ktime_t time = ns_to_ktime(us * (u64)NSEC_PER_USEC);

	set_current_state(TASK_UNINTERRUPTIBLE);
	schedule_hrtimeout(&time, HRTIMER_MODE_REL);
}

/* Some architectures limit udelay() to 2000 us. */
static void delay_us(unsigned int us)
{
	unsigned int part;

	for (; us; us -= part) {
		part = min(us, 1000u);
		udelay(part);
	}
}

static int measure(const char *what, void (*wait)(unsigned int us), unsigned int us)
{
	s64 late, most = S64_MIN, least = S64_MAX;
	unsigned int try;
	u64 begin;

	for (try = 0; try < TRIES; try++) {
		begin = host_ns();
		wait(us);
		late = host_ns() - begin - us * 1000ULL;
		most = max(most, late);
		least = min(least, late);
	}
	pr_info("CPU%u: %s of %u us: %lld to %lld ns late on the host's clock\n",
		raw_smp_processor_id(), what, us, least, most);

	if (least < -(s64)(us / 1000 * ROUNDING_PPM + 1) || least > late_us * 1000LL)
		return -EIO;
	return 0;
}

static long measure_all(void *unused)
{
	static const unsigned int times[] = { 100, 1000, 10000, 200000 };
	unsigned int i;
	int ret = 0;

	for (i = 0; i < ARRAY_SIZE(times); i++)
		if (measure("sleep", sleep_us, times[i]))
			ret = -EIO;
	for (i = 0; delays && i < 2; i++)
		if (measure("delay", delay_us, times[i]))
			ret = -EIO;

	return ret;
}

static int __init host_clock_init(void)
{
	unsigned int cpu;
	int ret;

	ret = control_map(&model);
	if (ret)
		return ret;

	cpus_read_lock();
	for_each_online_cpu(cpu)
		if (work_on_cpu(cpu, measure_all, NULL))
			ret = -EIO;
	cpus_read_unlock();
	iounmap(model);
	pr_info("%sas it must be\n", ret ? "not " : "");

	return ret;
}
module_init(host_clock_init);

static void __exit host_clock_exit(void)
{
}
module_exit(host_clock_exit);

MODULE_DESCRIPTION("Measures sleeps and delays with the host's clock");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
