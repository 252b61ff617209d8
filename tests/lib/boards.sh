# shellcheck shell=sh disable=SC2034 # used by the scripts that source it
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced after common.sh: the list of boards, which tests/boards/*/board.conf alone
# defines. board.sh documents the variables.
#
# load_board NAME        set the variables of one board, including defaults; needs $top
# board_names            print the names of all boards, one per line
# boards_with ROLE TIMED print the names of the boards with this ROLE and TIMED
# list_boards            print a human-readable table

board_names() {
	(cd "${top:?}/tests/boards" && printf '%s\n' */board.conf | sed 's,/board.conf$,,')
}

edit_dtb() { :; }
prepare() { :; }

load_board() {
	conf=$top/tests/boards/$1/board.conf
	[ -e "$conf" ] || die "no board '$1'; available boards: $(board_names | tr '\n' ' ')"

	TITLE='' ROLE='test' TIMED=yes
	KERNEL='' MODULES='' MODULE_DIRS='' KUNIT='' TREES='' GUEST='' EXTRA='' KSELFTESTS=''
	CMDLINE='' EXPECT='' SHOWS='' COSTS='' ALLOW='' TIMEOUT=180 END=poweroff
	MODEL='' MODEL_OPTIONS='' QEMU='' MACHINE='' CPUS=1 MEMORY=256M PACKAGES='' CONSOLE='' DTB='' PLUGINS=''
	SUITES=$(all_suites)
	# shellcheck source=/dev/null
	. "$conf"
	# ROLE and TITLE belong to one board, even if its board.conf sources another's.
	grep -q '^ROLE=' "$conf" || ROLE='test'
	if [ -z "$TITLE" ] || ! grep -q '^TITLE=' "$conf"; then
		die "tests/boards/$1/board.conf has no TITLE of its own"
	fi
	case $ROLE in
	test|full|base|demo|mutants) ;;
	*)	die "tests/boards/$1/board.conf: ROLE is '$ROLE', not test, full, base, demo or mutants" ;;
	esac
	case $TIMED in
	yes|no) ;;
	*)	die "tests/boards/$1/board.conf: TIMED is '$TIMED', not yes or no" ;;
	esac
	[ -n "$KERNEL" ] || die "tests/boards/$1/board.conf does not set KERNEL"
}

boards_with() {
	for board in $(board_names); do
		(
			load_board "$board"
			[ "$ROLE $TIMED" != "$1 $2" ] || echo "$board"
		) || return
	done
}

list_boards() {
	printf '%-17s %-18s %-6s %s\n' BOARD KERNEL TIMED TITLE
	for board in $(board_names); do
		(
			load_board "$board"
			case $ROLE in
			test)	note='' ;;
			full)	note=' (for "make test-full")' ;;
			base)	note=' (base for other boards)' ;;
			*)	note=" (for \"make $ROLE\")" ;;
			esac
			printf '%-17s %-18s %-6s %s\n' "$board" "$KERNEL" "$TIMED" "$TITLE$note"
		) || return
	done
}
