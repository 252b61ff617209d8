/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a device tree node gives a DW APB timer channel.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_NODE_H
#define _DW_APB_NODE_H

#include <linux/of.h>

#include "hw.h"
#include "roles.h"

struct clk;
struct device;
struct reset_control;

/*
 * The in-tree driver, which takes every node that has one of the standard strings.
 * Where this one is built in, it has replaced that one.
 */
#define DW_APB_TWIN	(IS_ENABLED(CONFIG_DW_APB_TIMER_OF) && !IS_BUILTIN(CONFIG_SOC_DW_APB_TIMER))

/**
 * struct dw_apb_node - what is taken from a node, and given back
 * @np:		the node
 * @dev:	its device, for messages and deferral; NULL in the early form
 * @base:	registers
 * @rate:	of the timer clock in Hz
 * @timer:	timer clock, NULL: the node has only a rate
 * @pclk:	clock of the registers, NULL: none to turn on
 * @reset:	NULL: none, or not ours
 */
struct dw_apb_node {
	struct device_node	*np;
	struct device		*dev;
	void __iomem		*base;
	u32			rate;
	struct clk		*timer;
	struct clk		*pclk;
	struct reset_control	*reset;
};

extern const struct of_device_id dw_apb_match[];

bool dw_apb_handed_over(const struct device_node *np);
bool dw_apb_any_handed_over(void);
int dw_apb_open(struct dw_apb_node *n, struct device_node *np, struct device *dev, bool full);
void dw_apb_close(struct dw_apb_node *n);
int dw_apb_irq(const struct dw_apb_node *n);
int dw_apb_rank(const struct device_node *np, struct dw_apb_layout *layout);

int dw_apb_fail(const struct dw_apb_node *n, int err, const char *fmt, ...) __printf(3, 4);

#endif /* _DW_APB_NODE_H */
