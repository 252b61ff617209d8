/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the drivers use of the kernel and can do without. A kernel may export to modules
 * only what others have asked for, as Android's: to import these would make it refuse ours.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_OPTIONAL_H
#define _SOC_TIMERS_OPTIONAL_H

#include <linux/clk.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/module.h>
#include <linux/types.h>

/*
 * SOC_OPTIONAL() - a function of the kernel, or NULL if modules cannot have it
 *
 * The kernel itself goes nowhere, so there is nothing to put. Tests supply their own.
 */
#ifndef SOC_OPTIONAL
#ifdef MODULE
#define SOC_OPTIONAL(fn)	symbol_get(fn)
#else
#define SOC_OPTIONAL(fn)	(&(fn))
#endif
#endif

/**
 * soc_hold_rate() - keep others from changing the rate of a clock, if modules may do that
 * @clk: an enabled clock
 *
 * Where they may not, the rate of a timer's clock is one that no driver changes, or the
 * kernel's own driver of the timer would not work either.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0, or an error from clk_rate_exclusive_get().
 */
static inline int soc_hold_rate(struct clk *clk)
{
	int (*get)(struct clk *clk) = SOC_OPTIONAL(clk_rate_exclusive_get);
	void (*put)(struct clk *clk) = SOC_OPTIONAL(clk_rate_exclusive_put);

	return get && put ? get(clk) : 0;
}

/**
 * soc_unhold_rate() - undo soc_hold_rate()
 * @clk: the clock
 *
 * Context: process, may sleep; or early in boot.
 */
static inline void soc_unhold_rate(struct clk *clk)
{
	int (*get)(struct clk *clk) = SOC_OPTIONAL(clk_rate_exclusive_get);
	void (*put)(struct clk *clk) = SOC_OPTIONAL(clk_rate_exclusive_put);

	if (get && put)
		put(clk);
}

/**
 * soc_irq_has_action() - does an interrupt have a handler, as far as modules can tell?
 * @irq: its number
 *
 * Where they cannot, requesting it fails if it has one.
 *
 * Context: process; or early in boot.
 * Return: true if it has one.
 */
static inline bool soc_irq_has_action(unsigned int irq)
{
	bool (*has_action)(unsigned int irq) = SOC_OPTIONAL(irq_has_action);

	return has_action && has_action(irq);
}

#endif /* _SOC_TIMERS_OPTIONAL_H */
