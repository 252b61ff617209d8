// SPDX-License-Identifier: GPL-2.0-only
/*
 * Timer 0 of each CPU as its clock event device.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/clockchips.h>
#include <linux/cpumask.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/limits.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/time64.h>

#include "event.h"
#include "hw.h"

#define ARC_EVENT_RATING	300

static DEFINE_PER_CPU(struct clock_event_device, arc_events);

/* The same for all CPUs; set before the first device is registered. */
static int arc_event_irq;
static u32 arc_event_rate;

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

/* The handler until the kernel uses the device. */
static void arc_event_ignore(struct clock_event_device *ced)
{
}

/*
 * ARC's interrupt controller delivers per-CPU interrupts without the per-CPU data that
 * they were requested with.
 */
static irqreturn_t arc_event_isr(int irq, void *unused)
{
	struct clock_event_device *ced = this_cpu_ptr(&arc_events);

	arc_timer0_acknowledge(clockevent_state_periodic(ced));
	ced->event_handler(ced);

	return IRQ_HANDLED;
}

/**
 * arc_event_request() - request the interrupt of all CPUs' timers
 * @irq:	its Linux number
 * @rate:	of the timers, in Hz, at least ARC_EVENT_MIN_RATE
 *
 * It stays disabled on each CPU until arc_event_register().
 *
 * Context: early in boot.
 * Return: 0, or an error from request_percpu_irq().
 */
int __init arc_event_request(int irq, u32 rate)
{
	arc_event_irq = irq;
	arc_event_rate = rate;

	return request_percpu_irq(irq, arc_event_isr, "soc-arc-timer0", &arc_events);
}

/**
 * arc_event_free() - undo arc_event_request()
 *
 * Context: early in boot; no CPU's device is registered.
 */
void __init arc_event_free(void)
{
	free_percpu_irq(arc_event_irq, &arc_events);
}

static void arc_event_describe(struct clock_event_device *ced, unsigned int cpu)
{
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
	};
}

/**
 * arc_event_register() - register the device of the CPU that this is called on
 * @cpu: that CPU
 *
 * The timer is stopped first and the interrupt enabled last, so that no pending interrupt
 * reaches a device that is not set up.
 *
 * Context: on @cpu as it comes up, interrupts off.
 */
void arc_event_register(unsigned int cpu)
{
	struct clock_event_device *ced = this_cpu_ptr(&arc_events);
	u32 nearest = max_t(u32, arc_event_rate / (NSEC_PER_SEC / ARC_EVENT_NEAREST_NS),
			    ARC_EVENT_NEAREST_TICKS);

	arc_timer0_stop();
	arc_event_describe(ced, cpu);
	clockevents_config_and_register(ced, arc_event_rate, nearest, U32_MAX);
	enable_percpu_irq(arc_event_irq, IRQ_TYPE_NONE);
}

/**
 * arc_event_shutdown() - stop the timer of the CPU that this is called on
 *
 * The kernel itself removes the device of a CPU that has gone down.
 *
 * Context: on that CPU as it goes down, interrupts off.
 */
void arc_event_shutdown(void)
{
	disable_percpu_irq(arc_event_irq);
	arc_timer0_stop();
}
