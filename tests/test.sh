#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# All tests, one step after another: no step's timing may suffer from another.
#
#	tests/test.sh [STEP...]
#
# Each step ends with a line "N passed, N failed"; so does this, with the sums.
# A step that ends without such a line, or in which nothing passed, has failed.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/lib/common.sh"
cd "$(checkout)" || exit 1

run_step() {
	case $1 in
	static)		tests/static/check.sh ;;
	harness)	tests/lib/test.sh ;;
	kunit)		tests/lib/board.sh uml ;;
	mutants)	tests/mutants/run.sh ;;
	graft)		tests/graft/test.sh ;;
	demo)		tests/demo.sh ;;
	*)		tests/lib/board.sh "$1" ;;
	esac
}

[ $# -gt 0 ] || set -- static harness kunit mutants exynos exynos-full exynos-late exynos-deaf \
	exynos-frozen graft exynos-early berlin berlin-dt loongson3 \
	demo

logs=$SOC_TIMERS_CACHE/log/test
mkdir -p "$logs"
passed=0 failed=0 skipped=0 summary=

for step; do
	say "=== $step"
	begin=$(date +%s)
	log=$logs/$step.log
	{ run_step "$step" 2>&1; echo "exit status: $?"; } | tee "$log" | grep -v '^exit status: '
	status=$(sed -n 's/^exit status: //p' "$log" | tail -n 1)
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
	p=$(expr "$line" : '\([0-9]*\) passed')
	f=$(expr "$line" : '.* \([0-9]*\) failed')
	s=$(expr "$line" : '.* \([0-9]*\) skipped')
	if [ "${p:-0}" = 0 ] && [ "${f:-0}" = 0 ]; then
		f=1
		line="no test was run, see $log"
	elif [ "$status" != 0 ] && [ "$f" = 0 ]; then
		f=1
		line="$line, but exit status $status, see $log"
	fi
	passed=$((passed + ${p:-0}))
	failed=$((failed + f))
	skipped=$((skipped + ${s:-0}))
	summary="$summary$(printf '%-10s %5d s  %s' "$step" $(($(date +%s) - begin)) "$line")
"
done

printf '\n%s\n' "$summary"
if [ "$skipped" != 0 ]; then
	echo "$passed passed, $failed failed, $skipped skipped"
else
	echo "$passed passed, $failed failed"
fi
[ "$failed" = 0 ] && [ "$passed" != 0 ]
