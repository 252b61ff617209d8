# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Load and unload both modules 200 times, every tenth time with the counter briefly used
# as clocksource. The harness searches the kernel log for trouble; this script only looks
# for failures and leaks.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

mapped() {
	grep -c 10050000 /proc/vmallocinfo
}

ktap_start
before=$(mapped)
check '200 rounds of loading and unloading' reload 200 soc-mct-frc mct-frc \
	/modules/soc_timers.ko /modules/soc_exynos_mct.ko
check 'no mapping of the block is left behind' [ "$(mapped)" = "$before" ]
check 'a missing module is noticed' refused /kselftest/reload 1 soc-mct-frc mct-frc \
	/modules/soc_timers.ko /modules/nothing.ko
unload soc_timers
no_leaks
ktap_end
