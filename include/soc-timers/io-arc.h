/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The I/O seam for the auxiliary registers of ARC cores.
 *
 * In a driver these are the plain instructions. A test that compiles a driver's
 * source a second time defines SOC_IO_MODEL and supplies the model behind it.
 *
 * soc_aux_lock() keeps this CPU's interrupts out of a sequence of accesses. It is not
 * traced: tracing reads the clock, and the clock reads these registers.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_IO_ARC_H
#define _SOC_TIMERS_IO_ARC_H

#include <linux/types.h>

#ifdef SOC_IO_MODEL

u32 soc_model_read_aux(u32 reg);
void soc_model_write_aux(u32 reg, u32 val);
unsigned long soc_model_aux_lock(void);
void soc_model_aux_unlock(unsigned long flags);

#define soc_read_aux(reg)		soc_model_read_aux(reg)
#define soc_write_aux(reg, val)		soc_model_write_aux(reg, val)
#define soc_aux_lock(flags)		((flags) = soc_model_aux_lock())
#define soc_aux_unlock(flags)		soc_model_aux_unlock(flags)

#else

#include <linux/irqflags.h>
/* For the accessors, whose own header is renamed in later kernels. */
#include <soc/arc/timers.h>

#define soc_read_aux(reg)		((u32)read_aux_reg(reg))
#define soc_write_aux(reg, val)		write_aux_reg(reg, val)
#define soc_aux_lock(flags)		raw_local_irq_save(flags)
#define soc_aux_unlock(flags)		raw_local_irq_restore(flags)

#endif /* SOC_IO_MODEL */

#endif /* _SOC_TIMERS_IO_ARC_H */
