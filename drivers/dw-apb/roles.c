// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which channel of a DW APB timer does what: a function of the addresses and of
 * the number of CPUs alone, so that neither the order of the nodes in the device
 * tree nor that of the probes matters.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "roles.h"

static bool has_irq(const struct dw_apb_layout *l, unsigned int channel)
{
	return l->has_irq >> channel & 1;
}

/*
 * A channel that has no interrupt is good for nothing else. Otherwise the second
 * one, as the in-tree driver has it on all boards whose nodes are in the order of
 * their addresses.
 */
static unsigned int counter_of(const struct dw_apb_layout *l)
{
	unsigned int n;

	for (n = 0; n < l->channels; n++)
		if (!has_irq(l, n))
			return n;
	if (l->channels == 1)
		return l->events_first ? 1 : 0;
	return 1;
}

/* Event channels below @channel; all of them with l->channels. */
static unsigned int events_below(const struct dw_apb_layout *l, unsigned int channel)
{
	unsigned int counter = counter_of(l), n, events = 0;

	for (n = 0; n < channel; n++)
		events += n != counter && has_irq(l, n);
	return events;
}

/*
 * Devices of single CPUs only if there is one for each: a CPU that is left out
 * would have no tick of its own, and keep the others from having one.
 */
static enum dw_apb_role chosen_role(const struct dw_apb_layout *l, unsigned int channel,
				    unsigned int *cpu)
{
	unsigned int number = events_below(l, channel);
	unsigned int per_cpu = 0;

	if (channel == counter_of(l))
		return DW_APB_COUNTER;
	if (!has_irq(l, channel))
		return DW_APB_SPARE;

	if (l->affine && events_below(l, l->channels) >= l->cpus)
		per_cpu = l->cpus;
	if (number < per_cpu) {
		*cpu = number;
		return DW_APB_CPU;
	}
	return number == per_cpu ? DW_APB_ALL : DW_APB_SPARE;
}

static unsigned int count_e(const char *spec, unsigned int length)
{
	unsigned int count = 0;

	for (; length && *spec; length--, spec++)
		count += *spec == 'e';
	return count;
}

static enum dw_apb_role told_role(const struct dw_apb_layout *l, unsigned int channel,
				  unsigned int *cpu)
{
	unsigned int before = count_e(l->spec, channel);

	if (channel >= strlen(l->spec))
		return DW_APB_SPARE;

	switch (l->spec[channel]) {
	case 'c':
		return DW_APB_COUNTER;
	case 'b':
		return DW_APB_ALL;
	case 'e':
		/* As above: one for each CPU, or one for all. */
		if (!l->affine || count_e(l->spec, UINT_MAX) < l->cpus)
			return before ? DW_APB_SPARE : DW_APB_ALL;
		*cpu = before;
		return before < l->cpus ? DW_APB_CPU : DW_APB_SPARE;
	}
	return DW_APB_SPARE;
}

/**
 * dw_apb_check_spec() - is this a description of roles?
 * @spec: see dw_apb_role_of()
 *
 * Return: 0, or -EINVAL: a letter is none of c, e, b, -, or there is more than
 * one c or more than one b.
 */
int dw_apb_check_spec(const char *spec)
{
	unsigned int counters = 0, broadcasts = 0;

	for (; *spec; spec++) {
		if (!strchr("ceb-", *spec))
			return -EINVAL;
		counters += *spec == 'c';
		broadcasts += *spec == 'b';
	}
	return counters > 1 || broadcasts > 1 ? -EINVAL : 0;
}

/**
 * dw_apb_role_of() - the role of a channel
 * @l:		the channels, and what is told about them: with @l->spec, one
 *		letter for each channel, c: counter, e: events of one CPU, beginning
 *		with the first (if there are fewer than CPUs or interrupts can't be
 *		directed: the first one is for all, the others for nothing), b: events
 *		of all CPUs, -: leave it alone; what the letters don't reach is left
 *		alone
 * @channel:	number of the channel
 * @cpu:	number of the CPU, as the how manyth that there may be, if the role is
 *		DW_APB_CPU
 *
 * Return: the role.
 */
enum dw_apb_role dw_apb_role_of(const struct dw_apb_layout *l, unsigned int channel,
				unsigned int *cpu)
{
	return l->spec ? told_role(l, channel, cpu) : chosen_role(l, channel, cpu);
}
