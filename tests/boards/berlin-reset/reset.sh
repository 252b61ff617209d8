# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The early form goes on without a reset that it cannot get, since the board could not
# boot otherwise.

# shellcheck source=tests/boards/berlin/lib.sh
. /berlin.sh

reported() {
	dmesg | grep 'cannot get the reset'
	[ "$(dmesg | grep -c "/timer@$1: cannot get the reset .*going on without it")" = 1 ]
}

ktap_start

for channel in b000000 b000014 b000028 b00003c; do
	check "$channel goes on without its reset, reported once" reported $channel
done
check 'our clocksource is chosen automatically' current_is soc-dw-apb
runs_on_both_cpus
check 'sleep 1 ends' sleep 1

ktap_end
