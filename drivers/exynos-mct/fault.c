// SPDX-License-Identifier: GPL-2.0-only
/*
 * Faults of the hardware, reported from wherever they are noticed.
 *
 * An event device is programmed under locks that printing may want, so what is
 * to be said is noted and said a moment later. Each kind is said once: it would
 * come back at every tick.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bitops.h>
#include <linux/irq_work.h>
#include <linux/kconfig.h>
#include <linux/printk.h>

#include "fault.h"

static unsigned long mct_faults_seen;

/* Without interrupts of its own and without a log, nobody could be told. */
static void mct_say_later(struct irq_work *work)
{
	if (IS_ENABLED(CONFIG_IRQ_WORK))
		irq_work_queue(work);
}

static struct {
	unsigned int offset;
	int err;
} mct_write_fault;

static void mct_say_write(struct irq_work *work)
{
	if (mct_write_fault.err == -EIO)
		pr_err("exynos-mct: no write to register %#x is acknowledged and the counter stands (error %d): the block has no clock, timer events are lost; keep its clocks on\n",
		       mct_write_fault.offset, mct_write_fault.err);
	else
		pr_err("exynos-mct: a write to register %#x was not acknowledged within 1 ms (error %d): timer events may be late or lost; check the block's bus clock, or load this module with mode=counter\n",
		       mct_write_fault.offset, mct_write_fault.err);
}

/**
 * mct_fault_write() - a write was not acknowledged
 * @ws:		write status register of the last such write
 * @err:	what mct_write() said
 *
 * Context: any but NMI.
 */
void mct_fault_write(const struct mct_wstat *ws, int err)
{
	static struct irq_work work = IRQ_WORK_INIT(mct_say_write);

	if (test_and_set_bit(0, &mct_faults_seen))
		return;

	mct_write_fault.offset = ws->failed - ws->hw->base;
	mct_write_fault.err = err;
	mct_say_later(&work);
}

static const char *mct_stuck_event;

static void mct_say_stuck(struct irq_work *work)
{
	pr_err("exynos-mct: the interrupt of %s can't be cleared and is off from now on: there are no more events from it, restart the machine\n",
	       mct_stuck_event);
}

/**
 * mct_fault_stuck() - an interrupt can't be cleared and was turned off
 * @event: name of the event device; stays valid
 *
 * Context: any but NMI.
 */
void mct_fault_stuck(const char *event)
{
	static struct irq_work work = IRQ_WORK_INIT(mct_say_stuck);

	if (test_and_set_bit(1, &mct_faults_seen))
		return;

	mct_stuck_event = event;
	mct_say_later(&work);
}

static const char *mct_misdirected_event;

static void mct_say_misdirected(struct irq_work *work)
{
	pr_err("exynos-mct: the interrupt of %s does not come to its CPU: events of that CPU are lost; leave its affinity alone\n",
	       mct_misdirected_event);
}

/**
 * mct_fault_misdirected() - an interrupt came, or would come, to another CPU
 * @event: name of the event device; stays valid
 *
 * Context: any but NMI.
 */
void mct_fault_misdirected(const char *event)
{
	static struct irq_work work = IRQ_WORK_INIT(mct_say_misdirected);

	if (test_and_set_bit(2, &mct_faults_seen))
		return;

	mct_misdirected_event = event;
	mct_say_later(&work);
}
