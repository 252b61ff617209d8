// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registration helper, early in boot: a counter becomes the source of the kernel's
 * own clocks at once, and a clocksource later. Never part of a module.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/sched_clock.h>
#include <linux/timex.h>

#include "../sched_clock/system.h"
#include "parts.h"

/* In the order of their nodes. */
static LIST_HEAD(early_counters);

/**
 * soc_counter_is_sched_clock() - test whether a counter feeds the kernel's sched_clock()
 * @ctr: the counter
 *
 * The kernel silently ignores a counter slower than its current one.
 *
 * Context: any.
 * Return: true if it does.
 */
bool soc_counter_is_sched_clock(const struct soc_counter *ctr)
{
#ifdef CONFIG_GENERIC_SCHED_CLOCK
	unsigned int seq;
	bool is;

	do {
		is = sched_clock_read_begin(&seq)->read_sched_clock == ctr->read;
	} while (sched_clock_read_retry(seq));

	return is;
#else
	return false;
#endif
}

#ifdef CONFIG_ARM

/* With steps of more than 1 us the kernel's calibrated loop delays more precisely. */
#define SLOWEST_DELAY_HZ	1000000

/* The kernel keeps one delay timer, without an argument for its callback. */
static const struct soc_counter *delay_counter;

static cycles_t read_delay_counter(void)
{
	/* udelay() subtracts two readings in this type: it must wrap as the counter does. */
	BUILD_BUG_ON(sizeof(cycles_t) != sizeof(u32));
	return delay_counter->read();
}

/**
 * soc_counter_is_delay_timer() - test whether udelay() runs on a counter
 * @ctr: the counter
 *
 * A finer timer that is registered later replaces it, and changes lpj_fine.
 *
 * Context: any.
 * Return: true if it does.
 */
bool soc_counter_is_delay_timer(const struct soc_counter *ctr)
{
	return ctr == delay_counter && lpj_fine == ctr->rate / HZ;
}

/*
 * The kernel refuses a timer that is no finer than its present one, without an error. It
 * sets lpj_fine if it accepts one: no other code writes that variable, and only this CPU
 * runs. Comparing it with the rate alone cannot tell two timers of one rate apart.
 */
static void __init hand_over_delay(struct soc_counter *ctr)
{
	static struct delay_timer timer = { .read_current_timer = read_delay_counter };
	unsigned long before = lpj_fine;

	if (delay_counter || ctr->bits < 32 || ctr->rate < SLOWEST_DELAY_HZ)
		return;

	delay_counter = ctr;
	timer.freq = ctr->rate;
	lpj_fine = 0;
	register_current_timer_delay(&timer);
	if (!lpj_fine) {
		lpj_fine = before;
		delay_counter = NULL;
	}
}

#else

bool soc_counter_is_delay_timer(const struct soc_counter *ctr)
{
	return false;
}

static void __init hand_over_delay(struct soc_counter *ctr)
{
}

#endif /* CONFIG_ARM */

/* The kernel's own clock runs on it, unless another driver's counter is faster. */
static const struct soc_counter *handed_over;

/*
 * The kernel takes the latest of counters with the same rate. The wider one is better:
 * its epoch has to be renewed less often.
 */
static void __init give_to_kernel(struct soc_counter *ctr)
{
	if (handed_over && (ctr->rate < handed_over->rate ||
			    (ctr->rate == handed_over->rate && ctr->bits < handed_over->bits)))
		return;

	handed_over = ctr;
	sched_clock_register(ctr->read, ctr->bits, ctr->rate);
}

/*
 * If the system clock is the kernel's, it is given all that is known about the counter, and
 * keeps that for good: soc_counter_register() must not register it once more. Of equal
 * counters it takes the wider one by itself.
 */
static int __init hand_over_sched_clock(struct soc_counter *ctr)
{
	int err;

	if (ctr->offered)
		return 0;

	soc_counter_describe_source(ctr);
	if (!soc_clock_is_kernels()) {
		give_to_kernel(ctr);
		return 0;
	}

	err = soc_sched_clock_offer(&ctr->src);
	if (err)
		soc_counter_err(ctr, "the kernel's clock refuses it (%pe)", ERR_PTR(err));
	ctr->offered = !err;

	return err;
}

/**
 * soc_counter_hand_over() - offer a counter to the kernel's own clocks
 * @ctr: its description, see soc_counter_register()
 *
 * That is, to sched_clock() and as the delay timer, as far as the description allows.
 * The counter has to run and be readable until the machine stops: only what is in place of
 * the kernel's clock can let go of it, see soc_counter_retract().
 * To make it a clocksource too, the caller passes it to soc_counter_register() later.
 *
 * Context: boot, before other CPUs run: the kernel does not serialise this with its
 * own update of sched_clock()'s epoch.
 * Return: 0, or an error as from soc_counter_register(), after logging it.
 */
int __init soc_counter_hand_over(struct soc_counter *ctr)
{
	int err;

	err = soc_counter_check(ctr);
	if (err)
		return err;

	if (ctr->sched_clock)
		err = hand_over_sched_clock(ctr);
	if (err)
		return err;

	ctr->built_in = true;
	if (ctr->delay_timer)
		hand_over_delay(ctr);

	return 0;
}

/**
 * soc_counter_retract() - take a counter away from the kernel's sched_clock()
 * @ctr: was handed over, and then found to be unfit
 *
 * Only our clock in place of the kernel's can do that. The delay timer stays.
 *
 * Context: while the kernel boots; may sleep.
 * Return: 0 if sched_clock() does not run on @ctr; -EBUSY if it does until reboot, after
 * logging that.
 */
int __init soc_counter_retract(struct soc_counter *ctr)
{
	if (ctr->offered) {
		ctr->offered = false;
		return soc_sched_clock_unregister(&ctr->src);
	}
	if (!soc_counter_is_sched_clock(ctr))
		return 0;

	soc_counter_err(ctr, "the kernel's sched_clock() stays on it until reboot: boot a kernel without this driver");
	return -EBUSY;
}

/**
 * soc_counter_register_early() - offer a counter to a kernel without any timer
 * @ctr: its description, see soc_counter_register()
 *
 * Does soc_counter_hand_over() at once, and soc_counter_register() once the scheduler and
 * the allocators work, which is before the kernel chooses its clocksource.
 *
 * Context: boot, before other CPUs run.
 * Return: 0, or an error as from soc_counter_register(), after logging it.
 */
int __init soc_counter_register_early(struct soc_counter *ctr)
{
	int err;

	err = soc_counter_hand_over(ctr);
	if (!err)
		list_add_tail(&ctr->early, &early_counters);

	return err;
}

/* Errors are logged there. */
static int __init register_early_counters(void)
{
	struct soc_counter *ctr;

	list_for_each_entry(ctr, &early_counters, early)
		if (soc_counter_register(ctr))
			soc_counter_retract(ctr);

	return 0;
}
core_initcall(register_early_counters);
