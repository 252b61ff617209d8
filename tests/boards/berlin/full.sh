# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Full: channels handed over by their compatible string, next to the driver in the
# tree, which runs the board but gives no CPU high resolution. Ours do. The module
# stays from then on, so this comes last.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

settled() {
	for attempt in 1 2 3 4 5 6 7 8 9 10; do
		high_resolution 2 && return
		sleep 1
	done
	echo "not after $attempt s"
	return 1
}

ktap_start

check 'before: no CPU has high resolution' high_resolution 0
check 'before: nor NO_HZ' no_hz 0
check 'before: the kernel logs why' logged 'dummy_timer is not functional'
check 'before: CPU 0 has no tick of its own' tick_is 0 dummy_timer
check 'before: CPU 1 has no tick of its own' tick_is 1 dummy_timer
check 'before: there is no rest when idle' never_rests

load soc_timers
load soc_dw_apb_timer
check 'the counter by its place' logged '/timer@b00003c: full: the counter'
check 'CPU 0 by its place' logged '/timer@b000028: full: clock event device soc-dw-apb-cpu0'
check 'CPU 1 by its place' logged '/timer@b000050: full: clock event device soc-dw-apb-cpu1'
check 'the one for all by its place' logged '/timer@b000064: full: clock event device soc-dw-apb-all'
check 'channels of the other driver are left alone' logged '/timer@b000014: left alone: other channels are handed over'
# Not automatically: a clocksource that was chosen once stays.
check 'switch to the counter' switch_to soc-dw-apb
# It wraps meanwhile, see the board's description.
check 'clocks in order and in step across a wrap' in_step ms=7000
check 'high resolution comes' settled
runs_on_both_cpus
check 'there is rest when idle' rests_when_idle
check 'sleeps by the clock of the host' on_host_time
check '1 kHz on each CPU for 3 s, nothing lost, nothing spurious' events events=3000

goes_through_hotplug 20
goes_through_suspend
check 'our clocksource still' current_is soc-dw-apb

check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 1
check_switching
check 'our clocksource again' switch_to soc-dw-apb
runs_on_both_cpus ' after it'

check 'switch away' switch_to timer
check 'rmmod is refused for good' refused rmmod soc_dw_apb_timer
check 'and back' switch_to soc-dw-apb

# Nothing of the clocksource core calls us any more, and our clock still depends on us.
check 'the kernel can do without our clocksource' unbind soc-dw-apb
check 'the counter is still registered' \
	says $counters '^soc-dw-apb +32 +24000000 +310 +full +system +soc_sched_clock$'
check 'a way to suspend again' insmod /modules/suspend_ops.ko control=$control
first=$(our_clock)
loses_registers 'suspend and resume, 5 times, unbound and with all registers lost'
check 'our clock did not step over it' clock_gained_less "$first" 10000
check 'clocks in order and in step after it' in_step ms=1000
no_leaks

ktap_end
