// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counter's rate, in debugfs.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/dcache.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "debugfs.h"

static struct extcc_rate extcc_shown;
static struct dentry *extcc_file;

static const char * const extcc_verdicts[] = {
	[EXTCC_UNCHECKED]	= "unchecked",
	[EXTCC_CONFIRMED]	= "confirmed",
	[EXTCC_REPLACED]	= "replaced by the measured one",
};

static int extcc_show(struct seq_file *m, void *unused)
{
	seq_printf(m, "firmware:     %u Hz, %s\n", extcc_shown.firmware,
		   extcc_verdicts[extcc_shown.verdict]);
	if (extcc_shown.verdict != EXTCC_UNCHECKED)
		seq_printf(m, "measured:     %u Hz, %lld ppb off, +-%llu\n",
			   extcc_shown.measured, extcc_shown.ppb, extcc_shown.unsure);
	seq_printf(m, "used:         %u Hz\n", extcc_shown.used);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(extcc);

/**
 * extcc_debugfs_create() - show the rate next to the system clock
 * @rate: the rate to show
 *
 * The counter works without it, so nothing is reported if it fails.
 *
 * Context: process.
 */
void extcc_debugfs_create(const struct extcc_rate *rate)
{
	struct dentry *dir = debugfs_lookup("soc_timers", NULL);

	extcc_shown = *rate;
	if (!dir)
		return;
	extcc_file = debugfs_create_file("extcc", 0444, dir, NULL, &extcc_fops);
	dput(dir);
}

/**
 * extcc_debugfs_remove() - undo extcc_debugfs_create()
 *
 * Context: process.
 */
void extcc_debugfs_remove(void)
{
	debugfs_remove(extcc_file);
}
