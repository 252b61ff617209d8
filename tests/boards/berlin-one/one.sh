# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The early form with a single channel: the boot CPU needs its tick before the kernel has
# registered the devices that stand in for those of the CPUs.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

ktap_start

check 'the channel serves all CPUs' \
	booted_with '/timer@b000000: full, built in: clock event device soc-dw-apb-all, 24000000 Hz, rating 250'
check 'the delay loop is calibrated by its ticks' \
	booted_with 'Calibrating delay loop\.\.\. [0-9.]* BogoMIPS'
check 'our device is the broadcast device' broadcast_is soc-dw-apb-all
check "CPU 0 ticks by the kernel's own placeholder" tick_is 0 dummy_timer
check 'and so does CPU 1' tick_is 1 dummy_timer
check 'sleeps end in time' sleep_takes_its_time 1
check 'CPU 1 off and on, 5 times' hotplug 5
check 'sleeps end in time after hotplug' sleep_takes_its_time 1

ktap_end
