// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hardware faults, reported from wherever they are noticed.
 *
 * An event device is programmed under locks that printing may need, so a report is queued
 * and printed a moment later. Each fault is reported once, since it would recur at every
 * tick.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/container_of.h>
#include <linux/errno.h>
#include <linux/irq_work.h>
#include <linux/kconfig.h>
#include <linux/printk.h>

#include "fault.h"
#include "hw.h"

/**
 * struct mct_report - a fault and its message
 * @work:	prints it
 * @text:	the fault, its consequence and a remedy
 * @device:	name of the event device that noticed it
 * @offset:	of the register concerned, 0 if there is none
 */
struct mct_report {
	struct irq_work work;
	const char *text;
	const char *device;
	unsigned int offset;
};

static void mct_report_print(struct irq_work *work)
{
	const struct mct_report *r = container_of(work, struct mct_report, work);

	if (r->offset)
		pr_err("%s, register %#x: %s\n", r->device, r->offset, r->text);
	else
		pr_err("%s: %s\n", r->device, r->text);
}

#define MCT_REPORT_WORK		IRQ_WORK_INIT(mct_report_print)

static struct mct_report mct_reports[MCT_FAULTS] = {
	[MCT_FAULT_STUCK] = {
		.work = MCT_REPORT_WORK,
		.text =
			"the interrupt cannot be cleared and is disabled until reboot: this device delivers no more events",
	},
	[MCT_FAULT_MISDIRECTED] = {
		.work = MCT_REPORT_WORK,
		.text =
			"the interrupt does not arrive on its CPU, which loses timer events: leave its affinity alone",
	},
	[MCT_FAULT_CLOCK] = {
		.work = MCT_REPORT_WORK,
		.text =
			"a write was not acknowledged and the counter is stopped, timer events are lost: check clocks fin_pll and mct",
	},
	[MCT_FAULT_WRITE] = {
		.work = MCT_REPORT_WORK,
		.text =
			"a write was not acknowledged within 1 ms, timer events may be late or lost: check clock mct, or use mode=counter",
	},
};

static unsigned long mct_faults_seen;

static void mct_report(enum mct_fault fault, const char *device, unsigned int offset)
{
	struct mct_report *r = &mct_reports[fault];

	if (test_and_set_bit(fault, &mct_faults_seen))
		return;

	r->device = device;
	r->offset = offset;
	/* Kernels without SMP, perf or printk may lack it: then there is no way to report. */
	if (IS_ENABLED(CONFIG_IRQ_WORK))
		irq_work_queue(&r->work);
}

/**
 * mct_fault() - report a fault of an event device's interrupt, once
 * @fault:	the fault
 * @device:	name of the event device; must stay valid
 *
 * Context: any but NMI.
 */
void mct_fault(enum mct_fault fault, const char *device)
{
	mct_report(fault, device, 0);
}

/**
 * mct_fault_write() - report that a write was not acknowledged, once
 * @device:	name of the event device; must stay valid
 * @ws:		write status register of the write
 * @err:	what mct_write() returned
 *
 * Context: any but NMI.
 */
void mct_fault_write(const char *device, const struct mct_wstat *ws, int err)
{
	unsigned int offset = ws->failed - ws->hw->base;

	if (err != -EIO) {
		mct_report(MCT_FAULT_WRITE, device, offset);
		return;
	}

	mct_report(MCT_FAULT_CLOCK, device, offset);
	/* Without a clock nothing is acknowledged: that is not a second fault. */
	set_bit(MCT_FAULT_WRITE, &mct_faults_seen);
}
