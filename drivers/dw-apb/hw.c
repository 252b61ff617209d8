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

static void dw_apb_control(struct dw_apb_hw *hw, u32 control)
{
	soc_writel(control, hw->base + DW_APB_CONTROL);
	hw->control = control;
}

/**
 * dw_apb_init() - describe a channel
 * @hw:		filled in
 * @base:	its registers
 * @rate:	of its timer clock in Hz, DW_APB_SLOWEST_HZ or more
 *
 * No device access; before anything but dw_apb_running(), dw_apb_is_counter() and
 * dw_apb_read_counter() the channel has to be stopped, or started as a counter.
 *
 * Context: any.
 */
void dw_apb_init(struct dw_apb_hw *hw, void __iomem *base, u32 rate)
{
	*hw = (struct dw_apb_hw) {
		.base = base,
		.settle_us = DIV_ROUND_UP((u32)USEC_PER_SEC / 4 * 5, rate),
		.settle_reads = DIV_ROUND_UP((u32)NSEC_PER_SEC / DW_APB_READ_NS, rate),
	};
}

/**
 * dw_apb_running() - does anybody use the channel?
 * @hw: the channel
 *
 * Reads one register. A channel may be in use and stopped, so only a "yes" tells.
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
 * dw_apb_stop() - no more interrupts, and none left over
 * @hw: the channel, in any state
 *
 * One write, one read. Masked before it is acknowledged, so that no interrupt can
 * become pending in between.
 *
 * Context: any.
 */
void dw_apb_stop(struct dw_apb_hw *hw)
{
	dw_apb_control(hw, DW_APB_CONTROL_MASK);
	hw->settled = false;
	soc_readl(hw->base + DW_APB_EOI);
}

static void dw_apb_settle_by_reads(struct dw_apb_hw *hw)
{
	u32 reads;

	hw->settled = true;
	for (reads = 0; reads < hw->settle_reads; reads++)
		soc_readl(hw->base + DW_APB_CONTROL);
}

/* A disable has to be seen by the timer's clock before the next enable is. */
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
 * Waits without udelay(): that may count by this very counter, and would wait for
 * ever while it stands.
 *
 * Context: any, waits for a timer clock.
 */
void dw_apb_start_counter(struct dw_apb_hw *hw)
{
	dw_apb_stop(hw);
	dw_apb_settle_by_reads(hw);
	soc_writel(U32_MAX, hw->base + DW_APB_LOAD);
	dw_apb_control(hw, DW_APB_CONTROL_ENABLE | DW_APB_CONTROL_MASK);
	/* Until the load count is taken over, the value is any. */
	dw_apb_settle_by_reads(hw);
}

/**
 * dw_apb_program_slow() - dw_apb_program() for slow timer clocks
 * @hw:		the channel
 * @ticks:	as there
 *
 * If the timer's clock ticks more slowly than registers are written, it would
 * miss that the channel was disabled, and the load count with it: so wait for a
 * tick there.
 *
 * Context: as there, waits for a timer clock.
 */
void dw_apb_program_slow(struct dw_apb_hw *hw, u32 ticks)
{
	if (hw->control & DW_APB_CONTROL_ENABLE) {
		soc_writel(0, hw->base + DW_APB_CONTROL);
		hw->settled = false;
	}
	/* It may have been stopped just before. */
	if (!hw->settled)
		dw_apb_settle(hw);
	soc_writel(ticks, hw->base + DW_APB_LOAD);
	dw_apb_control(hw, DW_APB_CONTROL_ENABLE);
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
	dw_apb_control(hw, DW_APB_CONTROL_ENABLE | DW_APB_CONTROL_USER);
}
