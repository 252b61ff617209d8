#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Boot Debian's own ARM kernel on QEMU's Exynos4210 board, load the modules there
# and show what they do. Exit status 0 if everything worked.
#
#	tests/demo.sh

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/lib/totals.sh"

board=exynos-debian
log=$(checkout)/build/log/$board.log

mkdir -p "${log%/*}"
: >"$log"
# Print the board's demo lines as they come. tail exits with this script.
tail --pid=$$ -n 0 -f "$log" 2>/dev/null | sed -un 's/\r$//; s/^.*demo: \{0,1\}//p' &

verdict=$("${0%/*}/lib/board.sh" $board)
status=$?
# The last lines of the log are printed within a second.
sleep 1.5

echo
if [ $status = 0 ]; then
	echo "Done: the board ran on clocksource soc-mct-frc, both clocks agreed on both"
	echo "CPUs, and nothing was left behind. Console: $log"
else
	printf '%s\n' "$verdict"
	echo "The demo failed, see above. Console: $log"
fi
read_totals <<VERDICT || :
$verdict
VERDICT
print_totals "$passed" "$failed" "$skipped"
exit $status
