// SPDX-License-Identifier: GPL-2.0-only
/*
 * A DW APB timer channel as a clock event device.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/jiffies.h>
#include <linux/limits.h>
#include <linux/module.h>

#include "event.h"

static struct dw_apb_event *to_event(struct clock_event_device *ced)
{
	return container_of(ced, struct dw_apb_event, ced);
}

static int dw_apb_event_next(unsigned long ticks, struct clock_event_device *ced)
{
	dw_apb_program(&to_event(ced)->hw, ticks);
	return 0;
}

static int dw_apb_event_next_slow(unsigned long ticks, struct clock_event_device *ced)
{
	dw_apb_program_slow(&to_event(ced)->hw, ticks);
	return 0;
}

/*
 * Also on the way into the one-shot state, where nothing is to happen before the
 * first event is asked for, and on resume: the device may have lost all it had,
 * and the state that the kernel asks for next programs it completely.
 */
static int dw_apb_event_stop(struct clock_event_device *ced)
{
	dw_apb_stop(&to_event(ced)->hw);
	return 0;
}

static int dw_apb_event_periodic(struct clock_event_device *ced)
{
	struct dw_apb_event *ev = to_event(ced);

	dw_apb_program_periodic(&ev->hw, DIV_ROUND_CLOSEST(ev->rate, HZ));
	return 0;
}

/**
 * dw_apb_event_isr() - the channel's interrupt
 * @irq: its number
 * @data: the struct dw_apb_event
 *
 * One device access. An interrupt that was on its way when the channel was
 * stopped, or that isn't the channel's, is not passed on; if there is no end of
 * them the kernel turns the line off.
 *
 * Context: interrupt.
 * Return: IRQ_HANDLED if it was passed on, IRQ_NONE if not.
 */
irqreturn_t dw_apb_event_isr(int irq, void *data)
{
	struct dw_apb_event *ev = data;

	dw_apb_acknowledge(&ev->hw);
	if (!dw_apb_enabled(&ev->hw))
		return IRQ_NONE;

	ev->ced.event_handler(&ev->ced);
	return IRQ_HANDLED;
}

/* Until the kernel uses the device, or where it does not. */
static void dw_apb_event_ignore(struct clock_event_device *ced)
{
}

/**
 * dw_apb_event_describe() - fill in the clock event device
 * @ev:		the channel, with @hw, @rate, @irq and @name
 * @cpus:	that it is for
 * @per_cpu:	it is for a single one
 * @affine:	its interrupt can be directed to a CPU
 *
 * Context: any.
 */
void dw_apb_event_describe(struct dw_apb_event *ev, const struct cpumask *cpus, bool per_cpu,
			   bool affine)
{
	struct clock_event_device *ced = &ev->ced;

	*ced = (struct clock_event_device) {
		.name				= ev->name,
		.rating				= per_cpu ? DW_APB_RATING_CPU : DW_APB_RATING_ALL,
		.cpumask			= cpus,
		.irq				= ev->irq,
		.features			= CLOCK_EVT_FEAT_ONESHOT,
		.event_handler			= dw_apb_event_ignore,
		.set_next_event			= dw_apb_event_next,
		.set_state_shutdown		= dw_apb_event_stop,
		.set_state_oneshot		= dw_apb_event_stop,
		.set_state_oneshot_stopped	= dw_apb_event_stop,
		.set_state_periodic		= dw_apb_event_periodic,
		.tick_resume			= dw_apb_event_stop,
		.owner				= THIS_MODULE,
	};
	if (per_cpu)
		ced->features |= CLOCK_EVT_FEAT_PERCPU;
	else if (affine)
		ced->features |= CLOCK_EVT_FEAT_DYNIRQ;
	/* Otherwise the kernel makes a period of single events. */
	if (ev->rate >= 2 * HZ)
		ced->features |= CLOCK_EVT_FEAT_PERIODIC;
	if (ev->rate < DW_APB_FAST_HZ)
		ced->set_next_event = dw_apb_event_next_slow;
}

/**
 * dw_apb_event_register() - offer the device to the kernel, for good
 * @ev: the channel, described and stopped
 *
 * Context: on the CPU that the device is for, if it is for one.
 */
void dw_apb_event_register(struct dw_apb_event *ev)
{
	clockevents_config_and_register(&ev->ced, ev->rate, dw_apb_min_ticks(ev->rate), U32_MAX);
}
