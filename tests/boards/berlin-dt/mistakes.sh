# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Each mistake in the device tree is reported in one line that names the node and the
# remedy, with the right error, or defers the probe and shows why in debugfs. The rest of
# the tree works. (This kernel logs error numbers: -22 is EINVAL, -16 EBUSY, -5 EIO.)

# shellcheck source=tests/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

told() {
	dmesg | grep -e "$1"
	[ "$(dmesg | grep -c -e "$1")" = 1 ]
}

deferred() {
	cat /sys/kernel/debug/devices_deferred
	grep -q -e "$1" /sys/kernel/debug/devices_deferred
}

ktap_start

load soc_timers
load soc_dw_apb_timer roles=bcee-----
check 'no reg' told '/timer-without-reg: no address: give the node a reg property (-22)'
check 'no interrupt' told '/timer@b000028: cannot get interrupt 0: check interrupts .* (-22)'
check 'a counter that is stopped' told '/timer@b00003c: the counter is refused.* roles= (-5)'
check 'and the reason' told 'counter soc-dw-apb: is stopped at .* check that its clock is on'
check 'rate 0' told '/timer@b0000c8: rate 0 Hz is outside 1000 Hz to 1000000000 Hz: correct .*clock-frequency (-22)'
check 'neither a clock nor a rate' told '/timer@b0000dc: neither clock "timer" nor clock-frequency.*(-22)'
check 'a clock and a rate that differ' \
	told '/timer@b000064: clock-frequency is 24000000 Hz but clock "timer" runs at 1000000 Hz'
check 'that channel works' \
	told '/timer@b000064: full: clock event device soc-dw-apb-cpu0, 24000000 Hz'
check 'two nodes with one interrupt' \
	told '/timer@b000078: cannot get the interrupt: give each channel.*(-16)'
check 'a clock that never becomes available' deferred 'b00008c.timer.*absent-clock'
check 'a reg that is too small' told '/timer@b0000a0: .* is too small.*(-22)'
check 'a reset that never becomes available' deferred 'b0000b4.timer.*absent-reset'
# CPU 1 has no device left, and could not do without one if CPU 0 used its own.
check 'the device of CPU 0 waits' told '/timer@b000064: not used until 1 more CPUs have a device'
check 'CPU 0 has no tick device of its own' tick_is 0 dummy_timer
check 'sleep 1 ends' sleep 1
no_leaks

ktap_end
