/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hardware faults, reported from wherever they are noticed.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_FAULT_H
#define _EXYNOS_MCT_FAULT_H

struct mct_wstat;

/**
 * enum mct_fault - faults that an event device may notice
 * @MCT_FAULT_STUCK:		its interrupt cannot be cleared and was disabled
 * @MCT_FAULT_MISDIRECTED:	its interrupt does not arrive on its CPU
 * @MCT_FAULT_CLOCK:		a write is not acknowledged and the counter is stopped
 * @MCT_FAULT_WRITE:		a write was not acknowledged in time
 * @MCT_FAULTS:			number of faults
 */
enum mct_fault {
	MCT_FAULT_STUCK,
	MCT_FAULT_MISDIRECTED,
	MCT_FAULT_CLOCK,
	MCT_FAULT_WRITE,
	MCT_FAULTS,
};

void mct_fault(enum mct_fault fault, const char *device);
void mct_fault_write(const char *device, const struct mct_wstat *ws, int err);

#endif /* _EXYNOS_MCT_FAULT_H */
