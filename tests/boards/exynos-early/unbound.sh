# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Suspend to idle, with our clocksource bound and after somebody has unbound it: then
# nothing of the clocksource core stops our clock any more.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

ktap_start

check 'our clock is stopped in suspend to idle' clock_gains_less 2000 idle_for 4
check 'clocks in order and in step after it' in_step ms=500
check 'CPU 1 ticks on its local timer after it' tick_is 1 soc-mct-tick1

check 'the kernel can do without our clocksource' unbind soc-mct-frc
check 'the counter is still registered' says $counters \
	'^soc-mct-frc +32 +24000000 +450 +full +system +soc_sched_clock sched_clock delay$'
check 'our clock is stopped in suspend to idle all the same' clock_gains_less 2000 idle_for 4
check 'clocks in order and in step after that' in_step ms=500
check 'no epoch was late' says $page '^late updates: *0$'

ktap_end
