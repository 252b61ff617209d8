#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# tcg_count_guest.sh MAILBOX COMMAND... - talk to the tcg_count plug-in from a guest
#
#	function NAME...	count these functions
#	tree NAME...		the same, callees included
#	clear			forget what was counted
#	report [LABEL]		print (on QEMU's stderr) and clear
#
# MAILBOX is the address given to the plug-in as mailbox=, in hex with 0x.
# NAME is a function of the kernel itself, NAME@MODULE one of a module, as
# /proc/kallsyms has them. Needs root and busybox's awk, od and devmem.

set -eu

die() {
	echo "tcg_count_guest.sh: $1" >&2
	exit 1
}

# Four characters per store, since starting devmem costs far more than the store.
say() {
	printf '%s\n' "$1" | od -An -v -tx4 -w4 | while read -r word; do
		devmem "$mailbox" 32 "0x$word"
	done
}

refused() {
	printf '%d' "$(devmem "$((mailbox + 4))" 32)"
}

send() {
	before=$(refused)
	say "$1"
	[ "$(refused)" = "$before" ] ||
		die "the plug-in refused \"$1\"; the reason is on QEMU's stderr"
}

# Print "SYMBOL FOUND START NEXT", addresses in hex, for each of "$@". kallsyms has
# no lengths: a function ends at the next symbol. The kernel's own symbols come in
# order, so that is the next line with another address; a module's do not, so all of
# that module's are kept. Addresses are of one width and compare as text.
bounds() {
	awk -v wanted="$*" '
		BEGIN {
			n = split(wanted, want, " ")
			for (i = 1; i <= n; i++)
				index_of[want[i]] = i
			for (i = 1; i <= n; i++)
				if (at = index(want[i], "@"))
					watched["[" substr(want[i], at + 1) "]"]
		}
		pending && $1 != pending {
			next_one[waiting] = $1
			pending = ""
		}
		$4 in watched {
			lines++
			address[lines] = $1
			of[lines] = $4
		}
		$2 != "t" && $2 != "T" { next }
		$3 in index_of {
			i = index_of[$3]
			start[i] = $1
			found[i]++
			home[i] = $4
			if ($4 == "") {
				pending = $1
				waiting = i
			}
		}
		$4 in watched {
			full = $3 "@" substr($4, 2, length($4) - 2)
			if (full in index_of) {
				i = index_of[full]
				start[i] = $1
				found[i]++
				home[i] = $4
			}
		}
		END {
			for (i = 1; i <= n; i++) {
				for (k = 1; k <= lines; k++)
					if (of[k] == home[i] && "x" address[k] > "x" start[i] &&
					    (next_one[i] == "" || "x" address[k] < "x" next_one[i]))
						next_one[i] = address[k]
				print want[i], found[i] + 0, start[i], next_one[i]
			}
		}
	' /proc/kallsyms
}

# define KIND SYMBOL FOUND START NEXT
define() {
	case $3 in
	0) die "$2: no such function in /proc/kallsyms" ;;
	1) ;;
	*) die "$2: $3 functions of that name; say NAME@MODULE" ;;
	esac
	[ -n "${5:-}" ] ||
		die "$2: no symbol after it, so its length is unknown (in a module: NAME@MODULE)"
	[ $((0x$4)) -ne 0 ] ||
		die "$2: addresses are hidden; needs root and kernel.kptr_restrict=0"
	send "$1 $2 $4 $(printf '%x' $((0x$5 - 0x$4)))"
}

[ $# -ge 2 ] || die "usage: tcg_count_guest.sh MAILBOX function|tree NAME... | clear | report [LABEL]"
mailbox=$1
command=$2
shift 2
[ "$(printf '%d' "$(devmem "$mailbox" 32)")" = "$((0x54434743))" ] ||
	die "no plug-in listens at $mailbox; start QEMU with -plugin tcg_count.so,mailbox=..."

case $command in
function | tree)
	[ $# -ge 1 ] || die "$command: needs a name"
	found=$(bounds "$@")
	while read -r line; do
		# shellcheck disable=SC2086 # the words of one line
		define "$command" $line
	done <<-EOF
		$found
	EOF
	;;
clear) send clear ;;
report) send "report ${1:-mark}" ;;
*) die "$command: known are function, tree, clear, report" ;;
esac
