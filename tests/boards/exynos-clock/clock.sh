# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Our clock is the kernel's sched_clock(): the log's time stamps, the scheduler's time and
# its one timer, from the first counter on, through CPU hotplug, suspend and the counter's
# wrap.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

tracing=/sys/kernel/tracing

kernels_is_out() {
	grep -E ' (sched_clock[a-z_]*|soc_clock_read[a-z_]*)$' /proc/kallsyms
	! grep -qE ' (update_sched_clock|sched_clock_poll|jiffy_sched_clock_read)$' /proc/kallsyms &&
		grep -q ' sched_clock_register$' /proc/kallsyms
}

# lines NUMBER REGEX: so many lines of the log match
lines() {
	dmesg | grep -E -- "$2"
	[ "$(dmesg | grep -cE -- "$2")" = "$1" ]
}

# The scheduler's clock must not be traced, or a tracer that reads it would recurse.
readers_cannot_be_traced() {
	wc -l $tracing/available_filter_functions
	grep -qw sched_clock_register $tracing/available_filter_functions || return
	! grep -wE 'sched_clock|sched_clock_noinstr|sched_clock_read_(begin|retry)|(narrow|wide)_ns' \
		$tracing/available_filter_functions
}

# The epoch timer, and no second one for the same purpose.
timers_that_renew() {
	grep -E ', (renew_epoch|sched_clock_poll)' $timers
	[ "$(grep -cE ', (renew_epoch|sched_clock_poll)' $timers)" = 1 ]
}

# Only timed interrupts show up there: a tick never finds another hard interrupt.
interrupts_are_timed() {
	grep '^cpu ' /proc/stat
	[ "$(awk '/^cpu / { print $7 }' /proc/stat)" -gt 0 ]
}

wait_until() {
	while [ "$(hundredths)" -lt $(($1 * 100)) ]; do
		sleep 1
	done
}

# Its lower half, 30 s after its start.
wrapped() {
	cat $page
	ticks=$(sed -n 's/^epoch ticks: *//p' $page)
	[ $((ticks)) -lt $((0xd515a400)) ]
}

# The log, the page in debugfs and timekeeping: all count from the start of the counter.
stamp_is_the_clock() {
	before=$(our_clock)
	say 'guest: now'
	stamp=$(stamps | tail -n 1)
	after=$(our_clock)
	echo "$before ms, stamp $stamp s, $after ms"
	awk "BEGIN { exit !($before <= $stamp * 1000 && $stamp * 1000 < $after + 1) }"
}

# The time that a busy shell has run, by the scheduler's clock and by timekeeping's.
scheduler_keeps_time() {
	begin=$(hundredths)
	# shellcheck disable=SC2016 # the inner shell expands
	ran=$(sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done
		while read -r line; do set -- $line; done </proc/$$/stat; echo $((${14} + ${15}))0')
	passed=$((($(hundredths) - begin) * 10))
	text="ran $ran ms of $passed ms"
	echo "$text"
	say "# guest: $text"
	[ "$ran" -ge $((passed / 2)) ] && [ "$ran" -le $((passed + 30)) ]
}

ktap_start

check "the kernel's own clock is not in this kernel" kernels_is_out
check 'what the clock runs on is logged in its words' \
	booted_with '^\[    0\.000[0-9]*\] sched_clock: 32 bits at 24MHz, resolution 41ns, wraps every 8947848'
check 'once' lines 1 'sched_clock: [0-9]* bits at'
check 'and in no other words' lines 0 'soc_timers: clock runs on'
check 'the counter is logged' \
	booted_with 'soc_timers: counter soc-mct-frc: full, built in, 32 bits at 24000000 Hz, rating 450, sched_clock, delay timer'
check 'it feeds the clock' says $page '^counter: *soc-mct-frc$'
check 'whose user is the kernel' says $page '^users: *1$'
check 'both clocks are one' says $counters 'soc_sched_clock timekeeping sched_clock delay$'
check 'one timer renews the epoch' timers_that_renew
check 'readers cannot be traced' readers_cannot_be_traced
check 'the stamps of the log were in order during boot' stamps_in_order
check 'and are our clock' stamp_is_the_clock
check 'the scheduler measures by it' scheduler_keeps_time

check 'both clocks in order, in steps of the counter' insmod /modules/clock_steps.ko
unload clock_steps
check 'in order and in step, both CPUs' in_step ms=2000

check 'what a reading of the clocks costs is counted' \
	insmod /modules/read_cost.ko control=0x1fff0000
unload read_cost

check 'CPU 1 off and on, 5 times' hotplug 5

wait_until 32
check 'the clock runs on while its counter wraps' in_step ms=500

echo core >/sys/power/pm_test
echo 0 >/sys/module/suspend/parameters/pm_test_delay
first=$(our_clock)
check 'suspend and resume, 5 times' suspend 5
check 'the clock went on from where it was' clock_gained_less "$first" 60000
check 'the counter feeds it again' says $page '^counter: *soc-mct-frc$'
check 'the stamps of the log were in order in suspend' stamps_in_order
check 'and are still our clock' stamp_is_the_clock

check 'one timer renews the epoch after suspend' timers_that_renew
check 'clocks in order and in step after suspend' in_step ms=1000
check 'the counter has wrapped meanwhile' wrapped
check 'no epoch was late' says $page '^late updates: *0$'
check 'no counter restarted' says $page '^restarts: *0$'
check 'the source was never changed' says $page '^switches: *1$'
check 'interrupts are timed' interrupts_are_timed
check 'nothing more was announced' lines 1 'sched_clock: [0-9]* bits at'
no_leaks

ktap_end
