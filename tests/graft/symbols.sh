#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Does our clock offer everything that the file it replaces offers? For a kernel and an
# architecture, compile kernel/time/sched_clock.c and drivers/sched_clock/kernel.c and compare
# their symbols, exports and parameters. With FULL=1, for all of them, and then link kernels
# with whatever uses these symbols in each architecture.
#
#	tests/graft/symbols.sh [SERIES/ARCH...]
#
# Prints KTAP and a last line "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/../lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/../lib/tap.sh"
# shellcheck source=tests/graft/build.sh
. "${0%/*}/build.sh"

top=$(checkout)
ours=drivers/clocksource/soc-timers
theirs=kernel/time/sched_clock.o

# Each series and most architectures once; FULL=1: all.
short='6.1/arm 6.12/arm64 7.3/mips'
architectures='arm arm64 mips riscv'

cells() {
	[ -n "${FULL-}" ] || { echo "$short"; return; }
	for series in 6.1 6.12 7.3; do
		for arch in $architectures; do
			echo "$series/$arch"
		done
	done
}

options_of() {
	case $1 in
	arm)	echo MMU ARCH_MULTI_V7 SMP HAVE_ARM_ARCH_TIMER ;;
	arm64)	echo SMP ;;
	mips)	echo MACH_LOONGSON64 CPU_LOONGSON64 64BIT SMP ;;
	riscv)	echo MMU 64BIT SMP ;;
	esac
	echo PRINTK MODULES HIGH_RES_TIMERS IRQ_TIME_ACCOUNTING SOC_TIMERS SOC_TIMERS_SCHED_CLOCK
	# RISC-V cannot suspend before 6.4.
	[ "$series/$arch" = 6.1/riscv ] || echo SUSPEND
}

use_architecture() {
	arch=$1
	assignments=$("$top/tests/lib/kernel.sh" --arch "$1") || die "cannot build for $1"
	eval "$assignments"
	cross=$CROSS_COMPILE
}

is_configured() {
	for option in $(options_of "$arch"); do
		grep -qx "CONFIG_$option=y" "$build/.config" || { echo "no $option"; return 1; }
	done
}

# Again only if the options have changed, so that a second run is short.
configure() {
	! is_configured >/dev/null 2>&1 || return 0
	build tinyconfig || return
	# shellcheck disable=SC2046 # a list
	printf 'CONFIG_%s=y\n' $(options_of "$arch") >>"$build/.config"
	build olddefconfig && is_configured
}

compiles() {
	rm -rf "${build:?}/$ours" "${build:?}/$theirs"
	build W=1 $ours/ $theirs || return
	# Compiled as well, with warnings of its own.
	! grep -E 'warning:|WARNING:' "$build.log" | grep -v '/asm-offsets\.c:'
}

# What an object offers to the rest of the kernel: its global symbols with their kind,
# what it exports to modules, and its parameters.
offers() {
	"${cross}nm" "$1" | awk '
		$2 ~ /^[A-TV-Z]$/ && $3 !~ /^__(ksymtab|kstrtab|crc)_/ { print $2, $3 }
		$NF ~ /^__(export_symbol|ksymtab|param)_/ { print $NF }' |
		sed 's/^__\(export_symbol\|ksymtab\)_/exported /
			s/^__param_\([a-z]*\)[0-9]*$/parameter \1/' | sort -u
}

# offered_by OBJECT: it has everything that the kernel's own has
offered_by() {
	offers "$build/$theirs" >"$work/wanted"
	offers "$1" >"$work/offered"
	cat "$work/wanted"
	grep -q '^T sched_clock_register$' "$work/wanted" &&
		grep -q '^parameter irqtime' "$work/wanted" || return
	missing=$(comm -23 "$work/wanted" "$work/offered")
	[ -z "$missing" ] || { echo "missing: $missing"; return 1; }
}

refused() {
	! "$@"
}

compare() {
	IFS=/ read -r series arch <<-CELL
	$1
	CELL
	use_architecture "$arch"
	tree=$("$top/tests/lib/kernel.sh" --grafted "$series") || die "no grafted tree of $series"
	build=$SOC_TIMERS_CACHE/build/symbols-$series-$arch-$(echo "$top" | hash_of)
	compiler "$cross"
	say "the clock's symbols in linux $series, $arch"
	prefix="$1: "
	check 'is configured' configure
	check "the kernel's clock and ours compile without a warning" compiles
	check "ours offers what the kernel's does" \
		offered_by "$build/$ours/drivers/sched_clock/kernel.o"
	check 'and no other file would' refused offered_by "$build/$ours/drivers/sched_clock/latch.o"
	prefix=
}

# The users in tests/kernels/ARCH-users-graft.config are linked, and find one clock.
links() {
	kernel=$("$top/tests/lib/kernel.sh" "$1-users-graft") || return
	use_architecture "$1"
	"${cross}nm" "$kernel/vmlinux" >"$work/linked" || return
	grep -E ' (sched_clock[a-z_]*|generic_sched_clock_init|soc_sched_clock_offer)$' "$work/linked"
	[ "$(grep -c ' T sched_clock_register$' "$work/linked")" = 1 ] &&
		grep -q ' soc_sched_clock_offer$' "$work/linked" &&
		! grep -E ' (update_sched_clock|sched_clock_poll)$' "$work/linked" &&
		"$top/tests/lib/mismatch.sh" "$kernel"
}

work=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
prefix=
need_packages make gcc libc6-dev gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu \
	gcc-mips64el-linux-gnuabi64 gcc-riscv64-linux-gnu flex bison bc libelf-dev libssl-dev rsync

# shellcheck disable=SC2046 # a list
[ $# -gt 0 ] || set -- $(cells)
tap_begin ''
for cell; do
	compare "$cell"
done
if [ -n "${FULL-}" ]; then
	for arch in $architectures; do
		check "all users of the clock are linked with it on $arch" links "$arch"
	done
fi
tap_end
