/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct syscore, whose callbacks take an argument, on kernels whose callbacks
 * take none. There the callbacks cannot tell which struct syscore they belong to,
 * so each source file can register only one.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _COMPAT_LINUX_SYSCORE_OPS_H
#define _COMPAT_LINUX_SYSCORE_OPS_H

#include <probed/syscore.h>

#ifdef SOC_SYSCORE

#include_next <linux/syscore_ops.h>

#else

#define syscore_ops	soc_old_syscore_ops
#include_next <linux/syscore_ops.h>
#undef syscore_ops

#include <linux/bug.h>

struct syscore_ops {
	int	(*suspend)(void *data);
	void	(*resume)(void *data);
	void	(*shutdown)(void *data);
};

struct syscore {
	struct list_head		node;
	const struct syscore_ops	*ops;
	void				*data;
};

static struct syscore *soc_syscore __maybe_unused;

static inline int soc_syscore_suspend(void)
{
	return soc_syscore->ops->suspend ? soc_syscore->ops->suspend(soc_syscore->data) : 0;
}

static inline void soc_syscore_resume(void)
{
	if (soc_syscore->ops->resume)
		soc_syscore->ops->resume(soc_syscore->data);
}

static inline void soc_syscore_shutdown(void)
{
	if (soc_syscore->ops->shutdown)
		soc_syscore->ops->shutdown(soc_syscore->data);
}

static struct soc_old_syscore_ops soc_old_syscore __maybe_unused = {
	.suspend	= soc_syscore_suspend,
	.resume		= soc_syscore_resume,
	.shutdown	= soc_syscore_shutdown,
};

static inline void register_syscore(struct syscore *syscore)
{
	if (WARN_ON(soc_syscore))
		return;
	soc_syscore = syscore;
	register_syscore_ops(&soc_old_syscore);
}

static inline void unregister_syscore(struct syscore *syscore)
{
	if (WARN_ON(soc_syscore != syscore))
		return;
	unregister_syscore_ops(&soc_old_syscore);
	soc_syscore = NULL;
}

#endif /* SOC_SYSCORE */

#endif /* _COMPAT_LINUX_SYSCORE_OPS_H */
