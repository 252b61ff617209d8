# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Load the suites that test the promises; the kernel's command line selects these
# tests.

for module in soc_timers soc_latch_kunit soc_system_kunit; do
	insmod "/modules/$module.ko" || echo "$module does not load"
done
