# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by scripts of Exynos boards.

# shellcheck source=tests/guest/timers.sh
. /timers.sh

interrupts_of() {
	sed -n "s/^ *[0-9]*: *\(.*\) GIC.*soc-mct-tick$1\$/\1/p" /proc/interrupts
}

# A tick is delivered to its own CPU and to no other.
ticks_at_home() {
	cat /proc/interrupts
	# shellcheck disable=SC2046 # two numbers each
	set -- $(interrupts_of 0) $(interrupts_of 1)
	[ $# = 4 ] && [ "$1" -gt 50 ] && [ "$2" = 0 ] && [ "$3" = 0 ] && [ "$4" -gt 10 ]
}
