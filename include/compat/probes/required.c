// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: what the drivers are built on, for which there is no replacement
 * Otherwise: this kernel is older than Linux 5.10, or too new for this version of soc-timers
 *
 * Linux 5.10 added the latch's own type (80793c3471d9). The other types have not
 * changed for long: the drivers fill in such structures and pass such functions.
 *	SOC_REQUIRED	5.10 to 7.3
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/clockchips.h>
#include <linux/clocksource.h>
#include <linux/cpuhotplug.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/seqlock.h>

#if defined(SOC_REQUIRED)

static seqcount_latch_t latch __maybe_unused;

static u64 read(struct clocksource *cs)
{
	return 0;
}

static int enable(struct clocksource *cs)
{
	return 0;
}

static void suspend(struct clocksource *cs)
{
}

static struct clocksource cs __maybe_unused = {
	.read		= read,
	.enable		= enable,
	.suspend	= suspend,
	.resume		= suspend,
	.mask		= CLOCKSOURCE_MASK(32),
};

static int set_next_event(unsigned long delta, struct clock_event_device *dev)
{
	return 0;
}

static int set_state(struct clock_event_device *dev)
{
	return 0;
}

static struct clock_event_device event __maybe_unused = {
	.set_next_event		= set_next_event,
	.set_state_oneshot	= set_state,
	.set_state_periodic	= set_state,
	.set_state_shutdown	= set_state,
	.tick_resume		= set_state,
};

static irqreturn_t handler(int irq, void *data)
{
	return IRQ_HANDLED;
}

static int hotplug(unsigned int cpu)
{
	return 0;
}

static void work(struct irq_work *work)
{
}

static int __maybe_unused probe(void)
{
	static struct irq_work irq_work;
	static int __percpu *percpu;
	int err;

	init_irq_work(&irq_work, work);
	clockevents_config_and_register(&event, 1, 1, 1);
	err = request_irq(0, handler, IRQF_TIMER, "", &event);
	if (!err)
		err = request_percpu_irq(0, handler, "", percpu);
	if (!err)
		err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "", hotplug, hotplug);
	return err ? err : clocksource_register_hz(&cs, 1);
}

#endif
