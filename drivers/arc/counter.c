// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC's counters, described for the registration helper.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/module.h>

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

/* No ARC kernel can suspend, so none is ever resumed. */
static struct soc_counter arc_counters[] = {
	[ARC_GFRC] = {
		.name		= "soc-arc-gfrc",
		.read		= arc_gfrc_counter_read,
		.read_cs	= arc_gfrc_counter_read_cs,
		.bits		= 64,
		.scope		= SOC_COUNTER_SYSTEM,
		.sched_clock	= true,
		.owner		= THIS_MODULE,
	},
	[ARC_RTC] = {
		.name		= "soc-arc-rtc",
		.read		= arc_rtc_counter_read,
		.read_cs	= arc_rtc_counter_read_cs,
		.bits		= 64,
		.scope		= SOC_COUNTER_CPU_LOCAL,
		.sched_clock	= true,
		.owner		= THIS_MODULE,
	},
	[ARC_TIMER1] = {
		.name		= "soc-arc-timer1",
		.read		= arc_timer1_counter_read,
		.read_cs	= arc_timer1_counter_read_cs,
		.bits		= 32,
		.scope		= SOC_COUNTER_CPU_LOCAL,
		.sched_clock	= true,
		.owner		= THIS_MODULE,
	},
};

static const int arc_ratings[] = {
	[ARC_GFRC]	= 400,
	[ARC_RTC]	= 350,
	[ARC_TIMER1]	= 300,
};

/* The kernel's own driver has the same counters at the same ratings. */
#define ARC_BELOW_TWIN	10

static enum arc_counter to_which(const struct soc_counter *ctr)
{
	return ctr - arc_counters;
}

/**
 * arc_counter_name() - the name of a counter
 * @which: the counter
 *
 * Return: its clocksource's name.
 */
const char *arc_counter_name(enum arc_counter which)
{
	return arc_counters[which].name;
}

/**
 * arc_counter_claim() - reserve a counter for a node
 * @which: the counter
 *
 * Each core has one of each, so only one node can have it.
 *
 * Context: any.
 * Return: the counter, for arc_counter_describe() and finally soc_counter_release();
 * NULL: another node has it.
 */
struct soc_counter *arc_counter_claim(enum arc_counter which)
{
	struct soc_counter *ctr = &arc_counters[which];

	return soc_counter_claim(ctr) ? ctr : NULL;
}

/**
 * arc_counter_describe() - complete a counter's description before it is registered
 * @ctr:	from arc_counter_claim()
 * @rate:	in Hz; must not change while it is registered
 * @read_only:	another driver runs it, so it is never started here
 *
 * Context: any.
 */
void arc_counter_describe(struct soc_counter *ctr, u32 rate, bool read_only)
{
	ctr->rate = rate;
	ctr->read_only = read_only;
	ctr->rating = arc_ratings[to_which(ctr)] - (read_only ? ARC_BELOW_TWIN : 0);
}
