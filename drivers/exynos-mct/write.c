// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT hardware logic: writes that are acknowledged.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/errno.h>

#include "write.h"

/**
 * mct_wstat_init() - describe a write status register; touches no register
 * @ws:		it
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

/**
 * mct_wstat_clear() - forget the acknowledgments of earlier writes
 * @ws:		the write status register
 * @bits:	in it
 *
 * For those that whoever used the block before us did not fetch: each would
 * be taken for that of our first write. One device access.
 *
 * Context: nobody else writes one of the registers that @bits are of.
 */
void mct_wstat_clear(struct mct_wstat *ws, u32 bits)
{
	soc_writel_relaxed(bits, ws->reg);
	ws->owed &= ~bits;
}

static bool mct_acknowledged(struct mct_wstat *ws, u32 bit)
{
	if (!(soc_readl_relaxed(ws->reg) & bit))
		return false;

	mct_wstat_clear(ws, bit);
	return true;
}

static bool mct_look(struct mct_wstat *ws, u32 bit)
{
	unsigned int looks;

	for (looks = 0; looks < MCT_WSTAT_LOOKS; looks++) {
		if (mct_acknowledged(ws, bit))
			return true;
	}

	return false;
}

/*
 * Timed by the block's own counter: no clock of the kernel may be read where the
 * next event is programmed. If the CPU is held up in here, time has passed but
 * nobody looked, so there is always a look after the time was taken.
 */
static int mct_wait(struct mct_wstat *ws, u32 bit)
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

/**
 * mct_write() - write a register and wait until the value is in force
 * @ws:		write status register that tells
 * @value:	to write
 * @reg:	address of the register
 * @bit:	of @reg in @ws
 *
 * Three device accesses as a rule: write, look, clear. The wait ends after 1 ms,
 * or after MCT_WSTAT_LOOKS_MAX looks if the counter that the time is taken from
 * stands. The value is written in any case. After a write that was given up, and
 * as long as nothing more is heard, the next one to the same register is waited for
 * MCT_WSTAT_LOOKS looks only: a block that does not acknowledge must not hold up
 * the machine at each tick.
 *
 * Context: any; nobody else writes @reg or uses @bit.
 * Return: 0; -ETIMEDOUT: not acknowledged in time; -EIO: not acknowledged, and the
 * free-running counter stands, so the block has no clock.
 */
int mct_write(struct mct_wstat *ws, u32 value, void __iomem *reg, u32 bit)
{
	bool owed = ws->owed & bit;
	int ret;

	/* It has come late: what follows is that of this write. */
	if (unlikely(owed) && mct_acknowledged(ws, bit))
		owed = false;

	soc_writel_relaxed(value, reg);
	if (likely(mct_look(ws, bit)))
		return 0;

	ret = owed ? -ETIMEDOUT : mct_wait(ws, bit);
	if (ret) {
		ws->owed |= bit;
		ws->failed = reg;
	}

	return ret;
}
