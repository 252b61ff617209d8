# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by the scripts of the board: what they ask the kernel about its timers.

clocksource=/sys/devices/system/clocksource/clocksource0

current_is() {
	cat $clocksource/current_clocksource
	[ "$(cat $clocksource/current_clocksource)" = "$1" ]
}

offered() {
	cat $clocksource/available_clocksource
	grep -qw -- "$1" $clocksource/available_clocksource
}

switch_to() {
	echo "$1" >$clocksource/current_clocksource && current_is "$1"
}

refused() {
	! "$@"
}

logged() {
	dmesg | tail -n 40
	dmesg | grep -q -- "$1"
}

# Tick device of CPU $1. There is a device of all CPUs before the CPUs' own.
tick_device() {
	sed -n 's/^Clock Event Device: *//p' /proc/timer_list | sed -n "$(($1 + 2))p"
}

tick_is() {
	tick_device "$1"
	[ "$(tick_device "$1")" = "$2" ]
}

# How many CPUs are in high-resolution mode.
high_resolution() {
	grep -c 'hres_active *: 1' /proc/timer_list
}

high_resolution_on() {
	grep hres_active /proc/timer_list
	[ "$(high_resolution)" = "$1" ]
}

# Interrupts of device $1 on CPU $2.
interrupts() {
	awk -v name="$1" -v column=$(($2 + 2)) '$NF == name { print $column }' /proc/interrupts
}

# $1 ticks of 10 ms, with room for a busy host.
hundredths() {
	awk '{ printf "%d\n", $1 * 100 }' /proc/uptime
}
