# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Trace every function of the kernel and of our modules while our counter keeps time and
# our clock is read constantly: functions that read them must not be traced, since a
# tracer may read them itself. This kernel has no irqsoff tracer.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

tracing=/sys/kernel/tracing
readers='soc_clock_read_noinstr|soc_clock_no_read|soc_clock_stopped|narrow_ns|wide_ns'
readers="$readers|soc_clock_read|soc_sched_clock|mct_counter_read[a-z_]*"

there_is() {
	cat $tracing/available_tracers
	grep -qw "$1" $tracing/available_tracers
}

# The symbols must exist, or it would prove nothing that they are not traced.
readers_exist() {
	for name in soc_clock_read_noinstr narrow_ns wide_ns mct_counter_read soc_sched_clock; do
		grep -q "[[:space:]]${name}[[:space:]]" /proc/kallsyms || { echo "no $name"; return 1; }
	done
}

can_be_traced() {
	grep -w -- "$1" $tracing/available_filter_functions
}

readers_cannot() {
	! grep -wE -- "$readers" $tracing/available_filter_functions
}

# The recording stops halfway, or only the printing of the results would be left in the
# buffer; the hooks stay until the end.
compare_traced() {
	echo >$tracing/trace
	echo "$1" >$tracing/current_tracer || return 1
	echo 1 >$tracing/tracing_on
	insmod /modules/clock_compare.ko ms=3000 &
	sleep 2
	echo 0 >$tracing/tracing_on
	wait $!
	status=$?
	dmesg | grep clock_compare: | tail -n 5
	return $status
}

trace_has() {
	lines=$(wc -l <$tracing/trace) found=$(grep -cw -- "$1" $tracing/trace)
	text="$lines lines of trace, $found with $1"
	echo "$text"
	say "# guest: $text"
	[ "$lines" -gt 1000 ] && [ "$found" -gt 10 ]
}

trace_has_no_readers() {
	! grep -wE -m 5 -- "$readers" $tracing/trace
}

no_recursion() {
	! dmesg | grep -i 'recursion'
}

off() {
	echo nop >$tracing/current_tracer
	grep -qx nop $tracing/current_tracer &&
		[ -z "$(cat $tracing/enabled_functions)" ]
}

ktap_start

load soc_timers
load soc_exynos_mct
check 'switch to our clocksource' switch_to soc-mct-frc
echo 0 >$tracing/tracing_on
echo 512 >$tracing/buffer_size_kb

check 'the readers exist' readers_exist
check 'and none of them can be traced' readers_cannot
check 'other functions of our modules can be' can_be_traced soc_counter_register

for tracer in function function_graph; do
	check "the tracer $tracer is available" there_is $tracer
	check "$tracer: clocks in order and in step" compare_traced $tracer
	check "$tracer: sleep 1 ends" sleep 1
	check "$tracer: the test module is in the trace" trace_has watch_in_irq
	# The graph tracer leaves these out anyway, so it would prove nothing.
	[ $tracer = function_graph ] ||
		check "$tracer: and no reader is" trace_has_no_readers
	check "$tracer: our clocksource is still current" current_is soc-mct-frc
	check "$tracer: tracing is off again" off
	unload clock_compare
done
check 'no recursion was reported' no_recursion

echo >$tracing/trace
echo 1 >$tracing/tracing_on
check 'switch back' switch_to mct-frc
unload soc_exynos_mct
unload soc_timers

ktap_end
