# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# The kernel's own selftest that switches between our clocksource and the PWM
# timer's as fast as it can, while the clocks are read and slept by.

# shellcheck source=tests/boards/exynos/lib.sh
. /exynos.sh

# Its sanity checks of each clocksource alone (-s leaves them out) are the two
# programs that it starts anyway, for a minute on each clocksource. It looks for them
# where it is. What it prints has a verdict for each of the three.
switch() {
	cd /kselftest || return
	./clocksource-switch -s -t 1 >/tmp/switch 2>&1
	status=$?
	cat /tmp/switch
	grep -q '^ok 1 clocksource-switch$' /tmp/switch &&
		[ "$(grep -c 'pass:[1-9][0-9]* fail:0' /tmp/switch)" = 3 ] && [ $status = 0 ]
}

switched_often() {
	switches=$(($(dmesg | grep -c 'clocksource: Switched to clocksource') - before))
	text="$switches switches in $took/100 s"
	echo "$text"
	say "# guest: $text"
	[ $switches -ge 20 ]
}

ktap_start
check 'our clocksource is the current one' current_is soc-mct-frc
before=$(dmesg | grep -c 'clocksource: Switched to clocksource')
begin=$(hundredths)
check 'kselftest clocksource-switch' switch
took=$(($(hundredths) - begin))
check 'it did switch' switched_often
check 'our clocksource again' current_is soc-mct-frc
check 'CPU 0 still ticks on its local timer' tick_is 0 soc-mct-tick0
check 'CPU 1 still ticks on its local timer' tick_is 1 soc-mct-tick1
check 'high resolution still' high_resolution 2
check 'sleep 1 takes 1 s after it' sleep_takes_its_time 1
check 'clocks in order and in step after it' in_step ms=1000
check 'no fault was reported' refused logged 'exynos-mct: [^m]'
ktap_end
