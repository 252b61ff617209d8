/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A DW APB timer block as a pure state machine: registers, counters, interrupt
 * lines. It has no clock and no machine: its users, the QEMU plug-in and the KUnit
 * suite, pass in how many timer clocks have gone by.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Offsets are plain numbers, not the driver's macros: a model that used those would
 * share the driver's mistakes.
 *
 * How a channel behaves in the model:
 *  - the load count is taken over one timer clock after the channel is enabled;
 *    with @strict_sync set, a disable and an enable within one timer clock go
 *    unnoticed: the counter runs on as if nothing had happened;
 *  - it counts down; one clock after zero it is reloaded and the interrupt
 *    becomes pending: with the load count in the user-defined mode (period: load
 *    count + 1 clocks), with all ones in the free-running mode;
 *  - writing the load count while enabled is illegal use; the user-defined mode
 *    takes it at the next reload, the free-running mode never;
 *  - disabling clears the interrupt; so does a read of the channel's EOI register
 *    or of the global one;
 *  - the mask keeps the line down, but the interrupt still becomes pending.
 *
 * The current value of a disabled channel is unspecified. The model keeps the last
 * one, which exposes a driver that relies on a reset to all ones.
 */
#ifndef SOC_TIMERS_TESTS_DW_APB_BLOCK_H
#define SOC_TIMERS_TESTS_DW_APB_BLOCK_H

#ifdef __KERNEL__
#include <linux/string.h>
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#endif

#define DWB_ALL_ONES	0xffffffffu

#define DWB_CHANNELS	8
#define DWB_STRIDE	0x14

#define DWB_LOAD	0x00
#define DWB_VALUE	0x04
#define DWB_CONTROL	0x08
#define DWB_EOI		0x0c
#define DWB_STATUS	0x10
#define DWB_REGS	(DWB_STRIDE / 4)

#define DWB_ALL_STATUS	0xa0
#define DWB_ALL_EOI	0xa4
#define DWB_ALL_RAW	0xa8
#define DWB_VERSION	0xac
#define DWB_END		0xb0

#define DWB_ENABLE	0x1u
#define DWB_USER	0x2u
#define DWB_MASK	0x4u
#define DWB_PWM		0x8u

enum dwb_fault {
	DWB_LOAD_WHILE_ENABLED,
	DWB_MODE_WHILE_ENABLED,
	DWB_WRITE_READ_ONLY,
	DWB_GLOBAL_ACCESS,
	DWB_NO_REGISTER,
	DWB_RESERVED_BITS,
	DWB_WRONG_SIZE,
	DWB_UNSYNCHRONISED,
	DWB_FAULTS
};

static const char * const dwb_fault_text[DWB_FAULTS] = {
	[DWB_LOAD_WHILE_ENABLED] = "load count written while the channel is enabled",
	[DWB_MODE_WHILE_ENABLED] = "mode changed while the channel is enabled",
	[DWB_WRITE_READ_ONLY] = "write to a read-only register",
	[DWB_GLOBAL_ACCESS] = "access to a register shared by all channels",
	[DWB_NO_REGISTER] = "access to an offset without a register",
	[DWB_RESERVED_BITS] = "reserved or PWM bits set in the control register",
	[DWB_WRONG_SIZE] = "access of a size other than 32 bits",
	[DWB_UNSYNCHRONISED] = "disabled and enabled within one timer clock, load count lost",
};

/**
 * struct dwb_channel - one channel
 * @load:	load count register
 * @control:	control register
 * @value:	current value while disabled or frozen
 * @loaded:	timer clock at which the load count was taken over
 * @expiry:	timer clock at which the interrupt next becomes pending
 * @stopped_at:	timer clock of the last disable
 * @stop_expiry: @expiry at that time
 * @pending:	raw interrupt status
 * @frozen:	the counter is stopped although it is enabled
 * @first:	if not 0: the load count of a start from all ones instead
 * @expired:	times the interrupt became pending
 * @lost:	of these, while an unmasked one was still pending
 * @dropped:	unmasked interrupts that a disable cleared before an EOI
 * @eoi_taken:	reads of EOI that cleared an interrupt
 * @eoi_idle:	reads of EOI on an enabled channel without a pending interrupt, as from
 *		the handler of a spurious interrupt
 * @reads:	by register
 * @writes:	by register
 */
struct dwb_channel {
	uint32_t load;
	uint32_t control;
	uint32_t value;
	uint64_t loaded;
	uint64_t expiry;
	uint64_t stopped_at;
	uint64_t stop_expiry;
	bool pending;
	bool frozen;
	uint32_t first;

	uint64_t expired;
	uint64_t lost;
	uint64_t dropped;
	uint64_t eoi_taken;
	uint64_t eoi_idle;
	uint64_t reads[DWB_REGS];
	uint64_t writes[DWB_REGS];
};

/**
 * struct dwb_block - the block
 * @channels:	number of channels
 * @version:	value of the version register
 * @strict_sync: see the head of this file
 * @now:	timer clocks so far
 * @fault:	called at each illegal use; may be NULL
 * @faults:	illegal uses, by kind
 * @ch:		the channels
 */
struct dwb_block {
	unsigned int channels;
	uint32_t version;
	bool strict_sync;
	uint64_t now;
	void (*fault)(struct dwb_block *b, enum dwb_fault what, unsigned int offset);
	uint64_t faults[DWB_FAULTS];
	struct dwb_channel ch[DWB_CHANNELS];
};

static inline bool dwb_enabled(const struct dwb_channel *c)
{
	return c->control & DWB_ENABLE;
}

static inline bool dwb_line(const struct dwb_channel *c)
{
	return c->pending && !(c->control & DWB_MASK);
}

static inline void dwb_bad(struct dwb_block *b, enum dwb_fault what, unsigned int offset)
{
	b->faults[what]++;
	if (b->fault)
		b->fault(b, what, offset);
}

/* Reset all registers but keep the counts. */
static inline void dwb_reset(struct dwb_block *b)
{
	struct dwb_channel *c;

	for (c = b->ch; c < b->ch + DWB_CHANNELS; c++) {
		c->load = 0;
		c->control = 0;
		c->value = DWB_ALL_ONES;
		c->loaded = 0;
		c->expiry = 0;
		c->stopped_at = 0;
		c->stop_expiry = 0;
		c->pending = false;
		c->frozen = false;
	}
}

static inline uint64_t dwb_period(const struct dwb_channel *c)
{
	return c->control & DWB_USER ? (uint64_t)c->load + 1 : 1ULL << 32;
}

/* Advance to timer clock @now, which never goes back. True if a channel expired. */
static inline bool dwb_advance(struct dwb_block *b, uint64_t now)
{
	struct dwb_channel *c;
	bool expired = false;

	for (c = b->ch; c < b->ch + b->channels; c++) {
		if (!dwb_enabled(c) || c->frozen)
			continue;
		while (c->expiry <= now) {
			expired = true;
			c->expired++;
			if (dwb_line(c))
				c->lost++;
			c->pending = true;
			c->expiry += dwb_period(c);
		}
	}
	b->now = now;
	return expired;
}

static inline uint32_t dwb_value(const struct dwb_block *b, const struct dwb_channel *c)
{
	if (!dwb_enabled(c) || c->frozen || b->now < c->loaded)
		return c->value;
	return (uint32_t)(c->expiry - 1 - b->now);
}

static inline void dwb_freeze(struct dwb_block *b, struct dwb_channel *c)
{
	c->value = dwb_value(b, c);
	c->frozen = true;
}

static inline void dwb_stop(struct dwb_block *b, struct dwb_channel *c)
{
	c->value = dwb_value(b, c);
	c->stopped_at = b->now;
	c->stop_expiry = c->expiry;
	if (dwb_line(c))
		c->dropped++;
	c->pending = false;
}

static inline void dwb_start(struct dwb_block *b, struct dwb_channel *c, unsigned int offset)
{
	if (c->stop_expiry > b->now && c->stopped_at == b->now) {
		/* Without strict_sync a remark only. */
		dwb_bad(b, DWB_UNSYNCHRONISED, offset);
		if (b->strict_sync) {
			c->expiry = c->stop_expiry;
			return;
		}
	}
	c->value = c->load;
	if (c->first && c->load == DWB_ALL_ONES)
		c->value = c->first;
	c->loaded = b->now + 1;
	c->expiry = c->loaded + c->value + 1;
}

static inline void dwb_write_control(struct dwb_block *b, struct dwb_channel *c, uint32_t val,
				     unsigned int offset)
{
	uint32_t old = c->control;

	if (val & ~(DWB_ENABLE | DWB_USER | DWB_MASK))
		dwb_bad(b, DWB_RESERVED_BITS, offset);
	if ((old & val & DWB_ENABLE) && ((old ^ val) & DWB_USER))
		dwb_bad(b, DWB_MODE_WHILE_ENABLED, offset);

	if ((old & DWB_ENABLE) && !(val & DWB_ENABLE))
		dwb_stop(b, c);
	c->control = val & (DWB_ENABLE | DWB_USER | DWB_MASK | DWB_PWM);
	if (!(old & DWB_ENABLE) && (val & DWB_ENABLE))
		dwb_start(b, c, offset);
}

static inline void dwb_eoi(struct dwb_channel *c)
{
	if (c->pending)
		c->eoi_taken++;
	else if (dwb_enabled(c))
		c->eoi_idle++;
	c->pending = false;
}

static inline uint32_t dwb_read_all(struct dwb_block *b, unsigned int offset)
{
	uint32_t raw = 0, status = 0;
	unsigned int n;

	dwb_bad(b, DWB_GLOBAL_ACCESS, offset);
	for (n = 0; n < b->channels; n++) {
		raw |= (uint32_t)b->ch[n].pending << n;
		status |= (uint32_t)dwb_line(&b->ch[n]) << n;
	}
	switch (offset) {
	case DWB_ALL_STATUS:
		return status;
	case DWB_ALL_EOI:
		for (n = 0; n < b->channels; n++)
			dwb_eoi(&b->ch[n]);
		return 0;
	case DWB_ALL_RAW:
		return raw;
	}
	return b->version;
}

static inline struct dwb_channel *dwb_channel_at(struct dwb_block *b, unsigned int offset)
{
	if (offset % 4 || offset >= b->channels * DWB_STRIDE)
		return NULL;
	return &b->ch[offset / DWB_STRIDE];
}

/* Read the register at @offset, after dwb_advance() to the current time. */
static inline uint32_t dwb_read(struct dwb_block *b, unsigned int offset)
{
	struct dwb_channel *c = dwb_channel_at(b, offset);

	if (offset >= DWB_ALL_STATUS && offset < DWB_END && offset % 4 == 0)
		return dwb_read_all(b, offset);
	if (!c) {
		dwb_bad(b, DWB_NO_REGISTER, offset);
		return 0;
	}

	offset %= DWB_STRIDE;
	c->reads[offset / 4]++;
	switch (offset) {
	case DWB_LOAD:
		return c->load;
	case DWB_VALUE:
		return dwb_value(b, c);
	case DWB_CONTROL:
		return c->control;
	case DWB_EOI:
		dwb_eoi(c);
		return 0;
	}
	return dwb_line(c);
}

/* Write @val to the register at @offset, after dwb_advance() to the current time. */
static inline void dwb_write(struct dwb_block *b, unsigned int offset, uint32_t val)
{
	struct dwb_channel *c = dwb_channel_at(b, offset);

	if (offset >= DWB_ALL_STATUS && offset < DWB_END && offset % 4 == 0) {
		dwb_bad(b, DWB_GLOBAL_ACCESS, offset);
		dwb_bad(b, DWB_WRITE_READ_ONLY, offset);
		return;
	}
	if (!c) {
		dwb_bad(b, DWB_NO_REGISTER, offset);
		return;
	}

	c->writes[offset % DWB_STRIDE / 4]++;
	switch (offset % DWB_STRIDE) {
	case DWB_LOAD:
		if (dwb_enabled(c))
			dwb_bad(b, DWB_LOAD_WHILE_ENABLED, offset);
		c->load = val;
		break;
	case DWB_CONTROL:
		dwb_write_control(b, c, val, offset);
		break;
	default:
		dwb_bad(b, DWB_WRITE_READ_ONLY, offset);
	}
}

#endif
