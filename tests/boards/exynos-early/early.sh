# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The early form: the only timer from the first tick on, and the source of the
# kernel's own clock and delay loop.

# shellcheck source=tests/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

rtc=/sys/class/rtc/rtc0/since_epoch

twin_is_out() {
	grep -E ' (exynos4_mct|soc_counter)_' /proc/kallsyms
	! grep -q ' exynos4_mct_' /proc/kallsyms && grep -q ' soc_counter_register' /proc/kallsyms
}

# The RTC only shows whole seconds, so wait until it changes.
next_second() {
	before=$(cat $rtc) && [ -n "$before" ] || return 1
	spins=0
	while [ "$(cat $rtc)" = "$before" ]; do
		spins=$((spins + 1))
		[ $spins -lt 20000 ] || { echo "the RTC is stuck at $before"; return 1; }
	done
	hundredths
}

# The RTC is another block of the SoC, with its own crystal.
in_step_with_rtc() {
	first=$(next_second) || { echo "$first"; return 1; }
	rtc_first=$(cat $rtc)
	sleep "$1"
	last=$(next_second) || { echo "$last"; return 1; }
	passed=$((last - first)) rtc_passed=$(($(cat $rtc) - rtc_first))
	text="$rtc_passed s by the RTC are $passed/100 s by our clock"
	echo "$text"
	say "# guest: $text"
	[ $rtc_passed -ge "$1" ] && [ $rtc_passed -le $(($1 + 3)) ] &&
		[ $passed -ge $((rtc_passed * 100 - 20)) ] && [ $passed -le $((rtc_passed * 100 + 20)) ]
}

wrapped() {
	cat $page
	ticks=$(sed -n 's/^epoch ticks: *//p' $page)
	[ $((ticks)) -lt $((0xd515a400)) ]
}

ktap_start

check 'the in-tree driver is not in this kernel' twin_is_out
check 'the form is logged' \
	booted_with 'soc_exynos_mct: /soc/timer@10050000: full, 2 local timers on an interrupt each, comparator 0 for wake-up; stays until reboot'
check 'and so is the counter' \
	booted_with 'soc_timers: counter soc-mct-frc: full, built in, 32 bits at 24000000 Hz, rating 450'
check "the kernel's own clock runs on the counter" \
	booted_with '^\[    0\.0[0-9]*\] sched_clock: 32 bits at 24MHz, resolution 41ns, wraps every 8947848'
check 'the delay loop uses it' \
	booted_with 'Switching to timer-based delay loop, resolution 41ns'
check 'and needs no calibration' booted_with \
	'Calibrating delay loop (skipped), value calculated using timer frequency.. 48\.00 BogoMIPS (lpj=240000)'
check 'our clocksource is chosen automatically' current_is soc-mct-frc
check 'the counter feeds our clock, too' says $page '^counter: *soc-mct-frc'
check 'no epoch was late' says $page '^late updates: *0$'
check 'both CPUs are up' [ "$(cat /sys/devices/system/cpu/online)" = 0-1 ]
check 'CPU 0 ticks on its local timer' tick_is 0 soc-mct-tick0
check 'CPU 1 ticks on its local timer' tick_is 1 soc-mct-tick1
check 'comparator 0 is the broadcast device' broadcast_is soc-mct-comp
check 'both CPUs have high resolution' high_resolution 2
check 'ticks are delivered to their CPU' ticks_at_home
check 'sleep 1 takes 1 s' sleep_takes_its_time 1
check 'the counter and the RTC agree' in_step_with_rtc 8

check 'clocks in order and in step, both CPUs' in_step ms=2000

check 'what a reading of the clocks costs is counted' \
	insmod /modules/read_cost.ko control=0x1fff0000
unload read_cost

check 'CPU 1 off and on, 10 times' hotplug 10
check 'CPU 1 ticks on its local timer again' tick_is 1 soc-mct-tick1
check 'high resolution again' high_resolution 2

echo core >/sys/power/pm_test
echo 0 >/sys/module/suspend/parameters/pm_test_delay
check 'suspend and resume, 5 times' suspend 5
check 'CPU 0 ticks after suspend' tick_is 0 soc-mct-tick0
check 'CPU 1 ticks after suspend' tick_is 1 soc-mct-tick1
check 'our clock still runs on the counter' says $page '^counter: *soc-mct-frc$'
check 'sleep 1 takes 1 s after suspend' sleep_takes_its_time 1

check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 2
check 'the counter has wrapped meanwhile' wrapped
check 'clocks in order and in step after the wrap' in_step ms=1000
check 'ticks are still delivered to their CPU' ticks_at_home
check 'our clocksource is still current' current_is soc-mct-frc
no_leaks

ktap_end
