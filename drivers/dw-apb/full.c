// SPDX-License-Identifier: GPL-2.0-only
/*
 * DW APB timer channels that this driver runs: who does what, and the clock event
 * devices. For the early form and the module alike.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/slab.h>

#include "full.h"
#include "place.h"

static char *dw_apb_roles;
module_param_named(roles, dw_apb_roles, charp, 0444);
MODULE_PARM_DESC(roles, "a letter for each channel in the order of addresses: c counter, e events of one CPU, b events of all CPUs, - none (default: chosen)");

/**
 * dw_apb_roles_ok() - can the parameter be understood?
 *
 * Return: true, or false after one line that says what can.
 */
bool dw_apb_roles_ok(void)
{
	if (!dw_apb_roles || !dw_apb_check_spec(dw_apb_roles))
		return true;

	pr_err("soc_dw_apb: roles=%s: give a letter for each channel, c (one at most), e, b (one at most) or -\n",
	       dw_apb_roles);
	return false;
}

/**
 * dw_apb_full_role() - what a channel is for
 * @n:		its node
 * @layout:	filled in; only @events_first is the caller's
 * @role:	filled in, as far as it is known without its interrupt: one for events may
 *		still turn into another one for events or into none
 *
 * Context: process; or early in the start of the kernel.
 * Return: its number, or an error that has been told.
 */
int dw_apb_full_role(const struct dw_apb_node *n, struct dw_apb_layout *layout,
		     enum dw_apb_role *role)
{
	int channel = dw_apb_rank(n->np, layout);
	unsigned int cpu;

	if (channel < 0)
		return dw_apb_fail(n, channel, "more than %d channels: disable some nodes",
				   DW_APB_MAX_CHANNELS);

	layout->cpus = num_possible_cpus();
	layout->affine = true;
	layout->spec = dw_apb_roles;
	*role = dw_apb_role_of(layout, channel, &cpu);

	return channel;
}

/* The how manyth CPU that there may be, as a CPU number. */
static unsigned int dw_apb_possible_cpu(unsigned int number)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		if (!number--)
			break;
	return cpu;
}

static int dw_apb_spare(const struct dw_apb_node *n)
{
	pr_info("soc_dw_apb: %pOF: left alone: no role for it%s\n", n->np,
		dw_apb_roles ? " in roles=" : ", roles= gives it one");
	return -ENODEV;
}

/**
 * dw_apb_full_event() - run a channel for events
 * @n:		what the channel needs, open; it stays so for ever if this succeeds
 * @layout:	as filled in by dw_apb_full_role()
 * @channel:	its number
 *
 * Context: process, may sleep; or early in the start of the kernel.
 * Return: 0; -ENODEV: there is no role for it; or an error that has been told.
 */
int dw_apb_full_event(const struct dw_apb_node *n, struct dw_apb_layout *layout,
		      unsigned int channel)
{
	struct dw_apb_event *ev;
	enum dw_apb_role role;
	unsigned int cpu = 0;
	int irq, ret;

	irq = dw_apb_irq(n);
	if (irq < 0)
		return irq;

	ev = kzalloc(sizeof(*ev), GFP_KERNEL);
	if (!ev)
		return -ENOMEM;
	dw_apb_init(&ev->hw, n->base, n->rate);
	ev->rate = n->rate;
	ev->irq = irq;

	layout->affine = dw_apb_irq_affine(irq);
again:
	role = dw_apb_role_of(layout, channel, &cpu);
	switch (role) {
	case DW_APB_CPU:
		cpu = dw_apb_possible_cpu(cpu);
		snprintf(ev->name, sizeof(ev->name), "soc-dw-apb-cpu%u", cpu);
		ret = dw_apb_place_on_cpu(ev, cpu);
		if (ret == -EOPNOTSUPP) {
			pr_info("soc_dw_apb: %pOF: its interrupt can't be directed to one CPU\n",
				n->np);
			layout->affine = false;
			goto again;
		}
		break;
	case DW_APB_ALL:
		snprintf(ev->name, sizeof(ev->name), "soc-dw-apb-all");
		ret = dw_apb_place_on_all(ev);
		break;
	default:
		ret = dw_apb_spare(n);
		break;
	}

	if (ret) {
		kfree(ev);
		if (ret != -ENODEV)
			dw_apb_fail(n, ret,
				    "its interrupt or its CPU can't be had: give each channel an interrupt of its own, not shared with another driver");
		return ret;
	}

	pr_info("soc_dw_apb: %pOF: full: clock event device %s, %u Hz, rating %d%s\n", n->np,
		ev->name, n->rate, ev->ced.rating, n->dev ? ", the driver stays" : ", built in");
	if (role == DW_APB_CPU && dw_apb_missing())
		pr_info("soc_dw_apb: %pOF: not used before %u more CPUs have theirs\n", n->np,
			dw_apb_missing());
	return 0;
}
