/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The control page of plug-in mct, for the plug-in and for the guest's test modules. All
 * registers have 32 bits.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef SOC_TIMERS_TESTS_MCT_CONTROL_H
#define SOC_TIMERS_TESTS_MCT_CONTROL_H

#define MCT_CONTROL_COMMAND		0x000	/* see block_plugin.h */
#define MCT_CONTROL_WIPE		2
#define MCT_CONTROL_CLEAR		4

/* Accesses to all registers */
#define MCT_CONTROL_READS		0x010
#define MCT_CONTROL_WRITES		0x014

/* What each comparator and local timer has done, see mct_block.h */
#define MCT_CONTROL_FIRED(n)		(0x020 + 4 * (n))
#define MCT_CONTROL_EXPIRED(i)		(0x100 + 0x10 * (i))
#define MCT_CONTROL_AGAIN(i)		(0x104 + 0x10 * (i))
#define MCT_CONTROL_TAKEN(i)		(0x108 + 0x10 * (i))
/* Its interrupt enable and prescaler */
#define MCT_CONTROL_ENB(i)		(0x200 + 0x10 * (i))
#define MCT_CONTROL_TCNTB(i)		(0x204 + 0x10 * (i))

/* Illegal uses, by their numbers in enum mcb_fault */
#define MCT_CONTROL_FAULT(n)		(0x400 + 4 * (n))

#endif
