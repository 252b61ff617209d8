#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Check what dkms reads: which modules belong to a kernel, and which kernels are skipped.
#
#	dkms.sh
#
# Findings go to stdout; exit status 0: none, 1: some.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"
top=$(checkout)
work=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -rf "$work"' EXIT
found=0

finding() {
	echo "$*"
	found=1
}

# read_conf EXPRESSION: as dkms does, for a kernel whose headers are in $work
read_conf() {
	# shellcheck disable=SC2016 # bash expands it
	bash -c 'kernel_source_dir=$1 dkms_tree=$1 kernelver=6.1.0 arch=x; . "$2/dkms.conf"
		eval "echo $3"' bash "$work" "$top" "$1" 2>&1
}

# belong MODULES SYMBOL...: what a kernel with these symbols gets
belong() {
	want=$1
	shift
	mkdir -p "$work/include/config"
	printf 'CONFIG_%s\n' "$@" >"$work/include/config/auto.conf"
	# shellcheck disable=SC2016 # read_conf expands it
	have=$(read_conf '${BUILT_MODULE_NAME[@]}')
	[ "$have" = "$want" ] || finding "a kernel with $*: builds $have, wanted $want"
	# shellcheck disable=SC2016
	[ "$(read_conf '${#DEST_MODULE_LOCATION[@]}')" = "$(echo "$want" | wc -w)" ] ||
		finding "a kernel with $*: not as many DEST_MODULE_LOCATION as modules"
}

# built_for RELEASE yes|no
built_for() {
	# shellcheck disable=SC2016
	have=$(read_conf '$([[ '"$1"' =~ $BUILD_EXCLUSIVE_KERNEL ]] && echo yes || echo no)')
	[ "$have" = "$2" ] || finding "kernel $1 is built for: $have, wanted $2"
}

of='OF=y COMMON_CLK=y HAS_IOMEM=y'
# shellcheck disable=SC2086 # lists
{
	belong 'soc_timers' X86_64=y 64BIT=y HAS_IOMEM=y
	belong 'soc_timers soc_exynos_mct soc_dw_apb_timer' ARM=y $of
	belong 'soc_timers soc_exynos_mct soc_dw_apb_timer' ARM64=y 64BIT=y $of
	belong 'soc_timers' ARM=y HAS_IOMEM=y
	belong 'soc_timers soc_dw_apb_timer' RISCV=y 64BIT=y $of
	belong 'soc_timers soc_dw_apb_timer' RISCV=y 64BIT=y $of COMPILE_TEST=y
	belong 'soc_timers soc_dw_apb_timer soc_arc_timers' ARC=y $of
	belong 'soc_timers soc_loongson_extcc' MIPS=y CPU_LOONGSON64=y 64BIT=y
	belong 'soc_timers soc_dw_apb_timer' MIPS=y CPU_LOONGSON64=y $of
	# What a kernel has itself is not built for it again, except for the name that dkms
	# wants of one that is skipped.
	belong 'soc_timers soc_dw_apb_timer' ARM=y $of SOC_EXYNOS_MCT=y
	belong 'soc_timers' ARM=y $of SOC_TIMERS=y SOC_EXYNOS_MCT=m SOC_DW_APB_TIMER=y
}
# Without headers, it is what was built.
rm "$work/include/config/auto.conf"
built=$work/soc-timers/$(sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' "$top/dkms.conf")/6.1.0/x/module
mkdir -p "$built"
touch "$built/Module.symvers" "$built/soc_timers.ko.xz" "$built/soc_arc_timers.ko"
# shellcheck disable=SC2016
have=$(read_conf '${BUILT_MODULE_NAME[@]}')
[ "$have" = 'soc_arc_timers soc_timers' ] ||
	finding "without headers, two modules were built, and $have is listed"

# A condition that the script cannot read is an error, not a module that is missing.
mkdir "$work/drivers"
cp "$top/drivers/modules.sh" "$work/drivers/"
for condition in '!ARM' 'ARM && (OF || HAS_IOMEM)' 'ARM && OF || HAS_IOMEM' 'ARM=y'; do
	printf 'config SOC_X\n\ttristate "x"\n\tdepends on %s\n' "$condition" >"$work/drivers/Kconfig"
	output=$("$work/drivers/modules.sh" 2>&1) && finding "\"$condition\" is accepted: $output"
done

for series in $(grep -oE '\b[0-9]+\.[0-9]+/' "$top/tests/matrix.sh" | tr -d / | sort -uV); do
	built_for "$series.7" yes
	newest=$series
done
grep -qx "newest=$newest" "$top/drivers/graft.sh" ||
	finding "drivers/graft.sh grafts into other kernels than those up to $newest"
built_for "${newest%.*}.$((${newest#*.} + 1)).0-1-x" no
built_for "$((${newest%.*} + 1)).0.0" no
for release in 6.1.0-47-amd64 6.12.118+deb12-arm64 6.19.1 7.0.3-next 7.3; do
	built_for $release yes
done
for release in 5.10.0-1-x 5.19.1 6.0.12 60.1.0 16.1.0 7.30.0; do
	built_for $release no
done
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' "$top/dkms.conf")
sed -n 's/^\([0-9][0-9.]*\) (.*)$/\1/p' "$top/Documentation/changelog.rst" | head -n 1 |
	grep -qxF "$version" || finding "Documentation/changelog.rst does not begin with version $version"
exit $found
