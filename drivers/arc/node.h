/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ARC timers in the device tree.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_NODE_H
#define _ARC_NODE_H

#include <soc-timers/node.h>

#include "hw.h"

/* Timer 0 and timer 1 alike: arc_node_is_timer0() tells them apart. */
#define ARC_NODE_TIMER	"snps,arc-timer"

bool arc_node_is_timer0(const struct device_node *np);
int arc_node_check_counter(const struct soc_node *n, enum arc_counter which);
int arc_node_open_counter(struct soc_node *n);
int arc_node_check_timer0(const struct soc_node *n);
int arc_node_open_timer0(struct soc_node *n, u32 min_rate);

#endif /* _ARC_NODE_H */
