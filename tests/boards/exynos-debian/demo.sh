# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# What "make demo" shows. Lines that begin with "demo:" are for the reader; the
# checks in between decide the result.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

show() {
	printf '%s\n' "$*" | sed 's/^/demo: /' | to_log
}

title() {
	show ""
	show "== $*"
}

# Show a command and its output, and report its exit status as a test result.
run() {
	show "# $*"
	if run_output=$(sh -c "$*" 2>&1); then
		ktap_ok "$*"
	else
		ktap_not_ok "$*" "$run_output"
		show "(failed)"
	fi
	[ -z "$run_output" ] || show "$run_output"
}

# Show what our modules have logged since the last call.
seen=0
log_of_modules() {
	total=$(dmesg | wc -l)
	dmesg | tail -n +$((seen + 1)) |
		grep -E '^\[[ 0-9.]*\] (soc|sched_clock|counter|clock_compare)[a-z_-]*[: ]' |
		sed 's/^/  /' >/tmp/lines
	seen=$total
	show "$(cat /tmp/lines)"
}

tick_devices() {
	awk '/^Tick Device/ { getline; cpu = $0 } /^Clock Event Device:/ { print "  " $NF }' \
		/proc/timer_list | sort | uniq | tr '\n' ' '
}

current_is() {
	[ "$(cat $clocksource/current_clocksource)" = "$1" ]
}

ktap_start
seen=$(dmesg | wc -l)

title "The board as it is: $(uname -sr), $(grep -c ^processor /proc/cpuinfo) CPUs, $(sed -n 's/^Hardware[^:]*: //p' /proc/cpuinfo)"
show "clocksource:   $(cat $clocksource/current_clocksource)"
show "tick devices: $(tick_devices)"
check 'before: the built-in driver keeps time' current_is mct-frc

title "Load the modules next to the built-in driver of the same block"
run insmod /modules/soc_timers.ko
run insmod /modules/soc_exynos_mct.ko
log_of_modules

title "Make our counter the kernel's clocksource"
run "echo soc-mct-frc > $clocksource/current_clocksource"
run cat $clocksource/current_clocksource
check 'ours is the current clocksource' current_is soc-mct-frc
run sleep 1

title "Compare our clock with the kernel's, both CPUs at once, for 3 seconds"
check 'the clocks agree' in_step ms=3000
log_of_modules

title "What debugfs shows"
run cat $page

title "And back again"
run "echo mct-frc > $clocksource/current_clocksource"
check 'the built-in driver is back' current_is mct-frc
run rmmod soc_exynos_mct soc_timers
log_of_modules
show "clocksource:   $(cat $clocksource/current_clocksource)"

ktap_end
