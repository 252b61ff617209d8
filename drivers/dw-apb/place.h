/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Gives clock event devices to the CPUs.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_PLACE_H
#define _DW_APB_PLACE_H

#include "event.h"

bool dw_apb_irq_affine(int irq);
int dw_apb_place_on_cpu(struct dw_apb_event *ev, unsigned int cpu);
unsigned int dw_apb_missing(void);
int dw_apb_place_on_all(struct dw_apb_event *ev);

#endif /* _DW_APB_PLACE_H */
