/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The latch of drivers/sched_clock at the grain of memory accesses, for spin.
 *
 * On CPU 0 the drivers of two counters come and go, with a suspend in between. On CPU 1
 * the epoch timer renews the epoch, or a user of the clock sets it forward. A reader is now and then on any CPU; on those two it is
 * an NMI, so they stop meanwhile. Readers write nothing: one that reads again and again
 * does for all of them.
 *
 * Tags like <copy-odd> lead to the source, by Documentation/design/latch-model.rst.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef RENEWALS
#define RENEWALS	1	/* by the epoch timer */
#endif

/* A copy has many words; two function pointers and one number do for all. */
#define NS		0
#define READ		1
#define EPOCH		2
#define WORDS		3

/* What is in memory. A word of a copy is the number of the update that wrote it. */
byte copy[2 * WORDS];		/* 0: by the static initialiser <init> */
byte seq;
#define at(c, w)	((c) * WORDS + (w))
#define WILD		254	/* half a word, or what no update wrote */
#define NONE		255	/* no value */

/* What a reader depends on. */
byte driver[16];		/* by update: whose functions it publishes, 0: the core's own */
byte unloaded;			/* the drivers up to this one */
bool off;			/* the counters have no power */

/* What writers share, under the lock. */
byte writers;			/* that hold it: one at most */
byte feeds;			/* the driver that feeds the clock, 0: none */
bool suspended;

/* What the checks look at. */
byte updates;			/* begun so far */
byte latest;			/* update that a reader has seen, or that has ended */
byte inside;			/* the driver that the reader is in */

#define NOWHERE		3
byte cpu = NOWHERE;		/* the reader's */
bool alone;			/* only CPU 0 runs */

bool torn, stale, wild, dangling, unpowered, odd;
inline must_not(bad, fault) { fault = bad; assert(!fault) }

/*
 * Stores may be seen in any order, because of the compiler or the CPU, by the next write
 * barrier or unlock at the latest. An address is seen as a whole: WRITE_ONCE(). A number is
 * not: 32-bit machines store its halves apart.
 */
#define STORES		byte stored[2 * WORDS] = NONE; byte stored_seq = NONE; byte old, update
#define seen(i)		atomic { stored[i] != NONE -> copy[i] = stored[i]; stored[i] = NONE }
#define half_seen(i)	atomic { stored[i] != NONE && copy[i] != WILD -> copy[i] = WILD }
#define all_seen	(stored[0] == NONE && stored[1] == NONE && stored[2] == NONE && \
			 stored[3] == NONE && stored[4] == NONE && stored[5] == NONE && \
			 stored_seq == NONE)

inline wmb()
{
	do
	:: seen(0) :: seen(1) :: seen(2) :: seen(3) :: seen(4) :: seen(5)
	:: half_seen(at(0, EPOCH))
	:: half_seen(at(1, EPOCH))
	:: atomic { stored_seq != NONE -> seq = stored_seq; stored_seq = NONE }
	:: all_seen -> break
	od
}

inline write_copy(c)
{
	atomic {
		stored[at(c, EPOCH)] = update;		/* <store-number> */
		stored[at(c, READ)] = update;		/* <store-read> */
		stored[at(c, NS)] = update		/* <store-ns> */
	}
}

inline steer()
{
	wmb();						/* <wmb-before> */
	old = (stored_seq == NONE -> seq : stored_seq);	/* <increment> */
	stored_seq = old + 1;
	wmb()						/* <wmb-after> */
}

/* The functions of driver @d, from now on. */
inline publish(d)
{
	d_step { updates++; update = updates; driver[update] = d }
	write_copy(1);					/* <copy-odd> */
	steer();					/* <steer-odd> */
	write_copy(0);					/* <copy-even> */
	steer()						/* <steer-even> */
}

inline lock() { atomic { writers == 0 -> writers++ } }	/* <lock> */

inline unlock()
{
	wmb();
	atomic {
		writers--;				/* <unlock> */
		must_not(writers == 0 && seq % 2 != 0, odd);
		latest = (update > latest -> update : latest)
	}
}

/* Every CPU comes to a point where it is in no reader. The CPU that waits has come to it. */
inline wait_for_readers()
{
	(cpu != 1);					/* <stop-machine> */
	(cpu != 2)
}

inline unload(d) { d_step { unloaded = d; must_not(inside == d, dangling) } }

active proctype drivers() provided (cpu != 0)
{
	STORES;

	lock(); feeds = 1; publish(1); unlock();	/* <register> */

	lock(); publish(0); suspended = true; unlock();	/* <suspend> */
	atomic { cpu == NOWHERE -> alone = true }
	d_step { off = true; must_not(inside != 0, unpowered) }
	off = false;
	lock(); suspended = false; publish(1); unlock();	/* <resume> */
	alone = false;

	lock(); feeds = 2; publish(2); unlock();	/* <register>, a better one */

	wait_for_readers();				/* <unregister>, feeds nothing */
	unload(1);

	lock(); publish(0); feeds = 0; unlock();	/* <remove>, nothing left */
	wait_for_readers();				/* <unregister> */
	unload(2)
}

active proctype epoch_timer() provided (cpu != 1)
{
	STORES;
	byte n;

	for (n : 1 .. RENEWALS) {
		lock();
		if
		:: feeds && !suspended -> publish(feeds)	/* <renew> */
		:: !feeds || suspended -> publish(0)		/* <advance> */
		:: !feeds || suspended
		fi;
		unlock()
	}
}

inline load(w) { found[w] = copy[at(c, w)] }

/* Load a function's address and call it: the call lasts until all are done. */
inline call(w)
{
	load(w);
	must_not(found[w] == WILD, wild);
	if
	:: driver[found[w]] != 0 ->
		must_not(driver[found[w]] <= unloaded, dangling);
		must_not(off, unpowered);
		inside = driver[found[w]]
	:: else
	fi
}

#define all_loaded	(found[NS] != NONE && found[READ] != NONE && found[EPOCH] != NONE)

active proctype reader()
{
	byte found[WORDS] = NONE;
	byte first, again, c, since;

	do
	:: atomic {
		if					/* <preempt-off> */
		:: cpu = 0
		:: !alone -> cpu = 1
		:: !alone -> cpu = 2
		fi;
		since = latest
	   }
	   do
	   :: atomic { first = seq; c = first % 2; again = NONE }	/* <load-seq>, <dependency> */
	      /* The loads that follow may be done in any order. */
	      do
	      :: atomic { found[NS] == NONE -> call(NS) }	/* <load-ns> */
	      :: atomic { found[READ] == NONE -> call(READ) }	/* <load-read> */
	      :: atomic { found[EPOCH] == NONE -> load(EPOCH) }	/* <load-number> */
	      :: again == NONE && all_loaded -> again = seq	/* <rmb>, <check-seq> */
	      :: again != NONE && all_loaded -> break
	      od;
	      if
	      :: first == again -> break
	      :: else -> d_step {			/* <retry> */
			inside = 0; found[NS] = NONE; found[READ] = NONE; found[EPOCH] = NONE
		 }
	      fi
	   od;
	   atomic {
		must_not(found[NS] != found[READ] || found[READ] != found[EPOCH], torn);
		must_not(found[EPOCH] < since, stale);
		latest = (found[EPOCH] > latest -> found[EPOCH] : latest);
		inside = 0; found[NS] = NONE; found[READ] = NONE; found[EPOCH] = NONE;
		cpu = NOWHERE				/* <preempt-on> */
	   }
	od
}
