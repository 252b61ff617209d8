# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The full form on a per-CPU interrupt, handed over by the compatible string.

# shellcheck source=tests/boards/exynos-virt/lib.sh
. /exynos.sh

ktap_start
check "before: the board runs on its CPUs' own timers" current_is arch_sys_counter
check 'and ticks on them' ticks_are arch_sys_timer

load soc_timers
load soc_exynos_mct
check 'the form is logged' \
	logged 'soc_exynos_mct: /timer@b100000: full, 2 local timers on a per-CPU interrupt, comparator 0 for wake-up; stays until reboot'
check 'our clocksource is chosen automatically' current_is soc-mct-frc
check 'each CPU ticks on its local timer' ticks_are 'soc-mct-tick%d'
check 'comparator 0 is the broadcast device' broadcast_is soc-mct-comp
check 'both CPUs have high resolution' high_resolution 2
check 'the form is permanent: rmmod is refused' refused rmmod soc_exynos_mct
check 'clocks in order and in step' in_step ms=2000
check 'interrupts are served on their CPU' goes_on_serving 5
check "switch to the CPUs' own counter as an independent clock" switch_to arch_sys_counter
check 'sleep 1 takes 1 s by it' sleep_takes_its_time 1
check 'sleep 5 takes 5 s by it' sleep_takes_its_time 5
check 'switch back to our clocksource' switch_to soc-mct-frc

check 'CPU 1 off and on, 100 times' hotplug_all 100
check 'each CPU still ticks on its local timer' ticks_are 'soc-mct-tick%d'
check 'interrupts are still served on their CPU' goes_on_serving 5

check 'load suspend_ops' insmod /modules/suspend_ops.ko control=0x0b102000
check 'suspend and resume with all registers lost, 20 times' suspend 20
check 'each CPU ticks on its local timer after suspend' ticks_are 'soc-mct-tick%d'
check 'interrupts are served after suspend' goes_on_serving 5
check 'high resolution after suspend' high_resolution 2
check 'sleep 1 takes 1 s after suspend' sleep_takes_its_time 1
check 'our clocksource is still current' current_is soc-mct-frc
check 'clocks in order and in step after suspend' in_step ms=1000
check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 2
no_fault_was_reported
no_leaks
ktap_end
