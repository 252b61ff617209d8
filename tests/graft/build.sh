# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced after common.sh: parts of the grafted kernel $tree, built in $build for $arch.
#
# compiler CROSS_COMPILE    set $cross, $cc and $hostcc, and make the directory
# build MAKE-ARGUMENT...    the output goes to $build.log, and its end is shown on failure

compiler() {
	mkdir -p "${build:?}"
	cross=$1 cc=${1}gcc hostcc=gcc
	use_ccache
}

build() {
	make -C "${tree:?}" O="$build" ARCH="${arch:?}" CROSS_COMPILE="$cross" \
		CC="$cc" HOSTCC="$hostcc" -j "$(nproc)" "$@" >"$build.log" 2>&1 </dev/null ||
		{ tail -n 20 "$build.log"; return 1; }
}
