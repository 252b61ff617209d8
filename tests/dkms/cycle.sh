#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Run by test.sh in a root that is thrown away: the life of the modules under DKMS, for the
# dkms of Debian 12 and of Debian 13.
#
# For this system's architecture the kernels' headers are installed as packages, whose hooks
# let dkms build for them. For others dkms is given a directory of headers, and ARCH and
# CROSS_COMPILE, which it passes on.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"
# shellcheck source=tests/lib/private-apt.sh
. "${0%/*}/../lib/private-apt.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/../lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/../lib/tap.sh"
# shellcheck source=tests/dkms/lib.sh
. "${0%/*}/lib.sh"

# is_skipped RELEASE [SYMBOL]: a kernel with the configuration in /root/config and this symbol.
# Its package's hook must not fail, and dkms itself must exit with 77.
is_skipped() {
	release=$1
	build=/lib/modules/$release/build
	mkdir -p "$build/include/config"
	{ cat /root/config; echo "${2-}"; } | tee "$build/.config" >"$build/include/config/auto.conf"
	/etc/kernel/header_postinst.d/dkms "$release"
	hook=$?
	dkms install -m soc-timers -v "$version" -k "$release"
	status=$?
	has=$(dkms status -k "$release" | grep -F "$release")
	rm -r "/lib/modules/$release"
	echo "hook: $hook, wanted 0; dkms install: $status, wanted 77; dkms status: $has"
	[ "$hook $status $has" = '0 77 ' ]
}

native_cycle() {
	arch=$(dpkg --print-architecture)
	first=$(kernels 6.1 | head -n 1) second=$(kernels 6.1 | tail -n 1)
	third=$(kernels 6.12 | tail -n 1)
	check "$arch: headers of $first" install_headers "$first"
	check "$arch: make dkms-install" make dkms-install "DKMS_KERNEL=$first"
	check "$arch: its modules are installed, signed" installed "$first" "/lib/modules/$first/build"
	for kernel in "$second" "$third"; do
		check "$arch: upgrade to kernel $kernel" install_headers "$kernel"
		check "$arch: its modules are installed, signed" \
			installed "$kernel" "/lib/modules/$kernel/build"
	done
	# Nothing but what the name of the check has is a reason to skip these.
	grep '^CONFIG_' "/lib/modules/$third/build/.config" >/root/config
	check "$arch: a kernel before 6.1 is skipped" is_skipped 6.0.0-1-old
	check "$arch: so is one that is newer than all that we know" is_skipped 7.4.0-1-new
	check "$arch: and one that has our drivers built in" \
		is_skipped "$third.grafted" CONFIG_SOC_TIMERS=y
	check "$arch: and one that has them as modules" \
		is_skipped "$third.modules" CONFIG_SOC_TIMERS=m
	check "$arch: remove the headers of $first" apt_get purge "linux-headers-$first"
	check "$arch: make dkms-remove" make dkms-remove
	check "$arch: nothing is left" nothing_is_left
	check "$arch: remove all headers" apt_get purge 'linux-headers-*' 'linux-kbuild-*'
}

headers() {
	assignments=$(tests/lib/debian-headers.sh bookworm "$1" "$2" "$flavour") &&
		eval "$assignments"
}

# for_other COMMAND...: dkms COMMAND for the kernel of another architecture
for_other() {
	# shellcheck disable=SC2153 # set by debian-headers.sh
	ARCH=$ARCH CROSS_COMPILE=$CROSS_COMPILE dkms "$@" -k "$RELEASE" -a "$label" \
		--kernelsourcedir "$KDIR"
}

add_source() {
	mkdir -p "/usr/src/soc-timers-$version" &&
		cp -R COPYING Kbuild Makefile dkms.conf drivers include "/usr/src/soc-timers-$version" &&
		dkms add -m soc-timers -v "$version"
}

# cross_cycle FLAVOUR LABEL SERIES-WHICH...: LABEL is what "uname -m" prints there
cross_cycle() {
	flavour=$1 label=$2 releases=
	shift 2
	check "$flavour: dkms add" add_source
	for kernel; do
		check "$flavour: headers of the $kernel" headers "${kernel%-*}" "${kernel#*-}"
		headers "${kernel%-*}" "${kernel#*-}" || continue
		mkdir -p "/lib/modules/$RELEASE"
		ln -sfn "$KDIR" "/lib/modules/$RELEASE/build"
		if [ -z "$releases" ]; then
			check "$flavour: dkms build for $RELEASE" for_other build -m soc-timers -v "$version"
			check "$flavour: dkms install" for_other install -m soc-timers -v "$version"
		else
			check "$flavour: upgrade to kernel $RELEASE" for_other autoinstall
		fi
		check "$flavour: its modules are installed, signed" installed "$RELEASE" "$KDIR"
		releases="$releases $RELEASE"
	done
	check "$flavour: make dkms-remove" make dkms-remove
	check "$flavour: nothing is left" nothing_is_left
	for release in $releases; do
		rm -r "/lib/modules/$release"
	done
}

upgrade_dkms() {
	apt_get purge dkms && debian_get "$(dpkg --print-architecture)" trixie &&
		debian_fetch dkms /root/trixie && apt_get install /root/trixie/dkms_*.deb && use_key
}

cycles() {
	prefix="$(dkms --version): "
	native_cycle
	cross_cycle armmp armv7l 6.1-oldest 6.12-oldest
	cross_cycle arm64 aarch64 6.1-oldest 6.12-oldest
	cross_cycle loongson-3 mips64 6.1-oldest 6.1-newest
}

tap_begin ''
check 'a key to sign with' use_key
check 'no trace of us to begin with' nothing_is_left
cycles
prefix=
check "Debian 13's dkms" upgrade_dkms
cycles
tap_end
