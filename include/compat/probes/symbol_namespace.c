// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probe: how a symbol namespace is written (string or token)
 *
 * Linux 6.13 turned the namespace into a string literal (cdd30ebb1b9f). Before,
 * the macro stringified its argument: a string literal would end up with quotes in
 * the namespace's name.
 *	SOC_NAMESPACE_STRING	6.13 and later
 *	SOC_NAMESPACE_TOKEN	up to 6.12
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/module.h>

#undef MODULE_INFO
#define MODULE_INFO(tag, info)	static_assert(sizeof(#tag info) == sizeof("import_nsNAME"))

#if defined(SOC_NAMESPACE_STRING)

MODULE_IMPORT_NS("NAME");

#elif defined(SOC_NAMESPACE_TOKEN)

MODULE_IMPORT_NS(NAME);

#endif
