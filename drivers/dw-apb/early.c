// SPDX-License-Identifier: GPL-2.0-only
/*
 * DW APB timers, the early form: built into a kernel that has no other timer before
 * its modules can be loaded. Never part of a module.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bug.h>
#include <linux/clocksource.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/of.h>
#include <linux/printk.h>
#include <linux/sched_clock.h>
#include <linux/timex.h>
#ifdef CONFIG_ARM
#include <asm/delay.h>
#endif

#include "counter.h"
#include "full.h"
#include "node.h"

/* The counter, which is registered later. */
static struct dw_apb_node dw_apb_early_node __initdata;
static struct dw_apb_hw dw_apb_early_hw;

static u64 notrace dw_apb_early_sched_clock_read(void)
{
	return dw_apb_read_counter(&dw_apb_early_hw);
}

#ifdef CONFIG_ARM

/* The kernel's delay loop is the better clock than one with steps of over 1 us. */
#define DW_APB_DELAY_SLOWEST_HZ	1000000

static cycles_t dw_apb_delay_read(void)
{
	/* udelay() subtracts two readings in this type: any wider one sees no wrap. */
	BUILD_BUG_ON_MSG(sizeof(cycles_t) != sizeof(u32),
			 "the delay timer counts 32 bits, and so must cycles_t");
	return dw_apb_read_counter(&dw_apb_early_hw);
}

static void __init dw_apb_early_delay(u32 rate)
{
	static struct delay_timer delay = { .read_current_timer = dw_apb_delay_read };

	if (rate < DW_APB_DELAY_SLOWEST_HZ)
		return;
	delay.freq = rate;
	register_current_timer_delay(&delay);
}

#else

static void __init dw_apb_early_delay(u32 rate)
{
}

#endif /* CONFIG_ARM */

static int __init dw_apb_early_add_counter(const struct dw_apb_node *n)
{
	if (!dw_apb_counter_take())
		return -EBUSY;

	dw_apb_init(&dw_apb_early_hw, n->base, n->rate);
	/* It counts before anybody reads it. */
	dw_apb_start_counter(&dw_apb_early_hw);
	dw_apb_early_node = *n;
	sched_clock_register(dw_apb_early_sched_clock_read, DW_APB_BITS, n->rate);
	dw_apb_early_delay(n->rate);

	return 0;
}

static int __init dw_apb_early_start(const struct dw_apb_node *n)
{
	struct dw_apb_layout layout = { .events_first = true };
	enum dw_apb_role role;
	int channel;

	channel = dw_apb_full_role(n, &layout, &role);
	if (channel < 0)
		return channel;
	if (role == DW_APB_COUNTER)
		return dw_apb_early_add_counter(n);

	return dw_apb_full_event(n, &layout, channel);
}

/*
 * A node that fails here is left to the platform driver, which finds more of the
 * machine in place. One that does not is marked, so that it gets no device.
 */
static int __init dw_apb_early_init(struct device_node *np)
{
	struct dw_apb_node n;
	int ret;

	if (!dw_apb_roles_ok())
		return -EINVAL;

	ret = dw_apb_open(&n, np, NULL, true);
	if (ret)
		return ret;

	ret = dw_apb_early_start(&n);
	if (ret) {
		dw_apb_close(&n);
		/* Spare: nothing to complain about. */
		return ret == -ENODEV ? 0 : ret;
	}
	of_node_set_flag(np, OF_POPULATED);

	return 0;
}

TIMER_OF_DECLARE(soc_dw_apb, "snps,dw-apb-timer", dw_apb_early_init);
TIMER_OF_DECLARE(soc_dw_apb_sp, "snps,dw-apb-timer-sp", dw_apb_early_init);
TIMER_OF_DECLARE(soc_dw_apb_osc, "snps,dw-apb-timer-osc", dw_apb_early_init);
TIMER_OF_DECLARE(soc_dw_apb_own, "soc-timers,dw-apb-timer", dw_apb_early_init);

/*
 * The kernel does not change its clocksource before the file systems come up, so
 * there is time to have a scheduler, which registering may want.
 */
static int __init dw_apb_early_counter(void)
{
	const struct dw_apb_node *n = &dw_apb_early_node;

	if (n->np && !dw_apb_counter_register(&dw_apb_early_hw, n->rate, true))
		pr_info("soc_dw_apb: %pOF: full, built in: clocksource %s, %d bits at %u Hz, rating %d\n",
			n->np, DW_APB_COUNTER_NAME, DW_APB_BITS, n->rate,
			DW_APB_RATING_COUNTER);

	return 0;
}

core_initcall(dw_apb_early_counter);
