// SPDX-License-Identifier: GPL-2.0-only
/*
 * The common registration helper: checks the description of a counter, then
 * makes it a clocksource and a source of the system clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/clocksource.h>
#include <linux/export.h>
#include <linux/irqflags.h>
#include <linux/jiffies.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/processor.h>
#include <linux/rcupdate.h>
#include <linux/time64.h>
#include <soc-timers/counter.h>

/*
 * How a counter is watched for movement. It may be the one that everything else
 * that measures time depends on, udelay() included, so only rounds of a loop are
 * left to measure with. SPINS steps of the loop take at least ROUND_NS even at
 * 4 GHz, so the wait is never too short; that it may be some ten times too long
 * is the price, paid only for a counter that stands still.
 */
#define MOVES			8
#define SPINS			64
#define ROUND_NS		16
#define MIN_ROUNDS		1000
#define MAX_ROUNDS		500000

/* Two ticks of this many Hz fit in MAX_ROUNDS: nothing is known about slower ones. */
#define SLOWEST_WATCHED		(2 * (u32)(NSEC_PER_SEC / ROUND_NS / MAX_ROUNDS))

/* The others are for the clocksource core to set, or what we can't keep. */
#define ALLOWED_FLAGS		(CLOCK_SOURCE_IS_CONTINUOUS | CLOCK_SOURCE_MUST_VERIFY)

/*
 * Timekeeping is read with preemption on, so a reader may sleep preempted inside
 * the counter's functions for as long as it likes. Only tasks RCU sees those.
 * A test supplies its own.
 */
#ifndef soc_counter_readers_unseen
#define soc_counter_readers_unseen()	(IS_ENABLED(CONFIG_PREEMPTION) && \
					 !IS_ENABLED(CONFIG_TASKS_RCU))
#endif

static const char *counter_name(const struct soc_counter *ctr)
{
	return ctr->name && *ctr->name ? ctr->name : "without a name";
}

#define counter_err(ctr, fmt, ...) \
	pr_err("counter %s: " fmt "\n", counter_name(ctr), ##__VA_ARGS__)

/* Serialises registrations; clocksource callbacks never take it. */
static DEFINE_MUTEX(counter_mutex);

static inline struct soc_counter *to_counter(struct clocksource *cs)
{
	return container_of(cs, struct soc_counter, cs);
}

static int check_wide(const struct soc_counter *ctr)
{
	if (!ctr->read_wide && !ctr->wide_bits)
		return 0;

	if (!ctr->read_wide || !ctr->wide_bits) {
		counter_err(ctr, "read_wide and wide_bits go together, set both or none");
		return -EINVAL;
	}
	if (ctr->wide_bits <= ctr->bits || ctr->wide_bits > 64) {
		counter_err(ctr, "wide_bits is %u, not between %u and 64: without more bits leave read_wide out",
			    ctr->wide_bits, ctr->bits + 1);
		return -EINVAL;
	}

	return 0;
}

/* The tick has to find the counter before it has run through half its range. */
static int check_range(const struct soc_counter *ctr)
{
	u64 shortest = div_u64(2ULL * ctr->rate, HZ);

	if (CLOCKSOURCE_MASK(ctr->bits) >= shortest)
		return 0;

	counter_err(ctr, "%u bits at %lu Hz wrap within two ticks of HZ=%d, use a slower clock or a wider counter",
		    ctr->bits, ctr->rate, HZ);
	return -ERANGE;
}

static int check_description(const struct soc_counter *ctr)
{
	int err;

	if (!ctr->name || !*ctr->name) {
		counter_err(ctr, "set one, the clocksource is chosen by it in sysfs");
		return -EINVAL;
	}
	if (!ctr->read) {
		counter_err(ctr, "there is no read, set the function that reads it");
		return -EINVAL;
	}
	if (!ctr->rate || (u64)ctr->rate > U32_MAX) {
		counter_err(ctr, "rate %lu Hz is not between 1 and %u, check the clock that drives it",
			    ctr->rate, U32_MAX);
		return -EINVAL;
	}
	if (ctr->bits < SOC_CLOCK_MIN_BITS || ctr->bits > 64) {
		counter_err(ctr, "bits is %u, not between %u and 64: set what read shows",
			    ctr->bits, SOC_CLOCK_MIN_BITS);
		return -EINVAL;
	}
	err = check_wide(ctr);
	if (err)
		return err;
	if (ctr->rating <= 0) {
		counter_err(ctr, "rating %d would never be chosen, set 1 or more", ctr->rating);
		return -EINVAL;
	}
	if (ctr->flags & ~ALLOWED_FLAGS) {
		counter_err(ctr, "flags 0x%lx are not for drivers to set, clear them",
			    ctr->flags & ~ALLOWED_FLAGS);
		return -EINVAL;
	}
	if (IS_ENABLED(CONFIG_SMP) && ctr->scope != SOC_COUNTER_SYSTEM) {
		counter_err(ctr, "each CPU has its own, use it on a kernel without CONFIG_SMP");
		return -EOPNOTSUPP;
	}

	return check_range(ctr);
}

static int check_width(const struct soc_counter *ctr, const char *how, u64 value,
		       unsigned int bits)
{
	if (!(value & ~CLOCKSOURCE_MASK(bits)))
		return 0;

	counter_err(ctr, "%s shows 0x%llx, more than %u bits: mask it or correct the width",
		    how, value, bits);
	return -ERANGE;
}

static unsigned int rounds_to_wait(const struct soc_counter *ctr)
{
	u64 two_ticks = div_u64(2ULL * NSEC_PER_SEC / ROUND_NS, ctr->rate);

	return clamp_t(u64, two_ticks, MIN_ROUNDS, MAX_ROUNDS);
}

/* Returns 1 and the next value once it differs, 0 if it never did. */
static int wait_for_move(const struct soc_counter *ctr, u64 *value)
{
	unsigned int round, spin;
	u64 now;
	int err;

	for (round = rounds_to_wait(ctr); round; round--) {
		now = ctr->read();
		err = check_width(ctr, "read", now, ctr->bits);
		if (err)
			return err;
		if (now != *value) {
			*value = now;
			return 1;
		}
		for (spin = SPINS; spin; spin--)
			cpu_relax();
	}

	return 0;
}

/*
 * Direction is a matter of the majority: a reader held up for half the counter's
 * range sees one step back where there was none.
 */
static int check_movement(const struct soc_counter *ctr)
{
	u64 mask = CLOCKSOURCE_MASK(ctr->bits);
	unsigned int move, back = 0;
	u64 before, now;
	int ret;

	now = ctr->read();
	ret = check_width(ctr, "read", now, ctr->bits);
	if (ret)
		return ret;

	for (move = 0; move < MOVES; move++) {
		before = now;
		ret = wait_for_move(ctr, &now);
		if (ret < 0)
			return ret;
		if (!ret && ctr->rate < SLOWEST_WATCHED) {
			pr_notice("counter %s: too slow at %lu Hz to see whether it moves\n",
				  ctr->name, ctr->rate);
			return 0;
		}
		if (!ret) {
			counter_err(ctr, "stands still at 0x%llx, start it or check that its clock is on",
				    now);
			return -EIO;
		}
		if (((now - before) & mask) > mask >> 1)
			back++;
	}

	if (back > MOVES / 2) {
		counter_err(ctr, "runs backwards, let read return the complement of a down counter");
		return -EINVAL;
	}

	return 0;
}

/* Interrupts off, so that nothing stretches the three reads beyond the range. */
static int check_wide_agrees(const struct soc_counter *ctr)
{
	u64 wide_mask = CLOCKSOURCE_MASK(ctr->wide_bits);
	u64 mask = CLOCKSOURCE_MASK(ctr->bits);
	unsigned long flags;
	u64 before, narrow, after;
	int err;

	local_irq_save(flags);
	before = ctr->read_wide();
	narrow = ctr->read();
	after = ctr->read_wide();
	local_irq_restore(flags);

	err = check_width(ctr, "read_wide", before, ctr->wide_bits) ?:
	      check_width(ctr, "read_wide", after, ctr->wide_bits) ?:
	      check_width(ctr, "read", narrow, ctr->bits);
	if (err)
		return err;

	/* This also catches a wide counter that runs backwards: it is far ahead then. */
	if (((after - before) & wide_mask) <= mask &&
	    ((narrow - before) & mask) <= ((after - before) & mask))
		return 0;

	counter_err(ctr, "read shows 0x%llx between 0x%llx and 0x%llx by read_wide, whose low %u bits must be the same",
		    narrow, before, after, ctr->bits);
	return -EINVAL;
}

static int check_read_cs_agrees(struct soc_counter *ctr)
{
	u64 mask = CLOCKSOURCE_MASK(ctr->bits);
	unsigned long flags;
	u64 before, value, after;
	int err;

	local_irq_save(flags);
	before = ctr->read();
	value = ctr->read_cs(&ctr->cs);
	after = ctr->read();
	local_irq_restore(flags);

	err = check_width(ctr, "read", before, ctr->bits) ?:
	      check_width(ctr, "read", after, ctr->bits) ?:
	      check_width(ctr, "read_cs", value, ctr->bits);
	if (err)
		return err;

	if (((value - before) & mask) <= ((after - before) & mask))
		return 0;

	counter_err(ctr, "read_cs shows 0x%llx between 0x%llx and 0x%llx by read, both must read the same counter",
		    value, before, after);
	return -EINVAL;
}

static int check_values(struct soc_counter *ctr)
{
	int err;

	err = check_movement(ctr);
	if (!err && ctr->read_wide)
		err = check_wide_agrees(ctr);
	if (!err && ctr->read_cs)
		err = check_read_cs_agrees(ctr);

	return err;
}

static notrace u64 counter_cs_read(struct clocksource *cs)
{
	return to_counter(cs)->read();
}

/*
 * Timekeeping calls these two where it takes up a clocksource and lets go of it,
 * with all other CPUs held (change_clocksource()), so what they note is exact.
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

/*
 * Every counter has these, not only the one that is the current clocksource:
 * suspend-to-idle calls nothing else of ours. The system clock must stand before
 * its counter may, and run again only after it. There may be several counters,
 * called in the order of their ratings, so each says which it is: only the one
 * that feeds the system clock may stop it or set it going.
 */
static void counter_cs_suspend(struct clocksource *cs)
{
	struct soc_counter *ctr = to_counter(cs);

	soc_sched_clock_suspend(&ctr->src);
	if (ctr->suspend)
		ctr->suspend(ctr);
}

static void counter_cs_resume(struct clocksource *cs)
{
	struct soc_counter *ctr = to_counter(cs);

	if (ctr->resume)
		ctr->resume(ctr);
	soc_sched_clock_resume(&ctr->src);
}

/* From scratch each time: the core leaves its own marks in a clocksource. */
static void describe_clocksource(struct soc_counter *ctr)
{
	ctr->current_cs = false;
	ctr->cs = (struct clocksource) {
		.name		= ctr->name,
		.rating		= ctr->rating,
		.read		= ctr->read_cs ?: counter_cs_read,
		.mask		= CLOCKSOURCE_MASK(ctr->bits),
		.flags		= CLOCK_SOURCE_IS_CONTINUOUS | ctr->flags,
		.vdso_clock_mode = ctr->vdso_clock_mode,
		.enable		= counter_cs_enable,
		.disable	= counter_cs_disable,
		.suspend	= counter_cs_suspend,
		.resume		= counter_cs_resume,
		.owner		= ctr->owner,
	};
	/* Unregistering what never got onto the core's list must do no harm. */
	INIT_LIST_HEAD(&ctr->cs.list);
}

static void describe_source(struct soc_counter *ctr)
{
	ctr->src = (struct soc_clock_source) {
		.name		= ctr->name,
		.read		= ctr->read,
		.read_wide	= ctr->read_wide,
		.bits		= ctr->bits,
		.wide_bits	= ctr->wide_bits,
		.rate		= ctr->rate,
		.rating		= ctr->rating,
	};
}

static int register_clocksource(struct soc_counter *ctr)
{
	int err;

	describe_clocksource(ctr);
	err = clocksource_register_hz(&ctr->cs, ctr->rate);
	if (err)
		counter_err(ctr, "the kernel refuses it as a clocksource (error %d)", err);

	return err;
}

/*
 * The clocksource comes last: giving it back is what the kernel may refuse, so
 * nothing that can fail may follow.
 */
static int register_parts(struct soc_counter *ctr)
{
	int err;

	err = soc_sched_clock_register(&ctr->src);
	if (err) {
		counter_err(ctr, "the system clock refuses it (error %d)", err);
		return err;
	}

	err = register_clocksource(ctr);
	if (err) {
		WARN_ON(soc_sched_clock_unregister(&ctr->src));
		return err;
	}

	return 0;
}

static int register_counter(struct soc_counter *ctr)
{
	int err;

	if (ctr->registered) {
		counter_err(ctr, "is registered already, unregister it first");
		return -EBUSY;
	}

	err = check_description(ctr);
	if (err)
		return err;

	/* read_cs is called with it. */
	describe_clocksource(ctr);
	err = check_values(ctr);
	if (err)
		return err;

	describe_source(ctr);
	ctr->was_current = false;
	err = register_parts(ctr);
	ctr->registered = !err;

	return err;
}

/**
 * soc_counter_register() - offer a counter to the kernel
 * @ctr:	its description, with the private members zero the first time; must
 *		live, unchanged, until soc_counter_unregister() has returned 0
 *
 * The counter must be running. It is read a few times to see that it counts as
 * described; then it becomes a source of the system clock and a clocksource, and
 * either may be in use on return, if its rating is the best. Whatever is wrong
 * is said in one line of the log; @ctr is as before then and may be corrected
 * and registered again.
 *
 * Context: process, may sleep.
 * Return: 0, or
 * -EINVAL: the description makes no sense, or the counter runs backwards, or its
 * functions disagree;
 * -ERANGE: a function shows more bits than described, or so few at this rate
 * that the kernel could not keep up;
 * -EOPNOTSUPP: a CPU-local counter with CONFIG_SMP;
 * -EIO: the counter stands still;
 * -EBUSY: @ctr is registered;
 * or what soc_sched_clock_register() and the clocksource core say.
 */
int soc_counter_register(struct soc_counter *ctr)
{
	int err;

	mutex_lock(&counter_mutex);
	err = register_counter(ctr);
	mutex_unlock(&counter_mutex);

	return err;
}
EXPORT_SYMBOL_NS_GPL(soc_counter_register, SOC_TIMERS_NS);

static int refuse_current(const struct soc_counter *ctr)
{
	counter_err(ctr, "is the current clocksource, switch away first: echo NAME > /sys/devices/system/clocksource/clocksource0/current_clocksource");
	return -EBUSY;
}

/* Some task may still be in the counter's functions, and nothing can wait for it. */
static bool pinned(const struct soc_counter *ctr)
{
	return ctr->was_current && soc_counter_readers_unseen();
}

static int refuse_pinned(const struct soc_counter *ctr)
{
	counter_err(ctr, "was the current clocksource and may still be read: without CONFIG_TASKS_RCU a preemptible kernel can't tell, so it stays until reboot");
	return -EBUSY;
}

/* Back to where it was, as far as the kernel lets us. */
static int undo_unregister(struct soc_counter *ctr, int err)
{
	if (register_clocksource(ctr))
		counter_err(ctr, "is only a source of the system clock from now on");

	return err;
}

/*
 * Why nobody is left, one way to read @ctr after the other:
 *
 * Timekeeping. It changed to another clocksource in stop_machine(): by our
 * caller's doing before, or by clocksource_unregister() if we lost a race. Both
 * copies for the fast, NMI-safe accessors were rewritten in there. An NMI that
 * still saw an old copy ended before the stopper it interrupted, and
 * stop_machine() waited for the stoppers on all CPUs; so it did for every other
 * reader that can't be preempted, in interrupts and in idle. What was preempted
 * between looking up the clocksource and leaving its read is a task that has not
 * slept of its own accord since: synchronize_rcu_tasks() waits for that, as
 * plain RCU does in a kernel without preemption. A clocksource that timekeeping
 * never ran on had no such reader, and the wait takes long.
 *
 * The clocksource watchdog. It reads under the lock under which the clocksource
 * left its list. In later kernels it also has other CPUs read, in an interrupt,
 * and gives up waiting for one that is late; the stop_machine() in
 * soc_sched_clock_unregister() comes after such an interrupt.
 *
 * Suspend timing: SUSPEND_NONSTOP is refused at registration.
 *
 * The system clock: soc_sched_clock_unregister() says so.
 */
static int unregister_parts(struct soc_counter *ctr)
{
	int err;

	err = clocksource_unregister(&ctr->cs);
	if (err) {
		counter_err(ctr, "the kernel can't do without this clocksource (error %d), register another first",
			    err);
		return err;
	}

	/* Somebody may have switched to it just before it went. */
	if (pinned(ctr))
		return undo_unregister(ctr, refuse_pinned(ctr));

	err = soc_sched_clock_unregister(&ctr->src);
	if (err) {
		counter_err(ctr, "the system clock does not let go of it (error %d)", err);
		return undo_unregister(ctr, err);
	}

	if (ctr->was_current)
		synchronize_rcu_tasks();

	return 0;
}

static int unregister_counter(struct soc_counter *ctr)
{
	int err;

	if (!ctr->registered) {
		counter_err(ctr, "is not registered");
		return -ENOENT;
	}
	if (READ_ONCE(ctr->current_cs))
		return refuse_current(ctr);
	if (pinned(ctr))
		return refuse_pinned(ctr);

	err = unregister_parts(ctr);
	ctr->registered = err;

	return err;
}

/**
 * soc_counter_unregister() - take a counter back
 * @ctr: a registered counter
 *
 * Once this returns 0 nobody is in one of @ctr's functions or can get there, NMI
 * included: @ctr, its registers and the module of its functions may go. After an
 * error @ctr is registered as before and must stay as it is.
 *
 * A preemptible kernel without CONFIG_TASKS_RCU can't tell when the last reader
 * of a clocksource is gone. There, a counter that timekeeping has ever run on
 * stays registered, and its module loaded, until reboot.
 *
 * Context: process, sleeps, possibly for seconds.
 * Return: 0;
 * -EBUSY: it is the current clocksource, or has been one as said above, or it is
 * the only clocksource that can watch the others;
 * -ENOENT: @ctr is not registered.
 */
int soc_counter_unregister(struct soc_counter *ctr)
{
	int err;

	mutex_lock(&counter_mutex);
	err = unregister_counter(ctr);
	mutex_unlock(&counter_mutex);

	return err;
}
EXPORT_SYMBOL_NS_GPL(soc_counter_unregister, SOC_TIMERS_NS);
