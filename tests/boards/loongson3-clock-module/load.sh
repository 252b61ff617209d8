# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The kernel's clock is on jiffies. The counter's module makes it fine, and stays loaded
# for the scripts that follow.

# shellcheck source=tests/guest/timers.sh
. /timers.sh
# shellcheck source=tests/boards/loongson3/lib.sh
. /loongson3.sh

ktap_start

check "the kernel's clock is on jiffies" booted_with \
	'sched_clock: 64 bits at 250 Hz, resolution 4000000ns'
announced 'and on nothing else' 1
check 'jiffies feed it' is_fed_by jiffies
mark before
clock_steps
check 'before: it takes 4 ms steps' steps_are sched_clock 3000000 5000000
load rdhwr_emulate
load soc_loongson_extcc force=1
check "the module's counter feeds it" is_fed_by soc-extcc
mark after
clock_steps
check 'after: it takes steps of less than 0.1 ms' steps_are sched_clock 1 100000
check 'both clocks do' steps_are soc_sched_clock 1 100000
check 'the stamps of the log are in order' stamps_in_order

ktap_end
