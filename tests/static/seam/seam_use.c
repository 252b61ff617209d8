// SPDX-License-Identifier: GPL-2.0-only
/*
 * The I/O seam's accessors, as drivers use them.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <soc-timers/io.h>

#define READ_RELAXED	soc_readl_relaxed
#define READ_ORDERED	soc_readl
#define WRITE_RELAXED	soc_writel_relaxed
#define WRITE_ORDERED	soc_writel

#include "seam_functions.h"
