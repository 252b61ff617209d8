# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The module's modes next to the in-tree driver, which runs the block and always keeps
# it.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

module=/modules/soc_exynos_mct.ko

lines() {
	dmesg | tail -n 30
	[ "$(dmesg | grep -c -- "$2")" = "$1" ]
}

twin_ticks() {
	grep -E 'mct|MCT' /proc/interrupts
	! grep -q soc-mct /proc/interrupts && sleep 1
}

ktap_start
load soc_timers
before=$(dmesg | grep -c 'counter-only, next to exynos_mct')

check 'mode=full loads' insmod $module mode=full
check 'and does not get the block' lines 1 'another driver runs the block: leave out mode=full'
check 'it offers nothing' refused offered soc-mct-frc
unload soc_exynos_mct

check 'mode=auto loads' insmod $module mode=auto
check 'and only reads the counter' lines $((before + 1)) 'counter-only, next to exynos_mct'
check 'the counter is offered' offered soc-mct-frc
unload soc_exynos_mct

check 'mode=counter loads' insmod $module mode=counter
check 'and only reads the counter, too' lines $((before + 2)) 'counter-only, next to exynos_mct'
check 'the counter is offered, too' offered soc-mct-frc
check 'the mode can be read' grep -qx counter /sys/module/soc_exynos_mct/parameters/mode
unload soc_exynos_mct
unload soc_timers
check 'the in-tree driver still ticks' twin_ticks
ktap_end
