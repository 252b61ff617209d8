#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Run one of the scripts beside this one in a bare Debian 12, on a clone of HEAD.
#
#	tests/dkms/test.sh cycle	install the modules with DKMS, upgrade the kernel, remove
#					them again
#	tests/dkms/test.sh packages	the same with Debian packages
#
# Needs root, or sudo, and 4 GB. Prints KTAP and a last line "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"
# shellcheck source=tests/lib/private-apt.sh
. "${0%/*}/../lib/private-apt.sh"

case ${1-} in
cycle|packages)	script=$1 ;;
*)		die 'usage: test.sh cycle|packages' ;;
esac
top=$(checkout)
home=/root/soc-timers
log=$top/build/log/bare-dkms-$script.log
root=$SOC_TIMERS_CACHE/bare-dkms-$script
# shellcheck disable=SC2034 # used by bare-root.sh
shared=yes
# shellcheck source=tests/lib/bare-root.sh
. "${0%/*}/../lib/bare-root.sh"

prepare() {
	make_root make git dkms kmod openssl && as_root git clone -q "$top" "$root$home" || return
	[ "$script" = packages ] || return 0
	# The source of a kernel, to graft into.
	"$top/tests/lib/kernel.sh" --source 6.12 &&
		make -C "$top" tarball "DIST=${log%/*}/dist" &&
		as_root cp "${log%/*}/dist"/soc-timers-*.tar.gz "$root/root"
}

mkdir -p "${log%/*}"
rm -rf "${log%/*}/dist"
say "debootstrap of $release in $root"
need_packages git make
(prepare) >"$log" 2>&1 || {
	tail -n 15 "$log" >&2
	die "no bare root could be made (log: $log)"
}
in_root "SOC_TIMERS_START=$SOC_TIMERS_START $home/tests/dkms/$script.sh"
status=$?
remove_root
# What root has put into the cache belongs to its owner.
[ "$(id -u)" = 0 ] ||
	as_root chown -R "$(id -u):$(id -g)" "$SOC_TIMERS_CACHE/apt" "$SOC_TIMERS_CACHE/debian"
exit $status
