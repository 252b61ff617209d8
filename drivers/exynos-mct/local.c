// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT hardware: a local timer.
 *
 * A sequence of writes is completed even if one of them is not acknowledged: its value
 * has most likely taken effect.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include "local.h"

#define MCT_L_WSTAT_ALL		(MCT_L_WSTAT_TCNTB | MCT_L_WSTAT_ICNTB | \
				 MCT_L_WSTAT_FRCNTB | MCT_L_WSTAT_TCON)
#define MCT_L_INT_CSTAT_ALL	(MCT_L_INT_CSTAT_ICNT | MCT_L_INT_CSTAT_FRC)

/**
 * mct_local_init() - describe a local timer; accesses no register
 * @t:		the timer
 * @hw:		its block, which outlives @t
 * @index:	of the timer, below MCT_L_TIMERS
 *
 * Context: any.
 */
void mct_local_init(struct mct_local *t, const struct mct_hw *hw, unsigned int index)
{
	*t = (struct mct_local) { .base = hw->base + MCT_L(index) };
	mct_wstat_init(&t->wstat, hw, MCT_L(index) + MCT_L_WSTAT);
}

static int mct_local_control(struct mct_local *t, u32 tcon)
{
	t->tcon = tcon;
	return mct_write(&t->wstat, tcon, t->base + MCT_L_TCON, MCT_L_WSTAT_TCON);
}

static int mct_local_halt(struct mct_local *t)
{
	if (!(t->tcon & (MCT_L_TCON_TIMER | MCT_L_TCON_INT)))
		return 0;

	return mct_local_control(t, t->tcon & ~(MCT_L_TCON_TIMER | MCT_L_TCON_INT));
}

/**
 * mct_local_setup() - bring a local timer into a known state: stopped
 * @t: the timer
 *
 * Whatever state it was in before: fresh from reset, or left running with an interrupt
 * pending by firmware or another driver. Nine device accesses.
 *
 * Context: interrupts off, on the timer's CPU; or that CPU is offline, frozen, or
 * does not use the timer yet.
 * Return: 0, or the first error from mct_write().
 */
int mct_local_setup(struct mct_local *t)
{
	int ret, err;

	mct_wstat_clear(&t->wstat, MCT_L_WSTAT_ALL);
	ret = mct_local_control(t, 0);
	err = mct_write(&t->wstat, MCT_L_PRESCALE - 1, t->base + MCT_L_TCNTB, MCT_L_WSTAT_TCNTB);
	ret = ret ?: err;
	soc_writel_relaxed(MCT_L_INT_CSTAT_ALL, t->base + MCT_L_INT_CSTAT);
	soc_writel_relaxed(MCT_L_INT_ENB_ICNT, t->base + MCT_L_INT_ENB);
	t->armed = false;

	return ret;
}

/**
 * mct_local_start() - request an interrupt every @ticks
 * @t:		the timer, set up
 * @ticks:	of MCT_L_PRESCALE cycles of the input clock, 1 to MCT_L_ICNTB_COUNT
 *
 * Five device accesses, eight if the timer is running: the interval of a running timer
 * must not be changed. Both acknowledgments are dropped by one of them.
 *
 * Context: on the timer's CPU with interrupts off.
 * Return: 0, or the first error from mct_write().
 */
int mct_local_start(struct mct_local *t, u32 ticks)
{
	int ret, interval, run;

	ret = mct_local_halt(t);
	interval = mct_write_pending(&t->wstat, MCT_L_ICNTB_UPDATE | ticks,
				     t->base + MCT_L_ICNTB, MCT_L_WSTAT_ICNTB);
	t->tcon = MCT_L_TCON_RUN;
	run = mct_write_pending(&t->wstat, t->tcon, t->base + MCT_L_TCON, MCT_L_WSTAT_TCON);
	/* One that is overdue must stay known as such. */
	mct_wstat_clear(&t->wstat, (interval ? 0 : MCT_L_WSTAT_ICNTB) |
			(run ? 0 : MCT_L_WSTAT_TCON));
	t->armed = true;

	return ret ?: interval ?: run;
}

/**
 * mct_local_expire() - stop a timer whose interval has ended
 * @t: the timer, running
 *
 * Four device accesses. The interrupt is cleared last: this also clears that of the next
 * interval, which may end before the timer has stopped.
 *
 * Context: on the timer's CPU with interrupts off.
 * Return: 0, or the error from mct_write().
 */
int mct_local_expire(struct mct_local *t)
{
	int ret = mct_local_halt(t);

	mct_local_acknowledge(t);
	t->armed = false;

	return ret;
}

/**
 * mct_local_stop() - cancel the interrupt
 * @t: the timer, set up
 *
 * Four device accesses; none if it is stopped, with no interrupt pending.
 *
 * Context: on the timer's CPU with interrupts off.
 * Return: 0, or the error from mct_write().
 */
int mct_local_stop(struct mct_local *t)
{
	return t->armed ? mct_local_expire(t) : 0;
}

/**
 * mct_local_off() - silence a timer until the next mct_local_setup()
 * @t: the timer
 *
 * Whatever state the clock event core assumes it to be in.
 *
 * Context: on the timer's CPU with interrupts off.
 * Return: 0, or the error from mct_write().
 */
int mct_local_off(struct mct_local *t)
{
	int ret = mct_local_halt(t);

	soc_writel_relaxed(0, t->base + MCT_L_INT_ENB);
	soc_writel_relaxed(MCT_L_INT_CSTAT_ALL, t->base + MCT_L_INT_CSTAT);
	t->armed = false;

	return ret;
}

/**
 * mct_local_stuck() - does the interrupt stay pending although it is cleared?
 * @t: the timer
 *
 * Cleared twice: a running timer may expire between a clear and a read, but not twice
 * in a row unless its interval is as short as a device access.
 *
 * Context: on the timer's CPU with interrupts off.
 * Return: true if it does.
 */
bool mct_local_stuck(struct mct_local *t)
{
	unsigned int looks;

	for (looks = 0; looks < 2; looks++) {
		soc_writel_relaxed(MCT_L_INT_CSTAT_ALL, t->base + MCT_L_INT_CSTAT);
		if (!(soc_readl_relaxed(t->base + MCT_L_INT_CSTAT) & MCT_L_INT_CSTAT_ALL))
			return false;
	}

	return true;
}
