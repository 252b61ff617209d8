# shellcheck shell=sh disable=SC2154 # the board's clock.conf sets what is not set here
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# For boards whose kernel has our clock as its sched_clock(): the log's time stamps, the
# scheduler's time and its one timer, from the first counter on, through CPU hotplug,
# suspend, the counter's wrap, and changes of the counter.
#
# /clock.conf, from the board's directory, sets:
#	lines		how many lines "sched_clock: ..." there are when this begins
#	line		the last of them, a regular expression
#	counter		the counter that feeds the clock
#	switches	how often the clock has changed to another counter
#	registered	what the helper logs about it, an expression; empty: it is not ours
#	feeds		the end of its line on the page of counters, likewise
#	wraps		when it wraps, in seconds since boot; empty: not while this runs
#	start		the counter at boot, if it wraps
#	cost		parameters of read_cost.ko; empty: costs are not counted
#	cpus		how many CPUs are online
#	suspend		pm_test: suspend ends at the test level "core"; suspend_ops: this
#			module makes it go all the way
#	wipe		parameters with which suspend_ops makes the counter lose its
#			registers; empty: it does not
#	timed		yes: the kernel times interrupts by this clock

# shellcheck source=tests/guest/timers.sh
. /timers.sh
# shellcheck source=/dev/null
. /clock.conf

wait_until() {
	while [ "$(hundredths)" -lt $(($1 * 100)) ]; do
		sleep 1
	done
}

wrapped() {
	cat $page
	ticks=$(sed -n 's/^epoch ticks: *//p' $page)
	[ $((ticks)) -lt $((start)) ]
}

prepare_suspend() {
	if [ "$suspend" = suspend_ops ]; then
		load suspend_ops
		echo deep >/sys/power/mem_sleep
	else
		echo core >/sys/power/pm_test
		echo 0 >/sys/module/suspend/parameters/pm_test_delay
	fi
}

ktap_start

check "the kernel's own clock is not in this kernel" kernels_is_out
check 'what the clock runs on is logged in its words' booted_with "sched_clock: $line"
announced 'once for each counter' "$lines"
check 'and in no other words' lines_are 0 'soc_timers: clock runs on'
[ -z "$registered" ] || check 'the counter is logged' booted_with "soc_timers: counter $counter: $registered"
check 'it feeds the clock' is_fed_by "$counter"
check 'whose user is the kernel' says $page '^users: *1$'
[ -z "$feeds" ] || check 'both clocks are one' says $counters "^$counter .* $feeds\$"
check 'one timer renews the epoch' timers_that_renew
[ ! -e $tracing/available_filter_functions ] ||
	check 'readers cannot be traced' readers_cannot_be_traced
check 'the stamps of the log were in order during boot' stamps_in_order
check 'and are our clock' stamp_is_the_clock
check 'the clock keeps pace with timekeeping' keeps_pace
check 'the scheduler measures by it' scheduler_keeps_time

check 'both clocks in order, in steps of the counter' insmod /modules/clock_steps.ko
unload clock_steps
check 'in order and in step, all CPUs' in_step ms=2000

if [ -n "$cost" ]; then
	# shellcheck disable=SC2086 # a list of parameters
	check 'what a reading of the clocks costs is counted' insmod /modules/read_cost.ko $cost
	unload read_cost
fi

[ "$cpus" = 1 ] || check 'CPU 1 off and on, 5 times' hotplug 5

if [ -n "$wraps" ]; then
	wait_until $((wraps + 2))
	check 'the clock runs on while its counter wraps' in_step ms=500
fi

prepare_suspend
first=$(our_clock)
check 'suspend and resume, 5 times' suspend 5
check 'the clock went on from where it was' clock_gained_less "$first" 60000
check 'the counter feeds it again' is_fed_by "$counter"
check 'the stamps of the log were in order in suspend' stamps_in_order
check 'and are still our clock' stamp_is_the_clock
check 'one timer renews the epoch after suspend' timers_that_renew
check 'clocks in order and in step after suspend' in_step ms=1000
[ -z "$wraps" ] || check 'the counter has wrapped meanwhile' wrapped
if [ -n "$wipe" ]; then
	unload suspend_ops
	# shellcheck disable=SC2086 # a list of parameters
	load suspend_ops $wipe
	first=$(our_clock)
	check 'suspend and resume with all registers lost, 5 times' suspend 5
	check 'they were lost each time' lines_are 5 'suspend_ops: down and up again, a timer wiped'
	check 'the clock went on from where it was, all the same' clock_gained_less "$first" 60000
	check 'the counter that begins anew feeds it' is_fed_by "$counter"
	check 'clocks in order and in step on that' in_step ms=1000
fi
check 'no epoch was late' says $page '^late updates: *0$'
check 'no counter restarted' says $page '^restarts: *0$'
check 'the source has not changed since' says $page "^switches: *$switches\$"
announced 'nothing more was announced' "$lines"

load clock_source
check 'the clock changes to a better source' is_fed_by clock_source
announced 'which is announced' $((lines + 1))
check 'it keeps pace on that' keeps_pace
check 'clocks in order and in step on that' in_step ms=500
check 'one timer renews the epoch of that' timers_that_renew
unload clock_source
check 'unloaded, it gives the clock back' is_fed_by "$counter"
check 'which is logged' logged "soc_timers: clock_source is unregistered, clock runs on $counter"
load clock_source
echo 1 >/sys/module/clock_source/parameters/unstable
check 'an unstable one as well' is_fed_by "$counter"
unload clock_source
check 'clocks in order and in step again' in_step ms=500
check 'the clock keeps pace again' keeps_pace
check 'one timer renews the epoch again' timers_that_renew
check 'the stamps of the log were in order at each change' stamps_in_order
check 'and are the clock' stamp_is_the_clock
check 'still no epoch was late' says $page '^late updates: *0$'
[ -z "$timed" ] || check 'interrupts are timed' interrupts_are_timed "$cpus"
no_leaks

ktap_end
