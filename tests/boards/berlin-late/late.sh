# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# While channels are missing, the CPUs only lack high resolution: each CPU ticks before,
# and gets its own device once, while it is running.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

sleeps_on() {
	taskset $((1 << $1)) sleep 1
}

ktap_start

check 'one channel serves all CPUs' booted_with \
	'/timer@b000000: full, built in: clock event device soc-dw-apb-all'
check 'the next one is the counter' booted_with '/timer@b000014: full, built in: the counter'
check 'no CPU has high resolution' high_resolution 0
check 'CPU 0 ticks' sleeps_on 0
check 'CPU 1 ticks' sleeps_on 1
load late_providers
echo clock >/sys/module/late_providers/parameters/provide
sleep 1
check 'the late channels serve the CPUs' \
	logged '/timer@b00003c: full: clock event device soc-dw-apb-cpu1'
runs_on_both_cpus
check 'CPU 0 still ticks' sleeps_on 0
check 'CPU 1 still ticks' sleeps_on 1
check '1 kHz on each CPU for 1 s, nothing lost, nothing spurious' events events=1000
goes_through_hotplug 3

ktap_end
