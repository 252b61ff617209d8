#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Run one check on source files, without building anything.
#
#	lint.sh CHECK FILE...
#
# CHECK is one of the functions check_* below. Each picks the files that it applies to.
# Findings go to stdout; exit status 0: none, 1: some,
# 2 or more: the check could not be run.

set -u

# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

# C that is not compiled for the kernel.
programs='(^|/)tests/(user|models|bench)/'
# Part of it that takes the kernel's place for our drivers.
shims='(^|/)tests/models/latch/'

kernel_script() {
	source=$("$lib/kernel.sh" --source) || exit 2
	[ -e "$source/scripts/$1" ] || {
		echo "the kernel source in $source has no scripts/$1"
		exit 2
	}
	echo "$source/scripts/$1"
}

# Run "$@" on the files that match one of the shell patterns, if there are any.
with_files() {
	patterns=$1 matched=
	shift
	set -f
	for file in $files; do
		for pattern in $patterns; do
			# shellcheck disable=SC2254 # it is meant to be a pattern
			case $file in
			$pattern) set -- "$@" "$file"; matched=yes; break ;;
			esac
		done
	done
	set +f
	[ -z "$matched" ] || "$@"
}

# Succeed if "$@" prints nothing.
silent() {
	output=$("$@" 2>&1)
	[ -z "$output" ] || { echo "$output"; return 1; }
}

# C code follows the kernel's coding style.
check_checkpatch() {
	script=$(kernel_script checkpatch.pl) || { echo "$script"; exit 2; }
	need_packages perl
	# checkpatch searches a kernel tree for identifiers and for bindings, which lack
	# our compatible strings, and leaves a file in its working directory. So run it
	# in an empty tree elsewhere.
	scratch=$(mktemp -d) || exit 2
	trap 'rm -rf "$scratch"' EXIT
	mkdir -p "$scratch/include" "$scratch/Documentation/devicetree/bindings"
	: >"$scratch/Documentation/devicetree/bindings/vendor-prefixes.yaml"
	# With --no-tree it skips the checks that only make sense inside a kernel tree.
	set -- elsewhere "$script" --root="$scratch" --no-tree --strict --no-summary \
		--terse --show-types --max-line-length=100 --ignore UNDOCUMENTED_DT_STRING
	all=$(for file in $files; do echo "$PWD/$file"; done)
	status=0
	files=$(echo "$all" | grep -vE "$programs")
	with_files '*.c *.h' "$@" -f || status=1
	# Programs do not have the kernel types, macros and functions that these types
	# of warnings ask for, cannot choose the names in foreign headers, and may keep
	# messages on one line so that they can be grepped for. On bare metal, registers
	# need volatile, and assembly calls C. Emulated instructions are a table with one
	# case per line.
	set -- "$@" --ignore PREFER_KERNEL_TYPES,BIT_MACRO,ARRAY_SIZE,STRCPY \
		--ignore PREFER_DEFINED_ATTRIBUTE_MACRO,CAMELCASE,NEW_TYPEDEFS \
		--ignore LONG_LINE_STRING,VOLATILE,AVOID_EXTERNS,TRAILING_STATEMENTS
	files=$(echo "$all" | grep -E "$programs" | grep -vE "$shims")
	with_files '*.c *.h' "$@" -f || status=1
	# What takes the place of the kernel's macros has their shape.
	files=$(echo "$all" | grep -E "$shims")
	with_files '*.c *.h' "$@" --ignore COMPLEX_MACRO,MACRO_ARG_REUSE,MACRO_ARG_UNUSED \
		--ignore MEMORY_BARRIER,UNSPECIFIED_INT,EMBEDDED_FUNCTION_NAME \
		-f || status=1
	return $status
}

elsewhere() {
	(cd "$scratch" && "$@") >"$scratch/output" 2>&1
	result=$?
	sed "s,^$PWD/,," "$scratch/output"
	return $result
}

# kernel-doc comments are complete and match the code.
check_kernel_doc() {
	script=$(kernel_script kernel-doc) || { echo "$script"; exit 2; }
	need_packages perl
	with_files '*.c *.h' silent "$script" -none -Wall
}

# What a driver uses it includes, in each kernel that it is compiled for. The vDSO's header
# is a part of the kernel's, not a source.
check_includes() {
	need_packages python3
	trees=
	for series in 6.1 6.12 7.3; do
		tree=$("$lib/kernel.sh" --source $series) || exit 2
		trees="$trees $tree"
	done
	for file in $files; do
		case $file in
		drivers/loongson/vdso.h) ;;
		drivers/*.[ch]|include/soc-timers/*.h|tests/example/*.[ch])
			set -- "$@" "$file" ;;
		esac
	done
	# shellcheck disable=SC2086 # a list of directories
	[ $# = 0 ] || "${lib%/lib}/static/includes.py" $trees -- "$@"
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
	# Synopsys is the name of a company.
	with_files '*' codespell --quiet-level=2 --skip=COPYING \
		--ignore-words-list=synopsys || return 1
}

# The underline of a seven-letter title looks like one of the three conflict markers,
# so only search for the other two.
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
		# In a patch, an empty context line is a single space.
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

# Documentation may use other characters; code, scripts and their comments must not.
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

# The second line is for files whose first line has to be something else ("#!").
check_spdx() {
	found=0
	for file in $files; do
		case $file in
		COPYING) continue ;;
		esac
		if ! head -n 2 "$file" |
		     grep -qE '^[^A-Za-z0-9]* ?SPDX-License-Identifier: GPL-2\.0-only( \*/| -->)?$'; then
			echo "$file:1: no \"SPDX-License-Identifier: GPL-2.0-only\"" \
				"in the first two lines"
			found=1
		fi
	done
	return $found
}

# Kernels carry backports, so the version does not tell what a kernel has.
check_versions() {
	found=0
	for file in $files; do
		case $file in
		include/compat/*|Documentation/*) continue ;;
		esac
		# The brackets keep this line from matching itself.
		if grep -HnE 'LINUX_VERSIO[N]_|KERNEL_VERSIO[N]' "$file"; then
			found=1
		fi
	done
	[ $found = 0 ] ||
		echo "differences between kernels belong in include/compat, detected by a probe"
	return $found
}

# The model of the latch has the steps of the code.
check_model() {
	need_packages python3
	source=$("$lib/kernel.sh" --source) || exit 2
	"${lib%/lib}/static/model_map.py" "$source" Documentation/design/latch-model.rst \
		tests/models/latch/latch.pml
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
	[ -r "$file" ] || { echo "$file: cannot be read (names must not contain spaces)"; exit 2; }
done

case $(type "check_$check" 2>/dev/null) in
*function*) "check_$check" ;;
*) die "no check named '$check'" ;;
esac
