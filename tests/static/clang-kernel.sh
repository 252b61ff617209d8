#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Prepare a kernel build directory for clang, with the configuration of one that
# was built with gcc, and print its path. Only what modules need is built.
#
#	clang-kernel.sh KDIR ARCH

set -eu
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

[ $# = 2 ] || die "usage: clang-kernel.sh KDIR ARCH"
kdir=$1 arch=$2

need_packages make flex bison bc libelf-dev libssl-dev clang lld llvm
source=$("${0%/*}/../lib/kernel.sh" --source)
key=$({ cat "$kdir/.config"; clang --version; echo "$source"; } | hash_of)
build=$SOC_TIMERS_CACHE/kernel/clang-$arch-$key
log=$build.log

mkdir -p "${build%/*}"
exec 9>"$build.lock"
flock 9
if [ ! -e "$build/.done" ]; then
	say "preparing a kernel directory for clang in $build"
	mkdir -p "$build"
	cp "$kdir/.config" "$build/.config"
	for target in olddefconfig modules_prepare; do
		make -C "$source" O="$build" ARCH="$arch" LLVM=1 -j "$(nproc)" \
			$target >>"$log" 2>&1 </dev/null || {
			tail -n 20 "$log" >&2
			die "cannot prepare the kernel directory for clang (log: $log)"
		}
	done
	touch "$build/.done"
fi
# The exported symbols are the same with either compiler.
[ ! -e "$kdir/Module.symvers" ] || cp -u "$kdir/Module.symvers" "$build/"
echo "$build"
