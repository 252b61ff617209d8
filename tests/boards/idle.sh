# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by board.conf of boards with 64-bit CPUs that sleep.

# An idle state in which the CPUs' timers stop.
add_idle_state() {
	fdtput -cp "$1" /cpus/idle-states/sleep
	fdtput -t s "$1" /cpus/idle-states entry-method psci
	sleep=/cpus/idle-states/sleep
	fdtput -t s "$1" $sleep compatible arm,idle-state
	fdtput "$1" $sleep local-timer-stop
	fdtput -t x "$1" $sleep arm,psci-suspend-param 1
	fdtput -t i "$1" $sleep entry-latency-us 10
	fdtput -t i "$1" $sleep exit-latency-us 10
	fdtput -t i "$1" $sleep min-residency-us 50
	fdtput -t x "$1" $sleep phandle 7004
	for cpu in $(seq 0 $((${CPUS:?} - 1))); do
		fdtput -t x "$1" "/cpus/cpu@$cpu" cpu-idle-states 7004
	done
}
