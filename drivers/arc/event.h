/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Timer 0 of each CPU as its clock event device.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_EVENT_H
#define _ARC_EVENT_H

#include <linux/jiffies.h>
#include <linux/types.h>

/* Programming writes three registers, and an interrupt follows: nearer events make no sense. */
#define ARC_EVENT_NEAREST_NS	1000
#define ARC_EVENT_NEAREST_TICKS	16

/* The nearest event must be well within a jiffy. */
#define ARC_EVENT_MIN_RATE	(2 * ARC_EVENT_NEAREST_TICKS * HZ)

int arc_event_request(int irq, u32 rate);
void arc_event_free(void);
void arc_event_register(unsigned int cpu);
void arc_event_shutdown(void);

#endif /* _ARC_EVENT_H */
