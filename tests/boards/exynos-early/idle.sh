# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Suspend to idle, woken by the RTC: syscore is never called, only our clocksource is.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

ktap_start

check 'the page of all counters has ours' says $counters \
	'^soc-mct-frc +32 +24000000 +450 +full +system +soc_sched_clock timekeeping sched_clock delay$'
check 'our clock is stopped in suspend to idle' clock_gains_less 2000 idle_for 4
check 'clocks in order and in step after it' in_step ms=500
check 'CPU 1 ticks on its local timer after it' tick_is 1 soc-mct-tick1
check 'no epoch was late' says $page '^late updates: *0$'

ktap_end
