// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whether the CPUs of this machine have the counter, and whether it is in step. Asks the
 * kernel about its CPUs, and holds them all while they compare.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/kconfig.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/smp.h>
#include <linux/stop_machine.h>
#include <asm/cpu-features.h>
#include <asm/cpu-info.h>
#include <asm/smp.h>

#include "cpus.h"
#include "hw.h"
#include "step.h"

static bool extcc_force;
module_param_named(force, extcc_force, bool, 0444);
MODULE_PARM_DESC(force, "use the counter on cores not known to have it: an oops if they do not (default 0)");

/* Unlike the driver, the vDSO also needs programs to be allowed to execute the instruction. */
static_assert(!IS_ENABLED(CONFIG_SOC_LOONGSON_EXTCC_VDSO) ||
	      cpu_hwrena_impl_bits & BIT(EXTCC_REGISTER));

/**
 * extcc_cpu_usable() - may a CPU read the counter?
 * @cpu: a CPU that is up, or the boot CPU
 *
 * The counter is not read: on a core without it, that would be an oops.
 *
 * Context: any.
 * Return: true if its core has the counter, or the user claims so.
 */
bool extcc_cpu_usable(unsigned int cpu)
{
	return extcc_force || extcc_core(cpu_data[cpu].processor_id) == EXTCC_PRESENT;
}

static int extcc_refuse_cpu(unsigned int cpu)
{
	u32 prid = cpu_data[cpu].processor_id;

	if (extcc_core(prid) == EXTCC_UNKNOWN)
		pr_err("it is not known what hardware register 30 counts on this core (CPU%u, PRId %#x): try force=1 and see whether the measured rate makes sense\n",
		       cpu, prid);
	else
		pr_err("this core (CPU%u, PRId %#x) has no external counter: a Loongson-3A2000 or 3A3000 has one\n",
		       cpu, prid);

	return -ENODEV;
}

/**
 * extcc_check_cpus() - do all CPUs have the counter?
 *
 * Context: process.
 * Return: 0, or -ENODEV, which has been reported.
 */
int extcc_check_cpus(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		if (!extcc_cpu_usable(cpu))
			return extcc_refuse_cpu(cpu);
	}
	if (extcc_force)
		pr_warn("force=1, cores not checked\n");

	return 0;
}

/**
 * extcc_cpus_in_one_package() - do all CPUs share one counter?
 *
 * Context: any.
 * Return: true if all possible CPUs, present or not, are in one package.
 */
bool extcc_cpus_in_one_package(void)
{
	struct extcc_packages packages = { };
	unsigned int cpu;

	if (!IS_ENABLED(CONFIG_SMP))
		return true;

	for_each_possible_cpu(cpu)
		extcc_packages_add(&packages, cpu_logical_map(cpu));

	return !packages.several;
}

/* This takes a few milliseconds, with all CPUs held. */
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
 * extcc_check_step() - are the counters of all CPUs in step?
 *
 * The cores of a package share one counter, which starts when the package is switched on.
 * CPUs that are offline cannot be compared, so with several packages all CPUs have to be
 * online.
 *
 * Context: process, may sleep; all CPUs are held for a few milliseconds.
 * Return: 0, or -ENODEV, which has been reported.
 */
int extcc_check_step(void)
{
	struct extcc_step step;
	bool several = !extcc_cpus_in_one_package();

	if (several && num_online_cpus() < num_possible_cpus()) {
		pr_err("there are several packages, and the counters of CPUs that are offline cannot be compared: bring all CPUs online (possible: %*pbl)\n",
		       cpumask_pr_args(cpu_possible_mask));
		return -ENODEV;
	}
	if (num_online_cpus() < 2)
		return 0;

	extcc_step_init(&step);
	stop_machine(extcc_step_on_cpu, &step, cpu_online_mask);
	if (step.behind) {
		pr_err("the counters of the CPUs are not in step, one is up to %llu ticks ahead: they cannot be one clock, keep the current clocksource\n",
		       step.behind);
		return -ENODEV;
	}
	if (several && step.turns < num_online_cpus()) {
		pr_err("the CPUs did not read in turn, so the counters of several packages are not known to be in step: try again\n");
		return -ENODEV;
	}

	return 0;
}
