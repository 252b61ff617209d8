#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Prove the latch of the clock twice: spin searches all states of a model of it
# (latch.pml), and the code itself runs among delayed threads and NMIs (storm.c), on this
# machine and on an emulated arm64. Then see that both find what is wrong with others.
#
#	tests/models/latch/run.sh [CONTROL...]	(names without .patch; default: all)
#
# A control is a patch to the model and the code at once. Its header describes what it
# breaks, and what must be found in a line "Model: FAULT" and in "Storm: FAULT...", which
# latch.pml and storm.c explain: "none" if it must be as good as ours, or "- REASON" if
# a storm cannot show it; "Search: depth first" where the shortest counterexample is long.
# All that runs is from a copy of the checkout.
#
# LONG=1 searches more renewals of the epoch, and lives 20 times as many lives. The controls
# are always given that many: a fault ends the storm.
#
# Counterexamples and outputs go to build/log/model. Prints KTAP and a last line
# "N passed, N failed".

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../../lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/../../lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/../../lib/tap.sh"

top=$(checkout)
latch=tests/models/latch
logs=$top/build/log/model
work=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
need_packages spin gcc libc6-dev gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user patch

case ${LONG-} in
''|0)	renewals=1 lives=100 optimise=-O0 limit=240 ;;
*)	renewals=2 lives=2000 optimise=-O2 limit=1800 ;;
esac
# Seconds that a storm may take, however busy the machine is: a few are usual, or two minutes.

# checkout_copy NAME: what is needed of the checkout, in $work/NAME
checkout_copy() {
	mkdir -p "$work/$1/$latch" "$work/$1/drivers"
	cp -R "$top/drivers/sched_clock" "$work/$1/drivers/" &&
		cp -R "$top/include" "$work/$1/" &&
		cp "$top/$latch"/* "$work/$1/$latch/" 2>/dev/null
	[ "$1" = ours ] || patch -s -p1 -F0 -d "$work/$1" <"$top/$latch/controls/$1.patch"
}

# of CONTROL KEY: from its header
of() {
	sed -n "/^---/q;s/^$2: //p" "$top/$latch/controls/$1.patch"
}

# Search the model of $1 for its first fault with the options $2; prints the fault or "none".
search() {
	(
		cd "$work/$1" || exit
		# What spin generates has warnings. The options are a list.
		# shellcheck disable=SC2086
		spin -DRENEWALS=$renewals -a "$latch/latch.pml" >spin.out 2>&1 &&
			gcc -w $optimise -DSAFETY -DNOREDUCE $2 -o pan pan.c >>spin.out 2>&1 &&
			./pan -m1000000 >pan.out 2>&1
		[ -s pan.out ] || { cat spin.out; exit 1; }
		cp pan.out "$logs/$1.search"
		grep -q 'errors: [1-9]' pan.out ||
			! grep -E 'max search depth|out of memory|not completed' pan.out || exit 1
		for trail in *.trail "$latch"/*.trail; do
			[ ! -e "$trail" ] || spin -DRENEWALS=$renewals -t -p -g -l -k "$trail" \
				"$latch/latch.pml" >"$logs/$1.counterexample" 2>&1
		done
		sed -n -e 's/^pan:1: assertion violated *!(\([a-z]*\)).*/\1/p' \
			-e 's/^pan:1: invalid end state.*/hang/p' \
			-e 's/^pan:1: \(.*\)/something else: \1/p' \
			-e 's/.*errors: 0$/none/p' pan.out
	)
}

states() {
	sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$logs/$1.search"
}

# All that the model does is done in some state: what can't be reached is not proven. But a
# barrier waits for any store there might be, before it and elsewhere.
never_reached() {
	[ "$(grep -c '^unreached in proctype' "$logs/ours.search")" = 3 ] ||
		echo 'what is reached is unknown'
	sed -n '/^unreached in proctype/,/states)$/p' "$logs/ours.search" |
		grep -v -e '^unreached' -e '"-end-"' -e 'states)$' -e '"stored\[[0-9]\] = 255"' \
			-e '"copy\[[0-9]\] = stored\[[0-9]\]"' -e '"copy\[[^]]*\] = 254"' \
			-e '"seq = stored_seq"' -e '"stored_seq = 255"' |
		sed 's/^/never reached: /'
}

model_of_ours() {
	fault=$(search ours '-DCOLLAPSE') || { echo "$fault"; return 1; }
	[ "$fault" = none ] || { echo "$fault: see $logs/ours.counterexample"; return 1; }
	unreached=$(never_reached)
	[ -z "$unreached" ] || { echo "$unreached"; return 1; }
}

# Breadth first finds the shortest counterexample, depth first is faster where it is long.
model_of() {
	search='-DBFS -DCOLLAPSE'
	[ "$(of "$1" Search)" != 'depth first' ] || search=-DCOLLAPSE
	fault=$(search "$1" "$search") || { echo "$fault"; return 1; }
	echo "$fault"
	[ "$fault" = "$(of "$1" Model)" ]
}

# compiler_of ARCH, emulator_of ARCH
compiler_of() {
	case $1 in
	x86)	echo gcc ;;
	arm64)	echo aarch64-linux-gnu-gcc ;;
	esac
}

emulator_of() {
	case $1 in
	arm64)	echo qemu-aarch64 ;;
	esac
}

# build ARCH NAME: $work/NAME/storm-ARCH, with the latch as it is there
build() {
	cc=$(compiler_of "$1")
	from=$work/$2
	set -- "$1" "$2" -std=gnu11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter \
		-Wno-sign-compare -pthread -static -I "$from/include" -I "$from" \
		-I "$from/$latch" -include shim.h -idirafter "$from/kernel"
	# Empty, since shim.h has come before them; those of the C library win.
	sed -n 's,^#include <\(linux/.*\)>,\1,p' "$from"/drivers/sched_clock/latch.c \
		"$from"/drivers/sched_clock/read.h "$from"/include/soc-timers/sched_clock.h |
		while read -r header; do
			mkdir -p "$from/kernel/${header%/*}"
			: >"$from/kernel/$header"
		done
	arch=$1
	shift 2
	[ -e "$work/storm-$arch.o" ] ||
		$cc "$@" -c -o "$work/storm-$arch.o" "$from/$latch/storm.c" || return
	$cc "$@" -fsanitize=thread --param tsan-distinguish-volatile=1 \
		--param tsan-instrument-func-entry-exit=0 \
		-c -o "$from/latch-$arch.o" "$from/$latch/storm_latch.c" &&
		$cc "$@" -o "$from/storm-$arch" "$work/storm-$arch.o" "$from/latch-$arch.o"
}

lives_of() {
	if [ "$1" = none ]; then echo "$lives"; else echo 2000; fi
}

# storm ARCH NAME FAULT...: what is found must be one of these, or "none"
storm() {
	build "$1" "$2" || return
	# shellcheck disable=SC2046 # one word or none
	timeout -s KILL "$limit" $(emulator_of "$1") "$work/$2/storm-$1" "$(lives_of "$3")" \
		>"$logs/$2.storm-$1" 2>&1
	status=$?
	cat "$logs/$2.storm-$1"
	found=$(sed -n 's/^fault: \([a-z]*\): .*/\1/p' "$logs/$2.storm-$1")
	[ "$status" != 0 ] || found=none
	shift 2
	for fault; do
		[ "$fault" != "$found" ] || return 0
	done
	echo "exit status $status, found: ${found:-nothing}, not: $*"
	return 1
}

if [ $# = 0 ]; then
	for patch in "$top/$latch"/controls/*.patch; do
		name=${patch##*/}
		set -- "$@" "${name%.patch}"
	done
fi
for name; do
	[ -e "$top/$latch/controls/$name.patch" ] || die "there is no control '$name'"
done
mkdir -p "$logs"
rm -f "$logs"/*

tap_begin ''
check 'ours can be copied' checkout_copy ours
say 'searching the model'
check 'spin finds no fault in the model of ours' model_of_ours
echo "# $(states ours) states"
for arch in x86 arm64; do
	say "storm on $arch"
	check "a storm finds none in the code, on $arch" storm $arch ours none
	sed 's/^/# /' "$logs/ours.storm-$arch"
done
for name; do
	say "control $name"
	check "control $name applies" checkout_copy "$name"
	fault=$(of "$name" Model)
	check "spin finds $fault in its model" model_of "$name"
	fault=$(of "$name" Storm)
	case $fault in
	-*)	echo "# no storm: ${fault#- }" ;;
	*)	for arch in x86 arm64; do
			# shellcheck disable=SC2086 # a list
			check "a storm finds $fault in its code, on $arch" storm $arch "$name" $fault
		done ;;
	esac
done
tap_end
