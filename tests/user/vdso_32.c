// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the clocks of the vDSO of MIPS's 32-bit ABIs, o32 and n32, and of the system
 * calls in turn: no clock may go backwards.
 *
 * The compiler comes without a C library for these ABIs, so this uses none.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <asm/unistd.h>
#include <linux/auxvec.h>
#include <linux/elf.h>
#include <linux/time.h>
#include <linux/time_types.h>

#define TURNS		500

typedef int (*gettime64_fn)(int id, struct __kernel_timespec *ts);
typedef int (*gettime_fn)(int id, struct __kernel_old_timespec *ts);
typedef int (*gettimeofday_fn)(struct __kernel_old_timeval *tv, void *tz);

static long call(long number, long a, long b, long c)
{
	register long v0 asm("$2") = number;
	register long a0 asm("$4") = a;
	register long a1 asm("$5") = b;
	register long a2 asm("$6") = c;
	register long error asm("$7");

	asm volatile("syscall"
		     : "+r" (v0), "=r" (error)
		     : "r" (a0), "r" (a1), "r" (a2)
		     : "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24",
		       "$25", "hi", "lo", "memory");
	return error ? -v0 : v0;
}

static int same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

static void say(const char *text)
{
	const char *end = text;

	while (*end)
		end++;
	call(__NR_write, 1, (long)text, end - text);
}

static void give_up(const char *what, const char *clock)
{
	say(what);
	say(clock);
	say("\n");
	call(__NR_exit, 1, 0, 0);
	__builtin_unreachable();
}

static void *vdso_symbol(const char *base, const char *name)
{
	const Elf32_Ehdr *elf = (const void *)base;
	const Elf32_Phdr *part = (const void *)(base + elf->e_phoff);
	const Elf32_Dyn *dynamic = 0;
	const Elf32_Word *hash = 0;
	const Elf32_Sym *symbols = 0;
	const char *names = 0;
	unsigned int i;

	for (i = 0; i < elf->e_phnum; i++) {
		if (part[i].p_type == PT_DYNAMIC)
			dynamic = (const void *)(base + part[i].p_offset);
	}
	for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
		if (dynamic->d_tag == DT_HASH)
			hash = (const void *)(base + dynamic->d_un.d_ptr);
		else if (dynamic->d_tag == DT_SYMTAB)
			symbols = (const void *)(base + dynamic->d_un.d_ptr);
		else if (dynamic->d_tag == DT_STRTAB)
			names = base + dynamic->d_un.d_ptr;
	}
	for (i = 0; hash && symbols && names && i < hash[1]; i++) {
		if (symbols[i].st_shndx && same(names + symbols[i].st_name, name))
			return (void *)(base + symbols[i].st_value);
	}
	give_up("not in the vDSO: ", name);

	return 0;
}

/* Seconds and nanoseconds in one number that compares in the same order */
static unsigned long long packed(long long sec, long long nsec)
{
	if (nsec < 0 || nsec > 999999999)
		give_up("nanoseconds out of range", "");
	return (unsigned long long)sec << 30 | nsec;
}

static void in_order(const char *base, int id, const char *name)
{
	gettime64_fn vdso_gettime64 = vdso_symbol(base, "__vdso_clock_gettime64");
	gettime_fn vdso_gettime = vdso_symbol(base, "__vdso_clock_gettime");
	unsigned long long last = 0, now;
	struct __kernel_old_timespec old;
	struct __kernel_timespec ts;
	int i;

	for (i = 0; i < 3 * TURNS; i++) {
		ts.tv_nsec = -1;
		if (i % 3 == 2 ? vdso_gettime(id, &old) :
		    i % 3 ? call(__NR_clock_gettime64, id, (long)&ts, 0) : vdso_gettime64(id, &ts))
			give_up("an error from ", name);
		now = i % 3 == 2 ? packed(old.tv_sec, old.tv_nsec) : packed(ts.tv_sec, ts.tv_nsec);
		if (now < last)
			give_up(i % 3 == 1 ? "the kernel's is behind the vDSO's: " :
					     "the vDSO's is behind the kernel's: ", name);
		last = now;
	}
}

static void day_in_order(const char *base)
{
	gettimeofday_fn vdso_gettimeofday = vdso_symbol(base, "__vdso_gettimeofday");
	unsigned long long last = 0, now;
	struct __kernel_old_timeval tv;
	int i;

	for (i = 0; i < 2 * TURNS; i++) {
		if (i & 1 ? call(__NR_gettimeofday, (long)&tv, 0, 0) : vdso_gettimeofday(&tv, 0))
			give_up("an error from gettimeofday", "");
		now = packed(tv.tv_sec, tv.tv_usec);
		if (now < last || tv.tv_usec > 999999)
			give_up("gettimeofday is out of order", "");
		last = now;
	}
}

/* Without a library that calls main(): parses what the kernel leaves on the stack. */
__attribute__((used)) void start(long *stack)
{
	static const struct {
		int id;
		const char *name;
	} clocks[] = {
		{ CLOCK_REALTIME,	"REALTIME" },
		{ CLOCK_MONOTONIC,	"MONOTONIC" },
		{ CLOCK_MONOTONIC_RAW,	"MONOTONIC_RAW" },
		{ CLOCK_REALTIME_COARSE, "REALTIME_COARSE" },
		{ CLOCK_MONOTONIC_COARSE, "MONOTONIC_COARSE" },
		{ CLOCK_BOOTTIME,	"BOOTTIME" },
		{ CLOCK_TAI,		"TAI" },
	};
	long *p = stack + stack[0] + 2;
	const char *base = 0;
	unsigned int i;

	while (*p)
		p++;
	for (p++; *p != AT_NULL; p += 2) {
		if (*p == AT_SYSINFO_EHDR)
			base = (const char *)p[1];
	}
	if (!base)
		give_up("there is no vDSO", "");

	for (i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++)
		in_order(base, clocks[i].id, clocks[i].name);
	day_in_order(base);
	say("vDSO and system call in turn, in order\n");
	call(__NR_exit, 0, 0, 0);
}

asm(".globl __start\n"
	"__start:\n\t"
	".set push\n\t"
	".set noreorder\n\t"
	"move	$4, $29\n\t"
	"li	$2, -16\n\t"
	"and	$29, $29, $2\n\t"
	"addiu	$29, $29, -64\n\t"
	"jal	start\n\t"
	"nop\n\t"
	".set pop");
