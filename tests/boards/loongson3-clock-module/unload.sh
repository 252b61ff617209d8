# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Unloading the module gives the kernel's clock back to jiffies, again and again, and the
# clock goes on. A counter that runs at another rate than the firmware claims keeps time.

# shellcheck source=tests/guest/timers.sh
. /timers.sh
# shellcheck source=tests/boards/loongson3/lib.sh
. /loongson3.sh

ktap_start

unload soc_loongson_extcc
check 'jiffies feed the clock again' is_fed_by jiffies
check 'which is logged' logged 'soc_timers: soc-extcc is unregistered, clock runs on jiffies'
mark back
clock_steps
check 'it takes 4 ms steps again' steps_are sched_clock 3000000 5000000
check 'it keeps pace with timekeeping' keeps_pace
check 'one timer renews the epoch' timers_that_renew
unload rdhwr_emulate

check 'load a counter that is 5 % fast' insmod /modules/rdhwr_emulate.ko ppb=50000000
mark fast
load soc_loongson_extcc force=1 check_ms=1000
check "the kernel's clock has the measured rate" logged 'sched_clock: 64 bits at 840MHz'
check 'and keeps pace with timekeeping' keeps_pace
unload soc_loongson_extcc
unload rdhwr_emulate

load rdhwr_emulate
check '20 rounds of loading and unloading' reload 20 soc-extcc MIPS \
	'/modules/soc_loongson_extcc.ko force=1 check_ms=20'
check 'jiffies feed the clock in the end' is_fed_by jiffies
check 'it keeps pace' keeps_pace
check 'the stamps of the log were in order throughout' stamps_in_order
check 'no epoch was late' says "$page" '^late updates: *0$'
check 'no counter restarted' says "$page" '^restarts: *0$'
no_leaks

ktap_end
