/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DW APB timer hardware logic: knows the registers of a channel, not the
 * kernel's frameworks.
 *
 * Relaxed accessors are used on the paths of ticks and time stamps. They keep the
 * accesses to one channel in order, and nothing else needs ordering there: no memory is
 * shared with the device. Set-up uses the ordered accessors.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_HW_H
#define _DW_APB_HW_H

#include <linux/compiler.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>
#include <linux/types.h>
#include <soc-timers/io.h>

#include "regs.h"

/**
 * struct dw_apb_hw - one channel
 * @base:	its registers
 * @control:	shadow of the control register, which nothing else writes. Written before
 *		the register when the channel is enabled, after it when it is disabled;
 *		the interrupt handler may read it on another CPU
 * @slow:	the timer's clock may miss that the channel was disabled, unless we wait
 *		for it: see dw_apb_program_slow()
 * @settled:	the timer's clock has seen everything written to @control; only maintained
 *		for @slow channels
 * @settle_us:	1.25 timer clocks in us, since udelay() is not exact, rounded up
 * @settle_reads: number of register reads that take at least a timer clock
 */
struct dw_apb_hw {
	void __iomem	*base;
	u32		control;
	bool		slow;
	bool		settled;
	u32		settle_us;
	u32		settle_reads;
};

/* Shortest read on any bus: two clocks of an APB at 200 MHz. */
#define DW_APB_READ_NS		10

/*
 * Below this rate a timer clock (100 ns) may well be longer than the two register writes
 * from a disable to an enable. Above it, that depends on the bus, which may post writes:
 * dw_apb_try() finds out.
 */
#define DW_APB_FAST_HZ		10000000

/* udelay() is limited to about 1 ms, and a timer clock has to fit. */
#define DW_APB_SLOWEST_HZ	1000

/* Well above the clock of any APB, and far from where sums with a rate exceed 32 bits. */
#define DW_APB_FASTEST_HZ	1000000000

/* Taking an interrupt and programming the next event takes about this long. */
#define DW_APB_MIN_DELTA_NS	2000

/**
 * dw_apb_min_ticks() - the nearest event that may be programmed
 * @rate: of the timer clock in Hz
 *
 * At least two ticks: the first one may be over almost at once.
 *
 * Return: ticks.
 */
static inline u32 dw_apb_min_ticks(u32 rate)
{
	u64 ticks = div_u64((u64)rate * DW_APB_MIN_DELTA_NS + NSEC_PER_SEC - 1, NSEC_PER_SEC);

	return max_t(u32, ticks, 2);
}

/**
 * dw_apb_read_counter() - a free-running channel as a counter that counts up
 * @hw: the channel
 *
 * One device access and nothing else. The complement is taken of 32 bits, so that
 * widening it later sets no upper bits.
 *
 * Context: any, NMI included.
 * Return: ticks, modulo 2^32.
 */
static __always_inline notrace u32 dw_apb_read_counter(const struct dw_apb_hw *hw)
{
	return ~soc_readl_relaxed(hw->base + DW_APB_VALUE);
}

/**
 * dw_apb_acknowledge() - clear the interrupt
 * @hw: the channel
 *
 * One device access, a read. Without a pending interrupt it has no effect.
 *
 * Context: any.
 */
static __always_inline void dw_apb_acknowledge(const struct dw_apb_hw *hw)
{
	soc_readl_relaxed(hw->base + DW_APB_EOI);
}

/**
 * dw_apb_enabled() - may the channel raise an interrupt, or count?
 * @hw: the channel
 *
 * According to the shadow. Another CPU may see the interrupt before the shadow, so it
 * must confirm a "no" with dw_apb_running().
 *
 * Context: any; no device access.
 * Return: true if it is enabled.
 */
static __always_inline bool dw_apb_enabled(const struct dw_apb_hw *hw)
{
	return READ_ONCE(hw->control) & DW_APB_CONTROL_ENABLE;
}

/**
 * dw_apb_program() - request one interrupt, @ticks from now
 * @hw:		the channel, not a slow one
 * @ticks:	timer clocks, 1 or more; the interrupt comes up to two later
 *
 * No device read, and three writes, or two if the channel is already disabled. Disabling
 * clears an earlier interrupt. Enabling loads the count and starts it, so no event can be
 * missed, however near it is and however long this takes: once the counter reaches zero,
 * the interrupt stays pending.
 *
 * The channel is in free-running mode: after zero the counter continues from all ones,
 * and unless it is programmed or stopped before, there is another interrupt after 2^32
 * ticks.
 *
 * Context: interrupts off, or serialised otherwise.
 */
static __always_inline void dw_apb_program(struct dw_apb_hw *hw, u32 ticks)
{
	if (hw->control & DW_APB_CONTROL_ENABLE)
		soc_writel_relaxed(0, hw->base + DW_APB_CONTROL);
	soc_writel_relaxed(ticks, hw->base + DW_APB_LOAD);
	WRITE_ONCE(hw->control, DW_APB_CONTROL_ENABLE);
	soc_writel_relaxed(DW_APB_CONTROL_ENABLE, hw->base + DW_APB_CONTROL);
}

void dw_apb_init(struct dw_apb_hw *hw, void __iomem *base, u32 rate);
bool dw_apb_running(const struct dw_apb_hw *hw);
bool dw_apb_is_counter(const struct dw_apb_hw *hw);
bool dw_apb_try(struct dw_apb_hw *hw);
void dw_apb_stop(struct dw_apb_hw *hw);
void dw_apb_start_counter(struct dw_apb_hw *hw);
void dw_apb_program_slow(struct dw_apb_hw *hw, u32 ticks);
void dw_apb_program_periodic(struct dw_apb_hw *hw, u32 period);

#endif /* _DW_APB_HW_H */
