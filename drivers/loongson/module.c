// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loongson's external counter (ExtCC, rdhwr $30): checks it and offers it to the
 * kernel. No register is written, and the module can be unloaded again.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "glue.h"

bool extcc_force;
module_param_named(force, extcc_force, bool, 0444);
MODULE_PARM_DESC(force, "use the counter on cores not known to have it: an oops if they don't (default 0)");

/* Built in, it is the boot that waits for it. */
#define EXTCC_CHECK_MS		(IS_BUILTIN(CONFIG_SOC_LOONGSON_EXTCC) ? 50 : 500)
#define EXTCC_CHECK_MS_MAX	10000

static unsigned int check_ms = EXTCC_CHECK_MS;
module_param(check_ms, uint, 0444);
MODULE_PARM_DESC(check_ms, "ms to compare the firmware's rate with the clocksource for (default 500, built in 50, 0: not)");

/* For a sign and 13 digits, a point and a digit. */
#define PPM_CHARS	20

static const char *extcc_ppm(char *buf, s64 ppb)
{
	u64 tenths = div_u64(abs(ppb), 100);
	u32 tenth;
	u64 ppm = div_u64_rem(tenths, 10, &tenth);

	scnprintf(buf, PPM_CHARS, "%c%llu.%u", ppb < 0 ? '-' : '+', ppm, tenth);
	return buf;
}

static void extcc_say_rate(const struct extcc_rate *rate)
{
	char off[PPM_CHARS], unsure[PPM_CHARS];

	switch (rate->verdict) {
	case EXTCC_CONFIRMED:
		pr_info(EXTCC_NAME ": firmware says %u Hz, measured %s ppm against it, give or take %s ppm\n",
			rate->firmware, extcc_ppm(off, rate->ppb),
			extcc_ppm(unsure, rate->unsure) + 1 /* no sign */);
		break;
	case EXTCC_REPLACED:
		pr_warn(EXTCC_NAME ": firmware says %u Hz, but it is %s ppm off: using the measured %u Hz\n",
			rate->firmware, extcc_ppm(off, rate->ppb), rate->measured);
		break;
	default:
		if (rate->firmware && check_ms)
			pr_notice(EXTCC_NAME ": firmware says %u Hz, not checked: the current clocksource is too coarse, or check_ms=%u too short\n",
				  rate->firmware, check_ms);
	}
}

static int extcc_check_params(void)
{
	if (check_ms <= EXTCC_CHECK_MS_MAX)
		return 0;

	pr_err(EXTCC_NAME ": check_ms=%u is more than %u: use less\n", check_ms,
	       EXTCC_CHECK_MS_MAX);
	return -EINVAL;
}

static int __init extcc_init(void)
{
	struct extcc_rate rate;
	int err;

	err = extcc_check_params() ?: extcc_check_cores(extcc_force) ?: extcc_check_step();
	if (err)
		return err;

	rate = extcc_check_rate(check_ms);
	extcc_say_rate(&rate);

	/* This one says itself what is wrong. */
	err = extcc_counter_register(rate.used);
	if (err)
		return err;

	extcc_debugfs_create(&rate);
	pr_info(EXTCC_NAME ": %s: clocksource %s, %d bits at %u Hz, rating %d%s\n",
		extcc_feeds_kernel_clock() ? "full" : "counter-only",
		EXTCC_NAME, EXTCC_BITS, rate.used, EXTCC_RATING,
		IS_ENABLED(CONFIG_SOC_LOONGSON_EXTCC_VDSO) ? ", in the vDSO" : "");

	return 0;
}

/* Built in: after the page that it adds to, and the clocksources to compare with. */
late_initcall(extcc_init);

#ifdef MODULE
/*
 * The kernel doesn't come here while timekeeping runs on the counter: it holds
 * the module then, and once here it can't take the counter up again. Should it
 * have other reasons, an exit can't fail, only wait.
 */
static void __exit extcc_exit(void)
{
	bool told = false;
	int err;

	extcc_debugfs_remove();
	while ((err = extcc_counter_unregister())) {
		if (!told)
			pr_err(EXTCC_NAME ": still in use (%d), waiting for it\n", err);
		told = true;
		msleep(1000);
	}
}
module_exit(extcc_exit);
#endif

MODULE_DESCRIPTION("Loongson external counter");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_VERSION(SOC_TIMERS_VERSION);
MODULE_IMPORT_NS(SOC_TIMERS_NS);
