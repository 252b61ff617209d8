#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Test the shell half of the harness: it must read totals, find boards and reject
# invalid descriptions of them.
#
#	tests/lib/test_shell.sh
#
# Prints KTAP and a last line "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/common.sh"
# shellcheck source=tests/lib/boards.sh
. "${0%/*}/boards.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/tap.sh"

# shellcheck source=tests/lib/progress.sh
. "${0%/*}/progress.sh"

checkout_top=$(checkout)
work=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# reads TEXT PASSED FAILED SKIPPED
reads() {
	printf '%s\n' "$1" >"$work/totals"
	read_totals "$work/totals" || { echo 'no totals found'; return 1; }
	echo "read $passed, $failed, $skipped"
	[ "$passed $failed $skipped" = "$2 $3 $4" ]
}

finds_none() {
	printf '%s\n' "$1" >"$work/totals"
	! read_totals "$work/totals" && [ "$passed $failed $skipped" = '0 0 0' ]
}

prints() {
	print_totals "$1" "$2" "$3"
	[ "$(print_totals "$1" "$2" "$3")" = "$4" ]
}

# Write the board.conf of NAME from stdin, in the work directory.
new_board() {
	mkdir -p "$work/tests/boards/$1"
	cat >"$work/tests/boards/$1/board.conf"
}

# rejected NAME TEXT
rejected() {
	message=$(top=$work && load_board "$1" 2>&1) && { echo 'accepted'; return 1; }
	echo "$message"
	printf '%s' "$message" | grep -qF -- "$2"
}

# in_place COMMAND...: run it with our boards instead of those of the checkout
in_place() {
	(top=$work && "$@")
}

lists() {
	with=$(in_place boards_with "$1" "$2" | tr '\n' ' ')
	echo "$1 and $2: $with"
	[ "$with" = "$3" ]
}

shows() {
	table=$(in_place list_boards)
	echo "$table"
	printf '%s\n' "$table" | grep -qE -- "$1"
}

fails() {
	! "$@"
}

all_described() {
	(top=$checkout_top && list_boards)
}

# progresses TEXT COMMAND...: what it prints, after the time
progresses() {
	wanted=$1
	shift
	printed=$("$@" 2>&1)
	echo "$printed"
	[ "${printed#\[*\] }" = "$wanted" ]
}

ends() {
	echo "$2 $3 0 $1" >"$logs/$1.result"
}

# That would be a second list of boards, which would go stale.
test_names_no_board() {
	status=0
	for name in $(top=$checkout_top && board_names); do
		! grep -nE "(^|[^-a-z0-9./])$name([^-a-z0-9.]|\$)" "$checkout_top/tests/test.sh" |
			grep -v '^[0-9]*:#' || status=1
	done
	return $status
}

tap_begin ''
check 'the last totals are read' \
	reads '1 passed, 2 failed
noise
12 passed, 0 failed' 12 0 0
check 'including skipped tests' reads '7 passed, 3 failed, 10 skipped' 7 3 10
check 'other lines are not totals' finds_none 'ktap.py: 7 passed, 3 failed
7 passed, 3 failed.
passed'
check 'nor is an empty line' finds_none ''
check 'skipped tests are not printed if there are none' prints 3 1 0 '3 passed, 1 failed'
check 'and are printed otherwise' prints 3 1 2 '3 passed, 1 failed, 2 skipped'

new_board first <<'CONF'
TITLE='the first'
KERNEL=um
CONF
new_board slow <<'CONF'
. "$top/tests/boards/first/board.conf"
TITLE='the second'
TIMED=no
CONF
new_board common <<'CONF'
TITLE='what others share'
ROLE=base
KERNEL=arm
TIMED=no
CONF
new_board heir <<'CONF'
. "$top/tests/boards/common/board.conf"
TITLE='an heir'
CONF
new_board rare <<'CONF'
. "$top/tests/boards/first/board.conf"
TITLE='only in the full run'
ROLE=full
CONF
check 'timed boards are listed' lists test yes 'first '
check 'those of the full run apart' lists full yes 'rare '
check 'so are untimed ones, and heirs of a base' lists test no 'heir slow '
check 'a base is listed as such only' lists base no 'common '
check 'the table shows kernel, TIMED and title' shows '^slow +um +no +the second$'
check 'and marks boards of the full run' shows '^rare .*for "make test-full"'
check 'and bases' shows '^common .*base for other boards'

new_board untitled <<'CONF'
. "$top/tests/boards/first/board.conf"
CONF
new_board roles <<'CONF'
TITLE='wrong role'
ROLE=tset
KERNEL=um
CONF
new_board timed <<'CONF'
TITLE='wrong time'
TIMED=maybe
KERNEL=um
CONF
new_board kernelless <<'CONF'
TITLE='no kernel'
CONF
check 'a title is not inherited' rejected untitled 'no TITLE of its own'
check 'an unknown role is rejected' rejected roles "ROLE is 'tset'"
check 'so is a TIMED other than yes or no' rejected timed "TIMED is 'maybe'"
check 'and a board without a kernel' rejected kernelless 'does not set KERNEL'
check 'and an unknown board, with a list of boards' rejected nobody 'available boards: common'
check 'one invalid board makes the list fail' fails in_place boards_with test yes

logs=$work/logs durations=$work/durations
mkdir "$logs"
check 'without earlier times a plan gives the usual ones' \
	progresses "4 steps, $usual" plan 'one two' three four
plan 'one two' three four 2>/dev/null
remember one 50
remember two 10
remember three 170
check 'and progress gives none' \
	progresses '=== one (0 of 4 steps done, 0 failed)' progress one
remember four 70
check 'the time is that of the longer of two lanes, and of what comes after' \
	progresses '4 steps, about 4 min' plan 'one two' three four
ends one 5 0
ends three 0 2
check 'what has ended does not count any more' \
	progresses '=== two (2 of 4 steps done, 1 failed; about 2 min left)' progress two

check 'all boards of the checkout have a valid board.conf' all_described
check 'and test.sh does not name any of them' test_names_no_board
tap_end
