// SPDX-License-Identifier: GPL-2.0-only
/*
 * Auxiliary registers, and the timers behind some of them. What isn't there reads
 * as 0, as in the hardware for build registers of what a core was built without.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include "machine.h"

/* Control of timers 0 and 1 */
#define TIMER_IE	(1u << 0)
#define TIMER_IP	(1u << 3)
#define TIMER_WRITABLE	7u

static uint32_t build(uint32_t number)
{
	switch (number) {
	case 0x6f:	/* MMU v4: 8 KiB and 2 MiB, 256 sets of 4 */
		return 4u << 24 | 12u << 19 | 4u << 15 | 2u << 8 | 2u << 6 | 1u << 3 | 1u;
	case 0x72:	/* data cache: 64 KiB, 2 ways, lines of 64 bytes */
		return 4u | 1u << 8 | 7u << 12 | 2u << 16;
	case 0x75:	/* timers 0 and 1, RTC */
		return 4u | 7u << 8;
	case 0x77:	/* instruction cache: 64 KiB, 4 ways, lines of 64 bytes */
		return 4u | 2u << 8 | 7u << 12 | 3u << 16;
	case 0x7b:	/* multiplier with accumulator */
		return 6u | 2u << 10 | 1u << 12;
	case 0xc0:	/* branch prediction */
		return 4u;
	case 0xc1:	/* atomic, unaligned, 64-bit accesses; division */
		return 2u | 7u << 21 | 1u << 28;
	case 0xd0:	/* interconnect: IPI, GFRC, number of cores, IDU */
		return 2u | 1u << 9 | (machine.has_gfrc ? 1u << 14 : 0) | machine.cores << 16 |
		       1u << 23;
	case 0xd5:	/* 8 common interrupts */
		return 1u | 1u << 8;
	case 0xd6:
		return machine.has_gfrc ? 3u : 0;
	case 0xf3:	/* 32 interrupts, 2 priorities */
		return 2u | 32u << 8 | 8u << 16 | 1u << 24;
	}
	return 0;
}

static uint32_t count(const struct timer *timer)
{
	return machine.now - timer->base;
}

static void timer0_schedule(void)
{
	core->timer0_expires = core->timer[0].base + core->timer[0].limit + 1ull;
}

static void timer0_raise(void)
{
	uint32_t both = TIMER_IE | TIMER_IP;

	core->irq_pending &= ~(1ull << IRQ_TIMER0);
	if ((core->timer[0].control & both) == both)
		core->irq_pending |= 1ull << IRQ_TIMER0;
}

void timer0_expire(void)
{
	core->timer[0].control |= TIMER_IP;
	core->timer[0].base = core->timer0_expires;
	timer0_schedule();
	timer0_raise();
}

uint32_t aux_read(uint32_t number)
{
	switch (number) {
	case 0x002:	return core->lp_start;
	case 0x003:	return core->lp_end;
	case 0x004:	return 0x54u | core->id << 8;
	case 0x00a:	return core->status;
	case 0x00d:	return core->user_sp;
	case 0x00e:	return core->irq_control;
	case 0x011:	return core->ic_control;
	case 0x021:	return count(&core->timer[0]);
	case 0x022:	return core->timer[0].control;
	case 0x023:	return core->timer[0].limit;
	case 0x025:	return core->vectors;
	case 0x043:	return core->irq_active;
	case 0x048:	return core->dc_control;
	case 0x100:	return count(&core->timer[1]);
	case 0x101:	return core->timer[1].control;
	case 0x102:	return core->timer[1].limit;
	case 0x103:	return 0xc0000000u;
	case 0x104:	return machine.now - core->rtc_base;
	case 0x105:	return (machine.now - core->rtc_base) >> 32;
	case 0x201:	return core->irq_hint;
	case 0x206:	return 1;
	case 0x290:	return core->jli;
	case 0x291:	return core->ldi;
	case 0x292:	return core->ei;
	case 0x400:	return core->eret;
	case 0x401:	return core->erbta;
	case 0x402:	return core->erstatus;
	case 0x403:	return core->ecr;
	case 0x404:	return core->efa;
	case 0x40a:	return core->irq_cause;
	case 0x40b:	return core->irq_select;
	case 0x40c:	return core->irq_enabled >> core->irq_select & 1;
	case 0x412:	return core->bta;
	case 0x460:	return core->pd0;
	case 0x461:	return core->pd1;
	case 0x464:	return core->tlb_index;
	case 0x468:	return core->pid;
	case 0x46c:	return core->scratch;
	case 0x600:	return core->command;
	case 0x601:	return core->data;
	case 0x602:	return core->readback;
	}
	return build(number);
}

static void timer_write(unsigned int which, unsigned int reg, uint32_t value)
{
	struct timer *timer = &core->timer[which];

	switch (reg) {
	case 0:
		timer->base = machine.now - value;
		break;
	case 1:
		timer->control = (value & TIMER_WRITABLE) | (value & timer->control & TIMER_IP);
		break;
	case 2:
		timer->limit = value;
		break;
	}
	if (!which) {
		timer0_schedule();
		timer0_raise();
	}
}

static void soft_interrupt(uint32_t irq)
{
	core->irq_hint = irq;
	core->irq_pending &= ~(1ull << IRQ_SOFT);
	if (irq == IRQ_SOFT)
		core->irq_pending |= 1ull << IRQ_SOFT;
}

static void enable_interrupt(bool yes)
{
	core->irq_enabled &= ~(1ull << core->irq_select);
	core->irq_enabled |= (uint64_t)yes << core->irq_select;
}

void aux_write(uint32_t number, uint32_t value)
{
	switch (number) {
	case 0x002:	core->lp_start = value; break;
	case 0x003:	core->lp_end = value; break;
	case 0x00d:	core->user_sp = value; break;
	case 0x00e:	core->irq_control = value; break;
	case 0x011:	core->ic_control = value; break;
	case 0x021:
	case 0x022:
	case 0x023:	timer_write(0, number - 0x21, value); break;
	case 0x025:	core->vectors = value & ~0x3ffu; break;
	case 0x043:	core->irq_active = value; break;
	/* A flush is over at once. */
	case 0x048:	core->dc_control = value & ~0x100u; break;
	case 0x100:
	case 0x101:
	case 0x102:	timer_write(1, number - 0x100, value); break;
	case 0x103:
		if (value & 2)
			core->rtc_base = machine.now;
		break;
	case 0x201:	soft_interrupt(value); break;
	case 0x290:	core->jli = value; break;
	case 0x291:	core->ldi = value; break;
	case 0x292:	core->ei = value; break;
	case 0x400:	core->eret = value; break;
	case 0x401:	core->erbta = value; break;
	case 0x402:	core->erstatus = value; break;
	case 0x403:	core->ecr = value; break;
	case 0x404:	core->efa = value; break;
	case 0x40b:	core->irq_select = value & 63; break;
	case 0x40c:	enable_interrupt(value & 1); break;
	case 0x460:	core->pd0 = value; break;
	case 0x461:	core->pd1 = value; break;
	case 0x464:	core->tlb_index = value; break;
	case 0x465:	tlb_command(value); break;
	case 0x468:	core->pid = value; break;
	case 0x46c:	core->scratch = value; break;
	case 0x600:	connect_command(value); break;
	case 0x601:	core->data = value; break;
	}
}
