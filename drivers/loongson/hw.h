/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loongson ExtCC hardware logic: knows the register, not the kernel's frameworks.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_HW_H
#define _LOONGSON_HW_H

#include <linux/types.h>
#include <soc-timers/io-mips.h>

#include "regs.h"

/**
 * enum extcc_core - what is known of a core's counter
 * @EXTCC_NONE: it has none: reading it raises a Reserved Instruction exception
 * @EXTCC_UNKNOWN: it may have one, but what it counts is not known
 * @EXTCC_PRESENT: it has one, which counts at the CPU's highest clock
 */
enum extcc_core {
	EXTCC_NONE,
	EXTCC_UNKNOWN,
	EXTCC_PRESENT,
};

enum extcc_core extcc_core(u32 prid);

/*
 * How many times extcc_running() reads the counter to see it move. A tick takes less than
 * a nanosecond, so any two readings differ; the rest are for emulators.
 */
#define EXTCC_LOOKS	1000

bool extcc_running(void);

#endif /* _LOONGSON_HW_H */
