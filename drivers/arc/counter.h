/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ARC's counters, described for the registration helper.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_COUNTER_H
#define _ARC_COUNTER_H

#include <soc-timers/counter.h>

#include "hw.h"

const char *arc_counter_name(enum arc_counter which);
struct soc_counter *arc_counter_claim(enum arc_counter which);
void arc_counter_describe(struct soc_counter *ctr, u32 rate, bool read_only);

#endif /* _ARC_COUNTER_H */
