/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An Exynos multi-core timer as a pure state machine: registers, counters, interrupt
 * lines. It has no clock and no machine: its user passes in how many cycles of the input
 * clock have gone by.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Offsets are plain numbers, not the driver's macros: a model that used those would
 * share the driver's mistakes.
 *
 * How the block behaves in the model:
 *  - the counter advances with each cycle while G_TCON has its start bit;
 *  - an enabled comparator fires when the counter reaches its value: one that is set to a
 *    value in the past waits for a whole lap of 64 bits. With auto-increment the value is
 *    advanced then, otherwise it stays;
 *  - a local timer counts ICNTB + 1 ticks of TCNTB + 1 cycles each, from a write of ICNTB
 *    with the update bit. It starts again at its end in interval mode, otherwise it stops;
 *  - it fires only with the interrupt bit of L_TCON set; stopping it clears nothing;
 *  - writes take effect at once, and are acknowledged at once, after a number of reads of
 *    the status, or never.
 */
#ifndef SOC_TIMERS_TESTS_MCT_BLOCK_H
#define SOC_TIMERS_TESTS_MCT_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MCB_COMPARATORS	4
#define MCB_LOCALS	16

#define MCB_CFG		0x000
#define MCB_CNT_L	0x100
#define MCB_CNT_U	0x104
#define MCB_CNT_WSTAT	0x110
#define MCB_COMP	0x200
#define MCB_COMP_STRIDE	0x10
#define MCB_TCON	0x240
#define MCB_CSTAT	0x244
#define MCB_ENB		0x248
#define MCB_WSTAT	0x24c
#define MCB_LOCAL	0x300
#define MCB_LOCAL_STRIDE 0x100
#define MCB_END		(MCB_LOCAL + MCB_LOCALS * MCB_LOCAL_STRIDE)

#define MCB_TCON_START	0x100u
#define MCB_TCON_ALL	0x1ffu
#define MCB_WSTAT_TCON	16

/* Inside one local timer. */
#define MCB_L_TCNTB	0x00
#define MCB_L_TCNTO	0x04
#define MCB_L_ICNTB	0x08
#define MCB_L_ICNTO	0x0c
#define MCB_L_FRCNTB	0x10
#define MCB_L_FRCNTO	0x14
#define MCB_L_TCON	0x20
#define MCB_L_CSTAT	0x30
#define MCB_L_ENB	0x34
#define MCB_L_WSTAT	0x40

#define MCB_L_UPDATE	(1u << 31)
#define MCB_L_RUN	(1u << 0)
#define MCB_L_INT	(1u << 1)
#define MCB_L_INTERVAL	(1u << 2)
#define MCB_L_TCON_ALL	0xfu
#define MCB_L_ICNT	(1u << 0)

enum mcb_fault {
	MCB_UNACKNOWLEDGED,
	MCB_COUNTER_SET,
	MCB_COUNTER_STOPPED,
	MCB_UPDATE_WHILE_RUNNING,
	MCB_WRITE_READ_ONLY,
	MCB_NO_REGISTER,
	MCB_WRONG_SIZE,
	MCB_FAULTS
};

static const char * const mcb_fault_text[MCB_FAULTS] = {
	[MCB_UNACKNOWLEDGED] = "write before the previous one's acknowledgment was cleared",
	[MCB_COUNTER_SET] = "the counter was set",
	[MCB_COUNTER_STOPPED] = "the counter was stopped",
	[MCB_UPDATE_WHILE_RUNNING] = "interval updated while the local timer runs",
	[MCB_WRITE_READ_ONLY] = "write to a read-only register",
	[MCB_NO_REGISTER] = "access to an offset without a register",
	[MCB_WRONG_SIZE] = "access of a size other than 32 bits",
};

/**
 * struct mcb_wstat - a write status register and the values it acknowledges
 * @bits:	acknowledged, not yet cleared
 * @owed:	written, not yet acknowledged
 * @reads:	of this register since the last write
 */
struct mcb_wstat {
	uint32_t bits;
	uint32_t owed;
	uint64_t reads;
};

/**
 * struct mcb_comparator - one comparator
 * @value:	the counter value at which it fires
 * @increment:	what auto-increment adds
 * @fired:	how often it has
 */
struct mcb_comparator {
	uint64_t value;
	uint32_t increment;

	uint64_t fired;
};

/**
 * struct mcb_local - one local timer
 * @tcntb:	the prescaler
 * @icntb:	the interval, without the update bit
 * @frcntb:	stored, without effect
 * @tcon:	control
 * @cstat:	raw interrupt status
 * @enb:	interrupt enable
 * @wstat:	write status
 * @left:	cycles to its end while stopped
 * @end:	cycle of its end while it runs
 * @expired:	times that it ended
 * @again:	of these, while its interrupt was still pending: it is repeated until stopped
 * @taken:	interrupts cleared
 */
struct mcb_local {
	uint32_t tcntb;
	uint32_t icntb;
	uint32_t frcntb;
	uint32_t tcon;
	uint32_t cstat;
	uint32_t enb;
	struct mcb_wstat wstat;
	uint64_t left;
	uint64_t end;

	uint64_t expired;
	uint64_t again;
	uint64_t taken;
};

/**
 * struct mct_block - the block
 * @locals:	number of local timers
 * @ack_late:	reads of a write status register before it acknowledges
 * @ack_never:	writes are not acknowledged
 * @now:	cycles so far
 * @fault:	called at each illegal use; may be NULL
 * @faults:	illegal uses, by kind
 * @reads:	of all registers
 * @writes:	to all registers
 * @cfg:	stored, without effect
 * @count:	the counter at @counted
 * @counted:	cycle of the last change to it, or of the last look
 * @tcon:	global control
 * @cstat:	raw interrupt status
 * @enb:	interrupt enable
 * @cnt_wstat:	write status of the counter
 * @wstat:	write status of the other global registers
 * @comp:	the comparators
 * @local:	the local timers
 */
struct mct_block {
	unsigned int locals;
	uint64_t ack_late;
	bool ack_never;
	uint64_t now;
	void (*fault)(struct mct_block *b, enum mcb_fault what, unsigned int offset);
	uint64_t faults[MCB_FAULTS];
	uint64_t reads;
	uint64_t writes;

	uint32_t cfg;
	uint64_t count;
	uint64_t counted;
	uint32_t tcon;
	uint32_t cstat;
	uint32_t enb;
	struct mcb_wstat cnt_wstat;
	struct mcb_wstat wstat;
	struct mcb_comparator comp[MCB_COMPARATORS];
	struct mcb_local local[MCB_LOCALS];
};

static inline void mcb_bad(struct mct_block *b, enum mcb_fault what, unsigned int offset)
{
	b->faults[what]++;
	if (b->fault)
		b->fault(b, what, offset);
}

/* Reset the registers, the counter to @count, but keep the time and the statistics. */
static inline void mcb_reset(struct mct_block *b, uint64_t count)
{
	unsigned int n;

	b->cfg = 0;
	b->count = count;
	b->counted = b->now;
	b->tcon = 0;
	b->cstat = 0;
	b->enb = 0;
	memset(&b->cnt_wstat, 0, sizeof(b->cnt_wstat));
	memset(&b->wstat, 0, sizeof(b->wstat));
	for (n = 0; n < MCB_COMPARATORS; n++) {
		b->comp[n].value = 0;
		b->comp[n].increment = 0;
	}
	for (n = 0; n < MCB_LOCALS; n++)
		memset(&b->local[n], 0, offsetof(struct mcb_local, expired));
}

static inline void mcb_clear_stats(struct mct_block *b)
{
	unsigned int n;

	memset(b->faults, 0, sizeof(b->faults));
	b->reads = 0;
	b->writes = 0;
	for (n = 0; n < MCB_COMPARATORS; n++)
		b->comp[n].fired = 0;
	for (n = 0; n < MCB_LOCALS; n++) {
		b->local[n].expired = 0;
		b->local[n].again = 0;
		b->local[n].taken = 0;
	}
}

static inline bool mcb_counts(const struct mct_block *b)
{
	return b->tcon & MCB_TCON_START;
}

static inline bool mcb_comp_enabled(const struct mct_block *b, unsigned int n)
{
	return b->tcon >> (2 * n) & 1;
}

static inline bool mcb_comp_line(const struct mct_block *b, unsigned int n)
{
	return (b->cstat & b->enb) >> n & 1;
}

static inline bool mcb_local_line(const struct mcb_local *l)
{
	return l->cstat & l->enb & MCB_L_ICNT;
}

static inline bool mcb_runs(const struct mcb_local *l)
{
	return l->tcon & MCB_L_RUN;
}

static inline uint64_t mcb_interval(const struct mcb_local *l)
{
	return ((uint64_t)l->icntb + 1) * ((uint64_t)l->tcntb + 1);
}

/* @value - @from for a comparator that the counter has yet to reach, else a whole lap. */
static inline uint64_t mcb_ahead(uint64_t value, uint64_t from)
{
	return value - from ? value - from : UINT64_MAX;
}

static inline bool mcb_advance_comp(struct mct_block *b, unsigned int n, uint64_t from,
				    uint64_t to)
{
	struct mcb_comparator *c = &b->comp[n];
	bool fired = false;

	if (!mcb_comp_enabled(b, n))
		return false;
	while (mcb_ahead(c->value, from) <= to - from) {
		fired = true;
		c->fired++;
		b->cstat |= 1u << n;
		if (!(b->tcon >> (2 * n + 1) & 1) || !c->increment)
			break;
		from = c->value;
		c->value += c->increment;
	}
	return fired;
}

static inline bool mcb_advance_local(struct mcb_local *l, uint64_t now)
{
	bool expired = false;

	while (mcb_runs(l) && l->end <= now) {
		expired = true;
		l->expired++;
		if (l->tcon & MCB_L_INT) {
			if (mcb_local_line(l))
				l->again++;
			l->cstat |= MCB_L_ICNT;
		}
		if (l->tcon & MCB_L_INTERVAL) {
			l->end += mcb_interval(l);
		} else {
			l->tcon &= ~MCB_L_RUN;
			l->left = 0;
		}
	}
	return expired;
}

/* Advance to cycle @now, which never goes back. True if anything fired. */
static inline bool mcb_advance(struct mct_block *b, uint64_t now)
{
	uint64_t from = b->count;
	bool fired = false;
	unsigned int n;

	if (mcb_counts(b)) {
		b->count += now - b->counted;
		for (n = 0; n < MCB_COMPARATORS; n++)
			fired |= mcb_advance_comp(b, n, from, b->count);
	}
	b->counted = now;
	for (n = 0; n < b->locals; n++)
		fired |= mcb_advance_local(&b->local[n], now);
	b->now = now;
	return fired;
}

static inline uint64_t mcb_earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Cycle of the next event after the one of the last mcb_advance(), UINT64_MAX if none. */
static inline uint64_t mcb_next(const struct mct_block *b)
{
	uint64_t next = UINT64_MAX, ahead;
	unsigned int n;

	for (n = 0; n < MCB_COMPARATORS; n++) {
		ahead = mcb_ahead(b->comp[n].value, b->count);
		if (mcb_counts(b) && mcb_comp_enabled(b, n) && ahead < UINT64_MAX - b->now)
			next = mcb_earlier(next, b->now + ahead);
	}
	for (n = 0; n < b->locals; n++)
		if (mcb_runs(&b->local[n]))
			next = mcb_earlier(next, b->local[n].end);
	return next;
}

/* ---- write status ---- */

static inline void mcb_written(struct mct_block *b, struct mcb_wstat *ws, unsigned int bit,
			       unsigned int offset)
{
	uint32_t mask = 1u << bit;

	if ((ws->bits | ws->owed) & mask)
		mcb_bad(b, MCB_UNACKNOWLEDGED, offset);
	ws->reads = 0;
	if (b->ack_never)
		return;
	if (b->ack_late)
		ws->owed |= mask;
	else
		ws->bits |= mask;
}

static inline uint32_t mcb_read_wstat(const struct mct_block *b, struct mcb_wstat *ws)
{
	if (ws->owed && ws->reads++ >= b->ack_late) {
		ws->bits |= ws->owed;
		ws->owed = 0;
	}
	return ws->bits;
}

/* ---- local timers ---- */

static inline struct mcb_local *mcb_local_at(struct mct_block *b, unsigned int offset)
{
	unsigned int n = (offset - MCB_LOCAL) / MCB_LOCAL_STRIDE;

	return offset >= MCB_LOCAL && n < b->locals ? &b->local[n] : NULL;
}

static inline uint64_t mcb_local_left(const struct mct_block *b, const struct mcb_local *l)
{
	return mcb_runs(l) ? l->end - b->now : l->left;
}

static inline uint32_t mcb_read_local(struct mct_block *b, struct mcb_local *l,
				      unsigned int offset)
{
	uint64_t tick = (uint64_t)l->tcntb + 1;

	switch (offset % MCB_LOCAL_STRIDE) {
	case MCB_L_TCNTB:
		return l->tcntb;
	case MCB_L_TCNTO:
		return mcb_local_left(b, l) % tick;
	case MCB_L_ICNTB:
		return l->icntb;
	case MCB_L_ICNTO:
		return mcb_local_left(b, l) / tick;
	case MCB_L_FRCNTB:
	case MCB_L_FRCNTO:
		return l->frcntb;
	case MCB_L_TCON:
		return l->tcon;
	case MCB_L_CSTAT:
		return l->cstat;
	case MCB_L_ENB:
		return l->enb;
	case MCB_L_WSTAT:
		return mcb_read_wstat(b, &l->wstat);
	}
	mcb_bad(b, MCB_NO_REGISTER, offset);
	return 0;
}

static inline void mcb_write_interval(struct mct_block *b, struct mcb_local *l, uint32_t val,
				      unsigned int offset)
{
	l->icntb = val & ~MCB_L_UPDATE;
	if (!(val & MCB_L_UPDATE))
		return;
	if (mcb_runs(l)) {
		mcb_bad(b, MCB_UPDATE_WHILE_RUNNING, offset);
		l->end = b->now + mcb_interval(l);
	} else {
		l->left = mcb_interval(l);
	}
}

static inline void mcb_write_local_control(struct mct_block *b, struct mcb_local *l, uint32_t val)
{
	uint32_t old = l->tcon;

	if (mcb_runs(l) && !(val & MCB_L_RUN))
		l->left = l->end - b->now;
	l->tcon = val & MCB_L_TCON_ALL;
	if (!(old & MCB_L_RUN) && mcb_runs(l))
		l->end = b->now + (l->left ? l->left : mcb_interval(l));
}

static inline void mcb_write_local(struct mct_block *b, struct mcb_local *l, unsigned int offset,
				   uint32_t val)
{
	switch (offset % MCB_LOCAL_STRIDE) {
	case MCB_L_TCNTB:
		l->tcntb = val;
		mcb_written(b, &l->wstat, 0, offset);
		break;
	case MCB_L_ICNTB:
		mcb_write_interval(b, l, val, offset);
		mcb_written(b, &l->wstat, 1, offset);
		break;
	case MCB_L_FRCNTB:
		l->frcntb = val;
		mcb_written(b, &l->wstat, 2, offset);
		break;
	case MCB_L_TCON:
		mcb_write_local_control(b, l, val);
		mcb_written(b, &l->wstat, 3, offset);
		break;
	case MCB_L_CSTAT:
		if (l->cstat & val & MCB_L_ICNT)
			l->taken++;
		l->cstat &= ~val;
		break;
	case MCB_L_ENB:
		l->enb = val & 3;
		break;
	case MCB_L_WSTAT:
		l->wstat.bits &= ~val;
		break;
	case MCB_L_TCNTO:
	case MCB_L_ICNTO:
	case MCB_L_FRCNTO:
		mcb_bad(b, MCB_WRITE_READ_ONLY, offset);
		break;
	default:
		mcb_bad(b, MCB_NO_REGISTER, offset);
	}
}

/* ---- global registers ---- */

static inline struct mcb_comparator *mcb_comp_at(struct mct_block *b, unsigned int offset)
{
	if (offset < MCB_COMP || offset >= MCB_TCON || offset % MCB_COMP_STRIDE > 8)
		return NULL;
	return &b->comp[(offset - MCB_COMP) / MCB_COMP_STRIDE];
}

static inline uint32_t mcb_read_comp(const struct mcb_comparator *c, unsigned int offset)
{
	switch (offset % MCB_COMP_STRIDE) {
	case 0:
		return c->value;
	case 4:
		return c->value >> 32;
	}
	return c->increment;
}

static inline uint64_t mcb_half(uint64_t old, bool upper, uint32_t val)
{
	return upper ? (uint32_t)old | (uint64_t)val << 32 : (old & ~0xffffffffull) | val;
}

static inline void mcb_write_comp(struct mct_block *b, struct mcb_comparator *c,
				  unsigned int offset, uint32_t val)
{
	unsigned int reg = offset % MCB_COMP_STRIDE / 4;

	if (reg == 2)
		c->increment = val;
	else
		c->value = mcb_half(c->value, reg, val);
	mcb_written(b, &b->wstat, (offset - MCB_COMP) / 4, offset);
}

static inline void mcb_write_control(struct mct_block *b, uint32_t val)
{
	if (mcb_counts(b) && !(val & MCB_TCON_START))
		mcb_bad(b, MCB_COUNTER_STOPPED, MCB_TCON);
	b->tcon = val & MCB_TCON_ALL;
	mcb_written(b, &b->wstat, MCB_WSTAT_TCON, MCB_TCON);
}

/* Read the register at @offset, after mcb_advance() to the current time. */
static inline uint32_t mcb_read(struct mct_block *b, unsigned int offset)
{
	struct mcb_comparator *c = mcb_comp_at(b, offset);
	struct mcb_local *l = mcb_local_at(b, offset);

	b->reads++;
	if (c)
		return mcb_read_comp(c, offset);
	if (l)
		return mcb_read_local(b, l, offset);
	switch (offset) {
	case MCB_CFG:
		return b->cfg;
	case MCB_CNT_L:
		return b->count;
	case MCB_CNT_U:
		return b->count >> 32;
	case MCB_CNT_WSTAT:
		return mcb_read_wstat(b, &b->cnt_wstat);
	case MCB_TCON:
		return b->tcon;
	case MCB_CSTAT:
		return b->cstat;
	case MCB_ENB:
		return b->enb;
	case MCB_WSTAT:
		return mcb_read_wstat(b, &b->wstat);
	}
	mcb_bad(b, MCB_NO_REGISTER, offset);
	return 0;
}

/* Write @val to the register at @offset, after mcb_advance() to the current time. */
static inline void mcb_write(struct mct_block *b, unsigned int offset, uint32_t val)
{
	struct mcb_comparator *c = mcb_comp_at(b, offset);
	struct mcb_local *l = mcb_local_at(b, offset);

	b->writes++;
	if (c) {
		mcb_write_comp(b, c, offset, val);
		return;
	}
	if (l) {
		mcb_write_local(b, l, offset, val);
		return;
	}
	switch (offset) {
	case MCB_CFG:
		b->cfg = val;
		break;
	case MCB_CNT_L:
	case MCB_CNT_U:
		mcb_bad(b, MCB_COUNTER_SET, offset);
		b->count = mcb_half(b->count, offset == MCB_CNT_U, val);
		mcb_written(b, &b->cnt_wstat, offset == MCB_CNT_U, offset);
		break;
	case MCB_CNT_WSTAT:
		b->cnt_wstat.bits &= ~val;
		break;
	case MCB_TCON:
		mcb_write_control(b, val);
		break;
	case MCB_CSTAT:
		b->cstat &= ~val;
		break;
	case MCB_ENB:
		b->enb = val & 0xf;
		break;
	case MCB_WSTAT:
		b->wstat.bits &= ~val;
		break;
	default:
		mcb_bad(b, MCB_NO_REGISTER, offset);
	}
}

#endif
