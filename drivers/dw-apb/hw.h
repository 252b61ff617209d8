/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DW APB timer hardware logic: knows the registers of a channel, not the
 * kernel's frameworks.
 *
 * Relaxed accessors are for what every tick and time stamp goes through. Accesses
 * to one channel stay in order with them, and nothing else has to be ordered
 * there: no memory is shared with the device. Set-up uses the ordered ones.
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
 * @control:	the control register: nobody else writes it, so it need not be read
 * @settled:	the timer's clock has seen all that was written to @control; only for
 *		slow clocks
 * @settle_us:	a timer clock and a quarter, as udelay() is not exact, rounded up
 * @settle_reads: so many reads of a register take a timer clock or longer
 */
struct dw_apb_hw {
	void __iomem	*base;
	u32		control;
	bool		settled;
	u32		settle_us;
	u32		settle_reads;
};

/* No bus is faster: two clocks of an APB at 200 MHz. */
#define DW_APB_READ_NS		10

/*
 * Below this rate a timer clock (100 ns) may be longer than the two register
 * writes between a disable and an enable, see dw_apb_program_slow().
 */
#define DW_APB_FAST_HZ		10000000

/* udelay() promises no more; a timer clock has to fit. */
#define DW_APB_SLOWEST_HZ	1000

/*
 * The nearest event worth asking for: an interrupt takes about this long to be
 * taken and to program the next event.
 */
#define DW_APB_MIN_DELTA_NS	2000

/**
 * dw_apb_min_ticks() - the nearest event that a channel is asked for
 * @rate: of the timer clock in Hz
 *
 * At least two ticks: the first one may be over as soon as it begins.
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
 * One device access and nothing else. The complement is taken at 32 bits, so
 * that widening it later adds no ones.
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
 * One device access: the read does it. Without a pending interrupt it has no
 * effect.
 *
 * Context: any.
 */
static __always_inline void dw_apb_acknowledge(const struct dw_apb_hw *hw)
{
	soc_readl_relaxed(hw->base + DW_APB_EOI);
}

/*
 * The shadow is written after the register. What happens in between is done by
 * this CPU with interrupts off, or under the lock of the broadcast device.
 */
static __always_inline void dw_apb_control_relaxed(struct dw_apb_hw *hw, u32 control)
{
	soc_writel_relaxed(control, hw->base + DW_APB_CONTROL);
	hw->control = control;
}

/**
 * dw_apb_enabled() - will the channel raise an interrupt, or count?
 * @hw: the channel
 *
 * Context: any; no device access.
 * Return: true if it is enabled.
 */
static __always_inline bool dw_apb_enabled(const struct dw_apb_hw *hw)
{
	return READ_ONCE(hw->control) & DW_APB_CONTROL_ENABLE;
}

/**
 * dw_apb_program() - one interrupt, @ticks from now
 * @hw:		the channel, whose clock is DW_APB_FAST_HZ or faster
 * @ticks:	timer clocks, 1 or more; the interrupt comes up to two later
 *
 * No device read, three writes, two if the channel is disabled already. Disabling
 * clears an interrupt of before. The load count is taken over by the enable and
 * counts from then on, so no event can be missed, however short it is and
 * however long this takes: the interrupt stays pending from zero on.
 *
 * The mode is the free-running one: at zero the counter goes on from all ones,
 * and unless it is programmed or stopped before, there is another interrupt
 * after 2^32 ticks.
 *
 * Context: interrupts off, or serialised otherwise.
 */
static __always_inline void dw_apb_program(struct dw_apb_hw *hw, u32 ticks)
{
	if (hw->control & DW_APB_CONTROL_ENABLE)
		soc_writel_relaxed(0, hw->base + DW_APB_CONTROL);
	soc_writel_relaxed(ticks, hw->base + DW_APB_LOAD);
	dw_apb_control_relaxed(hw, DW_APB_CONTROL_ENABLE);
}

void dw_apb_init(struct dw_apb_hw *hw, void __iomem *base, u32 rate);
bool dw_apb_running(const struct dw_apb_hw *hw);
bool dw_apb_is_counter(const struct dw_apb_hw *hw);
void dw_apb_stop(struct dw_apb_hw *hw);
void dw_apb_start_counter(struct dw_apb_hw *hw);
void dw_apb_program_slow(struct dw_apb_hw *hw, u32 ticks);
void dw_apb_program_periodic(struct dw_apb_hw *hw, u32 period);

#endif /* _DW_APB_HW_H */
