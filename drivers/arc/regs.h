/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Timers of ARC cores: auxiliary registers, in the order of their numbers.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_REGS_H
#define _ARC_REGS_H

#include <linux/bits.h>

/* Timer 0 */
#define ARC_T0_COUNT		0x21
#define ARC_T0_CONTROL		0x22
#define ARC_T0_LIMIT		0x23

/* Timers that the core was built with */
#define ARC_TIMERS_BUILD	0x75
#define ARC_TIMERS_BUILD_T0	BIT(8)
#define ARC_TIMERS_BUILD_T1	BIT(9)
#define ARC_TIMERS_BUILD_RTC	BIT(10)

/* Parts of the interconnect (ARConnect); 0: there is no interconnect */
#define ARC_MCIP_BUILD		0xd0
#define ARC_MCIP_BUILD_GFRC	BIT(14)

/* The global free-running counter: its version */
#define ARC_GFRC_BUILD		0xd6
#define ARC_GFRC_BUILD_VERSION	GENMASK(7, 0)
#define ARC_GFRC_HAS_CORES	3	/* from this version on */

/* Timer 1 */
#define ARC_T1_COUNT		0x100
#define ARC_T1_CONTROL		0x101
#define ARC_T1_LIMIT		0x102

/* Control of timers 0 and 1 */
#define ARC_CONTROL_IE		BIT(0)	/* interrupt at the limit */
#define ARC_CONTROL_NH		BIT(1)	/* stop while the core is halted */
#define ARC_CONTROL_IP		BIT(3)	/* ARC HS: interrupt pending, write 0 */

/* 64-bit counter of the core */
#define ARC_RTC_CONTROL		0x103
#define ARC_RTC_LOW		0x104
#define ARC_RTC_HIGH		0x105

#define ARC_RTC_ENABLE		BIT(0)
#define ARC_RTC_COHERENT	BIT(31)	/* the last LOW and HIGH belong together */

/* Commands to the interconnect: one set of these for each core */
#define ARC_MCIP_COMMAND	0x600
#define ARC_MCIP_DATA		0x601
#define ARC_MCIP_READBACK	0x602

#define ARC_GFRC_READ_LOW	0x42	/* also latches the upper half */
#define ARC_GFRC_READ_HIGH	0x43
#define ARC_GFRC_SET_CORES	0x47	/* stop while any of these is halted */
#define ARC_GFRC_READ_CORES	0x48

#endif /* _ARC_REGS_H */
