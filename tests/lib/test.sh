#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Test the harness and the QEMU plug-ins themselves: what they must report as a
# failure, and how a corrected or broken model must behave.
#
#	tests/lib/test.sh

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/totals.sh"

need_packages python3 gcc libc6-dev gcc-arm-linux-gnueabihf qemu-system-arm
top=$(checkout)
work=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
parser=$("$top/tests/lib/kernel.sh" --source) || die 'no kernel source to take the KTAP parser from'
export KUNIT_PARSER="$parser/tools/testing/kunit"

ktap() {
	(cd "$top/tests/lib" && /usr/bin/python3 -W error -m unittest -q test_ktap) >"$work/unittest" 2>&1
	ran=$(sed -n 's/^Ran \([0-9]*\) tests.*/\1/p' "$work/unittest")
	bad=$(sed -n 's/^FAILED (\(.*\))$/\1/p' "$work/unittest" | tr ',' '\n' |
		sed -n 's/.*=//p' | awk '{ n += $1 } END { print n + 0 }')
	cat "$work/unittest"
	[ -z "$ran" ] || echo "$((ran - bad)) passed, $bad failed"
}

# part TITLE FUNCTION: run it, and show its output only if something failed.
part() {
	"$2" >"$work/output" 2>&1
	status=$?
	read_totals "$work/output" || failed=1
	[ "$status" = 0 ] || [ "$failed" != 0 ] || failed=1
	[ "$failed" = 0 ] || cat "$work/output"
	echo "$1: $(print_totals "$passed" "$failed" "$skipped")"
	all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
}

shell_parts() {
	"$top/tests/lib/test_shell.sh"
}

plugins() {
	"$top/tests/models/qemu/selftest.sh"
}

all_passed=0 all_failed=0
part ktap.py ktap
part 'shell functions and boards' shell_parts
part 'QEMU plug-ins' plugins
print_totals "$all_passed" "$all_failed"
[ "$all_failed" = 0 ]
