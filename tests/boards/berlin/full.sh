# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Full: channels handed over by their compatible string, next to the driver in the
# tree, which runs the board but gives no CPU high resolution. Ours do. The module
# stays from then on, so this comes last.

# shellcheck source=tests/boards/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

settled() {
	for attempt in 1 2 3 4 5 6 7 8 9 10; do
		[ "$(high_resolution)" = 2 ] && return
		sleep 1
	done
	echo "after $attempt s: $(high_resolution) of 2"
	return 1
}

# Every one of them is an event of the CPU that sleeps; a lost one costs minutes.
short_sleeps() {
	before=$(hundredths)
	n=0
	while [ $n -lt 100 ]; do
		taskset "$1" sleep 0.01 || return 1
		n=$((n + 1))
	done
	after=$(hundredths)
	echo "100 sleeps of 10 ms took $((after - before))0 ms"
	[ $((after - before)) -ge 100 ] && [ $((after - before)) -lt 1500 ]
}

interrupts_grow() {
	before=$(interrupts "$1" "$2")
	taskset $((1 << $2)) sleep 0.1
	after=$(interrupts "$1" "$2")
	echo "$before, then $after"
	[ "$after" -gt "$before" ]
}

off_and_on() {
	n=0
	while [ $n -lt "$1" ]; do
		echo 0 >/sys/devices/system/cpu/cpu1/online || return 1
		echo 1 >/sys/devices/system/cpu/cpu1/online || return 1
		n=$((n + 1))
	done
}

ktap_start

load soc_dw_apb_timer
check 'the counter by its place' logged 'b00003c.timer: full: clocksource soc-dw-apb'
check 'CPU 0 by its place' logged 'b000028: full: clock event device soc-dw-apb-cpu0'
check 'CPU 1 by its place' logged 'b000050: full: clock event device soc-dw-apb-cpu1'
check 'the one for all by its place' logged 'b000064: full: clock event device soc-dw-apb-all'
check 'channels of the other driver are left alone' logged 'b000014.timer: left alone'
# Not by itself here: whoever chose one before has chosen for good.
check 'switch to the counter' switch_to soc-dw-apb
# It wraps meanwhile, see the board's description.
check 'clocks in order and in step across a wrap' in_step ms=15000
check 'high resolution on both CPUs' settled
check 'CPU 0 has a tick of its own' tick_is 0 soc-dw-apb-cpu0
check 'CPU 1 has a tick of its own' tick_is 1 soc-dw-apb-cpu1
check 'which interrupts CPU 0' interrupts_grow soc-dw-apb-cpu0 0
check 'which interrupts CPU 1' interrupts_grow soc-dw-apb-cpu1 1
check 'short sleeps on CPU 0' short_sleeps 1
check 'short sleeps on CPU 1' short_sleeps 2

check 'CPU 1 goes and comes 50 times' off_and_on 50
check 'CPU 1 has its tick again' tick_is 1 soc-dw-apb-cpu1
check 'high resolution on both CPUs again' settled
check 'and it interrupts CPU 1' interrupts_grow soc-dw-apb-cpu1 1
check 'short sleeps on CPU 1 again' short_sleeps 2

say '# guest: kselftest inconsistency-check'
/kselftest/inconsistency-check -t 2 2>&1 | to_log

check 'switch away' switch_to timer
check 'rmmod is refused for good' refused rmmod soc_dw_apb_timer
check 'and back' switch_to soc-dw-apb
no_leaks

ktap_end
