// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exercises the timers of all CPUs and reads from the emulated DW APB timer what happened:
 * lost events, spurious interrupts, accesses per event. It works with any driver of the
 * block; see tests/models/qemu/dw_apb.c.
 *
 * A periodic timer runs on every CPU. insmod fails with EIO if a period was missed, if the
 * block counted a lost event or a spurious interrupt, or if it counted too few events for a
 * verdict.
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

#include "../models/qemu/dw_apb_control.h"
#include "control_page.h"

static unsigned int events = 1000;
module_param(events, uint, 0444);
MODULE_PARM_DESC(events, "number of periods on each CPU (default 1000)");

static unsigned int hz = 1000;
module_param(hz, uint, 0444);
MODULE_PARM_DESC(hz, "periods per second (default 1000)");

#define CHANNELS	8
#define CHANNEL_REGS	5
#define REG_VALUE	1

/* Only the counts of the channels are mapped, not their registers. */
struct counts {
	u32 expired, lost, dropped, taken, spurious;
	u32 clock_reads;
	u32 reads, writes;
};

struct repeat {
	struct hrtimer		timer;
	struct completion	done;
	unsigned int		called;
	u64			periods;
};

static DEFINE_PER_CPU(struct repeat, repeats);

static ktime_t period(void)
{
	return ns_to_ktime(NSEC_PER_SEC / hz);
}

static enum hrtimer_restart repeat_again(struct hrtimer *timer)
{
	struct repeat *r = container_of(timer, struct repeat, timer);

	r->called++;
	r->periods += hrtimer_forward_now(timer, period());
	if (r->periods >= events) {
		complete(&r->done);
		return HRTIMER_NORESTART;
	}

	return HRTIMER_RESTART;
}

static void repeat_start(void *unused)
{
	struct repeat *r = this_cpu_ptr(&repeats);

	hrtimer_start(&r->timer, period(), HRTIMER_MODE_REL_PINNED);
}

/* After a lost event it takes minutes until the timer fires again, if it ever does. */
static int wait_for(struct repeat *r)
{
	unsigned long limit = msecs_to_jiffies(10000 + 2000 * (events / hz));

	return wait_for_completion_timeout(&r->done, limit) ? 0 : -EIO;
}

static int let_it_tick(void)
{
	unsigned int cpu;
	int ret = 0;

	for_each_online_cpu(cpu) {
		struct repeat *r = per_cpu_ptr(&repeats, cpu);

		init_completion(&r->done);
		hrtimer_setup(&r->timer, repeat_again, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED);
	}
	on_each_cpu(repeat_start, NULL, 1);
	for_each_online_cpu(cpu) {
		struct repeat *r = per_cpu_ptr(&repeats, cpu);

		if (wait_for(r)) {
			pr_err("CPU%u: its timer stopped after %llu of %u periods\n", cpu,
			       r->periods, events);
			ret = -EIO;
		}
		hrtimer_cancel(&r->timer);
		pr_info("CPU%u: %llu periods of %u ns, %u interrupts\n", cpu, r->periods,
			(unsigned int)NSEC_PER_SEC / hz, r->called);
	}

	return ret;
}

static struct counts read_counts(void __iomem *channel)
{
	struct counts c = {
		.expired	= readl(channel + DW_APB_CONTROL_EXPIRED),
		.lost		= readl(channel + DW_APB_CONTROL_LOST),
		.dropped	= readl(channel + DW_APB_CONTROL_DROPPED),
		.taken		= readl(channel + DW_APB_CONTROL_TAKEN),
		.spurious	= readl(channel + DW_APB_CONTROL_SPURIOUS),
		.clock_reads	= readl(channel + DW_APB_CONTROL_READS + 4 * REG_VALUE),
	};
	unsigned int reg;

	for (reg = 0; reg < CHANNEL_REGS; reg++) {
		c.reads += readl(channel + DW_APB_CONTROL_READS + 4 * reg);
		c.writes += readl(channel + DW_APB_CONTROL_WRITES + 4 * reg);
	}
	c.reads -= c.clock_reads;

	return c;
}

static void report_channel(unsigned int channel, const struct counts *c)
{
	u32 tenths;

	if (c->clock_reads)
		pr_info("channel %u: %u readings of its counter\n", channel, c->clock_reads);
	if (!c->taken)
		return;

	tenths = DIV_ROUND_CLOSEST((c->reads + c->writes) * 10, c->taken);
	pr_info("channel %u: %u.%u accesses per event (%u reads, %u writes); events: %u, taken %u, lost %u, dropped %u, spurious %u\n",
		channel, tenths / 10, tenths % 10, c->reads, c->writes, c->expired, c->taken,
		c->lost, c->dropped, c->spurious);
}

/* Reading does not change the counts, but a tick may come in between. */
static int report(void __iomem *model)
{
	u32 taken = 0, lost = 0, spurious = 0, interrupts = 0;
	unsigned int channel, cpu;

	for (channel = 0; channel < CHANNELS; channel++) {
		struct counts c = read_counts(model + DW_APB_CONTROL_CHANNEL(channel));

		report_channel(channel, &c);
		taken += c.taken;
		lost += c.lost;
		spurious += c.spurious;
	}
	for_each_online_cpu(cpu)
		interrupts += per_cpu_ptr(&repeats, cpu)->called;

	/*
	 * One event may have served all CPUs, and a CPU that is awake needs no broadcast.
	 */
	if (taken < interrupts / num_online_cpus() / 2) {
		pr_err("%u events counted for %u interrupts: check that the block drives the tick and that the model at 0x%lx counts\n",
		       taken, interrupts, control);
		return -EIO;
	}
	pr_info("%u events, %u lost, %u spurious interrupts\n", taken, lost, spurious);

	return lost || spurious ? -EIO : 0;
}

static int __init dw_apb_events_init(void)
{
	void __iomem *model;
	int ret;

	if (!hz || !events) {
		pr_err("hz=0 or events=0: nothing to count\n");
		return -EINVAL;
	}
	ret = control_map(&model);
	if (ret)
		return ret;

	cpus_read_lock();
	writel(DW_APB_CONTROL_CLEAR, model + DW_APB_CONTROL_COMMAND);
	ret = let_it_tick();
	if (report(model))
		ret = -EIO;
	cpus_read_unlock();
	iounmap(model);
	pr_info("%sas it must be\n", ret ? "not " : "");

	return ret;
}
module_init(dw_apb_events_init);

static void __exit dw_apb_events_exit(void)
{
}
module_exit(dw_apb_events_exit);

MODULE_DESCRIPTION("Counts lost events and spurious interrupts of a DW APB timer");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
