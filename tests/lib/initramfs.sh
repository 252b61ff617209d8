#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Pack an initramfs from a static busybox and the given files; root is not needed.
#
#	tests/lib/initramfs.sh OUT.cpio.gz BUSYBOX FILE...
#
# A FILE is a path, or /DEST=PATH to choose its destination. By default *.ko files go
# to /modules and everything else to /. Device nodes are left to devtmpfs; /dev/console
# comes with the kernel. The guest's init creates the links to busybox's applets.

set -eu
# shellcheck source=/dev/null
. "${0%/*}/common.sh"

[ $# -ge 2 ] || die "usage: initramfs.sh OUT.cpio.gz BUSYBOX FILE..."
out=$1
busybox=$2
shift 2

need_packages cpio gzip
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/bin" "$root/dev" "$root/proc" "$root/sys" "$root/tmp" \
	"$root/modules" "$root/root"
[ -e "$busybox" ] || die "no busybox at '$busybox'"
cp "$busybox" "$root/bin/busybox"
ln -s busybox "$root/bin/sh"

for file; do
	case $file in
	/*=*)	dest=${file%%=*} file=${file#*=} ;;
	*.ko)	dest=/modules/${file##*/} ;;
	*)	dest=/${file##*/} ;;
	esac
	[ -f "$file" ] || die "no such file: '$file'"
	mkdir -p "$root${dest%/*}"
	cp "$file" "$root$dest"
done
chmod -R go=u-w "$root"

(cd "$root" && find . | LC_ALL=C sort | cpio -o -H newc -R 0:0 --quiet) |
	gzip -1 -n >"$out.part"
mv "$out.part" "$out"
