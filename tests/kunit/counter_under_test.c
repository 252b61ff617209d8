// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registration helper compiled a second time, bound to the fakes.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

/* Word for word as in the source below, which is not included first. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#define SOC_COUNTER_TEST

#include <linux/build_bug.h>
#include <linux/delay.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/sched_clock.h>
#include <linux/stop_machine.h>

#include "counter_fakes.h"
#include "module_macros.h"

#undef printk
#define printk				counter_fake_printk
#define clocksource_register_hz		counter_fake_cs_register
#define clocksource_unregister		counter_fake_cs_unregister
#define soc_sched_clock_register	counter_fake_src_register
#define soc_sched_clock_unregister	counter_fake_src_unregister
#define soc_sched_clock_suspend		counter_fake_freeze
#define soc_sched_clock_resume		counter_fake_thaw
#define soc_sched_clock_demote		counter_fake_demote
#define soc_sched_clock_wraps_too_soon	counter_fake_wraps_too_soon
#define soc_sched_clock_offer		counter_fake_offer
#define soc_clock_is_kernels()		counter_fakes.kernels
#define sched_clock_register		counter_fake_sched_clock
#define sched_clock_read_begin		counter_fake_read_begin
#define sched_clock_read_retry		counter_fake_read_retry
#define register_current_timer_delay	counter_fake_delay
#define lpj_fine			counter_fakes.lpj
#undef synchronize_rcu_tasks
#define synchronize_rcu_tasks		counter_fake_wait
#undef __module_get
#define __module_get			counter_fake_pin
#undef try_module_get
#define try_module_get			counter_fake_hold
#undef msleep
#define msleep				counter_fake_sleep
#define stop_machine			counter_fake_stop_machine
#define soc_counter_irqtime()		counter_fakes.irqtime
#define soc_counter_register_in_kernel	counter_fake_lookup
#define soc_counter_readers_unseen()	counter_fakes.readers_unseen

#define soc_counter_err			counter_test_err
#define soc_counter_check		counter_test_check
#define soc_counter_describe		counter_test_describe
#define soc_counter_describe_source	counter_test_describe_source
#define soc_counter_stop		counter_test_stop
#define soc_counter_restart		counter_test_restart
#define soc_counter_for_each		counter_test_for_each
#define soc_counter_claim		counter_test_claim
#define soc_counter_release		counter_test_release
#define soc_counter_register		counter_test_register
#define soc_counter_unregister		counter_test_unregister
#define soc_counter_is_sched_clock	counter_test_is_sched_clock
#define soc_counter_is_delay_timer	counter_test_is_delay_timer
#define soc_counter_hand_over		counter_test_hand_over
#define soc_counter_retract		counter_test_retract
#define soc_counter_register_early	counter_test_register_early
#define soc_counter_opted_in		counter_test_opted_in
#define soc_counter_give_late		counter_test_give_late
#define soc_counter_suspend_unbound	counter_test_suspend_hook
#define soc_counter_resume_unbound	counter_test_resume_hook
#define soc_counter_hook_suspend	counter_test_hook
#define soc_counter_unhook_suspend	counter_test_unhook
#define soc_counter_hook_devices	counter_test_hook_devices
#define soc_counter_unhook_devices	counter_test_unhook_devices
/* For the tests to call when they choose. */
#undef core_initcall
#define core_initcall(fn)		static int (* const counter_initcall)(void) = (fn)

#include "../../drivers/counter/check.c"
#include "../../drivers/counter/counter.c"
#include "../../drivers/counter/early.c"
#include "../../drivers/counter/late.c"
#include "../../drivers/counter/suspend.c"

int counter_test_initcall(void)
{
	return counter_initcall();
}

void counter_test_next_boot(void)
{
	handed_over = NULL;
#ifdef CONFIG_ARM
	delay_counter = NULL;
#endif
}
