/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Internal interfaces between the files of the registration helper.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_COUNTER_PARTS_H
#define _SOC_TIMERS_COUNTER_PARTS_H

#include <linux/compiler.h>
#include <linux/kconfig.h>
#include <soc-timers/counter.h>

struct dentry;

/* check.c */
int soc_counter_check(struct soc_counter *ctr);

/* counter.c */
void soc_counter_err(const struct soc_counter *ctr, const char *fmt, ...) __printf(2, 3);
void soc_counter_describe(struct soc_counter *ctr);
void soc_counter_describe_source(struct soc_counter *ctr);
void soc_counter_stop(struct soc_counter *ctr);
void soc_counter_restart(struct soc_counter *ctr);
void soc_counter_for_each(void (*fn)(struct soc_counter *ctr, void *data), void *data);

/* early.c, for built-in forms and for tests only */
#if IS_BUILTIN(CONFIG_SOC_TIMERS) || defined(SOC_COUNTER_TEST)
bool soc_counter_is_sched_clock(const struct soc_counter *ctr);
bool soc_counter_is_delay_timer(const struct soc_counter *ctr);
#else
static inline bool soc_counter_is_sched_clock(const struct soc_counter *ctr)
{
	return false;
}

static inline bool soc_counter_is_delay_timer(const struct soc_counter *ctr)
{
	return false;
}
#endif

/* late.c, for modules and for tests only */
#ifdef CONFIG_MODULES
bool soc_counter_opted_in(const struct soc_counter *ctr);
void soc_counter_give_late(struct soc_counter *ctr);
#else
static inline bool soc_counter_opted_in(const struct soc_counter *ctr)
{
	return false;
}

static inline void soc_counter_give_late(struct soc_counter *ctr)
{
}
#endif

/* suspend.c */
void soc_counter_suspend_unbound(void);
void soc_counter_resume_unbound(void);
void soc_counter_hook_devices(void);
void soc_counter_unhook_devices(void);
void soc_counter_hook_suspend(void);
void soc_counter_unhook_suspend(void);

/* debugfs.c */
void soc_counter_debugfs_create(struct dentry *dir);

#endif /* _SOC_TIMERS_COUNTER_PARTS_H */
