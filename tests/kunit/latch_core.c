// SPDX-License-Identifier: GPL-2.0-only
/*
 * The clock compiled a second time, bound to the simulated machine.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/stop_machine.h>
#include "latch_world.h"

#define soc_clock_step(clk)		world_step(clk)
#define stop_machine			world_stop_machine

#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#include "../../drivers/sched_clock/latch.c"
