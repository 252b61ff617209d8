// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: system core suspend callbacks (struct syscore or struct syscore_ops)
 *
 * Linux 6.19 gave the callbacks an argument and split the list entry, struct
 * syscore, from them (a97fbc3ee3e2); register_syscore_ops() went away.
 *	SOC_SYSCORE		6.19 and later, also Debian's 6.12.117
 *	SOC_SYSCORE_OPS		before, Debian's 6.1 among them
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/syscore_ops.h>

#if defined(SOC_SYSCORE)

static int suspend(void *data)
{
	return 0;
}

static const struct syscore_ops ops = { .suspend = suspend };
static struct syscore syscore = { .ops = &ops, .data = &syscore };

static void __maybe_unused probe(void)
{
	register_syscore(&syscore);
	unregister_syscore(&syscore);
}

#elif defined(SOC_SYSCORE_OPS)

/* A conflict with the kernel's declaration, if it has one, rules this form out. */
static int register_syscore __maybe_unused;

static int suspend(void)
{
	return 0;
}

static struct syscore_ops ops = { .suspend = suspend };

static void __maybe_unused probe(void)
{
	register_syscore_ops(&ops);
	unregister_syscore_ops(&ops);
}

#endif
