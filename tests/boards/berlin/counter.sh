# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Counter-only, next to the in-tree driver: its counter is offered, selected, used and
# released; its event channel is left alone.

# shellcheck source=tests/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

ktap_start

check 'before: the in-tree driver keeps time' current_is timer
check 'before: no CPU has high resolution' high_resolution 0
check 'before: CPU 0 has no tick device of its own' tick_is 0 dummy_timer
load soc_timers

check 'an unknown mode is refused' refused insmod /modules/soc_dw_apb_timer.ko mode=fast
check 'and that is logged' logged 'mode=fast is unknown: use auto, full or counter'
check 'roles that make no sense are refused' \
	refused insmod /modules/soc_dw_apb_timer.ko roles=cc
check 'and that is logged' logged 'roles=cc is not a letter for each channel'

load soc_dw_apb_timer mode=counter
check 'the form is logged' logged '/timer@b000014: counter-only, next to another driver'
check 'and the counter' logged 'counter soc-dw-apb: counter-only, 32 bits at 24000000 Hz, rating 290'
check 'the event channel is left alone' logged '/timer@b000000: left alone: not a counter .*, another driver'
check 'the clocksource is offered' offered soc-dw-apb
check 'but not selected automatically' current_is timer
check 'switch to it' switch_to soc-dw-apb
check 'rmmod of the current clocksource is refused' refused rmmod soc_dw_apb_timer
check 'sleep 1 ends' sleep 1
check 'clocks in order and in step, both CPUs' in_step ms=1000
check 'switch back' switch_to timer
unload soc_dw_apb_timer
check 'the clocksource is gone' refused offered soc-dw-apb
unload soc_timers

ktap_end
