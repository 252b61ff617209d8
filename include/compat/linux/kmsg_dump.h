/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct kmsg_dumper whose callback takes a struct kmsg_dump_detail, on kernels where it
 * takes the reason alone. There the callback cannot tell which struct kmsg_dumper it
 * belongs to, so each source file can register only one.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _COMPAT_LINUX_KMSG_DUMP_H
#define _COMPAT_LINUX_KMSG_DUMP_H

#include <probed/kmsg_dump.h>

#ifdef SOC_KMSG_DUMP_DETAIL

#include_next <linux/kmsg_dump.h>

#else

#define kmsg_dumper	soc_old_kmsg_dumper
#include_next <linux/kmsg_dump.h>
#undef kmsg_dumper

#include <linux/bug.h>
#include <linux/errno.h>

struct kmsg_dump_detail {
	enum kmsg_dump_reason reason;
};

struct kmsg_dumper {
	void (*dump)(struct kmsg_dumper *dumper, struct kmsg_dump_detail *detail);
	enum kmsg_dump_reason max_reason;
};

static struct kmsg_dumper *soc_kmsg_dumper __maybe_unused;

static inline void soc_kmsg_dump(struct soc_old_kmsg_dumper *dumper,
				 enum kmsg_dump_reason reason)
{
	struct kmsg_dump_detail detail = { .reason = reason };

	soc_kmsg_dumper->dump(soc_kmsg_dumper, &detail);
}

static struct soc_old_kmsg_dumper soc_old_dumper __maybe_unused = {
	.dump = soc_kmsg_dump,
};

static inline int soc_kmsg_dump_register(struct kmsg_dumper *dumper)
{
	if (WARN_ON(soc_kmsg_dumper))
		return -EBUSY;
	soc_kmsg_dumper = dumper;
	soc_old_dumper.max_reason = dumper->max_reason;

	return kmsg_dump_register(&soc_old_dumper);
}

static inline int soc_kmsg_dump_unregister(struct kmsg_dumper *dumper)
{
	int err;

	if (WARN_ON(soc_kmsg_dumper != dumper))
		return -EINVAL;
	/* Waits for callbacks. */
	err = kmsg_dump_unregister(&soc_old_dumper);
	soc_kmsg_dumper = NULL;

	return err;
}

#define kmsg_dump_register	soc_kmsg_dump_register
#define kmsg_dump_unregister	soc_kmsg_dump_unregister

#endif /* SOC_KMSG_DUMP_DETAIL */

#endif /* _COMPAT_LINUX_KMSG_DUMP_H */
