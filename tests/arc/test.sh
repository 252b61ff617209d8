#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# ARC, what takes no boot: what the compiler made of the image with our drivers in place
# of the kernel's own; then the modules, and kernels without SMP and for ARC 700, to
# objects. The boards arc, arc-up and arc-no-gfrc boot the image.
#
#	tests/arc/test.sh
#
# Prints KTAP and a last line "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"
# shellcheck source=tests/lib/boards.sh
. "${0%/*}/../lib/boards.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/../lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/../lib/tap.sh"

top=$(checkout)
lib=$top/tests/lib
work=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
need_packages make gcc libc6-dev gcc-arc-linux-gnu binutils-arc-linux-gnu flex bison bc \
	libelf-dev libssl-dev rsync sparse python3

# Names of the kernel's own driver, which is selected by the architecture, and of our
# platform driver: it would take the same nodes once more. The suite's copy of that is
# never registered.
twin_is_out() {
	grep -x 'CONFIG_ARC_TIMERS=y' "$kernel/.config" &&
		! grep -E ' arc_(cs_setup_gfrc|timer_starting_cpu|counter_gfrc|driver_init)$' "$kernel/System.map"
}

# All compatible strings, between the two ends of the table.
entries() {
	awk '
		$3 == "__timer_of_table" { begin = $1 }
		$3 == "__timer_of_table_sentinel" { end = $1 }
		$3 ~ /^__of_table_soc_arc_/ { entry[$3] = $1 }
		END {
			for (name in entry) {
				print name, entry[name]
				if (entry[name] >= begin && entry[name] < end)
					n++
			}
			print n, "between", begin, "and", end
			exit n != 6
		}' "$kernel/System.map"
}

# The whole of a function, operations only.
operations() {
	arc-linux-gnu-objdump -d --no-show-raw-insn --disassemble="$1" \
		"$kernel/drivers/clocksource/soc-timers/drivers/arc/counter.o" |
		sed -n 's/^ *[0-9a-f]*:\t\([a-z0-9]*\).*/\1/p' | grep -v '^nop' | tr '\n' ' '
}

# reads FUNCTION REGEX: of these operations and no others, so it calls no function, and
# touches no memory.
reads() {
	list=$(operations "$1")
	echo "$1: $list"
	printf '%s' "$list" | grep -qxE "$2"
}

gfrc='clri (sr lr ){2}seti j '
rtc='((mov|lp|lr|tst|btst|bbit1|bbit0|brge|brlt|add|sub|cmp|b|bn|bp|beq|bne|jn|j|or|seteq) )+'
timer1='(lr|mov)( (lr|mov|j)){2} '

# A program in place of a QEMU that has ARC: writes down its arguments, prints what board
# arc-no-gfrc wants to see, but for lines with $1, and ends with status $2.
fake_qemu() {
	{
		printf '#!/bin/sh\n'
		printf 'printf "%%s\\n" "$@" >%s/arguments\n' "$work"
		printf 'grep -v "%s" <<-END\n' "$1"
		printf 'KTAP version 1\n1..1\nok 1 fake\n'
		(load_board arc-no-gfrc && printf '%s\nguest: end\nEND\n' "$SHOWS")
		printf 'exit %s\n' "$2"
	} >"$work/qemu"
	chmod +x "$work/qemu"
	QEMU_ARC=$work/qemu "$lib/board.sh" arc-no-gfrc --as arc-fake
}

# has_argument NAME VALUE: of what QEMU was called with, one after the other
has_argument() {
	grep -A 1 -x -e "$1" "$work/arguments" | grep -qxF -e "$2" ||
		{ echo "no $1 $2"; return 1; }
}

# QEMU gets no device that the board does not name: those need ROMs, which a bare Debian
# does not have.
bare_machine() {
	cat "$work/arguments"
	grep -qx -e -nodefaults "$work/arguments" && has_argument -vga none &&
		has_argument -nic none && has_argument -display none
}

other_emulator() {
	fake_qemu nothing 0 || return
	cat "$work/arguments"
	has_argument -M virt && has_argument -cpu archs && has_argument -smp 1 &&
		has_argument -serial stdio && has_argument -kernel "$kernel/vmlinux" &&
		grep -A 1 -x -e -append "$work/arguments" |
			grep -q 'guest_clocksource=jiffies' &&
		! grep -x -e -initrd -e -dtb "$work/arguments"
}

judged() {
	said=$(fake_qemu "$1" "$2" 2>&1) && { echo "it passes: $said"; return 1; }
	echo "$said"
	printf '%s' "$said" | grep -qF -- "$3"
}

# directory NAME CONFIG_LINE...: a kernel directory for objects and modules, in $dir
directory() {
	dir=$SOC_TIMERS_CACHE/build/arc-$1-$(echo "$top" | hash_of)
	shift
	mkdir -p "$dir"
	grep -v '^CONFIG_\(SOC_\|INITRAMFS_SOURCE\)' "$kernel/.config" >"$dir/wanted"
	printf '%s\n' "$@" >>"$dir/wanted"
	if ! cmp -s "$dir/wanted" "$dir/prepared"; then
		rm -f "$dir/prepared"
		cp "$dir/wanted" "$dir/.config"
		build olddefconfig && build modules_prepare || return
		cp "$dir/wanted" "$dir/prepared"
	fi
	for line; do
		grep -qxF "$line" "$dir/.config" || [ "${line%=n}" != "$line" ] ||
			{ echo "not configured: $line"; return 1; }
	done
}

build() {
	make -C "$source" O="$dir" ARCH=arc CROSS_COMPILE=arc-linux-gnu- CC="$cc" \
		HOSTCC="$hostcc" -j "$(nproc)" "$@" >"$dir.log" 2>&1 </dev/null ||
		{ tail -n 20 "$dir.log"; return 1; }
}

no_warnings() {
	! grep -n -A 5 -E 'warning:|WARNING:|mismatch' "$dir.log"
}

# What the kernel exports is known of the image; what ours export is left out.
modules() {
	directory modules CONFIG_SOC_TIMERS=n || return
	grep -v 'SOC_TIMERS$' "$kernel/Module.symvers" >"$dir/Module.symvers"
	copy_checkout "$copy" || return
	find "$copy" -name '*.ko' -exec rm -f {} +
	rm -f "$copy/Module.symvers"
	build M="$copy" TESTS=1 W=1e "$@" modules && no_warnings &&
		ls "$copy/soc_timers.ko" "$copy/soc_arc_timers.ko" "$copy/tests/kunit/soc_arc_kunit.ko"
}

sparse() {
	dir=$SOC_TIMERS_CACHE/build/arc-modules-$(echo "$top" | hash_of)
	find "$copy/drivers" -name '*.o' -exec rm -f {} +
	# It does not know the compiler's functions for auxiliary registers.
	printf '%s\n' 'unsigned int __builtin_arc_lr(unsigned int number);' \
		'void __builtin_arc_sr(unsigned int value, unsigned int number);' >"$work/builtins.h"
	build M="$copy" C=1 CF="-D__CHECK_ENDIAN__ -include $work/builtins.h" modules || return
	grep -q 'CHECK .*drivers/arc/hw.c' "$dir.log" || return
	! grep -E "$copy/.*(warning|error): " "$dir.log"
}

ours=drivers/clocksource/soc-timers
objects() {
	build W=1 "$ours/" && no_warnings && ls "$dir/$ours/drivers/arc/early.o"
}

without_smp() {
	directory up CONFIG_SMP=n CONFIG_SOC_TIMERS=y CONFIG_SOC_ARC_TIMERS=y && objects
}

arc700() {
	directory arc700 CONFIG_SMP=n CONFIG_ISA_ARCV2=n CONFIG_ISA_ARCOMPACT=y \
		CONFIG_ARC_CPU_770=y CONFIG_SOC_TIMERS=y CONFIG_SOC_ARC_TIMERS=y && objects
}

tap_begin ''
kernel=$("$lib/kernel.sh" arc-graft) || die 'no ARC image'
source=$("$lib/kernel.sh" --grafted) || die 'no grafted tree'
copy=$SOC_TIMERS_CACHE/build/arc-copy-$(echo "$top" | hash_of)
cc=arc-linux-gnu-gcc hostcc=gcc
use_ccache

check 'the image is linked without a section mismatch' "$lib/mismatch.sh" "$kernel"
check "the kernel's own driver is not in it, nor a second one of ours" twin_is_out
check 'ours is called for every name of a timer' entries
check 'the GFRC is read by five instructions' reads arc_gfrc_counter_read "$gfrc"
check 'so it is as a clocksource' reads arc_gfrc_counter_read_cs "$gfrc"
check 'reading the RTC calls no function' reads arc_rtc_counter_read "$rtc"
check 'nor does reading timer 1' reads arc_timer1_counter_read "$timer1"
say 'modules and objects for ARC'
check 'modules for ARC HS build without a warning, and find what they need' modules
check 'sparse reports nothing' sparse
check 'without SMP it compiles without a warning' without_smp
check 'for ARC 700 as well' arc700
check 'QEMU_ARC=PROGRAM boots the image on another emulator' other_emulator
check 'which gets the machine alone' bare_machine
check 'and what is not on its console fails' judged jiffies 0 'not on the console: no counter'
check 'as does a result that is missing' judged 'ok 1' 0 'planned tests have no result'
check 'and a bad end' judged nothing 3 'ended with status 3'
tap_end
