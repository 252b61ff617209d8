// SPDX-License-Identifier: GPL-2.0-only
/*
 * The full form of the Exynos MCT driver: it runs the block, and its timers tick
 * for all CPUs, those included that come and go.
 *
 * A clock event device can't be taken back: the kernel has no way to. So all
 * that can fail comes first and is undone if it does, and from there on nothing may
 * fail, and the module stays.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/of_irq.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "event.h"
#include "fault.h"
#include "glue.h"

static DEFINE_PER_CPU(struct mct_tick, mct_ticks);
static struct mct_comp_event mct_comp_event;
static unsigned long mct_rate;

/*
 * Set before any interrupt is asked for; the rest of the node's description is not
 * needed any more once the devices are set up.
 */
static bool mct_ppi;
static bool mct_directed;

/**
 * mct_in_use() - does another driver run the block?
 * @cfg: the node, parsed for its block
 *
 * Looks whether one of the node's interrupts has a handler, which is what is known
 * of the in-tree driver at run time: whether it is configured doesn't tell, as
 * it may have failed, or not have been linked in.
 *
 * Context: process, or boot before the scheduler runs.
 * Return: true if one does.
 */
bool mct_in_use(const struct mct_config *cfg)
{
	unsigned int i;
	int irq;

	irq = of_irq_get(cfg->np, MCT_IRQ_COMP);
	for (i = MCT_IRQ_LOCAL; irq > 0 && i < MCT_IRQS; i++) {
		if (irq_has_action(irq))
			return true;
		irq = of_irq_get(cfg->np, i);
	}

	return irq > 0 && irq_has_action(irq);
}

/**
 * mct_tick_mask() - turn a tick's interrupt off for good
 * @tick: on this CPU
 *
 * Context: its interrupt.
 */
void mct_tick_mask(struct mct_tick *tick)
{
	if (mct_ppi)
		disable_percpu_irq(tick->irq);
	else
		disable_irq_nosync(tick->irq);
}

/**
 * mct_comp_mask() - turn the comparator's interrupt off for good
 * @e: the comparator
 *
 * Context: its interrupt.
 */
void mct_comp_mask(struct mct_comp_event *e)
{
	disable_irq_nosync(e->irq);
}

/*
 * While a CPU is away its interrupt is given to another one, so the interrupt
 * has to be directed each time. It has been seen to work once.
 */
static bool mct_direct(struct mct_tick *tick)
{
	if (!mct_directed || !irq_force_affinity(tick->irq, cpumask_of(tick->cpu)))
		return true;

	mct_fault_misdirected(tick->name);
	return false;
}

/*
 * Called on @cpu with interrupts off, when it is about to run. Can't fail: nobody
 * could do anything about it. Without a device of its own the CPU gets its events
 * from the broadcast device, as far as there is one.
 */
static int mct_cpu_starting(unsigned int cpu)
{
	struct mct_tick *tick = per_cpu_ptr(&mct_ticks, cpu);
	int ret;

	if (tick->dead)
		return 0;

	/* Before the interrupt is enabled: it may be pending. */
	ret = mct_local_setup(&tick->timer);
	if (ret)
		mct_fault_write(&tick->timer.wstat, ret);
	if (!mct_ppi && !mct_direct(tick))
		return 0;

	mct_tick_describe(tick);
	if (mct_ppi)
		enable_percpu_irq(tick->irq, IRQ_TYPE_NONE);
	else
		enable_irq(tick->irq);
	tick->enabled = true;
	mct_tick_register(tick, mct_rate);

	return 0;
}

/*
 * Called on @cpu with interrupts off, after its last task. Kernels before 6.13
 * forget the device of a dead CPU without stopping it, later ones have stopped
 * it before this, and then it is stopped twice.
 */
static int mct_cpu_dying(unsigned int cpu)
{
	struct mct_tick *tick = per_cpu_ptr(&mct_ticks, cpu);

	if (!tick->enabled)
		return 0;

	mct_local_off(&tick->timer);
	/* One that had to be turned off has been. */
	if (!tick->dead)
		mct_tick_mask(tick);
	tick->enabled = false;

	return 0;
}

static void mct_start_here(void *unused)
{
	mct_cpu_starting(smp_processor_id());
}

/*
 * Before the scheduler runs there is only this CPU, with interrupts off, where
 * calling others is not allowed.
 */
static void mct_start_online(void)
{
	unsigned int cpu;

	if (irqs_disabled()) {
		mct_start_here(NULL);
		return;
	}

	for_each_online_cpu(cpu)
		smp_call_function_single(cpu, mct_start_here, NULL, true);
}

static int mct_irq(const struct mct_config *cfg, unsigned int index)
{
	int irq = of_irq_get(cfg->np, index);

	if (irq > 0)
		return irq;

	return mct_fail(cfg, irq ?: -EINVAL,
			"interrupt %u can't be had: see the node's interrupts and the controller they name",
			index);
}

/* A timer that does not acknowledge its set-up won't tick either. */
static int mct_prepare_timer(struct mct_tick *tick, const struct mct_hw *hw,
			     const struct mct_config *cfg)
{
	int ret;

	mct_local_init(&tick->timer, hw, cfg->local[tick->cpu]);
	ret = mct_local_setup(&tick->timer);
	if (ret)
		return mct_fail(cfg, ret,
				"local timer %u does not acknowledge writes: check the clocks \"fin_pll\" and \"mct\", or load this module with mode=counter",
				cfg->local[tick->cpu]);

	return 0;
}

static int mct_prepare_spi(struct mct_tick *tick, const struct mct_config *cfg)
{
	/* On ARM, per-CPU ones have kept CPUs of Exynos5422 from coming up again. */
	unsigned long flags = IRQF_TIMER | IRQF_NOBALANCING | IRQF_NO_AUTOEN |
			      (IS_ENABLED(CONFIG_ARM64) ? IRQF_PERCPU : 0);
	int ret;

	ret = request_irq(tick->irq, mct_tick_isr, flags, tick->name, tick);
	if (ret) {
		tick->irq = 0;
		return mct_fail(cfg, ret,
				"the interrupt of local timer %u is refused: it may belong to another device, check the node's interrupts",
				cfg->local[tick->cpu]);
	}

	if (!mct_directed)
		return 0;
	ret = irq_force_affinity(tick->irq, cpumask_of(tick->cpu));
	if (ret)
		return mct_fail(cfg, ret,
				"the interrupt of local timer %u can't be directed to CPU %u: it needs a controller that can, check the node's interrupts",
				cfg->local[tick->cpu], tick->cpu);

	return 0;
}

static void mct_free_ticks(int ppi)
{
	unsigned int cpu;

	if (ppi)
		free_percpu_irq(ppi, &mct_ticks);

	for_each_possible_cpu(cpu) {
		struct mct_tick *tick = per_cpu_ptr(&mct_ticks, cpu);

		if (!mct_ppi && tick->irq)
			free_irq(tick->irq, tick);
		*tick = (struct mct_tick) { };
	}
}

static int mct_prepare_tick(struct mct_tick *tick, unsigned int cpu, const struct mct_hw *hw,
			    const struct mct_config *cfg)
{
	int irq, ret;

	tick->cpu = cpu;
	snprintf(tick->name, sizeof(tick->name), "soc-mct-tick%u", cpu);
	ret = mct_prepare_timer(tick, hw, cfg);
	if (ret)
		return ret;
	mct_tick_describe(tick);

	irq = mct_irq(cfg, mct_local_irq(cfg, cpu));
	if (irq < 0)
		return irq;
	tick->irq = irq;

	return mct_ppi ? 0 : mct_prepare_spi(tick, cfg);
}

static int mct_prepare_ticks(const struct mct_hw *hw, const struct mct_config *cfg, int *ppi)
{
	unsigned int cpu;
	int ret = 0;

	*ppi = 0;
	mct_ppi = cfg->ppi;
	mct_directed = !cfg->ppi && cfg->cpus > 1;

	for_each_possible_cpu(cpu) {
		ret = mct_prepare_tick(per_cpu_ptr(&mct_ticks, cpu), cpu, hw, cfg);
		if (ret)
			goto free;
	}
	if (!mct_ppi)
		return 0;

	ret = request_percpu_irq(raw_cpu_ptr(&mct_ticks)->irq, mct_tick_isr, "soc-mct-tick",
				 &mct_ticks);
	if (ret) {
		mct_fail(cfg, ret,
			 "the interrupt of the local timers is refused: it has to be a per-CPU one, check the node's interrupts");
		goto free;
	}
	*ppi = raw_cpu_ptr(&mct_ticks)->irq;

	return 0;

free:
	mct_free_ticks(0);
	return ret;
}

static int mct_prepare_comp(struct mct_block *b, const struct mct_config *cfg)
{
	struct mct_comp_event *e = &mct_comp_event;
	int irq, ret;

	if (cfg->frc_shared)
		return 0;

	mct_comp_init(&e->comp, &b->hw, &b->global);
	ret = mct_comp_setup(&e->comp);
	if (ret)
		return mct_fail(cfg, ret,
				"comparator 0 does not acknowledge writes: check the clocks \"fin_pll\" and \"mct\", or load this module with mode=counter");

	irq = mct_irq(cfg, MCT_IRQ_COMP);
	if (irq < 0)
		return irq;
	e->irq = irq;
	mct_comp_describe(e, false);

	ret = request_irq(irq, mct_comp_isr, IRQF_TIMER | IRQF_IRQPOLL, MCT_COMP_NAME, e);
	if (ret)
		return mct_fail(cfg, ret,
				"the interrupt of comparator 0 is refused: it may belong to another device, check the node's interrupts");

	/* Asked by doing it: some controllers can't, and it makes no difference where. */
	mct_comp_describe(e, !irq_force_affinity(irq, cpumask_of(raw_smp_processor_id())));

	return 0;
}

/* The counter moves, or there is no time to take from it. */
static int mct_prepare_counter(struct mct_block *b, const struct mct_config *cfg)
{
	int ret = 0;

	if (!cfg->frc_shared)
		ret = mct_frc_start(&b->global);
	if (ret)
		return mct_fail(cfg, ret,
				"starting the counter is not acknowledged: check the clocks \"fin_pll\" and \"mct\"");
	if (mct_frc_running(&b->hw))
		return 0;

	return mct_fail(cfg, -EIO, cfg->frc_shared ?
			"the counter stands: the processor that shares it must start it first" :
			"the counter is started and stands: check the clocks \"fin_pll\" and \"mct\"");
}

static int mct_prepare(struct mct_block *b, const struct mct_config *cfg)
{
	int ret, ppi;

	ret = mct_prepare_counter(b, cfg);
	if (ret)
		return ret;

	ret = mct_prepare_ticks(&b->hw, cfg, &ppi);
	if (ret)
		return ret;

	ret = mct_prepare_comp(b, cfg);
	if (ret)
		mct_free_ticks(ppi);

	return ret;
}

/**
 * mct_full_start() - run the block: the counter and all its timers
 * @b:		the block, open; stays so, for good, after success
 * @cfg:	its node, parsed for its events
 *
 * The place in CPU hotplug comes first. It belongs to the drivers of this block,
 * so whoever has it runs the block, and no register was written yet.
 *
 * Context: process, or boot before the scheduler runs.
 * Return: 0; -EBUSY: another driver runs the block; or an error that has been said.
 */
int mct_full_start(struct mct_block *b, const struct mct_config *cfg)
{
	int ret;

	cpus_read_lock();
	ret = cpuhp_setup_state_nocalls_cpuslocked(CPUHP_AP_EXYNOS4_MCT_TIMER_STARTING,
						   "clockevents/soc-exynos-mct:starting",
						   mct_cpu_starting, mct_cpu_dying);
	if (ret)
		goto unlock;

	ret = mct_prepare(b, cfg);
	if (ret) {
		cpuhp_remove_state_nocalls_cpuslocked(CPUHP_AP_EXYNOS4_MCT_TIMER_STARTING);
		goto unlock;
	}

	__module_get(THIS_MODULE);
	mct_rate = b->rate;
	mct_start_online();
	if (!cfg->frc_shared)
		mct_comp_register(&mct_comp_event, b->rate);

unlock:
	cpus_read_unlock();
	return ret;
}

/**
 * mct_full_counter() - offer the counter of a block that this driver runs
 * @b:		the block
 * @cfg:	its node
 *
 * Context: process, may sleep.
 * Return: 0, or what mct_counter_register() says.
 */
int mct_full_counter(struct mct_block *b, const struct mct_config *cfg)
{
	return mct_counter_register(&b->hw, cfg->frc_shared ? NULL : &b->global, b->rate,
				    MCT_RATING_FULL);
}
