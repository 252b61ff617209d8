// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loongson's ExtCC as a clocksource and source of the sched clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/module.h>
#include <linux/printk.h>
#include <soc-timers/counter.h>

#include "glue.h"

/**
 * extcc_counter_read() - the counter, for clocks
 *
 * Context: any, NMI included.
 * Return: ticks.
 */
u64 notrace extcc_counter_read(void)
{
	return soc_rdhwr_extcc();
}

static u64 notrace extcc_counter_read_cs(struct clocksource *cs)
{
	return soc_rdhwr_extcc();
}

/* It starts with the chip: there is nothing to start it again with. */
static void extcc_counter_resume(struct soc_counter *ctr)
{
	if (!extcc_running())
		pr_err(EXTCC_NAME ": stands still since resume: don't suspend this board with the counter in use\n");
}

static struct soc_counter extcc_counter;

/**
 * extcc_counter_register() - offer the counter to the kernel
 * @rate: in Hz
 *
 * Context: process, may sleep.
 * Return: 0, or what soc_counter_register() says.
 */
int extcc_counter_register(u32 rate)
{
	extcc_counter = (struct soc_counter) {
		.name		= EXTCC_NAME,
		.read		= extcc_counter_read,
		.read_cs	= extcc_counter_read_cs,
		.bits		= EXTCC_BITS,
		.rate		= rate,
		.rating		= EXTCC_RATING,
		.vdso_clock_mode = EXTCC_VDSO_MODE,
		.scope		= SOC_COUNTER_SYSTEM,
		.resume		= extcc_counter_resume,
		.owner		= THIS_MODULE,
	};

	return soc_counter_register(&extcc_counter);
}

/**
 * extcc_counter_unregister() - take the counter back
 *
 * Context: process, may sleep.
 * Return: 0 if nobody reads the counter any more, else what
 * soc_counter_unregister() says.
 */
int extcc_counter_unregister(void)
{
	return soc_counter_unregister(&extcc_counter);
}
