# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The full form: the block is ours. The timer that the board has booted on remains
# available as an independent clock to measure with.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

pwm=samsung_clocksource_timer

# The lower half of the counter, as the system clock last saw it.
counter_near_wrap() {
	cat $page
	ticks=$(sed -n 's/^epoch ticks: *//p' $page)
	[ $((ticks)) -ge $((0xf8d8f200)) ]
}

ktap_start

check 'before: the board runs on its PWM timer' current_is $pwm
was=$(cat $cpu1)
[ "$was" = 0 ] || check 'before: CPU 1 has no tick device of its own' tick_is 1 dummy_timer

load soc_timers
load soc_exynos_mct sched_clock=1
[ "$was" = 1 ] || check 'CPU 1 comes up' sh -c "echo 1 >$cpu1"
check 'the form is logged' \
	logged 'soc_exynos_mct: /soc/timer@10050000: full, 2 local timers on an interrupt each, comparator 0 for wake-up; stays until reboot'
check 'and so is the counter' \
	logged 'soc_timers: counter soc-mct-frc: full, 32 bits at 24000000 Hz, rating 450'
check 'this kernel lets no module feed its clock' logged \
	"soc_timers: counter soc-mct-frc: cannot feed the kernel's sched_clock(): modules can do that from Linux 6.18 on"
check 'the counter is about to wrap' counter_near_wrap
check 'all clocks in order and in step across the wrap' in_step ms=8000
check 'our clocksource is chosen automatically' current_is soc-mct-frc
check 'CPU 0 ticks on its local timer' tick_is 0 soc-mct-tick0
check 'CPU 1 ticks on its local timer' tick_is 1 soc-mct-tick1
check 'comparator 0 is the broadcast device' broadcast_is soc-mct-comp
check 'both CPUs have high resolution' high_resolution 2
check 'the form is permanent: rmmod is refused' refused rmmod soc_exynos_mct
check 'sleep 1 takes 1 s by our counter' sleep_takes_its_time 1
check 'ticks are delivered to their CPU' ticks_at_home

check 'switch to the PWM timer as an independent clock' switch_to $pwm
check 'sleep 1 takes 1 s by it' sleep_takes_its_time 1
check 'sleep 5 takes 5 s by it' sleep_takes_its_time 5
check 'switch back to our clocksource' switch_to soc-mct-frc

check 'CPU 1 off and on, 50 times' hotplug 50
check 'CPU 1 ticks on its local timer again' tick_is 1 soc-mct-tick1
check 'high resolution again' high_resolution 2
check 'ticks are still delivered to their CPU' ticks_at_home
check 'sleep 1 still takes 1 s' sleep_takes_its_time 1

echo core >/sys/power/pm_test
echo 0 >/sys/module/suspend/parameters/pm_test_delay
check 'suspend and resume, 20 times' suspend 20
check 'CPU 0 ticks after suspend' tick_is 0 soc-mct-tick0
check 'CPU 1 ticks after suspend' tick_is 1 soc-mct-tick1
check 'high resolution after suspend' high_resolution 2
check 'sleep 1 takes 1 s after suspend' sleep_takes_its_time 1
check 'our clocksource is still current' current_is soc-mct-frc

check 'kselftest inconsistency-check' selftest /kselftest/inconsistency-check -t 2
check 'no fault was reported' refused logged 'soc_exynos_mct: soc-mct-'
no_leaks

ktap_end
