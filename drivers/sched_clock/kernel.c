// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's sched_clock() on the system clock, in place of kernel/time/sched_clock.c:
 * everything that file offers to the rest of the kernel. Only in a grafted kernel.
 *
 * Counters are registered before any allocator or timer works. Each gets one of a few
 * static descriptions, and all become sources of the system clock, next to the counters
 * of our own drivers.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) "sched_clock: " fmt

#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/sched/clock.h>
#include <linux/sched_clock.h>
#include <linux/seqlock.h>
#include <linux/spinlock.h>
#include <linux/stddef.h>
/* From the kernel's include directory: it declares sched_clock_suspend(). */
#include <../kernel/time/timekeeping.h>

#include "read.h"
#include "system.h"

/* More than any board has. */
#define SLOTS			8

/*
 * Above whatever is registered as a source of the system clock alone. Among equals, the
 * highest rate wins and then, unlike in the kernel's own clock, the widest before the
 * latest: its epoch has to be renewed less often.
 */
#define RATING			INT_MAX

/**
 * struct slot - a counter that was registered with sched_clock_register()
 * @src:	its description; @src.read is NULL while the slot is free
 * @name:	the name of its function
 */
struct slot {
	struct soc_clock_source	src;
	char			name[32];
};

static struct slot slots[SLOTS];

/* Serialises sched_clock_register(). Early in boot nothing contends for it. */
static DEFINE_MUTEX(slots_mutex);

/* Time interrupts: 1 always, 0 never, -1 if the clock is fine enough. */
static int irqtime = -1;
core_param(irqtime, irqtime, int, 0400);

#define same_place(ours, kernels)					\
	static_assert(offsetof(struct soc_clock_read_data, ours) ==	\
		      offsetof(struct clock_read_data, kernels))

same_place(epoch_ns, epoch_ns);
same_place(epoch_cyc, epoch_cyc);
same_place(mask, sched_clock_mask);
same_place(read, read_sched_clock);
same_place(mult, mult);
same_place(shift, shift);

/* Readers: everything here runs in NMIs. */

/**
 * sched_clock_noinstr() - sched_clock() with preemption already off
 *
 * Context: any, NMI and code that RCU doesn't watch included, without preemption.
 * Return: the clock in ns.
 */
noinstr u64 sched_clock_noinstr(void)
{
	return soc_clock_read_inline(&soc_system_clock);
}

/**
 * sched_clock() - the kernel's clock for the scheduler, traces and the log
 *
 * Context: any, NMI included.
 * Return: the clock in ns; 0 until a counter is registered.
 */
notrace u64 sched_clock(void)
{
	return soc_clock_read_untraced(&soc_system_clock);
}

/**
 * sched_clock_read_begin() - begin to read the data behind sched_clock()
 * @seq: for sched_clock_read_retry()
 *
 * For perf, which lets programs convert a counter that they can read themselves.
 *
 * Context: any, NMI included.
 * Return: the data in force.
 */
notrace struct clock_read_data *sched_clock_read_begin(unsigned int *seq)
{
	*seq = read_seqcount_latch(&soc_system_clock.copy[0].seq);

	return (struct clock_read_data *)&soc_system_clock.copy[*seq & 1].rd;
}

/**
 * sched_clock_read_retry() - end what sched_clock_read_begin() has begun
 * @seq: from there
 *
 * Context: any, NMI included.
 * Return: nonzero if the data has changed meanwhile and must be read again.
 */
notrace int sched_clock_read_retry(unsigned int seq)
{
	return read_seqcount_latch_retry(&soc_system_clock.copy[0].seq, seq);
}

/* Writers */

/* In the kernel's words, which people and scripts search for. */
void soc_sched_clock_announce(const struct soc_clock_state *state)
{
	unsigned long rate = state->rate;
	char unit = soc_clock_round_rate(&rate);

	pr_info("%u bits at %lu%cHz, resolution %lluns, wraps every %lluns\n",
		state->bits, rate, unit,
		(unsigned long long)state->rd.mult >> state->rd.shift, state->period);
}

static bool can_time_interrupts(void)
{
	struct soc_clock_state state;

	if (irqtime != -1)
		return irqtime > 0;

	soc_clock_get_state(&soc_system_clock, &state);

	return state.rate >= SOC_CLOCK_IRQTIME_HZ;
}

/* For a counter that stays: one that comes and goes would change what /proc/stat means. */
static void enable_irqtime(void)
{
	if (can_time_interrupts())
		enable_sched_clock_irqtime();
}

/**
 * soc_sched_clock_settle() - follow a change to a counter that may be coarser
 *
 * For when the previous one was unregistered or found unstable. Timed by jiffies, the
 * interrupt that advances them would be charged with all time that passes.
 *
 * Context: process, sleeps; not under cpus_read_lock().
 */
void soc_sched_clock_settle(void)
{
	if (!can_time_interrupts())
		disable_sched_clock_irqtime();
}

/**
 * soc_sched_clock_offer() - offer a counter to the kernel's sched_clock() for good
 * @src: the counter, see struct soc_clock_source; @src->rating is set here
 *
 * As sched_clock_register(), for a counter of which more is known than that function
 * takes.
 *
 * Context: early in boot, or process; may sleep; not under cpus_read_lock().
 * Return: 0, or an error as from soc_sched_clock_add().
 */
int soc_sched_clock_offer(struct soc_clock_source *src)
{
	int err;

	src->rating = RATING;
	err = soc_sched_clock_add(src);
	if (!err)
		enable_irqtime();

	return err;
}

static void name_slot(struct slot *slot, u64 (*read)(void))
{
	if (IS_ENABLED(CONFIG_KALLSYMS))
		snprintf(slot->name, sizeof(slot->name), "%ps", read);
	else
		snprintf(slot->name, sizeof(slot->name), "counter%td", slot - slots);
}

static void free_slot(struct slot *slot)
{
	soc_clock_remove(&soc_system_clock, &slot->src);
	slot->src.read = NULL;
}

/* A free slot or, if @rate is not lower, that of the slowest counter. NULL: neither. */
static struct slot *get_slot(unsigned long rate)
{
	struct slot *slot, *slowest = slots;

	for (slot = slots; slot < slots + SLOTS; slot++) {
		if (!slot->src.read)
			return slot;
		if (slot->src.rate < slowest->src.rate)
			slowest = slot;
	}

	slot = slowest->src.rate <= rate ? slowest : NULL;
	pr_warn("more than %u counters: the slowest, at %lu Hz, is left out\n", SLOTS,
		slot ? slot->src.rate : rate);
	if (slot)
		free_slot(slot);

	return slot;
}

/*
 * Until there are high-resolution timers, even such a counter may wrap too soon. One of our
 * own drivers would be refused now; other drivers are never told, and do not try again.
 */
static bool can_be_followed(u64 (*read)(void), int bits, unsigned long rate)
{
	if (bits >= SOC_CLOCK_MIN_BITS && bits <= 64 && rate && rate <= U32_MAX &&
	    !soc_clock_wraps_within(SOC_CLOCK_SHORTEST_LAP, bits, rate))
		return true;

	pr_err("%ps: %d bits at %lu Hz, need %u to 64 bits at 1 Hz to %u Hz that take %llu us to wrap\n",
	       read, bits, rate, SOC_CLOCK_MIN_BITS, U32_MAX,
	       SOC_CLOCK_SHORTEST_LAP / NSEC_PER_USEC);
	return false;
}

/**
 * sched_clock_register() - offer a counter to the kernel's sched_clock()
 * @read: returns the counter in ticks, counting up; bits above @bits are ignored. Called
 *	in any context, NMI included, until the machine stops
 * @bits: its width, SOC_CLOCK_MIN_BITS to 64
 * @rate: its rate in Hz, up to U32_MAX
 *
 * The clock runs on the fastest counter, and on the widest of these. The others are kept:
 * it runs on the next best should the fastest prove unstable.
 *
 * Context: early in boot, or process; may sleep; not under cpus_read_lock().
 */
void sched_clock_register(u64 (*read)(void), int bits, unsigned long rate)
{
	struct slot *slot;

	if (!can_be_followed(read, bits, rate))
		return;

	mutex_lock(&slots_mutex);
	slot = get_slot(rate);
	if (!slot)
		goto out;

	name_slot(slot, read);
	slot->src = (struct soc_clock_source) {
		.name	= slot->name,
		.read	= read,
		.bits	= bits,
		.rate	= rate,
	};
	if (soc_sched_clock_offer(&slot->src))
		slot->src.read = NULL;
out:
	mutex_unlock(&slots_mutex);
}
EXPORT_SYMBOL_GPL(sched_clock_register);

/**
 * generic_sched_clock_init() - let sched_clock() run for good
 *
 * From now on its epoch is renewed: the kernel is a user of the system clock. Without a
 * counter so far it runs on jiffies.
 *
 * Context: boot, once timers work.
 */
void __init generic_sched_clock_init(void)
{
	soc_sched_clock_start();
	soc_sched_clock_get();
	enable_irqtime();
}

/**
 * sched_clock_suspend() - stop sched_clock() for suspend-to-idle
 *
 * The system clock's own hook does this for the other kinds of suspend.
 *
 * Context: the last CPU that runs, interrupts off.
 * Return: 0.
 */
int sched_clock_suspend(void)
{
	soc_sched_clock_suspend(NULL);
	return 0;
}

/**
 * sched_clock_resume() - let sched_clock() run again
 *
 * Context: the first CPU that runs, interrupts off, once its counter runs again.
 */
void sched_clock_resume(void)
{
	soc_sched_clock_resume(NULL);
}
