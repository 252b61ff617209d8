// SPDX-License-Identifier: GPL-2.0-only
/*
 * A model of the auxiliary registers of ARC cores, see arc_model.h. The numbers of
 * registers and commands are those of the hardware, not copied from the driver.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL

#include <linux/bits.h>
#include <linux/limits.h>
#include <soc-timers/io-arc.h>

#include "arc_model.h"

struct arc_model arc_model;

void arc_model_reset(void)
{
	arc_model = (struct arc_model) {
		.step = 1,
		.build_timers = BIT(8) | BIT(9) | BIT(10) | 4,
		.build_mcip = BIT(14) | 2,
		.build_gfrc = 3,
	};
}

/* Forget what was done, not the state. */
void arc_model_forget(void)
{
	struct arc_model *m = &arc_model;

	m->accesses = 0;
	m->writes = 0;
	m->interrupts = 0;
	m->held_off = 0;
}

static void advance(u64 ticks)
{
	struct arc_model *m = &arc_model;
	u64 rtc = m->rtc;

	m->gfrc += ticks;
	m->rtc += ticks;
	m->t1 += ticks;
	if (rtc >> 32 != m->rtc >> 32)
		m->rtc_low_seen = false;
}

static void before_access(void)
{
	struct arc_model *m = &arc_model;

	m->accesses++;
	advance(m->step);
	if (m->accesses == m->jump_at)
		advance(m->jump);
	if (m->accesses != m->interrupt_at)
		return;
	if (m->locked) {
		m->held_off++;
		return;
	}
	/* Any interrupt loses what the core tracks. */
	m->rtc_low_seen = false;
	m->interrupts++;
	if (m->interrupt) {
		unsigned int accesses = m->accesses;

		m->interrupt_at = 0;
		m->interrupt(m);
		m->accesses = accesses;
	}
}

u32 soc_model_read_aux(u32 reg)
{
	struct arc_model *m = &arc_model;
	struct arc_model_core *core = &m->core[m->current_core];

	before_access();
	switch (reg) {
	case 0x21:	return core->t0_count;
	case 0x22:	return core->t0_control;
	case 0x23:	return core->t0_limit;
	case 0x75:	return m->build_timers;
	case 0xd0:	return m->build_mcip;
	case 0xd6:	return m->build_gfrc;
	case 0x100:	return m->t1;
	case 0x101:	return m->t1_control;
	case 0x102:	return m->t1_limit;
	case 0x103:
		return m->rtc_control |
		       (m->rtc_low_seen && !m->never_coherent ? BIT(31) : 0);
	case 0x104:
		m->rtc_low_seen = true;
		return m->rtc;
	case 0x105:	return m->rtc >> 32;
	case 0x602:	return core->readback;
	default:
		m->stray++;
		return 0;
	}
}

static void command(struct arc_model_core *core, u32 what)
{
	struct arc_model *m = &arc_model;

	core->command = what;
	switch (what) {
	case 0x42:
		core->latch = m->gfrc >> 32;
		core->readback = m->gfrc;
		break;
	case 0x43:
		core->readback = core->latch;
		break;
	case 0x47:
		m->gfrc_cores = core->data;
		break;
	case 0x48:
		core->readback = m->gfrc_cores;
		break;
	default:
		m->stray++;
	}
}

void soc_model_write_aux(u32 reg, u32 val)
{
	struct arc_model *m = &arc_model;
	struct arc_model_core *core = &m->core[m->current_core];

	before_access();
	if (m->writes < ARC_MODEL_LOG) {
		m->written[m->writes] = reg;
		m->values[m->writes] = val;
	}
	m->writes++;

	switch (reg) {
	case 0x21:
		core->t0_count = val;
		break;
	case 0x22:
		core->t0_control = val;
		break;
	case 0x23:
		core->t0_limit = val;
		break;
	case 0x100:
		m->t1 = val;
		break;
	case 0x101:
		m->t1_control = val;
		break;
	case 0x102:
		m->t1_limit = val;
		break;
	case 0x103:
		m->rtc_control = val & 1;
		break;
	case 0x600:
		command(core, val);
		break;
	case 0x601:
		core->data = val;
		break;
	default:
		m->stray++;
	}
}

unsigned long soc_model_aux_lock(void)
{
	unsigned long was = arc_model.locked;

	arc_model.locked = true;
	return was;
}

void soc_model_aux_unlock(unsigned long flags)
{
	arc_model.locked = flags;
}
