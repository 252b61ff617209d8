# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Our clock is the kernel's sched_clock() and runs on the CPUs' own counter, which programs
# can read as well. Whatever reads it must stay in order: perf on both CPUs, tracers,
# probes, the log, through a change of the counter, CPU hotplug and both kinds of suspend.

# shellcheck source=tests/guest/timers.sh
. /timers.sh


readers='sched_clock sched_clock_noinstr sched_clock_read_begin sched_clock_read_retry
	soc_sched_clock soc_clock_read soc_clock_read_noinstr soc_clock_stopped soc_clock_no_read
	narrow_ns wide_ns arch_counter_get_cntvct'

# The clock, who feeds it, and who uses it.
around='soc_ sched_clock generic_sched_clock renew_epoch publish take_sample look_once end_epoch
	start_epoch switch_source arch_timer arch_perf local_clock ktime_get timekeeping hrtimer_
	tick_ perf_event_ vprintk printk _printk irqtime account_ update_process_times
	update_rq_clock sched_tick'

perf_in_order() {
	/kselftest/perf_clocks "$@"
}

# tracer_survives TRACER MS: every function is traced while the clocks are compared
tracer_survives() {
	echo 256 >$tracing/buffer_size_kb
	echo "$1" >$tracing/current_tracer || return
	echo 1 >$tracing/tracing_on
	in_step ms="$2" && perf_in_order 60 page
	status=$?
	echo 0 >$tracing/tracing_on
	grep -E 'entries|overrun|dropped' $tracing/per_cpu/cpu[01]/stats
	cat $tracing/trace >/tmp/trace
	echo nop >$tracing/current_tracer
	return $status
}

# Functions of both CPUs have been traced, but no reader of the clock.
traced() {
	for cpu in "$@"; do
		[ "$(grep -c "$cpu" /tmp/trace)" -gt 500 ] || { echo "nothing on $cpu"; return 1; }
	done
	# shellcheck disable=SC2086 # a list of names
	! grep -wE "$(echo $readers | tr ' ' '|')" /tmp/trace
}

# A minute is longer than any function takes here.
graph_times_sane() {
	awk '/ us +\|/ {
			for (i = 1; i < NF; i++)
				if ($(i + 1) == "us")
					time = $i
			durations++
			if (time < 0 || time > 60000000) {
				print
				bad++
			}
		}
		END { print durations " durations"; exit bad || durations < 500 }' /tmp/trace
}

probes=$tracing/kprobe_events

no_reader_is_probed() {
	for reader in $readers; do
		grep -q " $reader$" /proc/kallsyms || continue
		if echo "p:readers/$reader $reader" >>$probes; then
			echo "$reader can be probed"
			return 1
		fi
	done
}

probe_everything_around() {
	# shellcheck disable=SC2086 # a list of names
	grep -oE "^($(echo $around | tr ' ' '|'))[^ ]*" $tracing/available_filter_functions |
		sort -u >/tmp/around
	count=0
	while read -r function; do
		count=$((count + 1))
		# Some names are not unique.
		echo "p:around/e$count $function" || echo "not $function" >&2
		echo "r:around/r$count $function" || echo "no return of $function" >&2
	done </tmp/around >>$probes
	text="$(wc -l <$probes) probes"
	echo "$text"
	say "# guest: $text"
	[ "$(wc -l <$probes)" -gt 400 ] &&
		grep -q ' renew_epoch' $probes && grep -q ' sched_clock_register' $probes &&
		grep -q ' hrtimer_interrupt' $probes && grep -q ' ktime_get' $probes &&
		echo 1 >$tracing/tracing_on && echo 1 >$tracing/events/around/enable
}

probes_were_hit() {
	sort -rnk 2 $tracing/kprobe_profile 2>/dev/null | head -n 20
	hits=$(awk '{ hits += $2; missed += $3 } END { print hits, missed }' $tracing/kprobe_profile)
	text="hits, missed: $hits"
	echo "$text"
	say "# guest: $text"
	[ "${hits% *}" -gt 10000 ]
}

remove_probes() {
	echo 0 >$tracing/events/around/enable && echo >$probes && [ ! -s $probes ]
}

# With interrupts timed, all time is still somewhere, and interrupts took some but not most.
times_add_up() {
	up=$(($(hundredths) * 2))
	grep '^cpu ' /proc/stat
	awk -v up="$up" '/^cpu / {
		for (i = 2; i <= 9; i++)
			sum += $i
		print sum " of " up ", in interrupts " $7 + $8
		exit !(sum > up * 0.9 && sum < up * 1.1 && $7 > 0 && $7 + $8 < sum / 2)
	}' /proc/stat
}

# Both start when the counter is found to run, so they are never far apart.
agrees_with_uptime() {
	ours=$(our_clock) uptime=$(($(hundredths) * 10))
	text="our clock $ours ms, uptime $uptime ms"
	echo "$text"
	say "# guest: $text"
	[ $((ours - uptime)) -gt -500 ] && [ $((ours - uptime)) -lt 500 ]
}

changes_back_and_forth() {
	round=1
	while [ $round -le "$1" ]; do
		insmod /modules/clock_source.ko && says $page '^counter: *clock_source$' &&
			say "guest: on the better counter, round $round" && rmmod clock_source ||
			return
		round=$((round + 1))
	done
}

ktap_start

check "the kernel's own clock is not in this kernel" kernels_is_out
check 'what the clock runs on is logged in its words' \
	booted_with '^\[    0\.000[0-9]*\] sched_clock: 57 bits at 63MHz, resolution 16ns, wraps every 36000'
check 'once' lines_are 1 'sched_clock: [0-9]* bits at'
check 'and in no other words' lines_are 0 'soc_timers: clock runs on'
check "the CPUs' own counter feeds the clock" says $page '^counter: *arch_counter_get_cntvct$'
check 'whose user is the kernel' says $page '^users: *1$'
check 'one timer renews the epoch' timers_that_renew
check 'the stamps of the log were in order during boot' stamps_in_order
check 'and are our clock' stamp_is_the_clock
check 'the clock keeps time with timekeeping' agrees_with_uptime
check 'the scheduler measures by it' scheduler_keeps_time

check 'both clocks in order, in steps of the counter' insmod /modules/clock_steps.ko
unload clock_steps
check 'in order and in step, both CPUs' in_step ms=1000
check 'what a reading of the clocks costs is counted' \
	insmod /modules/read_cost.ko control=0x0b00f000
unload read_cost

check "perf's records are in order across CPUs, and with its user page" perf_in_order 2000 page

check 'readers cannot be traced' readers_cannot_be_traced
check 'the function graph of everything is traced meanwhile' tracer_survives function_graph 2000
check 'on both CPUs, without readers of the clock' traced ' 0) ' ' 1) '
check 'with durations that can be true' graph_times_sane
check 'every function is traced meanwhile' tracer_survives function 1000
check 'on both CPUs, without readers of the clock' traced '\[000\]' '\[001\]'
check 'times without interrupts are traced meanwhile' tracer_survives irqsoff 500

check 'readers cannot be probed' no_reader_is_probed
check 'everything around them can' probe_everything_around
check 'in order and in step with all these probes' in_step ms=1000
check 'and so is perf' perf_in_order 60 page
check 'probes were hit' probes_were_hit
check 'probes are removed' remove_probes

check 'interrupts are timed' interrupts_are_timed 2
check 'and all time adds up' times_add_up

load clock_source
check 'the clock runs on the better counter' says $page '^counter: *clock_source$'
check 'and that is logged' logged 'sched_clock: 64 bits at 1000MHz, resolution 1ns'
check "perf's page offers no conversion, and its records are in order" perf_in_order 500 no-page
check 'in order and in step on it' in_step ms=500
check 'the log continues' stamp_is_the_clock
unload clock_source
check 'the clock runs on the old counter again' says $page '^counter: *arch_counter_get_cntvct$'
check 'the log continues on the old counter' stamp_is_the_clock
check "perf's page offers a conversion again" perf_in_order 500 page
check 'back and forth, 10 times' changes_back_and_forth 10
check 'the stamps of the log were in order meanwhile' stamps_in_order
check 'the clock still keeps time with timekeeping' agrees_with_uptime

check 'CPU 1 off and on, 5 times' hotplug 5
check 'perf is in order after CPU hotplug' perf_in_order 500 page

check 'suspend to idle' sleeps_to_idle
check 'again' sleeps_to_idle
load suspend_ops
first=$(our_clock)
check 'suspend and resume, 5 times' suspend 5
check 'the clock went on from where it was' clock_gained_less "$first" 20000
check 'the stamps of the log were in order in suspend' stamps_in_order
check 'and are still our clock' stamp_is_the_clock
check 'perf is in order after suspend' perf_in_order 500 page
check 'in order and in step after suspend' in_step ms=500
check 'one timer renews the epoch after suspend' timers_that_renew

check 'no epoch was late' says $page '^late updates: *0$'
check 'no counter restarted' says $page '^restarts: *0$'
# The first one, then there and back 11 times.
check 'the source was changed no more often than told to' says $page '^switches: *23$'
no_leaks

ktap_end
