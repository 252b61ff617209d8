# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by the scripts that run on a board: ". /lib.sh".
#
# All output goes through the kernel log. The log is the only writer of the console, so
# lines are not interleaved, are in order and have a time stamp.
#
# say TEXT               one line in the log
# to_log                 filter: stdin to the log (CMD 2>&1 | to_log)
# ktap_start             begin a KTAP document
# ktap_ok NAME           one result ...
# ktap_not_ok NAME [WHY]
# ktap_skip NAME WHY
# check NAME CMD...        ... from the exit status of CMD; its output explains a failure
# load MODULE [PARAM...]   check that insmod works, for MODULE of /modules (no .ko)
# load_suites MODULE...    the same, and that the module contains KUnit suites
# unload MODULE          check that rmmod works
# reload ROUNDS ...      run tests/user/reload.c with expedited RCU
# no_leaks               check that two scans of kmemleak find nothing
# refused CMD...         CMD must fail
# logged REGEX           the kernel log matches (prints the end of the log)
# booted_with TEXT       the same (prints the log's lines about clocks)
# says FILE REGEX        the file matches (prints the file); $page is the clock's page,
#                        $counters has a line for each counter
# current_is NAME        it is the current clocksource; offered NAME: it is available;
#                        switch_to NAME: switch to it
# measured MODULE GOOD BAD [PARAM...]  the module, loaded once, logs GOOD and not BAD;
#                        its output is kept in /tmp/measured
# in_step [PARAM...]     clock_compare finds that the clocks agree
# hundredths             print hundredths of a second since boot
# ktap_end               print the document, plan first; to be called once at the end
#
# A document is printed only at its end, since KUnit prints its own in between; until
# then each result is logged as "# guest: ...".

say() {
	printf '%s\n' "$*" >/dev/kmsg
}

# One write per line; a record of the log holds less than 1000 characters.
to_log() {
	while IFS= read -r line || [ -n "$line" ]; do
		printf '%.900s\n' "$line" >/dev/kmsg
	done
}

ktap_start() {
	ktap_count=0
	ktap_file=$(mktemp)
}

ktap_result() {
	ktap_count=$((ktap_count + 1))
	echo "$1 $ktap_count $2" >>"$ktap_file"
	say "# guest: $1 $ktap_count $2"
}

ktap_ok() {
	ktap_result ok "$1"
}

ktap_not_ok() {
	[ -z "${2-}" ] || echo "$2" | sed 's/^/# /' >>"$ktap_file"
	ktap_result 'not ok' "$1"
}

ktap_skip() {
	ktap_result ok "$1 # SKIP $2"
}

ktap_end() {
	{
		echo 'KTAP version 1'
		echo "1..$ktap_count"
		cat "$ktap_file"
	} | to_log
	rm -f "$ktap_file"
}

check() {
	check_name=$1
	shift
	if check_output=$("$@" 2>&1); then
		ktap_ok "$check_name"
	else
		ktap_not_ok "$check_name" "$check_output
failed: $*"
	fi
}

load() {
	load_module=$1
	shift
	check "load $load_module" insmod "/modules/$load_module.ko" "$@"
}

unload() {
	check "unload $1" rmmod "$1"
}

# Most of a round is spent waiting for RCU grace periods, which are not under test here.
reload() {
	[ ! -e /sys/kernel/rcu_expedited ] || echo 1 >/sys/kernel/rcu_expedited
	begin=$(hundredths)
	/kselftest/reload "$@"
	status=$?
	say "# guest: $1 rounds took $(($(hundredths) - begin))/100 s"
	[ ! -e /sys/kernel/rcu_expedited ] || echo 0 >/sys/kernel/rcu_expedited
	return $status
}

count_suites() {
	find /sys/kernel/debug/kunit -mindepth 1 -maxdepth 1 -type d | wc -l
}

load_suites() {
	for suites_module; do
		suites_before=$(count_suites)
		load "$suites_module"
		check "$suites_module has suites" [ "$(count_suites)" -gt "$suites_before" ]
	done
}

# An object counts as leaked only when two scans in a row say so; the pause is
# because kmemleak spares objects younger than five seconds.
find_leaks() {
	leaks=/sys/kernel/debug/kmemleak
	[ -e "$leaks" ] || { echo "no $leaks in this kernel"; return 1; }
	sleep 6
	echo scan >"$leaks" && echo scan >"$leaks" || return 1
	cat "$leaks"
	[ -z "$(cat "$leaks")" ]
}

no_leaks() {
	check 'no memory leak' find_leaks
}

refused() {
	! "$@"
}

logged() {
	dmesg | tail -n 30
	dmesg | grep -q -- "$1"
}

# The line may no longer be at the end of the log.
booted_with() {
	dmesg | grep -E 'sched_clock|clocksource|elay|exynos-mct|soc_dw_apb|soc-extcc|rdhwr' | head -n 30
	dmesg | grep -q -- "$1"
}

# shellcheck disable=SC2034 # for the scripts
page=/sys/kernel/debug/soc_timers/sched_clock
# shellcheck disable=SC2034
counters=/sys/kernel/debug/soc_timers/counters

says() {
	cat "$1"
	grep -Eq -- "$2" "$1"
}

clocksource=/sys/devices/system/clocksource/clocksource0

current_is() {
	cat $clocksource/current_clocksource
	[ "$(cat $clocksource/current_clocksource)" = "$1" ]
}

offered() {
	cat $clocksource/available_clocksource
	grep -qw -- "$1" $clocksource/available_clocksource
}

switch_to() {
	echo "$1" >$clocksource/current_clocksource && current_is "$1"
}

hundredths() {
	cut -d ' ' -f 1 /proc/uptime | tr -d .
}

# busybox retries insmod when the kernel refuses a module, so its exit status alone
# would hide a failure.
measured() {
	measured_module=$1 measured_good=$2 measured_bad=$3
	shift 3
	measured_mark="guest: $measured_module at $(cut -d ' ' -f 1 /proc/uptime)"
	say "$measured_mark"
	insmod "/modules/$measured_module.ko" "$@"
	rmmod "$measured_module"
	dmesg | sed -n "/$measured_mark/,\$p" >/tmp/measured
	cat /tmp/measured
	grep -q "$measured_good" /tmp/measured && ! grep -q "$measured_bad" /tmp/measured
}

in_step() {
	measured clock_compare 'in order and in step' 'do not agree' "$@"
}
