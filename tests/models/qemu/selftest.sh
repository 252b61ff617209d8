#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# selftest.sh - test the plug-ins with a bare-metal guest, without a kernel
#
# Needs qemu-system-arm 7.2, gcc and gcc-arm-linux-gnueabihf; takes about a minute.
# Prints KTAP and "N passed, N failed"; exits with 1 if a case failed.
#
# Where a duration matters, guest time is counted in instructions (-icount), so the load
# of the host does not change the numbers.

set -eu

die() {
	echo "selftest.sh: $1" >&2
	exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
qemu="qemu-system-arm"
cross=arm-linux-gnueabihf-
command -v "$qemu" >/dev/null || die "$qemu is missing; install qemu-system-arm"
command -v "${cross}gcc" >/dev/null ||
	die "${cross}gcc is missing; install gcc-arm-linux-gnueabihf"

# Nothing that is not named, in particular no display and no network card.
only_machine='-nodefaults -vga none -nic none -display none -monitor none'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mct=$work/mct_errata.so
count=$work/tcg_count.so
virt=$work/mct.so
"$here/build.sh" mct_errata.c "$mct"
"$here/build.sh" tcg_count.c "$count"
"$here/build.sh" mct.c "$virt"

# compile_guest NAME OPTION...
compile_guest() {
	guest=$work/$1.elf
	shift
	"${cross}gcc" -O2 -Wall -Wextra -Werror -nostdlib -ffreestanding -static -marm \
		-march=armv7-a -mfloat-abi=soft -Wl,-Ttext=0x40008000 -Wl,--build-id=none \
		"$@" -o "$guest" "$here/selftest_guest.c"
}

address_of() {
	"${cross}nm" "$guest" | awk -v name="$1" '$3 == name { print $1 }'
}

passed=0
failed=0

verdict() {
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) $2"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) $2"
		[ -z "${3:-}" ] || echo "# $3"
	fi
}

# run OPTION...: start the guest, wait for its last line, then stop QEMU. The console
# goes to $work/out, QEMU's messages to $work/err.
run() {
	: >"$work/out"
	# shellcheck disable=SC2086 # a list of options
	"$qemu" $machine -smp 2 $only_machine -kernel "$guest" \
		-serial "file:$work/out" "$@" </dev/null >/dev/null 2>"$work/err" &
	pid=$!
	waited=0
	until grep -q '^end ' "$work/out" || ! kill -0 "$pid" 2>/dev/null; do
		sleep 0.2
		waited=$((waited + 1))
		[ "$waited" -lt 300 ] || break
	done
	kill "$pid" 2>/dev/null || :
	wait "$pid" || :
	grep -q '^end ' "$work/out"
}

# run_case NAME OPTION...: same as run, plus a failed case if the guest got stuck.
run_case() {
	name=$1
	shift
	if ! run "$@"; then
		verdict 1 "$name: guest reaches its end" "$(tail -n 1 "$work/err")"
	fi
}

value() {
	awk -v name="$1" '$1 == name { print $2; exit }' "$work/out"
}

is() {
	got=$(value "$2")
	if [ "$got" = "$3" ]; then
		verdict 0 "$1: $2 is $3"
	else
		verdict 1 "$1: $2 is $3" "got ${got:-nothing}"
	fi
}

said() {
	if grep -q "$2" "$work/err"; then
		verdict 0 "$1: says \"$2\""
	else
		verdict 1 "$1: says \"$2\"" "$(tail -n 1 "$work/err")"
	fi
}

# between NAME VALUE LOW HIGH
between() {
	got=$((0x$(value "$2")))
	if [ "$got" -ge "$3" ] && [ "$got" -le "$4" ]; then
		verdict 0 "$1: $2 $got in $3..$4"
	else
		verdict 1 "$1: $2 in $3..$4" "got $got"
	fi
}

# refuses PLUGIN OPTION: QEMU must not start, and must name the option in its output.
refuses() {
	who=$(basename "$1" .so)
	# shellcheck disable=SC2086
	if "$qemu" $machine $only_machine -plugin "$1,$2" \
		</dev/null >/dev/null 2>"$work/err"; then
		verdict 1 "$who: $2 refused" "QEMU started"
	else
		said "$who: $2 refused" "^$who: $2: "
	fi
}

echo "KTAP version 1"

machine='-M smdkc210'
compile_guest smdkc210

# The programmed interval is 120001 times 2 clocks; the polling loop adds some.
run_case "no plug-in" -icount shift=0
between "no plug-in" clocks 700000 1000000
is "no plug-in" g-polls 00000000

# What both models of the block must do
events_are_right() {
	between "$1" clocks 240002 240100
	is "$1" fired 00000400
	is "$1" fired-acked 00000000
	is "$1" l0-wstat-update 00000000
	is "$1" l0-icntb 0001d4c0
	is "$1" frc-moved 00000001
}

run_case "corrected" -icount shift=0 -plugin "$mct"
events_are_right "corrected"

run_case "whole block" -icount shift=0 -plugin "$mct,stats=on"
between "whole block" clocks 240002 240100
is "whole block" pending 00000000
is "whole block" beyond-block 00000000
is "whole block" l0-icntb-after 0001d4c0
said "whole block" "^mct_errata: stats exit 0x104 G_CNT_U reads 1 writes 0$"
said "whole block" "^mct_errata: stats exit 0x308 L0_ICNTB reads 2 writes 6$"

run_case "wstat=never" -plugin "$mct,wstat=never"
is "wstat=never" g-polls 00000064
is "wstat=never" l0-polls 00000064
run_case "wstat=never@local" -plugin "$mct,wstat=never@local"
is "wstat=never@local" g-polls 00000000
is "wstat=never@local" l0-polls 00000064
run_case "wstat=late:7" -plugin "$mct,wstat=late:7"
is "wstat=late:7" g-polls 00000007
is "wstat=late:7" l0-polls 00000007
run_case "wstat=late:7@global" -plugin "$mct,wstat=late:7@global"
is "wstat=late:7@global" g-polls 00000007
is "wstat=late:7@global" l0-polls 00000000
run_case "wstat=stale:9" -plugin "$mct,wstat=stale:9"
is "wstat=stale:9" g-cnt-wstat 00000003
is "wstat=stale:9" g-wstat 00017777
is "wstat=stale:9" l0-wstat 0000000f
is "wstat=stale:9" g-polls 00000000

run_case "frc=frozen" -plugin "$mct,frc=frozen"
is "frc=frozen" frc-moved 00000000
run_case "frc=0x12f0000000" -icount shift=0 -plugin "$mct,frc=0x12f0000000"
between "frc=0x12f0000000" frc-low $((0xf0000000)) $((0xf0000001))
is "frc=0x12f0000000" frc-high 00000012
is "frc=0x12f0000000" g-cnt-wstat 00000000
is "frc=0x12f0000000" g-wstat 00000000

# GIC interrupts 74 and 80 (local timers) and 89 (COMP0) in their pending register.
run_case "irq=pending" -plugin "$mct,irq=pending"
is "irq=pending" g-cstat 00000001
is "irq=pending" l0-cstat 00000001
is "irq=pending" l1-cstat 00000001
is "irq=pending" pending 02010400
is "irq=pending" pending-disabled 02010000
is "irq=pending" pending-enabled 02010400
is "irq=pending" pending-acked 00000000
is "irq=pending" l0-cstat-acked 00000000
run_case "irq=pending@local" -plugin "$mct,irq=pending@local"
is "irq=pending@local" g-cstat 00000000
is "irq=pending@local" l1-cstat 00000001
is "irq=pending@local" pending 00010400

run_case "wipe=at" -plugin "$mct,wipe=at:0x$(address_of wipe_here)"
is "wipe=at" l0-icntb 0001d4c0
is "wipe=at" l0-icntb-after 00000000
said "wipe=at" "^mct_errata: block wiped$"

run_case "control" -plugin "$mct,control=0x0bffe000,frc=frozen"
is "control" wiped 00000000
is "control" armed 00000000
is "control" cleared 00000000
is "control" count-reads 00000003
is "control" count-writes 00000002
said "control" "^mct_errata: stats mark total"
if [ "$(grep -c '^frc-moved' "$work/out")" = 2 ] &&
	[ "$(grep '^frc-moved' "$work/out" | tail -n 1)" = "frc-moved 00000001" ]; then
	verdict 0 "control: disarmed counter moves again"
else
	verdict 1 "control: disarmed counter moves again"
fi
run_case "armed=off" -plugin "$mct,wstat=never,armed=off"
is "armed=off" g-polls 00000000

run_case "counts" -plugin "$count,mailbox=0x0bfff000,dev=10050000"
is "counts" refused 00000000
is "counts" refused-one 00000001
said "counts" "^tcg_count: ten own counted 10 11.000 3.000 3.000 1.000 2.000 0.000 3.000 3.00/3 1.00/1$"
said "counts" "^tcg_count: ten tree counted 10 13.000 4.000 3.000 1.000 2.000 0.000 3.000 3.00/3 2.00/2 13/13 0$"
said "counts" "^tcg_count: ten range both 0 130.000 40.000 30.000 10.000 20.000 0.000 30.000 0.00/0 0.00/0$"
said "counts" "^tcg_count: ten range leaf 0 20.000 10.000 0.000 0.000 0.000 0.000 0.000 0.00/0 0.00/0$"
if grep -qE '^tcg_count: none .* (counted|both)' "$work/err"; then
	verdict 1 "counts: a report forgets"
else
	verdict 0 "counts: a report forgets"
fi

# The same function named in a file, before the guest runs.
echo "function counted $(address_of counted) 40" >"$work/list"
run_case "list" -plugin "$count,list=$work/list,mailbox=0x0bfff000,dev=13800000"
said "list" "^tcg_count: ten own counted 10 11.000 3.000 3.000 0.000 0.000 3.000 3.000 "

for option in wstat=perhaps wstat=late frc=thawed irq=on wipe=12 armed=maybe \
	control=0x123 stats=2 colour=red; do
	refuses "$mct" "$option"
done
for option in f=x tree=a:b range=a:b:z mailbox=0x12 dev=zz list=/nonexistent colour=red; do
	refuses "$count" "$option"
done
machine='-M virt,gic-version=2,highmem=off -cpu cortex-a15'
# shellcheck disable=SC2086
if "$qemu" $machine $only_machine -plugin "$mct" </dev/null \
	>/dev/null 2>"$work/err"; then
	verdict 1 "machine without MCT refused" "QEMU started"
else
	said "machine without MCT refused" "^mct_errata: this machine has no"
fi

# The same guest on the MCT that is all our own.
compile_guest virt -DVIRT
run_case "virt" -icount shift=0 -plugin "$virt,stats=on"
events_are_right "virt"
# The comparator fires twice, and is then set to a third interval.
between "virt" comp-clocks 50000 50100
between "virt" comp-again 100000 100100
is "virt" comp-pending 02000000
is "virt" comp-next 000249f0
said "virt" "^mct: stats exit comparator 0 fired 2$"
is "virt" pending 00000000
is "virt" beyond-block 00000000
is "virt" l0-icntb-after 0001d4c0
said "virt" "^mct: stats exit local 0 expired 1 again 0 taken 1$"
said "virt" "^mct: illegal use at offset 0x800: access to an offset without a register$"
for late in never:00000064 late:7:00000007; do
	run_case "virt, wstat=${late%:*}" -plugin "$virt,wstat=${late%:*}"
	is "virt, wstat=${late%:*}" g-polls "${late##*:}"
	is "virt, wstat=${late%:*}" l0-polls "${late##*:}"
done
run_case "virt, frc=0x12f0000000" -icount shift=0 -plugin "$virt,frc=0x12f0000000"
is "virt, frc=0x12f0000000" frc-low f0000000
is "virt, frc=0x12f0000000" frc-high 00000012
run_case "virt, start=0" -icount shift=0 -plugin "$virt,frc=0x12f0000000,start=0"
between "virt, start=0" frc-low $((0xf0000001)) $((0xf0100000))
run_case "virt, wipe=at" -plugin "$virt,wipe=at:0x$(address_of wipe_here)"
is "virt, wipe=at" l0-icntb 0001d4c0
is "virt, wipe=at" l0-icntb-after 00000000
for option in base=0x1000 locals=0 locals=17 ppi=16:2 ppi=12 start=soon frc=now wstat=late colour=red; do
	refuses "$virt" "$option"
done

echo "1..$((passed + failed))"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
