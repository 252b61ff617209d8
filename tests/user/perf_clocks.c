// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compares the clock of perf's records, by default and with use_clockid, with what a
 * program can read itself: perf's user page, and CLOCK_MONOTONIC.
 *
 *	perf_clocks ROUNDS page		the user page converts the counter to perf's time
 *	perf_clocks ROUNDS no-page	the kernel's clock runs on a counter that programs
 *					cannot read: the page must not offer a conversion
 *
 * In each round a task sets its name, of which perf keeps a record on each CPU's events.
 * The task first migrates between the CPUs, then two tasks take turns, one on each. Each
 * record must be between the readings before and after it, and no record may be older
 * than the one before, whatever CPU that was made on.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CPUS		2
#define MOST_ROUNDS	10000
#define PAGE		4096UL
/* A power of two; a record takes less than 64 bytes. */
#define RING		(1024 * 1024UL)
#define NSEC_PER_SEC	1000000000ULL

/* The page's conversion is rounded down twice, and the kernel's rounds an epoch up. */
#define ROUNDING	2

enum { DEFAULT, MONOTONIC, CLOCKS };

static const char *const names[CLOCKS] = { "default clock", "monotonic clock" };

struct ring {
	struct perf_event_mmap_page *page;
	const char *data;
};

/* Shared by the tasks: readings around each record, and whose turn it is. */
struct round {
	uint64_t before[CLOCKS], after[CLOCKS];
	uint64_t recorded[CLOCKS];
	unsigned int records[CLOCKS];
	unsigned int cpu;
};

static struct shared {
	unsigned int turn;
	unsigned int bad;
	struct round rounds[MOST_ROUNDS];
} *shared;

static struct ring rings[CPUS][CLOCKS];
static bool want_page;

/* The event that a task uses to read its own times. */
static int own_event;
static struct perf_event_mmap_page *own_page;

static void give_up(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	exit(2);
}

static void complain(const char *what, unsigned int round, uint64_t a, uint64_t b)
{
	if (__atomic_fetch_add(&shared->bad, 1, __ATOMIC_RELAXED) < 20)
		printf("round %u: %s: %llu and %llu\n", round, what, (unsigned long long)a,
		       (unsigned long long)b);
}

static int open_event(struct perf_event_attr *attr, int pid, int cpu)
{
	int fd;

	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = PERF_COUNT_SW_DUMMY;
	attr->size = sizeof(*attr);
	fd = syscall(SYS_perf_event_open, attr, pid, cpu, -1, 0);
	if (fd < 0)
		give_up("perf_event_open");

	return fd;
}

static void *map_event(int fd, size_t size)
{
	void *page = mmap(NULL, PAGE + size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (page == MAP_FAILED)
		give_up("mmap of an event");

	return page;
}

static void open_rings(void)
{
	int cpu, clock;

	for (cpu = 0; cpu < CPUS; cpu++) {
		for (clock = 0; clock < CLOCKS; clock++) {
			struct perf_event_attr attr = {
				.sample_type	= PERF_SAMPLE_TIME | PERF_SAMPLE_CPU,
				.sample_id_all	= 1,
				.comm		= 1,
				.use_clockid	= clock == MONOTONIC,
				.clockid	= clock == MONOTONIC ? CLOCK_MONOTONIC : 0,
			};
			struct ring *ring = &rings[cpu][clock];

			ring->page = map_event(open_event(&attr, -1, cpu), RING);
			ring->data = (char *)ring->page + PAGE;
		}
	}
}

static void open_own(void)
{
	struct perf_event_attr attr = { .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED };

	own_event = open_event(&attr, 0, -1);
	own_page = map_event(own_event, 0);
}

static uint64_t counter(void)
{
	uint64_t ticks;

	asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r" (ticks) : : "memory");
	return ticks;
}

struct page_times {
	uint64_t now;
	uint64_t enabled;
};

/* As linux/perf_event.h has it. */
static struct page_times read_page(void)
{
	const struct perf_event_mmap_page *page = own_page;
	struct page_times times;
	uint64_t ticks, ns;
	uint32_t seq;

	do {
		seq = __atomic_load_n(&page->lock, __ATOMIC_ACQUIRE);
		ticks = counter();
		if (page->cap_user_time_short)
			ticks = page->time_cycles + ((ticks - page->time_cycles) & page->time_mask);
		ns = (ticks >> page->time_shift) * page->time_mult +
		     (((ticks & ((1ULL << page->time_shift) - 1)) * page->time_mult) >>
		      page->time_shift);
		times.now = page->time_zero + ns;
		times.enabled = page->time_enabled + page->time_offset + ns;
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	} while (__atomic_load_n(&page->lock, __ATOMIC_RELAXED) != seq || (seq & 1));

	return times;
}

static uint64_t monotonic(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static void read_clocks(uint64_t clocks[CLOCKS])
{
	if (want_page)
		clocks[DEFAULT] = read_page().now;
	clocks[MONOTONIC] = monotonic();
}

static void go_to(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		give_up("sched_setaffinity");
}

static void make_record(unsigned int round, unsigned int cpu)
{
	struct round *r = &shared->rounds[round];
	char name[16];

	snprintf(name, sizeof(name), "round%u", round);
	r->cpu = cpu;
	read_clocks(r->before);
	prctl(PR_SET_NAME, name);
	read_clocks(r->after);
}

/* The time that the event has existed, as the kernel reads it between two readings. */
static void compare_enabled(unsigned int round)
{
	uint64_t before, after, read_value[2];

	before = read_page().enabled;
	if (read(own_event, read_value, sizeof(read_value)) != sizeof(read_value))
		give_up("read of an event");
	after = read_page().enabled;
	if (before > read_value[1] + ROUNDING)
		complain("the page is ahead of the event's time", round, before, read_value[1]);
	if (after + ROUNDING < read_value[1])
		complain("the page is behind the event's time", round, after, read_value[1]);
}

static void migrate(unsigned int from, unsigned int to)
{
	unsigned int round;

	open_own();
	for (round = from; round < to; round++) {
		go_to(round % CPUS);
		make_record(round, round % CPUS);
		if (want_page)
			compare_enabled(round);
	}
}

static void take_turns(unsigned int cpu, unsigned int from, unsigned int to)
{
	unsigned int round;

	go_to(cpu);
	open_own();
	for (round = from; round < to; round++) {
		if (round % CPUS != cpu)
			continue;
		while (__atomic_load_n(&shared->turn, __ATOMIC_ACQUIRE) != round)
			;
		make_record(round, cpu);
		__atomic_store_n(&shared->turn, round + 1, __ATOMIC_RELEASE);
	}
}

static void take_turns_in_two(unsigned int from, unsigned int to)
{
	int status = 0;
	pid_t pid;

	shared->turn = from;
	fflush(stdout);
	pid = fork();
	if (pid < 0)
		give_up("fork");
	if (!pid) {
		take_turns(1, from, to);
		exit(0);
	}
	take_turns(0, from, to);
	if (waitpid(pid, &status, 0) != pid || status)
		complain("the other task ended with status", to, status, 0);
}

static void check_page(void)
{
	printf("page: time %d, zero %d, short %d; mult %u, shift %u, mask %#llx\n",
	       (int)own_page->cap_user_time, (int)own_page->cap_user_time_zero,
	       (int)own_page->cap_user_time_short, own_page->time_mult, own_page->time_shift,
	       (unsigned long long)own_page->time_mask);
	if (own_page->cap_user_time != want_page || own_page->cap_user_time_zero != want_page ||
	    own_page->cap_user_time_short != want_page)
		complain("the page offers, and should offer, a conversion", 0,
			 own_page->cap_user_time, want_page);
}

/* The layout of these records with our sample_type. */
struct record {
	struct perf_event_header header;
	uint32_t pid, tid;
	char name[];
};

struct record_end {
	uint64_t time;
	uint32_t cpu, res;
};

static void note_record(const struct record *record, int cpu, int clock)
{
	const struct record_end *end = (const void *)((const char *)record + record->header.size -
						       sizeof(*end));
	unsigned int number;
	struct round *r;

	if (sscanf(record->name, "round%u", &number) != 1 || number >= MOST_ROUNDS)
		return;
	r = &shared->rounds[number];
	r->recorded[clock] = end->time;
	r->records[clock]++;
	if (end->cpu != r->cpu || end->cpu != (unsigned int)cpu)
		complain("recorded on, instead of CPU", number, end->cpu, r->cpu);
}

/* Nothing was overwritten: the ring has room for everything, and never wraps. */
static void read_ring(int cpu, int clock)
{
	const struct ring *ring = &rings[cpu][clock];
	uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = 0;

	while (tail < head) {
		const struct record *record = (const void *)(ring->data + tail);

		/* Tasks that begin and end are recorded, too. */
		if (record->header.type == PERF_RECORD_COMM)
			note_record(record, cpu, clock);
		else if (record->header.type == PERF_RECORD_LOST)
			complain("records are lost on CPU", 0, cpu, 0);
		tail += record->header.size;
	}
}

static void check_clock(int clock, unsigned int rounds, bool readable)
{
	uint64_t last = 0, step, most = 0;
	unsigned int i;

	for (i = 0; i < rounds; i++) {
		const struct round *r = &shared->rounds[i];
		uint64_t time = r->recorded[clock];

		if (r->records[clock] != 1) {
			complain(names[clock], i, r->records[clock], 1);
			continue;
		}
		if (time < last)
			complain("a record is older than the one before", i, time, last);
		step = time - last;
		if (last && step > most)
			most = step;
		last = time;
		if (readable && r->before[clock] > time + ROUNDING)
			complain("a record is older than the reading before", i, time,
				 r->before[clock]);
		if (readable && r->after[clock] + ROUNDING < time)
			complain("a record is newer than the reading after", i, time,
				 r->after[clock]);
	}
	printf("%s: %u rounds, from %llu to %llu ns, %llu ns at most between two\n", names[clock],
	       rounds, (unsigned long long)shared->rounds[0].recorded[clock],
	       (unsigned long long)last, (unsigned long long)most);
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
	int cpu, clock;

	if (!rounds || rounds > MOST_ROUNDS ||
	    (strcmp(argv[2], "page") && strcmp(argv[2], "no-page"))) {
		printf("usage: perf_clocks ROUNDS page | no-page, up to %u rounds\n", MOST_ROUNDS);
		return 2;
	}
	want_page = !strcmp(argv[2], "page");
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		give_up("mmap");

	open_rings();
	migrate(0, rounds / 2);
	check_page();
	take_turns_in_two(rounds / 2, rounds);
	for (cpu = 0; cpu < CPUS; cpu++)
		for (clock = 0; clock < CLOCKS; clock++)
			read_ring(cpu, clock);
	check_clock(DEFAULT, rounds, want_page);
	check_clock(MONOTONIC, rounds, true);

	return !!shared->bad;
}
