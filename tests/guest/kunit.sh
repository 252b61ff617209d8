# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Run every KUnit suite that the board has, and check what they leave behind.

# shellcheck source=tests/guest/lib.sh
. /lib.sh

ktap_start
load soc_timers
while read -r module; do
	case $module in
	*_kunit) load_suites "$module" ;;
	esac
done </modules/order
no_leaks
ktap_end
