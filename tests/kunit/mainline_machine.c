// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated machine, see mainline_machine.h.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/preempt.h>
#include <linux/stdarg.h>
#include <linux/string.h>
#include <linux/time64.h>
#include "mainline_machine.h"

/*
 * A clock that is wrong by less is right: changes of the counter and suspend may cost some
 * ticks of the coarser one. The weaknesses cost seconds and more.
 */
#define SLACK_NS	NSEC_PER_MSEC

struct machine machine;

/* An NMI that reads the clock makes no steps of its own. */
static bool looking;
static int preempt_before;

static u64 watched_since, watched_ns, last_ns;

static u64 ticks(u64 at_0, u32 rate)
{
	u64 value;

	/* As on a bus. Whoever comes then finds a CPU that has the value and not used it yet. */
	machine.now += 100;
	value = at_0 + mul_u64_u32_div(machine.now, rate, NSEC_PER_SEC);
	machine_step();

	return value;
}

static notrace u64 read_slow(void)
{
	return (u32)ticks(12345678, 1000000);
}

/* Not on the same lap as the other one. */
static notrace u64 read_wide_mct(void)
{
	return ticks(0x3c0000000ULL, 24000000);
}

static notrace u64 read_mct(void)
{
	return (u32)read_wide_mct();
}

const struct machine_counter machine_slow = {
	.name = "slow", .read = read_slow, .bits = 32, .rate = 1000000,
};

const struct machine_counter machine_mct = {
	.name = "mct", .read = read_mct, .bits = 32, .rate = 24000000,
};

const struct machine_counter machine_wide_mct = {
	.name = "wide mct", .read = read_mct, .read_wide = read_wide_mct, .bits = 32,
	.rate = 24000000,
};

static __printf(1, 2) void wrong(const char *fmt, ...)
{
	va_list args;

	if (machine.wrong++)
		return;
	va_start(args, fmt);
	vsnprintf(machine.first, sizeof(machine.first), fmt, args);
	va_end(args);
}

void machine_look(const char *where)
{
	char place[48];
	u64 due, ns;

	looking = true;
	machine.looks++;
	if (machine.op)
		snprintf(place, sizeof(place), "%s, step %u", machine.op, machine.steps);
	else
		strscpy(place, where, sizeof(place));

	if (!machine.clk->usable()) {
		wrong("%s: a reader calls NULL", place);
		goto out;
	}
	ns = machine.clk->read();
	due = watched_ns + machine.now - machine.asleep - watched_since;
	if (ns + SLACK_NS < last_ns)
		wrong("%s: back by %llu ms", place, div_u64(last_ns - ns, NSEC_PER_MSEC));
	else if (ns > due + SLACK_NS)
		wrong("%s: %llu ms ahead", place, div_u64(ns - due, NSEC_PER_MSEC));
	else if (ns + SLACK_NS < due)
		wrong("%s: %llu ms behind", place, div_u64(due - ns, NSEC_PER_MSEC));
	last_ns = ns;
out:
	looking = false;
}

void machine_watch(void)
{
	looking = true;
	watched_ns = machine.clk->read();
	watched_since = machine.now - machine.asleep;
	last_ns = watched_ns;
	looking = false;
}

/* All kernels that the suites run on count. A stopped machine counts as a lock, too. */
static bool spinlock_is_held(void)
{
	return preempt_count() > preempt_before;
}

static void let_other_in(void)
{
	void (*other)(void) = machine.other;

	machine.other = NULL;
	if (other)
		other();
}

void machine_step(void)
{
	if (looking || !machine.op)
		return;

	machine.steps++;
	machine_look(NULL);
	if (machine.steps >= machine.other_at && !spinlock_is_held())
		let_other_in();
}

unsigned int machine_run(const char *what, void (*fn)(void), void (*other)(void),
			 unsigned int other_at)
{
	machine.op = what;
	machine.steps = 0;
	machine.other = other;
	machine.other_at = other_at;
	preempt_before = preempt_count();
	fn();
	machine.op = NULL;
	/* It has waited for the lock all the time, or there are fewer steps than before. */
	let_other_in();

	return machine.steps;
}

void machine_timer_init(struct machine_timer *timer, clockid_t clock, enum hrtimer_mode mode)
{
	timer->armed = false;
}

void machine_timer_setup(struct machine_timer *timer,
			 enum hrtimer_restart (*function)(struct machine_timer *timer),
			 clockid_t clock, enum hrtimer_mode mode)
{
	machine_timer_init(timer, clock, mode);
	timer->function = function;
}

/* When it fires is up to the tests. */
void machine_timer_start(struct machine_timer *timer, ktime_t time, enum hrtimer_mode mode)
{
	timer->armed = true;
	machine.timer = timer;
	machine_step();
}

void machine_timer_forward(struct machine_timer *timer, ktime_t interval)
{
	machine_step();
}

int machine_timer_cancel(struct machine_timer *timer)
{
	bool armed = timer->armed;

	timer->armed = false;
	machine_step();

	return armed;
}

void machine_renew(void)
{
	struct machine_timer *timer = machine.timer;

	if (!timer || !timer->armed)
		return;
	timer->armed = false;
	if (timer->function(timer) == HRTIMER_RESTART)
		timer->armed = true;
}

int machine_stop(int (*fn)(void *data), void *data, const struct cpumask *cpus)
{
	int ret;

	preempt_disable();
	ret = fn(data);
	preempt_enable();

	return ret;
}

u64 machine_reference(void)
{
	return machine.now - machine.asleep - machine.reference_lost;
}

unsigned long machine_jiffies(void)
{
	return INITIAL_JIFFIES + (unsigned long)div_u64(machine.now, NSEC_PER_SEC / HZ);
}

void machine_boot(const struct mainline_clock *clk)
{
	struct machine before = machine;

	machine = (struct machine) {
		.clk	= clk,
		/* Not on a second, nor on a tick of anything. */
		.now	= 3141592653ULL,
		.looks	= before.looks,
		.wrong	= before.wrong,
	};
	memcpy(machine.first, before.first, sizeof(machine.first));
	clk->boot();
	machine_watch();
}

void machine_pass(u64 ns)
{
	machine.now += ns;
}

void machine_sleep(u64 ns)
{
	machine_run("suspend", machine.clk->suspend, NULL, 0);
	machine_look("asleep");
	machine.now += ns;
	machine.asleep += ns;
	machine_look("still asleep");
	machine_run("resume", machine.clk->resume, NULL, 0);
	machine_look("resumed");
}
