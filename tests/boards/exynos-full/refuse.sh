# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# What the module refuses, leaving the block untouched.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

module=/modules/soc_exynos_mct.ko

free() {
	cat /proc/interrupts
	! grep -q soc-mct /proc/interrupts
}

ktap_start

load soc_timers
check 'an unknown mode is refused' refused insmod $module mode=all
check 'and reported' logged 'mode=all is unknown: use auto, full or counter'
# Our driver finds the counter stopped, which is an error of the device, not of the
# module: it loads, but offers nothing.
check 'mode=counter loads' insmod $module mode=counter
check 'and finds that the counter is stopped' \
	logged 'timer@10050000: the counter is stopped and no driver runs the block'
check 'it requests no interrupt' free
unload soc_exynos_mct
unload soc_timers

ktap_end
