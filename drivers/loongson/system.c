// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loongson ExtCC: the checks of check.c on the machine that we are on.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/irqflags.h>
#include <linux/limits.h>
#include <linux/printk.h>
#include <linux/processor.h>
#include <linux/smp.h>
#include <linux/stop_machine.h>
#include <linux/timekeeping.h>
#include <asm/cpu-features.h>
#include <asm/cpu-info.h>
#include <asm/smp.h>
#include <loongson.h>

#include "glue.h"

/* The vDSO needs more than a driver: that programs may execute the instruction. */
static_assert(!IS_ENABLED(CONFIG_SOC_LOONGSON_EXTCC_VDSO) ||
	      cpu_hwrena_impl_bits & BIT(EXTCC_REGISTER));

/**
 * extcc_firmware_rate() - the counter's rate as the firmware says
 *
 * What it gives for a core's highest clock is what the counter counts.
 *
 * Context: any.
 * Return: Hz; 0: it says none.
 */
u32 extcc_firmware_rate(void)
{
	return cpu_clock_freq;
}

static int extcc_check_core(unsigned int cpu, bool force)
{
	u32 prid = cpu_data[cpu].processor_id;

	switch (extcc_core(prid)) {
	case EXTCC_PRESENT:
		return 0;
	case EXTCC_UNKNOWN:
		if (force)
			return 0;
		pr_err(EXTCC_NAME ": not known what hardware register 30 counts on this core (CPU%u, PRId %#x): try force=1 and see that the measured rate makes sense\n",
		       cpu, prid);
		return -ENODEV;
	default:
		if (force)
			return 0;
		pr_err(EXTCC_NAME ": this core (CPU%u, PRId %#x) has no external counter: nothing to do here, a Loongson-3A2000 or 3A3000 has one\n",
		       cpu, prid);
		return -ENODEV;
	}
}

/**
 * extcc_check_cores() - do all cores have the counter?
 * @force: go on where they don't say so
 *
 * Nothing is read: on a core without it that would be an oops.
 *
 * Context: process.
 * Return: 0, or -ENODEV after a line in the log.
 */
int extcc_check_cores(bool force)
{
	unsigned int cpu;
	int err;

	for_each_online_cpu(cpu) {
		err = extcc_check_core(cpu, force);
		if (err)
			return err;
	}
	if (force)
		pr_warn(EXTCC_NAME ": force=1, cores not checked\n");

	return 0;
}

/* Some milliseconds with all CPUs held. */
#define STEP_READINGS	2000

static int extcc_step_on_cpu(void *data)
{
	struct extcc_step *step = data;
	unsigned int i;

	for (i = 0; i < STEP_READINGS; i++)
		extcc_step_read(step, smp_processor_id());

	return 0;
}

/**
 * extcc_several_packages() - are the CPUs spread over several packages?
 *
 * By the numbers that the firmware gives the cores: the kernel asks a CPU for its
 * package only when that comes up.
 *
 * Context: any.
 * Return: true if they are, present or not.
 */
bool extcc_several_packages(void)
{
	unsigned int cpu, first = cpumask_first(cpu_possible_mask);

	if (!IS_ENABLED(CONFIG_SMP))
		return false;

	for_each_possible_cpu(cpu) {
		if (cpu_logical_map(cpu) / EXTCC_PACKAGE_CORES !=
		    cpu_logical_map(first) / EXTCC_PACKAGE_CORES)
			return true;
	}

	return false;
}

/**
 * extcc_check_step() - are the counters of all CPUs in step?
 *
 * The cores of a package share one; those of several packages start when they
 * are switched on. CPUs that are offline can't be asked, so that with several
 * packages all have to be online.
 *
 * Context: process, may sleep; all CPUs are held for some milliseconds.
 * Return: 0, or -ENODEV after a line in the log.
 */
int extcc_check_step(void)
{
	struct extcc_step step;
	bool several = extcc_several_packages();

	if (several && num_online_cpus() < num_possible_cpus()) {
		pr_err(EXTCC_NAME ": there are several packages and CPUs that are offline, so that nobody knows whether the counters are in step: bring all CPUs online (possible: %*pbl)\n",
		       cpumask_pr_args(cpu_possible_mask));
		return -ENODEV;
	}
	if (num_online_cpus() < 2)
		return 0;

	extcc_step_init(&step);
	stop_machine(extcc_step_on_cpu, &step, cpu_online_mask);
	if (step.behind) {
		pr_err(EXTCC_NAME ": the counters of the CPUs are not in step, one is up to %llu ticks ahead: they can't be one clock, keep the one you have\n",
		       step.behind);
		return -ENODEV;
	}
	if (several && step.turns < num_online_cpus()) {
		pr_err(EXTCC_NAME ": the CPUs did not read in turn, so that the counters of several packages are not known to be in step: try again\n");
		return -ENODEV;
	}

	return 0;
}

/* The best of some attempts: the one that nothing came between. */
static struct extcc_point extcc_sample(void)
{
	struct extcc_point best = { .slack = U64_MAX };
	u64 before, ticks, after;
	unsigned long flags;
	unsigned int i;

	for (i = 0; i < 32; i++) {
		local_irq_save(flags);
		before = ktime_get_raw_ns();
		ticks = soc_rdhwr_extcc();
		after = ktime_get_raw_ns();
		local_irq_restore(flags);

		if (after - before >= best.slack)
			continue;
		best = (struct extcc_point) {
			.ticks = ticks,
			.ns = before + (after - before) / 2,
			.slack = after - before,
		};
	}
	best.slack = best.slack / 2 + ktime_get_resolution_ns();

	return best;
}

/**
 * extcc_check_rate() - compare the firmware's rate with the current clocksource
 * @ms: for how long; 0: not at all
 *
 * Context: process, sleeps.
 * Return: the rate.
 */
struct extcc_rate extcc_check_rate(unsigned int ms)
{
	struct extcc_point from = {}, to = {};

	if (ms && extcc_firmware_rate()) {
		from = extcc_sample();
		msleep(ms);
		to = extcc_sample();
	}

	return extcc_judge_rate(extcc_firmware_rate(), &from, &to);
}
