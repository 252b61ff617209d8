// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whether the counters of several CPUs are in step, and which CPUs share one. Reads
 * nothing but the counter.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/limits.h>
#include <linux/minmax.h>

#include "hw.h"
#include "step.h"

/**
 * extcc_step_init() - prepare a comparison
 * @step: what the CPUs share
 */
void extcc_step_init(struct extcc_step *step)
{
	*step = (struct extcc_step) { .last_cpu = UINT_MAX };
	raw_spin_lock_init(&step->lock);
}

/**
 * extcc_step_read() - one reading by one CPU
 * @step: shared with the other CPUs
 * @cpu: the calling CPU
 *
 * The lock puts the readings in order; a counter that is ahead is noticed when the next
 * CPU reads less. All CPUs call this many times, concurrently.
 *
 * Context: any, but interrupts of the same CPU must not call it.
 */
void extcc_step_read(struct extcc_step *step, unsigned int cpu)
{
	u64 now;

	raw_spin_lock(&step->lock);
	now = soc_rdhwr_extcc();
	if (step->last_cpu == UINT_MAX)
		step->last = now;
	else if (step->last_cpu != cpu)
		step->turns++;
	if ((s64)(now - step->last) < 0)
		step->behind = max(step->behind, step->last - now);
	else
		step->last = now;
	step->last_cpu = cpu;
	raw_spin_unlock(&step->lock);
}

/**
 * extcc_packages_add() - record a core
 * @p:		zeroed before the first
 * @core:	the core's number, from the firmware
 *
 * The firmware numbers cores package by package; the kernel asks a CPU for its package
 * only when the CPU comes up.
 */
void extcc_packages_add(struct extcc_packages *p, unsigned int core)
{
	unsigned int package = core / EXTCC_PACKAGE_CORES;

	if (!p->cores++)
		p->first = package;
	else if (package != p->first)
		p->several = true;
}
