# shellcheck shell=sh disable=SC2034 # used by the scripts that source it
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced after private-apt.sh: Debian's kernels by flavour, and their headers.
#
# flavour_is FLAVOUR               set $debian_arch, $arch, $cross and $compiler, the
#                                  package of the compiler
# unpack_headers RELEASE VERSION DIR   unpack what a module build needs into DIR.part,
#                                  to be renamed to DIR, where it must stay; needs
#                                  flavour_is and debian_get

flavour_is() {
	flavour=$1
	case $flavour in
	amd64)	debian_arch=amd64 arch=x86 cross='' compiler=gcc ;;
	arm64)	debian_arch=arm64 arch=arm64 cross=aarch64-linux-gnu- ;;
	armmp)	debian_arch=armhf arch=arm cross=arm-linux-gnueabihf- ;;
	# The kernel asks for its own ABI, so the compiler for armhf will do.
	marvell) debian_arch=armel arch=arm cross=arm-linux-gnueabihf- ;;
	loongson-3)
		debian_arch=mips64el arch=mips cross=mips64el-linux-gnuabi64- ;;
	*)	die "unknown flavour '$flavour': add it to tests/lib/debian-flavours.sh" ;;
	esac
	compiler=gcc${cross:+-${cross%-}}
}

# The packages expect to be installed under /. Kernels of a series before 6.12 share one
# kbuild package, of which the archive has the newest version only.
unpack_headers() {
	common=linux-headers-${1%"-$flavour"}-common
	host=$(dpkg --print-architecture)
	case $1 in
	*.0-*)	kbuild=linux-kbuild-${1%%.0-*}:$host ;;
	*)	kbuild=linux-kbuild-${1%"-$flavour"}:$host=$2 ;;
	esac
	debian_unpack "linux-headers-$1:$debian_arch=$2" "$3.part"
	debian_unpack "$common=$2" "$3.part"
	debian_unpack "$kbuild" "$3.part"
	for file in "$3.part/usr/src/linux-headers-$1/Makefile" \
		    "$3.part/usr/src/linux-headers-$1/.kernelvariables" \
		    "$3.part/usr/src/$common/Makefile"; do
		[ ! -e "$file" ] || sed -i "s,\\(^\\|[ =]\\)/usr/\\(src\\|lib\\)/,\\1$3/usr/\\2/,g" "$file"
	done
}
