#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Test the graft script, and the patches that it writes, on the files of Debian's kernel
# sources that it touches; then build parts of a grafted tree, as far as that does not take
# a whole kernel.
#
#	tests/graft/test.sh [TREE...]
#
# TREEs are more unpacked kernel sources. The trees themselves are not changed.
# Prints KTAP and a last line "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/../lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/../lib/tap.sh"

top=$(checkout)
work=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# shellcheck source=tests/graft/series.sh
. "$top/tests/graft/series.sh"
need_packages git make patch gcc libc6-dev gcc-arm-linux-gnueabihf gcc-mips64el-linux-gnuabi64 \
	flex bison bc libelf-dev libssl-dev rsync

graft() {
	"$top/drivers/graft.sh" "$@"
}

# CMD must fail and print one line with TEXT.
refused() {
	text=$1
	shift
	if message=$("$@" 2>&1); then
		printf 'not refused: %s\n' "$message"
		return 1
	fi
	printf '%s\n' "$message"
	[ "$(printf '%s\n' "$message" | wc -l)" = 1 ] && printf '%s' "$message" | grep -qF -- "$text"
}

reports() {
	text=$1
	shift
	message=$("$@" 2>&1) || { printf '%s\n' "$message"; return 1; }
	printf '%s\n' "$message"
	printf '%s' "$message" | grep -qF -- "$text"
}

# Not one line: make adds its own.
make_asks() {
	if message=$(make -s -C "$top" graft KERNEL= 2>&1); then
		printf 'not refused: %s\n' "$message"
		return 1
	fi
	printf '%s\n' "$message"
	printf '%s' "$message" | grep -q '^error: no kernel tree given: give KERNEL='
}

# Names, types, modes and link targets of all files, and the files' contents. Links are
# not followed.
inventory() {
	(
		cd "$1" || exit
		find . -printf '%p %y %m %l\n' | sort
		find . -type f -print0 | sort -z | xargs -0 sha256sum
	)
}

vdso=arch/mips/include/asm/vdso

# The files of a tree that the script looks at or changes.
skeleton() {
	rm -rf "$tree"
	mkdir -p "$tree/drivers/clocksource" "$tree/kernel/time"
	cp "$source/Kconfig" "$source/Makefile" "$tree/"
	cp -p "$source/kernel/time/timekeeping.c" "$source/kernel/time/Makefile" "$tree/kernel/time/"
	(
		cd "$source/drivers/clocksource" || exit
		cp -p Kconfig Makefile exynos_mct.c dw_apb_timer.c dw_apb_timer_of.c \
			"$tree/drivers/clocksource/"
		# Not the mode of a new file.
		chmod 600 "$tree/drivers/clocksource/Makefile"
	)
	mkdir -p "$tree/$vdso" "$tree/arch/mips/vdso"
	cp -p "$source/$vdso/clocksource.h" "$source/$vdso/gettimeofday.h" "$tree/$vdso/"
	cp -p "$source/arch/mips/vdso/Makefile" "$tree/arch/mips/vdso/"
	inventory "$tree" >"$work/before"
}

same_as() {
	inventory "$tree" | diff -u "$1" -
}

restored() {
	same_as "$work/before"
}

only_our_places() {
	inventory "$tree" | diff "$work/before" - | sed -n 's/^[<>] //p' |
		sed 's/^[0-9a-f]\{64\}  //; s/ .*//' | sort -u >"$work/changed"
	cat "$work/changed"
	{
		printf "./$vdso/%s\n" clocksource.h gettimeofday.h
		printf './drivers/clocksource/%s\n' Kconfig Makefile soc-timers
		echo ./kernel/time/Makefile
	} | cmp - "$work/changed"
}

links_here() {
	ls -l "$place"
	[ -L "$place" ] && [ "$(cd "$place" && pwd -P)" = "$top" ]
}

# Every file that a suite includes by its path must exist.
includes_found() {
	(
		cd "$place/tests/kunit" || exit
		sed -n 's/^#include "\(.*\)"$/\1/p' ./*.c ./*.h | sort -u |
			while read -r file; do
				ls "$file" || exit
			done
	)
}

# The other one has no tests.
updated_by_other() {
	"$other/drivers/graft.sh" --copy "$tree" || return
	inventory "$tree" >"$work/now"
	[ ! -e "$place/tests" ] && "$other/drivers/graft.sh" --undo "$tree" &&
		"$other/drivers/graft.sh" --copy "$tree" && same_as "$work/now"
}

has_no_hook() {
	! grep -rn SOC_TIMERS_LINK "$place/Kbuild" "$place/drivers"
}

only_additions() {
	diff "$source/$1" "$tree/$1"
	! diff "$source/$1" "$tree/$1" | grep -q '^<'
}

unchanged_by() {
	inventory "$tree" >"$work/now"
	"$@" || return
	inventory "$tree" | diff -u "$work/now" -
}

# The objects of the tree's own drivers and of ours that kbuild would link with $1... set.
objects() {
	{
		for assignment; do
			echo "$assignment"
		done
		cat "$tree/drivers/clocksource/Makefile"
		# shellcheck disable=SC2016 # for make
		echo 'all: ; @echo y $(obj-y) m $(obj-m) end'
	} >"$work/objects.mk"
	make -s -f "$work/objects.mk" CONFIG_CLKSRC_EXYNOS_MCT=y CONFIG_DW_APB_TIMER=y \
		CONFIG_DW_APB_TIMER_OF=y all
}

# The objects of kernel/time with $1... set.
time_objects() {
	{
		for assignment; do
			echo "$assignment"
		done
		cat "$tree/kernel/time/Makefile"
		# shellcheck disable=SC2016 # for make
		echo 'all: ; @echo $(obj-y)'
	} >"$work/objects.mk"
	make -s -f "$work/objects.mk" CONFIG_GENERIC_SCHED_CLOCK=y CONFIG_GENERIC_CLOCKEVENTS=y all
}

# has LIST OBJECT..., has_not LIST OBJECT...
has() {
	list=$1
	shift
	echo "$list"
	for object; do
		case " $list " in
		*" $object "*) ;;
		*) echo "no $object"; return 1 ;;
		esac
	done
}

has_not() {
	list=$1
	shift
	echo "$list"
	for object; do
		case " $list " in
		*" $object "*) echo "$object is there"; return 1 ;;
		esac
	done
}

other_checkout() {
	other=$work/other
	mkdir -p "$other"
	rsync -a --exclude='*.o' --exclude='*.ko' "$top/Kbuild" "$top/COPYING" "$top/dkms.conf" \
		"$top/drivers" "$top/include" "$other/"
}

edit() {
	printf '%s\n' "$2" >>"$tree/drivers/clocksource/$1"
}

edit_stays() {
	[ "$(tail -n 1 "$tree/drivers/clocksource/Makefile")" = '# mine' ] &&
		[ "$(sed '$d' "$tree/drivers/clocksource/Makefile" | sha256sum)" = \
		  "$(sha256sum <"$source/drivers/clocksource/Makefile")" ]
}

damage() {
	skeleton
	graft "$tree" >"$work/said" && sed -i "$2" "$tree/$1"
}

# A tree as grafted by a version of the script that left files outside drivers alone.
without_later_lines() {
	sed -i '/soc-timers: begin/,/soc-timers: end/d' "$tree/kernel/time/Makefile" \
		"$tree/$vdso/clocksource.h" "$tree/$vdso/gettimeofday.h"
	sed -i '/SOC_TIMERS_IN_/,+1d' "$tree/drivers/clocksource/Kconfig"
}

# refuses_changed FILE EXPRESSION TEXT: a tree in which sed has changed FILE is refused
refuses_changed() {
	skeleton
	sed -i "$2" "$tree/$1"
	unchanged_by refused "$3" graft "$tree"
}

# become VERSION PATCHLEVEL: make the tree one of another version, not grafted
become() {
	skeleton
	sed -i "s/^VERSION = .*/VERSION = $1/; s/^PATCHLEVEL = .*/PATCHLEVEL = $2/" "$tree/Makefile"
	inventory "$tree" >"$work/before"
}

accepts_version() {
	become "$@"
	graft "$tree" && graft --undo "$tree" && restored
}

refuses_version() {
	become "$@"
	unchanged_by refused "is Linux $1.$2, and the graft is for 6.1 to 7.3 (FORCE=1" graft "$tree" &&
		unchanged_by refused "is Linux $1.$2," graft --copy "$tree"
}

# Again after the graft, as a user does to update it.
warns_of_version() {
	become 5 10
	for state in 'is grafted' 'was grafted already'; do
		reports "$state" make -s -C "$top" graft KERNEL="$tree" FORCE=1 || return
		[ "$(printf '%s\n' "$message" | grep -c 'warning: .* is Linux 5[.]10')" = 1 ] || return
	done
	graft --undo "$tree" && restored
}

is_without_mips() {
	skeleton
	rm -r "$tree/arch"
	inventory "$tree" >"$work/before"
	graft "$tree" || return
	! grep SOC_TIMERS_IN_VDSO "$tree/drivers/clocksource/Kconfig" || return
	graft --undo "$tree" && restored
}

script_tests() {
	tree=$work/tree place=$tree/drivers/clocksource/soc-timers
	skeleton
	ln "$tree/drivers/clocksource/Makefile" "$work/hard-link"

	check 'a graft' make -s -C "$top" graft KERNEL="$tree"
	check 'changes the documented files and nothing else' only_our_places
	check 'links this checkout' links_here
	for file in drivers/clocksource/Kconfig drivers/clocksource/Makefile \
		    kernel/time/Makefile $vdso/clocksource.h $vdso/gettimeofday.h; do
		check "adds lines to $file" only_additions "$file"
	done
	check 'leaves other links to the same data alone' \
		cmp "$work/hard-link" "$source/drivers/clocksource/Makefile"
	rm -f "$work/hard-link"
	check 'grafting again changes nothing' unchanged_by reports 'was grafted already' graft "$tree"
	inventory "$tree" >"$work/grafted"
	sed -i '/^soc-twins-.*dw_apb/d' "$tree/drivers/clocksource/Makefile"
	without_later_lines
	check 'lines of an older script are brought up to date' graft "$tree"
	check 'and are the same afterwards' same_as "$work/grafted"
	check 'a copy over a link is refused' \
		unchanged_by refused 'by a link: run "make ungraft' graft --copy "$tree"
	check 'another checkout is refused' \
		unchanged_by refused "is grafted by $top: run" "$other/drivers/graft.sh" "$tree"
	check 'and may not undo the graft either' \
		unchanged_by refused "is grafted by $top: run" "$other/drivers/graft.sh" --undo "$tree"

	list=$(objects)
	check "without our drivers the kernel's are linked" \
		has "$list" soc-timers/ exynos_mct.o dw_apb_timer.o dw_apb_timer_of.o
	list=$(objects CONFIG_SOC_EXYNOS_MCT=m CONFIG_SOC_DW_APB_TIMER=m)
	check 'with ours as modules as well' has "$list" exynos_mct.o dw_apb_timer.o dw_apb_timer_of.o
	list=$(objects CONFIG_SOC_EXYNOS_MCT=y)
	check 'with our MCT built in only its twin is not' has_not "$list" exynos_mct.o
	check 'and the others are' has "$list" soc-timers/ dw_apb_timer.o dw_apb_timer_of.o
	list=$(objects CONFIG_SOC_DW_APB_TIMER=y)
	check 'with our DW APB timer built in its twins are not' \
		has_not "$list" dw_apb_timer.o dw_apb_timer_of.o
	check 'and the MCT driver is' has "$list" soc-timers/ exynos_mct.o

	list=$(time_objects)
	check "without our clock the kernel's is linked" has "$list" sched_clock.o timekeeping.o
	list=$(time_objects CONFIG_SOC_TIMERS_SCHED_CLOCK=y)
	check 'with ours in its place it is not' has_not "$list" sched_clock.o
	check 'and everything else is' has "$list" timekeeping.o clockevents.o tick-common.o

	check 'the graft is undone' make -s -C "$top" ungraft KERNEL="$tree"
	check 'every byte is as before' restored
	check 'undoing twice changes nothing' unchanged_by reports 'not grafted' graft --undo "$tree"

	check 'a tree is grafted by copy' graft --copy "$tree"
	check 'and has the files' cmp "$top/drivers/Kconfig" "$place/drivers/Kconfig"
	check 'and the suites with what they include' includes_found
	check 'but no hook for the tests of this checkout' has_no_hook
	check 'another checkout makes it a copy of its own' updated_by_other
	check 'and this one again' graft --copy "$tree"
	inventory "$tree" >"$work/copied"
	mv "$place/graft.sha256" "$place/.graft"
	check 'a copy whose list has the old name is brought up to date' graft --copy "$tree"
	check 'and is the same afterwards' same_as "$work/copied"
	echo '# edited' >>"$place/drivers/Kconfig"
	check 'a changed copy is not removed' \
		unchanged_by refused './drivers/Kconfig' graft --undo "$tree"
	check 'nor overwritten' unchanged_by refused './drivers/Kconfig' graft --copy "$tree"
	cp "$top/drivers/Kconfig" "$place/drivers/Kconfig"
	check 'the copy is refreshed' graft --copy "$tree"
	touch "$place/drivers/built.o"
	check 'the copy is removed along with build products, even by itself' \
		"$place/drivers/graft.sh" --undo "$tree"
	check 'every byte is as before the copy' restored

	check 'a source without tests is grafted by copy, too' "$other/drivers/graft.sh" --copy "$tree"
	check 'and that graft is undone' "$other/drivers/graft.sh" --undo "$tree"
	check 'with every byte as before' restored

	graft "$tree" >"$work/said"
	edit Makefile '# mine'
	check 'a later edit is reported' reports 'has changed since it was grafted' graft --undo "$tree"
	check 'and stays' edit_stays

	skeleton
	graft "$tree" >"$work/said"
	rm "$place"
	check 'half a graft is refused' unchanged_by refused 'half grafted' graft "$tree"
	check 'and can be undone' reports 'half grafted' graft --undo "$tree"
	check 'to the last byte' restored

	graft "$tree" >"$work/said"
	ln -sfn "$work/gone" "$place"
	check 'the graft of a deleted checkout can be undone' graft --undo "$tree"
	check 'to the last byte as well' restored

	mkdir "$place"
	check 'a foreign directory in our place is refused' \
		unchanged_by refused 'is in the way' graft "$tree"
	damage drivers/clocksource/Makefile '/^# soc-timers: end/d'
	check 'damaged marks are refused' unchanged_by refused 'are damaged' graft --undo "$tree"
	damage $vdso/clocksource.h 's/soc-timers: end/soc-timers end/'
	check 'damaged marks in a header, too' \
		unchanged_by refused 'clocksource.h are damaged' graft "$tree"
	damage drivers/clocksource/Kconfig '/soc-timers: begin/,/soc-timers: end/d'
	check 'marks in some of the files only are half a graft' \
		unchanged_by refused 'half grafted' graft "$tree"
	graft --undo "$tree" >"$work/said"
	damage drivers/clocksource/Makefile '/soc-timers: begin/,/soc-timers: end/d'
	sed -i '/soc-timers: begin/,/soc-timers: end/d' "$tree/drivers/clocksource/Kconfig"
	check 'and so are marks outside drivers only' \
		unchanged_by refused 'half grafted' graft "$tree"
	check 'and can all be removed' graft --undo "$tree"
	check 'to the last byte of each' restored
	check 'a tree without MIPS is grafted without its vDSO' is_without_mips
	check 'an unknown form of the list of clock modes is refused' refuses_changed $vdso/clocksource.h \
		's/^#define VDSO_ARCH_CLOCKMODES.*/#define VDSO_ARCH_CLOCKMODES VDSO_CLOCKMODE_R4K/' \
		'clocksource.h is not as expected'
	check 'a vDSO with another way to read the counter is refused' refuses_changed $vdso/gettimeofday.h \
		's/__arch_get_hw_counter(s32/arch_counter(int/' 'no __arch_get_hw_counter()'
	check 'a vDSO that selects its clocks itself is refused' \
		refuses_changed $vdso/gettimeofday.h '/^#define __arch_vdso_hres_capable/s/.*/#define vdso_clocksource_ok(vd) true/' \
		'a vdso_clocksource_ok() of its own'
	check 'a header without a place for the reader is refused' refuses_changed $vdso/gettimeofday.h \
		's/^#endif .*ASSEMBL.*/#endif/' 'gettimeofday.h is not as expected'
	check 'a vDSO that is compiled differently is refused' \
		refuses_changed arch/mips/vdso/Makefile 's/__VDSO__/VDSO/' '-D__VDSO__'
	skeleton
	sed -i '/CONFIG_TIMER_OF/d' "$tree/drivers/clocksource/Makefile"
	check 'an unknown Makefile is refused' \
		unchanged_by refused 'Makefile is not as expected' graft "$tree"
	check 'and one that builds the clock in another way' refuses_changed kernel/time/Makefile \
		's/sched_clock\.o/vendor_clock.o/' 'must build sched_clock.o'
	skeleton
	sed -i 's/exynos_mct\.o/vendor_mct.o/' "$tree/drivers/clocksource/Makefile"
	check 'a twin that is built differently is refused' \
		unchanged_by refused 'no exynos_mct.o' graft "$tree"
	skeleton
	edit Kconfig 'config LAST'
	check 'an unknown Kconfig is refused' \
		unchanged_by refused 'Kconfig is not as expected' graft "$tree"
	skeleton
	printf 'endmenu' >>"$tree/drivers/clocksource/Kconfig"
	check 'a last line without a newline is refused' \
		unchanged_by refused 'its last line has no newline' graft "$tree"
	check 'a vendor kernel of a version between ours is grafted' accepts_version 6 6
	check 'and so is the oldest' accepts_version 6 1
	check 'and the newest' accepts_version 7 3
	check 'an older one is refused' refuses_version 6 0
	check 'a much older one as well' refuses_version 5 10
	check 'a newer one is refused' refuses_version 7 4
	check 'an unknown version only gets a warning with FORCE=1' warns_of_version
	check 'a tree without a version is refused' refuses_changed Makefile '/^PATCHLEVEL/d' \
		'must set VERSION and PATCHLEVEL'
	check 'a directory that is not a kernel tree is refused' \
		refused 'is not a kernel source tree' graft "$work"
}

# The rest needs the whole tree and a compiler.
# shellcheck source=tests/graft/build.sh
. "${0%/*}/build.sh"

# The kernel's defconfig, with our options set to $1.
configure() {
	build exynos_defconfig &&
	"$tree/scripts/config" --file "$build/.config" --set-val SOC_TIMERS "$1" \
		--set-val SOC_EXYNOS_MCT "$1" --set-val SOC_DW_APB_TIMER "$1" \
		--enable SOC_TIMERS_SCHED_CLOCK \
		--enable DEBUG_SECTION_MISMATCH --disable SECTION_MISMATCH_WARN_ONLY &&
	build olddefconfig
}

configured() {
	grep -E 'CONFIG_(SOC_TIMERS|SOC_EXYNOS_MCT|SOC_DW_APB|CLKSRC_EXYNOS|TIMER_OF)' "$build/.config"
	for symbol in SOC_TIMERS SOC_EXYNOS_MCT SOC_DW_APB_TIMER; do
		grep -qx "CONFIG_$symbol=$1" "$build/.config" || return 1
	done
	grep -qx 'CONFIG_CLKSRC_EXYNOS_MCT=y' "$build/.config" || return
	# The kernel's clock cannot be in a module.
	case $1 in
	y)	grep -qx 'CONFIG_SOC_TIMERS_SCHED_CLOCK=y' "$build/.config" ;;
	m)	! grep -q 'CONFIG_SOC_TIMERS_SCHED_CLOCK=' "$build/.config" ;;
	esac
}

no_warnings() {
	! grep -n -A 5 -E 'warning:|WARNING:|mismatch' "$build.log"
}

ours=drivers/clocksource/soc-timers
builds_in() {
	build W=1 $ours/ && no_warnings &&
		ls "$build/$ours/drivers/sched_clock/latch.o" \
			"$build/$ours/drivers/sched_clock/kernel.o" "$build/$ours/drivers/exynos-mct/early.o" \
			"$build/$ours/drivers/dw-apb/early.o"
}

# With all calls of our own functions; what the kernel discards is seen in a whole one.
early_forms_match() {
	"${cross}ld" -r --whole-archive -o "$work/ours.o" "$build/$ours/built-in.a" &&
		"$top/tests/lib/mismatch.sh" "$build" "$work/ours.o"
}

# Without a list of exported symbols modpost reports all of them as undefined.
builds_modules() {
	find "$build/$ours" -name '*.ko' -exec rm -f {} +
	build W=1 KBUILD_MODPOST_WARN=1 $ours/soc_timers.ko $ours/soc_exynos_mct.ko \
		$ours/soc_dw_apb_timer.ko || return
	grep -v 'undefined!$' "$build.log" | grep -vE 'suppressed|vmlinux.o is missing' |
		grep -E -A 5 'warning:|WARNING:|mismatch' && return 1
	ls "$build/$ours/soc_timers.ko" "$build/$ours/soc_exynos_mct.ko"
}

# The fragment of Documentation/bsp.rst, merged as Yocto and Buildroot do.
takes_fragment() {
	# shellcheck disable=SC2016 # the quotes of the text
	sed -n '/^``.*soc-timers\.cfg``.*::$/,/^A recipe/s/^\t\(CONFIG_.*\)/\1/p' \
		"$top/Documentation/bsp.rst" >"$work/soc-timers.cfg"
	[ "$(wc -l <"$work/soc-timers.cfg")" = 2 ] && build exynos_defconfig &&
		(cd "$build" && "$tree/scripts/kconfig/merge_config.sh" -m .config "$work/soc-timers.cfg") &&
		build olddefconfig || return
	! grep -vxFf "$build/.config" "$work/soc-timers.cfg"
}

build_tests() {
	build=$SOC_TIMERS_CACHE/build/graft-$(echo "$top" | hash_of)
	arch=arm
	compiler arm-linux-gnueabihf-
	check 'the documented fragment is merged' takes_fragment
	check 'all can be built in, next to what the platform selects' configure y
	check 'and are' configured y
	check 'the tree is prepared' build modules_prepare
	check 'built in, they compile without a warning' builds_in
	check 'and without a section mismatch, which inlining might hide' early_forms_match
	check 'all can be chosen as modules' configure m
	check 'and are configured as modules' configured m
	check 'the tree is prepared again' build modules_prepare
	check 'as modules they build without a warning or a section mismatch' builds_modules
}

# The vDSO alone, for each kernel: this takes a minute, a whole kernel many.
loongson() {
	build tinyconfig &&
	printf 'CONFIG_%s=y\n' MACH_LOONGSON64 CPU_LOONGSON64 64BIT SMP MIPS32_O32 MIPS32_N32 \
		MODULES PRINTK >>"$build/.config" &&
	printf '%s\n' "CONFIG_SOC_TIMERS=$1" "CONFIG_SOC_LOONGSON_EXTCC=$1" >>"$build/.config" &&
	{ [ "$1" = m ] || echo CONFIG_SOC_TIMERS_SCHED_CLOCK=y >>"$build/.config"; } &&
	{ [ $# -lt 2 ] || echo "$2" >>"$build/.config"; } &&
	build olddefconfig || return
	grep -E 'SOC_(LOONGSON|TIMERS)' "$build/.config"
	grep -qx "CONFIG_SOC_LOONGSON_EXTCC=$1" "$build/.config" &&
		grep -qx "${2-CONFIG_SOC_LOONGSON_EXTCC_VDSO=y}" "$build/.config"
}

builds_vdso() {
	build arch/mips/vdso/ && no_warnings
}

# readings ABI: number of reads of the counter in its vDSO
readings() {
	"${cross}objdump" -d "$build/arch/mips/vdso/vdso$1.so.dbg" >"$work/vdso" || return
	grep -c 'rdhwr.*,[$]30$' "$work/vdso"
}

reads_counter() {
	for abi in '' -n32; do
		echo "vDSO $abi: $(readings "$abi") readings"
		[ "$(readings "$abi")" -gt 0 ] || return
	done
	echo "o32: $(readings -o32) readings"
	[ "$(readings -o32)" = 0 ]
}

reads_no_counter() {
	echo "readings: $(readings '') $(readings -n32) $(readings -o32)"
	[ "$(readings '') $(readings -n32) $(readings -o32)" = '0 0 0' ]
}

# W=1 makes kbuild compile some of the kernel's own files again, and those have warnings.
builds_extcc_in() {
	build W=1 $ours/ && ! grep -A 5 "$ours/.*warning:" "$build.log" &&
		ls "$build/$ours/drivers/loongson/early.o"
}

# Two sources may not define the same clock, so the one that is left out is not compiled.
clock_is_ours() {
	grep -qx CONFIG_SOC_TIMERS_SCHED_CLOCK=y "$build/.config" && build kernel/time/ &&
		! grep -A 5 "kernel/time/.*warning:" "$build.log" || return
	ls "$build/kernel/time/timekeeping.o" "$build/$ours/drivers/sched_clock/kernel.o" &&
		[ ! -e "$build/kernel/time/sched_clock.o" ] || return
	"${cross}nm" "$build/$ours/drivers/sched_clock/kernel.o" >"$work/symbols" || return
	for symbol in sched_clock sched_clock_register sched_clock_suspend sched_clock_resume \
		      sched_clock_read_begin sched_clock_read_retry generic_sched_clock_init; do
		grep " T $symbol$" "$work/symbols" || { echo "no $symbol"; return 1; }
	done
}

# Recognised by the line that it logs.
module_in_vdso() {
	build KBUILD_MODPOST_WARN=1 $ours/soc_loongson_extcc.ko &&
		grep -qa 'in the vDSO' "$build/$ours/soc_loongson_extcc.ko"
}

vdso_tests() {
	build=$SOC_TIMERS_CACHE/build/graft-vdso-$(echo "$top $tree" | hash_of)
	arch=mips
	compiler mips64el-linux-gnuabi64-
	check 'with the ExtCC built in, the vDSO supports it' loongson y
	check 'the tree is prepared for Loongson' build prepare
	check 'the vDSO compiles without a warning' builds_vdso
	check 'and reads the counter for n64 and n32, not for o32' reads_counter
	check 'the driver compiles without a warning' builds_extcc_in
	check "with our clock as the kernel's, its own is left out" clock_is_ours
	check 'with the ExtCC as a module as well' loongson m
	check 'and the module supports the vDSO' module_in_vdso
	check 'without it' loongson y '# CONFIG_SOC_LOONGSON_EXTCC_VDSO is not set'
	check 'the vDSO compiles, too' builds_vdso
	check 'and does not read the counter' reads_no_counter
}

# A tree that no probe knows, as a vendor's may be. The header is a hard link.
judged_by_probes() {
	header=$tree/include/linux/syscore_ops.h
	sed 's/register_syscore/vendor_&/' "$header" >"$work/header" &&
		rm "$header" && cp "$work/header" "$header" || return
	if build "$ours/" >/dev/null; then
		echo 'the build has not failed'
		return 1
	fi
	grep -E "soc-timers: error|(CC|AR) .*$ours" "$build.log"
	[ "$(grep -c 'soc-timers: error: system core suspend callbacks' "$build.log")" = 1 ] &&
		[ "$(grep -c 'soc-timers: error' "$build.log")" = 1 ] &&
		! grep -qE " (CC|AR) .*$ours" "$build.log"
}

# Works on hard links to the files of the caller's tree, in a directory beside it.
vdso_tests_on_copy() {
	copy=$(mktemp -d "${source%/*}/graft-test.XXXXXX") || die "cannot write to ${source%/*}"
	trap 'rm -rf "$work" "$copy"' EXIT
	tree=$copy/linux
	cp -al "$source" "$tree" || die "cannot link $source"
	check 'the whole tree is written as patches' graft --series="$patches" "$tree"
	check 'and patched' patch_series
	vdso_tests
	check 'headers that no probe knows are refused in one line, before anything is compiled' \
		judged_by_probes
	rm -rf "$copy" "$build"
}

no_mismatch_in() {
	kernel=$("$top/tests/lib/kernel.sh" "$1") && "$top/tests/lib/mismatch.sh" "$kernel"
}

# For the names of tests.
name_tree() {
	[ -e "$source/Makefile" ] || die "no kernel source in $source"
	prefix="$(sed -n 's/^\(VERSION\|PATCHLEVEL\) = //p' "$source/Makefile" | tr '\n' '.' |
		sed 's/\.$//'): "
}

tap_begin ''
other_checkout
for series in 7.3 6.1; do
	source=$("$top/tests/lib/kernel.sh" --source $series) || die "no kernel source of $series"
	set -- "$source" "$@"
done
source=$("$top/tests/lib/kernel.sh" --source) || die 'no kernel source'
prefix=
check 'make graft asks for a tree' make_asks
for source in "$source" "$@"; do
	name_tree
	say "the graft script on linux ${prefix%: }"
	script_tests
	series_tests
done
for source; do
	name_tree
	say "the vDSO of linux ${prefix%: }"
	vdso_tests_on_copy
done
prefix=
say 'building in a grafted tree'
tree=$("$top/tests/lib/kernel.sh" --grafted) || die 'no grafted tree'
build_tests
vdso_tests
check 'a grafted kernel is linked without a section mismatch' no_mismatch_in arm-graft
check 'and so is one for Loongson' no_mismatch_in mips-graft
tap_end
