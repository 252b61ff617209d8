/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The registration helper: a driver describes its free-running counter once, and the
 * helper makes it a clocksource, a source of the system clock and, early in boot, a
 * source of the kernel's own clocks.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_COUNTER_H
#define _SOC_TIMERS_COUNTER_H

#include <linux/build_bug.h>
#include <linux/clocksource.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/moduleparam.h>
#include <linux/types.h>
#include <soc-timers/sched_clock.h>

/**
 * enum soc_counter_scope - which CPUs share a counter
 * @SOC_COUNTER_SYSTEM: all CPUs read the same counter
 * @SOC_COUNTER_CPU_LOCAL: each CPU has its own, not synchronised with the others:
 *	refused by a kernel that is configured for SMP
 */
enum soc_counter_scope {
	SOC_COUNTER_SYSTEM,
	SOC_COUNTER_CPU_LOCAL,
};

/**
 * struct soc_counter - a free-running counter as described by its driver
 * @name:	clocksource name, also used in messages; lives as long as the registration
 * @read:	counter value in ticks, counting up, only the low @bits set; any
 *		context, NMI included: notrace, no lock, no tracing accessor
 * @read_cs:	the same value for the clocksource core; NULL: it gets @read, at the cost
 *		of one more call
 * @read_wide:	the counter read to @wide_bits bits, or NULL; see struct soc_clock_source
 * @ns:		for a shorter way from the system clock to a counter of 32 or 64 bits, or
 *		NULL; see struct soc_clock_source
 * @bits:	width of @read in bits, SOC_CLOCK_MIN_BITS to 64
 * @wide_bits:	width of @read_wide in bits, 0 without it
 * @rate:	ticks per second in Hz, 1 to U32_MAX; must not change while registered.
 *		A lap of @bits bits must last long enough for the kernel to follow, see
 *		soc_counter_register()
 * @rating:	clocksource rating; also ranks the sources of the system clock
 * @vdso_clock_mode: how the vDSO reads it, VDSO_CLOCKMODE_NONE (0) if it can't
 * @scope:	which CPUs share it
 * @read_only:	another driver runs the counter (counter-only form), so a module's counter
 *		is not for the kernel's sched_clock()
 * @sched_clock: soc_counter_register_early() and soc_counter_hand_over() also offer it
 *		to the kernel's sched_clock()
 * @opt_in:	soc_counter_register() offers it to the kernel's sched_clock() as well, see
 *		SOC_COUNTER_PARAM()
 * @delay_timer: likewise to udelay() on 32-bit ARM
 * @resume:	called early in resume, interrupts off, before the counter is read
 *		again: start it if it has stopped and is the driver's to start. Only one
 *		CPU runs, unless the clocksource was unbound: then the others may run as
 *		well. May be NULL
 * @running:	does it count? Called after @resume, in the same context; it only reads
 *		registers. The helper reports a counter that does not. May be NULL
 * @owner:	module that @read lives in, THIS_MODULE
 * @cs:		private: the clocksource
 * @src:	private: the source of the system clock
 * @list:	private: entry in the list of all registered counters
 * @early:	private: entry in the list of those registered early in boot
 * @claimed:	private: see soc_counter_claim()
 * @registered:	private: between soc_counter_register() and soc_counter_unregister()
 * @built_in:	private: registered early in boot
 * @offered:	private: @src feeds the kernel's sched_clock(), as long as it is the best
 * @given:	private: a module's counter was given to the kernel's own clock, for good
 * @current_cs:	private: timekeeping runs on it
 * @was_current: private: timekeeping has run on it, see soc_counter_unregister()
 * @stopped:	private: suspended by the helper's own hook
 * @waiting:	private: rmmod waits for it, see soc_counter_unregister()
 *
 * Usually a static variable with its constant members initialised; the driver sets the
 * others before it registers the counter.
 *
 * In suspend-to-idle the other CPUs may be in @read in an NMI, so the registers must stay
 * accessible in suspend.
 */
struct soc_counter {
	const char		*name;
	u64			(*read)(void);
	u64			(*read_cs)(struct clocksource *cs);
	u64			(*read_wide)(void);
	u64			(*ns)(const struct soc_clock_read_data *rd);
	unsigned int		bits;
	unsigned int		wide_bits;
	unsigned long		rate;
	int			rating;
	enum vdso_clock_mode	vdso_clock_mode;
	enum soc_counter_scope	scope;
	bool			read_only;
	bool			sched_clock;
	bool			opt_in;
	bool			delay_timer;
	void			(*resume)(struct soc_counter *ctr);
	bool			(*running)(struct soc_counter *ctr);
	struct module		*owner;

	struct clocksource	cs;
	struct soc_clock_source	src;
	struct list_head	list;
	struct list_head	early;
	unsigned long		claimed;
	bool			registered;
	bool			built_in;
	bool			offered;
	bool			given;
	bool			current_cs;
	bool			was_current;
	bool			stopped;
	bool			waiting;
};

bool soc_counter_claim(struct soc_counter *ctr);
void soc_counter_release(struct soc_counter *ctr);
int soc_counter_register(struct soc_counter *ctr);
int soc_counter_unregister(struct soc_counter *ctr);

/* Only for built-in drivers */
int __init soc_counter_hand_over(struct soc_counter *ctr);
int __init soc_counter_retract(struct soc_counter *ctr);
int __init soc_counter_register_early(struct soc_counter *ctr);

/**
 * SOC_COUNTER_PARAM() - give a module the parameter sched_clock=
 * @ctr: its static struct soc_counter
 *
 * With sched_clock=1 soc_counter_register() also offers the counter to the kernel's
 * sched_clock(), for good unless our clock is in place of the kernel's. A built-in driver
 * does that early in boot and without being asked.
 */
#ifdef MODULE
#define SOC_COUNTER_PARAM(ctr)						\
	module_param_named(sched_clock, (ctr).opt_in, bool, 0444);	\
	MODULE_PARM_DESC(sched_clock, "1: also feed the kernel's sched_clock() (default 0)")
#else
#define SOC_COUNTER_PARAM(ctr)	static_assert(sizeof(ctr))
#endif

#endif /* _SOC_TIMERS_COUNTER_H */
