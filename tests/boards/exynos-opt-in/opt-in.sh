# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The kernel has booted on its PWM timer. Our counter is faster, so the kernel's
# sched_clock() moves to it, in the middle of everything, and stays.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

# stamp_and_uptime: $stamp by the kernel's clock, and $uptime right after it by timekeeping's, in s
stamp_and_uptime() {
	say 'guest: now'
	# shellcheck disable=SC2034 # the second number
	read -r uptime idle </proc/uptime
	stamp=$(stamps | tail -n 1)
}

in_step_with_uptime() {
	stamp_and_uptime
	echo "stamp $stamp s, up $uptime s"
	awk "BEGIN { d = $stamp - $uptime - ($1); exit !(d > -0.1 && d < 0.1) }"
}

# Suspend stops one clock and not the other.
offset_to_uptime() {
	stamp_and_uptime
	echo "$stamp - $uptime"
}

runs_on() {
	dmesg | grep 'sched_clock: [0-9]* bits'
	dmesg | grep 'sched_clock: [0-9]* bits' | tail -n 1 | grep -q "$1"
}

ktap_start

check 'before: the kernel has a clock of its own' runs_on ' sched_clock: 32 bits at '
check 'before: not ours' refused runs_on '24MHz, resolution 41ns'
offset=$(offset_to_uptime)

load soc_timers
load soc_exynos_mct sched_clock=1
check 'CPU 1 comes up' sh -c "echo 1 >$cpu1"
check 'the counter is offered' logged \
	'soc_timers: counter soc-mct-frc: full, 32 bits at 24000000 Hz, rating 450, offered to sched_clock'
check 'and taken' runs_on ' sched_clock: 32 bits at 24MHz, resolution 41ns'
check 'the parameter can be read back' says /sys/module/soc_exynos_mct/parameters/sched_clock '^Y$'
check 'rmmod is refused' refused rmmod soc_exynos_mct
check 'the clock went on from where it was' in_step_with_uptime "$offset"
check 'clocks in order and in step, both CPUs, across the wrap' in_step ms=8000
check 'the clock is still in step with timekeeping' in_step_with_uptime "$offset"
check 'CPU 1 off and on, 10 times' hotplug 10

echo core >/sys/power/pm_test
echo 0 >/sys/module/suspend/parameters/pm_test_delay
check 'suspend and resume, 5 times' suspend 5
offset=$(offset_to_uptime)
check 'clocks in order and in step after suspend' in_step ms=2000
check 'the clock is in step with timekeeping after suspend' in_step_with_uptime "$offset"
check 'the stamps of the log were in order throughout' stamps_in_order
no_leaks

ktap_end
