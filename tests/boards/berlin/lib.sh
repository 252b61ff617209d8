# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by scripts of boards with DW APB timers.

# shellcheck source=tests/guest/timers.sh
. /timers.sh

# As in the boards' PLUGINS.
control=0x0b001000

# Interrupts of device $1 on CPU $2.
interrupts() {
	awk -v name="$1" -v column=$(($2 + 2)) '$NF == name { print $column }' /proc/interrupts
}

# The device of CPU $1 interrupts that CPU and no other.
ticks_at_home() {
	mine=$(interrupts "soc-dw-apb-cpu$1" "$1")
	others=$(interrupts "soc-dw-apb-cpu$1" $((1 - $1)))
	taskset $((1 << $1)) sleep 0.1
	now=$(interrupts "soc-dw-apb-cpu$1" "$1")
	echo "$mine, then $now; on the other CPU $others"
	[ "$now" -gt "$mine" ] && [ "$(interrupts "soc-dw-apb-cpu$1" $((1 - $1)))" = "$others" ]
}

all_interrupts() {
	awk '/timer|soc-dw-apb/ { sum += $2 + $3 } END { print sum }' /proc/interrupts
}

# Timer interrupts of the idle machine, per second.
idle_interrupts() {
	begin=$(hundredths) first=$(all_interrupts)
	sleep 3
	last=$(all_interrupts) took=$(($(hundredths) - begin))
	rate=$(((last - first) * 100 / took))
	text="$rate timer interrupts per second when idle"
	echo "$text"
	say "# guest: $text"
}

rests_when_idle() {
	idle_interrupts
	[ $rate -lt 60 ]
}

never_rests() {
	idle_interrupts
	[ $rate -ge 90 ]
}

as_it_must_be() {
	measurer=$1
	shift
	measured "$measurer" "$measurer: as it must be" "$measurer: not as it must be" \
		control=$control "$@"
}

on_host_time() {
	as_it_must_be host_clock "$@"
}

events() {
	as_it_must_be dw_apb_events "$@"
}

runs_on_both_cpus() {
	check "CPU 0 ticks on its own device$1" tick_is 0 soc-dw-apb-cpu0
	check "CPU 1 ticks on its own device$1" tick_is 1 soc-dw-apb-cpu1
	check "both CPUs have high resolution$1" high_resolution 2
	check "and NO_HZ$1" no_hz 2
	check "ticks of CPU 0 are delivered to it$1" ticks_at_home 0
	check "ticks of CPU 1 are delivered to it$1" ticks_at_home 1
}

goes_through_hotplug() {
	check "CPU 1 off and on, $1 times" hotplug "$1"
	runs_on_both_cpus ' after hotplug'
	check 'no event is lost after hotplug' events events=500
}

wipes() {
	dmesg | grep -c 'suspend_ops: down and up again, a timer wiped'
}

# suspend_ops must be loaded; this unloads it.
loses_registers() {
	wiped=$(wipes)
	check "$1" suspend 5
	check 'they were lost each time' [ "$(($(wipes) - wiped))" = 5 ]
	check 'unload suspend_ops' rmmod suspend_ops
}

goes_through_suspend() {
	check 'load suspend_ops' insmod /modules/suspend_ops.ko control=$control
	echo core >/sys/power/pm_test
	echo 0 >/sys/module/suspend/parameters/pm_test_delay
	check 'suspend and resume, 5 times' suspend 5
	echo none >/sys/power/pm_test
	loses_registers 'suspend and resume with all registers lost, 5 times'
	runs_on_both_cpus ' after suspend'
	check 'no event is lost after suspend' events events=500
	check "sleeps are right by the host's clock after suspend" on_host_time
}
