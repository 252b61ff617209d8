/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the suite of the system clock sees and sets between its own copy of that
 * clock and the kernel.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SYSTEM_SEAM_H
#define _SYSTEM_SEAM_H

#include <linux/cpumask.h>
#include <linux/types.h>

/**
 * struct system_seam - between the clock under test and the kernel
 * @resolution:	what hrtimer_resolution is, in ns
 * @armed_ns:	what the epoch timer was last set to, or moved on by, in ns
 * @slow:	slow operations seen: lines printed, machines stopped
 * @lines:	lines printed
 * @line:	the last of them
 * @unready:	the first of them that came before the timer was set for the source
 *		that feeds the clock; NULL if there was none
 * @syscore:	the suspend hooks that are registered
 */
struct system_seam {
	unsigned int	resolution;
	u64		armed_ns;
	unsigned int	slow;
	unsigned int	lines;
	char		line[160];
	const char	*unready;
	const void	*syscore;
};

extern struct system_seam system_seam;

void system_slow(const char *what);
int system_stop_machine(int (*fn)(void *), void *data, const struct cpumask *cpus);

#endif /* _SYSTEM_SEAM_H */
