// SPDX-License-Identifier: GPL-2.0-only
/*
 * The system clock compiled a second time: an instance for its suite alone, so that
 * the tests leave no trace on the clock that drivers feed.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/debugfs.h>
#include <linux/export.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/printk.h>
#include <linux/stdarg.h>
#include <linux/stop_machine.h>
#include <linux/syscore_ops.h>

/* Whatever this kernel's own clock is; the suite of the other case includes this file. */
#ifndef soc_clock_is_kernels
#define soc_clock_is_kernels()	false
#endif

#include "../../drivers/sched_clock/system.h"
#include "system_seam.h"

struct system_seam system_seam;

/* Nothing slow may have happened between a change of the source and this. */
void system_slow(const char *what)
{
	system_seam.slow++;
	if (!soc_sched_clock_users() || system_seam.unready)
		return;
	if (READ_ONCE(system_seam.armed_ns) != soc_clock_period(&soc_system_clock))
		system_seam.unready = what;
}

int system_stop_machine(int (*fn)(void *), void *data, const struct cpumask *cpus)
{
	system_slow("stop_machine");
	return stop_machine(fn, data, cpus);
}

static void system_hrtimer_start(struct hrtimer *timer, ktime_t time, enum hrtimer_mode mode)
{
	WRITE_ONCE(system_seam.armed_ns, ktime_to_ns(time));
	hrtimer_start(timer, time, mode);
}

static void system_hrtimer_forward_now(struct hrtimer *timer, ktime_t interval)
{
	WRITE_ONCE(system_seam.armed_ns, ktime_to_ns(interval));
	hrtimer_forward_now(timer, interval);
}

static void system_register_syscore(struct syscore *syscore)
{
	system_seam.syscore = syscore;
}

static void system_unregister_syscore(struct syscore *syscore)
{
	WARN_ON(system_seam.syscore != syscore);
	system_seam.syscore = NULL;
}

static struct dentry *system_create_dir(const char *name, struct dentry *parent)
{
	return debugfs_create_dir("soc_timers_kunit", parent);
}

static __printf(1, 2) void system_printk(const char *fmt, ...)
{
	va_list args;

	system_slow("print");
	system_seam.lines++;
	va_start(args, fmt);
	vscnprintf(system_seam.line, sizeof(system_seam.line), printk_skip_level(fmt), args);
	va_end(args);
	va_start(args, fmt);
	vprintk(fmt, args);
	va_end(args);
}

#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#undef hrtimer_resolution
#define hrtimer_resolution		system_seam.resolution
#define hrtimer_start			system_hrtimer_start
#define hrtimer_forward_now		system_hrtimer_forward_now
#define stop_machine			system_stop_machine
#define register_syscore		system_register_syscore
#define unregister_syscore		system_unregister_syscore
#define debugfs_create_dir		system_create_dir

#undef pr_info
#undef pr_warn
#undef pr_err
#define system_info(fmt, ...)		system_printk(KERN_INFO pr_fmt(fmt), ##__VA_ARGS__)
#define system_warn(fmt, ...)		system_printk(KERN_WARNING pr_fmt(fmt), ##__VA_ARGS__)
#define system_err(fmt, ...)		system_printk(KERN_ERR pr_fmt(fmt), ##__VA_ARGS__)
#define pr_info				system_info
#define pr_warn				system_warn
#define pr_err				system_err

#include "../../drivers/sched_clock/latch.c"
#ifndef SYSTEM_IS_KERNELS
#include "../../drivers/sched_clock/announce.c"
#endif
#include "../../drivers/sched_clock/debugfs.c"
#include "../../drivers/sched_clock/system.c"
