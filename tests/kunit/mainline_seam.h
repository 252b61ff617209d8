/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between a sched_clock() and the kernel: what follows this header runs on the simulated
 * machine, by names of its own. Include it after all other headers; MAINLINE_CLOCK is the
 * name of the struct mainline_clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _MAINLINE_SEAM_H
#define _MAINLINE_SEAM_H

/* Not every architecture that runs the suites has it. */
#ifndef CONFIG_GENERIC_SCHED_CLOCK
#define CONFIG_GENERIC_SCHED_CLOCK 1
#endif

/* All that a sched_clock() includes, before anything in it is renamed. */
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/clocksource.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/hrtimer.h>
#include <linux/init.h>
#include <linux/jiffies.h>
#include <linux/kcsan-checks.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/sched_clock.h>
#include <linux/seqlock.h>
#include <linux/spinlock.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <linux/syscore_ops.h>
#include <linux/time64.h>
#include <linux/workqueue.h>
#include "mainline_machine.h"
#include "module_macros.h"

#define sched_clock			mainline_sched_clock
#define sched_clock_read_begin		mainline_read_begin
#define sched_clock_read_retry		mainline_read_retry
#define sched_clock_register		mainline_register
#define generic_sched_clock_init	mainline_init
#define sched_clock_suspend		mainline_suspend
#define sched_clock_resume		mainline_resume

/* The suite holds several copies of each: none may be seen outside of its file. */
static unsigned long long sched_clock(void);
static struct clock_read_data *sched_clock_read_begin(unsigned int *seq);
static __maybe_unused int sched_clock_read_retry(unsigned int seq);
static void sched_clock_register(u64 (*read)(void), int bits, unsigned long rate);
static void generic_sched_clock_init(void);
static int sched_clock_suspend(void);
static void sched_clock_resume(void);

/* Not every tree has this one, so it cannot be static. */
#define MAINLINE_PASTE(clock, name)	clock##_##name
#define MAINLINE_NAME(clock, name)	MAINLINE_PASTE(clock, name)
#define sched_clock_noinstr		MAINLINE_NAME(MAINLINE_CLOCK, uninstrumented)
unsigned long long sched_clock_noinstr(void);

/* A reader finds out what each of these does to it. */
#define raw_write_seqcount_latch(s) \
	do { machine_step(); raw_write_seqcount_latch(s); machine_step(); } while (0)
#define write_seqcount_latch_begin(s) \
	do { machine_step(); write_seqcount_latch_begin(s); machine_step(); } while (0)
#define write_seqcount_latch(s) \
	do { machine_step(); write_seqcount_latch(s); machine_step(); } while (0)
#define write_seqcount_latch_end(s) \
	do { machine_step(); write_seqcount_latch_end(s); } while (0)

#define hrtimer				machine_timer
#define hrtimer_init			machine_timer_init
#define hrtimer_setup			machine_timer_setup
#define hrtimer_start			machine_timer_start
#define hrtimer_cancel			machine_timer_cancel
#define hrtimer_forward_now		machine_timer_forward
#undef hrtimer_resolution
#define hrtimer_resolution		1U

#define syscore				machine_syscore
#define syscore_ops			machine_syscore_ops
#define register_syscore(core)		((void)(core))
#define unregister_syscore(core)	((void)(core))
#define register_syscore_ops(ops)	((void)(ops))

#define stop_machine			machine_stop
#define jiffies				machine_jiffies()
#define ktime_get_mono_fast_ns		machine_reference
#define enable_sched_clock_irqtime()	do { } while (0)
#undef disable_sched_clock_irqtime
#define disable_sched_clock_irqtime()	do { } while (0)

#undef pr_info
#define pr_info(fmt, ...) \
	do { no_printk(fmt, ##__VA_ARGS__); machine_step(); } while (0)
#undef pr_debug
#define pr_debug			pr_info
#undef pr_warn
#define pr_warn(fmt, ...) \
	do { no_printk(fmt, ##__VA_ARGS__); machine.warnings++; machine_step(); } while (0)
#undef pr_err
#define pr_err				pr_warn

#undef device_initcall
#define device_initcall(fn) \
	static int (*const fn##_call)(void) __maybe_unused = fn

#endif /* _MAINLINE_SEAM_H */
