/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The device tree node of a DW APB timer channel.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_NODE_H
#define _DW_APB_NODE_H

#include <linux/mod_devicetable.h>
#include <soc-timers/node.h>

#include "hw.h"
#include "roles.h"

/**
 * struct dw_apb_node - a node, which is one channel
 * @soc:	its registers, clocks, reset and rate
 * @hw:		the channel, valid once the node is open
 */
struct dw_apb_node {
	struct soc_node		soc;
	struct dw_apb_hw	hw;
};

extern const struct of_device_id dw_apb_match[];

void dw_apb_node_find_twin(void);
bool dw_apb_node_is_twins(const struct device_node *np);
bool dw_apb_node_in_use(const struct dw_apb_node *n);
bool dw_apb_node_any_handed_over(void);
int dw_apb_node_open(struct dw_apb_node *n);
void dw_apb_node_close(struct dw_apb_node *n);
int dw_apb_node_index(const struct dw_apb_node *n, struct dw_apb_layout *layout);

#endif /* _DW_APB_NODE_H */
