// SPDX-License-Identifier: GPL-2.0-only
/*
 * The roles of the channels of a DW APB timer: a function of their addresses, the number
 * of CPUs and, in the early form, of which channels could be opened early in boot.
 * Neither the order of the nodes in the device tree nor the order of the probes matters.
 *
 * A CPU gets a device of its own only if every CPU does: a CPU that is left out would
 * have no tick of its own, and would keep the others from having one.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "roles.h"

static u64 all_channels(const struct dw_apb_layout *l)
{
	return l->channels < DW_APB_MAX_CHANNELS ? BIT_ULL(l->channels) - 1 : U64_MAX;
}

static u64 lowest(u64 set)
{
	return set & -set;
}

/* Index of @channel among those in @set. */
static unsigned int index_in(u64 set, unsigned int channel)
{
	return hweight64(set & (BIT_ULL(channel) - 1));
}

/*
 * Prefer a channel without an interrupt, which is useless for anything else. Otherwise
 * use the second one, like the in-tree driver on all boards whose nodes are in order of
 * address.
 */
static u64 counter_among(const struct dw_apb_layout *l, u64 set)
{
	u64 mute = set & ~l->has_irq;

	if (l->counter)
		return l->counter;
	if (mute)
		return lowest(mute);
	if (set == lowest(set))
		return l->events_first ? 0 : set;
	return lowest(set & ~lowest(set));
}

/* Number of per-CPU devices that the channels in @events allow: one for each CPU, or none. */
static unsigned int per_cpu_events(const struct dw_apb_layout *l, u64 events, bool affine)
{
	return affine && hweight64(events) >= l->cpus ? l->cpus : 0;
}

static enum dw_apb_role event_role(const struct dw_apb_layout *l, u64 events,
				   unsigned int channel, unsigned int *cpu)
{
	unsigned int index = index_in(events, channel);
	unsigned int per_cpu = per_cpu_events(l, events, l->affine);

	if (index < per_cpu) {
		*cpu = index;
		return DW_APB_CPU;
	}
	return index == per_cpu ? DW_APB_ALL : DW_APB_SPARE;
}

static enum dw_apb_role chosen_role(const struct dw_apb_layout *l, u64 set,
				    unsigned int channel, unsigned int *cpu)
{
	u64 counter = counter_among(l, set);
	u64 events = set & l->has_irq & ~counter;

	if (counter & BIT_ULL(channel))
		return DW_APB_COUNTER;
	if (!(events & BIT_ULL(channel)))
		return DW_APB_SPARE;

	return event_role(l, events, channel, cpu);
}

/* The system already runs on other channels: this one takes a role that they left unfilled. */
static enum dw_apb_role late_role(const struct dw_apb_layout *l, unsigned int channel,
				  unsigned int *cpu)
{
	u64 counter = counter_among(l, l->opened);
	u64 early = l->opened & l->has_irq & ~counter;
	u64 late = all_channels(l) & ~l->opened;
	enum dw_apb_role role;

	if (!counter) {
		counter = lowest(late & ~l->has_irq) ?: lowest(late);
		if (counter & BIT_ULL(channel))
			return DW_APB_COUNTER;
	}
	late &= l->has_irq & ~counter;
	if (!(late & BIT_ULL(channel)))
		return DW_APB_SPARE;

	/* If each CPU has a device, only the one for all CPUs may be missing. */
	if (per_cpu_events(l, early, l->opened_affine))
		return hweight64(early) == l->cpus && lowest(late) == BIT_ULL(channel) ?
		       DW_APB_ALL : DW_APB_SPARE;

	/* Otherwise one of the early channels serves all CPUs, if there are any. */
	role = event_role(l, late, channel, cpu);
	return role == DW_APB_ALL && early ? DW_APB_SPARE : role;
}

/* The channels that have @letter. */
static u64 with_letter(const char *spec, char letter)
{
	u64 set = 0;
	unsigned int n;

	for (n = 0; spec[n] && n < DW_APB_MAX_CHANNELS; n++)
		if (spec[n] == letter)
			set |= BIT_ULL(n);

	return set;
}

/* As in event_role(): one device for each CPU, or one for all. */
static enum dw_apb_role told_event(const struct dw_apb_layout *l, unsigned int channel,
				   unsigned int *cpu)
{
	u64 opened = l->opened ?: U64_MAX;
	u64 events = with_letter(l->spec, 'e'), usable = events & opened;
	bool enough = per_cpu_events(l, events, l->affine);

	/*
	 * Until each CPU's is there, the b channel serves all CPUs; without one, the
	 * first e does.
	 */
	if (enough && hweight64(usable) < l->cpus) {
		enough = with_letter(l->spec, 'b') & opened;
		usable = enough ? events : usable;
	}
	/* If only the counter was available early in boot, no channel provides events yet. */
	if (!usable) {
		usable = events;
		enough = per_cpu_events(l, events, l->affine);
	}
	if (!(usable & BIT_ULL(channel)))
		return DW_APB_SPARE;

	*cpu = index_in(usable, channel);
	if (enough)
		return *cpu < l->cpus ? DW_APB_CPU : DW_APB_SPARE;
	return *cpu ? DW_APB_SPARE : DW_APB_ALL;
}

static enum dw_apb_role told_role(const struct dw_apb_layout *l, unsigned int channel,
				  unsigned int *cpu)
{
	if (channel >= strlen(l->spec))
		return DW_APB_SPARE;

	switch (l->spec[channel]) {
	case 'c':
		return DW_APB_COUNTER;
	case 'b':
		return DW_APB_ALL;
	case 'e':
		return told_event(l, channel, cpu);
	}
	return DW_APB_SPARE;
}

/**
 * dw_apb_check_spec() - is this a valid description of roles?
 * @spec: see dw_apb_role_of()
 *
 * Return: 0, or -EINVAL: a letter is not c, e, b or -, there is more than one c or more
 * than one b, or there are more letters than there can be channels.
 */
int dw_apb_check_spec(const char *spec)
{
	if (spec[strspn(spec, "ceb-")] || strlen(spec) > DW_APB_MAX_CHANNELS)
		return -EINVAL;

	return hweight64(with_letter(spec, 'c')) > 1 || hweight64(with_letter(spec, 'b')) > 1 ?
	       -EINVAL : 0;
}

/**
 * dw_apb_role_of() - the role of a channel
 * @l:		the channels, and what was requested for them: if @l->spec is set, one
 *		letter for each channel, c: counter, e: events of one CPU, in the order of
 *		the CPUs (if there are fewer such channels than CPUs, or interrupts cannot
 *		be directed, the first one serves all CPUs and the others are unused), b:
 *		events of all CPUs, -: leave it alone; channels beyond the last letter are
 *		left alone
 * @channel:	index of the channel
 * @cpu:	set to the CPU's index among the possible CPUs if the role is DW_APB_CPU
 *
 * Return: the role.
 */
enum dw_apb_role dw_apb_role_of(const struct dw_apb_layout *l, unsigned int channel,
				unsigned int *cpu)
{
	if (l->spec)
		return told_role(l, channel, cpu);
	if (l->opened && !(l->opened & BIT_ULL(channel)))
		return late_role(l, channel, cpu);

	return chosen_role(l, l->opened ?: all_channels(l), channel, cpu);
}
