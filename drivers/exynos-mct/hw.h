/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exynos MCT hardware: reading and starting the free-running counter, and writes that
 * the block acknowledges.
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
 * struct mct_wstat - a write status register and what is known about it
 * @hw:		the block
 * @reg:	address of the register
 * @owed:	bits whose acknowledgment we gave up waiting for. It may still arrive,
 *		and must not be mistaken for that of a later write
 * @failed:	address of the register whose write we last gave up on, or NULL
 */
struct mct_wstat {
	const struct mct_hw	*hw;
	void __iomem		*reg;
	u32			owed;
	void __iomem		*failed;
};

bool mct_overdue_arrived(struct mct_wstat *ws, u32 bit);
int mct_write_late(struct mct_wstat *ws, void __iomem *reg, u32 bit, bool owed);

/**
 * mct_frc_read32() - read the low half of the free-running counter
 * @hw: the block
 *
 * One device access and nothing else: an access takes hundreds of nanoseconds, and
 * every time stamp pays for it.
 *
 * Context: any, NMI included.
 * Return: ticks of the block's input clock, modulo 2^32 (179 s at 24 MHz).
 */
static __always_inline notrace u32 mct_frc_read32(const struct mct_hw *hw)
{
	return soc_readl_relaxed(hw->base + MCT_G_CNT_L);
}

/**
 * mct_frc_read64() - read the whole free-running counter
 * @hw: the block
 *
 * The halves cannot be read at once, but they are read in order: accesses to one
 * device do not overtake each other, relaxed ones included. If the upper half is the
 * same before and after the lower one was read, there was no carry in between and the
 * halves belong together. If it differs, the counter passed "new upper half, lower half
 * zero" between the two reads of the upper half, so that is a value it had during
 * the call, as good as any other. No retry is needed: always three accesses, no loop
 * to bound, and correct however long the CPU is held up between them (by a debugger or
 * a hypervisor).
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
 * mct_wstat_clear() - drop the acknowledgments of earlier writes
 * @ws:		the write status register
 * @bits:	the bits to clear in it
 *
 * Earlier users of the block may have left some, and each would be mistaken for that of
 * our first write. One device access.
 *
 * Context: nothing else writes the registers that @bits belong to.
 */
static inline void mct_wstat_clear(struct mct_wstat *ws, u32 bits)
{
	soc_writel_relaxed(bits, ws->reg);
	ws->owed &= ~bits;
}

/**
 * mct_write_pending() - like mct_write(), but leave the acknowledgment pending
 * @ws:		the write status register that acknowledges it
 * @value:	to write
 * @reg:	address of the register
 * @bit:	the bit of @reg in @ws
 *
 * For a sequence of writes to several registers, whose acknowledgments are then dropped
 * by one mct_wstat_clear(): usually two device accesses.
 *
 * Context: any; nothing else writes @reg or uses @bit, and if this returns 0, @bit is
 * cleared before @reg is written again.
 * Return: as mct_write().
 */
static inline int mct_write_pending(struct mct_wstat *ws, u32 value, void __iomem *reg, u32 bit)
{
	bool owed = unlikely(ws->owed & bit) && !mct_overdue_arrived(ws, bit);

	soc_writel_relaxed(value, reg);
	if (likely(soc_readl_relaxed(ws->reg) & bit))
		return 0;

	return mct_write_late(ws, reg, bit, owed);
}

/**
 * mct_write() - write a register and wait until the value has taken effect
 * @ws:		the write status register that acknowledges it
 * @value:	to write
 * @reg:	address of the register
 * @bit:	the bit of @reg in @ws
 *
 * Usually three device accesses: write, poll, clear. The wait ends after 1 ms, or after
 * MCT_WSTAT_LOOKS_MAX polls if the counter that measures it is stopped. The value is
 * written in any case. Once we have given up on a write, and until the block answers
 * again, further writes to the same register are only polled MCT_WSTAT_LOOKS times: a
 * block that does not acknowledge must not hold up the machine at each tick.
 *
 * Context: any; nothing else writes @reg or uses @bit.
 * Return: 0; -ETIMEDOUT: not acknowledged in time; -EIO: not acknowledged, and the
 * free-running counter is stopped, so the block has no clock.
 */
static inline int mct_write(struct mct_wstat *ws, u32 value, void __iomem *reg, u32 bit)
{
	int ret = mct_write_pending(ws, value, reg, bit);

	if (likely(!ret))
		mct_wstat_clear(ws, bit);

	return ret;
}

/**
 * mct_patience() - how long to wait for a written value to take effect
 * @rate: of the block's input clock in Hz
 *
 * 1 ms. The hardware needs a few cycles of its slowest clock, which takes microseconds.
 *
 * Return: ticks of the free-running counter.
 */
static inline u32 mct_patience(unsigned long rate)
{
	return max(rate / 1000, 2UL);
}

/*
 * How many times mct_frc_running() checks whether the counter has moved. A tick is 42 ns
 * at 24 MHz and an access takes longer than that, so a running counter has moved at the
 * second read; the rest are for slow input clocks.
 */
#define MCT_FRC_LOOKS		1000

/*
 * Reads of a write status register before the time is checked as well. A write usually
 * takes effect within a few of them; only longer waits are timed.
 */
#define MCT_WSTAT_LOOKS		16

/*
 * At most this many further reads, in case the counter is stopped. Each one comes with a
 * read of the counter: even at a fast 50 ns per access, they take 1 ms.
 */
#define MCT_WSTAT_LOOKS_MAX	10000

bool mct_frc_running(const struct mct_hw *hw);
int mct_frc_start(struct mct_wstat *global);

void mct_wstat_init(struct mct_wstat *ws, const struct mct_hw *hw, unsigned int offset);
int mct_global_control(struct mct_wstat *global, u32 clear, u32 set);

#endif /* _EXYNOS_MCT_HW_H */
