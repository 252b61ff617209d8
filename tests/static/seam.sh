#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Check that the I/O seam costs nothing: functions that use it must compile to the same
# instructions as those that use the kernel's accessors.
#
#	seam.sh DIR
#
# DIR is a copy of the checkout to build in. KDIR_ARM as in compile.sh.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

[ $# = 1 ] || die "usage: seam.sh DIR"
dir=$(cd "$1" && pwd) || exit 2
kdir=${KDIR_ARM:-$("${0%/*}/../lib/kernel.sh" arm)} || exit 2
seam=$dir/tests/static/seam

need_packages make gcc-arm-linux-gnueabihf
make -s -C "$kdir" M="$seam" ARCH=arm CROSS_COMPILE=arm-linux-gnueabihf- \
	seam_use.o seam_ref.o </dev/null 2>&1 || exit 2
"${0%/*}/disasm.py" same "$seam/seam_use.o" "$seam/seam_ref.o"
