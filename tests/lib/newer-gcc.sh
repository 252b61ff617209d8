#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Fetch the cross compiler of a later Debian release, and print CROSS_COMPILE= for it.
#
#	tests/lib/newer-gcc.sh SUITE VERSION TRIPLET	trixie 14 aarch64-linux-gnu
#
# The system is left alone: the packages are unpacked in the cache, and their programs run
# with the libraries of that release.

set -eu
# shellcheck source=tests/lib/common.sh
. "${0%/*}/common.sh"
# shellcheck source=tests/lib/private-apt.sh
. "${0%/*}/private-apt.sh"

[ $# = 3 ] || die 'usage: newer-gcc.sh SUITE VERSION TRIPLET'
suite=$1 gcc=$2 triplet=$3
host=$(dpkg --print-architecture)
root=$SOC_TIMERS_CACHE/debian/gcc-$suite-$gcc-$triplet

# Make the programs below $1 use the loader and the libraries below $2.
relocate() {
	loader=$(find "$1/usr/lib64" "$1/lib64" -name 'ld-linux-*.so.*' 2>/dev/null | head -n 1)
	[ -n "$loader" ] || die "no loader in the libc6 of $suite"
	libraries=$(cd "$1" && find usr/lib lib -name libc.so.6 2>/dev/null | head -n 1)
	find "$1/usr/bin" "$1/usr/libexec" "$1/usr/lib/gcc-cross" -type f -perm -u+x |
		while read -r program; do
			patchelf --print-interpreter "$program" >/dev/null 2>&1 || continue
			patchelf --set-interpreter "$2${loader#"$1"}" --force-rpath \
				--set-rpath "$2/${libraries%/*}" "$program" ||
				die "cannot relocate $program"
		done
}

mkdir -p "${root%/*}"
exec 9>"$root.lock"
flock 9
if [ ! -e "$root" ]; then
	need_packages patchelf
	debian_get "$host" "$suite"
	rm -rf "$root.part"
	for package in "gcc-$gcc" "cpp-$gcc" binutils; do
		debian_unpack "$package-$triplet:$host" "$root.part"
	done
	for package in libc6 libgcc-s1 libstdc++6 libgmp10 libisl23 libmpc3 libmpfr6 libzstd1 \
		       zlib1g libjansson4 libsframe1; do
		debian_unpack "$package:$host" "$root.part"
	done
	relocate "$root.part" "$root"
	ln -s "$triplet-gcc-$gcc" "$root.part/usr/bin/$triplet-gcc"
	mv "$root.part" "$root"
fi
echo "$root/usr/bin/$triplet-"
