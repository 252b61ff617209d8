#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# One check of source files as they are, without building anything.
#
#	lint.sh CHECK FILE...
#
# CHECK is one of the functions check_* below. Each picks the files that it applies to.
# Findings go to stdout; exit status 0: none, 1: some,
# 2 or more: the check could not be made.

set -u

# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

# C that is not compiled for the kernel.
programs='(^|/)tests/(user|models|bench)/'

kernel_script() {
	source=$("$lib/kernel.sh" --source) || exit 2
	[ -e "$source/scripts/$1" ] || {
		echo "the kernel source in $source has no scripts/$1"
		exit 2
	}
	echo "$source/scripts/$1"
}

# Runs "$@" with those of the files that match a shell pattern, if there are any.
with_files() {
	patterns=$1 matched=
	shift
	set -f
	for file in $files; do
		for pattern in $patterns; do
			# shellcheck disable=SC2254 # a pattern is what is wanted
			case $file in
			$pattern) set -- "$@" "$file"; matched=yes; break ;;
			esac
		done
	done
	set +f
	[ -z "$matched" ] || "$@"
}

# Succeeds if "$@" prints nothing.
silent() {
	output=$("$@" 2>&1)
	[ -z "$output" ] || { echo "$output"; return 1; }
}

# Kernel coding style of C code.
check_checkpatch() {
	script=$(kernel_script checkpatch.pl) || { echo "$script"; exit 2; }
	need_packages perl
	# It searches a kernel tree for names and for bindings, which can't have our
	# compatible strings, and leaves a file where it runs. So let that be an empty
	# tree elsewhere.
	scratch=$(mktemp -d) || exit 2
	trap 'rm -rf "$scratch"' EXIT
	mkdir -p "$scratch/include" "$scratch/Documentation/devicetree/bindings"
	: >"$scratch/Documentation/devicetree/bindings/vendor-prefixes.yaml"
	# As strict as it gets. With --no-tree it leaves alone what only makes sense
	# for files inside a kernel tree.
	set -- elsewhere "$script" --root="$scratch" --no-tree --strict --no-summary \
		--terse --show-types --max-line-length=100 --ignore UNDOCUMENTED_DT_STRING
	all=$(for file in $files; do echo "$PWD/$file"; done)
	status=0
	files=$(echo "$all" | grep -vE "$programs")
	with_files '*.c *.h' "$@" -f || status=1
	# A program has none of the types, macros and functions of the kernel that
	# these ask for; the names in the headers of others are as they are; and its
	# messages may stay on one line, as the kernel's do, for those who grep. On a
	# bare machine volatile is all there is for registers, and assembly calls C. What
	# an emulated processor does is a table, one case a line.
	files=$(echo "$all" | grep -E "$programs")
	with_files '*.c *.h' "$@" --ignore PREFER_KERNEL_TYPES,BIT_MACRO,ARRAY_SIZE,STRCPY \
		--ignore PREFER_DEFINED_ATTRIBUTE_MACRO,CAMELCASE,NEW_TYPEDEFS \
		--ignore LONG_LINE_STRING,VOLATILE,AVOID_EXTERNS,TRAILING_STATEMENTS \
		-f || status=1
	return $status
}

elsewhere() {
	(cd "$scratch" && "$@") >"$scratch/output" 2>&1
	result=$?
	sed "s,^$PWD/,," "$scratch/output"
	return $result
}

# Comments that claim to be kernel-doc are complete and agree with the code.
check_kernel_doc() {
	script=$(kernel_script kernel-doc) || { echo "$script"; exit 2; }
	need_packages perl
	with_files '*.c *.h' silent "$script" -none -Wall
}

shell_files() {
	for file in $files; do
		case $file in
		*.sh) echo "$file" ;;
		*)
			if head -n 1 "$file" | grep -qE '^#!.*[/ ](sh|dash|bash)( |$)'; then
				echo "$file"
			fi ;;
		esac
	done
}

check_shellcheck() {
	need_packages shellcheck
	files=$(shell_files)
	with_files '*' shellcheck --external-sources --source-path=SCRIPTDIR \
		--source-path=. --format=gcc
}

compile_python() {
	python3 -W error -c '
import sys
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        compile(file.read(), name, "exec")' "$@"
}

check_python() {
	need_packages python3 pyflakes3
	with_files '*.py' compile_python && with_files '*.py' pyflakes3
}

check_codespell() {
	need_packages codespell
	# The name of a company.
	with_files '*' codespell --quiet-level=2 --skip=COPYING \
		--ignore-words-list=synopsys || return 1
}

# An underlined title of seven letters is no conflict marker; the other two are.
whitespace_errors() {
	case $1 in
	*.rst)
		! git diff --no-index --check -- /dev/null "$1" |
			grep -v ': leftover conflict marker$' || return 1
		! grep -Hn -e '^<<<<<<<' -e '^>>>>>>>' "$1" ;;
	*)
		silent git diff --no-index --check -- /dev/null "$1" ;;
	esac
}

check_whitespace() {
	found=0
	for file in $files; do
		case $file in
		# In a patch an empty context line is one space.
		*.patch) continue ;;
		esac
		whitespace_errors "$file" || found=1
		if [ -s "$file" ] && [ "$(tail -c 1 "$file" | wc -l)" = 0 ]; then
			echo "$file: no newline at the end"
			found=1
		fi
		if grep -Hn "$(printf '\r')" "$file"; then
			found=1
		fi
	done
	return $found
}

# Prose may have a use for more; code, scripts and their comments don't.
check_ascii() {
	found=0
	for file in $files; do
		case $file in
		Documentation/*) continue ;;
		esac
		if LC_ALL=C grep -Hn '[^[:print:][:cntrl:]]' "$file"; then
			found=1
		fi
	done
	return $found
}

# The second line is for files that have to begin otherwise ("#!").
check_spdx() {
	found=0
	for file in $files; do
		case $file in
		COPYING) continue ;;
		esac
		if ! head -n 2 "$file" |
		     grep -qE '^[^A-Za-z0-9]* ?SPDX-License-Identifier: GPL-2\.0-only( \*/| -->)?$'; then
			echo "$file:1: neither of the first two lines is the tag" \
				"\"SPDX-License-Identifier: GPL-2.0-only\""
			found=1
		fi
	done
	return $found
}

# Kernels carry backports: their version doesn't tell what they have.
check_versions() {
	found=0
	for file in $files; do
		case $file in
		include/compat/*|Documentation/*) continue ;;
		esac
		# The brackets keep this line from being found.
		if grep -HnE 'LINUX_VERSIO[N]_|KERNEL_VERSIO[N]' "$file"; then
			found=1
		fi
	done
	[ $found = 0 ] ||
		echo "differences between kernels belong in include/compat, decided by a probe"
	return $found
}

# Every file that the documentation names exists.
check_docs() {
	need_packages python3
	# shellcheck disable=SC2086 # a list of files
	"${lib%/lib}/static/docs.py" $files
}

[ $# -ge 2 ] || die "usage: lint.sh CHECK FILE..."
lib=${0%/*}/../lib
check=$1
shift
files=$*
for file in $files; do
	[ -r "$file" ] || { echo "$file: cannot be read (names must have no spaces)"; exit 2; }
done

case $(type "check_$check" 2>/dev/null) in
*function*) "check_$check" ;;
*) die "no check named '$check'" ;;
esac
