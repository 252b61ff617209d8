# shellcheck shell=sh disable=SC2034 # read by those who source it
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by the scripts of this board: ". /loongson3.sh".

# shellcheck source=tests/boards/guest/lib.sh
. /lib.sh

page=/sys/kernel/debug/soc_timers/sched_clock
rate_page=/sys/kernel/debug/soc_timers/extcc

# What was said since the last mark. In a file, as a check runs in a subshell.
mark() {
	echo "$1" >/tmp/mark
	say "guest: mark $1"
}

logged() {
	dmesg | sed -n "/guest: mark $(cat /tmp/mark)\$/,\$p" >/tmp/logged
	cat /tmp/logged
	grep -Eq -- "$1" /tmp/logged
}

says() {
	cat "$1"
	grep -Eq -- "$2" "$1"
}
