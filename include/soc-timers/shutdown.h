/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What drivers do just before this kernel starts another one (kexec).
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_SHUTDOWN_H
#define _SOC_TIMERS_SHUTDOWN_H

#include <linux/llist.h>

/**
 * struct soc_shutdown - a part of a driver that may interrupt
 * @node:	private to soc_shutdown_add()
 * @stop:	leaves none of its interrupts enabled or pending, except those of other CPUs,
 *		which stop theirs as they go offline. Context: interrupts off, on the last
 *		CPU; nothing waits for an event any longer
 */
struct soc_shutdown {
	struct llist_node	node;
	void			(*stop)(struct soc_shutdown *shutdown);
};

/* A kernel that cannot start another one leaves that to the firmware, after a reset. */
#ifdef CONFIG_KEXEC_CORE
void soc_shutdown_add(struct soc_shutdown *shutdown);
#else
static inline void soc_shutdown_add(struct soc_shutdown *shutdown)
{
}
#endif

#endif /* _SOC_TIMERS_SHUTDOWN_H */
