// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/debug/soc_timers/counters: all registered counters, one line each.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "parts.h"

static void show_counter(struct soc_counter *ctr, void *data)
{
	struct seq_file *m = data;

	seq_printf(m, "%-20s %4u %10lu %6d  %-12s %-9s", ctr->name, ctr->bits, ctr->rate,
		   ctr->rating, ctr->read_only ? "counter-only" : "full",
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
	seq_printf(m, "%-20s %4s %10s %6s  %-12s %-9s %s\n", "counter", "bits", "Hz", "rating",
		   "form", "scope", "feeds");
	soc_counter_for_each(show_counter, m);

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
