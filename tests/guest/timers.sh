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
