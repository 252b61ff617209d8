// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loongson's external counter (ExtCC, rdhwr $30): checks it and offers it to the kernel.
 * No register is written, and the module can be unloaded again.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>

#include "counter.h"
#include "cpus.h"
#include "debugfs.h"
#include "early.h"
#include "measure.h"

/* Built in, the boot waits for it. */
#define EXTCC_CHECK_MS		(IS_BUILTIN(CONFIG_SOC_LOONGSON_EXTCC) ? 50 : 500)
#define EXTCC_CHECK_MS_MAX	10000

static unsigned int check_ms = EXTCC_CHECK_MS;

static int check_ms_set(const char *value, const struct kernel_param *param)
{
	int err = param_set_uint_minmax(value, param, 0, EXTCC_CHECK_MS_MAX);

	if (err)
		pr_err("check_ms=%s is outside 0 to %u: use 0 for no check, or a number of ms\n",
		       value, EXTCC_CHECK_MS_MAX);

	return err;
}

static const struct kernel_param_ops check_ms_ops = {
	.set = check_ms_set,
	.get = param_get_uint,
};
module_param_cb(check_ms, &check_ms_ops, &check_ms, 0444);
MODULE_PARM_DESC(check_ms, "ms for which to compare the firmware's rate with the clocksource (default 500, built in 50; 0: do not)");

/* Room for a sign, 13 digits, a point and a digit. */
#define PPM_CHARS	20

static const char *extcc_ppm(char *buf, s64 ppb)
{
	u64 tenths = div_u64(abs(ppb), 100);
	u32 tenth;
	u64 ppm = div_u64_rem(tenths, 10, &tenth);

	scnprintf(buf, PPM_CHARS, "%c%llu.%u", ppb < 0 ? '-' : '+', ppm, tenth);
	return buf;
}

static void extcc_report_rate(const struct extcc_rate *rate)
{
	char off[PPM_CHARS], unsure[PPM_CHARS];

	switch (rate->verdict) {
	case EXTCC_CONFIRMED:
		pr_info("the firmware gives %u Hz, measured %s ppm against it, give or take %s ppm\n",
			rate->firmware, extcc_ppm(off, rate->ppb),
			extcc_ppm(unsure, rate->unsure) + 1 /* no sign */);
		break;
	case EXTCC_REPLACED:
		pr_warn("the firmware gives %u Hz, but the counter is %s ppm off: using the measured %u Hz\n",
			rate->firmware, extcc_ppm(off, rate->ppb), rate->measured);
		break;
	default:
		if (rate->firmware && check_ms)
			pr_notice("the firmware gives %u Hz, not checked: the current clocksource is too coarse, or check_ms=%u too short\n",
				  rate->firmware, check_ms);
	}
}

/* NULL until it is registered. */
static struct soc_counter *extcc_registered;

static int __init extcc_start(bool sched_clock)
{
	struct soc_counter *ctr;
	struct extcc_rate rate;
	int err;

	err = extcc_check_cpus() ?: extcc_check_step();
	if (err)
		return err;

	rate = extcc_measure_rate(check_ms);
	extcc_report_rate(&rate);

	ctr = extcc_counter_describe(rate.used, !sched_clock);
	err = soc_counter_register(ctr);
	if (err)
		return err;
	extcc_registered = ctr;

	extcc_debugfs_create(&rate);
	pr_info("%s%s\n", sched_clock ? "full, stays until reboot" : "counter-only",
		ctr->vdso_clock_mode == VDSO_CLOCKMODE_NONE ? "" : ", in the vDSO");

	return 0;
}

static int __init extcc_init(void)
{
	bool sched_clock = extcc_feeds_sched_clock();
	int err = extcc_start(sched_clock);

	if (err && sched_clock)
		extcc_retract();

	return err;
}

/* Built in: after the debugfs directory that it adds to, and the clocksources to compare with. */
late_initcall(extcc_init);

#ifdef MODULE
/* The module is being unloaded, so this waits rather than fails. */
static void __exit extcc_exit(void)
{
	extcc_debugfs_remove();
	soc_counter_unregister(extcc_registered);
}
module_exit(extcc_exit);
#endif

MODULE_DESCRIPTION("Loongson external counter");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
