/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SOC_TIMERS_NS: the namespace of our symbols in the form that this kernel's
 * EXPORT_SYMBOL_NS_GPL() and MODULE_IMPORT_NS() take.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include_next <linux/export.h>

#ifndef _COMPAT_LINUX_EXPORT_H
#define _COMPAT_LINUX_EXPORT_H

#include <probed/symbol_namespace.h>

#ifdef SOC_NAMESPACE_STRING
#define SOC_TIMERS_NS	"SOC_TIMERS"
#else
#define SOC_TIMERS_NS	SOC_TIMERS
#endif

#endif /* _COMPAT_LINUX_EXPORT_H */
