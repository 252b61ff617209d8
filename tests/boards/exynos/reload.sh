# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Load and unload both modules 200 times, every tenth time with the counter in
# use as clocksource for a moment. What the kernel thinks of it is in its log,
# which the harness searches; here only the exit statuses and leaks are looked at.

# shellcheck source=tests/boards/guest/lib.sh
. /lib.sh

rounds=200

# Most of a round is waiting for RCU grace periods, which nothing depends on here.
[ ! -e /sys/kernel/rcu_expedited ] || echo 1 >/sys/kernel/rcu_expedited

clocksource=/sys/devices/system/clocksource/clocksource0/current_clocksource

one_round() {
	insmod /modules/soc_timers.ko &&
	insmod /modules/soc_exynos_mct.ko || return 1
	if [ $(($1 % 10)) = 0 ]; then
		echo soc-mct-frc >$clocksource &&
		echo mct-frc >$clocksource || return 1
	fi
	rmmod soc_exynos_mct &&
	rmmod soc_timers
}

all_rounds() {
	round=1
	while [ $round -le $rounds ]; do
		one_round $round || { echo "round $round of $rounds failed"; return 1; }
		round=$((round + 1))
	done
}

mapped() {
	grep -c 10050000 /proc/vmallocinfo
}

ktap_start
before=$(mapped)
check "$rounds rounds of insmod and rmmod" all_rounds
check 'no mapping of the block is left behind' [ "$(mapped)" = "$before" ]
no_leaks
ktap_end
