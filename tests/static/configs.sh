#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build the modules of a directory with a configuration that boards in the field
# have, and accept no warning and no symbol that the kernel doesn't export.
#
#	configs.sh CONFIG DIR
#
# CONFIG:	exynos_defconfig, multi_v7_defconfig: those of ARM, with PREEMPT,
#		FUNCTION_GRAPH_TRACER and KUNIT added
#
# The kernel is configured and prepared for modules, not built. So what it exports is
# asked of its source: that tells a symbol that is private to the kernel, but not one
# whose file this configuration leaves out.
#
# There is no third one with PREEMPT_RT: in 6.12, ARM has no ARCH_SUPPORTS_RT, which
# it depends on.
#
# Findings go to stdout; exit status 0: none, 1: some, 2: no kernel to build for.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

[ $# = 2 ] || die "usage: configs.sh CONFIG DIR"
config=$1
dir=$(cd "$2" && pwd) || exit 2
cross=arm-linux-gnueabihf-

case $config in
exynos_defconfig|multi_v7_defconfig) ;;
*)	die "no configuration named '$config': there are exynos_defconfig, multi_v7_defconfig" ;;
esac

wanted='CONFIG_PREEMPT=y
CONFIG_FTRACE=y
CONFIG_FUNCTION_TRACER=y
CONFIG_FUNCTION_GRAPH_TRACER=y
CONFIG_KUNIT=m
CONFIG_MODULES=y
CONFIG_MODULE_UNLOAD=y
CONFIG_SMP=y'

need_packages make flex bison bc libelf-dev libssl-dev gcc libc6-dev gcc-arm-linux-gnueabihf \
	binutils-arm-linux-gnueabihf
source=$("${0%/*}/../lib/kernel.sh" --source) || exit 2
key=$({ echo "$source $wanted"; ${cross}gcc --version; } | hash_of)
kdir=$SOC_TIMERS_CACHE/kernel/$config-$key
log=$kdir.log
exports=$SOC_TIMERS_CACHE/kernel/exports-$(echo "$source" | hash_of)

run_make() {
	make -C "$source" O="$kdir" ARCH=arm CROSS_COMPILE="$cross" -j "$(nproc)" "$@" \
		>>"$log" 2>&1 </dev/null
}

prepare() {
	say "preparing a kernel directory for $config in $kdir"
	rm -rf "$kdir"
	mkdir -p "$kdir"
	: >"$log"
	if ! {
		run_make "$config" && printf '%s\n' "$wanted" >>"$kdir/.config" &&
			run_make olddefconfig && run_make modules_prepare
	}; then
		tail -n 20 "$log" >&2
		die "$config can't be prepared (log: $log)"
	fi
	lost=$(printf '%s\n' "$wanted" | grep -vxF -f "$kdir/.config")
	[ -z "$lost" ] || die "$config: not in the final configuration: $(echo "$lost" | tr '\n' ' ')"
	touch "$kdir/.done"
}

# The names that macros have for their arguments come out too, and do no harm. Two
# macros export what they define.
list_exports() {
	say "listing what the kernel's source exports"
	{
		grep -rhoE --include='*.[chS]' \
			'EXPORT_[A-Z_]*SYMBOL[A-Z_]*[[:space:]]*\([[:space:]]*[A-Za-z_][A-Za-z_0-9]*' \
			"$source/arch/arm" "$source/block" "$source/crypto" "$source/drivers" \
			"$source/fs" "$source/init" "$source/kernel" "$source/lib" "$source/mm" |
			sed 's/.*([[:space:]]*//'
		sed -n 's/^STANDARD_PARAM_DEF(\([a-z]*\),.*/param_ops_\1/p' "$source/kernel/params.c"
		sed -n 's/^define_dev_printk_level(\([a-z_]*\),.*/\1/p' "$source/drivers/base/core.c"
	} | sort -u >"$exports.part"
	# A list that is too short must not be taken for one.
	[ "$(wc -l <"$exports.part")" -gt 10000 ] ||
		die "found hardly any exported symbol in $source"
	mv "$exports.part" "$exports"
}

mkdir -p "${kdir%/*}"
exec 9>"$kdir.lock"
flock 9
[ -e "$kdir/.done" ] || (prepare) || exit 2
exec 9>"$exports.lock"
flock 9
[ -e "$exports" ] || (list_exports) || exit 2
exec 9>&-

# All that modpost knows of symbols is that it doesn't know the kernel's.
unknown='undefined!$|Module\.symvers.* is missing|may not have dependencies|suppressed [0-9]+ unresolved'
rm -f "$dir/Module.symvers"
status=0
output=$(make -s -k -j "$(nproc)" -C "$kdir" M="$dir" ARCH=arm CROSS_COMPILE="$cross" \
	TESTS=1 W=1e KBUILD_MODPOST_WARN=1 modules </dev/null 2>&1) || status=1
output=$(printf '%s\n' "$output" | grep -vE "$unknown")
! printf '%s\n' "$output" | grep -qE 'warning: |WARNING: ' || status=1
[ $status = 0 ] ||
	printf '%s\n' "$output" | grep -vE '^make(\[|: Target|: \*\*\* .*__sub-make)' |
		sed "s,$dir/,,g"

modules=$(find "$dir" -name '*.ko')
[ -n "$modules" ] || { echo "no module was built with $config"; exit 1; }
# shellcheck disable=SC2086 # a list of files
for symbol in $(${cross}nm -u $modules | sed -n 's/^ *[Uw] //p' | sort -u); do
	cut -f 2 "$dir/Module.symvers" | grep -qxF -- "$symbol" ||
		grep -qxF -- "$symbol" "$exports" || {
		status=1
		echo "$symbol: the kernel doesn't export it"
	}
done
exit $status
