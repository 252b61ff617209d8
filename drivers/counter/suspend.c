// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registration helper in suspend: handles counters whose clocksource was unbound.
 *
 * Counters are suspended and resumed by the callbacks of their clocksources. These are
 * no longer called after a write to unbind_clocksource, while the system clock and, for
 * a counter of the early form, sched_clock() and udelay() still read the counter. So
 * this file adds two hooks. Suspend-to-RAM ends in syscore, and the counter has to be
 * started there, before any driver's udelay() depends on it. Suspend-to-idle does not
 * reach syscore; its last suspend and first resume callbacks are the devices' noirq
 * ones. Whichever hook runs first stops a counter, or starts it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/list.h>
#include <linux/platform_device.h>
#include <linux/pm.h>
#include <linux/printk.h>
#include <linux/syscore_ops.h>

#include "parts.h"

static void suspend_unbound(struct soc_counter *ctr, void *unused)
{
	if (ctr->stopped || !list_empty(&ctr->cs.list))
		return;

	ctr->stopped = true;
	soc_counter_stop(ctr);
}

static void resume_unbound(struct soc_counter *ctr, void *unused)
{
	if (!ctr->stopped)
		return;

	ctr->stopped = false;
	soc_counter_restart(ctr);
}

/**
 * soc_counter_suspend_unbound() - suspend the counters whose clocksource is unbound
 *
 * Context: late in suspend.
 */
void soc_counter_suspend_unbound(void)
{
	soc_counter_for_each(suspend_unbound, NULL);
}

/**
 * soc_counter_resume_unbound() - undo soc_counter_suspend_unbound()
 *
 * Context: early in resume.
 */
void soc_counter_resume_unbound(void)
{
	soc_counter_for_each(resume_unbound, NULL);
}

static int counter_syscore_suspend(void *data)
{
	soc_counter_suspend_unbound();
	return 0;
}

static void counter_syscore_resume(void *data)
{
	soc_counter_resume_unbound();
}

static const struct syscore_ops counter_syscore_ops = {
	.suspend	= counter_syscore_suspend,
	.resume		= counter_syscore_resume,
};

static struct syscore counter_syscore = {
	.ops = &counter_syscore_ops,
};

static int counter_suspend_noirq(struct device *dev)
{
	soc_counter_suspend_unbound();
	return 0;
}

static int counter_resume_noirq(struct device *dev)
{
	soc_counter_resume_unbound();
	return 0;
}

static const struct dev_pm_ops counter_pm_ops = {
	NOIRQ_SYSTEM_SLEEP_PM_OPS(counter_suspend_noirq, counter_resume_noirq)
};

/* A device that exists only for its suspend callbacks */
static struct platform_driver counter_pm_driver = {
	.driver = {
		.name			= "soc-timers",
		.pm			= pm_sleep_ptr(&counter_pm_ops),
		.suppress_bind_attrs	= true,
	},
};

static struct platform_device *counter_pm_device;

static int add_device(void)
{
	int err;

	err = platform_driver_register(&counter_pm_driver);
	if (err)
		return err;

	counter_pm_device = platform_device_register_simple("soc-timers", PLATFORM_DEVID_NONE,
							    NULL, 0);
	if (IS_ERR(counter_pm_device)) {
		err = PTR_ERR(counter_pm_device);
		counter_pm_device = NULL;
		platform_driver_unregister(&counter_pm_driver);
	}

	return err;
}

/**
 * soc_counter_hook_devices() - install the hook for suspend-to-idle
 *
 * Devices are resumed in the order in which they were registered. Built in, a counter may
 * be what udelay() runs on, so this must come before the devices whose drivers call it.
 * Those that the kernel resumes asynchronously may still run at the same time.
 *
 * Context: process; or from core_initcall() on.
 */
void soc_counter_hook_devices(void)
{
	int err = add_device();

	if (err)
		pr_warn("no suspend callbacks (%pe): do not unbind clocksources of this package before suspend-to-idle\n",
			ERR_PTR(err));
}

/**
 * soc_counter_unhook_devices() - undo soc_counter_hook_devices()
 *
 * Context: process; no counter is registered.
 */
void soc_counter_unhook_devices(void)
{
	if (!counter_pm_device)
		return;
	platform_device_unregister(counter_pm_device);
	platform_driver_unregister(&counter_pm_driver);
	counter_pm_device = NULL;
}

/**
 * soc_counter_hook_suspend() - install the hook for suspend-to-RAM
 *
 * Context: process; after timekeeping has installed its own, and before the system clock
 * does, since the clock must stop first and restart last.
 */
void soc_counter_hook_suspend(void)
{
	register_syscore(&counter_syscore);
}

/**
 * soc_counter_unhook_suspend() - undo soc_counter_hook_suspend()
 *
 * Context: process; no counter is registered.
 */
void soc_counter_unhook_suspend(void)
{
	unregister_syscore(&counter_syscore);
}
