/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loongson-3: the identity of its cores (CP0 PRId), as far as needed to tell whether they
 * have the external counter, hardware register 30.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_REGS_H
#define _LOONGSON_REGS_H

#include <linux/bits.h>

#define EXTCC_REGISTER		30
#define EXTCC_BITS		64

/* Cores that share one counter: all of a 3A2000 or 3A3000 */
#define EXTCC_PACKAGE_CORES	4

#define PRID_COMPANY		GENMASK(23, 16)
#define PRID_COMPANY_LEGACY	0x000000
#define PRID_COMPANY_LOONGSON	0x140000

#define PRID_IMPLEMENTATION	GENMASK(15, 8)
#define PRID_CLASSIC		0x6300	/* Loongson-2E to 3A3000 */
#define PRID_GENERIC		0xc000	/* Loongson-3A4000 and later */

/* Revisions of the classic ones */
#define PRID_REVISION		GENMASK(7, 0)
#define PRID_3A2000		0x08
#define PRID_3A3000		0x09
#define PRID_3A2000_LATER	0x0c
#define PRID_3A3000_LATER	0x0d

#endif /* _LOONGSON_REGS_H */
