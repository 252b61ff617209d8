# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Accesses per event: the in-tree driver on its channel, then ours on another one, under
# the same load.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

# Accesses per event of channel $1 in tenths, from the last measurement.
per_event() {
	sed -n "s/.*channel $1: \([0-9]*\)\.\([0-9]\) accesses per event.*/\1\2/p" /tmp/measured
}

cost_between() {
	echo "$1 tenths"
	[ "$1" -ge "$2" ] && [ "$1" -le "$3" ]
}

tenths() {
	echo "$(($1 / 10)).$(($1 % 10))"
}

ktap_start

check 'before: the CPU ticks on the in-tree driver' tick_is 0 timer
check 'before: it has high resolution' high_resolution 1
check '1 kHz for 2 s' events events=2000
in_tree=$(per_event 0)
check 'in-tree: four accesses to program an event, one for the interrupt' \
	cost_between "$in_tree" 48 52

load soc_timers
# With one CPU, the in-tree driver's device is as good as ours, which is only chosen if
# asked for.
load soc_dw_apb_timer roles=ec
check 'the CPU ticks on our device' tick_is 0 soc-dw-apb-cpu0
check 'it has high resolution' high_resolution 1
check '1 kHz for 2 s' events events=2000
ours=$(per_event 2)
check 'ours: three accesses to program an event, one for the interrupt' cost_between "$ours" 38 41
say "# guest: accesses per event: in-tree $(tenths "$in_tree"), ours $(tenths "$ours")"

ktap_end
