/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of the kernel as the latch needs, for a program. run.sh puts this file in place
 * of every <linux/...> header that the latch includes.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LATCH_SHIM_H
#define _LATCH_SHIM_H

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;

#define CONFIG_64BIT			1
#define CONFIG_ARCH_SUPPORTS_INT128	1
#define U32_MAX				UINT32_MAX
#define U64_MAX				UINT64_MAX
#define NSEC_PER_USEC			1000UL
#define NSEC_PER_SEC			1000000000UL
#define BIT(n)				(1UL << (n))
#define CLOCKSOURCE_MASK(bits)		((u64)-1 >> (64 - (bits)))

/* Steps are injected here as well. */
#define noinstr				__attribute__((noinline))
#define notrace
#undef __always_inline
#define __always_inline			inline __attribute__((always_inline))
#define __aligned(n)			__attribute__((aligned(n)))
#define OPTIMIZER_HIDE_VAR(var)		asm("" : "+r" (var))

#define instrumentation_begin()		((void)0)
#define instrumentation_end()		((void)0)
#define kcsan_nestable_atomic_begin()	((void)0)
#define kcsan_nestable_atomic_end()	((void)0)

#define min_t(type, a, b)		((type)(a) < (type)(b) ? (type)(a) : (type)(b))
#define max(a, b)			((a) > (b) ? (a) : (b))
#define div64_u64(a, b)			((a) / (b))
#define mul_u64_u64_shr(a, b, shift)	((u64)((unsigned __int128)(a) * (b) >> (shift)))
#define strscpy(to, from, size)		snprintf(to, size, "%s", from)

static inline void clocks_calc_mult_shift(u32 *mult, u32 *shift, u32 from, u32 to, u32 seconds)
{
	assert(seconds == 0);
	for (*shift = 32; ((u64)to << *shift) / from > U32_MAX; --*shift)
		;
	*mult = ((u64)to << *shift) / from;
}

/* Memory order. Plain accesses are what the compiler makes of them. */

#define READ_ONCE(x)			(*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, val)		(*(volatile typeof(x) *)&(x) = (val))
#if defined(__x86_64__)
#define smp_rmb()			asm volatile("" : : : "memory")
#define smp_wmb()			asm volatile("" : : : "memory")
#elif defined(__aarch64__)
#define smp_rmb()			asm volatile("dmb ishld" : : : "memory")
#define smp_wmb()			asm volatile("dmb ishst" : : : "memory")
#else
#error "no barriers for this machine"
#endif

typedef struct { struct { unsigned int sequence; } seqcount; } seqcount_latch_t;

#define SEQCNT_LATCH_ZERO(name)		{ { 0 } }

void shim_try(void);

static __always_inline unsigned int raw_read_seqcount_latch(const seqcount_latch_t *s)
{
	shim_try();
	return READ_ONCE(s->seqcount.sequence);
}

static __always_inline int raw_read_seqcount_latch_retry(const seqcount_latch_t *s,
							 unsigned int start)
{
	smp_rmb();
	return READ_ONCE(s->seqcount.sequence) != start;
}

static __always_inline void write_seqcount_latch(seqcount_latch_t *s)
{
	smp_wmb();
	s->seqcount.sequence++;
	smp_wmb();
}

#define seqcount_latch_init(s)		((s)->seqcount.sequence = 0)
#define write_seqcount_latch_begin(s)	write_seqcount_latch(s)
#define write_seqcount_latch_end(s)	((void)(s))

/* The machine: see storm.c. */

typedef struct { unsigned int next, owner; } raw_spinlock_t;
#define __RAW_SPIN_LOCK_UNLOCKED(name)	{ 0, 0 }
#define raw_spin_lock_init(lock)	((lock)->next = (lock)->owner = 0)

void shim_lock(raw_spinlock_t *lock);
void shim_unlock(raw_spinlock_t *lock);
void shim_preempt_disable(void);
void shim_preempt_enable(void);
void shim_stop_machine(void);

#define local_irq_save(flags)		((void)((flags) = 1))
#define local_irq_restore(flags)	((void)(flags))
#define raw_spin_lock_irqsave(lock, flags) \
	do { local_irq_save(flags); shim_lock(lock); } while (0)
#define raw_spin_unlock_irqrestore(lock, flags) \
	do { shim_unlock(lock); local_irq_restore(flags); } while (0)
#define preempt_disable_notrace()	shim_preempt_disable()
#define preempt_enable_notrace()	shim_preempt_enable()
#define stop_machine(fn, data, cpus)	({ shim_stop_machine(); fn(data); })

/* Lists. */

struct list_head { struct list_head *next, *prev; };

#define LIST_HEAD_INIT(name)		{ &(name), &(name) }
#define INIT_LIST_HEAD(head)		((head)->next = (head)->prev = (head))
#define list_entry(at, type, member)	((type *)((char *)(at) - offsetof(type, member)))
#define list_for_each(pos, head)	for (pos = (head)->next; pos != (head); pos = pos->next)
#define list_for_each_entry(pos, head, member)						\
	for (pos = list_entry((head)->next, typeof(*pos), member); &pos->member != (head);	\
	     pos = list_entry(pos->member.next, typeof(*pos), member))
#define list_first_entry_or_null(head, type, member) \
	((head)->next == (head) ? NULL : list_entry((head)->next, type, member))

static inline void list_add_tail(struct list_head *node, struct list_head *head)
{
	node->next = head;
	node->prev = head->prev;
	head->prev->next = node;
	head->prev = node;
}

static inline void list_del(struct list_head *node)
{
	node->prev->next = node->next;
	node->next->prev = node->prev;
}

#endif /* _LATCH_SHIM_H */
