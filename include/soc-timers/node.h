/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a device tree node gives a timer driver: registers, clocks, a reset,
 * interrupts. It is the same for a device and for a node probed early in boot, so
 * nothing here is device-managed.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_NODE_H
#define _SOC_TIMERS_NODE_H

#include <linux/kconfig.h>
#include <linux/types.h>

struct clk;
struct device;
struct device_node;
struct reset_control;

/**
 * struct soc_node_desc - what a driver needs from a node
 * @min_size:	smallest size of the first reg entry in bytes; 0: no registers
 * @map_size:	bytes to map from its start, whatever the size in reg; 0: @min_size
 * @tick_clock:	name of the clock that the timer counts; NULL: the node's first clock
 * @bus_clock:	name of the clock of the registers; NULL if they have none
 * @frequency:	the node may give the rate of @tick_clock as clock-frequency (or
 *		clock-freq, as old device trees do); then both clocks may be missing
 * @min_rate:	lowest acceptable rate of @tick_clock in Hz, at least 1
 * @max_rate:	highest acceptable rate, at most U32_MAX
 */
struct soc_node_desc {
	resource_size_t	min_size;
	resource_size_t	map_size;
	const char	*tick_clock;
	const char	*bus_clock;
	bool		frequency;
	u32		min_rate;
	u32		max_rate;
};

/**
 * struct soc_node - an open node
 * @tag:	what log lines about it begin with: the driver's module name
 * @np:		the node
 * @dev:	its device, for deferral; NULL early in boot
 * @base:	registers, or NULL
 * @tick:	clock that the timer counts, its rate held; NULL: only the rate is known
 * @bus:	clock of the registers, or NULL
 * @reset:	deasserted reset, or NULL
 * @rate:	ticks per second in Hz
 *
 * Initialise it with SOC_NODE(), which is enough for soc_node_fail(); soc_node_open()
 * fills in the rest.
 */
struct soc_node {
	const char		*tag;
	struct device_node	*np;
	struct device		*dev;
	void __iomem		*base;
	struct clk		*tick;
	struct clk		*bus;
	struct reset_control	*reset;
	u32			rate;
};

/**
 * SOC_NODE() - initialiser for a node that is not open yet
 * @_np:	the struct device_node, held by the caller until soc_node_open()
 * @_dev:	its struct device, or NULL
 */
#define SOC_NODE(_np, _dev) \
	((struct soc_node) { .tag = KBUILD_MODNAME, .np = (_np), .dev = (_dev) })

int soc_node_open(struct soc_node *n, const struct soc_node_desc *desc);
void soc_node_close(struct soc_node *n);
int soc_node_deassert_reset(struct soc_node *n);
int soc_node_irq(const struct soc_node *n, unsigned int index);
int soc_node_fail(const struct soc_node *n, int err, const char *fmt, ...) __printf(3, 4);

#endif /* _SOC_TIMERS_NODE_H */
