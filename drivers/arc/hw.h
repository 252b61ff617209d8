/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ARC timer hardware logic: knows the registers, not the kernel's frameworks.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_HW_H
#define _ARC_HW_H

#include <linux/types.h>
#include <soc-timers/io-arc.h>

#include "regs.h"

/**
 * arc_gfrc_read() - read the global free-running counter
 *
 * Reading the lower half latches the upper one, for this core. An interrupt in
 * between that reads the counter as well would leave its own upper half behind,
 * so interrupts are kept out. Other cores have a latch of their own.
 *
 * Context: any.
 * Return: ticks.
 */
static __always_inline notrace u64 arc_gfrc_read(void)
{
	unsigned long flags;
	u32 low, high;

	soc_aux_lock(flags);
	soc_write_aux(ARC_MCIP_COMMAND, ARC_GFRC_READ_LOW);
	low = soc_read_aux(ARC_MCIP_READBACK);
	soc_write_aux(ARC_MCIP_COMMAND, ARC_GFRC_READ_HIGH);
	high = soc_read_aux(ARC_MCIP_READBACK);
	soc_aux_unlock(flags);

	return (u64)high << 32 | low;
}

/*
 * After a carry or an interrupt between the two halves, the core reports that they do not
 * belong together. In practice, neither happens twice in a row.
 */
#define ARC_RTC_TRIES	4

/**
 * arc_rtc_read() - read the core's 64-bit counter
 *
 * If the core never reports that the halves belong together, this makes sure that they
 * do: if the upper half is the same before and after the lower one, there was no carry;
 * if not, the counter passed "new upper half, lower half zero" during the call. So the
 * number of attempts is bounded.
 *
 * Context: any.
 * Return: ticks.
 */
static __always_inline notrace u64 arc_rtc_read(void)
{
	u32 before, low, high;
	unsigned int tries;

	for (tries = 0; tries < ARC_RTC_TRIES; tries++) {
		low = soc_read_aux(ARC_RTC_LOW);
		high = soc_read_aux(ARC_RTC_HIGH);
		if (soc_read_aux(ARC_RTC_CONTROL) & ARC_RTC_COHERENT)
			return (u64)high << 32 | low;
	}

	before = soc_read_aux(ARC_RTC_HIGH);
	low = soc_read_aux(ARC_RTC_LOW);
	high = soc_read_aux(ARC_RTC_HIGH);
	if (high != before)
		low = 0;

	return (u64)high << 32 | low;
}

/**
 * arc_timer1_read() - read timer 1
 *
 * Context: any.
 * Return: ticks, modulo 2^32.
 */
static __always_inline notrace u32 arc_timer1_read(void)
{
	return soc_read_aux(ARC_T1_COUNT);
}

/**
 * enum arc_counter - the counters of the block
 * @ARC_GFRC: one for all cores, in the interconnect
 * @ARC_RTC: 64 bits, one for each core
 * @ARC_TIMER1: 32 bits, one for each core
 */
enum arc_counter {
	ARC_GFRC,
	ARC_RTC,
	ARC_TIMER1,
};

bool arc_has_timer0(void);
bool arc_counter_present(enum arc_counter which);
bool arc_counter_running(enum arc_counter which);
void arc_counter_start(enum arc_counter which);
void arc_gfrc_halt_with(unsigned int core, bool yes);

void arc_timer0_program(u32 ticks);
void arc_timer0_stop(void);
void arc_timer0_acknowledge(bool again);

#endif /* _ARC_HW_H */
