// SPDX-License-Identifier: GPL-2.0-only
/*
 * DW APB timer channels that this driver runs: assigns the roles and starts them.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "counter.h"
#include "event.h"
#include "full.h"
#include "node.h"
#include "place.h"

/* Built in, a single channel has to tick: the kernel may have no other timer. */
#ifndef DW_APB_BUILT_IN
#define DW_APB_BUILT_IN	IS_BUILTIN(CONFIG_SOC_DW_APB_TIMER)
#endif

enum soc_mode dw_apb_mode;
SOC_MODE_PARAM(dw_apb_mode);

static char dw_apb_roles[DW_APB_MAX_CHANNELS + 1];
static bool dw_apb_roles_given;

static int dw_apb_roles_set(const char *value, const struct kernel_param *param)
{
	int ret = dw_apb_check_spec(value);

	if (ret) {
		pr_err("roles=%s is not a letter for each channel: use c (at most one), e, b (at most one) and -\n",
		       value);
		return ret;
	}
	strscpy(dw_apb_roles, value, sizeof(dw_apb_roles));
	dw_apb_roles_given = true;

	return 0;
}

static int dw_apb_roles_get(char *buffer, const struct kernel_param *param)
{
	return sysfs_emit(buffer, "%s\n", dw_apb_roles);
}

static const struct kernel_param_ops dw_apb_roles_ops = {
	.set = dw_apb_roles_set,
	.get = dw_apb_roles_get,
};

module_param_cb(roles, &dw_apb_roles_ops, NULL, 0444);
MODULE_PARM_DESC(roles, "a letter for each channel in order of address: c counter, e events of one CPU, b events of all CPUs, - unused (default: chosen by the driver)");

/* What the early form did; channels that are probed later get the remaining roles. */
static struct {
	u64 opened;
	u64 counter;
	bool affine;
} dw_apb_early;

/**
 * dw_apb_full_layout() - collect what the roles depend on, except the interrupts
 * @n:		a channel's node, which need not be open
 * @layout:	filled in
 *
 * Context: process; or early in boot.
 * Return: the channel's index, or an error that has been reported.
 */
int dw_apb_full_layout(const struct dw_apb_node *n, struct dw_apb_layout *layout)
{
	*layout = (struct dw_apb_layout) {
		.cpus		= num_possible_cpus(),
		.affine		= true,
		.events_first	= DW_APB_BUILT_IN,
		.spec		= dw_apb_roles_given ? dw_apb_roles : NULL,
		.opened		= dw_apb_early.opened,
		.counter	= dw_apb_early.counter,
		.opened_affine	= dw_apb_early.affine,
	};

	return dw_apb_node_index(n, layout);
}

/**
 * dw_apb_full_set_opened() - record what the early form did
 * @layout: its layout
 *
 * Context: early in boot.
 */
void dw_apb_full_set_opened(const struct dw_apb_layout *layout)
{
	dw_apb_early.opened = layout->opened;
	dw_apb_early.counter = layout->counter;
	dw_apb_early.affine = layout->affine;
}

/* The possible CPU with this index. */
static unsigned int dw_apb_possible_cpu(unsigned int index)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		if (!index--)
			break;
	return cpu;
}

static void dw_apb_full_describe(struct dw_apb_event *ev, const struct dw_apb_node *n, int irq,
				 int cpu)
{
	*ev = (struct dw_apb_event) {
		.hw	= n->hw,
		.rate	= n->soc.rate,
		.irq	= irq,
		.cpu	= cpu,
		.asked	= dw_apb_roles_given || dw_apb_mode == SOC_MODE_FULL,
	};
	if (cpu == DW_APB_ALL_CPUS)
		strscpy(ev->name, "soc-dw-apb-all", sizeof(ev->name));
	else
		snprintf(ev->name, sizeof(ev->name), "soc-dw-apb-cpu%d", cpu);
}

/**
 * dw_apb_full_request() - get everything that a channel needs for its events
 * @n:		its node, open; stays open if this succeeds
 * @irq:	its interrupt
 * @layout:	what the roles depend on
 * @channel:	its index
 *
 * Context: process, may sleep; or early in boot.
 * Return: the channel, to be started or freed; -ENODEV: it has no such role; -EOPNOTSUPP:
 * its interrupt cannot be directed to the CPU; or another error. All errors but -ENODEV
 * have been reported.
 */
struct dw_apb_event *dw_apb_full_request(const struct dw_apb_node *n, int irq,
					 const struct dw_apb_layout *layout,
					 unsigned int channel)
{
	struct dw_apb_event *ev;
	enum dw_apb_role role;
	unsigned int index = 0;
	int ret;

	role = dw_apb_role_of(layout, channel, &index);
	if (role != DW_APB_CPU && role != DW_APB_ALL)
		return ERR_PTR(-ENODEV);

	ev = kzalloc(sizeof(*ev), GFP_KERNEL);
	if (!ev)
		return ERR_PTR(-ENOMEM);

	dw_apb_full_describe(ev, n, irq,
			     role == DW_APB_ALL ? DW_APB_ALL_CPUS : dw_apb_possible_cpu(index));
	ret = dw_apb_place_request(ev, n);
	if (ret) {
		kfree(ev);
		return ERR_PTR(ret);
	}

	return ev;
}

/**
 * dw_apb_full_start_event() - run a channel for events, until reboot
 * @ev:	from dw_apb_full_request()
 * @n:	its node
 *
 * Context: process, may sleep; or early in boot.
 */
void dw_apb_full_start_event(struct dw_apb_event *ev, const struct dw_apb_node *n)
{
	dw_apb_place_start(ev);
	pr_info("%pOF: full%s: clock event device %s, %u Hz, rating %d; stays until reboot\n",
		n->soc.np, n->soc.dev ? "" : ", built in", ev->name, ev->rate, ev->ced.rating);
}

/**
 * dw_apb_full_report_waiting() - report it if a started device is not used yet
 * @ev:	its channel
 * @n:	its node
 *
 * Context: process; or early in boot, once no more channels will be started there.
 */
void dw_apb_full_report_waiting(const struct dw_apb_event *ev, const struct dw_apb_node *n)
{
	if (ev->cpu != DW_APB_ALL_CPUS && dw_apb_place_missing())
		pr_info("%pOF: not used until %u more CPUs have a device\n", n->soc.np,
			dw_apb_place_missing());
}

static int dw_apb_full_start_counter(const struct dw_apb_node *n)
{
	int ret;

	if (!dw_apb_counter_claim())
		return soc_node_fail(&n->soc, -EBUSY,
				     "another channel is the counter and there can be only one: correct the nodes or roles=");

	ret = dw_apb_counter_register(n, false);
	if (ret) {
		dw_apb_counter_release();
		return soc_node_fail(&n->soc, ret,
				     "the counter is refused, see above: correct that, or make another channel the counter with roles=");
	}
	pr_info("%pOF: full: the counter\n", n->soc.np);

	return 0;
}

static int dw_apb_full_start_events(const struct dw_apb_node *n, struct dw_apb_layout *layout,
				    unsigned int channel)
{
	struct dw_apb_event *ev;
	int irq;

	irq = soc_node_irq(&n->soc, 0);
	if (irq < 0)
		return irq;

	layout->affine = dw_apb_place_affine(irq);
	ev = dw_apb_full_request(n, irq, layout, channel);
	if (IS_ERR(ev) && PTR_ERR(ev) == -EOPNOTSUPP) {
		layout->affine = false;
		ev = dw_apb_full_request(n, irq, layout, channel);
	}
	if (!IS_ERR(ev)) {
		dw_apb_full_start_event(ev, n);
		dw_apb_full_report_waiting(ev, n);
		return 0;
	}
	if (PTR_ERR(ev) == -ENODEV)
		pr_info("%pOF: left alone: no role for it%s\n", n->soc.np,
			layout->spec ? " in roles=" : ", use roles= to give it one");

	return PTR_ERR(ev);
}

/**
 * dw_apb_full_start() - run a channel, whatever its role
 * @n: its node, open; stays open if this succeeds
 *
 * Context: process, may sleep.
 * Return: 0, or an error that has been reported; -ENODEV: there is no role for it.
 */
int dw_apb_full_start(const struct dw_apb_node *n)
{
	struct dw_apb_layout layout;
	unsigned int cpu;
	int channel;

	channel = dw_apb_full_layout(n, &layout);
	if (channel < 0)
		return channel;
	/* Which of the event roles it gets depends on its interrupt. */
	if (dw_apb_role_of(&layout, channel, &cpu) == DW_APB_COUNTER)
		return dw_apb_full_start_counter(n);

	return dw_apb_full_start_events(n, &layout, channel);
}
