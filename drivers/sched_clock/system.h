/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the system clock share.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_SYSTEM_H
#define _SOC_TIMERS_SYSTEM_H

#include <soc-timers/sched_clock.h>

struct dentry;

extern struct soc_clock soc_system_clock;

unsigned int soc_sched_clock_users(void);
void soc_sched_clock_start(void);
void soc_sched_clock_hook_suspend(void);
void soc_sched_clock_stop(void);
void soc_sched_clock_announce(const struct soc_clock_state *state);

struct dentry *soc_debugfs_create(void);
void soc_debugfs_remove(void);

#endif /* _SOC_TIMERS_SYSTEM_H */
