# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The early form: the block is the only timer from the first tick on, and the source of
# the kernel's own clock and delay loop.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

twin_is_out() {
	grep -E ' (dw_apb_clocksource|apbt_|soc_counter)' /proc/kallsyms
	! grep -Eq ' (dw_apb_clocksource|apbt_)' /proc/kallsyms &&
		grep -q ' soc_counter_register' /proc/kallsyms
}

ktap_start

check 'the in-tree driver is not in this kernel' twin_is_out
check 'the counter is logged' booted_with \
	'counter soc-dw-apb: full, built in, 32 bits at 24000000 Hz, rating 310, sched_clock, delay timer'
check 'the second channel is the counter' booted_with '/timer@b000014: full, built in: the counter'
check 'the first channel serves CPU 0' \
	booted_with '/timer@b000000: full, built in: clock event device soc-dw-apb-cpu0, 24000000 Hz, rating 110'
check 'the third channel serves CPU 1' \
	booted_with '/timer@b000028: full, built in: clock event device soc-dw-apb-cpu1'
check 'the fourth channel serves all CPUs' \
	booted_with '/timer@b00003c: full, built in: clock event device soc-dw-apb-all'
check "the kernel's own clock runs on the counter" \
	booted_with '^\[    0\.0[0-9]*\] sched_clock: 32 bits at 24MHz, resolution 41ns, wraps every 8947848'
check 'the delay loop uses it' \
	booted_with 'Switching to timer-based delay loop, resolution 41ns'
check 'and needs no calibration' booted_with \
	'Calibrating delay loop (skipped), value calculated using timer frequency.. 48\.00 BogoMIPS (lpj=240000)'
check 'our clocksource is chosen automatically' current_is soc-dw-apb
check 'the counter feeds our clock, too' says $page '^counter: *soc-dw-apb$'
check 'no epoch was late' says $page '^late updates: *0$'
runs_on_both_cpus
check 'our device is the broadcast device' broadcast_is soc-dw-apb-all
check "sleeps and delays are right by the host's clock" on_host_time delays=1
check '1 kHz on each CPU for 10 s, nothing lost, nothing spurious' events events=10000
goes_through_hotplug 20
goes_through_suspend
# The counter restarted when all registers were lost, so it is about to wrap.
check 'clocks in order and in step across a wrap' in_step ms=7000
check 'our clock still runs on it' says $page '^counter: *soc-dw-apb$'

check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 1
check 'our clocksource is still current' current_is soc-dw-apb
no_leaks

ktap_end
