// SPDX-License-Identifier: GPL-2.0-only
/*
 * A DW APB timer channel as a clock event device.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/container_of.h>
#include <linux/cpumask.h>
#include <linux/jiffies.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/smp.h>

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
 * Also called to enter the one-shot state, in which no interrupt may come before the
 * first event is programmed, and on resume: the device may have lost its registers, and
 * the state that the kernel requests next programs it completely.
 */
static int dw_apb_event_stop(struct clock_event_device *ced)
{
	dw_apb_stop(&to_event(ced)->hw);
	return 0;
}

/*
 * The kernel calls tick_resume for the tick and the broadcast device only. Where a CPU's
 * own timer ticks and stops in deep idle states, this device wakes the CPU, and it gets
 * only these. An event that it still waits for would wake the machine from suspend. After
 * that, firmware may have left it running, which the shadow does not show.
 */
static void dw_apb_event_quiet(struct clock_event_device *ced)
{
	dw_apb_event_stop(ced);
}

static int dw_apb_event_periodic(struct clock_event_device *ced)
{
	struct dw_apb_event *ev = to_event(ced);

	dw_apb_program_periodic(&ev->hw, DIV_ROUND_CLOSEST(ev->rate, HZ));
	return 0;
}

/*
 * The event and its handler belong to another CPU, so only acknowledging it is safe here.
 * Reported once, since it would recur at every tick.
 */
static irqreturn_t dw_apb_event_astray(struct dw_apb_event *ev)
{
	pr_err_once("%s: the interrupt does not arrive on its CPU, which loses timer events: leave its affinity alone\n",
		    ev->name);
	return IRQ_HANDLED;
}

/**
 * dw_apb_event_isr() - handle the channel's interrupt
 * @irq: its number
 * @data: the struct dw_apb_event
 *
 * One device access. An interrupt that was in flight when the channel was stopped, or
 * that is not the channel's, is not passed on; if such interrupts keep coming, the kernel
 * disables the line. Another CPU may be programming the device for all CPUs right now, so
 * the register decides, not the shadow.
 *
 * Context: interrupt.
 * Return: IRQ_HANDLED, or IRQ_NONE if it was not the channel's.
 */
irqreturn_t dw_apb_event_isr(int irq, void *data)
{
	struct dw_apb_event *ev = data;

	dw_apb_acknowledge(&ev->hw);
	if (unlikely(!dw_apb_enabled(&ev->hw)) && !dw_apb_running(&ev->hw))
		return IRQ_NONE;
	if (unlikely(ev->cpu != DW_APB_ALL_CPUS && ev->cpu != smp_processor_id()))
		return dw_apb_event_astray(ev);

	ev->ced.event_handler(&ev->ced);
	return IRQ_HANDLED;
}

/* The handler while the kernel does not use the device. */
static void dw_apb_event_ignore(struct clock_event_device *ced)
{
}

static int dw_apb_event_rating(const struct dw_apb_event *ev)
{
	/* With a single CPU, the device for all CPUs is that CPU's own. */
	if (ev->cpu == DW_APB_ALL_CPUS && num_possible_cpus() > 1)
		return DW_APB_RATING_ALL;

	return ev->asked ? DW_APB_RATING_ASKED : DW_APB_RATING_CPU;
}

/**
 * dw_apb_event_describe() - fill in the clock event device
 * @ev:		the channel, with all members but @ced, @list, @shutdown and @live set
 * @affine:	its interrupt can be directed to a CPU
 *
 * Context: any; the device is not registered.
 */
void dw_apb_event_describe(struct dw_apb_event *ev, bool affine)
{
	struct clock_event_device *ced = &ev->ced;
	bool per_cpu = ev->cpu != DW_APB_ALL_CPUS;

	*ced = (struct clock_event_device) {
		.name				= ev->name,
		.rating				= dw_apb_event_rating(ev),
		.cpumask			= per_cpu ? cpumask_of(ev->cpu) : cpu_possible_mask,
		.irq				= ev->irq,
		.features			= CLOCK_EVT_FEAT_ONESHOT,
		.event_handler			= dw_apb_event_ignore,
		.set_next_event			= dw_apb_event_next,
		.set_state_shutdown		= dw_apb_event_stop,
		.set_state_oneshot		= dw_apb_event_stop,
		.set_state_oneshot_stopped	= dw_apb_event_stop,
		.set_state_periodic		= dw_apb_event_periodic,
		.tick_resume			= dw_apb_event_stop,
		.suspend			= dw_apb_event_quiet,
		.resume				= dw_apb_event_quiet,
		.owner				= THIS_MODULE,
	};
	if (per_cpu)
		ced->features |= CLOCK_EVT_FEAT_PERCPU;
	else if (affine)
		ced->features |= CLOCK_EVT_FEAT_DYNIRQ;
	/* At lower rates the kernel emulates periodic ticks with one-shot events. */
	if (ev->rate >= 2 * HZ)
		ced->features |= CLOCK_EVT_FEAT_PERIODIC;
	if (ev->hw.slow)
		ced->set_next_event = dw_apb_event_next_slow;
}

/**
 * dw_apb_event_register() - register the device, until reboot
 * @ev: the channel, described and stopped
 *
 * The kernel considers the device for the CPU that this is called on.
 *
 * Context: interrupts off; a per-CPU device must be registered on its CPU.
 */
void dw_apb_event_register(struct dw_apb_event *ev)
{
	clockevents_config_and_register(&ev->ced, ev->rate, dw_apb_min_ticks(ev->rate), U32_MAX);
}
