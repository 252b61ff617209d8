#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build timer selftests of the kernel from its installed source, and programs of
# this directory, as static programs for a guest.
#
#	tests/user/kselftest.sh ARCH OUTPUT_DIR TEST...
#
# ARCH is an architecture as Debian names it. Needs the source tree that
# tests/lib/kernel.sh unpacks; nothing of it is copied here.

set -eu
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

[ $# -ge 3 ] || die 'usage: kselftest.sh ARCH OUTPUT_DIR TEST...'
arch=$1 out=$2
shift 2

case $arch in
amd64)	cross='' packages='gcc libc6-dev' ;;
armhf)	cross=arm-linux-gnueabihf-
	packages='gcc-arm-linux-gnueabihf libc6-dev-armhf-cross' ;;
arm64)	cross=aarch64-linux-gnu-
	packages='gcc-aarch64-linux-gnu libc6-dev-arm64-cross' ;;
mips64el)
	cross=mips64el-linux-gnuabi64-
	packages='gcc-mips64el-linux-gnuabi64 libc6-dev-mips64el-cross' ;;
*)	die "no cross compiler known for $arch: add it to tests/user/kselftest.sh" ;;
esac
# shellcheck disable=SC2086 # a list of package names
need_packages $packages

source=$("${0%/*}/../lib/kernel.sh" --source)/tools/testing/selftests/timers
mkdir -p "$out"

# For ABIs that the compiler supports but no installed C library does.
freestanding='-march=mips64r2 -ffreestanding -nostdlib -static -fno-pie -no-pie -fno-pic
	-mno-shared -G0'
for test; do
	file=$source/$test.c options='-static -lrt -lpthread -lm'
	case $test in
	vdso_o32)	file=vdso_32.c options="-mabi=32 $freestanding" ;;
	vdso_n32)	file=vdso_32.c options="-mabi=n32 $freestanding" ;;
	*)		[ ! -e "${0%/*}/$test.c" ] || file=$test.c ;;
	esac
	[ "$file" != "${file#/}" ] || file=${0%/*}/$file
	[ -e "$file" ] || die "no selftest $test in $source"
	# shellcheck disable=SC2086 # a list of options
	"${cross}gcc" -O2 -w -o "$out/$test" "$file" $options ||
		die "the selftest $test does not compile"
done
