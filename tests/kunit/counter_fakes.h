/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the soc_counter suite puts in place of the clocksource core, the system clock and
 * RCU: fakes that record their calls, fail when told to, and can pass a clocksource on to
 * the real core.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _COUNTER_FAKES_H
#define _COUNTER_FAKES_H

#include <linux/clocksource.h>
#include <linux/module.h>
#include <linux/sched_clock.h>
#include <soc-timers/counter.h>

/**
 * struct counter_fakes - the state of the fakes; all zero between tests
 * @log:		what was called, one word each: "+src" and "-src" for the
 *			system clock, "+cs" and "-cs" for the clocksource core,
 *			"wait" for RCU, "pin" and "hold" for the module, "sleep" between
 *			attempts, "freeze" and "thaw"
 *			for the system clock in suspend, "demote" for its source,
 *			"sched_clock" and "delay" for the kernel's own clocks,
 *			"stopped:" before it if nothing else runs,
 *			"offer" for the system clock as the kernel's; a failure
 *			has "!" after it
 * @src_register_err:	what registering a source returns
 * @src_unregister_err:	what unregistering one returns
 * @offer_err:		what offering one to the kernel's clock returns
 * @cs_register_err:	what registering a clocksource returns
 * @cs_unregister_err:	what unregistering one returns
 * @switch_in_between:	timekeeping switches to the clocksource just before it is
 *			unregistered
 * @wraps_too_soon:	for the epoch timer
 * @readers_unseen:	as in a preemptible kernel without CONFIG_TASKS_RCU
 * @going:		the module is being unloaded
 * @sleeps:		until the clocksource core lets go of the clocksource
 * @irqtime:		the kernel times interrupts
 * @exported:		sched_clock_register() is
 * @stopped:		the machine, for a callback
 * @kernels:		the system clock is the kernel's sched_clock()
 * @real_core:		clocksources go to the real core as well
 * @hz:			rate of the last clocksource registered
 * @kernel:		the function that reads the kernel's sched_clock()
 * @kernel_bits:	its width
 * @kernel_rate:	its rate in Hz
 * @delay:		the delay timer of udelay()
 * @delay_rate:		its rate in Hz
 * @delay_refused:	there is a delay timer that is as fine
 * @lpj:		the kernel's lpj_fine
 * @src:		source of the last call that was given one
 * @errors:		lines logged as errors
 * @text:		the last of them and of warnings
 */
struct counter_fakes {
	char				log[256];
	int				src_register_err;
	int				src_unregister_err;
	int				offer_err;
	int				cs_register_err;
	int				cs_unregister_err;
	bool				switch_in_between;
	bool				wraps_too_soon;
	bool				readers_unseen;
	bool				going;
	unsigned int			sleeps;
	bool				irqtime;
	bool				exported;
	bool				stopped;
	bool				kernels;
	bool				real_core;
	u32				hz;
	u64				(*kernel)(void);
	int				kernel_bits;
	unsigned long			kernel_rate;
	unsigned long			(*delay)(void);
	unsigned long			delay_rate;
	bool				delay_refused;
	unsigned long			lpj;
	const struct soc_clock_source	*src;
	unsigned int			errors;
	char				text[256];
};

extern struct counter_fakes counter_fakes;

void counter_fakes_log(const char *word, int err);
int counter_fake_printk(const char *fmt, ...) __printf(1, 2);

int counter_fake_cs_register(struct clocksource *cs, u32 hz);
int counter_fake_cs_unregister(struct clocksource *cs);
int counter_fake_src_register(struct soc_clock_source *src);
int counter_fake_src_unregister(struct soc_clock_source *src);
int counter_fake_offer(struct soc_clock_source *src);
void counter_fake_freeze(const struct soc_clock_source *src);
void counter_fake_thaw(const struct soc_clock_source *src);
void counter_fake_demote(struct soc_clock_source *src);
bool counter_fake_wraps_too_soon(unsigned int bits, unsigned long rate);
void counter_fake_wait(void);
void counter_fake_pin(struct module *module);
bool counter_fake_hold(struct module *module);
void counter_fake_sleep(unsigned int ms);

void counter_fake_sched_clock(u64 (*read)(void), int bits, unsigned long rate);
void (*counter_fake_lookup(void))(u64 (*read)(void), int bits, unsigned long rate);
int counter_fake_stop_machine(int (*fn)(void *data), void *data, const struct cpumask *cpus);
#ifdef CONFIG_GENERIC_SCHED_CLOCK
struct clock_read_data *counter_fake_read_begin(unsigned int *seq);
int counter_fake_read_retry(unsigned int seq);
#endif
#ifdef CONFIG_ARM
struct delay_timer;
void counter_fake_delay(const struct delay_timer *timer);
#endif

/* The code under test, from counter_under_test.c */
bool counter_test_claim(struct soc_counter *ctr);
void counter_test_release(struct soc_counter *ctr);
int counter_test_register(struct soc_counter *ctr);
int counter_test_unregister(struct soc_counter *ctr);
int counter_test_check(struct soc_counter *ctr);
int counter_test_hand_over(struct soc_counter *ctr);
int counter_test_retract(struct soc_counter *ctr);
int counter_test_register_early(struct soc_counter *ctr);
int counter_test_initcall(void);
/* Forget which counters the kernel's own clocks run on: nothing but a boot does. */
void counter_test_next_boot(void);
bool counter_test_is_sched_clock(const struct soc_counter *ctr);
bool counter_test_is_delay_timer(const struct soc_counter *ctr);
void counter_test_suspend_hook(void);
void counter_test_resume_hook(void);
void counter_test_hook(void);
void counter_test_unhook(void);
void counter_test_hook_devices(void);
void counter_test_unhook_devices(void);

#endif /* _COUNTER_FAKES_H */
