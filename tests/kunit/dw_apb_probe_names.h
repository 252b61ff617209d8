/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Other names for the functions of drivers/dw-apb/node.c, which is also compiled into
 * another suite.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_PROBE_NAMES_H
#define _DW_APB_PROBE_NAMES_H

#define dw_apb_match				probe_match
#define dw_apb_node_find_twin			probe_find_twin
#define dw_apb_node_is_twins			probe_is_twins
#define dw_apb_node_in_use			probe_in_use
#define dw_apb_node_any_handed_over		probe_any_handed_over
#define dw_apb_node_open			probe_open
#define dw_apb_node_close			probe_close
#define dw_apb_node_index			probe_index

extern const struct of_device_id probe_match[];

void probe_find_twin(void);
bool probe_is_twins(const struct device_node *np);
bool probe_in_use(const struct dw_apb_node *n);
bool probe_any_handed_over(void);
int probe_open(struct dw_apb_node *n);
void probe_close(struct dw_apb_node *n);
int probe_index(const struct dw_apb_node *n, struct dw_apb_layout *layout);

#endif /* _DW_APB_PROBE_NAMES_H */
