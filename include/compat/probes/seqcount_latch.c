// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: writing to a seqcount latch (write_seqcount_latch or raw_write_seqcount_latch)
 *
 * Linux 6.13 added write_seqcount_latch_begin() and its kin, which tell KCSAN where the
 * writer begins and ends (5c1806c41ce0).
 *	SOC_SEQCOUNT_LATCH_WRITE	6.13 and later, stable kernels since December 2024
 *					(6.1.120), Debian's 6.1 and 6.12 among them
 *	SOC_SEQCOUNT_LATCH_RAW		before, also vendors' 6.6.50
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/seqlock.h>

static seqcount_latch_t latch;

#if defined(SOC_SEQCOUNT_LATCH_WRITE)

static void __maybe_unused probe(void)
{
	write_seqcount_latch_begin(&latch);
	write_seqcount_latch(&latch);
	write_seqcount_latch_end(&latch);
}

#elif defined(SOC_SEQCOUNT_LATCH_RAW)

/* A conflict with the kernel's declaration, if it has one, rules this form out. */
static int write_seqcount_latch __maybe_unused;

static void __maybe_unused probe(void)
{
	raw_write_seqcount_latch(&latch);
}

#endif
