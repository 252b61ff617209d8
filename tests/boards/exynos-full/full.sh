# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The full form: the block is ours. The timer that the board has booted on stays
# there as an independent clock to measure with.

# shellcheck source=tests/boards/guest/lib.sh
. /lib.sh

clocksource=/sys/devices/system/clocksource/clocksource0
timers=/proc/timer_list
page=/sys/kernel/debug/soc_timers/sched_clock
cpu1=/sys/devices/system/cpu/cpu1/online
pwm=samsung_clocksource_timer

refused() {
	! "$@"
}

logged() {
	dmesg | tail -n 30
	dmesg | grep -q -- "$1"
}

current_is() {
	cat $clocksource/current_clocksource
	[ "$(cat $clocksource/current_clocksource)" = "$1" ]
}

switch_to() {
	echo "$1" >$clocksource/current_clocksource && current_is "$1"
}

tick_of() {
	sed -n "/^Per CPU device: $1\$/,/^\$/s/^Clock Event Device: //p" $timers
}

tick_is() {
	grep -A 1 -E '^(Tick Device|Broadcast device|Per CPU device|Clock Event Device)' $timers
	[ "$(tick_of "$1")" = "$2" ]
}

broadcast_is() {
	sed -n '/^Broadcast device$/,/^$/p' $timers
	[ "$(sed -n '/^Broadcast device$/,/^$/s/^Clock Event Device: //p' $timers)" = "$1" ]
}

high_resolution() {
	grep -E '^cpu:|\.hres_active' $timers
	[ "$(grep -c '\.hres_active *: 1' $timers)" = "$1" ]
}

interrupts_of() {
	sed -n "s/^ *[0-9]*: *\(.*\) GIC.*soc-mct-tick$1\$/\1/p" /proc/interrupts
}

# A tick comes to its own CPU and to no other.
ticks_at_home() {
	cat /proc/interrupts
	# shellcheck disable=SC2046 # two numbers
	set -- $(interrupts_of 0) $(interrupts_of 1)
	[ $# = 4 ] && [ "$1" -gt 50 ] && [ "$2" = 0 ] && [ "$3" = 0 ] && [ "$4" -gt 10 ]
}

hundredths() {
	cut -d ' ' -f 1 /proc/uptime | tr -d .
}

# What it takes to start a program, on a machine that may be busy.
overhead() {
	begin=$(hundredths)
	for i in 1 2 3 4 5; do
		sleep 0
	done
	echo $((($(hundredths) - begin) / i))
}

# By whatever clocksource keeps the time now; up to an eighth late.
sleep_takes_its_time() {
	start=$(overhead)
	begin=$(hundredths)
	sleep "$1"
	took=$(($(hundredths) - begin))
	text="sleep $1 took $took/100 s by $(cat $clocksource/current_clocksource), $start/100 s of it to start"
	echo "$text"
	say "# guest: $text"
	[ $took -ge $(($1 * 100)) ] && [ $((took - 2 * start)) -le $(($1 * 112 + 5)) ]
}

# The counter's lower half, as far as the system clock last saw it.
counter_near_wrap() {
	cat $page
	ticks=$(sed -n 's/^epoch ticks: *//p' $page)
	[ $((ticks)) -ge $((0xf8d8f200)) ]
}

selftest() {
	"$@" >/tmp/selftest 2>&1
	status=$?
	cat /tmp/selftest
	[ $status = 0 ] && grep -q 'pass:[1-9][0-9]* fail:0' /tmp/selftest
}

hotplug() {
	round=1
	while [ $round -le "$1" ]; do
		echo 0 >$cpu1
		[ "$(cat $cpu1)" = 0 ] || { echo "round $round: still on"; return 1; }
		echo 1 >$cpu1
		[ "$(cat $cpu1)" = 1 ] || { echo "round $round: still off"; return 1; }
		round=$((round + 1))
	done
}

# Not "freeze": it ends before anything of ours is called.
suspend() {
	round=1
	while [ $round -le "$1" ]; do
		echo mem >/sys/power/state || { echo "round $round"; return 1; }
		round=$((round + 1))
	done
}

ktap_start

check 'before: the board runs on its PWM timer' current_is $pwm
was=$(cat $cpu1)
[ "$was" = 0 ] || check 'before: CPU 1 has no timer of its own' tick_is 1 dummy_timer

load soc_timers
load soc_exynos_mct
[ "$was" = 1 ] || check 'CPU 1 comes up' sh -c "echo 1 >$cpu1"
check 'the form is said' \
	logged 'full, 2 local timers on an interrupt each, comparator 0 for wake-up: clocksource soc-mct-frc'
check 'the counter is about to wrap' counter_near_wrap
check 'all clocks in order and in step over the wrap' insmod /modules/clock_compare.ko ms=8000
check 'clock_compare unloads' rmmod clock_compare
check 'our clocksource is taken by itself' current_is soc-mct-frc
check 'CPU 0 ticks on its local timer' tick_is 0 soc-mct-tick0
check 'CPU 1 ticks on its local timer' tick_is 1 soc-mct-tick1
check 'comparator 0 is the broadcast device' broadcast_is soc-mct-comp
check 'both CPUs have high resolution' high_resolution 2
check 'the form is permanent: rmmod is refused' refused rmmod soc_exynos_mct
check 'sleep 1 takes 1 s by our counter' sleep_takes_its_time 1
check 'ticks come to their CPU' ticks_at_home

check 'the PWM timer as an independent clock' switch_to $pwm
check 'sleep 1 takes 1 s by it' sleep_takes_its_time 1
check 'sleep 5 takes 5 s by it' sleep_takes_its_time 5
check 'back to our clocksource' switch_to soc-mct-frc

check 'CPU 1 off and on, 50 times' hotplug 50
check 'CPU 1 ticks on its local timer again' tick_is 1 soc-mct-tick1
check 'high resolution again' high_resolution 2
check 'ticks still come to their CPU' ticks_at_home
check 'sleep 1 still takes 1 s' sleep_takes_its_time 1

echo core >/sys/power/pm_test
echo 0 >/sys/module/suspend/parameters/pm_test_delay
check 'suspend and resume, 20 times' suspend 20
check 'CPU 0 ticks after it' tick_is 0 soc-mct-tick0
check 'CPU 1 ticks after it' tick_is 1 soc-mct-tick1
check 'high resolution after it' high_resolution 2
check 'sleep 1 takes 1 s after it' sleep_takes_its_time 1
check 'our clocksource after it' current_is soc-mct-frc

check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 2
check 'no fault was reported' refused logged 'exynos-mct: [^m]'
no_leaks

ktap_end
