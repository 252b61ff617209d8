/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Gives the CPUs their clock event devices.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_PLACE_H
#define _DW_APB_PLACE_H

#include <linux/types.h>

struct dw_apb_event;
struct dw_apb_node;

bool dw_apb_place_affine(int irq);
bool dw_apb_place_irq_is_others(int irq);
int dw_apb_place_request(struct dw_apb_event *ev, const struct dw_apb_node *n);
void dw_apb_place_free(struct dw_apb_event *ev);
void dw_apb_place_start(struct dw_apb_event *ev);
unsigned int dw_apb_place_missing(void);

#endif /* _DW_APB_PLACE_H */
