/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The clock of the source that includes this at its end, after boot(), add() and usable().
 * MAINLINE_CLOCK is its name, and MAINLINE_VERSION what messages call it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _MAINLINE_CLOCK_H
#define _MAINLINE_CLOCK_H

static void suspend(void)
{
	sched_clock_suspend();
}

static u64 read(void)
{
	return sched_clock();
}

const struct mainline_clock MAINLINE_CLOCK = {
	.name		= MAINLINE_VERSION,
	.boot		= boot,
	.start		= generic_sched_clock_init,
	.add		= add,
	.suspend	= suspend,
	.resume		= sched_clock_resume,
	.usable		= usable,
	.read		= read,
};

#endif /* _MAINLINE_CLOCK_H */
