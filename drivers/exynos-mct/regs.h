/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Register map of the Exynos multi-core timer (MCT), version 1.
 *
 * Values written to some of the registers take effect late. Each of these registers has a
 * bit in a write status register (WSTAT), which the hardware sets once the value has
 * taken effect, and which is cleared by writing 1 to it. Only one such write may be in
 * flight per bit.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_REGS_H
#define _EXYNOS_MCT_REGS_H

#include <linux/bits.h>

#define MCT_G_COMPARATORS		4
#define MCT_L_TIMERS			16

#define MCT_CFG				0x000
#define   MCT_CFG_PRESCALER		GENMASK(7, 0)
#define   MCT_CFG_DIVIDER		GENMASK(10, 8)

/* The free-running counter (FRC): 64 bits, counts up, read in two halves */
#define MCT_G_CNT_L			0x100	/* G_CNT_WSTAT_L */
#define MCT_G_CNT_U			0x104	/* G_CNT_WSTAT_U */
#define MCT_G_CNT_WSTAT			0x110
#define   MCT_G_CNT_WSTAT_L		BIT(0)
#define   MCT_G_CNT_WSTAT_U		BIT(1)

/* Comparators on the FRC, n = 0 to 3 */
#define MCT_G_COMP_L(n)			(0x200 + 0x10 * (n))	/* G_WSTAT_COMP_L */
#define MCT_G_COMP_U(n)			(0x204 + 0x10 * (n))	/* G_WSTAT_COMP_U */
#define MCT_G_COMP_ADD_INCR(n)		(0x208 + 0x10 * (n))	/* G_WSTAT_COMP_ADD_INCR */
#define MCT_G_TCON			0x240	/* G_WSTAT_TCON */
#define   MCT_G_TCON_COMP_ENABLE(n)	BIT(2 * (n))
#define   MCT_G_TCON_COMP_AUTO_INCR(n)	BIT(2 * (n) + 1)
#define   MCT_G_TCON_FRC_START		BIT(8)
#define MCT_G_INT_CSTAT			0x244	/* write 1 to clear */
#define   MCT_G_INT_CSTAT_COMP(n)	BIT(n)
#define MCT_G_INT_ENB			0x248
#define   MCT_G_INT_ENB_COMP(n)		BIT(n)
#define MCT_G_WSTAT			0x24c
#define   MCT_G_WSTAT_COMP_L(n)		BIT(4 * (n))
#define   MCT_G_WSTAT_COMP_U(n)		BIT(4 * (n) + 1)
#define   MCT_G_WSTAT_COMP_ADD_INCR(n)	BIT(4 * (n) + 2)
#define   MCT_G_WSTAT_TCON		BIT(16)

/* Where the global registers end and the local timers begin */
#define MCT_G_SIZE			0x250

/* Local timers, i = 0 to 15; the offsets below are from MCT_L(i) */
#define MCT_L(i)			(0x300 + 0x100 * (i))

/* A local tick is TCNTB + 1 cycles of the input clock. */
#define MCT_L_TCNTB			0x00	/* L_WSTAT_TCNTB */
#define MCT_L_TCNTO			0x04
#define MCT_L_ICNTB			0x08	/* L_WSTAT_ICNTB */
#define   MCT_L_ICNTB_COUNT		GENMASK(30, 0)
#define   MCT_L_ICNTB_UPDATE		BIT(31)
#define MCT_L_ICNTO			0x0c
#define MCT_L_FRCNTB			0x10	/* L_WSTAT_FRCNTB */
#define MCT_L_FRCNTO			0x14
#define MCT_L_TCON			0x20	/* L_WSTAT_TCON */
#define   MCT_L_TCON_TIMER		BIT(0)
#define   MCT_L_TCON_INT		BIT(1)
#define   MCT_L_TCON_INTERVAL		BIT(2)
#define   MCT_L_TCON_FRC		BIT(3)
#define MCT_L_INT_CSTAT			0x30	/* write 1 to clear */
#define   MCT_L_INT_CSTAT_ICNT		BIT(0)
#define   MCT_L_INT_CSTAT_FRC		BIT(1)
#define MCT_L_INT_ENB			0x34
#define   MCT_L_INT_ENB_ICNT		BIT(0)
#define   MCT_L_INT_ENB_FRC		BIT(1)
#define MCT_L_WSTAT			0x40
#define   MCT_L_WSTAT_TCNTB		BIT(0)
#define   MCT_L_WSTAT_ICNTB		BIT(1)
#define   MCT_L_WSTAT_FRCNTB		BIT(2)
#define   MCT_L_WSTAT_TCON		BIT(3)

#define MCT_L_SIZE			0x44

#endif /* _EXYNOS_MCT_REGS_H */
