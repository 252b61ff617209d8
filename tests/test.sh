#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Run all tests, or some of them, step by step.
#
#	tests/test.sh [STEP...]
#
# A STEP is a board in tests/boards or one of those in run_step() below. When no STEP is
# given, ALSO in the environment lists more steps to run; FULL=1 adds all that
# "make test-full" has, and bare-root alone after all others.
#
# Each step ends with a line "N passed, N failed", and so does this script, with the
# totals. A step that does not print such a line, or that ran no test, has failed.
#
# A step that measures time must not be disturbed by another step, but most boards leave
# much of the machine idle. So when all steps are run, those that do not measure time run
# in the background, and only get CPU time that the others leave (SCHED_IDLE).
#
# How long each step took is kept in the cache, for the estimate of the next run.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/lib/common.sh"
# shellcheck source=tests/lib/boards.sh
. "${0%/*}/lib/boards.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/lib/totals.sh"
# shellcheck source=tests/lib/progress.sh
. "${0%/*}/lib/progress.sh"
top=$(checkout)
cd "$top" || exit 1

timed=$(boards_with test yes) && untimed=$(boards_with test no) || exit
last=
# The steps model, symbols and matrix look at FULL as well.
if [ -n "${FULL-}" ]; then
	timed="$timed $(boards_with full yes)" && untimed="$untimed $(boards_with full no)" || exit
	ALSO="${ALSO-} matrix dkms packages" last=bare-root
fi
timed="$timed demo"
beside="harness static mutants model graft symbols arc-image $untimed ${ALSO-}"

logs=$(pwd)/build/log/test
mkdir -p "$logs"

run_step() {
	case $1 in
	static)		tests/static/check.sh ;;
	harness)	tests/lib/test.sh ;;
	mutants)	tests/mutants/run.sh ;;
	model)		LONG=${FULL-} tests/models/latch/run.sh ;;
	graft)		tests/graft/test.sh ;;
	symbols)	tests/graft/symbols.sh ;;
	arc-image)	tests/arc/test.sh ;;
	demo)		tests/demo.sh ;;
	matrix)		tests/matrix.sh ;;
	dkms)		tests/dkms/test.sh cycle ;;
	packages)	tests/dkms/test.sh packages ;;
	bare-root)	tests/bare-root.sh ;;
	*)		tests/lib/board.sh "$1" ;;
	esac
}

# Write to STEP.result: passed, failed, skipped, and a human-readable line.
judge() {
	log=$logs/$1.log
	status=$(sed -n 's/^exit status: //p' "$log" | tail -n 1)
	read_totals "$log" || :
	line=$(print_totals "$passed" "$failed" "$skipped")
	if [ "$passed$failed" = 00 ]; then
		failed=1
		line="no test was run, see $log"
	elif [ "$status" != 0 ] && [ "$failed" = 0 ]; then
		failed=1
		line="$line, but exit status $status, see $log"
	fi
	printf '%d %d %d %-15s %5d s  %s\n' "$passed" "$failed" "$skipped" "$1" "$2" "$line" \
		>"$logs/$1.part"
	mv "$logs/$1.part" "$logs/$1.result"
	[ "$failed" != 0 ] || remember "$1" "$2"
}

one_step() {
	begin=$(date +%s)
	{ run_step "$1" 2>&1; echo "exit status: $?"; } | tee "$logs/$1.log" | grep -v '^exit status: '
	judge "$1" $(($(date +%s) - begin))
}

if [ "${1-}" = --beside ]; then
	shift
	for step; do
		one_step "$step" >/dev/null
	done
	exit
fi

at_idle_priority() {
	if chrt --idle 0 true 2>/dev/null; then
		exec chrt --idle 0 "$@"
	else
		exec nice -n 19 "$@"
	fi
}

# Show the output of background steps that have finished since the last call.
show_ended() {
	left=
	for step in $still; do
		if [ -e "$logs/$step.result" ]; then
			progress "$step (in the background)"
			grep -v '^exit status: ' "$logs/$step.log"
		else
			left="$left $step"
		fi
	done
	still=$left
}

stop_beside() {
	[ -z "$lane" ] || kill -- "-$lane" 2>/dev/null
}

lane='' still=''
if [ $# = 0 ]; then
	# shellcheck disable=SC2086 # lists
	set -- $timed $beside
	if [ "$(nproc)" -gt 1 ]; then
		# shellcheck disable=SC2086
		set -- $timed
		still=$beside
	fi
else
	last=
fi
steps="$* $still $last"
for step in $steps; do
	rm -f "$logs/$step.result"
done

plan "$*" "$still" "$last"
say 'one after another:' "$@"
if [ -n "$still" ]; then
	# shellcheck disable=SC2086
	say "in the background:" $still
	# In its own process group, so that all of it can be killed at once.
	# shellcheck disable=SC2086
	at_idle_priority setsid "$0" --beside $still </dev/null >/dev/null 2>&1 &
	lane=$!
	trap stop_beside EXIT
	trap 'exit 130' INT TERM
fi
# shellcheck disable=SC2086
[ -z "$last" ] || say "after all others:" $last
for step; do
	progress "$step"
	one_step "$step"
	show_ended
done
[ -z "$still" ] || progress "waiting for ${still# }"
waited=0
while [ -n "$still" ] && kill -0 "$lane" 2>/dev/null; do
	sleep 5
	show_ended
	waited=$((waited + 1))
	[ $((waited % 12)) != 0 ] || [ -z "$still" ] || progress "waiting for ${still# }"
done
show_ended
lane=
for step in $last; do
	progress "$step"
	one_step "$step"
done

passed=0 failed=0 skipped=0
echo
for step in $steps; do
	if ! read -r p f s text <"$logs/$step.result"; then
		p=0 f=1 s=0 text="$step did not finish, see $logs/$step.log"
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	echo "$text"
done 2>/dev/null
echo
print_totals "$passed" "$failed" "$skipped"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
