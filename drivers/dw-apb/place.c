// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gives the CPUs their clock event devices, including CPUs that go offline and come back.
 *
 * A clock event device cannot be unregistered, so everything that can fail is done before
 * the first registration and undone on failure.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/container_of.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqflags.h>
#include <linux/kconfig.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/smp.h>
#include <soc-timers/optional.h>

#include "event.h"
#include "node.h"
#include "place.h"

/*
 * A hotplug state among those for timers, whose callbacks run on the CPU itself, before
 * its first task and after its last one. The kernel has no such state for this driver,
 * and a dynamic one would stop the tick of a CPU that still runs tasks. This is the state
 * of J-Core's timer, which no machine with this timer has.
 */
#define DW_APB_CPUHP_STATE	CPUHP_AP_JCORE_TIMER_STARTING

/* Requested devices. Written under the mutex; read on the CPU once dw_apb_complete is set. */
static DEFINE_PER_CPU(struct dw_apb_event *, dw_apb_of_cpu);

static DEFINE_MUTEX(dw_apb_place_mutex);

/* Channels that have requested their interrupt; under the mutex. */
static LIST_HEAD(dw_apb_place_events);

/* CPUs that have a device in dw_apb_of_cpu, or are about to: the hotplug slot is for them. */
static unsigned int dw_apb_claimed;

static unsigned int dw_apb_placed;

/*
 * Either all CPUs have a device or none has: once one of them has a device of its own and
 * high resolution, the kernel switches the broadcast device to single events. A CPU that
 * still depended on it for a periodic tick would no longer get one.
 */
static bool dw_apb_complete;

/**
 * dw_apb_place_affine() - can an interrupt be directed to one CPU?
 * @irq: its number
 *
 * Context: process; or early in boot.
 * Return: true if its controller can.
 */
bool dw_apb_place_affine(int irq)
{
	struct irq_data *data = irq_get_irq_data(irq);
	struct irq_chip *chip = data ? irq_data_get_irq_chip(data) : NULL;

	return IS_ENABLED(CONFIG_SMP) && chip && chip->irq_set_affinity;
}

static bool dw_apb_place_irq_is_ours(int irq)
{
	struct dw_apb_event *ev;

	list_for_each_entry(ev, &dw_apb_place_events, list)
		if (ev->irq == irq)
			return true;

	return false;
}

/**
 * dw_apb_place_irq_is_others() - does another driver handle an interrupt?
 * @irq: its number
 *
 * The nodes of several channels may name the same interrupt, so a handler can be ours.
 *
 * Context: process, may sleep; or early in boot.
 * Return: true if it has a handler that is not ours.
 */
bool dw_apb_place_irq_is_others(int irq)
{
	bool others;

	mutex_lock(&dw_apb_place_mutex);
	others = soc_irq_has_action(irq) && !dw_apb_place_irq_is_ours(irq);
	mutex_unlock(&dw_apb_place_mutex);

	return others;
}

/*
 * Called on @cpu with interrupts off, when it comes up, and when the last device is
 * there: the first call after that registers the device. Must not fail: the caller could
 * not do anything about it.
 */
static int dw_apb_cpu_up(unsigned int cpu)
{
	struct dw_apb_event *ev = per_cpu(dw_apb_of_cpu, cpu);

	if (!dw_apb_complete || !ev || ev->live)
		return 0;

	/* While the CPU was offline, its interrupts were moved to another CPU. */
	if (irq_force_affinity(ev->irq, cpumask_of(cpu))) {
		pr_err("%s: cannot direct the interrupt to CPU %u, which gets its events from the broadcast device instead: check the interrupt controller\n",
		       ev->name, cpu);
		return 0;
	}
	ev->live = true;
	dw_apb_event_register(ev);

	return 0;
}

/*
 * Kernels before 6.13 drop the device of a dead CPU without stopping it; later ones stop
 * it before or after this.
 */
static int dw_apb_cpu_down(unsigned int cpu)
{
	struct dw_apb_event *ev = per_cpu(dw_apb_of_cpu, cpu);

	if (!ev || !ev->live)
		return 0;

	dw_apb_stop(&ev->hw);
	ev->live = false;

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

static int dw_apb_claim_cpu(struct dw_apb_event *ev, const struct dw_apb_node *n)
{
	int ret = 0;

	if (per_cpu(dw_apb_of_cpu, ev->cpu))
		return soc_node_fail(&n->soc, -EBUSY,
				     "CPU %d has a device already: correct the nodes or roles=",
				     ev->cpu);

	if (!dw_apb_claimed)
		ret = cpuhp_setup_state_nocalls(DW_APB_CPUHP_STATE,
						"clockevents/soc_dw_apb:starting",
						dw_apb_cpu_up, dw_apb_cpu_down);
	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "cannot get the CPU hotplug slot: use this channel for all CPUs with roles=");
	dw_apb_claimed++;

	return 0;
}

/* Nothing pins the module until a device is started, so a failure must give the slot back. */
static void dw_apb_unclaim_cpu(void)
{
	if (!--dw_apb_claimed)
		cpuhp_remove_state_nocalls(DW_APB_CPUHP_STATE);
}

static int dw_apb_try_channel(struct dw_apb_event *ev, const struct dw_apb_node *n)
{
	dw_apb_stop(&ev->hw);
	if (dw_apb_try(&ev->hw))
		return 0;

	return soc_node_fail(&n->soc, -EIO,
			     "the channel is stopped although it was started: check its clock");
}

/*
 * The interrupt is requested first: if another driver has it, the channel is that
 * driver's and must not be touched. It stays disabled until the channel is stopped, so
 * that an interrupt left pending by the firmware does not get through.
 */
static int dw_apb_request(struct dw_apb_event *ev, const struct dw_apb_node *n)
{
	int ret;

	ret = request_irq(ev->irq, dw_apb_event_isr,
			  IRQF_TIMER | IRQF_NOBALANCING | IRQF_NO_AUTOEN, ev->name, ev);
	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "cannot get the interrupt: give each channel one of its own, not shared with another driver");

	ret = dw_apb_try_channel(ev, n);
	if (ret)
		goto free;

	if (ev->cpu != DW_APB_ALL_CPUS && irq_force_affinity(ev->irq, cpumask_of(ev->cpu))) {
		pr_info("%pOF: the interrupt cannot be directed to one CPU\n", n->soc.np);
		ret = -EOPNOTSUPP;
		goto free;
	}
	list_add(&ev->list, &dw_apb_place_events);

	return 0;

free:
	free_irq(ev->irq, ev);
	return ret;
}

/**
 * dw_apb_place_request() - get everything that a channel needs to tick
 * @ev:	the channel, with all members but @ced, @list, @shutdown and @live set
 * @n:	its node, open
 *
 * On success the interrupt is ours, and the channel has been seen counting and is
 * stopped.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0, or an error that has been reported; -EOPNOTSUPP: the interrupt cannot be
 * directed to the CPU.
 */
int dw_apb_place_request(struct dw_apb_event *ev, const struct dw_apb_node *n)
{
	int ret = 0;

	mutex_lock(&dw_apb_place_mutex);
	if (ev->cpu != DW_APB_ALL_CPUS)
		ret = dw_apb_claim_cpu(ev, n);
	if (ret)
		goto unlock;

	ret = dw_apb_request(ev, n);
	if (ev->cpu == DW_APB_ALL_CPUS)
		goto unlock;
	if (ret)
		dw_apb_unclaim_cpu();
	else
		per_cpu(dw_apb_of_cpu, ev->cpu) = ev;

unlock:
	mutex_unlock(&dw_apb_place_mutex);

	return ret;
}

/**
 * dw_apb_place_free() - undo dw_apb_place_request()
 * @ev: the channel, not started
 *
 * Context: process, may sleep; or early in boot.
 */
void dw_apb_place_free(struct dw_apb_event *ev)
{
	mutex_lock(&dw_apb_place_mutex);
	if (ev->cpu != DW_APB_ALL_CPUS) {
		per_cpu(dw_apb_of_cpu, ev->cpu) = NULL;
		dw_apb_unclaim_cpu();
	}
	list_del(&ev->list);
	free_irq(ev->irq, ev);
	mutex_unlock(&dw_apb_place_mutex);
}

/* Each CPU is served by this loop or by the hotplug callback, never by both. */
static void dw_apb_start_cpu(void)
{
	unsigned int cpu;

	cpus_read_lock();
	dw_apb_placed++;
	if (dw_apb_placed == num_possible_cpus()) {
		dw_apb_complete = true;
		for_each_online_cpu(cpu)
			dw_apb_cpu_up_on(cpu);
	}
	cpus_read_unlock();
}

static void dw_apb_start_all(struct dw_apb_event *ev)
{
	unsigned long flags;

	local_irq_save(flags);
	dw_apb_event_register(ev);
	local_irq_restore(flags);
}

/* Other CPUs have stopped their channel when they went offline. */
static void dw_apb_place_stop(struct soc_shutdown *shutdown)
{
	struct dw_apb_event *ev = container_of(shutdown, struct dw_apb_event, shutdown);

	if (ev->cpu == DW_APB_ALL_CPUS || ev->cpu == smp_processor_id())
		dw_apb_stop(&ev->hw);
}

/**
 * dw_apb_place_start() - register a channel's device, until reboot
 * @ev: requested by dw_apb_place_request(); lives, with the module, until reboot
 *
 * Per-CPU devices are registered all at once, when the last one is available; those of
 * CPUs that are offline at that time are registered when the CPU comes up.
 *
 * Context: process, may sleep; or early in boot.
 */
void dw_apb_place_start(struct dw_apb_event *ev)
{
	mutex_lock(&dw_apb_place_mutex);
	__module_get(THIS_MODULE);
	dw_apb_event_describe(ev, dw_apb_place_affine(ev->irq));
	enable_irq(ev->irq);
	if (ev->cpu == DW_APB_ALL_CPUS)
		dw_apb_start_all(ev);
	else
		dw_apb_start_cpu();
	ev->shutdown.stop = dw_apb_place_stop;
	soc_shutdown_add(&ev->shutdown);
	mutex_unlock(&dw_apb_place_mutex);
}

/**
 * dw_apb_place_missing() - how many CPUs have no device yet?
 *
 * Context: process.
 * Return: their number; unless it is 0, no per-CPU device of ours is registered.
 */
unsigned int dw_apb_place_missing(void)
{
	return num_possible_cpus() - dw_apb_placed;
}
