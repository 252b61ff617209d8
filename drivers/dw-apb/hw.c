// SPDX-License-Identifier: GPL-2.0-only
/*
 * DW APB timer hardware logic: everything that is not needed for every tick.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/limits.h>

#include "hw.h"

/* udelay() is far too short before the kernel has calibrated it. */
#ifndef dw_apb_udelay_works
#define dw_apb_udelay_works()	(system_state >= SYSTEM_SCHEDULING)
#endif

/* In these two, the order of the stores matters to readers of the shadow on other CPUs. */
static void dw_apb_enable(struct dw_apb_hw *hw, u32 control)
{
	WRITE_ONCE(hw->control, control | DW_APB_CONTROL_ENABLE);
	soc_writel(control | DW_APB_CONTROL_ENABLE, hw->base + DW_APB_CONTROL);
}

static void dw_apb_disable(struct dw_apb_hw *hw, u32 control)
{
	soc_writel(control, hw->base + DW_APB_CONTROL);
	WRITE_ONCE(hw->control, control);
	hw->settled = false;
}

/**
 * dw_apb_init() - describe a channel
 * @hw:		filled in
 * @base:	its registers
 * @rate:	of its timer clock in Hz, DW_APB_SLOWEST_HZ to DW_APB_FASTEST_HZ
 *
 * No device access. Until the channel is stopped, or started as a counter, only
 * dw_apb_running(), dw_apb_is_counter() and dw_apb_read_counter() may be called.
 *
 * Context: any.
 */
void dw_apb_init(struct dw_apb_hw *hw, void __iomem *base, u32 rate)
{
	*hw = (struct dw_apb_hw) {
		.base = base,
		.slow = rate < DW_APB_FAST_HZ,
		.settle_us = DIV_ROUND_UP((u32)USEC_PER_SEC / 4 * 5, rate),
		.settle_reads = DIV_ROUND_UP((u32)NSEC_PER_SEC / DW_APB_READ_NS, rate),
	};
}

/**
 * dw_apb_running() - is the channel enabled?
 * @hw: the channel
 *
 * Reads one register. Another driver may be using the channel although it is stopped.
 *
 * Context: any.
 * Return: true if it is enabled.
 */
bool dw_apb_running(const struct dw_apb_hw *hw)
{
	return soc_readl(hw->base + DW_APB_CONTROL) & DW_APB_CONTROL_ENABLE;
}

/**
 * dw_apb_is_counter() - can the channel be read as a counter as it is?
 * @hw: the channel
 *
 * Enabled, free-running and masked: a channel that is used for events is not masked while
 * it is enabled, and may count through any number of values but 2^32. Reads one register.
 *
 * Context: any.
 * Return: true if it can.
 */
bool dw_apb_is_counter(const struct dw_apb_hw *hw)
{
	u32 control = soc_readl(hw->base + DW_APB_CONTROL);

	return (control & (DW_APB_CONTROL_ENABLE | DW_APB_CONTROL_USER | DW_APB_CONTROL_MASK)) ==
	       (DW_APB_CONTROL_ENABLE | DW_APB_CONTROL_MASK);
}

/**
 * dw_apb_stop() - stop the channel, with no interrupt left pending
 * @hw: the channel, in any state
 *
 * One write, one read. Masked before it is acknowledged, so that no interrupt can
 * become pending in between.
 *
 * Context: any.
 */
void dw_apb_stop(struct dw_apb_hw *hw)
{
	dw_apb_disable(hw, DW_APB_CONTROL_MASK);
	soc_readl(hw->base + DW_APB_EOI);
}

static void dw_apb_settle_by_reads(struct dw_apb_hw *hw)
{
	u32 reads;

	hw->settled = true;
	for (reads = 0; reads < hw->settle_reads; reads++)
		soc_readl(hw->base + DW_APB_CONTROL);
}

/* The timer's clock domain has to see a disable before the next enable. */
static void dw_apb_settle(struct dw_apb_hw *hw)
{
	if (!dw_apb_udelay_works()) {
		dw_apb_settle_by_reads(hw);
		return;
	}
	hw->settled = true;
	/*
	 * The read flushes the writes before it, which may be posted: the delay must not
	 * begin before they have reached the device.
	 */
	soc_readl(hw->base + DW_APB_CONTROL);
	udelay(hw->settle_us);
}

/**
 * dw_apb_start_counter() - let the channel count through all 2^32 values
 * @hw: the channel, in any state
 *
 * Waits without udelay(), which may run on this very counter and would never return while
 * it is stopped.
 *
 * Context: any, waits for a timer clock.
 */
void dw_apb_start_counter(struct dw_apb_hw *hw)
{
	dw_apb_stop(hw);
	dw_apb_settle_by_reads(hw);
	soc_writel(U32_MAX, hw->base + DW_APB_LOAD);
	dw_apb_enable(hw, DW_APB_CONTROL_MASK);
	/* The value is undefined until the load count has taken effect. */
	dw_apb_settle_by_reads(hw);
}

/*
 * Well above the number of clocks that a load count takes to reach the timer's clock
 * domain. A counter that does not move for that long does not run on the clock that was
 * described.
 */
#define DW_APB_TRY_CLOCKS	8

static bool dw_apb_counts(struct dw_apb_hw *hw)
{
	u32 reads = hw->settle_reads * DW_APB_TRY_CLOCKS, first;

	dw_apb_start_counter(hw);
	first = soc_readl(hw->base + DW_APB_VALUE);
	while (reads--)
		if (soc_readl(hw->base + DW_APB_VALUE) != first)
			return true;

	return false;
}

/* Enough of them to begin at every phase of the timer's clock. */
#define DW_APB_TRY_LOADS	64
#define DW_APB_TRY_TICKS	0x40000000

/* Does a load count take effect if the channel is programmed as in dw_apb_program()? */
static bool dw_apb_takes_loads(struct dw_apb_hw *hw)
{
	unsigned int n, clocks;

	for (n = 0; n < DW_APB_TRY_LOADS; n++) {
		soc_writel_relaxed(DW_APB_CONTROL_MASK, hw->base + DW_APB_CONTROL);
		soc_writel_relaxed(n & 1 ? U32_MAX : DW_APB_TRY_TICKS, hw->base + DW_APB_LOAD);
		soc_writel_relaxed(DW_APB_CONTROL_ENABLE | DW_APB_CONTROL_MASK,
				   hw->base + DW_APB_CONTROL);
		for (clocks = 0; clocks < DW_APB_TRY_CLOCKS; clocks++)
			dw_apb_settle_by_reads(hw);
		if ((soc_readl(hw->base + DW_APB_VALUE) > DW_APB_TRY_TICKS) != (n & 1))
			return false;
	}

	return true;
}

/**
 * dw_apb_try() - does the channel count, and how must it be programmed?
 * @hw: the channel, stopped and ours
 *
 * A clock event device whose clock is off would never fire. The channel stays masked and
 * is stopped at the end; @hw->slow is set if the bus is too fast for the timer's clock.
 *
 * Context: any, waits for some hundreds of timer clocks.
 * Return: false if its counter does not move.
 */
bool dw_apb_try(struct dw_apb_hw *hw)
{
	bool counts = dw_apb_counts(hw);

	if (counts && !hw->slow)
		hw->slow = !dw_apb_takes_loads(hw);
	dw_apb_stop(hw);

	return counts;
}

/**
 * dw_apb_program_slow() - dw_apb_program() for slow timer clocks
 * @hw:		the channel
 * @ticks:	as for dw_apb_program()
 *
 * A timer clock that is slower than the register writes would miss that the channel was
 * disabled, and with it the new load count. So this waits for a tick in between.
 *
 * Context: as for dw_apb_program(); waits for a timer clock.
 */
void dw_apb_program_slow(struct dw_apb_hw *hw, u32 ticks)
{
	if (hw->control & DW_APB_CONTROL_ENABLE)
		dw_apb_disable(hw, 0);
	/* It may have been stopped just before. */
	if (!hw->settled)
		dw_apb_settle(hw);
	soc_writel(ticks, hw->base + DW_APB_LOAD);
	dw_apb_enable(hw, 0);
}

/**
 * dw_apb_program_periodic() - request an interrupt every @period ticks
 * @hw:		the channel, in any state
 * @period:	timer clocks, 2 or more
 *
 * Context: any, waits for a timer clock.
 */
void dw_apb_program_periodic(struct dw_apb_hw *hw, u32 period)
{
	dw_apb_stop(hw);
	dw_apb_settle(hw);
	/* The value zero lasts a clock, too. */
	soc_writel(period - 1, hw->base + DW_APB_LOAD);
	dw_apb_enable(hw, DW_APB_CONTROL_USER);
}
