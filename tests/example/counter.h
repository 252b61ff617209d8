/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Example counter: registers, and what the early and the platform driver share.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXAMPLE_COUNTER_H
#define _EXAMPLE_COUNTER_H

#include <linux/bits.h>
#include <soc-timers/counter.h>
#include <soc-timers/node.h>

#define EXAMPLE_CTRL		0x00	/* read and write */
#define EXAMPLE_CTRL_ENABLE	BIT(0)
#define EXAMPLE_COUNT		0x04	/* read only, 0 to 2^32 - 1 */
#define EXAMPLE_SIZE		0x08

extern struct soc_counter example_counter;

int example_counter_open(struct soc_node *n);
void example_counter_close(void);

#endif /* _EXAMPLE_COUNTER_H */
