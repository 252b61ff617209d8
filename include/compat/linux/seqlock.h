/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions for both sides of a seqcount latch, on kernels that lack those of the
 * writer, or the one by which a noinstr reader finds out whether it has to try again.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include_next <linux/seqlock.h>

#ifndef _COMPAT_LINUX_SEQLOCK_H
#define _COMPAT_LINUX_SEQLOCK_H

#include <linux/compiler.h>
#include <linux/kcsan-checks.h>
#include <asm/barrier.h>
#include <probed/seqcount_latch.h>
#include <probed/seqcount_latch_retry.h>

#ifdef SOC_SEQCOUNT_LATCH_RETRY
static __always_inline int raw_read_seqcount_latch_retry(const seqcount_latch_t *s,
							 unsigned int start)
{
	/* Pairs with the write barriers around the writer's increments. */
	smp_rmb();
	return READ_ONCE(s->seqcount.sequence) != start;
}
#endif

#ifdef SOC_SEQCOUNT_LATCH_RAW
static __always_inline void write_seqcount_latch_begin(seqcount_latch_t *s)
{
	kcsan_nestable_atomic_begin();
	raw_write_seqcount_latch(s);
}

static __always_inline void write_seqcount_latch(seqcount_latch_t *s)
{
	raw_write_seqcount_latch(s);
}

static __always_inline void write_seqcount_latch_end(seqcount_latch_t *s)
{
	kcsan_nestable_atomic_end();
}
#endif

#endif /* _COMPAT_LINUX_SEQLOCK_H */
