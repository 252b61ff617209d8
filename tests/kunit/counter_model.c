// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counter of the soc_counter suite, see counter_model.h.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/ktime.h>
#include <linux/math64.h>

#include "counter_model.h"

struct counter_model counter_model;

static u64 tick(struct counter_model *m)
{
	m->reads++;
	if (m->stop_after && m->reads >= m->stop_after)
		return m->value;
	if (m->every < 2 || !(m->reads % m->every))
		m->value += m->step;
	if (m->reads == m->hiccup_at)
		return m->value - 2 * m->step;

	return m->value;
}

u64 notrace counter_model_read(void)
{
	struct counter_model *m = &counter_model;

	return (tick(m) & CLOCKSOURCE_MASK(m->bits)) | m->stray;
}

u64 notrace counter_model_read_cs(struct clocksource *cs)
{
	struct counter_model *m = &counter_model;

	return ((tick(m) + m->cs_off) & CLOCKSOURCE_MASK(m->bits)) | m->cs_stray;
}

u64 notrace counter_model_ns(const struct soc_clock_read_data *rd)
{
	struct counter_model *m = &counter_model;
	u64 value = tick(m) + m->ns_off;

	return m->bits == 32 ? soc_clock_ns32(rd, value) : soc_clock_ns64(rd, value);
}

u64 notrace counter_model_read_wide(void)
{
	struct counter_model *m = &counter_model;
	u64 value = tick(m) + m->wide_off;

	if (m->wide_stuck)
		value = m->wide_off;
	if (m->wide_down)
		value = (value & CLOCKSOURCE_MASK(m->bits)) | -(u64)m->reads << m->bits;

	return (value & CLOCKSOURCE_MASK(m->wide_bits)) | m->wide_stray;
}

u64 notrace counter_model_read_slow(void)
{
	struct counter_model *m = &counter_model;

	m->reads++;
	return div_u64(ktime_get_ns(), NSEC_PER_MSEC) & CLOCKSOURCE_MASK(m->bits);
}
