// SPDX-License-Identifier: GPL-2.0-only
/*
 * The common registration helper: registers a counter as a clocksource and a source of
 * the system clock, and unregisters it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bitops.h>
#include <linux/bug.h>
#include <linux/clocksource.h>
#include <linux/container_of.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/spinlock.h>
#include <linux/time64.h>

#include "../sched_clock/system.h"
#include "parts.h"

/*
 * Timekeeping is read with preemption enabled, so a reader may stay preempted inside
 * the counter's functions for any length of time. Only tasks RCU waits for those.
 * Tests supply their own.
 */
#ifndef soc_counter_readers_unseen
#define soc_counter_readers_unseen()	(IS_ENABLED(CONFIG_PREEMPTION) && \
					 !IS_ENABLED(CONFIG_TASKS_RCU))
#endif

/* Serialises registrations; clocksource callbacks never take it. */
static DEFINE_MUTEX(counter_mutex);

/* All registered counters. The lock is for code that cannot sleep: late suspend. */
static LIST_HEAD(counters);
static DEFINE_RAW_SPINLOCK(counters_lock);

static inline struct soc_counter *to_counter(struct clocksource *cs)
{
	return container_of(cs, struct soc_counter, cs);
}

/**
 * soc_counter_err() - log what is wrong with a counter, in one line
 * @ctr:	the counter; its description may be invalid
 * @fmt:	cause and remedy, without a newline
 *
 * An attempt that rmmod repeats every second has been logged the first time.
 *
 * Context: any but NMI.
 */
void soc_counter_err(const struct soc_counter *ctr, const char *fmt, ...)
{
	struct va_format vaf = { .fmt = fmt };
	va_list args;

	if (ctr->waiting)
		return;

	va_start(args, fmt);
	vaf.va = &args;
	pr_err("counter %s: %pV\n", ctr->name && *ctr->name ? ctr->name : "(no name)", &vaf);
	va_end(args);
}

/**
 * soc_counter_claim() - reserve a driver's one struct soc_counter
 * @ctr: usually a static variable of the driver
 *
 * Read callbacks have no argument, so a driver has as many counters as callbacks, and
 * several of its nodes may compete for one. The winner fills in @ctr and registers it.
 *
 * Context: any.
 * Return: true if it was free; then it is the caller's until soc_counter_release().
 */
bool soc_counter_claim(struct soc_counter *ctr)
{
	return !test_and_set_bit_lock(0, &ctr->claimed);
}
EXPORT_SYMBOL_NS_GPL(soc_counter_claim, SOC_TIMERS_NS);

/**
 * soc_counter_release() - let another node use a struct soc_counter
 * @ctr: claimed and not registered
 *
 * Context: any.
 */
void soc_counter_release(struct soc_counter *ctr)
{
	clear_bit_unlock(0, &ctr->claimed);
}
EXPORT_SYMBOL_NS_GPL(soc_counter_release, SOC_TIMERS_NS);

/**
 * soc_counter_for_each() - visit all registered counters
 * @fn:		called for each, interrupts off
 * @data:	passed on to @fn
 *
 * Context: any but NMI.
 */
void soc_counter_for_each(void (*fn)(struct soc_counter *ctr, void *data), void *data)
{
	struct soc_counter *ctr;
	unsigned long flags;

	raw_spin_lock_irqsave(&counters_lock, flags);
	list_for_each_entry(ctr, &counters, list)
		fn(ctr, data);
	raw_spin_unlock_irqrestore(&counters_lock, flags);
}

static void add_to_list(struct soc_counter *ctr)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&counters_lock, flags);
	list_add_tail(&ctr->list, &counters);
	raw_spin_unlock_irqrestore(&counters_lock, flags);
}

static void remove_from_list(struct soc_counter *ctr)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&counters_lock, flags);
	list_del(&ctr->list);
	raw_spin_unlock_irqrestore(&counters_lock, flags);
}

static notrace u64 counter_cs_read(struct clocksource *cs)
{
	return to_counter(cs)->read();
}

/*
 * Timekeeping calls these two when it starts and stops using a clocksource, with all
 * other CPUs held (change_clocksource()), so what they record is exact.
 */
static int counter_cs_enable(struct clocksource *cs)
{
	struct soc_counter *ctr = to_counter(cs);

	/* Never given back: see soc_counter_unregister(). */
	if (soc_counter_readers_unseen() && !ctr->was_current)
		__module_get(ctr->owner);
	ctr->was_current = true;
	WRITE_ONCE(ctr->current_cs, true);

	return 0;
}

static void counter_cs_disable(struct clocksource *cs)
{
	WRITE_ONCE(to_counter(cs)->current_cs, false);
}

/**
 * soc_counter_stop() - get ready for a counter to stop in suspend
 * @ctr: registered
 *
 * The system clock must stop before its counter may. Of several counters, only the one
 * that feeds the system clock stops it.
 *
 * Context: late in suspend, interrupts off.
 */
void soc_counter_stop(struct soc_counter *ctr)
{
	soc_sched_clock_suspend(&ctr->src);
}

/**
 * soc_counter_restart() - resume a counter
 * @ctr: registered
 *
 * The system clock must not run again before its counter does. If the counter has stopped
 * for good, time stops, and the message may be the only hint why the board hangs.
 *
 * Context: early in resume, interrupts off.
 */
void soc_counter_restart(struct soc_counter *ctr)
{
	if (ctr->resume)
		ctr->resume(ctr);
	if (ctr->running && !ctr->running(ctr))
		soc_counter_err(ctr, "stopped in suspend and is not restarted: check its clock and the driver that runs it, or do not suspend while it is in use");
	soc_sched_clock_resume(&ctr->src);
}

/*
 * The clocksource core calls these two for every counter, current clocksource or not,
 * and at the same point in all kinds of suspend. suspend.c handles counters whose
 * clocksource has been unbound.
 */
static void counter_cs_suspend(struct clocksource *cs)
{
	soc_counter_stop(to_counter(cs));
}

static void counter_cs_resume(struct clocksource *cs)
{
	soc_counter_restart(to_counter(cs));
}

/*
 * The clocksource watchdog found the counter's rate wrong. The kernel drops it from
 * timekeeping; the system clock must not keep using it either.
 */
static void counter_cs_mark_unstable(struct clocksource *cs)
{
	soc_sched_clock_demote(&to_counter(cs)->src);
}

/* Flags that the clocksource core sets and expects to be clear at registration. */
static void unmark_clocksource(struct soc_counter *ctr)
{
	ctr->current_cs = false;
	ctr->cs.flags = CLOCK_SOURCE_IS_CONTINUOUS;
	/* Unregistering what never got onto the core's list must do no harm. */
	INIT_LIST_HEAD(&ctr->cs.list);
}

/**
 * soc_counter_describe() - fill in a counter's clocksource
 * @ctr: described
 *
 * Context: any; the clocksource is not in use.
 */
void soc_counter_describe(struct soc_counter *ctr)
{
	ctr->cs = (struct clocksource) {
		.name		= ctr->name,
		.rating		= ctr->rating,
		.read		= ctr->read_cs ?: counter_cs_read,
		.mask		= CLOCKSOURCE_MASK(ctr->bits),
		.vdso_clock_mode = ctr->vdso_clock_mode,
		.enable		= counter_cs_enable,
		.disable	= counter_cs_disable,
		.suspend	= counter_cs_suspend,
		.resume		= counter_cs_resume,
		.mark_unstable	= counter_cs_mark_unstable,
		.owner		= ctr->owner,
	};
	unmark_clocksource(ctr);
}

/**
 * soc_counter_describe_source() - fill in a counter's source of the system clock
 * @ctr: described
 *
 * Context: any; the source is not registered.
 */
void soc_counter_describe_source(struct soc_counter *ctr)
{
	ctr->src = (struct soc_clock_source) {
		.name		= ctr->name,
		.read		= ctr->read,
		.read_wide	= ctr->read_wide,
		.ns		= ctr->ns,
		.bits		= ctr->bits,
		.wide_bits	= ctr->wide_bits,
		.rate		= ctr->rate,
		.rating		= ctr->rating,
	};
}

/*
 * A counter that feeds the kernel's sched_clock() is a source already. If its rate has been
 * measured since, both clocks follow: the change is one of source, in which time goes on.
 */
static int register_source(struct soc_counter *ctr)
{
	int err;

	if (ctr->offered) {
		if (ctr->src.rate == ctr->rate)
			return 0;
		soc_sched_clock_unregister(&ctr->src);
	} else if (soc_counter_is_sched_clock(ctr) && ctr->src.rate != ctr->rate) {
		pr_warn("counter %s: the kernel's sched_clock() keeps %lu Hz\n", ctr->name,
			ctr->src.rate);
	}

	soc_counter_describe_source(ctr);
	if (soc_clock_is_kernels() && (ctr->offered || soc_counter_opted_in(ctr)))
		err = soc_sched_clock_offer(&ctr->src);
	else
		err = soc_sched_clock_register(&ctr->src);
	if (err)
		soc_counter_err(ctr, "the system clock refuses it (%pe)", ERR_PTR(err));

	return err;
}

static int register_clocksource(struct soc_counter *ctr)
{
	int err;

	err = clocksource_register_hz(&ctr->cs, ctr->rate);
	if (err)
		soc_counter_err(ctr, "the kernel refuses it as a clocksource (%pe)", ERR_PTR(err));

	return err;
}

/*
 * The clocksource comes last: the kernel may refuse to unregister it, so nothing
 * that can fail may follow.
 */
static int register_parts(struct soc_counter *ctr)
{
	int err;

	err = register_source(ctr);
	if (err)
		return err;

	/* Before its clocksource can be unbound and a suspend can begin. */
	add_to_list(ctr);
	err = register_clocksource(ctr);
	if (err) {
		remove_from_list(ctr);
		if (!ctr->offered)
			WARN_ON(soc_sched_clock_unregister(&ctr->src));
		return err;
	}

	return 0;
}

static int register_counter(struct soc_counter *ctr)
{
	int err;

	if (ctr->registered) {
		soc_counter_err(ctr, "is registered already: unregister it first");
		return -EBUSY;
	}

	err = soc_counter_check(ctr);
	if (err)
		return err;

	ctr->was_current = false;
	ctr->stopped = false;
	err = register_parts(ctr);
	ctr->registered = !err;
	/* Last: this cannot be undone. */
	if (!err && !soc_clock_is_kernels() && soc_counter_opted_in(ctr))
		soc_counter_give_late(ctr);

	return err;
}

static void announce(const struct soc_counter *ctr)
{
	pr_info("counter %s: %s%s, %u bits at %lu Hz, rating %d%s%s\n", ctr->name,
		ctr->read_only ? "counter-only" : "full", ctr->built_in ? ", built in" : "",
		ctr->bits, ctr->rate, ctr->rating,
		soc_counter_is_sched_clock(ctr) ? ", sched_clock" :
						  ctr->given ? ", offered to sched_clock" : "",
		soc_counter_is_delay_timer(ctr) ? ", delay timer" : "");
}

/**
 * soc_counter_register() - offer a counter to the kernel
 * @ctr:	its description, with the private members zero the first time; must
 *		live, unchanged, until soc_counter_unregister() has returned 0
 *
 * The counter must be running. It is read a few times to check that it counts as
 * described; then it becomes a source of the system clock and a clocksource. Either may
 * be in use on return if the rating is the best. Success is logged in one line, and so is
 * an error. After an error @ctr is as before; it may be corrected and registered again.
 *
 * Context: process, may sleep, and not under cpus_read_lock().
 * Return: 0, or
 * -EINVAL: the description is invalid, or the counter runs backwards, or its functions
 * disagree;
 * -ERANGE: a function returns more bits than described, or the counter wraps too soon
 * for the kernel to follow;
 * -EOPNOTSUPP: a CPU-local counter with CONFIG_SMP;
 * -EIO: the counter is stopped;
 * -EBUSY: @ctr is registered;
 * or an error from soc_sched_clock_register() or the clocksource core.
 */
int soc_counter_register(struct soc_counter *ctr)
{
	int err;

	mutex_lock(&counter_mutex);
	err = register_counter(ctr);
	mutex_unlock(&counter_mutex);
	if (!err)
		announce(ctr);

	return err;
}
EXPORT_SYMBOL_NS_GPL(soc_counter_register, SOC_TIMERS_NS);

static int refuse_current(const struct soc_counter *ctr)
{
	soc_counter_err(ctr, "is the current clocksource: switch away first by echo NAME > /sys/devices/system/clocksource/clocksource0/current_clocksource");
	return -EBUSY;
}

/* A task may still be in the counter's functions, and there is no way to wait for it. */
static bool pinned(const struct soc_counter *ctr)
{
	return ctr->was_current && soc_counter_readers_unseen();
}

static int refuse_pinned(const struct soc_counter *ctr)
{
	soc_counter_err(ctr, "was the current clocksource and may still be read: a preemptible kernel without CONFIG_TASKS_RCU cannot tell, so it stays until reboot");
	return -EBUSY;
}

/*
 * Restore the previous state as far as the kernel allows. A preempted reader may be
 * about to load the clocksource's callback and its data, so leave these alone.
 */
static int undo_unregister(struct soc_counter *ctr, int err)
{
	unmark_clocksource(ctr);
	if (register_clocksource(ctr))
		soc_counter_err(ctr, "is only a source of the system clock from now on");

	return err;
}

/*
 * Why no reader is left, for each way to read @ctr:
 *
 * Timekeeping. It changed to another clocksource in stop_machine(): earlier, on
 * our caller's request, or in clocksource_unregister() if we lost a race. Both
 * copies for the fast, NMI-safe accessors were rewritten in there. An NMI that
 * still saw an old copy ended before the stopper it interrupted, and
 * stop_machine() waited for the stoppers on all CPUs, and so for every other
 * reader that cannot be preempted, in interrupts and in idle. A reader preempted
 * between looking up the clocksource and returning from its read is a task that
 * has not slept voluntarily since: synchronize_rcu_tasks() waits for that, as
 * plain RCU does in a kernel without preemption. A clocksource that timekeeping
 * never ran on had no such reader, so it skips the wait, which is long.
 *
 * The clocksource watchdog. It reads under the lock under which the clocksource
 * left its list. In later kernels it also has other CPUs read, in an interrupt,
 * and gives up waiting for one that is late; the stop_machine() in
 * soc_sched_clock_unregister() comes after such an interrupt.
 *
 * Suspend timing: SUSPEND_NONSTOP is never set.
 *
 * The system clock: see soc_sched_clock_unregister().
 */
static int unregister_parts(struct soc_counter *ctr)
{
	int err;

	err = clocksource_unregister(&ctr->cs);
	if (err) {
		soc_counter_err(ctr, "the kernel has no other clocksource to use instead (%pe): register one first",
				ERR_PTR(err));
		return err;
	}

	/* Timekeeping may have been switched to it just before it was unregistered. */
	if (pinned(ctr))
		return undo_unregister(ctr, refuse_pinned(ctr));

	err = soc_sched_clock_unregister(&ctr->src);
	if (err) {
		soc_counter_err(ctr, "the system clock does not let go of it (%pe)", ERR_PTR(err));
		return undo_unregister(ctr, err);
	}
	remove_from_list(ctr);

	if (ctr->was_current)
		synchronize_rcu_tasks();

	return 0;
}

static int unregister_counter(struct soc_counter *ctr)
{
	int err;

	if (!ctr->registered) {
		soc_counter_err(ctr, "is not registered");
		return -ENOENT;
	}
	if (READ_ONCE(ctr->current_cs))
		return refuse_current(ctr);
	if (pinned(ctr))
		return refuse_pinned(ctr);
	if (ctr->given) {
		soc_counter_err(ctr, "may feed the kernel's sched_clock(): it stays until reboot");
		return -EBUSY;
	}
	/* The kernel's sched_clock() and udelay() cannot stop using a counter. */
	if (ctr->built_in) {
		soc_counter_err(ctr, "was registered early in boot: it stays until reboot");
		return -EBUSY;
	}

	err = unregister_parts(ctr);
	ctr->registered = err;

	return err;
}

/*
 * A refusal cannot stop a driver whose device is going away, so its code must stay. Once
 * rmmod has begun, a module cannot be held any more: __module_get() would do nothing, and
 * what is left is to wait. Nothing can start using the counter then.
 */
static bool hold_owner(struct soc_counter *ctr)
{
	if (try_module_get(ctr->owner))
		return true;

	soc_counter_err(ctr, "its module is being unloaded: rmmod waits until the counter is free");
	ctr->waiting = true;

	return false;
}

/**
 * soc_counter_unregister() - undo soc_counter_register()
 * @ctr: a registered counter
 *
 * Once this returns 0 no CPU is in one of @ctr's functions or can get there, NMI
 * included: @ctr, its registers and the module of its functions may be freed. After an
 * error @ctr is registered as before and must not be changed.
 *
 * Meant for a driver's remove and exit functions, which cannot fail. So after an error
 * the module of @ctr's functions stays loaded until reboot; what they access has to stay
 * as well. If that module is being unloaded already, this does not return until @ctr is
 * unregistered: it logs the reason once and tries again every second.
 *
 * A preemptible kernel without CONFIG_TASKS_RCU cannot tell when the last reader
 * of a clocksource is done. There, a counter that timekeeping has ever run on
 * stays registered, and its module loaded, until reboot.
 *
 * Context: process, sleeps, possibly for seconds.
 * Return: 0;
 * -EBUSY: it is the current clocksource, or has been one on a kernel as described
 * above, or it is the only clocksource that can watch the others, or it was registered
 * early;
 * -ENOENT: @ctr is not registered.
 */
int soc_counter_unregister(struct soc_counter *ctr)
{
	bool again;
	int err;

	do {
		mutex_lock(&counter_mutex);
		err = unregister_counter(ctr);
		again = err && ctr->registered && !hold_owner(ctr);
		if (!again)
			ctr->waiting = false;
		mutex_unlock(&counter_mutex);
		if (again)
			msleep(MSEC_PER_SEC);
	} while (again);

	return err;
}
EXPORT_SYMBOL_NS_GPL(soc_counter_unregister, SOC_TIMERS_NS);
