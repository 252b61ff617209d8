/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DW APB timer channels that this driver runs.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_FULL_H
#define _DW_APB_FULL_H

#include <linux/types.h>
#include <soc-timers/mode.h>

struct dw_apb_event;
struct dw_apb_layout;
struct dw_apb_node;

extern enum soc_mode dw_apb_mode;

int dw_apb_full_layout(const struct dw_apb_node *n, struct dw_apb_layout *layout);
void dw_apb_full_set_opened(const struct dw_apb_layout *layout);
struct dw_apb_event *dw_apb_full_request(const struct dw_apb_node *n, int irq,
					 const struct dw_apb_layout *layout,
					 unsigned int channel);
void dw_apb_full_start_event(struct dw_apb_event *ev, const struct dw_apb_node *n);
void dw_apb_full_report_waiting(const struct dw_apb_event *ev, const struct dw_apb_node *n);
int dw_apb_full_start(const struct dw_apb_node *n);

#endif /* _DW_APB_FULL_H */
