// SPDX-License-Identifier: GPL-2.0-only
/*
 * Exynos MCT, the early form: built into a kernel that has no other timer before
 * its modules can be loaded. Never part of a module.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bug.h>
#include <linux/clocksource.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/of.h>
#include <linux/printk.h>
#include <linux/sched_clock.h>
#include <linux/timex.h>

#include "glue.h"

/* Of the block that the early form runs; its counter is registered later. */
static struct mct_config mct_early __initdata;

/*
 * What 32-bit ARM has no other source for, from the first instant on. On arm64
 * the architected timer does both better: a register of the CPU against a device
 * access of hundreds of nanoseconds.
 */
#ifdef CONFIG_ARM

static cycles_t mct_delay_read(void)
{
	/* udelay() subtracts two readings in this type: any wider one sees no wrap. */
	BUILD_BUG_ON_MSG(sizeof(cycles_t) != sizeof(u32),
			 "the MCT's delay timer counts 32 bits, and so must cycles_t");
	return mct_frc_read32(&mct_block.hw);
}

static u64 notrace mct_early_sched_clock_read(void)
{
	return mct_frc_read32(&mct_block.hw);
}

/* The kernel's delay loop is the better clock than one with steps of over 1 us. */
#define MCT_DELAY_SLOWEST_HZ	1000000

static void __init mct_early_clocks(unsigned long rate)
{
	static struct delay_timer delay = { .read_current_timer = mct_delay_read };

	sched_clock_register(mct_early_sched_clock_read, MCT_COUNTER_BITS, rate);
	if (rate < MCT_DELAY_SLOWEST_HZ)
		return;

	delay.freq = rate;
	register_current_timer_delay(&delay);
}

#else

static void __init mct_early_clocks(unsigned long rate)
{
}

#endif /* CONFIG_ARM */

static int __init mct_early_start(struct mct_config *cfg)
{
	int ret;

	ret = mct_parse_block(cfg);
	if (ret)
		return ret;
	if (mct_in_use(cfg))
		return -EBUSY;

	ret = mct_parse_events(cfg, nr_cpu_ids);
	if (ret)
		return ret;

	ret = mct_block_open(&mct_block, cfg);
	if (ret)
		return ret;

	ret = mct_full_start(&mct_block, cfg);
	if (ret)
		mct_block_close(&mct_block);

	return ret;
}

/*
 * A node that fails here is left to the platform driver, which finds more of the
 * machine in place. One that does not is marked, so that it gets no device.
 */
static int __init mct_early_init(struct device_node *np)
{
	struct mct_config cfg = { .np = np };
	int ret;

	/* On a board that has another timer; the platform driver reads the counter. */
	if (mct_counter_only())
		return 0;

	if (!mct_block_take())
		return mct_fail(&cfg, -EBUSY,
				"another node is in use and there can be one only: disable one of the nodes");

	ret = mct_early_start(&cfg);
	if (ret) {
		mct_block_release();
		return ret;
	}

	of_node_get(np);
	mct_early = cfg;
	of_node_set_flag(np, OF_POPULATED);
	mct_early_clocks(mct_block.rate);

	return 0;
}

TIMER_OF_DECLARE(soc_mct_exynos4210, "samsung,exynos4210-mct", mct_early_init);
TIMER_OF_DECLARE(soc_mct_exynos4412, "samsung,exynos4412-mct", mct_early_init);
TIMER_OF_DECLARE(soc_mct_own_exynos4210, "soc-timers,exynos4210-mct", mct_early_init);
TIMER_OF_DECLARE(soc_mct_own_exynos4412, "soc-timers,exynos4412-mct", mct_early_init);

/*
 * The kernel does not change its clocksource before the file systems come up, so
 * there is time to have a scheduler, which registering may want.
 */
static int __init mct_early_counter(void)
{
	int ret;

	if (!mct_early.np)
		return 0;

	ret = mct_full_counter(&mct_block, &mct_early);
	pr_info("exynos-mct: %pOF: full, built in, %u local timers on %s%s: clocksource %s, %d bits at %lu Hz, rating %d\n",
		mct_early.np, mct_early.cpus,
		mct_early.ppi ? "a per-CPU interrupt" : "an interrupt each",
		mct_early.frc_shared ? ", counter shared with another processor" :
				       ", comparator 0 for wake-up",
		ret ? "none" : MCT_COUNTER_NAME, MCT_COUNTER_BITS, mct_block.rate,
		MCT_RATING_FULL);

	return 0;
}
core_initcall(mct_early_counter);
