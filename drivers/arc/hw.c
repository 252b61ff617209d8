// SPDX-License-Identifier: GPL-2.0-only
/*
 * ARC timer hardware logic: everything but reading the counters.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/limits.h>

#include "hw.h"

#define ARC_LOOKS	1000

/**
 * arc_has_timer0() - was the core built with timer 0?
 *
 * Context: any.
 * Return: true if it was.
 */
bool arc_has_timer0(void)
{
	return soc_read_aux(ARC_TIMERS_BUILD) & ARC_TIMERS_BUILD_T0;
}

/**
 * arc_counter_present() - was the core built with a counter?
 * @which: the counter
 *
 * Context: any.
 * Return: true if it was.
 */
bool arc_counter_present(enum arc_counter which)
{
	switch (which) {
	case ARC_GFRC:
		return soc_read_aux(ARC_MCIP_BUILD) & ARC_MCIP_BUILD_GFRC;
	case ARC_RTC:
		return soc_read_aux(ARC_TIMERS_BUILD) & ARC_TIMERS_BUILD_RTC;
	default:
		return soc_read_aux(ARC_TIMERS_BUILD) & ARC_TIMERS_BUILD_T1;
	}
}

static u64 arc_counter_value(enum arc_counter which)
{
	switch (which) {
	case ARC_GFRC:
		return arc_gfrc_read();
	case ARC_RTC:
		return arc_rtc_read();
	default:
		return arc_timer1_read();
	}
}

/**
 * arc_counter_running() - does a counter run through all its bits?
 * @which: the counter, which is present
 *
 * Only reads registers. If another driver runs timer 1 up to a limit, it is not a
 * counter.
 *
 * Context: any.
 * Return: true if it was seen to move.
 */
bool arc_counter_running(enum arc_counter which)
{
	unsigned int looks;
	u64 first;

	if (which == ARC_TIMER1 && soc_read_aux(ARC_T1_LIMIT) != U32_MAX)
		return false;

	first = arc_counter_value(which);
	for (looks = 0; looks < ARC_LOOKS; looks++) {
		if (arc_counter_value(which) != first)
			return true;
	}

	return false;
}

/**
 * arc_counter_start() - start this core's counter
 * @which: the counter, which is present and not in use by another driver
 *
 * The GFRC has run since reset, for all cores, and is left alone. Timer 1 starts at 0: it
 * must not have readers yet.
 *
 * Context: any.
 */
void arc_counter_start(enum arc_counter which)
{
	switch (which) {
	case ARC_GFRC:
		break;
	case ARC_RTC:
		soc_write_aux(ARC_RTC_CONTROL, ARC_RTC_ENABLE);
		break;
	default:
		soc_write_aux(ARC_T1_LIMIT, U32_MAX);
		soc_write_aux(ARC_T1_COUNT, 0);
		soc_write_aux(ARC_T1_CONTROL, ARC_CONTROL_NH);
	}
}

/**
 * arc_gfrc_halt_with() - choose whether the GFRC stops while a core is halted
 * @core: the core
 * @yes: it stops
 *
 * When a debugger halts all cores, time must stop. When a core that was taken offline
 * halts, maybe for good, time must go on. A GFRC that is too old to watch cores is left
 * alone.
 *
 * All cores share the mask that is read and written back: callers must serialise, also
 * with an SMP kernel's mcip_update_gfrc_halt_mask().
 *
 * Context: any.
 */
void arc_gfrc_halt_with(unsigned int core, bool yes)
{
	unsigned long flags;
	u32 cores;

	if ((soc_read_aux(ARC_GFRC_BUILD) & ARC_GFRC_BUILD_VERSION) < ARC_GFRC_HAS_CORES)
		return;

	soc_aux_lock(flags);
	soc_write_aux(ARC_MCIP_COMMAND, ARC_GFRC_READ_CORES);
	cores = soc_read_aux(ARC_MCIP_READBACK);
	cores = yes ? cores | BIT(core) : cores & ~BIT(core);
	soc_write_aux(ARC_MCIP_DATA, cores);
	soc_write_aux(ARC_MCIP_COMMAND, ARC_GFRC_SET_CORES);
	soc_aux_unlock(flags);
}

/**
 * arc_timer0_program() - interrupt this core after some ticks
 * @ticks: until the interrupt
 *
 * The timer restarts at 0 by itself; arc_timer0_acknowledge() decides whether it
 * interrupts again. The last write also drops a pending interrupt.
 *
 * Context: interrupts off, on the CPU whose timer it is.
 */
void arc_timer0_program(u32 ticks)
{
	soc_write_aux(ARC_T0_LIMIT, ticks);
	soc_write_aux(ARC_T0_COUNT, 0);
	soc_write_aux(ARC_T0_CONTROL, ARC_CONTROL_IE | ARC_CONTROL_NH);
}

/**
 * arc_timer0_stop() - stop interrupts and drop a pending one
 *
 * Context: interrupts off, on the CPU whose timer it is.
 */
void arc_timer0_stop(void)
{
	soc_write_aux(ARC_T0_CONTROL, ARC_CONTROL_NH);
}

/**
 * arc_timer0_acknowledge() - end an interrupt
 * @again: interrupt again after the same number of ticks
 *
 * ARC HS clears the interrupt when its bit is written as 0, ARC 700 on any write.
 *
 * Context: the interrupt handler.
 */
void arc_timer0_acknowledge(bool again)
{
	soc_write_aux(ARC_T0_CONTROL, (again ? ARC_CONTROL_IE : 0) | ARC_CONTROL_NH);
}
