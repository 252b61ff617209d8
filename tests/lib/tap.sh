# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced after common.sh and totals.sh: print results as KTAP, then a line of totals.
#
# tap_begin N            start; N is the planned number of results, or '' if unknown
# check NAME CMD...      report CMD's exit status as a result, and its output if it
#                        failed; NAME is prefixed with $prefix
# verdict STATUS NAME OUTPUT   the same for a command that has already run
# tap_end                print the totals; fails if any test failed or none was run

tap_begin() {
	tap_plan=$1
	tap_count=0 tap_failed=0 prefix=
	echo 'KTAP version 1'
	[ -z "$tap_plan" ] || echo "1..$tap_plan"
}

verdict() {
	tap_count=$((tap_count + 1))
	if [ "$1" = 0 ]; then
		echo "ok $tap_count $2"
		return
	fi
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_count $2"
	printf '%s\n' "${3:-exit status $1}" | sed 's/^/# /'
}

check() {
	tap_name=$prefix$1
	shift
	if tap_output=$("$@" 2>&1); then
		verdict 0 "$tap_name"
	else
		verdict $? "$tap_name" "$tap_output
failed: $*"
	fi
}

tap_end() {
	[ -n "$tap_plan" ] || echo "1..$tap_count"
	print_totals $((tap_count - tap_failed)) "$tap_failed"
	[ "$tap_failed" = 0 ] && [ "$tap_count" != 0 ]
}
