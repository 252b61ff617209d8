// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fakes of the soc_counter suite, see counter_fakes.h.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

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
