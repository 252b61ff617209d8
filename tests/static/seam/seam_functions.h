/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Typical register accesses of drivers, one for each accessor and for each use of an
 * address that the compiler could treat differently.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _SEAM_FUNCTIONS_H
#define _SEAM_FUNCTIONS_H

#include <linux/types.h>

struct seam_block {
	void __iomem *base;
};

u32 seam_read_relaxed(const struct seam_block *block);
u32 seam_read_relaxed(const struct seam_block *block)
{
	return READ_RELAXED(block->base + 0x100);
}

u32 seam_read_ordered(const struct seam_block *block);
u32 seam_read_ordered(const struct seam_block *block)
{
	return READ_ORDERED(block->base + 0x100);
}

void seam_write_relaxed(const struct seam_block *block, u32 val);
void seam_write_relaxed(const struct seam_block *block, u32 val)
{
	WRITE_RELAXED(val, block->base + 0x240);
}

void seam_write_ordered(const struct seam_block *block, u32 val);
void seam_write_ordered(const struct seam_block *block, u32 val)
{
	WRITE_ORDERED(val, block->base + 0x240);
}

/* A write, then a wait for its acknowledgment: expressions, a loop, a variable offset. */
int seam_handshake(const struct seam_block *block, unsigned int reg, u32 bit);
int seam_handshake(const struct seam_block *block, unsigned int reg, u32 bit)
{
	unsigned int looks;

	WRITE_RELAXED(READ_RELAXED(block->base + reg) | bit, block->base + reg);
	for (looks = 0; looks < 100; looks++) {
		if (READ_RELAXED(block->base + 0x24c) & bit) {
			WRITE_ORDERED(bit, block->base + 0x24c);
			return 0;
		}
	}

	return -1;
}

/* Two halves: the order of accesses, and a result in two registers. */
u64 seam_read_wide(const struct seam_block *block);
u64 seam_read_wide(const struct seam_block *block)
{
	u32 before = READ_RELAXED(block->base + 0x104);
	u32 lower = READ_RELAXED(block->base + 0x100);
	u32 upper = READ_RELAXED(block->base + 0x104);

	return (u64)upper << 32 | (upper == before ? lower : 0);
}

#endif /* _SEAM_FUNCTIONS_H */
