#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Use modpost to find section mismatches in a kernel that has our drivers built in.
#
#	tests/lib/mismatch.sh KERNEL_DIRECTORY [OBJECT]
#
# OBJECT is vmlinux.o unless given. Prints modpost's output; the exit status is 0 if there
# is none. CONFIG_DEBUG_SECTION_MISMATCH shows what inlining would hide.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/common.sh"

kernel=${1?usage: mismatch.sh KERNEL_DIRECTORY [OBJECT]}
object=${2-$kernel/vmlinux.o}

work=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -rf "$work"' EXIT
# modpost goes by the file name.
ln -s "$object" "$work/vmlinux.o"
said=$(cd "$work" && "$kernel/scripts/mod/modpost" -M -o symvers vmlinux.o 2>&1) ||
	die "modpost failed: $said"
grep -q soc_counter_register "$work/symvers" || die "our drivers are not in $object"
printf '%s' "$said"
[ -z "$said" ]
