# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The counter next to the in-tree driver: offered, selected, used and released.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

mapped_and_running() {
	a=$(sed -n 's/^epoch ticks: *//p' $page)
	sleep 1
	b=$(sed -n 's/^epoch ticks: *//p' $page)
	echo "$a $b"
	[ $((b - a & 0xffffffff)) -gt 20000000 ] && [ $((b - a & 0xffffffff)) -lt 60000000 ]
}

ktap_start

check 'before: the in-tree driver keeps time' current_is mct-frc
vendors=$(grep -o 'alias=of:N\*T\*C[a-z-]*,' /modules/soc_exynos_mct.ko | sort -u)
check 'the module is only loaded for nodes handed over to it' \
	[ "$vendors" = 'alias=of:N*T*Csoc-timers,' ]
load soc_timers
check 'no counter yet: jiffies feed the clock' says $page '^counter: *jiffies'
load soc_exynos_mct
check 'the form is logged' logged 'counter-only, next to exynos_mct'
check 'what the clock runs on is logged' logged \
	'soc_timers: clock runs on soc-mct-frc: 32 bits at 24MHz, resolution 41ns, epoch renewed every 8947848'
check 'the clocksource is offered' offered soc-mct-frc
check 'but not selected automatically' current_is mct-frc
check 'the counter feeds the clock' says $page '^counter: *soc-mct-frc'
check 'debugfs: width' says $page '^width: *32 bits'
check 'debugfs: rate' says $page '^rate: *24000000 Hz'
check 'debugfs: mult and shift' says $page '^mult/shift: *[0-9]+ / [0-9]+'
check 'debugfs: updates' says $page '^updates: *[0-9]+'
check 'debugfs: no late updates' says $page '^late updates: *0$'
check 'debugfs: time to wrap' says $page '^time to wrap: *15[0-9]\.[0-9]{9} s'
check 'the counter runs at its rate' mapped_and_running
check 'it can be unloaded while it is not current' rmmod soc_exynos_mct
check 'then jiffies take over' says $page '^counter: *jiffies'
load soc_exynos_mct

check 'switch to it' switch_to soc-mct-frc
check 'rmmod of the current clocksource is refused' refused rmmod soc_exynos_mct
check 'and changes nothing' current_is soc-mct-frc
check 'sleep 1 ends' sleep 1
check 'clocks in order and in step, both CPUs' in_step ms=2000

say "# guest: kselftest inconsistency-check on soc-mct-frc"
/kselftest/inconsistency-check -t 2 2>&1 | to_log

check 'still the current clocksource' current_is soc-mct-frc
check 'switch back' switch_to mct-frc
unload soc_exynos_mct
unload soc_timers
check 'the clocksource is gone' refused offered soc-mct-frc

ktap_end
