#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Boot a kernel of "kernel.sh arc-graft" on the model of an ARC HS machine.
#
#	tests/models/arc/run.sh KERNEL_DIRECTORY [OPTION...]
#
# OPTIONs are those of the model, see main.c. The console comes out on stdout. The
# exit status is the model's: 0 if the kernel has switched the machine off.

set -eu
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../../lib/common.sh"

[ $# -ge 1 ] || die 'usage: run.sh KERNEL_DIRECTORY [OPTION...]'
kernel=$1
shift
[ -e "$kernel/vmlinux" ] || die "no vmlinux in $kernel"
need_packages gcc libc6-dev binutils-arc-linux-gnu python3

model=${0%/*}
out=$SOC_TIMERS_CACHE/build/arc-machine-$(checkout | hash_of)
mkdir -p "$out"
exec 9>"$out.lock"
flock 9
sources=$(cat "$model"/*.[ch] "$model/decode.py" | hash_of)
if [ "$(cat "$out/sources" 2>/dev/null)" != "$sources" ]; then
	gcc -O2 -Wall -Wextra -Werror -o "$out/machine" "$model"/*.c ||
		die "the model does not compile"
	rm -f "$out"/*.sum
	echo "$sources" >"$out/sources"
fi

# table PROGRAM NAME
table() {
	sum=$(hash_of <"$1")
	[ "$(cat "$out/$2.sum" 2>/dev/null)" != "$sum" ] || return 0
	arc-linux-gnu-objdump -d "$1" | "$model/decode.py" >"$out/$2.table" ||
		die "$1 can't be disassembled"
	echo "$sum" >"$out/$2.sum"
}

table "$kernel/vmlinux" vmlinux
table "$kernel/initramfs.init" init
exec 9>&-
exec "$out/machine" "$@" "$kernel/vmlinux" "$out/vmlinux.table" "$out/init.table"
