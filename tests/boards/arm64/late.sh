# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The driver is loaded before its dependencies, and debugfs shows what it is waiting for.
# Then its counter is one of several clocksources, and an event device wakes CPUs whose
# own timers stop. The interrupt controller cannot route interrupts to a given CPU, so
# there is only one such device.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

waits_for() {
	cat /sys/kernel/debug/devices_deferred
	[ "$(grep -c "$1" /sys/kernel/debug/devices_deferred)" = "$2" ]
}

provide() {
	echo "$1" >/sys/module/late_providers/parameters/provide
	# Deferred probes are retried in the background.
	sleep 1
}

idles_without_its_timer() {
	grep . /sys/devices/system/cpu/cpu*/cpuidle/state1/usage
	[ "$(cat /sys/devices/system/cpu/cpu"$1"/cpuidle/state1/usage)" -gt 20 ]
}

# Most of the times that a CPU slept, our event device woke it.
wakes_cpus() {
	events hz=50 events=100 || return 1
	woken=$(sed -n 's/.*channel 0: .* taken \([0-9]*\),.*/\1/p' /tmp/measured)
	[ "$woken" -gt 50 ]
}

loaded_for() {
	grep -c "alias=of:N\*T\*Csamsung,exynos4$1-mctC\*" /modules/soc_exynos_mct.ko
}

ktap_start
check 'no driver for the MCT in this kernel: ours is loaded for its nodes' \
	[ "$(loaded_for 210) $(loaded_for 412)" = '1 1' ]
load soc_exynos_mct
check 'there is no such node on this board, which is reported' \
	logged 'soc_exynos_mct: nothing to do: no node of the device tree has a compatible string'
unload soc_exynos_mct
load late_providers

load soc_dw_apb_timer mode=counter
check 'all channels wait for the clock' waits_for 'cannot get clock "timer"' 4
check 'the clock becomes available' provide clock
# An access to a block in reset may hang the bus.
check 'even the running counter waits for the reset' waits_for 'cannot get the reset' 4
check 'the reset becomes available' provide reset
check 'the reset is deasserted' logged 'late_providers: reset 5 deasserted'
check 'the channel that the boot loader has started is a counter' \
	logged '/timer@b000014: counter-only, on a counter already running'
check 'the other channels are not' logged '/timer@b000000: left alone: not a counter'
check 'clocks in order and in step' in_step ms=1000
unload soc_dw_apb_timer
check 'the clocksource is gone' refused offered soc-dw-apb

load soc_dw_apb_timer
check 'the counter is used, as it needs no interrupt' logged '/timer@b000014: full: the counter'
check 'the other channels wait for their interrupts' \
	waits_for 'cannot get interrupt 0: check interrupts' 3
check 'the CPUs wake each other by hrtimer broadcast' broadcast_is bc_hrtimer
check 'the interrupt controller becomes available' provide interrupts
check 'no channel is waiting any longer' waits_for timer 0
check 'the first channel serves all CPUs' \
	logged '/timer@b000000: full: clock event device soc-dw-apb-all, 100000 Hz, rating 250'
check 'the third channel is unused' logged '/timer@b000028: left alone: no role for it'
check 'the fourth channel is unused' logged '/timer@b00003c: left alone: no role for it'
check 'the reset was never asserted' refused logged 'reset 5 asserted'

check 'the CPUs still tick on their own timers' tick_is 0 arch_sys_timer
check "and use their own timers' clocksource" current_is arch_sys_counter
check 'our device is the broadcast device' broadcast_is soc-dw-apb-all
check 'and wakes CPUs' wakes_cpus
check 'CPU 0 enters the idle state that stops its timer' idles_without_its_timer 0
check 'CPU 1 enters the idle state that stops its timer' idles_without_its_timer 1
check "sleeps are right by the host's clock" on_host_time

check 'switch to our counter' switch_to soc-dw-apb
check 'clocks in order and in step, both CPUs' in_step ms=2000
check "sleeps are right by the host's clock on our counter, too" on_host_time
check 'CPU 1 off and on, 10 times' hotplug 10
check 'our device still wakes CPUs' wakes_cpus

check 'load suspend_ops' insmod /modules/suspend_ops.ko control=$control
loses_registers 'suspend and resume with all registers lost, 5 times'
check 'clocks in order and in step after suspend' in_step ms=1000
check 'our device still wakes CPUs after suspend' wakes_cpus

check 'what a reading of the clocks costs is counted' \
	insmod /modules/read_cost.ko own=1 control=0x0b00f000
unload read_cost

check 'rmmod of the current clocksource is refused' refused rmmod soc_dw_apb_timer
check 'switch away' switch_to arch_sys_counter
check 'rmmod is still refused' refused rmmod soc_dw_apb_timer
no_leaks
ktap_end
