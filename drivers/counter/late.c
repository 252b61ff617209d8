// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registration helper, late: a module's counter becomes the source of the kernel's
 * own sched_clock(), where the user asks for that and the kernel can do it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/kconfig.h>
#include <linux/module.h>
#include <linux/sched_clock.h>
#include <linux/stop_machine.h>

#include "../sched_clock/system.h"
#include "parts.h"

/*
 * To time interrupts by a new clock, the kernel patches its code, which has to sleep, with
 * interrupts off. Tests supply their own.
 */
#ifndef soc_counter_irqtime
#define soc_counter_irqtime()	IS_ENABLED(CONFIG_IRQ_TIME_ACCOUNTING)
#endif

/*
 * Linux exports sched_clock_register() from 6.18 on. To look it up at run time lets one
 * source serve all kernels. The kernel itself goes nowhere, so there is nothing to put.
 */
#ifndef soc_counter_register_in_kernel
#ifdef CONFIG_GENERIC_SCHED_CLOCK
#define soc_counter_register_in_kernel()	symbol_get(sched_clock_register)
#else
#define soc_counter_register_in_kernel()	NULL
#endif
#endif

/* NULL: nothing is wrong with that. */
static const char *why_not(const struct soc_counter *ctr)
{
	if (!ctr->sched_clock)
		return "this architecture has a better counter for that";
	if (ctr->read_only)
		return "another driver runs the counter and may stop it";
	if (soc_clock_is_kernels())
		return NULL;
	if (soc_counter_irqtime() && ctr->rate >= SOC_CLOCK_IRQTIME_HZ)
		return "with CONFIG_IRQ_TIME_ACCOUNTING only a booting kernel can do that";
	if (!soc_counter_register_in_kernel())
		return "modules can do that from Linux 6.18 on";

	return NULL;
}

/**
 * soc_counter_opted_in() - is a counter to feed the kernel's sched_clock()?
 * @ctr: described
 *
 * If the user wants that but it would be unsound, this is logged.
 *
 * Context: process.
 * Return: true if it is.
 */
bool soc_counter_opted_in(const struct soc_counter *ctr)
{
	const char *reason = ctr->opt_in ? why_not(ctr) : NULL;

	if (reason)
		soc_counter_err(ctr, "cannot feed the kernel's sched_clock(): %s", reason);

	return ctr->opt_in && !reason;
}

static int register_in_kernel(void *data)
{
	void (*fn)(u64 (*read)(void), int bits, unsigned long rate);
	struct soc_counter *ctr = data;

	fn = soc_counter_register_in_kernel();
	fn(ctr->read, ctr->bits, ctr->rate);

	return 0;
}

/**
 * soc_counter_give_late() - offer a module's counter to the kernel's own sched_clock()
 * @ctr: registered; soc_counter_opted_in() has returned true
 *
 * The kernel uses it unless it has a faster one, and cannot give it back: the module stays.
 *
 * The kernel does not serialise this with its own renewal of the epoch, whose timer runs on
 * any CPU: two writers at once would leave a half-written copy to readers. So nothing
 * else runs meanwhile.
 *
 * Context: process, sleeps; not under cpus_read_lock().
 */
void soc_counter_give_late(struct soc_counter *ctr)
{
	__module_get(ctr->owner);
	ctr->given = true;
	stop_machine(register_in_kernel, ctr, NULL);
}
