#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build the modules, tests included, for kernels and architectures beyond those
# that the boards run: warnings, private symbols and missing interfaces are failures.
#
#	tests/matrix.sh [SERIES/ARCH/CONFIG...]
#
# Prints KTAP and a last line "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/lib/tap.sh"
top=$(checkout)

# modules_of() has the modules that each must build.
cells='6.1/arm/multi_v7_defconfig 6.1/arm64/defconfig 6.1/mips/loongson3_defconfig
	6.1/arc/haps_hs_smp_defconfig 6.1/riscv/defconfig
	6.12/arm64/defconfig 6.12/arm64/defconfig+rt 6.12/mips/loongson3_defconfig
	6.12/arc/haps_hs_defconfig 6.12/riscv/defconfig
	7.3/arm/multi_v7_defconfig 7.3/arm/multi_v7_defconfig+rt 7.3/arm64/defconfig
	7.3/mips/loongson3_defconfig 7.3/arc/haps_hs_smp_defconfig 7.3/riscv/defconfig'

modules_of() {
	echo soc_timers soc_dw_apb_timer tests/example/soc_example_counter
	case $1 in
	arm|arm64)	echo soc_exynos_mct ;;
	mips)		echo soc_loongson_extcc ;;
	arc)		echo soc_arc_timers ;;
	esac
}

# Each cell has its own copy, so that a second run only compiles what has changed.
build() {
	IFS=/ read -r series arch config <<-CELL
	$1
	CELL
	copy=$SOC_TIMERS_CACHE/build/matrix-$(echo "$1" | tr / -)-$(echo "$top" | hash_of)
	copy_checkout "$copy" || return 1
	find "$copy" -name '*.ko' -exec rm -f {} +
	"$top/tests/static/configs.sh" "$series" "$arch" "$config" "$copy" || return 1
	for module in $(modules_of "$arch"); do
		[ -e "$copy/$module.ko" ] || { echo "no $module.ko was built"; return 1; }
	done
}

# shellcheck disable=SC2086 # a list
[ $# -gt 0 ] || set -- $cells

tap_begin $#
for cell; do
	say "matrix, $((tap_count + 1)) of $#: $cell"
	output=$(build "$cell")
	verdict $? "$cell" "$output"
done
tap_end
