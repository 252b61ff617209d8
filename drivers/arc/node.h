/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ARC timers in the device tree.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_NODE_H
#define _ARC_NODE_H

#include "counter.h"

struct clk;
struct device_node;

int arc_node_clock(struct device_node *np, struct clk **clk, u32 *rate);
void arc_node_unclock(struct clk *clk);
int arc_node_check(struct device_node *np, enum arc_counter which);

#endif /* _ARC_NODE_H */
