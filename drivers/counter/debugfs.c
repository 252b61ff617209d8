// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/debug/soc_timers/counters: all registered counters, one line each.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/timekeeping.h>

#include "parts.h"

/* For how long the page watches the counters, in ms: to some ppm on hardware. */
#define WATCH_MS	500

/* The marks are in the counters, so one reader of the page at a time. */
static DEFINE_MUTEX(watch_mutex);

static void mark_counter(struct soc_counter *ctr, void *unused)
{
	ctr->mark_ns = ktime_get_raw_ns();
	ctr->mark_ticks = ctr->read();
}

static void show_ppm(struct seq_file *m, const struct soc_counter *ctr)
{
	u64 ns = ktime_get_raw_ns() - ctr->mark_ns;
	u64 ticks = ctr->read() - ctr->mark_ticks;
	int ppm;

	/* One that has come since was not watched; the current one would measure itself. */
	if (ctr->mark_ns && !READ_ONCE(ctr->current_cs) && soc_counter_ppm(ctr, ticks, ns, &ppm))
		seq_printf(m, " %7d", ppm);
	else
		seq_printf(m, " %7s", "-");
}

static void show_counter(struct soc_counter *ctr, void *data)
{
	struct seq_file *m = data;

	seq_printf(m, "%-20s %-18s %4u %10lu", ctr->name, module_name(ctr->owner), ctr->bits,
		   ctr->rate);
	show_ppm(m, ctr);
	seq_printf(m, " %6d  %-12s %-9s", ctr->rating, ctr->read_only ? "counter-only" : "full",
		   ctr->scope == SOC_COUNTER_SYSTEM ? "system" : "cpu-local");
	if (soc_sched_clock_runs_on(&ctr->src))
		seq_puts(m, " soc_sched_clock");
	if (READ_ONCE(ctr->current_cs))
		seq_puts(m, " timekeeping");
	if (soc_counter_is_sched_clock(ctr))
		seq_puts(m, " sched_clock");
	if (soc_counter_is_delay_timer(ctr))
		seq_puts(m, " delay");
	seq_putc(m, '\n');
}

static int soc_counters_show(struct seq_file *m, void *unused)
{
	seq_printf(m, "%-20s %-18s %4s %10s %7s %6s  %-12s %-9s %s\n", "counter", "module", "bits",
		   "Hz", "ppm", "rating", "form", "scope", "feeds");
	mutex_lock(&watch_mutex);
	soc_counter_for_each(mark_counter, NULL);
	/* Cannot be interrupted, so suspend waits: a counter might stop in it. */
	msleep(WATCH_MS);
	soc_counter_for_each(show_counter, m);
	mutex_unlock(&watch_mutex);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(soc_counters);

/**
 * soc_counter_debugfs_create() - create the page of all counters
 * @dir: directory of the package in debugfs, which is removed as a whole
 *
 * Context: process.
 */
void soc_counter_debugfs_create(struct dentry *dir)
{
	debugfs_create_file("counters", 0444, dir, NULL, &soc_counters_fops);
}
