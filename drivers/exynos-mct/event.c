// SPDX-License-Identifier: GPL-2.0-only
/*
 * The MCT's timers as clock event devices.
 *
 * What the hardware does not acknowledge is reported, and the kernel is told that
 * all is well: an error would only mean to it that the event lies in the past,
 * and that it should try again at once.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/cpumask.h>
#include <linux/jiffies.h>
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

static void mct_report(const struct mct_wstat *ws, int err)
{
	if (unlikely(err))
		mct_fault_write(ws, err);
}

static unsigned long mct_min_ticks(unsigned long rate, unsigned int ns)
{
	u64 ticks = div_u64((u64)rate * ns + NSEC_PER_SEC - 1, NSEC_PER_SEC);

	return max_t(unsigned long, ticks, 2);
}

/*
 * One that is not cleared by what is done about it comes again and again, and
 * nothing else gets a chance to run on the CPU. Costs no device access as long
 * as the interrupts come at a pace that timers have.
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

/* Until the kernel uses a device, or where it does not. */
static void mct_event_ignore(struct clock_event_device *ced)
{
}

static int mct_tick_next(unsigned long ticks, struct clock_event_device *ced)
{
	struct mct_local *timer = &to_tick(ced)->timer;

	mct_report(&timer->wstat, mct_local_start(timer, ticks));
	return 0;
}

static int mct_tick_periodic(struct clock_event_device *ced)
{
	struct mct_local *timer = &to_tick(ced)->timer;
	u32 ticks = (u64)TICK_NSEC * ced->mult >> ced->shift;

	mct_report(&timer->wstat, mct_local_start(timer, ticks));
	return 0;
}

/* Also on the way into the one-shot state: nothing is to happen before it is asked for. */
static int mct_tick_stop(struct clock_event_device *ced)
{
	struct mct_local *timer = &to_tick(ced)->timer;

	mct_report(&timer->wstat, mct_local_stop(timer));
	return 0;
}

/* The block may have lost its power, so nothing is known of it any more. */
static int mct_tick_resume(struct clock_event_device *ced)
{
	struct mct_local *timer = &to_tick(ced)->timer;

	mct_report(&timer->wstat, mct_local_setup(timer));
	return 0;
}

static void mct_tick_check(struct mct_tick *tick)
{
	if (!mct_local_stuck(&tick->timer))
		return;

	mct_local_off(&tick->timer);
	tick->dead = true;
	mct_tick_mask(tick);
	mct_fault_stuck(tick->name);
}

/*
 * One that was on its way when the timer was stopped, or that was left pending by
 * the firmware, or that isn't the timer's at all.
 */
static irqreturn_t mct_tick_stray(struct mct_tick *tick)
{
	mct_local_acknowledge(&tick->timer);
	if (unlikely(mct_crowded(&tick->crowd)))
		mct_tick_check(tick);

	return IRQ_NONE;
}

/*
 * The event belongs to another CPU, and so do its timer's state and its handler:
 * only the acknowledgment is safe here.
 */
static irqreturn_t mct_tick_astray(struct mct_tick *tick)
{
	mct_local_acknowledge(&tick->timer);
	mct_fault_misdirected(tick->name);

	return IRQ_HANDLED;
}

/**
 * mct_tick_isr() - a local timer's interrupt
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
		mct_report(&tick->timer.wstat, mct_local_expire(&tick->timer));

	if (unlikely(mct_crowded(&tick->crowd)))
		mct_tick_check(tick);

	tick->ced.event_handler(&tick->ced);
	return IRQ_HANDLED;
}

/**
 * mct_tick_describe() - fill in the clock event device of a CPU
 * @tick: with @cpu, @irq and @name
 *
 * Complete at once, handler included: an interrupt may come as soon as it is enabled.
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
		.set_state_shutdown		= mct_tick_stop,
		.set_state_oneshot		= mct_tick_stop,
		.set_state_oneshot_stopped	= mct_tick_stop,
		.tick_resume			= mct_tick_resume,
		.owner				= THIS_MODULE,
	};
}

/**
 * mct_tick_register() - offer a CPU's device to the kernel, for good
 * @tick:	described and set up
 * @rate:	of the block's input clock in Hz
 *
 * Context: on the device's CPU.
 */
void mct_tick_register(struct mct_tick *tick, unsigned long rate)
{
	rate /= MCT_L_PRESCALE;
	clockevents_config_and_register(&tick->ced, rate,
					mct_min_ticks(rate, MCT_MIN_DELTA_NS),
					MCT_L_ICNTB_COUNT);
}

static int mct_comp_event_next(unsigned long ticks, struct clock_event_device *ced)
{
	struct mct_comp *comp = &to_comp(ced)->comp;
	int ret = mct_comp_next(comp, ticks);

	if (ret == -ETIME)
		return ret;

	mct_report(comp->wstat, ret);
	return 0;
}

static int mct_comp_event_periodic(struct clock_event_device *ced)
{
	struct mct_comp *comp = &to_comp(ced)->comp;
	u32 ticks = (u64)TICK_NSEC * ced->mult >> ced->shift;

	mct_report(comp->wstat, mct_comp_periodic(comp, ticks));
	return 0;
}

static int mct_comp_event_stop(struct clock_event_device *ced)
{
	struct mct_comp *comp = &to_comp(ced)->comp;

	mct_report(comp->wstat, mct_comp_stop(comp));
	return 0;
}

static int mct_comp_event_resume(struct clock_event_device *ced)
{
	struct mct_comp *comp = &to_comp(ced)->comp;

	mct_report(comp->wstat, mct_comp_setup(comp));
	return 0;
}

static void mct_comp_check(struct mct_comp_event *e)
{
	if (!mct_comp_stuck(&e->comp))
		return;

	mct_comp_mask(e);
	mct_fault_stuck(MCT_COMP_NAME);
}

/**
 * mct_comp_isr() - the comparator's interrupt
 * @irq: its number
 * @data: the struct mct_comp_event
 *
 * Changes nothing of the comparator's state: another CPU may be programming it.
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
 * @e:		with @irq
 * @movable:	its interrupt can be directed to a CPU
 *
 * For all CPUs, so that it is what wakes those whose own timer stops in deep idle
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
		.set_state_shutdown		= mct_comp_event_stop,
		.set_state_oneshot		= mct_comp_event_stop,
		.set_state_oneshot_stopped	= mct_comp_event_stop,
		.tick_resume			= mct_comp_event_resume,
		.owner				= THIS_MODULE,
	};
}

/**
 * mct_comp_register() - offer the comparator to the kernel, for good
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
