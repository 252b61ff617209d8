#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Do as a new user does: run the README's commands in a bare Debian 12, in which nothing
# but git and make has been installed.
#
#	tests/bare-root.sh [--share-cache] [--keep] [COMMAND...]
#
# --share-cache	use this system's cache, for an answer in minutes instead of an hour
# --keep	keep the root directory, $SOC_TIMERS_CACHE/bare, of up to 25 GB
# COMMAND	instead of "make demo" and "make test", each one argument
#
# The commands run on a clone of HEAD. Needs root, or sudo. Prints KTAP and a last line
# "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/lib/common.sh"
# shellcheck source=tests/lib/private-apt.sh
. "${0%/*}/lib/private-apt.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/lib/tap.sh"
top=$(checkout)
logs=$top/build/log
home=/root/soc-timers
root=$SOC_TIMERS_CACHE/bare
# shellcheck source=tests/lib/bare-root.sh
. "${0%/*}/lib/bare-root.sh"

shared='' keep=''
while [ $# -gt 0 ]; do
	case $1 in
	--share-cache)	shared=yes ;;
	--keep)		keep=yes ;;
	-*)		die 'usage: bare-root.sh [--share-cache] [--keep] [COMMAND...]' ;;
	*)		break ;;
	esac
	shift
done
[ $# -gt 0 ] || set -- 'make demo' 'make test'

# run_command COMMAND LOG: show how far it is, and leave its output in LOG
run_command() {
	say "bare root: $1 (log: $2)"
	{ in_root "cd $home && $1" 2>&1; echo "exit status: $?"; } | tee "$2" |
		grep --line-buffered '^\[ *[0-9]* s\] ' >&2
	tail -n 25 "$2"
	[ "$(tail -n 1 "$2")" = 'exit status: 0' ]
}

mkdir -p "$logs"
say "bare root: debootstrap of $release in $root"
need_packages git
(make_root git make && as_root git clone -q "$top" "$root$home") >"$logs/bare-root.log" 2>&1 || {
	tail -n 15 "$logs/bare-root.log" >&2
	die "no bare root could be made (log: $logs/bare-root.log)"
}
tap_begin $#
for command; do
	begin=$(date +%s)
	output=$(run_command "$command" "$logs/bare-$(echo "$command" | tr -c '[:alnum:]\n' -).log")
	verdict $? "$command, $(($(date +%s) - begin)) s" "$output"
done
[ -n "$keep" ] || remove_root
tap_end
