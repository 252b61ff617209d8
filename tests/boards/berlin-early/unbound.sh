# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The early form after somebody has unbound its clocksource: sched_clock(), udelay() and
# our clock still read the counter, so it has to be started again after suspend.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

ktap_start

check 'the kernel can do without our clocksource' unbind soc-dw-apb
check 'the counter is still registered' \
	says $counters '^soc-dw-apb +32 +24000000 +310 +full +system +soc_sched_clock sched_clock delay$'
check 'a way to suspend' insmod /modules/suspend_ops.ko control=$control
check 'our clock does not step over suspend' \
	clock_gains_less 10000 loses_registers 'suspend and resume, 5 times, with all registers lost'
check 'clocks in order and in step after it' in_step ms=1000
check 'sleeps and delays by the clock of the host' on_host_time delays=1

ktap_end
