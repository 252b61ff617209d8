// SPDX-License-Identifier: GPL-2.0-only
/*
 * A source that the system clock prefers to all others as long as this module is loaded:
 * the clock changes to it and, when it is unloaded or made unstable, away from it, while
 * everything that reads the clock goes on.
 *
 * It counts nanoseconds of CLOCK_MONOTONIC_RAW, so it keeps pace with the clocksource.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/limits.h>
#include <linux/module.h>
#include <linux/time64.h>
#include <linux/timekeeping.h>
#include <soc-timers/sched_clock.h>

/* It never steps back, unlike the accessor of CLOCK_MONOTONIC. */
static notrace u64 read_raw_ns(void)
{
	return ktime_get_raw_fast_ns();
}

/* No other source of the kernel's clock has more than this rating. */
static struct soc_clock_source source = {
	.name	= KBUILD_MODNAME,
	.read	= read_raw_ns,
	.bits	= 64,
	.rate	= NSEC_PER_SEC,
	.rating	= INT_MAX,
};

static int set_unstable(const char *value, const struct kernel_param *param)
{
	soc_sched_clock_demote(&source);
	return 0;
}

static const struct kernel_param_ops unstable_ops = { .set = set_unstable };
module_param_cb(unstable, &unstable_ops, NULL, 0200);
MODULE_PARM_DESC(unstable, "write anything to let the clock treat the source as unstable");

static int __init clock_source_init(void)
{
	return soc_sched_clock_register(&source);
}
module_init(clock_source_init);

static void __exit clock_source_exit(void)
{
	soc_sched_clock_unregister(&source);
}
module_exit(clock_source_exit);

MODULE_DESCRIPTION("The best source of the system clock, for as long as it is loaded");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_IMPORT_NS(SOC_TIMERS_NS);
