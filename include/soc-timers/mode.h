/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parameter mode=: what a driver may do with its block. The same for all drivers,
 * built in or not.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SOC_TIMERS_MODE_H
#define _SOC_TIMERS_MODE_H

#include <linux/moduleparam.h>

/**
 * enum soc_mode - what a driver may do with its block
 * @SOC_MODE_AUTO:	run it unless another driver does; then only read its counter
 * @SOC_MODE_FULL:	run it or fail
 * @SOC_MODE_COUNTER:	only read its counter
 */
enum soc_mode {
	SOC_MODE_AUTO,
	SOC_MODE_FULL,
	SOC_MODE_COUNTER,
};

extern const struct kernel_param_ops soc_mode_ops;

#define SOC_MODE_HELP "auto (default): run the block unless another driver does; full: run it or fail; counter: only read its counter"

/**
 * SOC_MODE_PARAM() - give a driver the parameter mode=
 * @var: an enum soc_mode variable, initially SOC_MODE_AUTO
 *
 * An unknown mode is refused when parameters are parsed, before any probe: the module
 * is not loaded, and a built-in driver keeps the default. In a built-in driver @var is
 * set before the first timer is probed.
 */
#define SOC_MODE_PARAM(var)						\
	module_param_cb(mode, &soc_mode_ops, &(var), 0444);		\
	MODULE_PARM_DESC(mode, SOC_MODE_HELP)

#endif /* _SOC_TIMERS_MODE_H */
