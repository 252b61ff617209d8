#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The harness and the QEMU plug-ins, judged by themselves: what they must call a
# failure, and what a corrected or broken model must do.
#
#	tests/lib/test.sh

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/common.sh"

need_packages python3 gcc libc6-dev gcc-arm-linux-gnueabihf qemu-system-arm
top=$(checkout)
parser=$("$top/tests/lib/kernel.sh" --source) || die 'no kernel source to take the KTAP parser from'
export KUNIT_PARSER="$parser/tools/testing/kunit"

verdict=$(cd "$top/tests/lib" && /usr/bin/python3 -W error -m unittest -q test_ktap 2>&1)
run=$(printf '%s\n' "$verdict" | sed -n 's/^Ran \([0-9]*\) tests.*/\1/p')
bad=$(printf '%s\n' "$verdict" | sed -n 's/^FAILED (\(.*\))$/\1/p' | tr ',' '\n' |
	sed -n 's/.*=//p' | awk '{ n += $1 } END { print n + 0 }')
[ -n "$run" ] || { run=1 bad=1; }
[ "$bad" = 0 ] || printf '%s\n' "$verdict"
echo "ktap.py: $((run - bad)) passed, $bad failed"

plugins=$("$top/tests/models/qemu/selftest.sh" 2>&1) || :
line=$(printf '%s\n' "$plugins" | grep -E '^[0-9]+ passed, [0-9]+ failed' | tail -n 1)
p=${line%% passed*} f=${line#*passed, } f=${f%% failed*}
[ -n "$line" ] || { p=0 f=1; }
[ "$f" = 0 ] || printf '%s\n' "$plugins"
echo "QEMU plug-ins: $p passed, $f failed"

echo "$((run - bad + p)) passed, $((bad + f)) failed"
[ $((bad + f)) = 0 ]
