// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counts the cost of a driver of the Exynos MCT, any driver: accesses to the local
 * timers' registers per oneshot event. The emulator counts; see mct_errata.c.
 *
 * A timer fires over and over on every CPU: each time an interrupt and the next event,
 * and hardly anything else. insmod fails with EIO if too few events were counted for a
 * verdict, or if they took more accesses than the parameter "most" allows.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/hrtimer.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "control_page.h"

static unsigned int events = 400;
module_param(events, uint, 0444);
MODULE_PARM_DESC(events, "number of events on each CPU (default 400)");

static unsigned int most;
module_param(most, uint, 0444);
MODULE_PARM_DESC(most, "limit of accesses per event, in tenths (default 0: no limit)");

#define PERIOD_NS		(2 * NSEC_PER_MSEC)

#define CONTROL_CLEAR		4
#define CONTROL_WRITTEN		0x800

/* Offsets of the local timers in the block, and of the registers in one of them. */
#define LOCAL(cpu)		(0x300 + 0x100 * (cpu))
#define LOCAL_SIZE		0x44
#define LOCAL_ICNTB		0x08
#define LOCAL_INT_CSTAT		0x30
#define LOCAL_TIMERS		2

struct repeat {
	struct hrtimer		timer;
	struct completion	done;
	unsigned int		left;
};

static DEFINE_PER_CPU(struct repeat, repeats);

static enum hrtimer_restart repeat_again(struct hrtimer *timer)
{
	struct repeat *r = container_of(timer, struct repeat, timer);

	if (!--r->left) {
		complete(&r->done);
		return HRTIMER_NORESTART;
	}
	hrtimer_forward_now(timer, ns_to_ktime(PERIOD_NS));

	return HRTIMER_RESTART;
}

static void repeat_start(void *unused)
{
	struct repeat *r = this_cpu_ptr(&repeats);

	hrtimer_start(&r->timer, ns_to_ktime(PERIOD_NS), HRTIMER_MODE_REL_PINNED);
}

static void let_it_tick(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		struct repeat *r = per_cpu_ptr(&repeats, cpu);

		init_completion(&r->done);
		r->left = events;
		hrtimer_setup(&r->timer, repeat_again, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED);
	}
	on_each_cpu(repeat_start, NULL, 1);
	for_each_online_cpu(cpu)
		wait_for_completion(&per_cpu_ptr(&repeats, cpu)->done);
	for_each_online_cpu(cpu)
		hrtimer_cancel(&per_cpu_ptr(&repeats, cpu)->timer);
}

/* Reading does not change the counts, but a tick may come in between. */
static int report(void __iomem *counts)
{
	u32 reads = 0, writes = 0, programmed = 0, interrupts = 0, expected, tenths;
	unsigned int timer, reg;

	for (timer = 0; timer < LOCAL_TIMERS; timer++) {
		void __iomem *local = counts + LOCAL(timer);

		for (reg = 0; reg < LOCAL_SIZE; reg += 4) {
			reads += readl(local + reg);
			writes += readl(local + CONTROL_WRITTEN + reg);
		}
		programmed += readl(local + CONTROL_WRITTEN + LOCAL_ICNTB);
		interrupts += readl(local + CONTROL_WRITTEN + LOCAL_INT_CSTAT);
	}

	/* One interrupt may have served the tick as well. */
	expected = events * num_online_cpus() / 10 * 9;
	if (programmed < expected || interrupts < expected) {
		pr_err("%u events and %u interrupts counted, at least %u expected; check that the model at 0x%lx counts\n",
		       programmed, interrupts, expected, control);
		return -EIO;
	}

	tenths = DIV_ROUND_CLOSEST((reads + writes) * 10, programmed);
	pr_info("accesses per oneshot event: %u.%u (%u events, %u interrupts, %u reads, %u writes)\n",
		tenths / 10, tenths % 10, programmed, interrupts, reads, writes);
	if (!most || tenths <= most)
		return 0;

	pr_err("more than the limit of %u.%u\n", most / 10, most % 10);
	return -EIO;
}

static int __init mct_accesses_init(void)
{
	void __iomem *model;
	int ret;

	ret = control_map(&model);
	if (ret)
		return ret;

	cpus_read_lock();
	writel(CONTROL_CLEAR, model);
	let_it_tick();
	ret = report(model);
	cpus_read_unlock();
	iounmap(model);

	return ret;
}
module_init(mct_accesses_init);

static void __exit mct_accesses_exit(void)
{
}
module_exit(mct_accesses_exit);

MODULE_DESCRIPTION("Counts accesses to the Exynos MCT's local timers");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
