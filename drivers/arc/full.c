// SPDX-License-Identifier: GPL-2.0-only
/*
 * The full form: what each node of the device tree becomes in a kernel that has no
 * other driver for these timers. All of it stays until reboot.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/init.h>
#include <linux/printk.h>

#include "counter.h"
#include "event.h"
#include "full.h"
#include "node.h"
#include "place.h"

static int __init arc_full_start_claimed(struct soc_node *n, enum arc_counter which,
					 struct soc_counter *ctr)
{
	int err;

	err = arc_node_open_counter(n);
	if (err)
		return err;

	arc_counter_start(which);
	arc_counter_describe(ctr, n->rate, false);
	err = soc_counter_register_early(ctr);
	if (err)
		soc_node_close(n);

	return err;
}

/**
 * arc_full_start_counter() - start a node's counter and give it to the kernel
 * @n:		the node, from SOC_NODE()
 * @which:	the counter
 *
 * Context: early in boot.
 * Return: 0, or an error; all but -EPROBE_DEFER have been reported.
 */
int __init arc_full_start_counter(struct soc_node *n, enum arc_counter which)
{
	struct soc_counter *ctr;
	int err;

	err = arc_node_check_counter(n, which);
	if (err)
		return err;

	ctr = arc_counter_claim(which);
	if (!ctr)
		return soc_node_fail(n, -EBUSY, "%s is in use for another node: disable one",
				     arc_counter_name(which));
	err = arc_full_start_claimed(n, which, ctr);
	if (err) {
		soc_counter_release(ctr);
		return err;
	}
	if (which == ARC_GFRC)
		arc_place_gfrc();
	pr_info("%pOF: full, counter %s; stays until reboot\n", n->np, arc_counter_name(which));

	return 0;
}

static int __init arc_full_place_events(struct soc_node *n, int irq)
{
	int err;

	err = arc_event_request(irq, n->rate);
	if (err)
		return soc_node_fail(n, err,
				     "cannot request interrupt 0: check interrupts, it must be a per-CPU one");

	err = arc_place_events();
	if (err) {
		arc_event_free();
		return soc_node_fail(n, err,
				     "the kernel's own driver runs the timers: leave it out");
	}

	return 0;
}

/**
 * arc_full_start_events() - tick with timer 0, on each CPU as it comes up
 * @n: the node, from SOC_NODE()
 *
 * Context: early in boot.
 * Return: 0, or an error; all but -EPROBE_DEFER have been reported.
 */
int __init arc_full_start_events(struct soc_node *n)
{
	int err, irq;

	err = arc_node_check_timer0(n);
	if (err)
		return err;
	irq = soc_node_irq(n, 0);
	if (irq < 0)
		return irq;
	err = arc_node_open_timer0(n, ARC_EVENT_MIN_RATE);
	if (err)
		return err;

	err = arc_full_place_events(n, irq);
	if (err) {
		soc_node_close(n);
		return err;
	}
	pr_info("%pOF: full, timer 0 of each CPU at %u Hz for its ticks; stays until reboot\n",
		n->np, n->rate);

	return 0;
}
