# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Load and unload both modules 200 times, every tenth time with the counter briefly used
# as clocksource.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

ktap_start
load rdhwr_emulate
check '200 rounds of loading and unloading' reload 200 soc-extcc MIPS \
	/modules/soc_timers.ko '/modules/soc_loongson_extcc.ko force=1 check_ms=20'
check 'Count keeps time' current_is MIPS
unload rdhwr_emulate
ktap_end
