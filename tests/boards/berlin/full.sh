# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Full: channels handed over by their compatible string, next to the in-tree driver,
# which runs the board but provides no high resolution. Ours does. The module cannot be
# unloaded afterwards, so this comes last.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

settled() {
	for attempt in 1 2 3 4 5 6 7 8 9 10; do
		high_resolution 2 && return
		sleep 1
	done
	echo "still not after $attempt s"
	return 1
}

ktap_start

check 'before: no CPU has high resolution' high_resolution 0
check 'before: no CPU has NO_HZ' no_hz 0
check 'before: the kernel logs why' logged 'dummy_timer is not functional'
check 'before: CPU 0 has no tick device of its own' tick_is 0 dummy_timer
check 'before: CPU 1 has no tick device of its own' tick_is 1 dummy_timer
check 'before: ticks go on when idle' never_rests

load soc_timers
load soc_dw_apb_timer
check 'the second of our channels is the counter' logged '/timer@b00003c: full: the counter'
check 'the first serves CPU 0' logged '/timer@b000028: full: clock event device soc-dw-apb-cpu0'
check 'the third serves CPU 1' logged '/timer@b000050: full: clock event device soc-dw-apb-cpu1'
check 'the fourth serves all CPUs' logged '/timer@b000064: full: clock event device soc-dw-apb-all'
check "the other driver's channels are left alone" \
	logged '/timer@b000014: left alone: other channels are handed over'
# Not automatically: a clocksource that was selected through sysfs is kept.
check 'switch to the counter' switch_to soc-dw-apb
# It wraps meanwhile, see board.conf.
check 'clocks in order and in step across a wrap' in_step ms=7000
check 'both CPUs get high resolution' settled
runs_on_both_cpus
check 'ticks stop when idle' rests_when_idle
check "sleeps are right by the host's clock" on_host_time
check '1 kHz on each CPU for 3 s, nothing lost, nothing spurious' events events=3000

goes_through_hotplug 20
goes_through_suspend
check 'our clocksource is still current' current_is soc-dw-apb

check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 1
check_switching
check 'our clocksource again' switch_to soc-dw-apb
runs_on_both_cpus ' after switching'

check 'switch away' switch_to timer
check 'rmmod is still refused' refused rmmod soc_dw_apb_timer
check 'switch back' switch_to soc-dw-apb

# The clocksource core no longer calls us, but our clock still depends on the counter.
check 'unbind our clocksource' unbind soc-dw-apb
check 'the counter is still registered' \
	says $counters '^soc-dw-apb +32 +24000000 +310 +full +system +soc_sched_clock$'
check 'load suspend_ops again' insmod /modules/suspend_ops.ko control=$control
first=$(our_clock)
loses_registers 'suspend and resume, 5 times, unbound and with all registers lost'
check 'our clock did not step' clock_gained_less "$first" 10000
check 'clocks in order and in step after suspend' in_step ms=1000
no_leaks

ktap_end
