// SPDX-License-Identifier: GPL-2.0-only
/*
 * soc_timers.ko: the system clock and the counter helper for the drivers.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/init.h>
#include <linux/module.h>
#include "counter/parts.h"
#include "node/parts.h"
#include "sched_clock/system.h"

static int __init soc_timers_init(void)
{
	/* The kernel's own clock has been started long before. */
	if (!soc_clock_is_kernels())
		soc_sched_clock_start();
	soc_counter_hook_devices();

	return 0;
}

static int __init soc_timers_late_init(void)
{
	soc_counter_hook_suspend();
	soc_sched_clock_hook_suspend();
	soc_counter_debugfs_create(soc_debugfs_create());
	soc_shutdown_hook();

	return 0;
}

#ifdef MODULE

static int __init soc_timers_load(void)
{
	return soc_timers_init() ?: soc_timers_late_init();
}
module_init(soc_timers_load);

#else

/*
 * Before the clock has any users; early drivers may already feed it. And before the
 * machine's devices: the helper's device has to be suspended last and resumed first.
 */
core_initcall(soc_timers_init);
/* Timekeeping has installed its own hook by now; ours must come after it. */
late_initcall(soc_timers_late_init);

#endif /* MODULE */

static void __exit soc_timers_exit(void)
{
	soc_shutdown_unhook();
	soc_debugfs_remove();
	soc_sched_clock_stop();
	soc_counter_unhook_suspend();
	soc_counter_unhook_devices();
}
module_exit(soc_timers_exit);

MODULE_DESCRIPTION("Scheduler clock and registration helper for SoC timers");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
