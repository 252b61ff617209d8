// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fakes of the soc_counter suite, see counter_fakes.h.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "counter_fakes.h"

struct counter_fakes counter_fakes;

void counter_fakes_log(const char *word, int err)
{
	size_t used = strlen(counter_fakes.log);

	scnprintf(counter_fakes.log + used, sizeof(counter_fakes.log) - used, "%s%s%s",
		  used ? " " : "", word, err ? "!" : "");
}

int counter_fake_printk(const char *fmt, ...)
{
	va_list args;

	if (strstarts(fmt, KERN_ERR) || strstarts(fmt, KERN_WARNING)) {
		counter_fakes.errors += strstarts(fmt, KERN_ERR);
		va_start(args, fmt);
		vsnprintf(counter_fakes.text, sizeof(counter_fakes.text), fmt, args);
		va_end(args);
	}
	va_start(args, fmt);
	vprintk(fmt, args);
	va_end(args);

	return 0;
}

int counter_fake_cs_register(struct clocksource *cs, u32 hz)
{
	int err = counter_fakes.cs_register_err;

	counter_fakes_log("+cs", err);
	counter_fakes.hz = hz;
	if (!err && counter_fakes.real_core)
		err = clocksource_register_hz(cs, hz);

	return err;
}

int counter_fake_cs_unregister(struct clocksource *cs)
{
	int err = counter_fakes.cs_unregister_err;

	if (counter_fakes.switch_in_between) {
		cs->enable(cs);
		cs->disable(cs);
	}
	counter_fakes_log("-cs", err);
	if (!err && counter_fakes.real_core)
		err = clocksource_unregister(cs);

	return err;
}

int counter_fake_src_register(struct soc_clock_source *src)
{
	counter_fakes_log("+src", counter_fakes.src_register_err);
	counter_fakes.src = src;

	return counter_fakes.src_register_err;
}

int counter_fake_src_unregister(struct soc_clock_source *src)
{
	counter_fakes_log("-src", counter_fakes.src_unregister_err);
	counter_fakes.src = src;

	return counter_fakes.src_unregister_err;
}

int counter_fake_offer(struct soc_clock_source *src)
{
	counter_fakes_log("offer", counter_fakes.offer_err);
	counter_fakes.src = src;

	return counter_fakes.offer_err;
}

void counter_fake_freeze(const struct soc_clock_source *src)
{
	counter_fakes_log("freeze", 0);
	counter_fakes.src = src;
}

void counter_fake_thaw(const struct soc_clock_source *src)
{
	counter_fakes_log("thaw", 0);
	counter_fakes.src = src;
}

void counter_fake_demote(struct soc_clock_source *src)
{
	counter_fakes_log("demote", 0);
	counter_fakes.src = src;
}

bool counter_fake_wraps_too_soon(unsigned int bits, unsigned long rate)
{
	return counter_fakes.wraps_too_soon;
}

void counter_fake_wait(void)
{
	counter_fakes_log("wait", 0);
	if (counter_fakes.real_core)
		synchronize_rcu_tasks();
}

void counter_fake_pin(struct module *module)
{
	counter_fakes_log("pin", 0);
}

bool counter_fake_hold(struct module *module)
{
	counter_fakes_log("hold", counter_fakes.going);
	return !counter_fakes.going;
}

void counter_fake_sleep(unsigned int ms)
{
	counter_fakes_log("sleep", 0);
	if (!counter_fakes.sleeps || !--counter_fakes.sleeps)
		counter_fakes.cs_unregister_err = 0;
}

void counter_fake_sched_clock(u64 (*read)(void), int bits, unsigned long rate)
{
	counter_fakes_log(counter_fakes.stopped ? "stopped:sched_clock" : "sched_clock", 0);
	counter_fakes.kernel = read;
	counter_fakes.kernel_bits = bits;
	counter_fakes.kernel_rate = rate;
}

void (*counter_fake_lookup(void))(u64 (*read)(void), int bits, unsigned long rate)
{
	return counter_fakes.exported ? counter_fake_sched_clock : NULL;
}

int counter_fake_stop_machine(int (*fn)(void *data), void *data, const struct cpumask *cpus)
{
	int ret;

	counter_fakes.stopped = true;
	ret = fn(data);
	counter_fakes.stopped = false;

	return ret;
}

#ifdef CONFIG_GENERIC_SCHED_CLOCK

static struct clock_read_data counter_fake_data;

struct clock_read_data *counter_fake_read_begin(unsigned int *seq)
{
	counter_fake_data.read_sched_clock = counter_fakes.kernel;
	return &counter_fake_data;
}

int counter_fake_read_retry(unsigned int seq)
{
	return 0;
}

#endif /* CONFIG_GENERIC_SCHED_CLOCK */

#ifdef CONFIG_ARM

void counter_fake_delay(const struct delay_timer *timer)
{
	counter_fakes_log("delay", counter_fakes.delay_refused);
	if (counter_fakes.delay_refused)
		return;
	counter_fakes.delay = timer->read_current_timer;
	counter_fakes.delay_rate = timer->freq;
	counter_fakes.lpj = timer->freq / HZ;
}

#endif /* CONFIG_ARM */
