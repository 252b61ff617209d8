// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC timers, the early form: built into a kernel in place of its own driver, as
 * its only timers. Never part of a module.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/clk.h>
#include <linux/clockchips.h>
#include <linux/clocksource.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/of.h>
#include <linux/of_irq.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/sched_clock.h>
#include <linux/smp.h>
#include <linux/time64.h>

#include "node.h"

/* Counters: they count and feed the kernel's clock from now on ... */

static u32 arc_early_rate[ARC_TIMER1 + 1];
static u32 arc_event_rate;

static int __init arc_early_counter(struct device_node *np, enum arc_counter which)
{
	struct clk *clk;
	int err;

	if (arc_early_rate[which]) {
		pr_err("%pOF: %s is in use for another node: disable one\n", np,
		       arc_counter_name(which));
		return -EBUSY;
	}
	err = arc_node_check(np, which);
	if (err)
		return err;
	err = arc_node_clock(np, &clk, &arc_early_rate[which]);
	if (err)
		return err;

	arc_counter_start(which);
	sched_clock_register(arc_counter_reader(which), arc_counter_bits(which),
			     arc_early_rate[which]);

	return 0;
}

/* ... and become clocksources when there are mutexes and memory. */
static int __init arc_register_counters(void)
{
	unsigned int which, registered = 0;

	for (which = 0; which < ARRAY_SIZE(arc_early_rate); which++) {
		if (!arc_early_rate[which] ||
		    arc_counter_register(which, arc_early_rate[which], false))
			continue;
		registered++;
		pr_info("soc-arc-timers: full: clocksource %s, %u bits at %u Hz, rating %d\n",
			arc_counter_name(which), arc_counter_bits(which), arc_early_rate[which],
			arc_counter_rating(which, false));
	}
	if (arc_event_rate && !registered)
		pr_warn("soc-arc-timers: no counter: time goes by jiffies, in steps of %lu ms\n",
			MSEC_PER_SEC / HZ);

	return 0;
}
core_initcall(arc_register_counters);

/*
 * The CPU's number is the core's, as the kernel has it. Hotplug takes one CPU at a
 * time, so this one is alone.
 */
static int arc_gfrc_starting(unsigned int cpu)
{
	arc_gfrc_halt_with(cpu, true);
	return 0;
}

static int arc_gfrc_dying(unsigned int cpu)
{
	arc_gfrc_halt_with(cpu, false);
	return 0;
}

static int __init arc_early_gfrc(struct device_node *np)
{
	int err = arc_early_counter(np, ARC_GFRC);

	/* This CPU may have come through arc_event_starting() before. */
	if (!err)
		arc_gfrc_starting(smp_processor_id());

	return err;
}

static int __init arc_early_rtc(struct device_node *np)
{
	return arc_early_counter(np, ARC_RTC);
}

/* Timer 0 */

#define ARC_EVENT_RATING	300

/* Three registers are written, and an interrupt is taken: nothing nearer makes sense. */
#define ARC_EVENT_NEAREST_NS	1000
#define ARC_EVENT_NEAREST_TICKS	16

static DEFINE_PER_CPU(struct clock_event_device, arc_events);
static int arc_event_irq;

static int arc_event_next(unsigned long ticks, struct clock_event_device *ced)
{
	arc_timer0_program(ticks);
	return 0;
}

static int arc_event_periodic(struct clock_event_device *ced)
{
	arc_timer0_program(DIV_ROUND_CLOSEST(arc_event_rate, HZ));
	return 0;
}

static int arc_event_stop(struct clock_event_device *ced)
{
	arc_timer0_stop();
	return 0;
}

/* Until the kernel uses the device. */
static void arc_event_ignore(struct clock_event_device *ced)
{
}

/*
 * ARC's interrupt controller has its per-CPU interrupts delivered without the
 * per-CPU data that was requested with them.
 */
static irqreturn_t arc_event_isr(int irq, void *unused)
{
	struct clock_event_device *ced = this_cpu_ptr(&arc_events);

	arc_timer0_acknowledge(clockevent_state_periodic(ced));
	ced->event_handler(ced);

	return IRQ_HANDLED;
}

static int arc_event_starting(unsigned int cpu)
{
	struct clock_event_device *ced = this_cpu_ptr(&arc_events);
	u32 nearest = max_t(u32, arc_event_rate / (NSEC_PER_SEC / ARC_EVENT_NEAREST_NS),
			    ARC_EVENT_NEAREST_TICKS);

	arc_timer0_stop();
	*ced = (struct clock_event_device) {
		.name				= "soc-arc-timer0",
		.rating				= ARC_EVENT_RATING,
		.features			= CLOCK_EVT_FEAT_ONESHOT |
						  CLOCK_EVT_FEAT_PERIODIC |
						  CLOCK_EVT_FEAT_PERCPU,
		.cpumask			= cpumask_of(cpu),
		.irq				= arc_event_irq,
		.event_handler			= arc_event_ignore,
		.set_next_event			= arc_event_next,
		.set_state_periodic		= arc_event_periodic,
		.set_state_oneshot		= arc_event_stop,
		.set_state_oneshot_stopped	= arc_event_stop,
		.set_state_shutdown		= arc_event_stop,
		.tick_resume			= arc_event_stop,
	};
	clockevents_config_and_register(ced, arc_event_rate, nearest, U32_MAX);
	enable_percpu_irq(arc_event_irq, IRQ_TYPE_NONE);
	if (arc_early_rate[ARC_GFRC])
		arc_gfrc_starting(cpu);

	return 0;
}

static int arc_event_dying(unsigned int cpu)
{
	if (arc_early_rate[ARC_GFRC])
		arc_gfrc_dying(cpu);
	disable_percpu_irq(arc_event_irq);
	arc_timer0_stop();

	return 0;
}

static int __init arc_early_events(struct device_node *np)
{
	struct clk *clk;
	int err;

	if (!arc_has_timer0()) {
		pr_err("%pOF: this core was built without timer 0: there is nothing to tick by\n",
		       np);
		return -ENXIO;
	}
	arc_event_irq = irq_of_parse_and_map(np, 0);
	if (!arc_event_irq) {
		pr_err("%pOF: no interrupt: give the node interrupts\n", np);
		return -EINVAL;
	}
	err = arc_node_clock(np, &clk, &arc_event_rate);
	if (err)
		return err;

	err = request_percpu_irq(arc_event_irq, arc_event_isr, "soc-arc-timer0", &arc_events);
	if (err) {
		pr_err("%pOF: the interrupt can't be had (error %d)\n", np, err);
		goto unclock;
	}
	err = cpuhp_setup_state(CPUHP_AP_ARC_TIMER_STARTING, "soc-timers/arc:starting",
				arc_event_starting, arc_event_dying);
	if (err) {
		pr_err("%pOF: the kernel's own driver runs the timers (error %d): leave it out\n",
		       np, err);
		free_percpu_irq(arc_event_irq, &arc_events);
		goto unclock;
	}

	return 0;

unclock:
	arc_node_unclock(clk);
	return err;
}

/* Of the nodes of the timers 0 and 1 the first is that of timer 0. */
static int __init arc_early_timer(struct device_node *np)
{
	static bool events __initdata;

	if (events)
		return arc_early_counter(np, ARC_TIMER1);

	events = true;
	return arc_early_events(np);
}

TIMER_OF_DECLARE(soc_arc_gfrc, "snps,archs-timer-gfrc", arc_early_gfrc);
TIMER_OF_DECLARE(soc_arc_gfrc_binding, "snps,archs-gfrc", arc_early_gfrc);
TIMER_OF_DECLARE(soc_arc_rtc, "snps,archs-timer-rtc", arc_early_rtc);
TIMER_OF_DECLARE(soc_arc_rtc_binding, "snps,archs-rtc", arc_early_rtc);
TIMER_OF_DECLARE(soc_arc_rtc_example, "snps,arc-rtc", arc_early_rtc);
TIMER_OF_DECLARE(soc_arc_timer, "snps,arc-timer", arc_early_timer);
