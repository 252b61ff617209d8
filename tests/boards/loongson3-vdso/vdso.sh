# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The counter built in: the kernel's own clock, the clocksource, and the vDSO.

# shellcheck source=tests/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/loongson3/lib.sh
. /loongson3.sh

# in_turn REGEX...: the boot log has lines that match, in this order
in_turn() {
	dmesg >/tmp/boot
	grep -E 'sched_clock|clocksource|soc.extcc|soc_loongson|smp: ' /tmp/boot | head -n 20
	last=0
	for regex; do
		line=$(grep -nE -m 1 -- "$regex" /tmp/boot | cut -d : -f 1)
		[ "${line:-0}" -gt "$last" ] || { echo "missing or out of order: $regex"; return 1; }
		last=$line
	done
}

down_and_up() {
	mark down_and_up
	echo mem >/sys/power/state && logged 'suspend_ops: down and up again'
}

vdso_checks() {
	check "$1: no call enters the kernel needlessly" /kselftest/vdso_clocks calls vdso
	check "$1: clocks in order, vDSO and system calls alternating" /kselftest/vdso_clocks order
	check "$1: invalid clocks and pointers" /kselftest/vdso_clocks corners
	check "$1: clocks in order for n32" /kselftest/vdso_n32
	check "$1: clocks in order for o32" /kselftest/vdso_o32
}

ktap_start

check "the kernel's clock is on jiffies, then on the counter, before other CPUs start" in_turn \
	'sched_clock: 64 bits at 250 Hz' 'sched_clock: 64 bits at 800MHz, resolution 1ns' \
	'smp: Bringing up secondary CPUs'
check 'the clocksource is registered after MIPS, at the rate from the firmware' in_turn \
	'clocksource: MIPS: ' 'Switched to clocksource MIPS' \
	'soc_loongson_extcc: the firmware gives 800000000 Hz, measured [-+]0\.[0-9] ppm' \
	'clocksource: soc-extcc: mask: 0xffffffffffffffff' \
	'soc_timers: counter soc-extcc: full, built in, 64 bits at 800000000 Hz, rating 350, sched_clock' \
	'soc_loongson_extcc: full, stays until reboot, in the vDSO'
check 'and the kernel chooses it' current_is soc-extcc
check 'the counter feeds the system clock' says $page '^counter: *soc-extcc'
mark steps
check 'the clocks are read' clock_steps
check 'sched_clock takes steps of less than 0.1 ms' steps_are sched_clock 1 100000
check 'so does the system clock' steps_are soc_sched_clock 1 100000
check 'clocks in order and in step' in_step ms=1000

vdso_checks soc-extcc
check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 1

check 'switch to MIPS' switch_to MIPS
vdso_checks MIPS
check 'switch back' switch_to soc-extcc
check 'soc-extcc: in the vDSO again' /kselftest/vdso_clocks calls vdso

load suspend_ops
echo deep >/sys/power/mem_sleep
check 'suspend and resume' down_and_up
check 'still the current clocksource' current_is soc-extcc
check 'still in the vDSO' /kselftest/vdso_clocks calls vdso
check 'clocks in order after suspend' /kselftest/vdso_clocks order
check 'clocks in step after suspend' in_step ms=1000
check 'debugfs: no late updates' says $page '^late updates: *0$'
unload suspend_ops
no_leaks

ktap_end
