// SPDX-License-Identifier: GPL-2.0-only
/*
 * DW APB timers: probes all channels early in boot, in a kernel that has no other timer
 * before its modules can be loaded. Never part of a module.
 *
 * The roles depend on which channels can be used now, so all of them are opened first,
 * then requested, and only then started. Channels that cannot be used yet are left to the
 * platform driver, which probes when more of the machine is available.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/clockchips.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kconfig.h>
#include <linux/of.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <soc-timers/counter.h>

#include "counter.h"
#include "event.h"
#include "full.h"
#include "node.h"
#include "place.h"

/**
 * struct dw_apb_early_channel - a channel whose role is not final yet
 * @n:	its node
 * @irq:	its interrupt, 0 if it has none
 * @ev:	its event device once that has been requested, or NULL
 */
struct dw_apb_early_channel {
	struct dw_apb_node n;
	int irq;
	struct dw_apb_event *ev;
};

static struct dw_apb_early_channel *dw_apb_channels __initdata;
static struct dw_apb_layout dw_apb_early_layout __initdata;

static bool __init dw_apb_is_open(unsigned int channel)
{
	return dw_apb_early_layout.opened & BIT_ULL(channel);
}

/* Only this channel fails; the others are used without it. */
static void __init dw_apb_early_drop(unsigned int channel)
{
	struct dw_apb_early_channel *c = &dw_apb_channels[channel];

	dw_apb_early_layout.opened &= ~BIT_ULL(channel);
	dw_apb_node_close(&c->n);
}

static int __init dw_apb_early_open(struct dw_apb_early_channel *c, unsigned int channel)
{
	int ret;

	ret = dw_apb_node_open(&c->n);
	if (ret)
		return ret;
	dw_apb_early_layout.opened |= BIT_ULL(channel);

	if (dw_apb_early_layout.has_irq & BIT_ULL(channel)) {
		c->irq = soc_node_irq(&c->n.soc, 0);
		if (c->irq < 0)
			return c->irq;
		dw_apb_early_layout.affine &= dw_apb_place_affine(c->irq);
	}

	return 0;
}

/*
 * If no interrupt is available yet, nothing can tick, but one channel can already count:
 * the one that will be the counter once all of them can be used.
 */
static void __init dw_apb_early_keep_counter(u64 waiting)
{
	struct dw_apb_layout all = dw_apb_early_layout;
	unsigned int channel, cpu;

	all.opened = 0;
	for (channel = 0; channel < all.channels; channel++) {
		if (!(waiting & BIT_ULL(channel)))
			continue;
		if (!dw_apb_early_layout.counter &&
		    dw_apb_role_of(&all, channel, &cpu) == DW_APB_COUNTER)
			dw_apb_early_layout.counter = BIT_ULL(channel);
		else
			dw_apb_early_drop(channel);
	}
}

static void __init dw_apb_early_open_all(void)
{
	struct dw_apb_layout *l = &dw_apb_early_layout, layout;
	struct device_node *np;
	u64 waiting = 0;

	for_each_matching_node(np, dw_apb_match) {
		struct dw_apb_node n = { .soc = SOC_NODE(np, NULL) };
		struct dw_apb_early_channel *c;
		int channel;

		if (!of_device_is_available(np))
			continue;
		channel = dw_apb_full_layout(&n, &layout);
		if (channel < 0)
			continue;
		if (!l->channels)
			*l = layout;
		c = &dw_apb_channels[channel];
		c->n = n;
		if (dw_apb_early_open(c, channel) && dw_apb_is_open(channel))
			waiting |= BIT_ULL(channel);
	}

	if (l->opened == waiting) {
		dw_apb_early_keep_counter(waiting);
		return;
	}
	while (waiting) {
		dw_apb_early_drop(__ffs64(waiting));
		waiting &= waiting - 1;
	}
}

static void __init dw_apb_early_free_all(void)
{
	unsigned int channel;

	for (channel = 0; channel < dw_apb_early_layout.channels; channel++) {
		struct dw_apb_early_channel *c = &dw_apb_channels[channel];

		if (!c->ev)
			continue;
		dw_apb_place_free(c->ev);
		kfree(c->ev);
		c->ev = NULL;
	}
}

/* Returns false if a channel cannot take its role, so that the roles must be assigned again. */
static bool __init dw_apb_early_request_all(void)
{
	struct dw_apb_layout *l = &dw_apb_early_layout;
	unsigned int channel;
	int ret;

	for (channel = 0; channel < l->channels; channel++) {
		struct dw_apb_early_channel *c = &dw_apb_channels[channel];
		struct dw_apb_event *ev;

		if (!dw_apb_is_open(channel))
			continue;
		ev = dw_apb_full_request(&c->n, c->irq, l, channel);
		if (!IS_ERR(ev)) {
			c->ev = ev;
			continue;
		}
		ret = PTR_ERR(ev);
		if (ret == -ENODEV)
			continue;

		if (ret == -EOPNOTSUPP && l->affine)
			l->affine = false;
		else
			dw_apb_early_drop(channel);
		return false;
	}

	return true;
}

static int __init dw_apb_early_start_counter(struct dw_apb_early_channel *c)
{
	struct soc_counter *ctr;
	int ret;

	if (!dw_apb_counter_claim())
		return -EBUSY;

	ctr = dw_apb_counter_describe(&c->n, false);
	ret = soc_counter_register_early(ctr);
	if (ret) {
		dw_apb_counter_release();
		return ret;
	}
	pr_info("%pOF: full, built in: the counter\n", c->n.soc.np);

	return 0;
}

/*
 * With several CPUs, a device for all of them only ever becomes the broadcast device: the
 * kernel would not let it be a CPU's own, since its interrupt must stay where the
 * broadcast code directs it. That device is not started before a CPU depends on it, and
 * the kernel's dummy_timer, which makes CPUs do so, is registered after the delay loop
 * has been calibrated, for which the boot CPU needs a tick. So it depends on this device
 * until then. Every other device is rated above it and replaces it.
 */
static struct clock_event_device dw_apb_boot_cpu_placeholder = {
	.name		= "soc-dw-apb-boot",
	.features	= CLOCK_EVT_FEAT_PERIODIC | CLOCK_EVT_FEAT_ONESHOT | CLOCK_EVT_FEAT_DUMMY,
	.rating		= 1,
};

static void __init dw_apb_early_tick_boot_cpu(void)
{
	if (!IS_ENABLED(CONFIG_GENERIC_CLOCKEVENTS_BROADCAST) || num_possible_cpus() == 1)
		return;

	dw_apb_boot_cpu_placeholder.cpumask = cpumask_of(smp_processor_id());
	clockevents_register_device(&dw_apb_boot_cpu_placeholder);
}

/* A node in use is marked, so that no device is created for it. */
static void __init dw_apb_early_start(unsigned int channel)
{
	struct dw_apb_early_channel *c = &dw_apb_channels[channel];
	unsigned int cpu;

	if (c->ev) {
		dw_apb_full_start_event(c->ev, &c->n);
		if (c->ev->cpu == DW_APB_ALL_CPUS)
			dw_apb_early_tick_boot_cpu();
	} else if (dw_apb_role_of(&dw_apb_early_layout, channel, &cpu) != DW_APB_COUNTER ||
		   dw_apb_early_start_counter(c)) {
		dw_apb_node_close(&c->n);
		return;
	}
	of_node_set_flag(c->n.soc.np, OF_POPULATED);
}

/* The counter first: it feeds sched_clock() and udelay(). */
static void __init dw_apb_early_start_all(void)
{
	struct dw_apb_layout *l = &dw_apb_early_layout;
	unsigned int channel, pass;

	for (pass = 0; pass < 2; pass++)
		for (channel = 0; channel < l->channels; channel++)
			if (dw_apb_is_open(channel) && !dw_apb_channels[channel].ev == !pass)
				dw_apb_early_start(channel);

	for (channel = 0; channel < l->channels; channel++)
		if (dw_apb_channels[channel].ev)
			dw_apb_full_report_waiting(dw_apb_channels[channel].ev,
						   &dw_apb_channels[channel].n);
}

static void __init dw_apb_early_probe_all(void)
{
	dw_apb_channels = kcalloc(DW_APB_MAX_CHANNELS, sizeof(*dw_apb_channels), GFP_KERNEL);
	if (!dw_apb_channels)
		return;

	dw_apb_early_open_all();
	while (!dw_apb_early_request_all())
		dw_apb_early_free_all();
	dw_apb_full_set_opened(&dw_apb_early_layout);
	dw_apb_early_start_all();

	kfree(dw_apb_channels);
}

/* Called for each node; the first call probes them all. */
static int __init dw_apb_early_probe(struct device_node *np)
{
	static bool probed __initdata;

	/* This mode is for boards with another timer: the platform driver reads the counter. */
	if (dw_apb_mode == SOC_MODE_COUNTER)
		return 0;

	if (!probed)
		dw_apb_early_probe_all();
	probed = true;

	/* The one error that the kernel does not log. */
	return of_node_check_flag(np, OF_POPULATED) ? 0 : -EPROBE_DEFER;
}

TIMER_OF_DECLARE(soc_dw_apb, "snps,dw-apb-timer", dw_apb_early_probe);
TIMER_OF_DECLARE(soc_dw_apb_sp, "snps,dw-apb-timer-sp", dw_apb_early_probe);
TIMER_OF_DECLARE(soc_dw_apb_osc, "snps,dw-apb-timer-osc", dw_apb_early_probe);
TIMER_OF_DECLARE(soc_dw_apb_pc3x2, "picochip,pc3x2-timer", dw_apb_early_probe);
TIMER_OF_DECLARE(soc_dw_apb_own, "soc-timers,dw-apb-timer", dw_apb_early_probe);
