/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ARC's counters as the kernel sees them.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_COUNTER_H
#define _ARC_COUNTER_H

#include "hw.h"

const char *arc_counter_name(enum arc_counter which);
unsigned int arc_counter_bits(enum arc_counter which);
u64 (*arc_counter_reader(enum arc_counter which))(void);
int arc_counter_rating(enum arc_counter which, bool read_only);

int arc_counter_register(enum arc_counter which, u32 rate, bool read_only);
int arc_counter_unregister(enum arc_counter which);

#endif /* _ARC_COUNTER_H */
