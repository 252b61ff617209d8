/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the system clock share.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_SYSTEM_H
#define _SOC_TIMERS_SYSTEM_H

#include <linux/kconfig.h>
#include <linux/math.h>
#include <linux/time64.h>
#include <soc-timers/sched_clock.h>

struct dentry;

/* Is the system clock the kernel's sched_clock() too? Tests supply their own answer. */
#ifndef soc_clock_is_kernels
#define soc_clock_is_kernels()	IS_ENABLED(CONFIG_SOC_TIMERS_SCHED_CLOCK)
#endif

/*
 * The epoch is renewed twice a lap: an interrupt every 500 us is a negligible load, and
 * no counter is known to wrap sooner.
 */
#define SOC_CLOCK_SHORTEST_LAP	(1000ULL * NSEC_PER_USEC)

/* From this rate on the kernel times interrupts by its clock. */
#define SOC_CLOCK_IRQTIME_HZ	1000000

/* More than 32 bits take two seconds at the highest rate. */
static inline bool soc_clock_wraps_within(u64 ns, unsigned int bits, unsigned long rate)
{
	return bits <= 32 && (u64)NSEC_PER_SEC << bits < rate * ns;
}

/* Rounds @rate for a message, and returns its unit. */
static inline char soc_clock_round_rate(unsigned long *rate)
{
	if (*rate >= 4000000) {
		*rate = DIV_ROUND_CLOSEST(*rate, 1000000);
		return 'M';
	}
	if (*rate >= 4000) {
		*rate = DIV_ROUND_CLOSEST(*rate, 1000);
		return 'k';
	}
	return ' ';
}

extern struct soc_clock soc_system_clock;

unsigned int soc_sched_clock_users(void);
int soc_sched_clock_add(struct soc_clock_source *src);
void soc_sched_clock_start(void);
void soc_sched_clock_hook_suspend(void);
void soc_sched_clock_stop(void);

/* announce.c, or kernel.c if the clock is the kernel's */
void soc_sched_clock_announce(const struct soc_clock_state *state);

/* kernel.c, if the clock is the kernel's */
void soc_sched_clock_settle(void);
int soc_sched_clock_offer(struct soc_clock_source *src);

struct dentry *soc_debugfs_create(void);
void soc_debugfs_remove(void);

#endif /* _SOC_TIMERS_SYSTEM_H */
