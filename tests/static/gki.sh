#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Hold what the modules import on Android's kernels against the lists in drivers/android.
#
#	gki.sh [--update] [SERIES...]
#
# For each SERIES, which is the end of a list's name, the modules are built for arm64, with
# a configuration as Android's. --update writes the lists; they still have to be the same
# for each further run. Findings go to stdout; exit status 0: none, 1: some, 2: it could
# not run.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

top=$(checkout)
cd "$top" || exit 2
lists=drivers/android/abi_gki_aarch64_soc_timers
update=
if [ "${1-}" = --update ]; then
	update=yes
	shift
fi
if [ $# = 0 ]; then
	for list in "$lists"-*; do
		set -- "$@" "${list#"$lists-"}"
	done
fi
need_packages binutils-aarch64-linux-gnu

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
found=0
for series; do
	copy=$SOC_TIMERS_CACHE/build/gki-$series-$(echo "$top" | hash_of)
	copy_checkout "$copy" || exit 2
	find "$copy" -name '*.ko' -exec rm -f {} +
	TESTS='' tests/static/configs.sh "$series" arm64 defconfig+gki "$copy" || exit
	CROSS_COMPILE=aarch64-linux-gnu- drivers/android/symbols.sh \
		"$copy"/soc_*.ko >"$scratch/list" || exit 2
	[ "$(grep -c '^  ' "$scratch/list")" -gt 50 ] || die "$series: hardly any symbols"
	[ -z "$update" ] || cp "$scratch/list" "$lists-$series"
	diff -u "$lists-$series" "$scratch/list" || found=1
done
exit $found
