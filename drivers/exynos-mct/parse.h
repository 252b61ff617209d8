/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the device tree says about a block, checked.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_PARSE_H
#define _EXYNOS_MCT_PARSE_H

#include <linux/ioport.h>
#include <linux/types.h>

#include "regs.h"

struct device;
struct device_node;

/* Interrupts of a node: those of the comparators come first. */
#define MCT_IRQ_COMP		0
#define MCT_IRQ_LOCAL		MCT_G_COMPARATORS
#define MCT_IRQS		(MCT_G_COMPARATORS + MCT_L_TIMERS)

/**
 * struct mct_config - a node and what it says
 * @np:		the node; set before parsing, like @dev
 * @dev:	its device, for messages and deferral; NULL in the early form
 * @reg:	addresses of the registers
 * @span:	bytes to map from the start of @reg
 * @handed_over: a compatible string of our own, which no other driver knows
 * @ppi:	the local timers share one per-CPU interrupt (4412), else each has an
 *		interrupt of its own (4210)
 * @frc_shared:	another processor runs the counter: no global register is ours
 * @cpus:	that have a local timer: 0 to @cpus - 1
 * @local:	index of each CPU's local timer
 */
struct mct_config {
	struct device_node	*np;
	struct device		*dev;
	struct resource		reg;
	resource_size_t		span;
	bool			handed_over;
	bool			ppi;
	bool			frc_shared;
	unsigned int		cpus;
	u8			local[MCT_L_TIMERS];
};

/* Index in the node of the interrupt of a CPU's timer */
static inline unsigned int mct_local_irq(const struct mct_config *cfg, unsigned int cpu)
{
	return MCT_IRQ_LOCAL + (cfg->ppi ? 0 : cfg->local[cpu]);
}

int mct_parse_block(struct mct_config *cfg);
int mct_parse_events(struct mct_config *cfg, unsigned int cpus);
int mct_check_rate(const struct mct_config *cfg, unsigned long rate);

int mct_fail(const struct mct_config *cfg, int err, const char *fmt, ...) __printf(3, 4);

#endif /* _EXYNOS_MCT_PARSE_H */
