/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exynos MCT hardware: comparator 0 on the free-running counter.
 *
 * Not for a block whose counter is shared with another processor: no global register
 * may be written there.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_COMP_H
#define _EXYNOS_MCT_COMP_H

#include "hw.h"

/**
 * struct mct_comp - comparator 0
 * @hw:		the block
 * @wstat:	the write status register of all global registers
 * @tcon:	the comparator's bits in G_TCON
 * @upper:	what G_COMP0_U holds
 * @upper_known: @upper is valid
 * @armed:	an interrupt is expected or pending
 */
struct mct_comp {
	const struct mct_hw	*hw;
	struct mct_wstat	*wstat;
	u32			tcon;
	u32			upper;
	bool			upper_known;
	bool			armed;
};

/**
 * mct_comp_acknowledge() - clear the comparator's interrupt
 * @c: the comparator
 *
 * One device access; without a pending interrupt it has no effect.
 *
 * Context: any.
 */
static __always_inline void mct_comp_acknowledge(struct mct_comp *c)
{
	soc_writel_relaxed(MCT_G_INT_CSTAT_COMP(0), c->hw->base + MCT_G_INT_CSTAT);
}

void mct_comp_init(struct mct_comp *c, const struct mct_hw *hw, struct mct_wstat *global);
int mct_comp_setup(struct mct_comp *c);
int mct_comp_next(struct mct_comp *c, u32 ticks);
int mct_comp_periodic(struct mct_comp *c, u32 ticks);
int mct_comp_stop(struct mct_comp *c);
int mct_comp_off(struct mct_comp *c);
bool mct_comp_stuck(struct mct_comp *c);

#endif /* _EXYNOS_MCT_COMP_H */
