// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stops the drivers' interrupts before another kernel is started (kexec), which may not
 * expect them.
 *
 * The shutdown of devices would be too early: then other drivers still sleep, and CPUs are
 * yet to go offline, which needs ticks. So would be that of syscore, which some kernels do
 * not even call for kexec. Once only one CPU is left, just before it leaves the kernel, the
 * kernel offers its log to whatever wants to save it, and makes no other call to drivers.
 *
 * A kernel that has crashed calls no driver at all. The next one stops what it finds
 * running before it enables an interrupt.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/export.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kmsg_dump.h>
#include <linux/llist.h>
#include <soc-timers/shutdown.h>

#include "parts.h"

static LLIST_HEAD(soc_shutdowns);

/* Not when it powers off, where nothing follows that could be interrupted. */
static void soc_shutdown_dump(struct kmsg_dumper *dumper, struct kmsg_dump_detail *detail)
{
	struct soc_shutdown *shutdown;
	unsigned long flags;

	if (detail->reason != KMSG_DUMP_SHUTDOWN || system_state != SYSTEM_RESTART)
		return;

	local_irq_save(flags);
	llist_for_each_entry(shutdown, soc_shutdowns.first, node)
		shutdown->stop(shutdown);
	local_irq_restore(flags);
}

static struct kmsg_dumper soc_shutdown_dumper = {
	.dump		= soc_shutdown_dump,
	.max_reason	= KMSG_DUMP_SHUTDOWN,
};

/**
 * soc_shutdown_add() - have a part of a driver stopped before another kernel is started
 * @shutdown: what to call; lives until reboot
 *
 * Context: any; or early in boot.
 */
void soc_shutdown_add(struct soc_shutdown *shutdown)
{
	llist_add(&shutdown->node, &soc_shutdowns);
}
EXPORT_SYMBOL_NS_GPL(soc_shutdown_add, SOC_TIMERS_NS);

/**
 * soc_shutdown_hook() - install the hook
 *
 * Without it, in a kernel that has no log, interrupts are left as they are.
 *
 * Context: process.
 */
void soc_shutdown_hook(void)
{
	kmsg_dump_register(&soc_shutdown_dumper);
}

/**
 * soc_shutdown_unhook() - undo soc_shutdown_hook()
 *
 * Context: process; no driver has added anything, or it would hold this module.
 */
void soc_shutdown_unhook(void)
{
	kmsg_dump_unregister(&soc_shutdown_dumper);
}
