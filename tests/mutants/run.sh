#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Prove that the test of each promise of the clock can fail: break the code, one
# patch at a time, and check that the promise tests which the patch names fail on
# UML, and no others.
#
#	tests/mutants/run.sh [MUTANT...]	(names without .patch; default: all)
#
# A mutant's header describes what it breaks and lists the tests that must notice in a
# line "Expect: TEST...". A mutant that does not apply without fuzz is a failure, and so
# is one that does not compile. Prints KTAP and a last line "N passed, N failed".

set -eu
# shellcheck source=/dev/null
. "${0%/*}/../lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/../lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/../lib/tap.sh"

top=$(checkout)
lib=$top/tests/lib
mutants=$top/tests/mutants
work=$SOC_TIMERS_CACHE/mutants/$(echo "$top" | hash_of)
src=$work/src
console=$top/build/log/promises

need_packages patch rsync
mkdir -p "$work"
exec 8>"$work.lock"
flock -n 8 || die "the mutants of this checkout are already running"

# Only changed files are copied, so only those are recompiled.
fresh_source() {
	copy_checkout "$src"
}

# Leaves the console in $log.log, or nothing if the modules do not build.
boot() {
	log=$console-$1
	"$lib/board.sh" promises --as "promises-$1" --source "$src" >"$log.out" 2>&1 || :
}

verdicts() {
	tr -d '\r' <"$log.log" | sed 's/^\[ *[0-9.]*\] //' |
		sed -n "s/^ *$1 [0-9]* \\(promise_[0-9a-z_]*\\)\$/\\1/p" | sort | tr '\n' ' '
}

# result ok|"not ok" TITLE [LINE...]
result() {
	status=0
	[ "$1" = ok ] || status=1
	what=$2
	shift 2
	verdict $status "- $what" "$(printf '%s\n' "$@")"
}

unmutated() {
	fresh_source
	boot unmutated
	[ -s "$log.log" ] || {
		cat "$log.out" >&2
		die "the tests do not build or boot"
	}
	all=$(verdicts ok)
	red=$(verdicts 'not ok')
	missing=
	for number in 01 02 03 04 05 06 07 08 09 10 11; do
		case " $all $red" in
		*" promise_${number}_"*) ;;
		*) missing="$missing promise_$number" ;;
		esac
	done
	if [ -z "$red$missing" ]; then
		result ok 'unmutated: every promise is kept'
	else
		result 'not ok' 'unmutated: every promise is kept' \
			"red: ${red:-none}" "not run:${missing:- none}" "log: $log.log"
	fi
}

mutant() {
	name=$1
	patch=$mutants/$name.patch
	[ -e "$patch" ] || die "no mutant tests/mutants/$name.patch"
	expect=$(sed -n 's/^Expect: *//p' "$patch" | tr -s ' ' '\n' | sort | tr '\n' ' ')
	[ -n "$expect" ] || die "tests/mutants/$name.patch has no line 'Expect: TEST...'"
	title="$name breaks ${expect% }"

	fresh_source
	if ! patch -d "$src" -p1 -F0 -s -f --no-backup-if-mismatch -r - \
	     <"$patch" >"$work/patch.log" 2>&1; then
		result 'not ok' "$title" "the patch no longer applies: update it" \
			"$(head -n 1 "$work/patch.log")"
		return
	fi
	boot "$name"
	if [ ! -s "$log.log" ]; then
		result 'not ok' "$title" "the mutant does not compile or boot" "$(tail -n 3 "$log.out")"
		return
	fi
	red=$(verdicts 'not ok')
	if [ "$red" = "$expect" ]; then
		result ok "$title"
	else
		result 'not ok' "$title" "red: ${red:-none}" "log: $log.log"
	fi
}

if [ $# = 0 ]; then
	for patch in "$mutants"/*.patch; do
		name=${patch##*/}
		set -- "$@" "${name%.patch}"
	done
fi

tap_begin $(($# + 1))
unmutated
for name; do
	say "mutant $tap_count of $#: $name"
	mutant "$name"
done
fresh_source
tap_end
