/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The I/O seam: every register access of the drivers goes through this header.
 *
 * In a driver these are the plain instruction. A test that compiles a driver's
 * source a second time defines SOC_IO_MODEL and supplies the model behind it.
 *
 * Counters are read in NMIs, where register accesses must not be traced: Kbuild defines
 * __DISABLE_TRACE_MMIO__ for the whole package.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_IO_H
#define _SOC_TIMERS_IO_H

#include <linux/io.h>

#ifdef SOC_IO_MODEL

u32 soc_model_readl(const void __iomem *addr);
void soc_model_writel(u32 val, void __iomem *addr);

#define soc_readl_relaxed(addr)		soc_model_readl(addr)
#define soc_readl(addr)			soc_model_readl(addr)
#define soc_writel_relaxed(val, addr)	soc_model_writel(val, addr)
#define soc_writel(val, addr)		soc_model_writel(val, addr)

#else

#define soc_readl_relaxed(addr)		readl_relaxed(addr)
#define soc_readl(addr)			readl(addr)
#define soc_writel_relaxed(val, addr)	writel_relaxed(val, addr)
#define soc_writel(val, addr)		writel(val, addr)

#endif /* SOC_IO_MODEL */

#endif /* _SOC_TIMERS_IO_H */
