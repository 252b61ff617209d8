# shellcheck shell=sh disable=SC2034 # used by the scripts that source it
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by the scripts of this board: ". /loongson3.sh".

# shellcheck source=tests/guest/lib.sh
. /lib.sh

rate_page=/sys/kernel/debug/soc_timers/extcc

# What was logged since the last mark, which is in a file as checks run in subshells.
mark() {
	echo "$1" >/tmp/mark
	say "guest: mark $1"
}

logged() {
	dmesg | sed -n "/guest: mark $(cat /tmp/mark)\$/,\$p" >/tmp/logged
	cat /tmp/logged
	grep -Eq -- "$1" /tmp/logged
}

# Run a test program; its output also goes to the log.
selftest() {
	"$@" >/tmp/selftest 2>&1
	status=$?
	to_log </tmp/selftest
	tail -n 10 /tmp/selftest
	return $status
}

# Read the clocks, for steps_are.
clock_steps() {
	insmod /modules/clock_steps.ko && rmmod clock_steps
}

# steps_are CLOCK FROM TO: its smallest step in ns, since the last mark
steps_are() {
	logged "clock_steps: $1: .*smallest" || return 1
	smallest=$(sed -n "s/.*clock_steps: $1: .*smallest \\([0-9]*\\) ns.*/\\1/p" /tmp/logged)
	[ "$smallest" -ge "$2" ] && [ "$smallest" -le "$3" ]
}

# agree MS: the clocks agree. A kernel that may get a second CPU has its own clock in
# steps of 4 ms, which shows at both ends of the comparison.
agree() {
	case $(cat /sys/devices/system/cpu/possible) in
	0)	in_step ms="$1" ;;
	*)	in_step ms="$1" max_ppm=$((8000000 / $1)) ;;
	esac
}
