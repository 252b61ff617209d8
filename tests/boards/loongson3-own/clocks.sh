# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The resolution of the clocks without the counter and with it, and what it costs programs
# to use it as clocksource in a kernel whose vDSO does not support it.

# shellcheck source=tests/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/loongson3/lib.sh
. /loongson3.sh

ktap_start

check 'one CPU of two' [ "$(cat /sys/devices/system/cpu/possible) $(cat /sys/devices/system/cpu/online)" = '0-1 0' ]
check "the kernel's sched_clock is on jiffies" \
	booted_with 'sched_clock: 64 bits at 250 Hz, resolution 4000000ns'

load soc_timers
mark before
clock_steps
check 'before: sched_clock takes 4 ms steps' steps_are sched_clock 3000000 5000000
check 'what a reading of the clocks costs is counted' \
	insmod /modules/read_cost.ko own=1 control=0x1e030000
unload read_cost
check 'before: so does the system clock' steps_are soc_sched_clock 3000000 5000000
check 'MIPS: programs read the time without entering the kernel' /kselftest/vdso_clocks calls vdso

load rdhwr_emulate
load soc_loongson_extcc force=1
check 'the counter is not preferred to MIPS' current_is MIPS
check 'the counter feeds the system clock' says $page '^counter: *soc-extcc'
mark after
clock_steps
check 'after: the system clock takes steps of less than 0.1 ms' steps_are soc_sched_clock 1 100000
check "after: a module cannot change the kernel's" steps_are sched_clock 3000000 5000000

check 'switch to it' switch_to soc-extcc
check 'clocks in order and in step' agree 1000
check 'soc-extcc: the vDSO does not support it' /kselftest/vdso_clocks calls entered
check 'soc-extcc: clocks in order, vDSO and system calls alternating' /kselftest/vdso_clocks order
check 'soc-extcc: invalid clocks and pointers' /kselftest/vdso_clocks corners
check 'programs can read it, in delay slots too' /kselftest/rdhwr_user
check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -c 1 -t 2
check 'still the current clocksource' current_is soc-extcc

check 'switch back' switch_to MIPS
check 'MIPS: the vDSO is used again' /kselftest/vdso_clocks calls vdso
check 'debugfs: no late updates' says $page '^late updates: *0$'
unload soc_loongson_extcc
unload rdhwr_emulate
unload soc_timers

ktap_end
