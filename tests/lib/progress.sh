# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced after common.sh by tests/test.sh: how far a run is and how long it still takes.
# A step that has ended has a file $logs/STEP.result, which begins with the number of
# tests that passed and of those that failed.
#
# plan AHEAD BESIDE LAST    print how many steps there are and about how long they take:
#                           AHEAD one after another, BESIDE in the background, then LAST
# progress TEXT             print TEXT, how many of them have ended, and about how long the
#                           others take
# remember STEP SECONDS     keep for the next run how long a step took

# Known when nothing has been timed here yet.
usual='about 45 min if kernels have to be built, else 20'

durations=$SOC_TIMERS_CACHE/log/durations

remember() {
	mkdir -p "$durations"
	echo "$2" >"$durations/$1"
}

# These run in subshells and leave the caller's variables alone.

# Print how long the STEPs that have not ended take, and an "x" for each that was never timed.
seconds_of() (
	seconds=0 unknown=
	for step; do
		if [ -e "${logs:?}/$step.result" ]; then
			continue
		elif [ -s "$durations/$step" ]; then
			seconds=$((seconds + $(cat "$durations/$step")))
		else
			unknown=x$unknown
		fi
	done
	echo "$seconds$unknown"
)

# Steps in the background were timed while they had to wait for the others.
time_left() (
	# shellcheck disable=SC2086 # lists
	{
		ahead=$(seconds_of $plan_ahead)
		beside=$(seconds_of $plan_beside)
		last=$(seconds_of $plan_last)
	}
	case $ahead$beside$last in
	*x*)	return 1 ;;
	esac
	[ "$beside" -lt "$ahead" ] || ahead=$beside
	echo "about $(((ahead + last + 59) / 60)) min"
)

plan() {
	plan_ahead=$1 plan_beside=$2 plan_last=$3
	# shellcheck disable=SC2086
	set -- $plan_ahead $plan_beside $plan_last
	say "$# steps, $(time_left || echo "$usual")"
}

progress() (
	text=$1 ended=0 bad=0
	# shellcheck disable=SC2086
	set -- $plan_ahead $plan_beside $plan_last
	for step; do
		[ -e "$logs/$step.result" ] || continue
		ended=$((ended + 1))
		read -r good wrong rest <"$logs/$step.result"
		: "$good$rest"
		[ "$wrong" = 0 ] || bad=$((bad + 1))
	done
	left=$(time_left) && left="; $left left"
	say "=== $text ($ended of $# steps done, $bad failed$left)"
)
