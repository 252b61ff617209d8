// SPDX-License-Identifier: GPL-2.0-only
/*
 * The system clock: the one struct soc_clock that the drivers feed, its epoch
 * timer, and its ways through suspend.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/export.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/sched/clock.h>
#include <linux/syscore_ops.h>
#include <linux/time.h>
#include <linux/time64.h>
#include <linux/workqueue.h>

#include "read.h"
#include "system.h"

/*
 * A timer may be late by its resolution. A renewal that is due after half a lap
 * must come before 7/8 of it, so 3/8 of a lap must be longer than that.
 */
#define RESOLUTIONS_PER_LAP	3ULL

/*
 * The fast accessor of CLOCK_MONOTONIC may be called anywhere. If timekeeping runs
 * on the counter that feeds the clock, both miss the same laps, and only a wide read
 * can tell.
 */
struct soc_clock soc_system_clock = SOC_CLOCK_INIT(soc_system_clock, ktime_get_mono_fast_ns);

/* Serialises changes of sources and users; readers never take it. */
static DEFINE_MUTEX(system_mutex);
static unsigned int users;
/* Until it is set up, the clock may have sources and users, but no timer. */
static bool started;
static struct hrtimer epoch_timer;

static noinstr u64 read_jiffies(void)
{
	return jiffies;
}

/* The source if there is no counter: coarse, and stopped while all CPUs sleep. */
static struct soc_clock_source jiffies_source = {
	.name	= "jiffies",
	.read	= read_jiffies,
	.bits	= BITS_PER_LONG,
	.rate	= HZ,
	.rating	= 1,
};

/**
 * soc_sched_clock() - read the system clock
 *
 * Like the kernel's sched_clock(): it doesn't go backwards on one CPU, and doesn't
 * count the time in suspend. This holds between soc_sched_clock_get() and
 * soc_sched_clock_put(); without a user, laps may be lost.
 *
 * Context: any, NMI included.
 * Return: the clock in ns.
 */
notrace u64 soc_sched_clock(void)
{
	return soc_clock_read_untraced(&soc_system_clock);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock, SOC_TIMERS_NS);

/*
 * Hard: under PREEMPT_RT a soft timer could fire much too late. The source, and so
 * the period, may have changed since the timer was set.
 */
static enum hrtimer_restart renew_epoch(struct hrtimer *timer)
{
	unsigned int report;
	u64 period;

	report = soc_clock_update(&soc_system_clock);
	period = soc_clock_period(&soc_system_clock);
	hrtimer_forward_now(timer, ns_to_ktime(period));

	/* Last: a console may take longer to print a line than a counter to wrap. */
	if (report & SOC_CLOCK_LATE)
		pr_warn("epoch renewed too late, interrupts were off or the machine was stopped; debugfs counts further ones\n");
	if (report & SOC_CLOCK_RESTARTED)
		pr_warn("the counter has restarted while in use, look for other users of its registers; debugfs counts further ones\n");

	return HRTIMER_RESTART;
}

/*
 * Set the timer for the source that feeds the clock now, before anything slow. The
 * callback must not run concurrently: it also sets the timer.
 */
static void restart_timer(void)
{
	u64 period = soc_clock_period(&soc_system_clock);

	if (!users || !started)
		return;
	hrtimer_cancel(&epoch_timer);
	hrtimer_start(&epoch_timer, ns_to_ktime(period), HRTIMER_MODE_REL_HARD);
}

/* What the clock is set forward to after it had no user: nothing if it is the kernel's. */
static u64 kernel_time(void)
{
	return soc_clock_is_kernels() ? 0 : local_clock();
}

/*
 * The epoch has not been renewed, so laps may be lost: continue from the kernel's time,
 * unless the clock is ahead of it.
 */
static void take_kernel_time(void)
{
	soc_clock_advance(&soc_system_clock, kernel_time());
}

/**
 * soc_sched_clock_get() - become a user of the system clock
 *
 * Keeps the epoch renewed until the matching soc_sched_clock_put(). If the system clock
 * has not been started yet, at core_initcall(), that begins once it is.
 *
 * Context: process, may sleep; not under cpus_read_lock().
 */
void soc_sched_clock_get(void)
{
	mutex_lock(&system_mutex);
	if (!users++) {
		soc_clock_attend(&soc_system_clock, kernel_time());
		restart_timer();
	}
	mutex_unlock(&system_mutex);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_get, SOC_TIMERS_NS);

/**
 * soc_sched_clock_put() - undo a soc_sched_clock_get()
 *
 * The clock may still be read, but may lose time once it has no user.
 *
 * Context: process, may sleep; not under cpus_read_lock().
 */
void soc_sched_clock_put(void)
{
	mutex_lock(&system_mutex);
	if (!WARN_ON(!users) && !--users) {
		if (started)
			hrtimer_cancel(&epoch_timer);
		soc_clock_leave(&soc_system_clock);
	}
	mutex_unlock(&system_mutex);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_put, SOC_TIMERS_NS);

/* For debugfs. */
unsigned int soc_sched_clock_users(void)
{
	return READ_ONCE(users);
}

/**
 * soc_sched_clock_shortest_lap() - how soon a counter may wrap
 *
 * The epoch timer has to find a counter twice a lap. Without high resolution it fires on
 * ticks only. A kernel that is still booting has not switched to high resolution yet and
 * is held to its ticks: until then, they are all it has.
 *
 * Context: any.
 * Return: the shortest lap that this kernel can follow in ns.
 */
u64 soc_sched_clock_shortest_lap(void)
{
	return max(SOC_CLOCK_SHORTEST_LAP, RESOLUTIONS_PER_LAP * hrtimer_resolution);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_shortest_lap, SOC_TIMERS_NS);

/**
 * soc_sched_clock_wraps_too_soon() - can this kernel follow such a counter?
 * @bits: width of the counter in bits, 1 to 64
 * @rate: its rate in Hz, up to U32_MAX
 *
 * The one rule for everything that refuses counters, see soc_sched_clock_shortest_lap().
 *
 * Context: any.
 * Return: true if the counter wraps before its epoch is sure to be renewed.
 */
bool soc_sched_clock_wraps_too_soon(unsigned int bits, unsigned long rate)
{
	return soc_clock_wraps_within(soc_sched_clock_shortest_lap(), bits, rate);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_wraps_too_soon, SOC_TIMERS_NS);

/**
 * soc_sched_clock_add() - add a counter to the system clock, however soon it wraps
 * @src: the counter, see struct soc_clock_source
 *
 * Context: process, may sleep; not under cpus_read_lock(). Or early in boot, before other
 * tasks run: then nothing here has to wait.
 * Return: 0; -EINVAL or -EEXIST as soc_clock_register().
 */
int soc_sched_clock_add(struct soc_clock_source *src)
{
	struct soc_clock_state state;
	int ret;

	mutex_lock(&system_mutex);
	if (!users)
		take_kernel_time();
	/* The timer follows at once: the old period may be longer than the new lap. */
	ret = soc_clock_register(&soc_system_clock, src);
	if (ret)
		goto out;

	soc_clock_get_state(&soc_system_clock, &state);
	if (state.source == src)
		restart_timer();
out:
	mutex_unlock(&system_mutex);
	if (!ret && state.source == src)
		soc_sched_clock_announce(&state);

	return ret;
}

/**
 * soc_sched_clock_register() - offer a counter to the system clock
 * @src: the counter, see struct soc_clock_source
 *
 * If the system clock is the kernel's sched_clock(), it runs on @src only as long as no
 * counter has been registered with sched_clock_register(). An error is for the caller to
 * report.
 *
 * Context: process, may sleep; not under cpus_read_lock().
 * Return: 0; -EINVAL or -EEXIST as soc_clock_register(); -ERANGE if the counter
 * wraps too soon, see soc_sched_clock_wraps_too_soon().
 */
int soc_sched_clock_register(struct soc_clock_source *src)
{
	if (src->bits && soc_sched_clock_wraps_too_soon(src->bits, src->rate))
		return -ERANGE;

	return soc_sched_clock_add(src);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_register, SOC_TIMERS_NS);

/**
 * soc_sched_clock_unregister() - take a counter away from the system clock
 * @src: a registered counter
 *
 * The clock goes on with the next best counter, or with jiffies. On return no reader
 * can be inside @src's functions.
 *
 * Context: process, sleeps; not under cpus_read_lock() or in a CPU hotplug callback.
 * Return: 0, or -ENOENT if @src is not registered.
 */
int soc_sched_clock_unregister(struct soc_clock_source *src)
{
	struct soc_clock_state before, after;
	int ret;

	mutex_lock(&system_mutex);
	if (!users)
		take_kernel_time();
	soc_clock_get_state(&soc_system_clock, &before);
	ret = soc_clock_remove(&soc_system_clock, src);
	soc_clock_get_state(&soc_system_clock, &after);
	if (before.source != after.source)
		restart_timer();
	mutex_unlock(&system_mutex);
	if (ret)
		return ret;

	soc_clock_wait_for_readers();
	if (before.source == after.source)
		return 0;

	if (soc_clock_is_kernels())
		soc_sched_clock_settle();
	pr_info("%s is unregistered, clock runs on %s\n", src->name, after.name);

	return 0;
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_unregister, SOC_TIMERS_NS);

/**
 * soc_sched_clock_runs_on() - test whether a counter feeds the system clock now
 * @src: the counter; may be unregistered
 *
 * For display: another counter may take over at any time.
 *
 * Context: any but NMI.
 * Return: true if it does.
 */
bool soc_sched_clock_runs_on(const struct soc_clock_source *src)
{
	struct soc_clock_state state;

	soc_clock_get_state(&soc_system_clock, &state);

	return state.source == src;
}

static void follow_demotion(struct work_struct *work)
{
	struct soc_clock_state state;

	mutex_lock(&system_mutex);
	restart_timer();
	mutex_unlock(&system_mutex);

	if (soc_clock_is_kernels())
		soc_sched_clock_settle();
	soc_clock_get_state(&soc_system_clock, &state);
	pr_warn("the counter is unstable, clock runs on %s\n", state.name);
}

static DECLARE_WORK(demotion_work, follow_demotion);

/**
 * soc_sched_clock_demote() - use a counter only if there is no other
 * @src: a counter that was found to be unstable; may be unregistered
 *
 * For the mark_unstable callback of @src's clocksource, which the kernel calls with its
 * watchdog lock held. The clock goes on with the next best counter at once, jiffies if
 * there is no other: coarse, but right. A worker sets the epoch timer, because this
 * function cannot wait for the timer's callback: until then, a new counter with a much
 * shorter lap may have a late epoch.
 *
 * @src stays registered, and is trusted again once it is registered again.
 *
 * Context: any but NMI; takes raw spinlocks only.
 */
void soc_sched_clock_demote(struct soc_clock_source *src)
{
	if (soc_clock_demote(&soc_system_clock, src))
		schedule_work(&demotion_work);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_demote, SOC_TIMERS_NS);

/**
 * soc_sched_clock_suspend() - stop the system clock for suspend
 * @src: do so only if this source feeds it; NULL: whichever does
 *
 * Suspend-to-idle calls none of the system clock's own hooks, so the code that suspends
 * @src's counter calls this first. The epoch timer stays queued: CLOCK_MONOTONIC is
 * stopped as long as this clock is.
 *
 * Context: interrupts off, on any CPU that still runs.
 */
void soc_sched_clock_suspend(const struct soc_clock_source *src)
{
	soc_clock_suspend(&soc_system_clock, src);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_suspend, SOC_TIMERS_NS);

/**
 * soc_sched_clock_resume() - let the system clock run again
 * @src: do so only if this source feeds it; NULL: whichever does
 *
 * Its counter must be running again.
 *
 * Context: interrupts off, before anything else uses the clock.
 */
void soc_sched_clock_resume(const struct soc_clock_source *src)
{
	soc_clock_resume(&soc_system_clock, src);
}
EXPORT_SYMBOL_NS_GPL(soc_sched_clock_resume, SOC_TIMERS_NS);

static int syscore_suspend_clock(void *data)
{
	soc_sched_clock_suspend(NULL);
	return 0;
}

/*
 * Called in the order of registration, so after timekeeping, whose own resume
 * has called that of every clocksource: the counters run again.
 */
static void syscore_resume_clock(void *data)
{
	soc_sched_clock_resume(NULL);
}

static const struct syscore_ops syscore_clock_ops = {
	.suspend	= syscore_suspend_clock,
	.resume		= syscore_resume_clock,
};

static struct syscore syscore_clock = {
	.ops = &syscore_clock_ops,
};

/*
 * Start the system clock: it runs on jiffies until a counter comes. Early in boot,
 * counters and users may already have been registered.
 */
void soc_sched_clock_start(void)
{
	struct soc_clock_state state;

	hrtimer_setup(&epoch_timer, renew_epoch, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);

	mutex_lock(&system_mutex);
	started = true;
	soc_clock_register(&soc_system_clock, &jiffies_source);
	restart_timer();
	soc_clock_get_state(&soc_system_clock, &state);
	mutex_unlock(&system_mutex);

	/* The kernel reports what its clock runs on, even if nothing better has come. */
	if (soc_clock_is_kernels() && state.source == &jiffies_source)
		soc_sched_clock_announce(&state);
}

/* After timekeeping has done the same: see syscore_resume_clock(). */
void soc_sched_clock_hook_suspend(void)
{
	register_syscore(&syscore_clock);
}

/* Called when nothing can call the system clock any more, so there is no reader left. */
void soc_sched_clock_stop(void)
{
	/* A user forgot its soc_sched_clock_put(); the timer must not stay. */
	if (WARN_ON(users))
		hrtimer_cancel(&epoch_timer);
	cancel_work_sync(&demotion_work);
	unregister_syscore(&syscore_clock);
}
