// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compares the clocks of the vDSO with those of the system calls.
 *
 *	vdso_clocks order		both in turn: no clock goes backwards
 *	vdso_clocks corners		invalid clocks and pointers: the same results
 *	vdso_clocks calls vdso		no clock enters the kernel without need
 *	vdso_clocks calls entered	the precise ones do, the coarse ones don't
 *
 * For an invalid pointer the system call returns an error, but the vDSO's code runs in
 * the program and gets a signal; this is so for every vDSO.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

typedef int (*gettime_fn)(clockid_t id, struct timespec *ts);
typedef int (*gettimeofday_fn)(struct timeval *tv, struct timezone *tz);

static gettime_fn vdso_gettime, vdso_getres;
static gettimeofday_fn vdso_gettimeofday;

/* The system calls, with errors as the vDSO gives them: negative */

static int kernel_gettime(clockid_t id, struct timespec *ts)
{
	return syscall(SYS_clock_gettime, id, ts) ? -errno : 0;
}

static int kernel_getres(clockid_t id, struct timespec *ts)
{
	return syscall(SYS_clock_getres, id, ts) ? -errno : 0;
}

static int kernel_gettimeofday(struct timeval *tv, struct timezone *tz)
{
	return syscall(SYS_gettimeofday, tv, tz) ? -errno : 0;
}

/* The vDSO's symbols */

typedef ElfW(Ehdr) elf_header;
typedef ElfW(Phdr) elf_part;
typedef ElfW(Dyn) elf_entry;
typedef ElfW(Word) elf_word;
typedef ElfW(Sym) elf_symbol;

static void *vdso_symbol(const char *name)
{
	char *base = (char *)getauxval(AT_SYSINFO_EHDR);
	const elf_header *elf = (const void *)base;
	const elf_part *part = (const void *)(base + elf->e_phoff);
	const elf_entry *dynamic = NULL;
	const elf_word *hash = NULL;
	const elf_symbol *symbols = NULL;
	const char *names = NULL;
	elf_word i;

	for (i = 0; i < elf->e_phnum; i++) {
		if (part[i].p_type == PT_DYNAMIC)
			dynamic = (const void *)(base + part[i].p_offset);
	}
	for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
		if (dynamic->d_tag == DT_HASH)
			hash = (void *)(base + dynamic->d_un.d_ptr);
		else if (dynamic->d_tag == DT_SYMTAB)
			symbols = (void *)(base + dynamic->d_un.d_ptr);
		else if (dynamic->d_tag == DT_STRTAB)
			names = base + dynamic->d_un.d_ptr;
	}
	if (!hash || !symbols || !names)
		return NULL;

	for (i = 0; i < hash[1]; i++) {
		if (symbols[i].st_shndx != SHN_UNDEF && !strcmp(names + symbols[i].st_name, name))
			return base + symbols[i].st_value;
	}

	return NULL;
}

static void find_vdso(void)
{
	if (getauxval(AT_SYSINFO_EHDR)) {
		vdso_gettime = vdso_symbol("__vdso_clock_gettime");
		vdso_getres = vdso_symbol("__vdso_clock_getres");
		vdso_gettimeofday = vdso_symbol("__vdso_gettimeofday");
	}
	if (vdso_gettime && vdso_getres && vdso_gettimeofday)
		return;
	printf("this kernel's vDSO has no clocks\n");
	exit(1);
}

/* Clocks */

enum kind { ENTERED, PRECISE, COARSE };

static const struct {
	clockid_t id;
	const char *name;
	enum kind kind;
} clocks[] = {
	{ CLOCK_REALTIME,		"REALTIME",		PRECISE },
	{ CLOCK_MONOTONIC,		"MONOTONIC",		PRECISE },
	{ CLOCK_PROCESS_CPUTIME_ID,	"PROCESS_CPUTIME_ID",	ENTERED },
	{ CLOCK_THREAD_CPUTIME_ID,	"THREAD_CPUTIME_ID",	ENTERED },
	{ CLOCK_MONOTONIC_RAW,		"MONOTONIC_RAW",	PRECISE },
	{ CLOCK_REALTIME_COARSE,	"REALTIME_COARSE",	COARSE },
	{ CLOCK_MONOTONIC_COARSE,	"MONOTONIC_COARSE",	COARSE },
	{ CLOCK_BOOTTIME,		"BOOTTIME",		PRECISE },
	{ CLOCK_TAI,			"TAI",			PRECISE },
};

/* In order */

#define TURNS 1500

static int64_t ns_of(const struct timespec *ts)
{
	return ts->tv_sec * 1000000000LL + ts->tv_nsec;
}

static int clock_in_order(clockid_t id, const char *name)
{
	int64_t first = 0, last = INT64_MIN;
	struct timespec ts;
	int i, err;

	for (i = 0; i < 2 * TURNS; i++) {
		memset(&ts, 0xff, sizeof(ts));
		err = i & 1 ? kernel_gettime(id, &ts) : vdso_gettime(id, &ts);
		if (err) {
			printf("%s, reading %d: error %d\n", name, i, -err);
			return 1;
		}
		if (ts.tv_nsec < 0 || ts.tv_nsec > 999999999 || ns_of(&ts) < last) {
			printf("%s, reading %d, from the %s: %lld.%09ld after %lld ns\n", name, i,
			       i & 1 ? "kernel" : "vDSO", (long long)ts.tv_sec, ts.tv_nsec,
			       (long long)last);
			return 1;
		}
		last = ns_of(&ts);
		if (!i)
			first = last;
	}
	printf("%s: %d readings in turn, in order, %lld ns apart\n", name, i,
	       (long long)(last - first) / i);

	return 0;
}

static int gettimeofday_in_order(void)
{
	int64_t last = INT64_MIN, now;
	struct timezone tz, tz_kernel;
	struct timespec ts;
	struct timeval tv;
	int i;

	if (kernel_gettimeofday(&tv, &tz_kernel))
		return 1;
	for (i = 0; i < 2 * TURNS; i++) {
		memset(&tv, 0xff, sizeof(tv));
		memset(&tz, 0xff, sizeof(tz));
		if (i % 4 == 0) {
			vdso_gettimeofday(&tv, &tz);
		} else if (i % 4 == 3) {
			kernel_gettimeofday(&tv, &tz);
		} else {
			(i % 4 == 1 ? kernel_gettime : vdso_gettime)(CLOCK_REALTIME, &ts);
			tz = tz_kernel;
			tv.tv_sec = ts.tv_sec;
			tv.tv_usec = ts.tv_nsec / 1000;
		}
		now = tv.tv_sec * 1000000LL + tv.tv_usec;
		if (tv.tv_usec < 0 || tv.tv_usec > 999999 || now < last ||
		    memcmp(&tz, &tz_kernel, sizeof(tz))) {
			printf("gettimeofday, reading %d: %lld.%06ld after %lld us\n", i,
			       (long long)tv.tv_sec, (long)tv.tv_usec, (long long)last);
			return 1;
		}
		last = now;
	}
	printf("gettimeofday and clock_gettime: %d readings in turn, in order\n", i);

	return 0;
}

static int order(void)
{
	int bad = 0;
	size_t i;

	for (i = 0; i < COUNT(clocks); i++)
		bad += clock_in_order(clocks[i].id, clocks[i].name);

	return bad + gettimeofday_in_order();
}

/* Corners */

#define SIGNALLED 1

static sigjmp_buf before_call;

static void at_fault(int sig)
{
	(void)sig;
	siglongjmp(before_call, 1);
}

static int call_gettime(gettime_fn fn, clockid_t id, void *ts)
{
	return sigsetjmp(before_call, 1) ? SIGNALLED : fn(id, ts);
}

static int call_gettimeofday(gettimeofday_fn fn, void *tv, void *tz)
{
	return sigsetjmp(before_call, 1) ? SIGNALLED : fn(tv, tz);
}

static int same[2], checked;

static int compare(int vdso, int kernel, const char *call, long id, const void *p, const void *q)
{
	checked++;
	if (vdso == kernel) {
		same[!!kernel]++;
		return 0;
	}
	if (vdso == SIGNALLED && kernel == -EFAULT)
		return 0;
	printf("%s(%ld, %p, %p): %d from the vDSO, %d from the kernel\n", call, id, p, q, vdso,
	       kernel);

	return 1;
}

static int corners(void)
{
	static const clockid_t odd[] = {
		8, 9, 10, 12, 13, 15, 16, 17, 31, 32, 33, 63, 64, 1000, INT_MAX, INT_MIN,
		-1, -2, -3, -4, -5, -6, -7, -8, -45, -100,
	};
	struct sigaction fault = { .sa_handler = at_fault };
	char *page = mmap(NULL, 0x30000, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *fixed = mmap(NULL, 0x10000, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct timespec ts, res, res_kernel;
	struct timezone tz;
	struct timeval tv;
	void *const places[] = {
		&ts, NULL, (void *)8, page, fixed, (void *)-16L, (void *)(1L << 62),
	};
	clockid_t id;
	int bad = 0;
	size_t i, j;

	sigaction(SIGSEGV, &fault, NULL);
	sigaction(SIGBUS, &fault, NULL);

	for (i = 0; i < COUNT(clocks) + COUNT(odd); i++) {
		id = i < COUNT(clocks) ? clocks[i].id : odd[i - COUNT(clocks)];
		for (j = 0; j < COUNT(places); j++) {
			bad += compare(call_gettime(vdso_gettime, id, places[j]),
				       call_gettime(kernel_gettime, id, places[j]),
				       "clock_gettime", id, places[j], NULL);
			bad += compare(call_gettime(vdso_getres, id, places[j]),
				       call_gettime(kernel_getres, id, places[j]),
				       "clock_getres", id, places[j], NULL);
		}
		memset(&res, 0xff, sizeof(res));
		memset(&res_kernel, 0xff, sizeof(res_kernel));
		vdso_getres(id, &res);
		kernel_getres(id, &res_kernel);
		if (memcmp(&res, &res_kernel, sizeof(res))) {
			printf("clock_getres(%d): %lld.%09ld from the vDSO, %lld.%09ld from the kernel\n",
			       id, (long long)res.tv_sec, res.tv_nsec,
			       (long long)res_kernel.tv_sec, res_kernel.tv_nsec);
			bad++;
		}
	}
	for (i = 0; i < COUNT(places); i++) {
		void *p = i ? places[i] : &tv;

		for (j = 0; j < COUNT(places); j++) {
			void *q = j ? places[j] : &tz;

			bad += compare(call_gettimeofday(vdso_gettimeofday, p, q),
				       call_gettimeofday(kernel_gettimeofday, p, q),
				       "gettimeofday", 0, p, q);
		}
	}
	printf("%d calls: %d times the same success, %d times the same error, %d times a signal for EFAULT\n",
	       checked, same[0], same[1], checked - same[0] - same[1] - bad);

	/* Without any error the kernel cannot have been called. */
	return bad + !same[0] + !same[1];
}

/* System calls */

#define CALLS 20

/* Notifies the tracer, by a signal that the tracee never receives. */
static void mark(void)
{
	syscall(SYS_kill, getpid(), SIGUSR1);
}

/* Between two marks: each clock, its resolution, gettimeofday */
static void make_calls(void)
{
	struct timespec ts;
	struct timeval tv;
	size_t i;
	int j;

	mark();
	for (i = 0; i < COUNT(clocks); i++) {
		for (j = 0; j < CALLS; j++)
			vdso_gettime(clocks[i].id, &ts);
		mark();
		for (j = 0; j < CALLS; j++)
			vdso_getres(clocks[i].id, &ts);
		mark();
	}
	for (j = 0; j < CALLS; j++)
		vdso_gettimeofday(&tv, NULL);
	mark();
}

/* Number of system calls of the tracee up to its next mark; -1: it has exited. */
static int calls_to_mark(pid_t pid)
{
	int stops = 0, status;

	for (;;) {
		if (ptrace(PTRACE_SYSCALL, pid, 0, 0) || waitpid(pid, &status, 0) != pid ||
		    !WIFSTOPPED(status))
			return -1;
		if (WSTOPSIG(status) == SIGUSR1)
			break;
		if (WSTOPSIG(status) == (SIGTRAP | 0x80))
			stops++;
	}

	/* One stop at entry and one at exit of each, including those of the mark. */
	return stops / 2;
}

static int expect(const char *call, const char *clock, int calls, int marks, int expected)
{
	calls -= marks;
	printf("%s %s: %d system calls for %d\n", call, clock, calls, CALLS);

	return calls != expected;
}

static int count_calls(int precise)
{
	/* The C library decides whether getpid() is a system call. */
	int bad = 0, marks, n;
	size_t i;
	pid_t pid = fork();

	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		kill(getpid(), SIGSTOP);
		mark();
		make_calls();
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
	calls_to_mark(pid);
	marks = calls_to_mark(pid);
	if (marks < 1) {
		printf("a mark makes %d system calls: nothing is counted\n", marks);
		return 1;
	}

	for (i = 0; i < COUNT(clocks); i++) {
		n = clocks[i].kind == ENTERED || (clocks[i].kind == PRECISE && precise) ? CALLS : 0;
		bad += expect("clock_gettime", clocks[i].name, calls_to_mark(pid), marks, n);
		n = clocks[i].kind == ENTERED ? CALLS : 0;
		bad += expect("clock_getres", clocks[i].name, calls_to_mark(pid), marks, n);
	}
	bad += expect("gettimeofday", "", calls_to_mark(pid), marks, precise ? CALLS : 0);
	waitpid(pid, NULL, WNOHANG);

	return bad;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const char *how = argc > 2 ? argv[2] : "";

	find_vdso();
	if (!strcmp(what, "order"))
		return !!order();
	if (!strcmp(what, "corners"))
		return !!corners();
	if (!strcmp(what, "calls") && (!strcmp(how, "vdso") || !strcmp(how, "entered")))
		return !!count_calls(!strcmp(how, "entered"));

	printf("usage: vdso_clocks order | corners | calls vdso | calls entered\n");
	return 2;
}
