/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What this header declares was part of <linux/kernel.h> up to Linux 5.10.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef __has_include_next /* sparse does not know it */
#include_next <linux/math.h>
#elif __has_include_next("linux/math.h")
#include_next <linux/math.h>
#else
#include <linux/kernel.h>
#endif
