// SPDX-License-Identifier: GPL-2.0-only
/*
 * A register model of the Exynos MCT.
 *
 * Offsets are plain numbers here: a model that took them from the driver's map
 * would share its mistakes.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL

#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/string.h>
#include <soc-timers/io.h>

#include "mct_model.h"

#define FRC_L		0x100
#define FRC_U		0x104
#define TCON		0x240
#define TCON_START	BIT(8)

/* The block that is read and written now: the seam passes addresses only. */
static struct mct_model *mct_model_in_use;

/* Put the counter at @count, running and not moving, all other registers 0; forget accesses. */
void mct_model_reset(struct mct_model *m, u64 count)
{
	memset(m, 0, sizeof(*m));
	m->count = count;
	m->regs[TCON / 4] = TCON_START;
	mct_model_in_use = m;
}

/* Forget the accesses so far, and nothing else. */
void mct_model_forget(struct mct_model *m)
{
	m->accesses = 0;
	m->written = 0;
	m->jumps = 0;
	memset(m->reads, 0, sizeof(m->reads));
	memset(m->writes, 0, sizeof(m->writes));
	memset(m->log, 0, sizeof(m->log));
}

/* Let the counter gain @ticks right before access number @access (the first is 1). */
void mct_model_jump(struct mct_model *m, unsigned int access, u64 ticks)
{
	if (WARN_ON(m->jumps == MCT_MODEL_JUMPS))
		return;
	m->jump[m->jumps].access = access;
	m->jump[m->jumps].ticks = ticks;
	m->jumps++;
}

void __iomem *mct_model_base(struct mct_model *m)
{
	return (__force void __iomem *)m->regs;
}

static bool mct_model_has(unsigned long offset)
{
	if (offset % 4 || offset >= MCT_MODEL_SIZE)
		return false;

	if (offset >= 0x300) {
		switch (offset & 0xff) {
		case 0x00: case 0x04: case 0x08: case 0x0c: case 0x10: case 0x14:
		case 0x20:
		case 0x30: case 0x34:
		case 0x40:
			return true;
		}
		return false;
	}

	if (offset >= 0x200 && offset < 0x240)
		return (offset & 0xf) <= 8;

	switch (offset) {
	case 0x000:
	case FRC_L: case FRC_U: case 0x110:
	case TCON: case 0x244: case 0x248: case 0x24c:
		return true;
	}
	return false;
}

static void mct_model_advance(struct mct_model *m)
{
	unsigned int i;

	if (m->gated || !(m->regs[TCON / 4] & TCON_START))
		return;

	m->count += m->step;
	for (i = 0; i < m->jumps; i++)
		if (m->jump[i].access == m->accesses)
			m->count += m->jump[i].ticks;
}

static void mct_model_log(struct mct_model *m, unsigned long offset, u32 value, bool write)
{
	if (m->accesses > MCT_MODEL_LOG)
		return;
	m->log[m->accesses - 1] = (struct mct_model_access) { offset, value, write };
}

/* Where a write to @offset is acknowledged: 0 if it is not. */
static u32 mct_model_wstat(u32 offset, u32 *bit)
{
	if (offset == FRC_L || offset == FRC_U) {
		*bit = BIT((offset - FRC_L) / 4);
		return 0x110;
	}
	if (offset >= 0x200 && offset < TCON) {
		*bit = BIT((offset - 0x200) / 4);
		return 0x24c;
	}
	if (offset == TCON) {
		*bit = BIT(16);
		return 0x24c;
	}
	if (offset < 0x300)
		return 0;

	switch (offset & 0xff) {
	case 0x00: case 0x08: case 0x10:
		*bit = BIT((offset & 0xff) / 8);
		break;
	case 0x20:
		*bit = BIT(3);
		break;
	default:
		return 0;
	}
	return (offset & ~0xffU) + 0x40;
}

static void mct_model_ack_later(struct mct_model *m, u32 wstat, u32 bit)
{
	if (WARN_ON(m->acks == MCT_MODEL_ACKS))
		return;
	m->ack[m->acks].wstat = wstat;
	m->ack[m->acks].bit = bit;
	m->ack[m->acks].reads = m->ack_late;
	m->acks++;
}

static bool mct_model_ack_awaited(const struct mct_model *m, u32 wstat, u32 bit)
{
	unsigned int i;

	for (i = 0; i < m->acks; i++)
		if (m->ack[i].wstat == wstat && m->ack[i].bit == bit)
			return true;

	return m->regs[wstat / 4] & bit;
}

static void mct_model_acknowledge(struct mct_model *m, u32 offset)
{
	u32 bit, wstat = mct_model_wstat(offset, &bit);

	if (!wstat)
		return;
	if (mct_model_ack_awaited(m, wstat, bit))
		m->overlapped++;
	if (m->ack_never)
		return;
	if (m->ack_late)
		mct_model_ack_later(m, wstat, bit);
	else
		m->regs[wstat / 4] |= bit;
}

/* Right before a read of @wstat. */
static void mct_model_deliver_acks(struct mct_model *m, u32 wstat)
{
	unsigned int i = 0;

	while (i < m->acks) {
		if (m->ack[i].wstat != wstat || m->ack[i].reads--) {
			i++;
			continue;
		}
		m->regs[wstat / 4] |= m->ack[i].bit;
		m->ack[i] = m->ack[--m->acks];
	}
}

static void mct_model_watch(struct mct_model *m, u32 offset, u32 value)
{
	bool local = offset >= 0x300;

	if (offset == FRC_L || offset == FRC_U ||
	    (offset == TCON && (m->regs[TCON / 4] & ~value & TCON_START)) ||
	    (local && (offset & 0xff) == 0x08 && (m->regs[(offset + 0x18) / 4] & 3)))
		m->forbidden++;
}

static void mct_model_store(struct mct_model *m, u32 offset, u32 value)
{
	bool local = offset >= 0x300;
	bool status = local ? (offset & 0xff) == 0x30 : offset == 0x244;
	bool wstat = local ? (offset & 0xff) == 0x40 : offset == 0x110 || offset == 0x24c;

	if (status && m->stuck)
		return;
	if (status || wstat)
		m->regs[offset / 4] &= ~value;
	else
		m->regs[offset / 4] = value;
}

u32 soc_model_readl(const void __iomem *addr)
{
	struct mct_model *m = mct_model_in_use;
	unsigned long offset = (__force unsigned long)addr - (unsigned long)m->regs;
	u32 value = 0;

	m->accesses++;
	mct_model_advance(m);

	if (!mct_model_has(offset)) {
		m->stray++;
	} else {
		m->reads[offset / 4]++;
		mct_model_deliver_acks(m, offset);
		if (offset == FRC_L)
			value = (u32)m->count;
		else if (offset == FRC_U)
			value = m->count >> 32;
		else
			value = m->regs[offset / 4];
	}

	mct_model_log(m, offset, value, false);
	return value;
}

void soc_model_writel(u32 value, void __iomem *addr)
{
	struct mct_model *m = mct_model_in_use;
	unsigned long offset = (__force unsigned long)addr - (unsigned long)m->regs;

	m->accesses++;
	m->written++;
	mct_model_advance(m);

	if (!mct_model_has(offset)) {
		m->stray++;
	} else {
		m->writes[offset / 4]++;
		mct_model_watch(m, offset, value);
		mct_model_store(m, offset, value);
		mct_model_acknowledge(m, offset);
	}

	mct_model_log(m, offset, value, true);
}
