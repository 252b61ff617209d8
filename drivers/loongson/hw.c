// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loongson ExtCC hardware logic: which cores have it, and whether it counts.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include "hw.h"

static enum extcc_core extcc_classic_core(u32 revision)
{
	switch (revision) {
	case PRID_3A2000:
	case PRID_3A2000_LATER:
	case PRID_3A3000:
	case PRID_3A3000_LATER:
		return EXTCC_PRESENT;
	default:
		return EXTCC_NONE;
	}
}

/**
 * extcc_core() - does a core have the counter?
 * @prid: its CP0 PRId
 *
 * The counter came with the GS464E core (3A2000, 3A3000). On later cores the register
 * can show another counter with another rate, so it is not known what it counts.
 *
 * Context: any.
 * Return: see enum extcc_core.
 */
enum extcc_core extcc_core(u32 prid)
{
	u32 company = prid & PRID_COMPANY;

	if (company != PRID_COMPANY_LEGACY && company != PRID_COMPANY_LOONGSON)
		return EXTCC_NONE;

	switch (prid & PRID_IMPLEMENTATION) {
	case PRID_CLASSIC:
		return extcc_classic_core(prid & PRID_REVISION);
	case PRID_GENERIC:
		return EXTCC_UNKNOWN;
	default:
		return EXTCC_NONE;
	}
}

/**
 * extcc_running() - does the counter count?
 *
 * Context: any.
 * Return: true if it was seen to move within EXTCC_LOOKS readings.
 */
bool extcc_running(void)
{
	u64 first = soc_rdhwr_extcc();
	unsigned int looks;

	for (looks = 0; looks < EXTCC_LOOKS; looks++) {
		if (soc_rdhwr_extcc() != first)
			return true;
	}

	return false;
}
