// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counter, described for the registration helper.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/clocksource.h>
#include <linux/module.h>

#include "counter.h"
#include "hw.h"

/*
 * Below the 200 to 299 of the kernel's clocksource on the CPU's Count register, which
 * programs can read in the vDSO, without entering the kernel. For ours they would have to
 * enter it: a finer clock, but several times slower to read. Above jiffies, so that it is
 * the next best when the kernel drops Count because the CPU's frequency changes.
 */
#define EXTCC_RATING_ENTERED	190

/* Above Count, if the vDSO can read ours as well. */
#define EXTCC_RATING_VDSO	350

#ifdef CONFIG_SOC_LOONGSON_EXTCC_VDSO
#define EXTCC_RATING		EXTCC_RATING_VDSO
#define EXTCC_VDSO_MODE		VDSO_CLOCKMODE_SOC_EXTCC
#else
#define EXTCC_RATING		EXTCC_RATING_ENTERED
#define EXTCC_VDSO_MODE		VDSO_CLOCKMODE_NONE
#endif

static u64 notrace extcc_counter_read(void)
{
	return soc_rdhwr_extcc();
}

static u64 notrace extcc_counter_read_cs(struct clocksource *cs)
{
	return soc_rdhwr_extcc();
}

static u64 notrace extcc_counter_ns(const struct soc_clock_read_data *rd)
{
	return soc_clock_ns64(rd, soc_rdhwr_extcc());
}

/* It starts with the chip, and nothing else can start it again: so there is no resume. */
static bool extcc_counter_running(struct soc_counter *ctr)
{
	return extcc_running();
}

static struct soc_counter extcc_counter = {
	.name		= "soc-extcc",
	.read		= extcc_counter_read,
	.read_cs	= extcc_counter_read_cs,
	.ns		= extcc_counter_ns,
	.bits		= EXTCC_BITS,
	.rating		= EXTCC_RATING,
	.vdso_clock_mode = EXTCC_VDSO_MODE,
	.scope		= SOC_COUNTER_SYSTEM,
	.sched_clock	= true,
	.running	= extcc_counter_running,
	.owner		= THIS_MODULE,
};

SOC_COUNTER_PARAM(extcc_counter);

/**
 * extcc_counter_describe() - complete the description before the counter is registered
 * @rate:	in Hz
 * @read_only:	as in a module, unless the user opts in: the kernel's sched_clock() does not
 *		run on it
 *
 * Built in, it is described twice: with the firmware's rate for sched_clock(), and again
 * once that rate has been compared with another clock.
 *
 * Context: any.
 * Return: the counter.
 */
struct soc_counter *extcc_counter_describe(u32 rate, bool read_only)
{
	extcc_counter.rate = rate;
	extcc_counter.read_only = read_only && !extcc_counter.opt_in;

	return &extcc_counter;
}
