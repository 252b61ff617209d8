/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The MCT's timers as clock event devices.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_EVENT_H
#define _EXYNOS_MCT_EVENT_H

#include <linux/clockchips.h>
#include <linux/interrupt.h>

#include "comp.h"
#include "local.h"

/*
 * On ARM above the architected timer (450), which on Exynos5 is driven by the MCT and
 * loses its interrupts in deep idle states; on arm64 below it, since there it is much
 * faster.
 */
#ifdef CONFIG_ARM64
#define MCT_RATING_TICK		350
#else
#define MCT_RATING_TICK		500
#endif
#define MCT_RATING_COMP		250

/*
 * The nearest event worth programming. Programming takes five accesses of some hundreds of
 * nanoseconds each, and more for the comparator.
 */
#define MCT_MIN_DELTA_NS	2000
#define MCT_COMP_MIN_DELTA_NS	10000

/* After more interrupts than this within a jiffy, check whether one is stuck. */
#define MCT_CROWD		1000

/**
 * struct mct_crowd - interrupts in quick succession
 * @jiffy: when @count was last 0
 * @count: interrupts since
 */
struct mct_crowd {
	unsigned long	jiffy;
	unsigned int	count;
};

/**
 * struct mct_tick - the clock event device of a CPU
 * @ced:	the device as the kernel sees it
 * @timer:	the local timer
 * @crowd:	detects a stuck interrupt
 * @cpu:	the CPU
 * @irq:	Linux number of its interrupt, 0 until it is requested
 * @rate:	of the block's input clock in Hz
 * @ppi:	the interrupt is a per-CPU one
 * @directed:	the interrupt has to be directed to @cpu
 * @ready:	@cpu is given the device whenever it comes up
 * @enabled:	the interrupt is enabled and the device registered
 * @dead:	the interrupt had to be disabled for good
 * @name:	of the device and its interrupt
 */
struct mct_tick {
	struct clock_event_device	ced;
	struct mct_local		timer;
	struct mct_crowd		crowd;
	unsigned int			cpu;
	int				irq;
	u32				rate;
	bool				ppi;
	bool				directed;
	bool				ready;
	bool				enabled;
	bool				dead;
	char				name[sizeof("soc-mct-tick4294967295")];
};

/**
 * struct mct_comp_event - comparator 0 as a clock event device
 * @ced:	the device as the kernel sees it
 * @comp:	the comparator
 * @crowd:	detects a stuck interrupt
 * @irq:	Linux number of its interrupt
 */
struct mct_comp_event {
	struct clock_event_device	ced;
	struct mct_comp			comp;
	struct mct_crowd		crowd;
	int				irq;
};

#define MCT_COMP_NAME		"soc-mct-comp"

void mct_tick_describe(struct mct_tick *tick);
void mct_tick_register(struct mct_tick *tick);
void mct_tick_mask(struct mct_tick *tick);
void mct_tick_unmask(struct mct_tick *tick);
irqreturn_t mct_tick_isr(int irq, void *data);

void mct_comp_describe(struct mct_comp_event *e, bool movable);
void mct_comp_register(struct mct_comp_event *e, unsigned long rate);
irqreturn_t mct_comp_isr(int irq, void *data);

#endif /* _EXYNOS_MCT_EVENT_H */
