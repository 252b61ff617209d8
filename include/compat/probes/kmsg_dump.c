// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: callback for the kernel's log (struct kmsg_dumper)
 *
 * Linux 6.12 replaced its argument, the reason, by a structure that has a description as
 * well (e1a261ba599e).
 *	SOC_KMSG_DUMP_DETAIL	6.12 and later
 *	SOC_KMSG_DUMP_REASON	before
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/kmsg_dump.h>

#if defined(SOC_KMSG_DUMP_DETAIL)

static void dump(struct kmsg_dumper *dumper, struct kmsg_dump_detail *detail)
{
}

#elif defined(SOC_KMSG_DUMP_REASON)

static void dump(struct kmsg_dumper *dumper, enum kmsg_dump_reason reason)
{
}

#endif

static struct kmsg_dumper dumper = { .dump = dump };

static void __maybe_unused probe(void)
{
	kmsg_dump_register(&dumper);
	kmsg_dump_unregister(&dumper);
}
