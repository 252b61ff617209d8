# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The early form on a per-CPU interrupt.

# shellcheck source=tests/boards/exynos-virt/lib.sh
. /exynos.sh

ktap_start
check 'the form is logged' \
	booted_with 'soc_exynos_mct: /timer@b100000: full, 2 local timers on a per-CPU interrupt, comparator 0 for wake-up; stays until reboot'
check "the kernel's own clock runs on the counter" \
	booted_with '^\[    0\.0[0-9]*\] sched_clock: 32 bits at 24MHz'
check 'the stamps of the log were in order during boot' stamps_in_order
check 'so does timekeeping' current_is soc-mct-frc
check 'each CPU ticks on its local timer' ticks_are 'soc-mct-tick%d'
check 'comparator 0 is the broadcast device' broadcast_is soc-mct-comp
check 'clocks in order and in step' in_step ms=2000
check 'CPU 1 off and on, 100 times' hotplug_all 100
check 'interrupts are served on their CPU' goes_on_serving 5
check 'load suspend_ops' insmod /modules/suspend_ops.ko control=0x0b102000
check 'suspend and resume with all registers lost, 20 times' suspend 20
check 'interrupts are served after suspend' goes_on_serving 5
check 'sleep 1 takes 1 s after suspend' sleeps_in_time 1
check 'clocks in order and in step after suspend' in_step ms=1000
check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 2
no_fault_was_reported
no_leaks
ktap_end
