#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Print the path of Debian's static busybox for a Debian architecture.
#
#	tests/lib/busybox.sh ARCH	(amd64, armhf, ...)

set -eu
# shellcheck source=/dev/null
. "${0%/*}/common.sh"
# shellcheck source=/dev/null
. "${0%/*}/private-apt.sh"

arch=${1?usage: busybox.sh ARCH}
root=$SOC_TIMERS_CACHE/busybox/$arch

mkdir -p "${root%/*}"
exec 9>"$root.lock"
flock 9
if [ ! -e "$root" ]; then
	debian_get "$arch"
	rm -rf "$root.part"
	debian_unpack "busybox-static:$arch" "$root.part"
	mv "$root.part" "$root"
fi
# /usr/bin in releases with a merged /usr, /bin in older ones.
for path in "$root/bin/busybox" "$root/usr/bin/busybox"; do
	if [ -e "$path" ]; then
		echo "$path"
		exit
	fi
done
die "busybox-static:$arch contains no busybox (remove $root and try again)"
