# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# A block that does not work is refused with the message that board.conf expects, and the
# board keeps running as before.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

refused_once() {
	dmesg | tail -n 30
	[ "$(dmesg | grep -c -- "timer@10050000: .*${guest_refusal:?}")" = "$1" ]
}

untouched() {
	cat $clocksource/available_clocksource /proc/interrupts
	! grep -q soc-mct $clocksource/available_clocksource /proc/interrupts
}

ktap_start
load soc_timers
load soc_exynos_mct mode=full
check 'the block is refused, in one line' refused_once 1
check 'it has no clocksource and no interrupt' untouched
unload soc_exynos_mct
load soc_exynos_mct
check 'it is refused again in mode auto' refused_once 2
check 'it still has no clocksource and no interrupt' untouched
unload soc_exynos_mct
unload soc_timers
check 'sleep 1 ends' sleep 1
no_leaks
ktap_end
