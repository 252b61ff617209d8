# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# How the driver deals with firmware that is right, nearly right, wrong or silent about
# the counter's rate, and with a counter that is stopped.

# shellcheck source=tests/guest/lib.sh
. /lib.sh
# shellcheck source=tests/boards/loongson3/lib.sh
. /loongson3.sh

# emulated MARK PARAM...: load the emulated counter with these parameters, and the driver,
# which measures long enough for a fraction of a ppm
emulated() {
	mark "$1"
	shift
	insmod /modules/rdhwr_emulate.ko "$@" || return 1
	insmod /modules/soc_loongson_extcc.ko force=1 check_ms=4000
}

given_back() {
	rmmod soc_loongson_extcc
	rmmod rdhwr_emulate
}

# used_is HZ: within 50 ppm
used_is() {
	cat $rate_page
	used=$(sed -n 's/^used: *\([0-9]*\) Hz$/\1/p' $rate_page)
	[ "$used" -gt $(($1 - $1 / 20000)) ] && [ "$used" -lt $(($1 + $1 / 20000)) ]
}

firmware() {
	sed -n 's/^firmware: *\([0-9]*\) Hz.*/\1/p' $rate_page
}

ktap_start
load soc_timers

check 'exact' emulated exact
check 'less than 2 ppm are measured' logged 'the firmware gives [0-9]+ Hz, measured [-+][01]\.[0-9] ppm'
rate=$(firmware)
check 'the rate from the firmware is used' grep -q "^used: *$rate Hz" $rate_page
check 'exact: unload' given_back

check '5 ppm fast' emulated fast5 ppb=5000
check 'about 5 ppm are measured' logged 'the firmware gives [0-9]+ Hz, measured \+[456]\.[0-9] ppm'
check 'the rate from the firmware is used despite 5 ppm' grep -q "^used: *$rate Hz" $rate_page
check '5 ppm fast: unload' given_back

check '5 % fast' emulated fast50000 ppb=50000000
check 'the measured rate is used, and logged' \
	logged "the firmware gives $rate Hz, but the counter is \\+(49999|5000[01])\\.[0-9] ppm off: using the measured"
check 'the measured rate is right' used_is $((rate + rate / 20))
check 'the clocks agree at this rate' agree 1000
check '5 % fast: unload' given_back

check '5 % slow' emulated slow50000 ppb=-50000000
check 'the measured rate is used, and logged' \
	logged "the firmware gives $rate Hz, but the counter is -(49999|5000[01])\\.[0-9] ppm off: using the measured"
check 'the measured rate is right' used_is $((rate - rate / 20))
check '5 % slow: unload' given_back

check 'rate 0 is refused' refused emulated zero no_rate=1
check 'and reported by the helper' logged 'counter soc-extcc: rate 0 Hz is outside'
check 'rate 0: unload' rmmod rdhwr_emulate

check 'a counter that is stopped is refused' refused emulated stopped stopped=1
check 'and reported' logged 'counter soc-extcc: is stopped at'
check 'stopped: unload' rmmod rdhwr_emulate

unload soc_timers
ktap_end
