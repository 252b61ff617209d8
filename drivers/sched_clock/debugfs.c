// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/debug/soc_timers/sched_clock: the state of the system clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/debugfs.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/time64.h>
#include "system.h"

static struct dentry *soc_debugfs;

static void show_ns(struct seq_file *m, const char *what, u64 ns)
{
	u32 rest;
	u64 sec = div_u64_rem(ns, NSEC_PER_SEC, &rest);

	seq_printf(m, "%-15s%llu.%09u s\n", what, sec, rest);
}

static int sched_clock_show(struct seq_file *m, void *unused)
{
	unsigned int users = soc_sched_clock_users();
	struct soc_clock_state state;

	/* Without a user the epoch may be too old to show anything. */
	soc_sched_clock_get();
	soc_clock_get_state(&soc_system_clock, &state);
	soc_sched_clock_put();

	seq_printf(m, "%-15s%s%s\n", "counter:", state.name,
		   state.suspended ? " (suspended)" : "");
	seq_printf(m, "%-15s%u bits\n", "width:", state.bits);
	seq_printf(m, "%-15s%lu Hz\n", "rate:", state.rate);
	seq_printf(m, "%-15s%u / %u\n", "mult/shift:", state.rd.mult, state.rd.shift);
	show_ns(m, "clock:", state.now);
	show_ns(m, "epoch:", state.rd.epoch_ns);
	seq_printf(m, "%-15s%#llx\n", "epoch ticks:", state.rd.epoch_cyc);
	show_ns(m, "time to wrap:", state.wrap);
	show_ns(m, "renewed every:", state.period);
	seq_printf(m, "%-15s%llu\n", "updates:", state.stats.updates);
	seq_printf(m, "%-15s%llu\n", "late updates:", state.stats.late);
	seq_printf(m, "%-15s%llu\n", "restarts:", state.stats.restarts);
	seq_printf(m, "%-15s%llu\n", "switches:", state.stats.switches);
	seq_printf(m, "%-15s%u\n", "users:", users);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(sched_clock);

/*
 * Errors are ignored: the clock works without debugfs. Returns the directory, for
 * the pages of others; debugfs accepts an error in its place.
 */
struct dentry *soc_debugfs_create(void)
{
	soc_debugfs = debugfs_create_dir("soc_timers", NULL);
	debugfs_create_file("sched_clock", 0444, soc_debugfs, NULL, &sched_clock_fops);

	return soc_debugfs;
}

void soc_debugfs_remove(void)
{
	debugfs_remove_recursive(soc_debugfs);
}
