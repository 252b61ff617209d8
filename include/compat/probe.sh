#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Find out which form of an interface a kernel has; run by Kbuild.
#
#	probe.sh PROBE.c ANSWER.h DEPFILE KERNEL_DIR COMPILER FLAGS...
#
# PROBE.c names the interface in its line " * Probe: ..." and holds one test for
# each form, "#if defined(SOC_FORM)" or "#elif defined(SOC_FORM)". The one that
# compiles becomes "#define SOC_FORM 1" in ANSWER.h. If none or several compile, this
# kernel has not been looked at yet, and stopping is better than guessing. A line
# " * Otherwise: ..." in PROBE.c gives the error in case that none does.

set -u
probe=$1 answer=$2 depfile=$3 kernel=$4
shift 4

log=${answer%.h}.log
forms=$(sed -n 's/^#\(el\)\{0,1\}if defined(\(SOC_[A-Z0-9_]*\))$/\2/p' "$probe")
found=
count=0

: >"$log"
for form in $forms; do
	echo "$form:" >>"$log"
	# Kernels differ in which warnings are errors. Here only these are.
	if "$@" -Wno-error -Werror=implicit-function-declaration \
		-Werror=incompatible-pointer-types -Werror=int-conversion \
		-D"$form" -MMD -MF "$depfile.$form" \
		-fsyntax-only "$probe" >>"$log" 2>&1
	then
		found=$form
		count=$((count + 1))
	fi
done

if [ "$count" = 1 ]; then
	mv "$depfile.$found" "$depfile"
	echo "#define $found 1" >"$answer"
	rm -f "$log"
fi
rm -f "$depfile".SOC_*
[ "$count" != 1 ] || exit 0

what=$(sed -n 's/^ \* Probe: *//p' "$probe")
otherwise=$(sed -n 's/^ \* Otherwise: *//p' "$probe")
case $count in
0) error=${otherwise:-$what: no known form compiles} ;;
*) error="$what: several forms compile" ;;
esac
printf 'soc-timers: error: %s (kernel: %s; compiler messages: %s)\n' \
	"$error" "$kernel" "$(realpath "$log")" >&2
exit 1
