/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For a suite that compiles a driver's source a second time: what the source tells the
 * linker and the module loader is not for the suite's own module. Include it after all
 * other headers and before the source.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _MODULE_MACROS_H
#define _MODULE_MACROS_H

#include <linux/build_bug.h>
#include <linux/clocksource.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/module.h>
#include <soc-timers/counter.h>
#include <soc-timers/driver.h>
#include <soc-timers/mode.h>

/* Called once and discarded after boot, but tests may run again. */
#undef __init
#define __init
#undef __initdata
#define __initdata
#undef __exit
#define __exit

/* The parameters are set by the tests, not when the module is loaded. */
#undef SOC_MODE_PARAM
#define SOC_MODE_PARAM(var)		static_assert(sizeof(var))
#undef SOC_COUNTER_PARAM
#define SOC_COUNTER_PARAM(ctr)		static_assert(sizeof(ctr))
#undef core_param
#define core_param(name, var, type, perm) \
	static_assert(sizeof(#name #perm) && sizeof(var) == sizeof(type))
#undef MODULE_PARM_DESC
#define MODULE_PARM_DESC(name, text)	static_assert(sizeof(#name text))

/* The real ones are exported already. */
#undef EXPORT_SYMBOL_GPL
#define EXPORT_SYMBOL_GPL(sym)		static_assert(sizeof(#sym))
#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

/* The tests probe and remove devices themselves. */
#define soc_node_register_driver(driver)	platform_driver_register(driver)
#undef soc_node_driver
#define soc_node_driver(driver) \
	static struct platform_driver *the_driver __maybe_unused = &(driver)

#undef MODULE_ALIAS
#define MODULE_ALIAS(alias)		static_assert(sizeof(alias))
#undef MODULE_DESCRIPTION
#define MODULE_DESCRIPTION(text)	static_assert(sizeof(text))
#undef MODULE_AUTHOR
#define MODULE_AUTHOR(text)		static_assert(sizeof(text))
#undef MODULE_LICENSE
#define MODULE_LICENSE(text)		static_assert(sizeof(text))
#undef MODULE_VERSION
#define MODULE_VERSION(text)		static_assert(sizeof(text))
#undef MODULE_IMPORT_NS
#define MODULE_IMPORT_NS(ns)		static_assert(sizeof(#ns))

/* The tests call the early probes themselves. */
#undef TIMER_OF_DECLARE
#define TIMER_OF_DECLARE(name, string, fn) \
	static const struct { \
		const char *compatible; \
		int (*init)(struct device_node *np); \
	} name##_entry __maybe_unused = { string, fn }

#endif /* _MODULE_MACROS_H */
