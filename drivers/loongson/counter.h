/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counter, described for the registration helper.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_COUNTER_H
#define _LOONGSON_COUNTER_H

#include <soc-timers/counter.h>

struct soc_counter *extcc_counter_describe(u32 rate, bool read_only);

#endif /* _LOONGSON_COUNTER_H */
