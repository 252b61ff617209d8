# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by scripts of boards with the MCT of plug-in mct.

# shellcheck source=tests/guest/timers.sh
. /timers.sh

cpus=$(grep -c ^processor /proc/cpuinfo)
last=$((cpus - 1))

# "TIMER CPU NUMBER" for the interrupts so far of each local timer on each CPU: the kernel
# has one line for all timers or one for each, and as many CPUs in it as are online.
interrupts() {
	awk '
		NR == 1 { for (i = 1; i <= NF; i++) cpu[i] = substr($i, 4); online = NF }
		$NF == "soc-mct-tick" { for (i = 1; i <= online; i++) print cpu[i], cpu[i], $(i + 1) }
		$NF ~ /^soc-mct-tick[0-9]/ {
			for (i = 1; i <= online; i++)
				print substr($NF, 13), cpu[i], $(i + 1)
		}' /proc/interrupts
}

# served_at_home LEAST: so many interrupts of each local timer, all on its own CPU
served_at_home() {
	grep -E 'CPU0|soc-mct' /proc/interrupts
	interrupts | awk -v least="$1" -v cpus="$cpus" '
		$1 == $2 && $3 >= least { served++ }
		$1 != $2 && $3 { print "timer " $1 " on CPU " $2; bad++ }
		END { exit bad || served != cpus }'
}

# Each CPU in turn sleeps a few times: all at once, more CPUs than the host has would mostly
# wait for each other's locks.
nap() {
	for cpu in $(seq 0 $last); do
		# shellcheck disable=SC2016 # the inner shell expands
		taskset "$(printf %x $((1 << cpu)))" \
			sh -c 'for i in 1 2 3 4 5 6 7 8; do sleep 0.05; done'
	done
}

# goes_on_serving LEAST: so many more, while all CPUs sleep now and then
goes_on_serving() {
	interrupts >/tmp/served
	nap
	interrupts >>/tmp/served
	awk -v least="$1" -v cpus="$cpus" '
		$1 != $2 { next }
		$1 in before { print "CPU " $1 ": " $3 - before[$1]; served += $3 - before[$1] >= least }
		{ before[$1] = $3 }
		END { exit served != cpus }' /tmp/served
}

# names_of NAME: for each CPU, with its number in place of %d
names_of() {
	for cpu in $(seq 0 $last); do
		echo "$1" | sed "s/%d/$cpu/"
	done
}

ticks_are() {
	cpu=0
	for name in $(names_of "$1"); do
		tick_is "$cpu" "$name" || return
		cpu=$((cpu + 1))
	done
}

# hotplug_all ROUNDS: all CPUs but the first go, then come back
hotplug_all() {
	for round in $(seq "$1"); do
		for state in 0 1; do
			for cpu in $(seq $last); do
				echo $state >"/sys/devices/system/cpu/cpu$cpu/online" ||
					{ echo "round $round, CPU $cpu, $state"; return 1; }
			done
		done
	done
	[ "$(grep -c ^processor /proc/cpuinfo)" = "$cpus" ]
}

# sleeps_in_time SECONDS: the guest has more CPUs than the host, which may delay one sleep. A
# timer that is wrong delays all, and a sleep that is too short is never the host's fault.
sleeps_in_time() {
	for try in 1 2 3; do
		if sleep_takes_its_time "$1"; then
			return 0
		elif [ "$took" -lt $(($1 * 100)) ]; then
			return 1
		fi
		echo "try $try of 3 was late"
	done
	return 1
}

no_fault_was_reported() {
	check 'no fault was reported' refused logged 'soc_exynos_mct: soc-mct-'
}
