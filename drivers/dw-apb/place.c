// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gives clock event devices to the CPUs, also to those that come and go.
 *
 * What is registered here can't be taken back: the kernel has no way to. So all
 * that can fail comes first, and is undone if it does.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/irq.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "place.h"

/*
 * A state among those of timers: on the CPU itself, when it is about to run and
 * when it is gone but for its last instructions. There is none for this driver in
 * the kernel, and a dynamic one would stop the tick of a CPU that still runs.
 * J-Core's timer is found on no machine that has this one.
 */
#define DW_APB_CPUHP_STATE	CPUHP_AP_JCORE_TIMER_STARTING

static DEFINE_PER_CPU(struct dw_apb_event *, dw_apb_of_cpu);

static DEFINE_MUTEX(dw_apb_place_mutex);
static bool dw_apb_hotplug_known;
static unsigned int dw_apb_placed;

/*
 * All CPUs or none: once one of them has a device of its own and high resolution,
 * the kernel lets the broadcast device wait for single events. A CPU that still
 * depends on it for a periodic tick then gets no tick any more.
 */
static bool dw_apb_complete;

/**
 * dw_apb_irq_affine() - can an interrupt be directed to one CPU?
 * @irq: its number
 *
 * Context: process.
 * Return: true if its controller can.
 */
bool dw_apb_irq_affine(int irq)
{
	struct irq_data *data = irq_get_irq_data(irq);
	struct irq_chip *chip = data ? irq_data_get_irq_chip(data) : NULL;

	return IS_ENABLED(CONFIG_SMP) && chip && chip->irq_set_affinity;
}

/* Called on @cpu with interrupts off. Can't fail: nobody could do anything about it. */
static int dw_apb_cpu_up(unsigned int cpu)
{
	struct dw_apb_event *ev = per_cpu(dw_apb_of_cpu, cpu);

	if (!ev || !dw_apb_complete)
		return 0;

	/* While the CPU was away, its interrupts were given to another one. */
	irq_force_affinity(ev->irq, cpumask_of(cpu));
	dw_apb_event_register(ev);
	return 0;
}

/*
 * Kernels before 6.13 forget the device of a dead CPU without stopping it, later
 * ones have it stopped before or after this.
 */
static int dw_apb_cpu_down(unsigned int cpu)
{
	struct dw_apb_event *ev = per_cpu(dw_apb_of_cpu, cpu);

	if (ev)
		dw_apb_stop(&ev->hw);
	return 0;
}

static int dw_apb_know_hotplug(void)
{
	int ret;

	if (dw_apb_hotplug_known)
		return 0;

	ret = cpuhp_setup_state_nocalls(DW_APB_CPUHP_STATE, "clockevents/soc_dw_apb:starting",
					dw_apb_cpu_up, dw_apb_cpu_down);
	dw_apb_hotplug_known = !ret;

	return ret;
}

/*
 * The interrupt comes first: if another driver has it, the channel is that one's and
 * must not be touched. It stays off until the channel is stopped, so that what the
 * firmware left pending doesn't get through.
 */
static int dw_apb_request_irq(struct dw_apb_event *ev)
{
	int ret;

	ret = request_irq(ev->irq, dw_apb_event_isr,
			  IRQF_TIMER | IRQF_NOBALANCING | IRQF_NO_AUTOEN, ev->name, ev);
	if (ret)
		return ret;

	dw_apb_stop(&ev->hw);
	enable_irq(ev->irq);

	return 0;
}

static void dw_apb_cpu_up_call(void *data)
{
	dw_apb_cpu_up(smp_processor_id());
}

static void dw_apb_cpu_up_on(unsigned int cpu)
{
	unsigned long flags;

	if (get_cpu() == cpu) {
		local_irq_save(flags);
		dw_apb_cpu_up(cpu);
		local_irq_restore(flags);
	} else {
		smp_call_function_single(cpu, dw_apb_cpu_up_call, NULL, true);
	}
	put_cpu();
}

static int dw_apb_prepare(struct dw_apb_event *ev, unsigned int cpu)
{
	int ret;

	if (per_cpu(dw_apb_of_cpu, cpu))
		return -EBUSY;

	dw_apb_event_describe(ev, cpumask_of(cpu), true, true);
	ret = dw_apb_request_irq(ev);
	if (ret)
		return ret;

	ret = irq_force_affinity(ev->irq, cpumask_of(cpu)) ? -EOPNOTSUPP : dw_apb_know_hotplug();
	if (ret)
		free_irq(ev->irq, ev);

	return ret;
}

/* Before there are other CPUs, the first one can't wait for their devices. */
static bool dw_apb_is_early(void)
{
	return system_state < SYSTEM_SCHEDULING;
}

static void dw_apb_take_over(struct dw_apb_event *ev, unsigned int cpu)
{
	bool early = dw_apb_is_early();
	unsigned int online;

	cpus_read_lock();
	per_cpu(dw_apb_of_cpu, cpu) = ev;
	dw_apb_placed++;
	if (early || dw_apb_placed == num_possible_cpus()) {
		dw_apb_complete = true;
		/* Early, there is one CPU, and this may not be its device. */
		for_each_online_cpu(online)
			if (!early || online == cpu)
				dw_apb_cpu_up_on(online);
	}
	cpus_read_unlock();
}

/**
 * dw_apb_place_on_cpu() - use a channel for the events of one CPU
 * @ev:		the channel, with @hw, @rate, @irq and @name; lives for ever if this
 *		succeeds, like the module
 * @cpu:	the CPU, which need not be online
 *
 * The kernel is given the devices of all CPUs at once, when the last one is here;
 * in the early form each by itself.
 *
 * Context: process, may sleep.
 * Return: 0; -EBUSY: the CPU has one already; -EOPNOTSUPP: the interrupt can't be
 * directed to the CPU; what request_irq() says (-EBUSY: another driver has the
 * interrupt) or cpuhp_setup_state() (-EBUSY: another driver has the state).
 */
int dw_apb_place_on_cpu(struct dw_apb_event *ev, unsigned int cpu)
{
	int ret;

	mutex_lock(&dw_apb_place_mutex);
	ret = dw_apb_prepare(ev, cpu);
	if (!ret) {
		__module_get(THIS_MODULE);
		dw_apb_take_over(ev, cpu);
	}
	mutex_unlock(&dw_apb_place_mutex);

	return ret;
}

/**
 * dw_apb_missing() - how many CPUs a device is missing for
 *
 * Context: process.
 * Return: their number; as long as it is not 0, no CPU has been given one of ours.
 */
unsigned int dw_apb_missing(void)
{
	return dw_apb_complete ? 0 : num_possible_cpus() - dw_apb_placed;
}

/**
 * dw_apb_place_on_all() - use a channel for the events of all CPUs
 * @ev: as with dw_apb_place_on_cpu()
 *
 * Context: process, may sleep.
 * Return: 0, or why the interrupt can't be requested.
 */
int dw_apb_place_on_all(struct dw_apb_event *ev)
{
	unsigned long flags;
	int ret;

	dw_apb_event_describe(ev, cpu_possible_mask, false, dw_apb_irq_affine(ev->irq));
	ret = dw_apb_request_irq(ev);
	if (ret)
		return ret;

	__module_get(THIS_MODULE);
	/* The kernel looks at the CPU it is called on. */
	local_irq_save(flags);
	dw_apb_event_register(ev);
	local_irq_restore(flags);

	return 0;
}
