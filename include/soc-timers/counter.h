/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The common registration helper: a driver describes its free-running counter
 * once and gets a clocksource and a source of the system clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_COUNTER_H
#define _SOC_TIMERS_COUNTER_H

#include <linux/clocksource.h>
#include <linux/types.h>
#include <soc-timers/sched_clock.h>

/**
 * enum soc_counter_scope - on which CPUs a counter can be read
 * @SOC_COUNTER_SYSTEM: any CPU reads the same counter
 * @SOC_COUNTER_CPU_LOCAL: each CPU has its own, not in step with the others:
 *	refused by a kernel that is configured for SMP
 */
enum soc_counter_scope {
	SOC_COUNTER_SYSTEM,
	SOC_COUNTER_CPU_LOCAL,
};

/**
 * struct soc_counter - a free-running counter, as its driver describes it
 * @name:	clocksource name, also used in messages; lives as long as the registration
 * @read:	counter value in ticks, counting up, only the low @bits set; any
 *		context, NMI included: notrace, no lock, no tracing accessor
 * @read_cs:	the same value for the clocksource core; NULL: @read is called for it
 * @read_wide:	the counter read to @wide_bits bits, or NULL; see struct soc_clock_source
 * @bits:	width of @read in bits, SOC_CLOCK_MIN_BITS to 64
 * @wide_bits:	width of @read_wide in bits, 0 without it
 * @rate:	ticks per second in Hz, 1 to U32_MAX; must not change while registered.
 *		@bits of them must last for two jiffies
 * @rating:	clocksource rating; also ranks the sources of the system clock
 * @flags:	CLOCK_SOURCE_* flags besides IS_CONTINUOUS, which is implied. Not the
 *		ones that the clocksource core sets, and not SUSPEND_NONSTOP: the
 *		system clock has to be frozen over suspend in any case
 * @vdso_clock_mode: how the vDSO reads it, VDSO_CLOCKMODE_NONE (0) if it can't
 * @scope:	on which CPUs it can be read
 * @suspend:	called late in suspend, interrupts off; the other CPUs are off, or idle
 *		(suspend-to-idle) and may be in @read in an NMI, so the registers must
 *		stay accessible. May be NULL
 * @resume:	called early in resume, interrupts off, one CPU, before the counter
 *		is read again: start it if it may have stopped; may be NULL
 * @owner:	module that @read lives in, THIS_MODULE
 * @cs:		private: the clocksource
 * @src:	private: the source of the system clock
 * @registered:	private: between soc_counter_register() and soc_counter_unregister()
 * @current_cs:	private: timekeeping runs on it
 * @was_current: private: timekeeping has run on it, see soc_counter_unregister()
 */
struct soc_counter {
	const char		*name;
	u64			(*read)(void);
	u64			(*read_cs)(struct clocksource *cs);
	u64			(*read_wide)(void);
	unsigned int		bits;
	unsigned int		wide_bits;
	unsigned long		rate;
	int			rating;
	unsigned long		flags;
	enum vdso_clock_mode	vdso_clock_mode;
	enum soc_counter_scope	scope;
	void			(*suspend)(struct soc_counter *ctr);
	void			(*resume)(struct soc_counter *ctr);
	struct module		*owner;

	struct clocksource	cs;
	struct soc_clock_source	src;
	bool			registered;
	bool			current_cs;
	bool			was_current;
};

int soc_counter_register(struct soc_counter *ctr);
int soc_counter_unregister(struct soc_counter *ctr);

#endif /* _SOC_TIMERS_COUNTER_H */
