# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Suspend with the counter as clocksource and as the source of our clock.

# shellcheck source=tests/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/loongson3/lib.sh
. /loongson3.sh

down_and_up() {
	mark down_and_up
	echo mem >/sys/power/state
}

# The clock's value in whole seconds.
clock_now() {
	sed -n 's/^clock: *\([0-9]*\)\..*/\1/p' $page
}

five_times() {
	before=$(clock_now)
	for round in 1 2 3 4 5; do
		down_and_up || { echo "round $round"; return 1; }
	done
	after=$(clock_now)
	echo "the clock went from $before s to $after s"
	[ "$after" -ge "$before" ] && [ "$after" -le $((before + 60)) ]
}

ktap_start
load soc_timers
load rdhwr_emulate
load suspend_ops
load soc_loongson_extcc force=1 check_ms=100
check 'switch to it' switch_to soc-extcc
echo deep >/sys/power/mem_sleep
check 'suspend and resume' down_and_up
check 'it went all the way down' logged 'suspend_ops: down and up again'
check 'suspend was not mistaken for a fault of the counter' refused logged 'stopped in suspend|late'
check 'still the current clocksource' current_is soc-extcc
check 'the counter feeds the clock again' says $page '^counter: *soc-extcc$'
check 'clocks in order and in step' agree 1000
check 'five more, and the clock resumes where it left off' five_times
check 'debugfs: no late updates' says $page '^late updates: *0$'
check 'switch back' switch_to MIPS
unload soc_loongson_extcc
unload suspend_ops
unload rdhwr_emulate
unload soc_timers
ktap_end
