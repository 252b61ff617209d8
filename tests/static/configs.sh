#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build the modules in a directory with a configuration that boards in the field
# use, and fail on any warning and any symbol that the kernel does not export.
#
#	configs.sh SERIES ARCH CONFIG DIR
#
# SERIES:	the kernel series, as in tests/lib/kernel.sh
# CONFIG:	a defconfig of ARCH (arm, arm64, mips, arc, riscv), with PREEMPT,
#		FUNCTION_GRAPH_TRACER, where the architecture has it, and KUNIT added, and
#		with what is appended to it, each with a "+":
#		rt	PREEMPT_RT instead of PREEMPT
#		up	no SMP
#		be	big-endian (BE8 on ARM)
#		thumb2	Thumb-2 instead of ARM code
#		gcc14	gcc 14 of Debian 13 instead of this release's gcc
#		gki	as in Android's gki_defconfig, what decides which symbols modules need
#		clang	clang 19 instead of gcc, with LTO and CFI
#
# The kernel is configured and prepared for modules but not built, so the list of
# exported symbols comes from its source. That catches symbols that are private to the
# kernel, but not those in files that this configuration leaves out.
#
# TESTS= in the environment leaves out the tests' modules. BUILT=FILE appends the names of
# the modules that were built.
#
# Findings go to stdout; exit status 0: none, 1: some, 2: no kernel to build for.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

[ $# = 4 ] || die "usage: configs.sh SERIES ARCH CONFIG DIR"
series=$1 arch=$2 config=$3
dir=$(cd "$4" && pwd) || exit 2

defconfig=${config%%+*}
preempt=CONFIG_PREEMPT=y
graph=CONFIG_FUNCTION_GRAPH_TRACER=y
extra='' clang='' gcc=''
for option in $(echo "${config#"$defconfig"}" | tr + ' '); do
	case $option in
	rt)	preempt='CONFIG_EXPERT=y
CONFIG_PREEMPT_RT=y' ;;
	up)	extra="$extra
# CONFIG_SMP is not set" ;;
	be)	extra="$extra
CONFIG_CPU_BIG_ENDIAN=y" ;;
	thumb2)	extra="$extra
CONFIG_THUMB2_KERNEL=y" ;;
	gki)	extra="$extra
CONFIG_MODVERSIONS=y
CONFIG_KPROBES=y
CONFIG_DEBUG_LIST=y
CONFIG_FORTIFY_SOURCE=y
CONFIG_KASAN=y
CONFIG_KASAN_HW_TAGS=y
CONFIG_ARM64_PSEUDO_NMI=y
# CONFIG_KEXEC is not set
# CONFIG_KEXEC_FILE is not set" ;;
	gcc14)	gcc=14 ;;
	clang)	clang=LLVM=-19
		extra="$extra
CONFIG_LTO_CLANG_THIN=y
CONFIG_CFI_CLANG=y" ;;
	*)	die "unknown option '+$option' of $config" ;;
	esac
done
case $arch in
arm)	cross=arm-linux-gnueabihf- ;;
arm64)	cross=aarch64-linux-gnu- ;;
mips)	cross=mips64el-linux-gnuabi64- ;;
arc)	cross=arc-linux-gnu- graph='' ;;
riscv)	cross=riscv64-linux-gnu- graph='' ;;
*)	die "unknown architecture '$arch': use arm, arm64, mips, arc or riscv" ;;
esac

wanted="$preempt
${graph:+CONFIG_FTRACE=y
CONFIG_FUNCTION_TRACER=y
$graph
}CONFIG_KUNIT=m
CONFIG_MODULES=y
CONFIG_MODULE_UNLOAD=y$extra"

if [ -n "$clang" ]; then
	compiler='clang-19'
	set -- clang-19 lld-19 llvm-19
elif [ -n "$gcc" ]; then
	cross=$("${0%/*}/../lib/newer-gcc.sh" trixie $gcc "${cross%-}") || exit 2
	compiler=${cross}gcc
	set --
else
	compiler=${cross}gcc
	set -- "gcc-${cross%-}"
fi
need_packages make flex bison bc libelf-dev libssl-dev gcc libc6-dev "$@"
source=$("${0%/*}/../lib/kernel.sh" --source "$series") || exit 2
key=$({ echo "$source $arch $wanted"; $compiler --version; } | hash_of)
kdir=$SOC_TIMERS_CACHE/kernel/$arch-$config-$key
log=$kdir.log
# The list depends on this script, too.
exports=$SOC_TIMERS_CACHE/kernel/exports-$({ echo "$source $arch"; cat "$0"; } | hash_of)

# Linux 7.3 warns if pahole has come or gone since it was configured, and no BTF is made here.
run_make() {
	# shellcheck disable=SC2086 # one word or none
	make -C "$source" O="$kdir" ARCH="$arch" CROSS_COMPILE="$cross" PAHOLE=none $clang \
		-j "$(nproc)" "$@" \
		>>"$log" 2>&1 </dev/null
}

prepare() {
	say "preparing a kernel directory for $series $config in $kdir"
	rm -rf "$kdir"
	mkdir -p "$kdir"
	: >"$log"
	if ! {
		run_make "$defconfig" && printf '%s\n' "$wanted" >>"$kdir/.config" &&
			run_make olddefconfig && run_make modules_prepare
	}; then
		tail -n 20 "$log" >&2
		die "cannot prepare $config (log: $log)"
	fi
	lost=$(printf '%s\n' "$wanted" | grep -vxF -f "$kdir/.config")
	[ -z "$lost" ] || die "$config: not in the final configuration: $(echo "$lost" | tr '\n' ' ')"
	touch "$kdir/.done"
}

# This also finds the argument names of macros, which is harmless. Symbols that macros
# define and export need patterns of their own.
list_exports() {
	say "listing what the kernel's source exports"
	{
		grep -rhoE --include='*.[chS]' \
			'EXPORT_[A-Z_]*SYMBOL[A-Z_]*[[:space:]]*\([[:space:]]*[A-Za-z_][A-Za-z_0-9]*' \
			"$source/arch/$arch" "$source/block" "$source/crypto" "$source/drivers" \
			"$source/fs" "$source/init" "$source/kernel" "$source/lib" "$source/mm" |
			sed 's/.*([[:space:]]*//'
		grep -rhoE --include='*.c' 'EXPORT_TRACEPOINT_SYMBOL(_GPL)?\([a-z_0-9]*' "$source/kernel" |
			sed 's/.*(/__tracepoint_/'
		for part in ops set get; do
			sed -n "s/^STANDARD_PARAM_DEF(\([a-z]*\),.*/param_${part}_\1/p" \
				"$source/kernel/params.c"
		done
		sed -n 's/^define_dev_printk_level(\([a-z_]*\),.*/\1/p' "$source/drivers/base/core.c"
		[ "$arch" != mips ] ||
			sed -n 's/^I_[a-z0-9]*(_\([a-z0-9]*\).*/uasm_i_\1/p' "$source/arch/mips/mm/uasm.c"
	} | sort -u >"$exports.part"
	# Do not keep a list that is obviously incomplete.
	[ "$(wc -l <"$exports.part")" -gt 10000 ] ||
		die "found hardly any exported symbols in $source"
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

# Without the kernel's Module.symvers, modpost finds all of its symbols undefined.
unknown='undefined!$|Module\.symvers.* is missing|may not have dependencies|suppressed [0-9]+ unresolved'
rm -f "$dir/Module.symvers"
status=0
# shellcheck disable=SC2086 # one word or none
output=$(make -s -k -j "$(nproc)" -C "$kdir" M="$dir" ARCH="$arch" CROSS_COMPILE="$cross" PAHOLE=none $clang \
	TESTS="${TESTS-1}" W=1e KBUILD_MODPOST_WARN=1 modules </dev/null 2>&1) || status=1
output=$(printf '%s\n' "$output" | grep -vE "$unknown")
! printf '%s\n' "$output" | grep -qE 'warning: |WARNING: ' || status=1
[ $status = 0 ] ||
	printf '%s\n' "$output" | grep -vE '^make(\[[0-9]+\])?: (Target|\*\*\* .* Error [0-9]+$)' |
		sed "s,$dir/,,g"

modules=$(find "$dir" -name '*.ko')
[ -n "$modules" ] || { echo "no module was built with $config"; exit 1; }
# The self-test gives a directory that has other modules than ours.
belong=
if [ -e "$dir/drivers/modules.sh" ]; then
	belong=$(sh "$dir/drivers/modules.sh" "$kdir/include/config/auto.conf") || exit 1
fi
for module in $belong; do
	if [ -e "$dir/$module.ko" ]; then
		echo "$module" >>"${BUILT-/dev/null}"
	else
		status=1
		echo "no $module.ko was built with $config"
	fi
done
# shellcheck disable=SC2086 # a list of files
for symbol in $(${cross}nm -u $modules | sed -n 's/^ *[Uw] //p' | sort -u); do
	cut -f 2 "$dir/Module.symvers" | grep -qxF -- "$symbol" ||
		grep -qxF -- "$symbol" "$exports" || {
		status=1
		echo "$symbol: the kernel doesn't export it"
	}
done
exit $status
