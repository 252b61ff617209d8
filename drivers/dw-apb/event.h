/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A DW APB timer channel as a clock event device.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_EVENT_H
#define _DW_APB_EVENT_H

#include <linux/clockchips.h>
#include <linux/interrupt.h>

#include "hw.h"

/*
 * Below local timers of the CPUs (350 and more), as those need no access to a
 * bus; above the placeholder of CPUs that have none (100), and above the in-tree
 * driver's 300, which is for one CPU if there is only one.
 */
#define DW_APB_RATING_CPU	310
#define DW_APB_RATING_ALL	250

/**
 * struct dw_apb_event - one channel
 * @hw:		its registers
 * @ced:	the clock event device
 * @rate:	of the timer clock in Hz
 * @irq:	Linux's number of the interrupt
 * @name:	of the device and the interrupt
 */
struct dw_apb_event {
	struct dw_apb_hw		hw;
	struct clock_event_device	ced;
	u32				rate;
	int				irq;
	char				name[24];
};

void dw_apb_event_describe(struct dw_apb_event *ev, const struct cpumask *cpus, bool per_cpu,
			   bool affine);
void dw_apb_event_register(struct dw_apb_event *ev);
irqreturn_t dw_apb_event_isr(int irq, void *data);

#endif /* _DW_APB_EVENT_H */
