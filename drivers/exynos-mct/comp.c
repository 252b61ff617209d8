// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT hardware: comparator 0 on the free-running counter.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/errno.h>

#include "comp.h"

#define MCT_G_TCON_COMP0	(MCT_G_TCON_COMP_ENABLE(0) | MCT_G_TCON_COMP_AUTO_INCR(0))
#define MCT_G_WSTAT_COMP0	(MCT_G_WSTAT_COMP_L(0) | MCT_G_WSTAT_COMP_U(0) | \
				 MCT_G_WSTAT_COMP_ADD_INCR(0))

/**
 * mct_comp_init() - describe the comparator; accesses no register
 * @c:		the comparator
 * @hw:		its block, which outlives @c
 * @global:	the global write status register, which outlives @c
 *
 * Context: any.
 */
void mct_comp_init(struct mct_comp *c, const struct mct_hw *hw, struct mct_wstat *global)
{
	*c = (struct mct_comp) { .hw = hw, .wstat = global };
}

static int mct_comp_control(struct mct_comp *c, u32 tcon)
{
	if (c->tcon == tcon)
		return 0;

	c->tcon = tcon;
	return mct_global_control(c->wstat, MCT_G_TCON_COMP0, tcon);
}

/**
 * mct_comp_setup() - bring the comparator into a known state: off
 * @c: the comparator
 *
 * Whatever state it was in before. The counter and the other comparators are left
 * alone.
 *
 * Context: nothing else writes a global register.
 * Return: 0, or the error from mct_write().
 */
int mct_comp_setup(struct mct_comp *c)
{
	void __iomem *base = c->hw->base;
	u32 enabled;
	int ret;

	mct_wstat_clear(c->wstat, MCT_G_WSTAT_COMP0 | MCT_G_WSTAT_TCON);
	ret = mct_global_control(c->wstat, MCT_G_TCON_COMP0, 0);
	c->tcon = 0;
	c->upper_known = false;
	WRITE_ONCE(c->armed, false);
	mct_comp_acknowledge(c);
	enabled = soc_readl_relaxed(base + MCT_G_INT_ENB);
	soc_writel_relaxed(enabled | MCT_G_INT_ENB_COMP(0), base + MCT_G_INT_ENB);

	return ret;
}

/*
 * The two halves take effect one after the other. If both change, the comparator is
 * disabled meanwhile, so that it cannot match half of each. That happens once in 2^32
 * ticks, or after periodic mode.
 */
static int mct_comp_load(struct mct_comp *c, u64 target)
{
	u32 upper = target >> 32;
	int ret = 0, err;

	if (!c->upper_known || c->upper != upper) {
		ret = mct_comp_control(c, 0);
		err = mct_write(c->wstat, upper, c->hw->base + MCT_G_COMP_U(0),
				MCT_G_WSTAT_COMP_U(0));
		ret = ret ?: err;
		c->upper = upper;
		c->upper_known = true;
	}
	err = mct_write(c->wstat, (u32)target, c->hw->base + MCT_G_COMP_L(0),
			MCT_G_WSTAT_COMP_L(0));

	return ret ?: err;
}

static bool mct_comp_missed(const struct mct_comp *c, u64 target)
{
	if ((s64)(mct_frc_read64(c->hw) - target) < 0)
		return false;

	return !(soc_readl_relaxed(c->hw->base + MCT_G_INT_CSTAT) & MCT_G_INT_CSTAT_COMP(0));
}

/**
 * mct_comp_next() - request one interrupt, @ticks from now
 * @c:		the comparator, set up
 * @ticks:	of the free-running counter
 *
 * The comparator matches one value of the counter. If the counter has passed it before
 * the comparator was set, there is no interrupt, so that is checked afterwards. Nine
 * device accesses; more if the comparator is off or the upper half of the value changes.
 *
 * Context: serialised with everything that writes a global register.
 * Return: 0; -ETIME: too late, there will be no interrupt; or the first error from
 * mct_write().
 */
int mct_comp_next(struct mct_comp *c, u32 ticks)
{
	u64 target;
	int ret, err;

	target = mct_frc_read64(c->hw) + ticks;
	ret = mct_comp_load(c, target);
	err = mct_comp_control(c, MCT_G_TCON_COMP_ENABLE(0));
	ret = ret ?: err;
	WRITE_ONCE(c->armed, true);

	return mct_comp_missed(c, target) ? -ETIME : ret;
}

/**
 * mct_comp_periodic() - request an interrupt every @ticks
 * @c:		the comparator, set up
 * @ticks:	of the free-running counter
 *
 * Context: serialised with everything that writes a global register.
 * Return: 0, or the first error from mct_write().
 */
int mct_comp_periodic(struct mct_comp *c, u32 ticks)
{
	int ret, err;

	ret = mct_comp_control(c, 0);
	err = mct_write(c->wstat, ticks, c->hw->base + MCT_G_COMP_ADD_INCR(0),
			MCT_G_WSTAT_COMP_ADD_INCR(0));
	ret = ret ?: err;
	err = mct_comp_load(c, mct_frc_read64(c->hw) + ticks);
	ret = ret ?: err;
	err = mct_comp_control(c, MCT_G_TCON_COMP0);
	/* The hardware adds the period from now on. */
	c->upper_known = false;
	WRITE_ONCE(c->armed, true);

	return ret ?: err;
}

/**
 * mct_comp_stop() - cancel the interrupt
 * @c: the comparator, set up
 *
 * Five device accesses; none if it is off.
 *
 * Context: serialised with everything that writes a global register.
 * Return: 0, or the error from mct_write().
 */
int mct_comp_stop(struct mct_comp *c)
{
	int ret;

	if (!c->armed)
		return 0;

	ret = mct_comp_control(c, 0);
	mct_comp_acknowledge(c);
	WRITE_ONCE(c->armed, false);

	return ret;
}

/**
 * mct_comp_off() - silence the comparator until the next mct_comp_setup()
 * @c: the comparator, set up
 *
 * Whatever state the clock event core assumes it to be in.
 *
 * Context: serialised with everything that writes a global register.
 * Return: 0, or the error from mct_write().
 */
int mct_comp_off(struct mct_comp *c)
{
	void __iomem *enable = c->hw->base + MCT_G_INT_ENB;
	int ret = mct_comp_control(c, 0);

	soc_writel_relaxed(soc_readl_relaxed(enable) & ~MCT_G_INT_ENB_COMP(0), enable);
	mct_comp_acknowledge(c);
	WRITE_ONCE(c->armed, false);

	return ret;
}

/**
 * mct_comp_stuck() - does the interrupt stay pending although it is cleared?
 * @c: the comparator
 *
 * Context: any.
 * Return: true if it was pending right after it was cleared, twice.
 */
bool mct_comp_stuck(struct mct_comp *c)
{
	unsigned int looks;

	for (looks = 0; looks < 2; looks++) {
		mct_comp_acknowledge(c);
		if (!(soc_readl_relaxed(c->hw->base + MCT_G_INT_CSTAT) &
		      MCT_G_INT_CSTAT_COMP(0)))
			return false;
	}

	return true;
}
