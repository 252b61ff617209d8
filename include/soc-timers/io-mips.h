/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The I/O seam for Loongson's ExtCC, which is a register of the CPU and not memory.
 *
 * In a driver this is the plain instruction. A test that compiles a driver's
 * source a second time defines SOC_IO_MODEL and supplies the model behind it.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_IO_MIPS_H
#define _SOC_TIMERS_IO_MIPS_H

#include <linux/compiler.h>
#include <linux/types.h>

#ifdef SOC_IO_MODEL

u64 soc_model_rdhwr_extcc(void);

#define soc_rdhwr_extcc()	soc_model_rdhwr_extcc()

#else

#include <asm/compiler.h>

/**
 * soc_rdhwr_extcc() - read hardware register 30, in order
 *
 * The core may read the register before older loads complete. A reader of a latch
 * would then see a counter value older than the epoch that it has just loaded, and a
 * clocksource reader, which subtracts with 64 bits, would see time jump by centuries.
 * The sync orders the loads before the read; the clobber does the same for the
 * compiler.
 *
 * Only for 64-bit code: the value is in one register.
 *
 * Context: any, NMI included. On a core without the register: a Reserved
 * Instruction exception.
 * Return: ticks.
 */
static __always_inline notrace u64 soc_rdhwr_extcc(void)
{
	u64 ticks;

	asm volatile(".set push\n\t"
		     ".set " MIPS_ISA_LEVEL "\n\t"
		     "sync\n\t"
		     "rdhwr %0, $30\n\t"
		     ".set pop"
		     : "=r" (ticks) : : "memory");

	return ticks;
}

#endif /* SOC_IO_MODEL */

#endif /* _SOC_TIMERS_IO_MIPS_H */
