// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's own accessors, with which the seam's are compared.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/io.h>

#define READ_RELAXED	readl_relaxed
#define READ_ORDERED	readl
#define WRITE_RELAXED	writel_relaxed
#define WRITE_ORDERED	writel

#include "seam_functions.h"
