#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Fetch Debian's kernel of a given flavour, the newest ABI in the running release,
# and the headers to build modules for it.
#
#	eval "$(tests/lib/debian-kernel.sh FLAVOUR)"
#
# FLAVOUR: one of debian-flavours.sh (armmp, loongson-3). Prints shell assignments:
#
#	IMAGE		the kernel image
#	DTBS		directory of its device trees
#	MODULES_DIR	directory of its own modules (lib/modules/RELEASE)
#	KDIR		for make -C "$KDIR" M=... ARCH=... CROSS_COMPILE=...
#	ARCH CROSS_COMPILE DEBIAN_ARCH RELEASE

set -eu
# shellcheck source=/dev/null
. "${0%/*}/common.sh"
# shellcheck source=/dev/null
. "${0%/*}/private-apt.sh"
# shellcheck source=tests/lib/debian-flavours.sh
. "${0%/*}/debian-flavours.sh"

flavour_is "${1?usage: debian-kernel.sh FLAVOUR}"

# The headers call the compiler by its versioned name.
need_packages make "$compiler"

fetch() {
	version=$(debian_version "linux-image-$release:$debian_arch")
	[ -n "$version" ] || die "Debian has no package linux-image-$release:$debian_arch"

	rm -rf "$root.part"
	debian_unpack "linux-image-$release:$debian_arch=$version" "$root.part"
	unpack_headers "$release" "$version" "$root"
	mv "$root.part" "$root"
}

base=$SOC_TIMERS_CACHE/debian/$flavour
mkdir -p "$base"
exec 9>"$base/lock"
flock 9

# If the release was looked up in the last 24 hours, skip the package lists.
if [ -n "$(find "$base/release" -mmin -1440 2>/dev/null)" ] &&
   [ -e "$base/$(cat "$base/release")" ]; then
	release=$(cat "$base/release")
else
	debian_get "$debian_arch"
	release=$(debian_depends "linux-image-$flavour:$debian_arch" '^linux-image-[0-9]')
	release=${release#linux-image-}
	[ -n "$release" ] || die "Debian has no kernel linux-image-$flavour:$debian_arch"
	root=$base/$release
	if [ ! -e "$root" ]; then
		fetch
	fi
	echo "$release" >"$base/release"
fi
root=$base/$release

image=$(find "$root/boot" -name "vmlinu[xz]-$release" | head -n 1)
[ -n "$image" ] || die "no kernel image in $root/boot (remove $root and try again)"
modules=$(find "$root/lib/modules" "$root/usr/lib/modules" -mindepth 1 -maxdepth 1 2>/dev/null | head -n 1)

cat <<-END
IMAGE='$image'
DTBS='$root/usr/lib/linux-image-$release'
MODULES_DIR='$modules'
KDIR='$root/usr/src/linux-headers-$release'
ARCH='$arch'
CROSS_COMPILE='$cross'
DEBIAN_ARCH='$debian_arch'
RELEASE='$release'
END
