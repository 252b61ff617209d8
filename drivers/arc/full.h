/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The full form: built in, with all timers.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_FULL_H
#define _ARC_FULL_H

#include <soc-timers/node.h>

#include "hw.h"

int arc_full_start_counter(struct soc_node *n, enum arc_counter which);
int arc_full_start_events(struct soc_node *n);

#endif /* _ARC_FULL_H */
