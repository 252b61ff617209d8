/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loongson ExtCC in the vDSO. A grafted kernel includes this in its vDSO after the
 * readers of its own counters, and this adds ours to them.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_VDSO_H
#define _LOONGSON_VDSO_H

#if _MIPS_SIM == _MIPS_SIM_ABI32

/*
 * The counter is read into one 64-bit register, but o32 code keeps such a value in two.
 * Its programs ask the kernel for the time while timekeeping runs on this counter.
 */
static __always_inline bool soc_vdso_mode_ok(s32 mode)
{
	return mode != VDSO_CLOCKMODE_NONE && mode != VDSO_CLOCKMODE_SOC_EXTCC;
}

#define vdso_clocksource_ok(clock)	soc_vdso_mode_ok((clock)->clock_mode)

#else

#include "../../include/soc-timers/io-mips.h"

/* Kernels differ in the type of @data, which is for their own readers. */
static __always_inline u64 soc_vdso_counter(s32 mode, const void *data)
{
	if (mode == VDSO_CLOCKMODE_SOC_EXTCC)
		return soc_rdhwr_extcc();

	return __arch_get_hw_counter(mode, data);
}

#define __arch_get_hw_counter(mode, data)	soc_vdso_counter(mode, data)

#endif

#endif /* _LOONGSON_VDSO_H */
