/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Register map of the DesignWare APB timers (DW_apb_timers).
 *
 * A block has up to eight channels, each with a clock of its own. A device tree
 * node is one channel. The registers of the whole block come after the channels
 * and belong to no node: the driver never touches them.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _DW_APB_REGS_H
#define _DW_APB_REGS_H

#include <linux/bits.h>

/* From the start of a channel */
#define DW_APB_LOAD		0x00	/* takes effect when the channel is enabled */
#define DW_APB_VALUE		0x04	/* counts down */
#define DW_APB_CONTROL		0x08
#define   DW_APB_CONTROL_ENABLE	BIT(0)
#define   DW_APB_CONTROL_USER	BIT(1)	/* reload the load count, not all ones */
#define   DW_APB_CONTROL_MASK	BIT(2)	/* of the interrupt */
#define   DW_APB_CONTROL_PWM	BIT(3)
#define DW_APB_EOI		0x0c	/* a read clears the interrupt */
#define DW_APB_STATUS		0x10
#define   DW_APB_STATUS_IRQ	BIT(0)	/* pending and not masked */
#define DW_APB_SIZE		0x14

#define DW_APB_CHANNELS		8
#define DW_APB_BITS		32

/* From the start of the block */
#define DW_APB_ALL_STATUS	0xa0
#define DW_APB_ALL_EOI		0xa4	/* a read clears all channels' interrupts */
#define DW_APB_ALL_RAW		0xa8
#define DW_APB_VERSION		0xac

#endif /* _DW_APB_REGS_H */
