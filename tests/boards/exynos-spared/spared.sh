# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# mode=counter, built in: no register of the block is written, and the board ticks on
# another timer.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

ktap_start
check 'the PWM timer keeps time' current_is samsung_clocksource_timer
check 'the driver has seen the node' logged 'the counter is stopped and no driver runs the block'
check 'it offers nothing' refused offered soc-mct-frc
check 'and has no interrupt' refused grep -q soc-mct /proc/interrupts
check 'the mode can be read' grep -qx counter /sys/module/soc_exynos_mct/parameters/mode
check 'sleep 1 ends' sleep 1
ktap_end
