// SPDX-License-Identifier: GPL-2.0-only
/*
 * The latch among threads that are delayed at random, and NMIs at any access to memory.
 *
 *	storm LIVES [SEED]
 *
 * First alone: the life of a clock, from static initialisation over registration, suspend,
 * resume and a change of the counter to the last unregistration, with an NMI at one access
 * to memory, then another life with the NMI at the next one, and so on. Then LIVES lives
 * with threads: one that lives these lives, one that renews the epoch, and two readers; each
 * is delayed now and then before an access, and interrupted by NMIs: signals from another
 * thread, anywhere, or calls, before an access. What is shared but the clock is the time.
 *
 * Only writers let time pass, so that no reader sees time pass that is later taken back:
 * while the clock is being stopped, less passes than it is stopped ahead.
 *
 * The last line of the output is "N readings ..." and the exit status 0, or it is
 * "fault: KIND: ..." and 1. KIND is
 *
 *	back		a reading less than one that ended before it began
 *	hang		a reading that does not end
 *	wild		something that is no function was called
 *	dangling	a function of an unloaded driver was called
 *	unpowered	a counter without power was read
 *	odd		the sequence is odd without a writer
 *	calm		too little happened to prove anything
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "storm.h"

#define MAX_TRIES	1000000
#define THREADS		4

/* What is read and written here is atomic; the compiler's own kind, sequentially consistent. */
#define get(x)		__atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#define set(x, val)	__atomic_store_n(&(x), val, __ATOMIC_SEQ_CST)
#define add(x, val)	__atomic_fetch_add(&(x), val, __ATOMIC_SEQ_CST)

struct life {
	struct soc_clock	clk;
	struct soc_clock_source	src[COUNTERS];
	u64			seen;
};

/*
 * @inside: readings that are going on, with preemption off; more than one if interrupted
 * @ended: how often it has become 0
 */
struct thread {
	pthread_t	id;
	bool		writes;
	int		inside;
	u64		ended;
	u64		dice;
	unsigned int	tries;
	bool		in_nmi;
	u64		readings;
	u64		nmis;
	u64		retries;
	unsigned int	most_tries;
};

static struct thread threads[THREADS + 1];
static __thread struct thread *me;

/* One more than are lived: those who come late read the last one. */
static struct life *lives;
static unsigned int planned, life_now;
static u64 ticks;
static bool unloaded[LOADS][COUNTERS];
static bool off;
static bool stormy, ending;

/* Alone: accesses so far, and the one with an NMI. */
static u64 accesses, nmi_at;

__attribute__((noreturn, format(printf, 2, 3)))
static void fault(const char *kind, const char *fmt, ...)
{
	char text[200];
	static int reported;
	va_list args;
	int len;

	/* An NMI that finds one as well would wait below for the code that it interrupts. */
	me->in_nmi = true;
	/* The first is what counts, others may follow from it. */
	while (add(reported, 1))
		pause();
	/* In a signal handler, perhaps of a thread that is printing: no stdio streams. */
	len = snprintf(text, sizeof(text), "fault: %s: ", kind);
	va_start(args, fmt);
	len += vsnprintf(text + len, sizeof(text) - len - 1, fmt, args);
	va_end(args);
	text[len++] = '\n';
	if (write(STDOUT_FILENO, text, len) != len)
		_exit(2);
	_exit(1);
}

static unsigned int dice(unsigned int sides)
{
	me->dice ^= me->dice << 13;
	me->dice ^= me->dice >> 7;
	me->dice ^= me->dice << 17;

	return (me->dice >> 20) % sides;
}

static void pass(u64 n)
{
	add(ticks, n);
}

/* One reading of a clock, which must not be behind any that ended before. */
static void look(void)
{
	struct life *life = &lives[get(life_now)];
	u64 seen = get(life->seen);
	u64 ns = soc_clock_read(&life->clk);

	me->readings++;
	if (ns < seen)
		fault("back", "%llu ns after %llu, in %s of thread %d, life %td",
		      (unsigned long long)ns, (unsigned long long)seen,
		      me->in_nmi ? "an NMI" : "code", (int)(me - threads), life - lives);
	while (ns > seen &&
	       !__atomic_compare_exchange_n(&life->seen, &seen, ns, false, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST))
		;
}

/* On top of whatever the thread is in, a reading included. */
static void nmi(void)
{
	unsigned int tries = me->tries;

	if (me->in_nmi)
		return;
	me->in_nmi = true;
	me->nmis++;
	me->tries = 0;
	look();
	me->tries = tries;
	me->in_nmi = false;
}

static void on_signal(int sig)
{
	if (me && get(stormy))
		nmi();
}

static void on_crash(int sig)
{
	fault("wild", "signal %d in %s of thread %d", sig, me->in_nmi ? "an NMI" : "code",
	      (int)(me - threads));
}

static void delay(void)
{
	volatile unsigned int spin;

	switch (dice(64)) {
	case 0:
		usleep(dice(200));
		break;
	case 1 ... 15:
		sched_yield();
		break;
	default:
		for (spin = dice(300); spin; spin--)
			;
	}
}

/* Before each access to memory of the code under test. */
static void before_access(void)
{
	if (!get(stormy)) {
		if (!me->in_nmi && ++accesses == nmi_at)
			nmi();
		return;
	}
	if (me->in_nmi)
		return;
	switch (dice(64)) {
	case 0:
		if (me->writes)
			nmi();
		break;
	case 1:
		delay();
		break;
	}
}

#define ACCESS(name) \
	void __tsan_##name(void *at); \
	void __tsan_##name(void *at) { before_access(); }
#define ACCESSES(size) \
	ACCESS(read##size) ACCESS(write##size) ACCESS(volatile_read##size) \
	ACCESS(volatile_write##size) ACCESS(unaligned_read##size) ACCESS(unaligned_write##size)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *at, size_t size);
void __tsan_read_range(void *at, size_t size) { before_access(); }
void __tsan_write_range(void *at, size_t size);
void __tsan_write_range(void *at, size_t size) { before_access(); }
void __tsan_init(void);
void __tsan_init(void) {}

/* The machine that the code under test runs on. */

void shim_try(void)
{
	if (++me->tries > MAX_TRIES)
		fault("hang", "%u tries, in %s of thread %d", MAX_TRIES,
		      me->in_nmi ? "an NMI" : "code", (int)(me - threads));
}

void shim_preempt_disable(void)
{
	add(me->inside, 1);
	me->tries = 0;
}

void shim_preempt_enable(void)
{
	me->retries += me->tries - 1;
	if (me->tries > me->most_tries)
		me->most_tries = me->tries;
	if (add(me->inside, -1) == 1)
		add(me->ended, 1);
}

/* Each CPU has once been in no reader. */
void shim_stop_machine(void)
{
	u64 ended;
	int i;

	for (i = 0; i < THREADS; i++) {
		ended = get(threads[i].ended);
		while (get(threads[i].inside) && get(threads[i].ended) == ended)
			sched_yield();
	}
}

void shim_lock(raw_spinlock_t *lock)
{
	unsigned int mine = add(lock->next, 1);

	/* In order of arrival, or the timer would keep the drivers out. */
	while (get(lock->owner) != mine)
		sched_yield();
}

void shim_unlock(raw_spinlock_t *lock)
{
	add(lock->owner, 1);
}

static void check_counter(unsigned int load, unsigned int i)
{
	if (get(unloaded[load][i]))
		fault("dangling", "counter %u, load %u, in %s of thread %d", i, load,
		      me->in_nmi ? "an NMI" : "code", (int)(me - threads));
	if (get(off))
		fault("unpowered", "in %s of thread %d", me->in_nmi ? "an NMI" : "code",
		      (int)(me - threads));
}

u64 storm_ticks(unsigned int load, unsigned int i)
{
	u64 value;

	check_counter(load, i);
	value = get(ticks);
	if (get(stormy) && !me->in_nmi && !dice(16))
		delay();
	check_counter(load, i);

	return value;
}

/* Time between two steps of a writer. Much less than what a clock is stopped ahead. */
static void work(void)
{
	look();
	pass(dice(40000));
	look();
}

static void others_off(void)
{
	/* In a storm other threads go on: one that reads the counter must find it alive. */
	if (!get(stormy))
		set(off, true);
	pass(1000000 + dice(1000000));
	look();
	set(off, false);
}

static void unregister(struct life *life, unsigned int load, unsigned int i)
{
	soc_clock_unregister(&life->clk, &life->src[i]);
	set(unloaded[load][i], true);
	work();
}

static void live(struct life *life, unsigned int load)
{
	unsigned int i;

	memcpy(life->src, storm_sources[load], sizeof(life->src));
	for (i = 0; i < COUNTERS; i++)
		set(unloaded[load][i], false);

	soc_clock_register(&life->clk, &life->src[NARROW]);
	work();
	soc_clock_update(&life->clk);
	work();

	soc_clock_suspend(&life->clk, NULL);
	others_off();
	soc_clock_resume(&life->clk, NULL);
	work();
	soc_clock_update(&life->clk);
	work();

	soc_clock_register(&life->clk, &life->src[WIDE]);
	work();
	unregister(life, load, NARROW);
	soc_clock_update(&life->clk);
	work();
	unregister(life, load, WIDE);
}

static void *drivers(void *arg)
{
	me = arg;
	for (; life_now < planned; add(life_now, 1))
		live(&lives[life_now], life_now % LOADS);
	set(ending, true);

	return NULL;
}

static void *epoch_timer(void *arg)
{
	me = arg;
	while (!get(ending)) {
		pass(dice(40000));
		soc_clock_update(&lives[get(life_now)].clk);
	}

	return NULL;
}

static void *reader(void *arg)
{
	me = arg;
	while (!get(ending))
		look();

	return NULL;
}

static void alone(u64 seed)
{
	u64 last = 0;

	me = &threads[THREADS];
	me->writes = true;
	for (nmi_at = 0; nmi_at <= last; nmi_at++) {
		storm_static_init(&lives[0].clk);
		lives[0].seen = 0;
		me->dice = seed;
		accesses = 0;
		live(&lives[0], 0);
		if (!nmi_at)
			last = accesses;
		else if (me->nmis != nmi_at)
			fault("calm", "no NMI at access %llu", (unsigned long long)nmi_at);
		if (lives[0].clk.copy[0].seq.seqcount.sequence & 1)
			fault("odd", "after an NMI at access %llu", (unsigned long long)nmi_at);
	}
	printf("alone: an NMI at each of %llu accesses of a clock's life\n",
	       (unsigned long long)last);
	fflush(stdout);
}

static void storm(u64 seed)
{
	static void *(*const run[THREADS])(void *) = { drivers, epoch_timer, reader, reader };
	u64 readings = 0, nmis = 0, retries = 0;
	unsigned int i, most = 0;

	for (i = 0; i <= planned; i++) {
		storm_static_init(&lives[i].clk);
		lives[i].seen = 0;
	}
	set(stormy, true);
	me = &threads[THREADS];
	me->dice = seed;
	for (i = 0; i < THREADS; i++) {
		threads[i].writes = i < 2;
		threads[i].dice = seed + i + 1;
		if (pthread_create(&threads[i].id, NULL, run[i], &threads[i]))
			fault("calm", "no thread");
	}

	while (!get(ending)) {
		pthread_kill(threads[dice(THREADS)].id, SIGUSR1);
		usleep(dice(100));
	}

	for (i = 0; i < THREADS; i++) {
		pthread_join(threads[i].id, NULL);
		readings += threads[i].readings;
		nmis += threads[i].nmis;
		retries += threads[i].retries;
		most = max(most, threads[i].most_tries);
	}
	for (i = 0; i <= planned; i++)
		if (lives[i].clk.copy[0].seq.seqcount.sequence & 1)
			fault("odd", "in life %u", i);
	if (nmis < 20ULL * planned || retries < 2ULL * planned)
		fault("calm", "%u lives, %llu NMIs, %llu retries", planned,
		      (unsigned long long)nmis, (unsigned long long)retries);
	printf("%llu readings, %llu of them in NMIs, in %u lives of a clock; %llu retries, %u at most\n",
	       (unsigned long long)readings, (unsigned long long)nmis, planned,
	       (unsigned long long)retries, most - 1);
}

int main(int argc, char **argv)
{
	struct sigaction nmi_action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction crash_action = { .sa_handler = on_crash };
	u64 seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 0x9e3779b97f4a7c15ULL;

	if (argc < 2) {
		fprintf(stderr, "usage: storm LIVES [SEED]\n");
		return 2;
	}
	planned = strtoul(argv[1], NULL, 0);
	if (posix_memalign((void **)&lives, 64, (planned + 1) * sizeof(*lives)))
		return 2;
	sigaction(SIGUSR1, &nmi_action, NULL);
	sigaction(SIGSEGV, &crash_action, NULL);
	sigaction(SIGBUS, &crash_action, NULL);
	sigaction(SIGILL, &crash_action, NULL);

	alone(seed);
	storm(seed);

	return 0;
}
