/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A register model of the Exynos MCT behind the I/O seam (SOC_IO_MODEL).
 *
 * It counts and logs each access, and its free-running counter moves only when an
 * access is made, so that a test decides what happens between any two. Writes are
 * acknowledged in the write status registers if and when a test wants that.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _TESTS_MCT_MODEL_H
#define _TESTS_MCT_MODEL_H

#include <linux/types.h>

#define MCT_MODEL_SIZE		0x1300
#define MCT_MODEL_REGS		(MCT_MODEL_SIZE / 4)
#define MCT_MODEL_LOG		64
#define MCT_MODEL_JUMPS		4
#define MCT_MODEL_ACKS		8

/**
 * struct mct_model_access - one access as logged
 * @offset: of the register
 * @value: read or written
 * @write: it was a write
 */
struct mct_model_access {
	u32 offset;
	u32 value;
	bool write;
};

/**
 * struct mct_model - the block
 * @count:	free-running counter, ticks
 * @step:	ticks it gains before each access
 * @gated:	its input clock is off: it does not move, whatever is in G_TCON
 * @ack_late:	reads of a write status register before it shows the acknowledgment
 * @ack_never:	no write is acknowledged
 * @stuck:	interrupts stay pending although they are cleared
 * @jump:	further ticks gained before the access with this number (first: 1)
 * @jumps:	how many of @jump are in use
 * @ack:	acknowledgments to come: in register @wstat, @bit, after @reads
 * @acks:	how many of @ack are in use
 * @overlapped:	writes made before the previous one was acknowledged and the
 *		acknowledgment cleared
 * @forbidden:	writes that set or stop the counter, or change the interval of a
 *		running timer
 * @accesses:	made so far
 * @stray:	of these, not to a register of the block
 * @written:	of these, writes
 * @reads:	by register (offset / 4)
 * @writes:	by register (offset / 4)
 * @log:	the first accesses
 * @regs:	what is stored; the block's address is that of this array
 */
struct mct_model {
	u64 count;
	u64 step;
	bool gated;
	unsigned int ack_late;
	bool ack_never;
	bool stuck;
	struct {
		unsigned int access;
		u64 ticks;
	} jump[MCT_MODEL_JUMPS];
	unsigned int jumps;
	struct {
		u32 wstat;
		u32 bit;
		unsigned int reads;
	} ack[MCT_MODEL_ACKS];
	unsigned int acks;
	unsigned int overlapped;
	unsigned int forbidden;

	unsigned int accesses;
	unsigned int stray;
	unsigned int written;
	u16 reads[MCT_MODEL_REGS];
	u16 writes[MCT_MODEL_REGS];
	struct mct_model_access log[MCT_MODEL_LOG];
	u32 regs[MCT_MODEL_REGS];
};

void mct_model_reset(struct mct_model *m, u64 count);
void mct_model_forget(struct mct_model *m);
void mct_model_jump(struct mct_model *m, unsigned int access, u64 ticks);
void __iomem *mct_model_base(struct mct_model *m);

#endif /* _TESTS_MCT_MODEL_H */
