# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# We may not write a global register, and have to wait for the counter.

# shellcheck source=tests/boards/exynos-virt/lib.sh
. /exynos.sh

# Until the other processor has started the counter.
wait_until() {
	while [ "$(hundredths)" -lt "$1" ]; do
		sleep 1
	done
}

ktap_start
load soc_timers
load soc_exynos_mct
check 'a counter that is stopped is refused' \
	logged '/timer@b100000: the counter is stopped: the processor that shares it must start it first'
check 'no interrupt is requested' refused grep soc-mct /proc/interrupts
wait_until 2700
unload soc_exynos_mct
load soc_exynos_mct
check 'the form is logged' \
	logged 'soc_exynos_mct: /timer@b100000: full, 4 local timers on an interrupt each, counter shared with another processor; stays until reboot'
check 'no comparator is ours' refused broadcast_is soc-mct-comp
check 'clocks in order and in step' in_step ms=1000
check 'switch to our clocksource' switch_to soc-mct-frc
check 'clocks in order and in step on it, across the wrap' in_step ms=6000
sleep 1
check 'the local timers wake their CPUs' goes_on_serving 5
check 'and no others' served_at_home 5
check 'all CPUs but one off and on, 50 times' hotplug_all 50
check 'the local timers still wake their CPUs' goes_on_serving 5
check 'suspend to idle' sleeps_to_idle
check 'the local timers wake their CPUs after it' goes_on_serving 5
check 'sleep 1 takes 1 s' sleeps_in_time 1
check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 2
no_fault_was_reported
no_leaks
ktap_end
