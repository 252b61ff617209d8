/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The roles of the channels of a DW APB timer.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_ROLES_H
#define _DW_APB_ROLES_H

#include <linux/types.h>

/**
 * enum dw_apb_role - what a channel is for
 * @DW_APB_SPARE:	nothing
 * @DW_APB_COUNTER:	clocksource
 * @DW_APB_CPU:		events of one CPU
 * @DW_APB_ALL:		events of all CPUs: broadcast, and the only event device unless
 *			there is one for each CPU
 */
enum dw_apb_role {
	DW_APB_SPARE,
	DW_APB_COUNTER,
	DW_APB_CPU,
	DW_APB_ALL,
};

/**
 * struct dw_apb_layout - what the roles depend on
 * @channels:	number of channels; each has an index, in the order of their addresses
 * @has_irq:	bit n: channel n has an interrupt
 * @cpus:	number of possible CPUs
 * @affine:	an interrupt can be directed to one CPU
 * @events_first: a single channel is for events, not the counter
 * @spec:	a letter for each channel, see dw_apb_role_of(); NULL: choose
 * @opened:	bit n: channel n could be opened early in boot; 0: none was
 * @counter:	bit n: channel n was made the counter then; 0: depends on @opened
 * @opened_affine: the value of @affine then
 */
struct dw_apb_layout {
	unsigned int	channels;
	u64		has_irq;
	unsigned int	cpus;
	bool		affine;
	bool		events_first;
	const char	*spec;
	u64		opened;
	u64		counter;
	bool		opened_affine;
};

#define DW_APB_MAX_CHANNELS	64

int dw_apb_check_spec(const char *spec);
enum dw_apb_role dw_apb_role_of(const struct dw_apb_layout *l, unsigned int channel,
				unsigned int *cpu);

#endif /* _DW_APB_ROLES_H */
