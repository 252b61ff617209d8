#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build the modules, tests included, for kernels and architectures beyond those
# that the boards run: warnings, private symbols and missing interfaces are failures.
#
#	tests/matrix.sh [CELL...]
#
# Without a CELL, one of each kind; FULL=1: all of them, which takes about twice as long.
# Prints KTAP and a last line "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/lib/tap.sh"
top=$(checkout)

# Kernel sources with a configuration: SERIES/ARCH/CONFIG, see static/configs.sh. Where
# only the compiler or its target differs, without the tests' modules.
cells='6.1/arm/multi_v7_defconfig 6.1/arm64/defconfig 6.1/mips/loongson3_defconfig
	6.1/arc/haps_hs_smp_defconfig 6.1/riscv/defconfig
	6.12/arm64/defconfig 6.12/arm64/defconfig+rt 6.12/mips/loongson3_defconfig
	6.12/arc/haps_hs_defconfig 6.12/riscv/defconfig
	7.3/arm/multi_v7_defconfig 7.3/arm/multi_v7_defconfig+rt 7.3/arm64/defconfig
	7.3/mips/loongson3_defconfig 7.3/arc/haps_hs_smp_defconfig 7.3/riscv/defconfig'

[ -z "${FULL-}" ] || cells="$cells
	6.12/arm/multi_v7_defconfig+be+up 6.12/arm/multi_v7_defconfig+thumb2
	6.12/arm64/defconfig+be 6.12/arm64/defconfig+clang 6.12/arm64/defconfig+gcc14"

# Headers of Debian's kernels, which have their lists of exports, with versions:
# SUITE/SERIES-WHICH/FLAVOUR, see lib/debian-headers.sh.
cells="$cells bookworm/6.1-oldest/armmp bookworm/6.1-stripped/arm64"
[ -z "${FULL-}" ] || cells="$cells
	bookworm/6.1-oldest/amd64 bookworm/6.1-newest/arm64 bookworm/6.1-newest/marvell
	bookworm/6.1-oldest/loongson-3 bookworm/6.1-stripped/armmp
	bookworm/6.12-oldest/arm64 bookworm/6.12-oldest/armmp bookworm/6.12-newest/amd64"

# The same, which nothing can be built for: they must be refused in one sentence.
cells="$cells bookworm/6.1-ancient/armmp"
[ -z "${FULL-}" ] || cells="$cells bullseye/5.10-oldest/arm64 bookworm/6.1-changed/armmp"

# Each cell has its own copy, so that a second run only compiles what has changed.
build() {
	copy=$SOC_TIMERS_CACHE/build/matrix-$(echo "$1" | tr / -)-$(echo "$top" | hash_of)
	copy_checkout "$copy" || return 1
	find "$copy" -name '*.ko' -exec rm -f {} +
	case $1 in
	[0-9]*)	build_configured "$1" ;;
	*)	build_for_headers "$1" ;;
	esac
}

build_configured() {
	IFS=/ read -r series arch config <<-CELL
	$1
	CELL
	tests=1
	case $config in
	*+rt)	;;
	*+*)	tests= ;;
	esac
	TESTS=$tests BUILT=$built \
		"$top/tests/static/configs.sh" "$series" "$arch" "$config" "$copy" || return 1
	[ -z "$tests" ] || has_modules tests/example/soc_example_counter
}

has_modules() {
	for module; do
		[ -e "$copy/$module.ko" ] || { echo "no $module.ko was built"; return 1; }
	done
}

build_for_headers() {
	IFS=/ read -r suite kernel flavour <<-CELL
	$1
	CELL
	assignments=$("$top/tests/lib/debian-headers.sh" "$suite" "${kernel%-*}" "${kernel##*-}" \
		"$flavour") || return 1
	eval "$assignments"
	rm -f "$copy/Module.symvers"
	status=0
	# shellcheck disable=SC2153 # set by the script above
	output=$(make -s -C "$copy" KDIR="$KDIR" ARCH="$ARCH" CROSS_COMPILE="$CROSS_COMPILE" \
		CC="$CC" -j "$(nproc)" modules </dev/null 2>&1) || status=1
	case $kernel in
	5.10-*|*-ancient|*-changed)
		is_refused ;;
	*)
		printf '%s\n' "$output" | grep -v '^Skipping BTF generation'
		! printf '%s\n' "$output" | grep -qE 'warning: |WARNING: ' || return 1
		# shellcheck disable=SC2046 # a list
		[ $status = 0 ] &&
			has_modules $("$top/drivers/modules.sh" "$KDIR/include/config/auto.conf") ;;
	esac
}

# Apart from what make adds.
is_refused() {
	printf '%s\n' "$output"
	said=$(printf '%s\n' "$output" | grep -vE '^make(\[[0-9]+\])?: ')
	[ $status != 0 ] && [ "$(printf '%s\n' "$said" | wc -l)" = 1 ] &&
		printf '%s' "$said" | grep -q 'soc-timers: .*this kernel'
}

# A condition in Kconfig that no kernel meets would go unnoticed above.
every_module_was_built() {
	echo "built: $(sort -u "$built" | tr '\n' ' ')"
	[ "$(sort -u "$built")" = "$("$top/drivers/modules.sh" | sort)" ]
}

built=$(mktemp) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -f "$built"' EXIT
trap 'exit 130' INT TERM
all=
# shellcheck disable=SC2086 # a list
[ $# -gt 0 ] || { all=yes; set -- $cells; }

tap_begin ''
for cell; do
	say "matrix, $((tap_count + 1)) of $#: $cell"
	output=$(build "$cell")
	verdict $? "$cell" "$output"
done
[ -z "$all" ] || check 'each module was built for some kernel' every_module_was_built
tap_end
