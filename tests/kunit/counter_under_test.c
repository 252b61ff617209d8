// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registration helper compiled a second time, bound to the fakes.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

/* Word for word as in the source below, which is not included first. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/rcupdate.h>

#include "counter_fakes.h"

#define clocksource_register_hz		counter_fake_cs_register
#define clocksource_unregister		counter_fake_cs_unregister
#define soc_sched_clock_register	counter_fake_src_register
#define soc_sched_clock_unregister	counter_fake_src_unregister
#define soc_sched_clock_suspend		counter_fake_freeze
#define soc_sched_clock_resume		counter_fake_thaw
#undef synchronize_rcu_tasks
#define synchronize_rcu_tasks		counter_fake_wait
#undef __module_get
#define __module_get			counter_fake_pin
#define soc_counter_readers_unseen()	counter_fakes.readers_unseen

#define soc_counter_claim		counter_test_claim
#define soc_counter_release		counter_test_release
#define soc_counter_register		counter_test_register
#define soc_counter_unregister		counter_test_unregister
#define soc_counter_is_sched_clock(ctr)	false
#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#include "../../drivers/counter/check.c"
#include "../../drivers/counter/counter.c"
#include "../../drivers/counter/suspend.c"
