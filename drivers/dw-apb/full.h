/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DW APB timer channels that this driver runs.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_FULL_H
#define _DW_APB_FULL_H

#include "node.h"
#include "roles.h"

bool dw_apb_roles_ok(void);
int dw_apb_full_role(const struct dw_apb_node *n, struct dw_apb_layout *layout,
		     enum dw_apb_role *role);
int dw_apb_full_event(const struct dw_apb_node *n, struct dw_apb_layout *layout,
		      unsigned int channel);

#endif /* _DW_APB_FULL_H */
