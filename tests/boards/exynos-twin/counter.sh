# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The counter-only form where the twin has the block and ticks on a per-CPU interrupt.

# shellcheck source=tests/boards/exynos-virt/lib.sh
. /exynos.sh

ktap_start
check "before: the in-tree driver's counter" current_is mct-frc
check 'and its ticks' ticks_are 'mct_tick%d'
check 'sleep 1 takes 1 s' sleeps_in_time 1
load soc_timers
load soc_exynos_mct
check 'the form is logged' \
	logged "soc_exynos_mct: /timer@b100000: counter-only, next to exynos_mct's mct-frc"
check 'clocks in order and in step' in_step ms=2000
check 'switch to our clocksource' switch_to soc-mct-frc
check 'sleep 1 takes 1 s by it' sleeps_in_time 1
check 'CPU 1 off and on, 100 times' hotplug_all 100
check 'load suspend_ops' insmod /modules/suspend_ops.ko control=0x0b102000
check 'suspend and resume with all registers lost, 20 times' suspend 20
check 'our clocksource is still current' current_is soc-mct-frc
check 'clocks in order and in step after suspend' in_step ms=1000
check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 2
check 'switch away' switch_to mct-frc
unload soc_exynos_mct
check 'the ticks were not touched' ticks_are 'mct_tick%d'
no_fault_was_reported
no_leaks
ktap_end
