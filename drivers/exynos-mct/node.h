/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parses and checks a block's description in the device tree.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_NODE_H
#define _EXYNOS_MCT_NODE_H

#include <linux/types.h>
#include <soc-timers/node.h>

#include "hw.h"

/* Interrupts of a node: those of the comparators come first. */
#define MCT_IRQ_COMP		0
#define MCT_IRQ_LOCAL		MCT_G_COMPARATORS
#define MCT_IRQS		(MCT_G_COMPARATORS + MCT_L_TIMERS)

/**
 * struct mct_node - a block in the device tree
 * @soc:	the node
 * @hw:		its registers, once it is open
 * @global:	its global write status register, likewise
 * @handed_over: has a compatible string of our own, which no other driver knows
 * @ppi:	the local timers share one per-CPU interrupt (4412); otherwise each has
 *		an interrupt of its own (4210)
 * @frc_shared:	another processor runs the counter: no global register may be written
 * @cpus:	CPUs 0 to @cpus - 1 have a local timer; 0 if only the counter is used
 * @local:	index of each CPU's local timer
 */
struct mct_node {
	struct soc_node		soc;
	struct mct_hw		hw;
	struct mct_wstat	global;
	bool			handed_over;
	bool			ppi;
	bool			frc_shared;
	unsigned int		cpus;
	u8			local[MCT_L_TIMERS];
};

/* Index, in the node, of the interrupt of a CPU's timer */
static inline unsigned int mct_local_irq(const struct mct_node *n, unsigned int cpu)
{
	return MCT_IRQ_LOCAL + (n->ppi ? 0 : n->local[cpu]);
}

int mct_node_parse(struct mct_node *n);
int mct_node_parse_events(struct mct_node *n, unsigned int cpus);
int mct_node_open(struct mct_node *n);
void mct_node_close(struct mct_node *n);
bool mct_node_in_use(const struct mct_node *n);
bool mct_node_irq_is_cascaded(const struct mct_node *n, unsigned int index);

#endif /* _EXYNOS_MCT_NODE_H */
