# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The kernel's own selftest that switches between our clocksource and the PWM
# timer's as fast as it can, while the clocks are read and slept by.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

ktap_start
check 'our clocksource is the current one' current_is soc-mct-frc
check_switching
check 'our clocksource again' current_is soc-mct-frc
check 'CPU 0 still ticks on its local timer' tick_is 0 soc-mct-tick0
check 'CPU 1 still ticks on its local timer' tick_is 1 soc-mct-tick1
check 'high resolution still' high_resolution 2
check 'sleep 1 takes 1 s after it' sleep_takes_its_time 1
check 'clocks in order and in step after it' in_step ms=1000
check 'no fault was reported' refused logged 'soc_exynos_mct: soc-mct-'
ktap_end
