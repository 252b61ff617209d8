# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The external counter: refused, offered, selected, used and released.

# shellcheck source=tests/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/loongson3/lib.sh
. /loongson3.sh

insmod_extcc() {
	insmod /modules/soc_loongson_extcc.ko "$@"
}

ktap_start

check 'before: Count keeps time' current_is MIPS
load soc_timers
check 'no counter yet: jiffies feed the clock' says $page '^counter: *jiffies'

mark core
check 'this core has no such counter: refused' refused insmod_extcc
check 'and reported' logged 'soc_loongson_extcc: this core .*PRId 0x6305.* has no external counter'

load rdhwr_emulate
mark check_ms
check 'check_ms out of range: refused' refused insmod_extcc force=1 check_ms=10001
check 'and reported with its remedy' logged 'soc_loongson_extcc: check_ms=10001 is outside 0 to 10000: use'
mark force
load soc_loongson_extcc force=1
check 'the rate is confirmed' logged 'soc_loongson_extcc: the firmware gives [0-9]+ Hz, measured [-+][0-9]+\.[0-9] ppm'
check 'the form is logged' logged 'soc_loongson_extcc: counter-only$'
check 'what the clock runs on is logged' \
	logged 'soc_timers: clock runs on soc-extcc: 64 bits at [0-9.]+MHz, resolution'
check 'and the counter, by the helper' logged 'soc_timers: counter soc-extcc: counter-only, 64 bits at [0-9]+ Hz, rating 190$'
check 'the clocksource is offered' offered soc-extcc
check 'but user space keeps the one in its vDSO' current_is MIPS
check 'the counter feeds the clock' says $page '^counter: *soc-extcc'
check 'debugfs: width' says $page '^width: *64 bits'
check 'debugfs: no late updates' says $page '^late updates: *0$'
check 'debugfs: the rate' says $rate_page '^firmware: *[0-9]+ Hz, confirmed'

check 'switch to it' switch_to soc-extcc
check 'rmmod of the current clocksource is refused' refused rmmod soc_loongson_extcc
check 'and changes nothing' current_is soc-extcc
check 'sleep 1 ends' sleep 1
check 'clocks in order and in step' in_step ms=2000

say "# guest: kselftest inconsistency-check on $(cat $clocksource/current_clocksource)"
/kselftest/inconsistency-check -t 2 2>&1 | to_log

check 'programs can read it, in delay slots too' /kselftest/rdhwr_user

check 'still the current clocksource' current_is soc-extcc
check 'switch back' switch_to MIPS
unload soc_loongson_extcc
check 'then jiffies take over' says $page '^counter: *jiffies'
check 'the clocksource is gone' refused offered soc-extcc
check 'and so is its debugfs page' [ ! -e $rate_page ]
unload soc_timers
unload rdhwr_emulate

ktap_end
