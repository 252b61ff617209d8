#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# build.sh SRC OUT.so - compile one QEMU plug-in of this directory for the host.
#
# SRC is a file name here (mct_errata.c) or any path. CC and CFLAGS are honoured.
# No QEMU header, library or source is needed: qemu_abi.h declares what is used.

set -eu

die() {
	echo "build.sh: $1" >&2
	exit 1
}

[ $# -eq 2 ] || die "usage: build.sh SRC OUT.so"
src=$1
out=$2
here=$(dirname "$0")
cc=${CC:-cc}

[ -f "$src" ] || src=$here/$1
[ -f "$src" ] || die "$1: no such source, here or in $here"
command -v "$cc" >/dev/null || die "$cc: no such compiler; install gcc"

# A half-written file must never be taken for a plug-in by a run in parallel.
tmp=$out.$$
trap 'rm -f "$tmp"' EXIT
# shellcheck disable=SC2086 # CFLAGS is a list
"$cc" -std=gnu11 -O2 -g -Wall -Wextra -Werror ${CFLAGS:-} \
	-shared -fPIC -fvisibility=hidden -pthread \
	-I "$here" -o "$tmp" "$src"
mv "$tmp" "$out"
