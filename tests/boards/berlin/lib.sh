# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by the scripts of the board: what they ask the kernel about its timers.

# shellcheck source=tests/boards/guest/lib.sh
. /lib.sh

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
