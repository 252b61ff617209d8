// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: ending a read of a seqcount latch (with or without instrumentation)
 *
 * Linux 6.5 added raw_read_seqcount_latch_retry(), which is safe in noinstr code
 * (d16317de9b41). Before, there was only read_seqcount_latch_retry().
 *	SOC_SEQCOUNT_LATCH_RAW_RETRY	6.5 and later, stable kernels since December 2024
 *					(6.1.120), Debian's 6.1 among them
 *	SOC_SEQCOUNT_LATCH_RETRY	before
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/seqlock.h>

static seqcount_latch_t latch;

#if defined(SOC_SEQCOUNT_LATCH_RAW_RETRY)

static int __maybe_unused probe(void)
{
	return raw_read_seqcount_latch_retry(&latch, 0);
}

#elif defined(SOC_SEQCOUNT_LATCH_RETRY)

/* A conflict with the kernel's declaration, if it has one, rules this form out. */
static int raw_read_seqcount_latch_retry __maybe_unused;

static int __maybe_unused probe(void)
{
	return read_seqcount_latch_retry(&latch, 0);
}

#endif
