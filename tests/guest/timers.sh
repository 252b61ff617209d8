# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by scripts of boards: functions that query the kernel's timers and exercise
# them.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

timers=/proc/timer_list
cpu1=/sys/devices/system/cpu/cpu1/online

tick_of() {
	sed -n "/^Per CPU device: $1\$/,/^\$/s/^Clock Event Device: //p" $timers
}

tick_is() {
	grep -A 1 -E '^(Tick Device|Broadcast device|Per CPU device|Clock Event Device)' $timers
	[ "$(tick_of "$1")" = "$2" ]
}

broadcast_is() {
	sed -n '/^Broadcast device$/,/^$/p' $timers
	[ "$(sed -n '/^Broadcast device$/,/^$/s/^Clock Event Device: //p' $timers)" = "$1" ]
}

high_resolution() {
	grep -E '^cpu:|\.hres_active' $timers
	[ "$(grep -c '\.hres_active *: 1' $timers)" = "$1" ]
}

# Time to start a program, on a machine that may be busy.
overhead() {
	begin=$(hundredths)
	for i in 1 2 3 4 5; do
		sleep 0
	done
	echo $((($(hundredths) - begin) / i))
}

# Measured with the current clocksource; may be late by up to an eighth.
sleep_takes_its_time() {
	start=$(overhead)
	begin=$(hundredths)
	sleep "$1"
	took=$(($(hundredths) - begin))
	text="sleep $1 took $took/100 s by $(cat $clocksource/current_clocksource), $start/100 s of it to start"
	echo "$text"
	say "# guest: $text"
	[ $took -ge $(($1 * 100)) ] && [ $((took - 2 * start)) -le $(($1 * 112 + 5)) ]
}

selftest() {
	"$@" >/tmp/selftest 2>&1
	status=$?
	cat /tmp/selftest
	[ $status = 0 ] && grep -q 'pass:[1-9][0-9]* fail:0' /tmp/selftest
}

hotplug() {
	round=1
	while [ $round -le "$1" ]; do
		echo 0 >$cpu1
		[ "$(cat $cpu1)" = 0 ] || { echo "round $round: still on"; return 1; }
		echo 1 >$cpu1
		[ "$(cat $cpu1)" = 1 ] || { echo "round $round: still off"; return 1; }
		round=$((round + 1))
	done
}

no_hz() {
	grep -E '^cpu:|\.nohz ' $timers
	[ "$(grep -c '\.nohz *: 1' $timers)" = "$1" ]
}

# Not "freeze": that test level ends before any of our callbacks.
suspend() {
	round=1
	while [ $round -le "$1" ]; do
		echo mem >/sys/power/state || { echo "round $round"; return 1; }
		round=$((round + 1))
	done
}

rtc=/sys/class/rtc/rtc0

# To idle, until the RTC wakes the machine. The last CPU stops timekeeping and the clock; the
# first one to wake starts them again.
sleeps_to_idle() {
	began=$(cat $rtc/since_epoch) first=$(our_clock)
	echo +4 >$rtc/wakealarm && echo freeze >/sys/power/state || return
	slept=$(($(cat $rtc/since_epoch) - began)) gained=$(($(our_clock) - first))
	text="slept $slept s, in which our clock advanced $gained ms"
	echo "$text"
	say "# guest: $text"
	[ $slept -ge 3 ] && [ $gained -ge 0 ] && [ $gained -lt 2500 ]
}

unbind() {
	echo "$1" >$clocksource/unbind_clocksource && ! offered "$1"
}

# Print our clock in ms.
our_clock() {
	sed -n 's/^clock: *\([0-9]*\)\.\([0-9]\{3\}\).*/\1\2/p' $page
}

# Our clock has gone on since FIRST ms, by less than LIMIT ms.
clock_gained_less() {
	gained=$(($(our_clock) - $1)) limit=$2
	text="our clock advanced $gained ms"
	echo "$text"
	say "# guest: $text"
	[ $gained -ge 0 ] && [ $gained -lt "$limit" ]
}

# -s skips the selftest's sanity check of each clocksource, which would run the two
# programs that it starts anyway for a minute on each clocksource. It looks for them in
# the current directory. Its output has a verdict for each of the three.
switch() {
	cd /kselftest || return
	./clocksource-switch -s -t 1 >/tmp/switch 2>&1
	status=$?
	cat /tmp/switch
	grep -q '^ok 1 clocksource-switch$' /tmp/switch &&
		[ "$(grep -c 'pass:[1-9][0-9]* fail:0' /tmp/switch)" = 3 ] && [ $status = 0 ]
}

switched_often() {
	switches=$(($(dmesg | grep -c 'clocksource: Switched to clocksource') - before))
	text="$switches switches in $took/100 s"
	echo "$text"
	say "# guest: $text"
	[ $switches -ge 20 ]
}

check_switching() {
	before=$(dmesg | grep -c 'clocksource: Switched to clocksource')
	begin=$(hundredths)
	check 'kselftest clocksource-switch' switch
	took=$(($(hundredths) - begin))
	check 'it did switch' switched_often
}

# The time stamps of the log in s, in the order of the lines.
stamps() {
	dmesg | sed -n 's/^\[ *\([0-9]*\.[0-9]\{6\}\)\].*/\1/p'
}

stamps_in_order() {
	stamps | awk '
		$1 + 0 < last + 0 { print "after " last ": " $1; bad++ }
		{ last = $1 }
		END { print NR " stamps, the last " last; exit bad || NR < 100 }'
}

# The rest is for kernels that have our clock as their sched_clock().

tracing=/sys/kernel/tracing

kernels_is_out() {
	grep -E ' (sched_clock[a-z_]*|soc_clock_read[a-z_]*)$' /proc/kallsyms
	! grep -qE ' (update_sched_clock|sched_clock_poll|jiffy_sched_clock_read)$' /proc/kallsyms &&
		grep -q ' sched_clock_register$' /proc/kallsyms
}

# The scheduler's clock must not be traced, or a tracer that reads it would recurse.
readers_cannot_be_traced() {
	wc -l $tracing/available_filter_functions
	grep -qw sched_clock_register $tracing/available_filter_functions || return
	! grep -wE 'sched_clock|sched_clock_noinstr|sched_clock_read_(begin|retry)|(narrow|wide)_ns' \
		$tracing/available_filter_functions
}

# lines_are NUMBER REGEX: so many lines of the log match
lines_are() {
	dmesg | grep -E -- "$2"
	[ "$(dmesg | grep -cE -- "$2")" = "$1" ]
}

announced() {
	check "$1" lines_are "$2" 'sched_clock: [0-9]* bits at'
}

# The epoch timer, and no second one for the same purpose.
timers_that_renew() {
	grep -E ', (renew_epoch|sched_clock_poll)' $timers
	[ "$(grep -cE ', (renew_epoch|sched_clock_poll)' $timers)" = 1 ]
}

# Hundredths of a second that interrupts took, and that have passed on all CPUs.
interrupts_took() {
	awk '/^cpu / { print $7 + $8 }' /proc/stat
}

# interrupts_are_timed CPUS: and do not take most of the time. Without a clock that times
# them, a tick charges a hundredth to the interrupt that it finds, which is never a hard one.
interrupts_are_timed() {
	grep '^cpu ' /proc/stat
	[ "$(awk '/^cpu / { print $7 }' /proc/stat)" -gt 0 ] &&
		[ "$(interrupts_took)" -lt $(($(hundredths) * $1 / 2)) ]
}

# The stamps of the log and the page in debugfs: both show the one clock.
stamp_is_the_clock() {
	before=$(our_clock)
	say 'guest: now'
	stamp=$(stamps | tail -n 1)
	after=$(our_clock)
	echo "$before ms, stamp $stamp s, $after ms"
	awk "BEGIN { exit !($before <= $stamp * 1000 && $stamp * 1000 < $after + 1) }"
}

# both_now: $earliest and $latest of our clock in ms, and $uptime in between
both_now() {
	earliest=$(our_clock)
	uptime=$(hundredths)0
	latest=$(our_clock)
}

# By timekeeping, which may run on another counter. The time that it takes to read the
# clock twice is allowed for: a busy host makes it long.
keeps_pace() {
	both_now
	begin=$uptime first=$earliest last=$latest
	sleep 4
	both_now
	text="our clock advanced $((earliest - last)) to $((latest - first)) ms in $((uptime - begin)) ms"
	echo "$text"
	say "# guest: $text"
	[ $((uptime - begin)) -ge 3900 ] && [ $((earliest - last)) -le $((uptime - begin + 20)) ] &&
		[ $((latest - first)) -ge $((uptime - begin - 20)) ]
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

is_fed_by() {
	says $page "^counter: *$1\$"
}
