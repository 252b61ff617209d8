// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lets QEMU's plug-in tcg_count count what a reading of the kernel's sched_clock and of the
 * system clock costs: names both functions to it, calls them, and asks for a report.
 *
 * With own=1 the system clock runs on a source of this module, which reads what the
 * kernel's sched_clock reads where no driver of ours is in the kernel.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/sched/clock.h>
#include <soc-timers/sched_clock.h>
#ifdef CONFIG_ARM64
#include <asm/arch_timer.h>
#endif

#include "control_page.h"

#define CALLS		1000

/* What the plug-in answers, and where it tells how many calls it has counted. */
#define LISTENS		0x54434743
#define COUNTED		0x8

#define WAIT_ROUNDS	1000

static bool own;
module_param(own, bool, 0444);
MODULE_PARM_DESC(own, "run the system clock on a source of this module");

#ifdef CONFIG_ARM64
#define own_value()	__arch_counter_get_cntvct()
#define own_rate()	arch_timer_get_cntfrq()
#else
#define own_value()	((u64)READ_ONCE(jiffies))
#define own_rate()	HZ
#endif

static u64 notrace own_read(void)
{
	return own_value();
}

static u64 notrace own_ns(const struct soc_clock_read_data *rd)
{
	return soc_clock_ns64(rd, own_value());
}

static struct soc_clock_source own_source = {
	.name	= "read_cost",
	.read	= own_read,
	.ns	= own_ns,
	.bits	= 64,
	.rating	= INT_MAX,
};

static void __iomem *plugin;

static void command(const char *text)
{
	do {
		writel_relaxed((u8)*text, plugin);
	} while (*text++ != '\n');
}

static void count(const char *name, const void *function)
{
	/* In Thumb state, bit 0 of a pointer is not part of the address. */
	unsigned long address = (unsigned long)function & ~(IS_ENABLED(CONFIG_ARM) ? 1UL : 0UL);
	char text[80];

	snprintf(text, sizeof(text), "tree %s %lx 4\n", name, address);
	command(text);
}

static u64 read_both(void)
{
	return sched_clock() ^ soc_sched_clock();
}

/*
 * The plug-in has to drop what QEMU has translated before it knew of a function. On a busy
 * host that takes until after these commands.
 */
static bool both_are_counted(void)
{
	unsigned int round, counted;
	unsigned long flags;

	for (round = 0; round < WAIT_ROUNDS; round++) {
		local_irq_save(flags);
		command("clear\n");
		read_both();
		counted = readl_relaxed(plugin + COUNTED);
		local_irq_restore(flags);
		if (counted == 2)
			return true;
		usleep_range(1000, 2000);
	}

	pr_err("only %u of 2 calls are counted\n", counted);
	return false;
}

static int count_readings(void)
{
	unsigned long flags;
	unsigned int i;
	u64 sum = 0;

	if (readl_relaxed(plugin) != LISTENS) {
		pr_err("control=%#lx: no plug-in listens there\n", control);
		return -ENODEV;
	}
	count("sched_clock", sched_clock);
	count("soc_sched_clock", soc_sched_clock);
	if (!both_are_counted())
		return -EIO;

	local_irq_save(flags);
	command("clear\n");
	for (i = 0; i < CALLS; i++)
		sum += read_both();
	command("report read_cost\n");
	local_irq_restore(flags);

	pr_info("%u readings each, in all %#llx\n", CALLS, sum);

	return 0;
}

static int __init read_cost_init(void)
{
	int err;

	err = control_map(&plugin);
	if (err)
		return err;

	if (own) {
		own_source.rate = own_rate();
		err = soc_sched_clock_register(&own_source);
		if (err)
			goto unmap;
	}
	err = count_readings();
	if (own)
		soc_sched_clock_unregister(&own_source);
unmap:
	iounmap(plugin);

	return err;
}
module_init(read_cost_init);

static void __exit read_cost_exit(void)
{
}
module_exit(read_cost_exit);

MODULE_DESCRIPTION("Lets an emulator count what a reading of the clocks costs");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_IMPORT_NS(SOC_TIMERS_NS);
