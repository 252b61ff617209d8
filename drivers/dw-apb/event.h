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
#include <linux/types.h>
#include <soc-timers/shutdown.h>

#include "hw.h"

/*
 * A per-CPU device replaces the dummy timer of CPUs that have no timer of their own
 * (rating 100), but no real timer: those are rated 300 and more, except on RISC-V, where
 * a CPU's timer may be rated 100 but every CPU has one.
 */
#define DW_APB_RATING_CPU	(IS_ENABLED(CONFIG_RISCV) ? 90 : 110)

/*
 * If the user asks for our ticks: above the timers of RISC-V and the 300 of other CPU
 * timers and of the in-tree driver, but not above timers that need no bus access (320 and
 * more).
 */
#define DW_APB_RATING_ASKED	310

/* With several CPUs: the kernel never prefers it to a per-CPU device. */
#define DW_APB_RATING_ALL	250

/* Instead of a CPU number: the device serves all CPUs. */
#define DW_APB_ALL_CPUS		(-1)

/**
 * struct dw_apb_event - one channel
 * @hw:		its registers
 * @ced:	the clock event device
 * @list:	of all channels whose interrupt is ours
 * @shutdown:	stops it before another kernel is started
 * @rate:	of the timer clock in Hz
 * @irq:	Linux interrupt number
 * @cpu:	the CPU that it serves, or DW_APB_ALL_CPUS
 * @asked:	the user wants ticks from it, even if there are other timers
 * @live:	registered; only used for per-CPU devices, and only written on that CPU
 * @name:	of the device and the interrupt
 */
struct dw_apb_event {
	struct dw_apb_hw		hw;
	struct clock_event_device	ced;
	struct list_head		list;
	struct soc_shutdown		shutdown;
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
