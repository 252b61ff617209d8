/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counter's rate: from the firmware, and measured against the kernel's timekeeping.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_MEASURE_H
#define _LOONGSON_MEASURE_H

#include "rate.h"

u32 extcc_firmware_rate(void);
struct extcc_rate extcc_measure_rate(unsigned int ms);

#endif /* _LOONGSON_MEASURE_H */
