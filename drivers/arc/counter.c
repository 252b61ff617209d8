// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC's counters as clocksources and sources of the sched clock.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/module.h>
#include <linux/printk.h>
#include <soc-timers/counter.h>

#include "counter.h"

static u64 notrace arc_gfrc_counter_read(void)
{
	return arc_gfrc_read();
}

static u64 notrace arc_gfrc_counter_read_cs(struct clocksource *cs)
{
	return arc_gfrc_read();
}

static u64 notrace arc_rtc_counter_read(void)
{
	return arc_rtc_read();
}

static u64 notrace arc_rtc_counter_read_cs(struct clocksource *cs)
{
	return arc_rtc_read();
}

static u64 notrace arc_timer1_counter_read(void)
{
	return arc_timer1_read();
}

static u64 notrace arc_timer1_counter_read_cs(struct clocksource *cs)
{
	return arc_timer1_read();
}

static const struct {
	const char *name;
	u64 (*read)(void);
	u64 (*read_cs)(struct clocksource *cs);
	unsigned int bits;
	int rating;
	enum soc_counter_scope scope;
} arc_counter_kinds[] = {
	[ARC_GFRC] = {
		.name		= "soc-arc-gfrc",
		.read		= arc_gfrc_counter_read,
		.read_cs	= arc_gfrc_counter_read_cs,
		.bits		= 64,
		.rating		= 400,
		.scope		= SOC_COUNTER_SYSTEM,
	},
	[ARC_RTC] = {
		.name		= "soc-arc-rtc",
		.read		= arc_rtc_counter_read,
		.read_cs	= arc_rtc_counter_read_cs,
		.bits		= 64,
		.rating		= 350,
		.scope		= SOC_COUNTER_CPU_LOCAL,
	},
	[ARC_TIMER1] = {
		.name		= "soc-arc-timer1",
		.read		= arc_timer1_counter_read,
		.read_cs	= arc_timer1_counter_read_cs,
		.bits		= 32,
		.rating		= 300,
		.scope		= SOC_COUNTER_CPU_LOCAL,
	},
};

/* The kernel's own driver has the same counters at the same ratings. */
#define ARC_BELOW_TWIN	10

static struct {
	struct soc_counter ctr;
	bool read_only;
} arc_counters[ARRAY_SIZE(arc_counter_kinds)];

/**
 * arc_counter_name() - a counter's name
 * @which: the counter
 *
 * Return: that of the clocksource.
 */
const char *arc_counter_name(enum arc_counter which)
{
	return arc_counter_kinds[which].name;
}

/**
 * arc_counter_bits() - a counter's width
 * @which: the counter
 *
 * Return: bits.
 */
unsigned int arc_counter_bits(enum arc_counter which)
{
	return arc_counter_kinds[which].bits;
}

/* What reads a counter: a function for any context. (Not for kernel-doc's parser.) */
u64 (*arc_counter_reader(enum arc_counter which))(void)
{
	return arc_counter_kinds[which].read;
}

/**
 * arc_counter_rating() - how good a counter is
 * @which: the counter
 * @read_only: another driver runs it
 *
 * Return: the rating of the clocksource.
 */
int arc_counter_rating(enum arc_counter which, bool read_only)
{
	return arc_counter_kinds[which].rating - (read_only ? ARC_BELOW_TWIN : 0);
}

static void arc_counter_resume(struct soc_counter *ctr)
{
	unsigned int which;

	for (which = 0; which < ARRAY_SIZE(arc_counters); which++) {
		if (ctr == &arc_counters[which].ctr)
			break;
	}
	if (!arc_counters[which].read_only)
		arc_counter_start(which);
	if (!arc_counter_running(which))
		pr_err("%s: stands still since resume: don't suspend this board with the counter in use\n",
		       ctr->name);
}

/**
 * arc_counter_register() - offer a counter to the kernel
 * @which:	the counter; present and running
 * @rate:	in Hz; must not change while registered
 * @read_only:	another driver runs it: it is never started here
 *
 * Context: process, may sleep.
 * Return: 0, or what soc_counter_register() says.
 */
int arc_counter_register(enum arc_counter which, u32 rate, bool read_only)
{
	struct soc_counter *ctr = &arc_counters[which].ctr;

	arc_counters[which].read_only = read_only;
	*ctr = (struct soc_counter) {
		.name		= arc_counter_kinds[which].name,
		.read		= arc_counter_kinds[which].read,
		.read_cs	= arc_counter_kinds[which].read_cs,
		.bits		= arc_counter_kinds[which].bits,
		.rate		= rate,
		.rating		= arc_counter_rating(which, read_only),
		.scope		= arc_counter_kinds[which].scope,
		.resume		= arc_counter_resume,
		.owner		= THIS_MODULE,
	};

	return soc_counter_register(ctr);
}

/**
 * arc_counter_unregister() - take a counter back
 * @which: the counter
 *
 * Context: process, may sleep.
 * Return: 0 if nobody reads it any more, else what soc_counter_unregister() says.
 */
int arc_counter_unregister(enum arc_counter which)
{
	return soc_counter_unregister(&arc_counters[which].ctr);
}
