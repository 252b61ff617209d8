/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A simulated machine on which the kernel's own sched_clock() and ours in its place run the
 * same schedules: true time, counters that follow it, an epoch timer that fires when a test
 * lets it, an NMI that reads the clock between any two steps of a writer, and another CPU
 * that may start a writer of its own there.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _MAINLINE_MACHINE_H
#define _MAINLINE_MACHINE_H

#include <kunit/test.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/types.h>

/**
 * struct machine_counter - a counter of the machine
 * @name:	for messages
 * @read:	its value in @bits bits
 * @read_wide:	its value in 64 bits, NULL if it has no more than @bits
 * @bits:	its width
 * @rate:	its rate in Hz
 */
struct machine_counter {
	const char	*name;
	u64		(*read)(void);
	u64		(*read_wide)(void);
	unsigned int	bits;
	unsigned long	rate;
};

/**
 * struct mainline_clock - a clock under test
 * @name:	for messages; that of a kernel tree is its version
 * @boot:	the state in which the image is loaded
 * @start:	timers work from now on
 * @add:	register a counter
 * @suspend:	as the hook of the system core
 * @resume:	the same
 * @usable:	the data that a reader would use now names a counter
 * @read:	the clock in ns
 */
struct mainline_clock {
	const char	*name;
	void		(*boot)(void);
	void		(*start)(void);
	void		(*add)(const struct machine_counter *ctr);
	void		(*suspend)(void);
	void		(*resume)(void);
	bool		(*usable)(void);
	u64		(*read)(void);
};

extern const struct mainline_clock mainline_ours;

/* One for each kernel tree: Kbuild has the list. */
#ifdef MAINLINE_TREES
extern const struct mainline_clock MAINLINE_TREES;
#endif

/* In place of struct hrtimer. */
struct machine_timer {
	enum hrtimer_restart	(*function)(struct machine_timer *timer);
	bool			armed;
};

/* In place of struct syscore_ops, whose callbacks differ between kernels. */
struct machine_syscore_ops {
	void	*suspend;
	void	*resume;
};

struct machine_syscore {
	const struct machine_syscore_ops	*ops;
};

/**
 * struct machine - the machine
 * @clk:	the clock that runs on it
 * @timer:	its epoch timer
 * @now:	true time in ns
 * @asleep:	time that the machine spent in suspend, in ns
 * @reference_lost: time that CLOCK_MONOTONIC has lost, in ns
 * @warnings:	warnings logged
 * @op:		what runs, for messages; NULL if no writer does
 * @steps:	steps seen since it began
 * @other:	what another CPU is about to run, see machine_run()
 * @other_at:	the step at which it does
 * @looks:	readings
 * @wrong:	those that were wrong
 * @first:	the first of these
 */
struct machine {
	const struct mainline_clock	*clk;
	struct machine_timer		*timer;
	u64				now;
	u64				asleep;
	u64				reference_lost;
	unsigned int			warnings;

	const char			*op;
	unsigned int			steps;
	void				(*other)(void);
	unsigned int			other_at;

	unsigned int			looks;
	unsigned int			wrong;
	char				first[160];
};

extern struct machine machine;
extern const struct machine_counter machine_slow, machine_mct, machine_wide_mct;

/* What the seam calls. */
void machine_step(void);
void machine_timer_init(struct machine_timer *timer, clockid_t clock, enum hrtimer_mode mode);
void machine_timer_setup(struct machine_timer *timer,
			 enum hrtimer_restart (*function)(struct machine_timer *timer),
			 clockid_t clock, enum hrtimer_mode mode);
void machine_timer_start(struct machine_timer *timer, ktime_t time, enum hrtimer_mode mode);
void machine_timer_forward(struct machine_timer *timer, ktime_t interval);
int machine_timer_cancel(struct machine_timer *timer);
int machine_stop(int (*fn)(void *data), void *data, const struct cpumask *cpus);
u64 machine_reference(void);
unsigned long machine_jiffies(void);

/* Switch the machine on, with @clk; its readings so far are forgotten, but not the faults. */
void machine_boot(const struct mainline_clock *clk);

/* From now on the clock is compared with true time. */
void machine_watch(void);

void machine_pass(u64 ns);

/* The machine is suspended for @ns. */
void machine_sleep(u64 ns);

/* Read the clock, and note if that is wrong. */
void machine_look(const char *where);

/* Let the epoch timer fire if it is armed. */
void machine_renew(void);

/*
 * Let a CPU run @fn, with a reading at each step. When it comes to step @other_at, another
 * CPU runs @other; if a spinlock is held then, as soon as it is free. Returns how many steps
 * there were.
 */
unsigned int machine_run(const char *what, void (*fn)(void), void (*other)(void),
			 unsigned int other_at);

#endif /* _MAINLINE_MACHINE_H */
