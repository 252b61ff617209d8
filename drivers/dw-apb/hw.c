// SPDX-License-Identifier: GPL-2.0-only
/*
 * DW APB timer hardware logic: what is not on the path of every tick.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/delay.h>
#include <linux/kernel.h>

#include "hw.h"

/* udelay() is far too short before the kernel has calibrated it. */
#ifndef dw_apb_udelay_works
#define dw_apb_udelay_works()	(system_state >= SYSTEM_SCHEDULING)
#endif

/* Always one of the two, for the sake of whoever reads the shadow on another CPU. */
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
 * @rate:	of its timer clock in Hz, DW_APB_SLOWEST_HZ or more
 *
 * No device access. The channel has to be stopped, or started as a counter, before
 * anything but dw_apb_running(), dw_apb_is_counter() and dw_apb_read_counter().
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
 * Reads one register. A channel of another driver may be in use and stopped.
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
 * Enabled, free-running and masked: a channel that is used for events isn't
 * masked while it is enabled, and runs over any number of values but 2^32.
 * Reads one register.
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
 * dw_apb_stop() - no more interrupts, and none left pending
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

/* The timer's clock has to see a disable before the next enable. */
static void dw_apb_settle(struct dw_apb_hw *hw)
{
	if (!dw_apb_udelay_works()) {
		dw_apb_settle_by_reads(hw);
		return;
	}
	hw->settled = true;
	/*
	 * The read waits for the writes before it, which may be posted: the
	 * delay has to begin when the device has them.
	 */
	soc_readl(hw->base + DW_APB_CONTROL);
	udelay(hw->settle_us);
}

/**
 * dw_apb_start_counter() - let the channel count through all 2^32 values
 * @hw: the channel, in any state
 *
 * Waits without udelay(): that may count by this very counter, and would never return
 * while it is stopped.
 *
 * Context: any, waits for a timer clock.
 */
void dw_apb_start_counter(struct dw_apb_hw *hw)
{
	dw_apb_stop(hw);
	dw_apb_settle_by_reads(hw);
	soc_writel(U32_MAX, hw->base + DW_APB_LOAD);
	dw_apb_enable(hw, DW_APB_CONTROL_MASK);
	/* Until the load count is taken over, the value is undefined. */
	dw_apb_settle_by_reads(hw);
}

/*
 * Well above the clocks that a load count takes to get into the timer's clock domain. A
 * counter that does not move for so long is not counting the clock that was described.
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

/* Enough of them to begin at each phase of the timer's clock. */
#define DW_APB_TRY_LOADS	64
#define DW_APB_TRY_TICKS	0x40000000

/* Disabled, loaded and enabled as dw_apb_program() does it: is the load count taken over? */
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
 * dw_apb_try() - does the channel count, and how has it to be programmed?
 * @hw: the channel, stopped and ours
 *
 * A clock that is off would make a clock event device that never fires. The channel
 * stays masked, and is stopped again; @hw->slow is set where the bus is too fast for
 * the timer's clock.
 *
 * Context: any, waits for some hundred timer clocks.
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
 * @ticks:	as there
 *
 * A timer clock that ticks more slowly than registers are written would miss that the
 * channel was disabled, and with that the load count: so this waits for a tick.
 *
 * Context: as there, waits for a timer clock.
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
 * dw_apb_program_periodic() - an interrupt every @period ticks
 * @hw:		the channel, in any state
 * @period:	timer clocks, 2 or more
 *
 * Context: any, waits for a timer clock.
 */
void dw_apb_program_periodic(struct dw_apb_hw *hw, u32 period)
{
	dw_apb_stop(hw);
	dw_apb_settle(hw);
	/* Zero takes a clock as well. */
	soc_writel(period - 1, hw->base + DW_APB_LOAD);
	dw_apb_enable(hw, DW_APB_CONTROL_USER);
}
