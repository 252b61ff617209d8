/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exynos MCT hardware logic: writes that are acknowledged.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_WRITE_H
#define _EXYNOS_MCT_WRITE_H

#include "hw.h"

/**
 * struct mct_wstat - a write status register and what is known of it
 * @hw:		the block
 * @reg:	its address
 * @owed:	bits whose acknowledgment was not waited for any longer. It may still
 *		come, and must then not be taken for that of a later write
 * @failed:	address of the register whose write was the last to be given up;
 *		NULL: none was
 */
struct mct_wstat {
	const struct mct_hw	*hw;
	void __iomem		*reg;
	u32			owed;
	void __iomem		*failed;
};

/*
 * Reads of a write status register before the counter is looked at as well. A
 * write comes into force within a few; only what takes longer is timed.
 */
#define MCT_WSTAT_LOOKS		16

/*
 * And how many more at most, in case that the counter stands. Each goes with a
 * look at the counter: at 50 ns an access, which is fast, they take 1 ms.
 */
#define MCT_WSTAT_LOOKS_MAX	10000

void mct_wstat_init(struct mct_wstat *ws, const struct mct_hw *hw, unsigned int offset);
void mct_wstat_clear(struct mct_wstat *ws, u32 bits);
int mct_write(struct mct_wstat *ws, u32 value, void __iomem *reg, u32 bit);

#endif /* _EXYNOS_MCT_WRITE_H */
