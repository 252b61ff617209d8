# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Load and unload both modules 200 times, every tenth time with the counter in
# use as clocksource for a moment.

# shellcheck source=tests/boards/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/loongson3/lib.sh
. /loongson3.sh

rounds=200

# Most of a round is waiting for RCU grace periods, which nothing depends on here.
[ ! -e /sys/kernel/rcu_expedited ] || echo 1 >/sys/kernel/rcu_expedited

one_round() {
	insmod /modules/soc_timers.ko &&
	insmod /modules/soc_loongson_extcc.ko force=1 check_ms=20 || return 1
	if [ $(($1 % 10)) = 0 ]; then
		switch_to soc-extcc &&
		switch_to MIPS || return 1
	fi
	rmmod soc_loongson_extcc &&
	rmmod soc_timers
}

all_rounds() {
	round=1
	while [ $round -le $rounds ]; do
		one_round $round || { echo "round $round of $rounds failed"; return 1; }
		round=$((round + 1))
	done
}

ktap_start
load rdhwr_emulate
check "$rounds rounds of insmod and rmmod" all_rounds
check 'Count keeps the time' current_is MIPS
unload rdhwr_emulate
ktap_end
