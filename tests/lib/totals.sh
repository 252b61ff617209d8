# shellcheck shell=sh disable=SC2034 # used by the scripts that source it
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by scripts that add up results. Every test ends with a line
#
#	N passed, N failed[, N skipped]
#
# read_totals [FILE]     set $passed, $failed and $skipped from the last such line of a
#                        file or of stdin; if there is none, set them to 0 and fail
# print_totals PASSED FAILED [SKIPPED]  print such a line

read_totals() {
	totals=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed(, ([0-9]+) skipped)?$/\1 \2 \4/p' "$@" |
		tail -n 1)
	# shellcheck disable=SC2086 # two numbers or three
	set -- $totals
	passed=${1-0} failed=${2-0} skipped=${3-0}
	[ -n "$totals" ]
}

print_totals() {
	if [ "${3-0}" != 0 ]; then
		echo "$1 passed, $2 failed, $3 skipped"
	else
		echo "$1 passed, $2 failed"
	fi
}
