# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The kernel's selftest that switches between our clocksource and the PWM timer's as
# fast as it can, while other programs read the clocks and sleep by them.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

ktap_start
check 'our clocksource is the current one' current_is soc-mct-frc
check_switching
check 'our clocksource is current again' current_is soc-mct-frc
check 'CPU 0 still ticks on its local timer' tick_is 0 soc-mct-tick0
check 'CPU 1 still ticks on its local timer' tick_is 1 soc-mct-tick1
check 'both CPUs still have high resolution' high_resolution 2
check 'sleep 1 still takes 1 s' sleep_takes_its_time 1
check 'clocks in order and in step afterwards' in_step ms=1000
check 'no fault was reported' refused logged 'soc_exynos_mct: soc-mct-'
ktap_end
