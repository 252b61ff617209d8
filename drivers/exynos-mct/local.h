/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exynos MCT hardware: a local timer.
 *
 * It counts down an interval again and again. There is no one-shot mode: for a single
 * event, the timer is stopped at the end of the interval.
 *
 * Only this driver writes a local timer, so nothing is read back, and stopping a stopped
 * timer is skipped.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_LOCAL_H
#define _EXYNOS_MCT_LOCAL_H

#include "hw.h"

/* A local tick is two cycles of the input clock, as in all known users of the block. */
#define MCT_L_PRESCALE		2

#define MCT_L_TCON_RUN		(MCT_L_TCON_TIMER | MCT_L_TCON_INT | MCT_L_TCON_INTERVAL)

/**
 * struct mct_local - a local timer
 * @base:	its registers
 * @wstat:	its write status register
 * @tcon:	what L_TCON holds
 * @armed:	an interrupt is expected or pending
 */
struct mct_local {
	void __iomem		*base;
	struct mct_wstat	wstat;
	u32			tcon;
	bool			armed;
};

/**
 * mct_local_acknowledge() - clear the interrupt
 * @t: the timer
 *
 * One device access; without a pending interrupt it has no effect.
 *
 * Context: any.
 */
static __always_inline void mct_local_acknowledge(struct mct_local *t)
{
	soc_writel_relaxed(MCT_L_INT_CSTAT_ICNT, t->base + MCT_L_INT_CSTAT);
}

void mct_local_init(struct mct_local *t, const struct mct_hw *hw, unsigned int index);
int mct_local_setup(struct mct_local *t);
int mct_local_start(struct mct_local *t, u32 ticks);
int mct_local_expire(struct mct_local *t);
int mct_local_stop(struct mct_local *t);
int mct_local_off(struct mct_local *t);
bool mct_local_stuck(struct mct_local *t);

#endif /* _EXYNOS_MCT_LOCAL_H */
