// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gives the CPUs the block's timers, including CPUs that go offline and come back.
 *
 * A clock event device cannot be unregistered, so everything that can fail is done before
 * the first registration and undone on failure: first what the kernel may refuse, while
 * no register has been written, then the set-up of the hardware.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/interrupt.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <soc-timers/shutdown.h>

#include "event.h"
#include "fault.h"
#include "node.h"
#include "place.h"

static DEFINE_PER_CPU(struct mct_tick, mct_ticks);
static struct mct_comp_event mct_comp_event;

/*
 * While a CPU is offline its interrupt is moved to another CPU, so it has to be directed
 * each time. By now, that has worked once.
 */
static bool mct_direct(struct mct_tick *tick)
{
	if (!tick->directed || !irq_force_affinity(tick->irq, cpumask_of(tick->cpu)))
		return true;

	mct_fault(MCT_FAULT_MISDIRECTED, tick->name);
	return false;
}

/*
 * Called on @cpu with interrupts off, when it comes up. Must not fail: the caller could
 * not do anything about it. Without a device of its own the CPU gets its events from the
 * broadcast device, if there is one.
 */
static int mct_cpu_starting(unsigned int cpu)
{
	struct mct_tick *tick = per_cpu_ptr(&mct_ticks, cpu);
	int ret;

	if (!tick->ready || tick->dead)
		return 0;

	/* Before the interrupt is enabled: it may be pending. */
	ret = mct_local_setup(&tick->timer);
	if (ret)
		mct_fault_write(tick->name, &tick->timer.wstat, ret);
	if (!mct_direct(tick))
		return 0;

	mct_tick_describe(tick);
	mct_tick_unmask(tick);
	tick->enabled = true;
	mct_tick_register(tick);

	return 0;
}

/*
 * Called on @cpu with interrupts off, after its last task. Kernels before 6.13 drop the
 * device of a dead CPU without stopping it; later ones have stopped it before this, and
 * then it is stopped twice.
 */
static int mct_cpu_dying(unsigned int cpu)
{
	struct mct_tick *tick = per_cpu_ptr(&mct_ticks, cpu);

	if (!tick->enabled)
		return 0;

	mct_local_off(&tick->timer);
	if (!tick->dead)
		mct_tick_mask(tick);
	tick->enabled = false;

	return 0;
}

/**
 * mct_place_claim() - take the CPU hotplug slot
 *
 * The kernel has one slot for the drivers of this block, so the driver that holds it runs
 * the block. CPUs that come up get no device before mct_place_start_ticks().
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0; -EBUSY: another driver has it; or another error from cpuhp_setup_state().
 */
int mct_place_claim(void)
{
	return cpuhp_setup_state_nocalls(CPUHP_AP_EXYNOS4_MCT_TIMER_STARTING,
					 "clockevents/soc-exynos-mct:starting",
					 mct_cpu_starting, mct_cpu_dying);
}

/**
 * mct_place_release() - give back the CPU hotplug slot
 *
 * Context: process, may sleep; or early in boot. No timer was started.
 */
void mct_place_release(void)
{
	cpuhp_remove_state_nocalls(CPUHP_AP_EXYNOS4_MCT_TIMER_STARTING);
}

static void mct_describe_ticks(const struct mct_node *n)
{
	struct mct_tick *tick;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		tick = per_cpu_ptr(&mct_ticks, cpu);
		*tick = (struct mct_tick) {
			.cpu		= cpu,
			.rate		= n->soc.rate,
			.ppi		= n->ppi,
			.directed	= !n->ppi && n->cpus > 1,
		};
		snprintf(tick->name, sizeof(tick->name), "soc-mct-tick%u", cpu);
		mct_local_init(&tick->timer, &n->hw, n->local[cpu]);
	}
}

static int mct_request_spi(struct mct_tick *tick, const struct mct_node *n)
{
	/* On ARM, IRQF_PERCPU has kept CPUs of Exynos5422 from coming up again. */
	unsigned long flags = IRQF_TIMER | IRQF_NOBALANCING | IRQF_NO_AUTOEN |
			      (IS_ENABLED(CONFIG_ARM64) ? IRQF_PERCPU : 0);
	int irq, ret;

	irq = soc_node_irq(&n->soc, mct_local_irq(n, tick->cpu));
	if (irq < 0)
		return irq;

	ret = request_irq(irq, mct_tick_isr, flags, tick->name, tick);
	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "cannot get the interrupt of local timer %u: another device may have it, check interrupts",
				     n->local[tick->cpu]);
	tick->irq = irq;

	if (!tick->directed)
		return 0;
	ret = irq_force_affinity(irq, cpumask_of(tick->cpu));
	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "cannot direct the interrupt of local timer %u to CPU %u: it needs a controller that can, check interrupts",
				     n->local[tick->cpu], tick->cpu);

	return 0;
}

static int mct_request_spis(const struct mct_node *n)
{
	unsigned int cpu;
	int ret;

	for_each_possible_cpu(cpu) {
		ret = mct_request_spi(per_cpu_ptr(&mct_ticks, cpu), n);
		if (ret)
			return ret;
	}

	return 0;
}

static int mct_request_ppi(const struct mct_node *n)
{
	unsigned int cpu;
	int irq, ret;

	irq = soc_node_irq(&n->soc, MCT_IRQ_LOCAL);
	if (irq < 0)
		return irq;

	ret = request_percpu_irq(irq, mct_tick_isr, "soc-mct-tick", &mct_ticks);
	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "cannot get the interrupt of the local timers: it must be a per-CPU one that no other device has, check interrupts");

	for_each_possible_cpu(cpu)
		per_cpu_ptr(&mct_ticks, cpu)->irq = irq;

	return 0;
}

/**
 * mct_place_request_ticks() - get the interrupts of all local timers
 * @n: the node, open, with its events parsed
 *
 * They stay disabled, and no register is accessed.
 *
 * Context: process, may sleep; or early in boot. The CPU hotplug slot is ours.
 * Return: 0, or an error that has been reported, with nothing held.
 */
int mct_place_request_ticks(const struct mct_node *n)
{
	int ret;

	mct_describe_ticks(n);
	ret = n->ppi ? mct_request_ppi(n) : mct_request_spis(n);
	if (ret)
		mct_place_free_ticks();

	return ret;
}

/**
 * mct_place_free_ticks() - undo mct_place_request_ticks()
 *
 * Context: process, may sleep; or early in boot. No timer was started.
 */
void mct_place_free_ticks(void)
{
	struct mct_tick *tick;
	unsigned int cpu;
	int ppi = 0;

	for_each_possible_cpu(cpu) {
		tick = per_cpu_ptr(&mct_ticks, cpu);
		if (tick->ppi)
			ppi = tick->irq;
		else if (tick->irq)
			free_irq(tick->irq, tick);
		*tick = (struct mct_tick) { };
	}
	if (ppi)
		free_percpu_irq(ppi, &mct_ticks);
}

/**
 * mct_place_setup_ticks() - bring all local timers into a known state: stopped
 * @n: the node
 *
 * A timer that does not acknowledge its set-up would not tick either.
 *
 * Context: process, or early in boot; their interrupts are ours.
 * Return: 0, or an error that has been reported.
 */
int mct_place_setup_ticks(const struct mct_node *n)
{
	unsigned int cpu;
	int ret;

	for_each_possible_cpu(cpu) {
		ret = mct_local_setup(&per_cpu_ptr(&mct_ticks, cpu)->timer);
		if (ret)
			return soc_node_fail(&n->soc, ret,
					     "local timer %u does not acknowledge writes: check clocks fin_pll and mct, or use mode=counter",
					     n->local[cpu]);
	}

	return 0;
}

/* Other CPUs have stopped their timer when they went offline. */
static void mct_stop_tick(struct soc_shutdown *unused)
{
	struct mct_tick *tick = this_cpu_ptr(&mct_ticks);

	if (tick->enabled)
		mct_local_off(&tick->timer);
}

static struct soc_shutdown mct_shutdown_tick = { .stop = mct_stop_tick };

static void mct_start_here(void *unused)
{
	mct_cpu_starting(smp_processor_id());
}

/**
 * mct_place_start_ticks() - give each CPU its device, now or when it comes up
 *
 * Context: process, may sleep; or early in boot, with interrupts off. The timers are set
 * up. They run until reboot.
 */
void mct_place_start_ticks(void)
{
	unsigned int cpu;

	/* Each CPU is started by this loop or by the hotplug callback, never by both. */
	cpus_read_lock();
	for_each_possible_cpu(cpu)
		per_cpu_ptr(&mct_ticks, cpu)->ready = true;

	/* Before the scheduler runs there is only this CPU, which may not call others. */
	if (irqs_disabled()) {
		mct_start_here(NULL);
	} else {
		for_each_online_cpu(cpu)
			smp_call_function_single(cpu, mct_start_here, NULL, true);
	}
	cpus_read_unlock();
	soc_shutdown_add(&mct_shutdown_tick);
}

/**
 * mct_place_request_comp() - get the interrupt of comparator 0
 * @n: the node, open
 *
 * It stays disabled, and no register is accessed. The kernel may direct it to the CPU
 * that waits for the next event only if that moves no other device's interrupt.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0, or an error that has been reported, with nothing held.
 */
int mct_place_request_comp(struct mct_node *n)
{
	struct mct_comp_event *e = &mct_comp_event;
	bool movable;
	int irq, ret;

	irq = soc_node_irq(&n->soc, MCT_IRQ_COMP);
	if (irq < 0)
		return irq;

	*e = (struct mct_comp_event) { .irq = irq };
	mct_comp_init(&e->comp, &n->hw, &n->global);
	ret = request_irq(irq, mct_comp_isr, IRQF_TIMER | IRQF_IRQPOLL | IRQF_NO_AUTOEN,
			  MCT_COMP_NAME, e);
	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "cannot get the interrupt of comparator 0: another device may have it, check interrupts");

	/* Only trying shows whether the controller can direct it. */
	movable = !mct_node_irq_is_cascaded(n, MCT_IRQ_COMP) &&
		  !irq_force_affinity(irq, cpumask_of(raw_smp_processor_id()));
	mct_comp_describe(e, movable);

	return 0;
}

/**
 * mct_place_free_comp() - undo mct_place_request_comp()
 *
 * Context: process, may sleep; or early in boot. The comparator was not started.
 */
void mct_place_free_comp(void)
{
	free_irq(mct_comp_event.irq, &mct_comp_event);
}

/**
 * mct_place_setup_comp() - bring comparator 0 into a known state: off
 * @n: the node
 *
 * Context: process, or early in boot; its interrupt is ours.
 * Return: 0, or an error that has been reported.
 */
int mct_place_setup_comp(const struct mct_node *n)
{
	int ret = mct_comp_setup(&mct_comp_event.comp);

	if (ret)
		return soc_node_fail(&n->soc, ret,
				     "comparator 0 does not acknowledge writes: check clocks fin_pll and mct, or use mode=counter");

	return 0;
}

static void mct_stop_comp(struct soc_shutdown *unused)
{
	mct_comp_off(&mct_comp_event.comp);
}

static struct soc_shutdown mct_shutdown_comp = { .stop = mct_stop_comp };

/**
 * mct_place_start_comp() - register comparator 0, until reboot
 * @n: the node
 *
 * Context: process, or early in boot; the comparator is set up.
 */
void mct_place_start_comp(const struct mct_node *n)
{
	enable_irq(mct_comp_event.irq);
	mct_comp_register(&mct_comp_event, n->soc.rate);
	soc_shutdown_add(&mct_shutdown_comp);
}
