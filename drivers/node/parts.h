/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Internal interface of what the drivers share.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_NODE_PARTS_H
#define _SOC_TIMERS_NODE_PARTS_H

#ifdef CONFIG_KEXEC_CORE
void soc_shutdown_hook(void);
void soc_shutdown_unhook(void);
#else
static inline void soc_shutdown_hook(void)
{
}

static inline void soc_shutdown_unhook(void)
{
}
#endif

#endif /* _SOC_TIMERS_NODE_PARTS_H */
