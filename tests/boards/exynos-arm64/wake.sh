# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The CPUs tick on their own timers. Before one sleeps deeply, the kernel programs its local
# timer of the MCT instead, and that is all that can wake it.

# shellcheck source=tests/boards/exynos-virt/lib.sh
. /exynos.sh

wake_up_devices_are() {
	grep -E '^(Per CPU device|Clock Event Device|Wakeup Device)' $timers
	names_of "$1" >/tmp/wanted
	sed -n 's/^Wakeup Device: *//p' $timers | cmp - /tmp/wanted
}

sleep_deeply() {
	grep . /sys/devices/system/cpu/cpu*/cpuidle/state1/usage
	for cpu in $(seq 0 $last); do
		[ "$(cat "/sys/devices/system/cpu/cpu$cpu/cpuidle/state1/usage")" -gt 20 ] || return
	done
}

# Each CPU goes on sleeping, and its own local timer wakes it.
are_woken() {
	check "$1: each CPU's local timer wakes it" wake_up_devices_are 'soc-mct-tick%d'
	check "$1: and does so" goes_on_serving 5
	check "$1: on its CPU only" served_at_home 5
	check "$1: sleep 1 takes 1 s" sleeps_in_time 1
}

# 100 take minutes.
rounds=$(sed -n 's/.*rounds=\([0-9][0-9]*\).*/\1/p' /proc/cmdline)

ktap_start
check "before: the board runs on its CPUs' own timers" current_is arch_sys_counter
check 'before: these stop, and one CPU wakes the others' broadcast_is bc_hrtimer
load soc_timers
load soc_exynos_mct
check 'the form is logged' \
	logged 'soc_exynos_mct: /timer@b100000: full, 8 local timers on an interrupt each, comparator 0 for wake-up; stays until reboot'
check "the CPUs' own counter is still the clocksource" current_is arch_sys_counter
check 'the CPUs still tick on their own timers' ticks_are arch_sys_timer
check 'comparator 0 is the broadcast device' broadcast_is soc-mct-comp
sleep 1
check 'the CPUs sleep deeply' sleep_deeply
are_woken 'at first'

check 'switch to our clocksource' switch_to soc-mct-frc
check 'clocks in order and in step, on all CPUs' in_step ms=2000
check 'sleep 5 takes 5 s by it' sleeps_in_time 5
check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 2

check "all CPUs but one off and on, ${rounds:=20} times" hotplug_all "$rounds"
are_woken 'after hotplug'

check 'suspend to idle' sleeps_to_idle
are_woken 'after suspend to idle'

# The block's registers are lost, but not those of the CPUs' own timers.
check 'load suspend_ops' insmod /modules/suspend_ops.ko control=0x0b102000
check 'suspend and resume with all registers lost, 20 times' suspend 20
are_woken 'after suspend'
check 'our clocksource is still current' current_is soc-mct-frc
check 'clocks in order and in step after suspend' in_step ms=1000
no_fault_was_reported
no_leaks
ktap_end
