// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first and only process of the ARC image: reports the current clocksource and
 * whether time advances, then powers the machine off. With guest_clock=kernels on the
 * kernel's command line it also checks that our clock is the kernel's sched_clock().
 *
 * Debian has no C library for ARC, so this uses none. All output goes to the kernel's
 * log: its console works without interrupts from the serial port.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <stddef.h>
#include <stdint.h>

/* System calls whose numbers are the same on all new architectures */
#define SYS_MKDIRAT		34
#define SYS_MOUNT		40
#define SYS_OPENAT		56
#define SYS_CLOSE		57
#define SYS_READ		63
#define SYS_WRITE		64
#define SYS_REBOOT		142
#define SYS_CLOCK_GETTIME64	403
#define SYS_CLOCK_NANOSLEEP64	407

#define AT_FDCWD		(-100)
#define O_RDONLY		0
#define O_WRONLY		1
#define O_NONBLOCK		0x800
#define EAGAIN			11
#define CLOCK_MONOTONIC		1
#define REBOOT_MAGIC1		0xfee1dead
#define REBOOT_MAGIC2		672274793
#define REBOOT_POWER_OFF	0x4321fedc

#define CLOCKSOURCES		"/sys/devices/system/clocksource/clocksource0/"
#define USUAL_CLOCKSOURCE		"soc-arc-gfrc"
#define EXPECTED_PARAMETER	"guest_clocksource="
#define CLOCK_PARAMETER		"guest_clock=kernels"
#define COUNTERS		"/sys/kernel/debug/soc_timers/counters"

#define READINGS		1000
#define SLEEPS			3
#define SLEEP_US		100000
/* An emulator may be slow, but its time must be right. */
#define SLEEP_MOST_US		1000000
/* The log's stamps and CLOCK_MONOTONIC are read one after the other. */
#define APART_MOST_US		10000
/* Fewer lines are not the log of a boot. */
#define LINES_LEAST		50

struct timespec64 {
	int64_t sec;
	int64_t nsec;
};

static long call(long nr, long a, long b, long c, long d, long e)
{
	register long r8 __asm__("r8") = nr;
	register long r0 __asm__("r0") = a;
	register long r1 __asm__("r1") = b;
	register long r2 __asm__("r2") = c;
	register long r3 __asm__("r3") = d;
	register long r4 __asm__("r4") = e;

	__asm__ volatile("trap_s 0" : "+r" (r0) :
			 "r" (r1), "r" (r2), "r" (r3), "r" (r4), "r" (r8) : "memory");

	return r0;
}

static char line[256];
static size_t used;
static int kmsg;

static void text(const char *s)
{
	while (*s && used < sizeof(line) - 1)
		line[used++] = *s++;
}

static void number(uint32_t n)
{
	char digits[11];
	int i = sizeof(digits) - 1;

	digits[i] = 0;
	do {
		digits[--i] = '0' + n % 10;
		n /= 10;
	} while (n);
	text(digits + i);
}

/* One write is one line of the log. */
static void end_line(void)
{
	line[used] = '\n';
	call(SYS_WRITE, kmsg, (long)line, used + 1, 0, 0);
	used = 0;
}

static int same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

static int begins(const char *s, const char *start)
{
	while (*start && *s == *start) {
		s++;
		start++;
	}
	return !*start;
}

static int contains(const char *s, const char *part)
{
	while (*s && !begins(s, part))
		s++;
	return *s != 0;
}

static int open_file(const char *path, int flags)
{
	return call(SYS_OPENAT, AT_FDCWD, (long)path, flags, 0, 0);
}

/* Strips the last newline; "" if there is no such file. */
static const char *contents(const char *path)
{
	static char buf[1024];
	int fd = open_file(path, O_RDONLY);
	long n = 0;

	if (fd >= 0) {
		n = call(SYS_READ, fd, (long)buf, sizeof(buf) - 1, 0, 0);
		call(SYS_CLOSE, fd, 0, 0, 0, 0);
	}
	if (n < 0)
		n = 0;
	if (n && buf[n - 1] == '\n')
		n--;
	buf[n] = 0;

	return buf;
}

static void mount(const char *type, const char *place)
{
	call(SYS_MKDIRAT, AT_FDCWD, (long)place, 0755, 0, 0);
	call(SYS_MOUNT, (long)type, (long)place, (long)type, 0, 0);
}

static void show_lines(const char *s)
{
	while (*s) {
		text("# ");
		while (*s && *s != '\n') {
			char one[2] = { *s == '\t' ? ' ' : *s, 0 };

			text(one);
			s++;
		}
		if (*s)
			s++;
		end_line();
	}
}

static int64_t now_us(void)
{
	struct timespec64 ts = { 0, 0 };

	call(SYS_CLOCK_GETTIME64, CLOCK_MONOTONIC, (long)&ts, 0, 0, 0);

	return ts.sec * 1000000 + (uint32_t)ts.nsec / 1000;
}

static unsigned int results;

static void result(int good, const char *what)
{
	results++;
	text(good ? "ok " : "not ok ");
	number(results);
	text(" ");
	text(what);
	end_line();
}

/* The clocksource that this board must use, from the kernel's command line. */
static const char *expected(void)
{
	static char name[32];
	const char *at = contents("/proc/cmdline");
	size_t n = 0;

	while (*at && !begins(at, EXPECTED_PARAMETER))
		at++;
	if (!*at)
		return USUAL_CLOCKSOURCE;
	at += sizeof(EXPECTED_PARAMETER) - 1;
	while (*at && *at != ' ' && n < sizeof(name) - 1)
		name[n++] = *at++;
	name[n] = 0;

	return name;
}

static void by_expected_counter(void)
{
	const char *name = expected();
	const char *current = contents(CLOCKSOURCES "current_clocksource");

	text("# clocksource: ");
	text(current);
	text(", expected: ");
	text(name);
	end_line();
	result(same(current, name), "time is kept by the expected clocksource");
}

static void never_back(void)
{
	int64_t last = now_us(), first = last, now;
	int i, back = 0;

	for (i = 0; i < READINGS; i++) {
		now = now_us();
		if (now < last)
			back++;
		last = now;
	}
	text("# ");
	number(READINGS);
	text(" readings of CLOCK_MONOTONIC in ");
	number(last - first);
	text(" us, ");
	number(back);
	text(" steps back");
	end_line();
	result(!back && last > first, "time goes on and never back");
}

static void sleeps_end(void)
{
	struct timespec64 ts = { 0, SLEEP_US * 1000 };
	int64_t before, took;
	int i, good = 1;

	for (i = 0; i < SLEEPS; i++) {
		before = now_us();
		call(SYS_CLOCK_NANOSLEEP64, CLOCK_MONOTONIC, 0, (long)&ts, 0, 0);
		took = now_us() - before;
		text("# ");
		number(SLEEP_US);
		text(" us of sleep took ");
		number(took);
		text(" us");
		end_line();
		good &= took >= SLEEP_US && took < SLEEP_MOST_US;
	}
	result(good, "sleeps take the time they should");
}

struct log {
	uint32_t lines;
	uint32_t back;		/* stamps lower than the one before */
	uint32_t about_clock;	/* lines about what the kernel's clock runs on */
	int64_t last;		/* the last stamp, in us */
};

/* A record is "PRIORITY,NUMBER,STAMP,FLAGS;TEXT". */
static void look_at(const char *record, struct log *log)
{
	int64_t stamp = 0;
	int commas = 0;

	while (*record && commas < 2)
		commas += *record++ == ',';
	while (*record >= '0' && *record <= '9')
		stamp = stamp * 10 + (*record++ - '0');
	while (*record && *record++ != ';')
		;

	log->lines++;
	if (stamp < log->last)
		log->back++;
	log->last = stamp;
	if (begins(record, "sched_clock: ") && contains(record, " bits at "))
		log->about_clock++;
}

/* Reads the log from its first line on; lines that are lost are not counted. */
static struct log read_log(void)
{
	static char record[8192];
	struct log log = { 0, 0, 0, 0 };
	int fd = open_file("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	long n;

	while (fd >= 0) {
		n = call(SYS_READ, fd, (long)record, sizeof(record) - 1, 0, 0);
		if (n == -EAGAIN || !n)
			break;
		if (n < 0)
			continue;
		record[n] = 0;
		look_at(record, &log);
	}
	call(SYS_CLOSE, fd, 0, 0, 0, 0);

	return log;
}

static void log_is_stamped(void)
{
	struct log log = read_log();

	text("# ");
	number(log.lines);
	text(" lines, ");
	number(log.back);
	text(" stamps lower than the one before, ");
	number(log.about_clock);
	text(" about the kernel's clock");
	end_line();
	result(log.about_clock == 1, "one line about the kernel's clock");
	result(log.lines >= LINES_LEAST && !log.back, "the stamps of the log are in order");
}

static void keeps_pace(void)
{
	struct timespec64 ts = { 1, 0 };
	int64_t stamps, us, apart;

	text("# now");
	end_line();
	us = now_us();
	stamps = read_log().last;
	call(SYS_CLOCK_NANOSLEEP64, CLOCK_MONOTONIC, 0, (long)&ts, 0, 0);
	text("# now");
	end_line();
	us = now_us() - us;
	stamps = read_log().last - stamps;
	apart = stamps < us ? us - stamps : stamps - us;

	text("# the log's stamps advanced ");
	number(stamps);
	text(" us, CLOCK_MONOTONIC ");
	number(us);
	text(" us");
	end_line();
	result(us >= 1000000 && apart < APART_MOST_US, "the kernel's clock keeps pace");
}

static void one_clock(void)
{
	show_lines(contents(COUNTERS));
	result(contains(contents(COUNTERS), "soc_sched_clock timekeeping sched_clock"),
	       "both clocks are one");
}

/* In all of a file that is longer than a buffer; lines are shorter. */
static uint32_t count_lines(const char *path, const char *part)
{
	static char buf[256];
	int fd = open_file(path, O_RDONLY);
	uint32_t found = 0;
	size_t n = 0;
	char c;

	while (fd >= 0 && call(SYS_READ, fd, (long)&c, 1, 0, 0) == 1) {
		if (c != '\n') {
			if (n < sizeof(buf) - 1)
				buf[n++] = c;
			continue;
		}
		buf[n] = 0;
		found += contains(buf, part);
		n = 0;
	}
	call(SYS_CLOSE, fd, 0, 0, 0, 0);

	return found;
}

static void one_timer(void)
{
	uint32_t ours = count_lines("/proc/timer_list", ", renew_epoch");
	uint32_t kernels = count_lines("/proc/timer_list", ", sched_clock_poll");

	text("# ");
	number(ours);
	text(" timers of ours, ");
	number(kernels);
	text(" of the kernel's");
	end_line();
	result(ours == 1 && !kernels, "one timer renews the epoch");
}

static void clock_is_the_kernels(void)
{
	log_is_stamped();
	keeps_pace();
	one_clock();
	one_timer();
}

__attribute__((noreturn)) void _start(void)
{
	int clock, fd;

	kmsg = open_file("/dev/kmsg", O_WRONLY);
	mount("proc", "/proc");
	mount("sysfs", "/sys");
	mount("debugfs", "/sys/kernel/debug");
	/* Otherwise the kernel drops most of what follows. */
	fd = open_file("/proc/sys/kernel/printk_devkmsg", O_WRONLY);
	call(SYS_WRITE, fd, (long)"on\n", 3, 0, 0);
	call(SYS_CLOSE, fd, 0, 0, 0, 0);

	text("TAP version 13");
	end_line();
	clock = contains(contents("/proc/cmdline"), CLOCK_PARAMETER);
	text(clock ? "1..8" : "1..3");
	end_line();
	by_expected_counter();
	never_back();
	sleeps_end();
	if (clock)
		clock_is_the_kernels();
	show_lines(contents("/sys/kernel/debug/soc_timers/sched_clock"));
	text("guest: end");
	end_line();

	for (;;)
		call(SYS_REBOOT, REBOOT_MAGIC1, REBOOT_MAGIC2, REBOOT_POWER_OFF, 0, 0);
}
