#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build the modules in a directory and fail on any warning.
#
#	compile.sh HOW DIR
#
# HOW:	gcc-arm, gcc-um	W=1 warnings of gcc
#	clang-arm	W=1 warnings of clang
#	sparse-arm	sparse, in a directory that gcc-arm has built
#
# Warnings go to stdout; exit status 0: none, 1: some, 2: no kernel to build for.
# KDIR_ARM and KDIR_UM in the environment are used instead of the test kernels.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

[ $# = 2 ] || die "usage: compile.sh HOW DIR"
how=$1
dir=$(cd "$2" && pwd) || exit 2
here=${0%/*}

kernel() {
	case $1 in
	arm)	override=${KDIR_ARM-} ;;
	um)	override=${KDIR_UM-} ;;
	esac
	[ -n "$override" ] || override=$("$here/../lib/kernel.sh" "$1") || exit 2
	echo "$override"
}

need_packages make
case $how in
gcc-arm)
	kdir=$(kernel arm) || exit 2
	set -- ARCH=arm CROSS_COMPILE=arm-linux-gnueabihf- ;;
sparse-arm)
	need_packages sparse
	kdir=$(kernel arm) || exit 2
	set -- ARCH=arm CROSS_COMPILE=arm-linux-gnueabihf- C=2 CF=-D__CHECK_ENDIAN__ ;;
gcc-um)
	kdir=$(kernel um) || exit 2
	set -- ARCH=um ;;
clang-arm)
	kdir=$(kernel arm) || exit 2
	kdir=$("$here/clang-kernel.sh" "$kdir" arm) || exit 2
	set -- ARCH=arm LLVM=1 ;;
*)	die "unknown HOW '$how': see the top of compile.sh" ;;
esac

# Unchanged files are not recompiled, but modpost must run anyway for its warnings.
# -k: all warnings at once; -s: nothing but warnings.
rm -f "$dir/Module.symvers"
status=0
output=$(make -s -k -j "$(nproc)" -C "$kdir" M="$dir" TESTS=1 W=1e "$@" modules \
	</dev/null 2>&1) || status=1

# sparse does not make the build fail, and also warns about the kernel's own headers.
case $how in
sparse-*)
	! printf '%s\n' "$output" | grep -F "$dir/" | grep -qE '(warning|error): ' || status=1 ;;
*)
	! printf '%s\n' "$output" | grep -qE 'warning: |WARNING: ' || status=1 ;;
esac

[ $status = 0 ] ||
	printf '%s\n' "$output" | grep -vE '^make(\[[0-9]+\])?: (Target|\*\*\* .* Error [0-9]+$)' | sed "s,$dir/,,g"
exit $status
