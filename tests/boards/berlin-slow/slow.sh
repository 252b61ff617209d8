# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The early form with a slow clock: the driver has to wait for it before the delay loop is
# calibrated, and at every event.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

ktap_start

check "the kernel's own clock runs on the counter" \
	logged 'sched_clock: 32 bits at 100kHz, resolution 10000ns'
check 'the delay loop does not use it' refused logged 'timer-based delay loop'
check 'our clocksource is chosen automatically' current_is soc-dw-apb
runs_on_both_cpus
check "sleeps are right by the host's clock" on_host_time
check '200 Hz on each CPU, nothing lost, nothing spurious' events events=400 hz=200
check 'clocks in order and in step' in_step ms=1000
goes_through_suspend
check 'clocks in order and in step after suspend' in_step ms=1000

ktap_end
