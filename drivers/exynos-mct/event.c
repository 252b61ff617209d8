// SPDX-License-Identifier: GPL-2.0-only
/*
 * The MCT's timers as clock event devices.
 *
 * A write that the hardware does not acknowledge is reported in the log, and success is
 * returned to the kernel, which would take an error to mean that the event is in the past
 * and retry at once.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/container_of.h>
#include <linux/cpumask.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/jiffies.h>
#include <linux/limits.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/smp.h>
#include <linux/time64.h>

#include "event.h"
#include "fault.h"

static struct mct_tick *to_tick(struct clock_event_device *ced)
{
	return container_of(ced, struct mct_tick, ced);
}

static struct mct_comp_event *to_comp(struct clock_event_device *ced)
{
	return container_of(ced, struct mct_comp_event, ced);
}

static void mct_tick_report(const struct mct_tick *tick, int err)
{
	if (unlikely(err))
		mct_fault_write(tick->name, &tick->timer.wstat, err);
}

static void mct_comp_report(const struct mct_comp_event *e, int err)
{
	if (unlikely(err))
		mct_fault_write(MCT_COMP_NAME, e->comp.wstat, err);
}

/* In ticks of the device; rounded, since its mult is rounded, too. */
static u32 mct_period(const struct clock_event_device *ced)
{
	return ((u64)TICK_NSEC * ced->mult + (BIT_ULL(ced->shift) >> 1)) >> ced->shift;
}

static unsigned long mct_min_ticks(unsigned long rate, unsigned int ns)
{
	u64 ticks = div_u64((u64)rate * ns + NSEC_PER_SEC - 1, NSEC_PER_SEC);

	return max_t(unsigned long, ticks, 2);
}

/*
 * An interrupt that cannot be cleared fires again and again, and nothing else gets to run
 * on the CPU. As long as interrupts come at a normal rate, checking for that costs no
 * device access.
 */
static bool mct_crowded(struct mct_crowd *crowd)
{
	unsigned long now = jiffies;

	if (crowd->jiffy != now) {
		crowd->jiffy = now;
		crowd->count = 0;
	}
	if (likely(crowd->count++ < MCT_CROWD))
		return false;

	crowd->count = 0;
	return true;
}

/* The handler while the kernel does not use a device. */
static void mct_event_ignore(struct clock_event_device *ced)
{
}

static int mct_tick_next(unsigned long ticks, struct clock_event_device *ced)
{
	struct mct_tick *tick = to_tick(ced);

	mct_tick_report(tick, mct_local_start(&tick->timer, ticks));
	return 0;
}

static int mct_tick_periodic(struct clock_event_device *ced)
{
	struct mct_tick *tick = to_tick(ced);

	mct_tick_report(tick, mct_local_start(&tick->timer, mct_period(ced)));
	return 0;
}

/* Also called to enter the one-shot state: no event may come before one is programmed. */
static int mct_tick_stop(struct clock_event_device *ced)
{
	struct mct_tick *tick = to_tick(ced);

	mct_tick_report(tick, mct_local_stop(&tick->timer));
	return 0;
}

/*
 * The kernel shuts down the tick itself. A mere wake-up device may still wait for an event
 * that its CPU no longer needs, and that would wake the machine.
 */
static void mct_tick_suspend(struct clock_event_device *ced)
{
	mct_tick_stop(ced);
}

/* The block may have lost power, so nothing is assumed about its state. */
static void mct_tick_restore(struct clock_event_device *ced)
{
	struct mct_tick *tick = to_tick(ced);

	if (!tick->dead)
		mct_tick_report(tick, mct_local_setup(&tick->timer));
}

static int mct_tick_resume(struct clock_event_device *ced)
{
	mct_tick_restore(ced);
	return 0;
}

/*
 * Also called when the kernel begins to use a device. The kernel does not resume devices
 * that it does not use, so a loss of power may have gone unnoticed.
 */
static int mct_tick_shutdown(struct clock_event_device *ced)
{
	return clockevent_state_detached(ced) ? mct_tick_resume(ced) : mct_tick_stop(ced);
}

/**
 * mct_tick_mask() - disable a tick's interrupt
 * @tick: this CPU's
 *
 * Context: interrupts off, its own handler included.
 */
void mct_tick_mask(struct mct_tick *tick)
{
	if (tick->ppi)
		disable_percpu_irq(tick->irq);
	else
		disable_irq_nosync(tick->irq);
}

/**
 * mct_tick_unmask() - enable a tick's interrupt
 * @tick: this CPU's, described and set up
 *
 * Context: interrupts off.
 */
void mct_tick_unmask(struct mct_tick *tick)
{
	if (tick->ppi)
		enable_percpu_irq(tick->irq, IRQ_TYPE_NONE);
	else
		enable_irq(tick->irq);
}

static void mct_tick_check(struct mct_tick *tick)
{
	if (!mct_local_stuck(&tick->timer))
		return;

	mct_local_off(&tick->timer);
	tick->dead = true;
	mct_tick_mask(tick);
	mct_fault(MCT_FAULT_STUCK, tick->name);
}

/*
 * An interrupt that was in flight when the timer was stopped, that firmware left
 * pending, or that is not the timer's at all.
 */
static irqreturn_t mct_tick_stray(struct mct_tick *tick)
{
	mct_local_acknowledge(&tick->timer);
	if (unlikely(mct_crowded(&tick->crowd)))
		mct_tick_check(tick);

	return IRQ_NONE;
}

/*
 * The event belongs to another CPU, and so do the timer's state and the handler: only
 * acknowledging it is safe here.
 */
static irqreturn_t mct_tick_astray(struct mct_tick *tick)
{
	mct_local_acknowledge(&tick->timer);
	mct_fault(MCT_FAULT_MISDIRECTED, tick->name);

	return IRQ_HANDLED;
}

/**
 * mct_tick_isr() - handle a local timer's interrupt
 * @irq: its number
 * @data: the struct mct_tick
 *
 * Context: interrupt.
 * Return: IRQ_NONE if no event was due.
 */
irqreturn_t mct_tick_isr(int irq, void *data)
{
	struct mct_tick *tick = data;

	if (unlikely(tick->cpu != smp_processor_id()))
		return mct_tick_astray(tick);
	if (unlikely(!tick->timer.armed))
		return mct_tick_stray(tick);

	if (clockevent_state_periodic(&tick->ced))
		mct_local_acknowledge(&tick->timer);
	else
		mct_tick_report(tick, mct_local_expire(&tick->timer));

	if (unlikely(mct_crowded(&tick->crowd)))
		mct_tick_check(tick);

	tick->ced.event_handler(&tick->ced);
	return IRQ_HANDLED;
}

/**
 * mct_tick_describe() - fill in the clock event device of a CPU
 * @tick: with @cpu, @irq and @name set
 *
 * The handler is set as well: an interrupt may come as soon as it is enabled.
 *
 * Context: any; the device is not registered.
 */
void mct_tick_describe(struct mct_tick *tick)
{
	tick->ced = (struct clock_event_device) {
		.name				= tick->name,
		.rating				= MCT_RATING_TICK,
		.cpumask			= cpumask_of(tick->cpu),
		.irq				= tick->irq,
		.features			= CLOCK_EVT_FEAT_PERIODIC |
						  CLOCK_EVT_FEAT_ONESHOT |
						  CLOCK_EVT_FEAT_PERCPU,
		.event_handler			= mct_event_ignore,
		.set_next_event			= mct_tick_next,
		.set_state_periodic		= mct_tick_periodic,
		.set_state_shutdown		= mct_tick_shutdown,
		.set_state_oneshot		= mct_tick_stop,
		.set_state_oneshot_stopped	= mct_tick_stop,
		/* Only called for the tick; the others for a mere wake-up device as well. */
		.tick_resume			= mct_tick_resume,
		.suspend			= mct_tick_suspend,
		.resume				= mct_tick_restore,
		.owner				= THIS_MODULE,
	};
}

/**
 * mct_tick_register() - register a CPU's device, until reboot
 * @tick: described and set up
 *
 * Context: on the device's CPU.
 */
void mct_tick_register(struct mct_tick *tick)
{
	u32 rate = tick->rate / MCT_L_PRESCALE;

	clockevents_config_and_register(&tick->ced, rate,
					mct_min_ticks(rate, MCT_MIN_DELTA_NS),
					MCT_L_ICNTB_COUNT);
}

static int mct_comp_event_next(unsigned long ticks, struct clock_event_device *ced)
{
	struct mct_comp_event *e = to_comp(ced);
	int ret = mct_comp_next(&e->comp, ticks);

	if (ret == -ETIME)
		return ret;

	mct_comp_report(e, ret);
	return 0;
}

static int mct_comp_event_periodic(struct clock_event_device *ced)
{
	struct mct_comp_event *e = to_comp(ced);

	mct_comp_report(e, mct_comp_periodic(&e->comp, mct_period(ced)));
	return 0;
}

static int mct_comp_event_stop(struct clock_event_device *ced)
{
	struct mct_comp_event *e = to_comp(ced);

	mct_comp_report(e, mct_comp_stop(&e->comp));
	return 0;
}

static void mct_comp_event_restore(struct clock_event_device *ced)
{
	struct mct_comp_event *e = to_comp(ced);

	mct_comp_report(e, mct_comp_setup(&e->comp));
}

static int mct_comp_event_resume(struct clock_event_device *ced)
{
	mct_comp_event_restore(ced);
	return 0;
}

/* See mct_tick_shutdown() */
static int mct_comp_event_shutdown(struct clock_event_device *ced)
{
	return clockevent_state_detached(ced) ? mct_comp_event_resume(ced) :
						mct_comp_event_stop(ced);
}

static void mct_comp_check(struct mct_comp_event *e)
{
	if (!mct_comp_stuck(&e->comp))
		return;

	disable_irq_nosync(e->irq);
	mct_fault(MCT_FAULT_STUCK, MCT_COMP_NAME);
}

/**
 * mct_comp_isr() - handle the comparator's interrupt
 * @irq: its number
 * @data: the struct mct_comp_event
 *
 * Does not change the comparator's state: another CPU may be programming it.
 *
 * Context: interrupt.
 * Return: IRQ_NONE if no event was due.
 */
irqreturn_t mct_comp_isr(int irq, void *data)
{
	struct mct_comp_event *e = data;

	mct_comp_acknowledge(&e->comp);
	if (unlikely(mct_crowded(&e->crowd)))
		mct_comp_check(e);
	if (unlikely(!READ_ONCE(e->comp.armed)))
		return IRQ_NONE;

	e->ced.event_handler(&e->ced);
	return IRQ_HANDLED;
}

/**
 * mct_comp_describe() - fill in the clock event device of the comparator
 * @e:		with @irq set
 * @movable:	its interrupt can be directed to a CPU without moving any other
 *
 * It serves all CPUs, so it is the one that wakes CPUs whose own timer stops in deep idle
 * states.
 *
 * Context: any; the device is not registered.
 */
void mct_comp_describe(struct mct_comp_event *e, bool movable)
{
	e->ced = (struct clock_event_device) {
		.name				= MCT_COMP_NAME,
		.rating				= MCT_RATING_COMP,
		.cpumask			= cpu_possible_mask,
		.irq				= e->irq,
		.features			= CLOCK_EVT_FEAT_PERIODIC |
						  CLOCK_EVT_FEAT_ONESHOT |
						  (movable ? CLOCK_EVT_FEAT_DYNIRQ : 0),
		.event_handler			= mct_event_ignore,
		.set_next_event			= mct_comp_event_next,
		.set_state_periodic		= mct_comp_event_periodic,
		.set_state_shutdown		= mct_comp_event_shutdown,
		.set_state_oneshot		= mct_comp_event_stop,
		.set_state_oneshot_stopped	= mct_comp_event_stop,
		/* Called for the broadcast device only */
		.tick_resume			= mct_comp_event_resume,
		.resume				= mct_comp_event_restore,
		.owner				= THIS_MODULE,
	};
}

/**
 * mct_comp_register() - register the comparator's device, until reboot
 * @e:		described and set up
 * @rate:	of the block's input clock in Hz
 *
 * Context: any.
 */
void mct_comp_register(struct mct_comp_event *e, unsigned long rate)
{
	clockevents_config_and_register(&e->ced, rate,
					mct_min_ticks(rate, MCT_COMP_MIN_DELTA_NS), S32_MAX);
}
