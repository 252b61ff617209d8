# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Accesses to the block per event, for the driver that the board ticks on: the in-tree
# driver's figure for comparison, a limit for ours.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

# As in the boards' PLUGINS.
control=0x0bffe000

# In tenths: three registers are written (stop, interval, start) and the acknowledgment of
# each is read, two writes drop them, and one clears the interrupt.
ours=92
in_tree=150

count() {
	insmod /modules/mct_accesses.ko control=$control "$@"
	status=$?
	dmesg | grep 'mct_accesses: ' | tail -n 3
	return $status
}

figure() {
	dmesg | sed -n 's/.*accesses per oneshot event: \([0-9]*\)\.\([0-9]\) .*/\1\2/p' | tail -n 1
}

measured_between() {
	echo "$(figure) tenths"
	[ "$(figure)" -ge "$1" ] && [ "$(figure)" -le "$2" ]
}

compare() {
	found=$(figure)
	text="$((found / 10)).$((found % 10)) accesses per oneshot event, $((found * 100 / in_tree)) % of the in-tree driver's"
	echo "$text"
	say "# guest: $text"
	[ $((found * 100 / in_tree)) -lt 66 ]
}

ktap_start
case $(tick_of 0) in
soc-mct-tick0)
	check "no more than $((ours / 10)).$((ours % 10)) accesses per event" count most=$ours
	check 'and no fewer than full handshakes take' measured_between 85 $ours
	check 'far fewer than the in-tree driver' compare
	unload mct_accesses
	# Prove that exceeding the limit is noticed.
	check 'a lower limit is exceeded' refused count most=50 ;;
mct_tick0)
	check 'accesses of the in-tree driver are counted' count
	check 'and match the known figure' measured_between $((in_tree - 4)) $((in_tree + 4))
	unload mct_accesses ;;
*)
	check 'CPU 0 ticks on its local timer' tick_is 0 'soc-mct-tick0 or mct_tick0' ;;
esac
ktap_end
