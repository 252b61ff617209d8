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
#include <linux/kconfig.h>

#include "hw.h"

/*
 * A device of one CPU replaces the placeholder of CPUs that have no timer (rating 100),
 * and no timer that works: those are rated 300 and more, except on RISC-V, where a
 * CPU's timer may have 100 but every CPU has one.
 */
#define DW_APB_RATING_CPU	(IS_ENABLED(CONFIG_RISCV) ? 90 : 110)

/*
 * For who asks for our ticks: above those of RISC-V and the 300 of other CPU timers and
 * of the in-tree driver; not above timers that need no access to a bus (320 and more).
 */
#define DW_APB_RATING_ASKED	310

/* With several CPUs: the kernel never prefers it to a device of one CPU. */
#define DW_APB_RATING_ALL	250

/* In place of a CPU: the device is for all. */
#define DW_APB_ALL_CPUS		(-1)

/**
 * struct dw_apb_event - one channel
 * @hw:		its registers
 * @ced:	the clock event device
 * @rate:	of the timer clock in Hz
 * @irq:	Linux's number of the interrupt
 * @cpu:	the CPU that it is for, or DW_APB_ALL_CPUS
 * @asked:	the user wants ticks from it, even if there are others
 * @live:	the kernel has the device; only for a single CPU, and only written there
 * @name:	of the device and the interrupt
 */
struct dw_apb_event {
	struct dw_apb_hw		hw;
	struct clock_event_device	ced;
	u32				rate;
	int				irq;
	int				cpu;
	bool				asked;
	bool				live;
	char				name[24];
};

void dw_apb_event_describe(struct dw_apb_event *ev, bool affine);
void dw_apb_event_register(struct dw_apb_event *ev);
irqreturn_t dw_apb_event_isr(int irq, void *data);

#endif /* _DW_APB_EVENT_H */
