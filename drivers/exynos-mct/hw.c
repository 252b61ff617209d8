// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT hardware logic: what is too long for an inline function.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include "hw.h"

/**
 * mct_frc_running() - does the free-running counter count?
 * @hw: the block
 *
 * The start bit alone doesn't tell: a counter whose input clock is gated keeps
 * it set and stands. Reads only, at most MCT_FRC_LOOKS + 2 registers.
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
