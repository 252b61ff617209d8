/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The control page of the DW APB plug-in, for the plug-in and for the guest's test
 * modules. All registers have 32 bits.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef SOC_TIMERS_TESTS_DW_APB_CONTROL_H
#define SOC_TIMERS_TESTS_DW_APB_CONTROL_H

#define DW_APB_CONTROL_COMMAND		0x000	/* see block_plugin.h */
#define DW_APB_CONTROL_WIPE		2
#define DW_APB_CONTROL_CLEAR		4

/*
 * The host's clock in ns, which nothing else in the machine uses. A read of the lower half
 * latches the upper one.
 */
#define DW_APB_CONTROL_HOST_LOW		0x008
#define DW_APB_CONTROL_HOST_HIGH	0x00c

/* Counts of one channel, described at struct dwb_channel */
#define DW_APB_CONTROL_CHANNEL(n)	(0x100 + 0x40 * (n))
#define DW_APB_CONTROL_EXPIRED		0x00
#define DW_APB_CONTROL_LOST		0x04
#define DW_APB_CONTROL_DROPPED		0x08
#define DW_APB_CONTROL_TAKEN		0x0c
#define DW_APB_CONTROL_SPURIOUS		0x10
#define DW_APB_CONTROL_READS		0x14	/* of each register */
#define DW_APB_CONTROL_WRITES		0x28
#define DW_APB_CONTROL_COUNTS		0x3c

/* Illegal uses, by their numbers in enum dwb_fault */
#define DW_APB_CONTROL_FAULT(n)		(0x400 + 4 * (n))

#endif
