// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT hardware: reading and starting the free-running counter, and writes that
 * the block acknowledges.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/errno.h>

#include "hw.h"

/**
 * mct_frc_running() - does the free-running counter count?
 * @hw: the block
 *
 * The start bit alone is not enough: a counter whose input clock is gated keeps it set
 * and does not move. Only reads registers, at most MCT_FRC_LOOKS + 2 times.
 *
 * Context: any.
 * Return: true if the counter is started and was seen to move.
 */
bool mct_frc_running(const struct mct_hw *hw)
{
	unsigned int looks;
	u32 first;

	if (!(soc_readl_relaxed(hw->base + MCT_G_TCON) & MCT_G_TCON_FRC_START))
		return false;

	first = mct_frc_read32(hw);
	for (looks = 0; looks < MCT_FRC_LOOKS; looks++) {
		if (mct_frc_read32(hw) != first)
			return true;
	}

	return false;
}

/**
 * mct_wstat_init() - describe a write status register; accesses no register
 * @ws:		to fill in
 * @hw:		the block, which outlives @ws
 * @offset:	of the register
 *
 * Context: any.
 */
void mct_wstat_init(struct mct_wstat *ws, const struct mct_hw *hw, unsigned int offset)
{
	*ws = (struct mct_wstat) {
		.hw	= hw,
		.reg	= hw->base + offset,
	};
}

static bool mct_acknowledged(const struct mct_wstat *ws, u32 bit)
{
	return soc_readl_relaxed(ws->reg) & bit;
}

static bool mct_look(const struct mct_wstat *ws, u32 bit)
{
	unsigned int looks;

	for (looks = 1; looks < MCT_WSTAT_LOOKS; looks++) {
		if (mct_acknowledged(ws, bit))
			return true;
	}

	return false;
}

/*
 * Timed by the block's own counter: no kernel clock may be read while the next event is
 * being programmed. If the CPU is held up here, time passes without the status being
 * read, so it is always read once more when the time is up.
 */
static int mct_wait(const struct mct_wstat *ws, u32 bit)
{
	u32 begin = mct_frc_read32(ws->hw);
	u32 passed = 0;
	unsigned int looks;

	for (looks = 0; looks < MCT_WSTAT_LOOKS_MAX && passed < ws->hw->patience; looks++) {
		passed = mct_frc_read32(ws->hw) - begin;
		if (mct_acknowledged(ws, bit))
			return 0;
	}

	return passed ? -ETIMEDOUT : -EIO;
}

/* For mct_write_pending(): the next acknowledgment will be for the next write. */
bool mct_overdue_arrived(struct mct_wstat *ws, u32 bit)
{
	if (!mct_acknowledged(ws, bit))
		return false;

	mct_wstat_clear(ws, bit);
	return true;
}

/* The rest of mct_write_pending(), after the first look. */
int mct_write_late(struct mct_wstat *ws, void __iomem *reg, u32 bit, bool owed)
{
	int ret;

	if (mct_look(ws, bit))
		return 0;

	ret = owed ? -ETIMEDOUT : mct_wait(ws, bit);
	if (ret) {
		ws->owed |= bit;
		ws->failed = reg;
	}

	return ret;
}

/**
 * mct_global_control() - change bits of G_TCON
 * @global:	the global write status register
 * @clear:	bits to clear
 * @set:	bits to set
 *
 * G_TCON is read back rather than shadowed: it also has the bits of other comparators,
 * which are not ours. Its start bit is set in every value that is written: the counter is
 * never stopped, nor is its value ever set. On Exynos5 the architected timer is driven by
 * it.
 *
 * Context: serialised with all writers of global registers.
 * Return: 0, or the error from mct_write().
 */
int mct_global_control(struct mct_wstat *global, u32 clear, u32 set)
{
	void __iomem *reg = global->hw->base + MCT_G_TCON;
	u32 tcon = soc_readl_relaxed(reg);

	return mct_write(global, (tcon & ~clear) | set | MCT_G_TCON_FRC_START, reg,
			 MCT_G_WSTAT_TCON);
}

/**
 * mct_frc_start() - start the free-running counter, unless it is started already
 * @global: the global write status register
 *
 * It continues from its current value. If it is started already, this is one read and no
 * write.
 *
 * Context: nothing else writes a global register.
 * Return: 0, or the error from mct_write().
 */
int mct_frc_start(struct mct_wstat *global)
{
	if (soc_readl_relaxed(global->hw->base + MCT_G_TCON) & MCT_G_TCON_FRC_START)
		return 0;

	mct_wstat_clear(global, MCT_G_WSTAT_TCON);
	return mct_global_control(global, 0, 0);
}
