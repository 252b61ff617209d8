/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exynos MCT hardware logic: knows the registers, not the kernel's frameworks.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_HW_H
#define _EXYNOS_MCT_HW_H

#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/types.h>
#include <soc-timers/io.h>

#include "regs.h"

/**
 * struct mct_hw - one MCT block
 * @base:	its registers
 * @patience:	see mct_patience(); 0 if no register is ever written
 */
struct mct_hw {
	void __iomem	*base;
	u32		patience;
};

/**
 * mct_frc_read32() - the low half of the free-running counter
 * @hw: the block
 *
 * One device access and nothing else: an access takes hundreds of nanoseconds,
 * and this is the path of each time stamp.
 *
 * Context: any, NMI included.
 * Return: ticks of the block's input clock, modulo 2^32 (179 s at 24 MHz).
 */
static __always_inline notrace u32 mct_frc_read32(const struct mct_hw *hw)
{
	return soc_readl_relaxed(hw->base + MCT_G_CNT_L);
}

/**
 * mct_frc_read64() - all of the free-running counter
 * @hw: the block
 *
 * The halves can't be read at once, but in order: accesses to one device don't
 * overtake each other, relaxed ones included. If the upper half is the same before and
 * after the lower one was read, no carry came in between and the halves belong
 * together. If not, the counter went through the value "new upper half, lower
 * half zero" between the two reads of the upper half, so that this is a value
 * the counter had during the call, like any other that could be returned. It
 * makes a retry needless: always three accesses, no loop to bound, and right
 * however long the CPU is held up between them (a debugger, a hypervisor).
 *
 * Context: any, NMI included.
 * Return: ticks of the block's input clock.
 */
static __always_inline notrace u64 mct_frc_read64(const struct mct_hw *hw)
{
	u32 before = soc_readl_relaxed(hw->base + MCT_G_CNT_U);
	u32 lower = soc_readl_relaxed(hw->base + MCT_G_CNT_L);
	u32 upper = soc_readl_relaxed(hw->base + MCT_G_CNT_U);

	if (upper != before)
		lower = 0;

	return (u64)upper << 32 | lower;
}

/**
 * mct_patience() - how long a written value may take to come into force
 * @rate: of the block's input clock in Hz
 *
 * 1 ms. The hardware needs some cycles of its slowest clock, microseconds; this is
 * what nobody waits longer than.
 *
 * Return: ticks of the free-running counter.
 */
static inline u32 mct_patience(unsigned long rate)
{
	return max(rate / 1000, 2UL);
}

/*
 * How often mct_frc_running() looks for the counter to move. A tick is 42 ns at
 * 24 MHz and an access takes longer than that, so a counter at work has moved
 * at the second look; the rest is for slow input clocks.
 */
#define MCT_FRC_LOOKS	1000

bool mct_frc_running(const struct mct_hw *hw);

#endif /* _EXYNOS_MCT_HW_H */
