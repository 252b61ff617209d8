#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Run all static checks on the files of the checkout, committed or not.
#
#	check.sh [CHECK...]
#
# Prints KTAP, findings as "# " lines, and finally "N passed, N failed". The exit status
# is 1 if any check failed or could not be run. CHECK is a name from that output.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/../lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/../lib/tap.sh"

top=$(checkout)
static=$top/tests/static
cd "$top" || exit 1
git rev-parse --git-dir >/dev/null 2>&1 ||
	die "$top is not a git checkout, so the list of files to check is unknown"

checks='selftest checkpatch kernel_doc includes docs model shellcheck python codespell whitespace '
checks=$checks'ascii spdx versions census dkms bindings gki gcc-arm sparse-arm clang-arm gcc-um '
checks=$checks'readers-arm readers-um '
checks=$checks'seam exynos_defconfig multi_v7_defconfig '
# These two kernels are built in ARM state, the one for gcc-arm in Thumb-2.
checks=$checks'readers-exynos_defconfig readers-multi_v7_defconfig counters'

files() {
	git ls-files --cached --others --exclude-standard | while IFS= read -r file; do
		[ ! -f "$file" ] || echo "$file"
	done
}

# One copy per compiler keeps builds incremental.
copy() {
	copy=$SOC_TIMERS_CACHE/build/static-$1-$(echo "$top" | hash_of)
	copy_checkout "$copy" --exclude=/tests/static/seam/include
}

# Print the path of a file from the last build; a failed build must not leave one.
module() {
	path=$SOC_TIMERS_CACHE/build/static-$1-$(echo "$top" | hash_of)/$2
	[ -e "$path" ] || { echo "no $2: see check $1"; return 1; }
	echo "$path"
}

compile() {
	copy "$1" && find "$copy" -name '*.ko' -exec rm -f {} + &&
		"$static/compile.sh" "$1" "$copy"
}

run_check() {
	case $1 in
	selftest)
		"$static/selftest.py" ;;
	gcc-arm|gcc-um|clang-arm)
		compile "$1" ;;
	sparse-arm)
		copy gcc-arm && "$static/compile.sh" sparse-arm "$copy" ;;
	readers-*)
		of=${1#readers-}
		case $of in
		arm|um)	of=gcc-$of ;;
		esac
		object=$(module "$of" soc_timers.ko) || { echo "$object"; return 1; }
		"$static/disasm.py" readers "$object" ;;
	counters)
		for of in gcc-arm exynos_defconfig multi_v7_defconfig; do
			for driver in soc_exynos_mct soc_dw_apb_timer; do
				object=$(module $of $driver.ko) || { echo "$object"; return 1; }
				"$static/disasm.py" counters "$object" || return
			done
		done ;;
	*_defconfig)
		copy "$1" && find "$copy" -name '*.ko' -exec rm -f {} + &&
			"$static/configs.sh" 6.12 arm "$1" "$copy" ;;
	census)
		tests/census/socs.py --check ;;
	dkms|bindings|gki)
		"$static/$1.sh" ;;
	seam)
		copy gcc-arm && "$static/seam.sh" "$copy" ;;
	*)
		# shellcheck disable=SC2046 # a list of files
		"$static/lint.sh" "$1" $(files) ;;
	esac
}

# shellcheck disable=SC2086 # a list of names
[ $# -gt 0 ] || set -- $checks
for name; do
	case " $checks " in
	*" $name "*) ;;
	*) die "no check named '$name'; available checks: $checks" ;;
	esac
done

need_packages git rsync python3 make binutils-arm-linux-gnueabihf
tap_begin $#
for name; do
	say "static check $name"
	output=$(run_check "$name" 2>&1)
	verdict $? "$name" "$output"
done
tap_end
