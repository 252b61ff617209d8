// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_mct_hw: every register sequence of the Exynos MCT driver, access by access,
 * and how it copes with hardware that fails.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL

#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/limits.h>

#include "mct_model.h"
#include "mct_steps.h"
#include "../../drivers/exynos-mct/comp.h"
#include "../../drivers/exynos-mct/local.h"

/* The input clock of the block in these tests runs at 24 MHz. */
#define PATIENCE	24000

/**
 * struct mct_world - what a test works with
 * @m:		the model
 * @hw:		the block
 * @global:	its global write status register
 * @comp:	comparator 0
 * @timer:	a local timer
 */
struct mct_world {
	struct mct_model m;
	struct mct_hw hw;
	struct mct_wstat global;
	struct mct_comp comp;
	struct mct_local timer;
};

static void world_begin(struct mct_world *w, u64 count, unsigned int index)
{
	mct_model_reset(&w->m, count);
	w->hw = (struct mct_hw) { .base = mct_model_base(&w->m), .patience = PATIENCE };
	mct_wstat_init(&w->global, &w->hw, 0x24c);
	mct_comp_init(&w->comp, &w->hw, &w->global);
	mct_local_init(&w->timer, &w->hw, index);
}

/* Writes that are acknowledged */

static void mct_patience_is_a_millisecond(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, mct_patience(24000000), 24000U);
	KUNIT_EXPECT_EQ(test, mct_patience(32768), 32U);
	KUNIT_EXPECT_EQ(test, mct_patience(1), 2U);
}

static int write_tcon(struct mct_world *w)
{
	return mct_write(&w->timer.wstat, 5, w->hw.base + 0x320, BIT(3));
}

static void mct_write_at_once(struct kunit *test)
{
	static const struct mct_step steps[] = {
		W(0x320, 5), R(0x340, 8), W(0x340, 8),
	};
	struct mct_world *w = test->priv;

	world_begin(w, 0, 0);
	KUNIT_EXPECT_EQ(test, write_tcon(w), 0);
	EXPECT_STEPS(test, &w->m, steps);
	KUNIT_EXPECT_EQ_MSG(test, w->m.regs[0x340 / 4], 0U, "acknowledgment not cleared");
}

/* The bit of another write in the same register is neither accepted nor cleared. */
static void mct_write_uses_its_own_bit(struct kunit *test)
{
	struct mct_world *w = test->priv;

	world_begin(w, 0, 0);
	w->m.regs[0x340 / 4] = 7;
	w->m.ack_late = 3;
	KUNIT_EXPECT_EQ(test, write_tcon(w), 0);
	KUNIT_EXPECT_EQ(test, w->m.reads[0x340 / 4], 4);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x340 / 4], 7U);
}

/* Up to 16 polls cost nothing more; then the counter is read as well. */
static void mct_write_heard_late(struct kunit *test)
{
	static const unsigned int delays[] = { 1, 2, 14, 15, 16, 17, 100, 2000 };
	struct mct_world *w = test->priv;
	unsigned int i, late, counter;

	for (i = 0; i < ARRAY_SIZE(delays); i++) {
		late = delays[i];
		counter = late < 16 ? 0 : late - 16 + 2;
		world_begin(w, 0xfffffff0ULL, 0);
		w->m.step = 1;
		w->m.ack_late = late;
		KUNIT_EXPECT_EQ_MSG(test, write_tcon(w), 0, "late by %u", late);
		KUNIT_EXPECT_EQ_MSG(test, w->m.reads[0x340 / 4], late + 1, "late by %u", late);
		KUNIT_EXPECT_EQ_MSG(test, w->m.reads[0x100 / 4], counter, "late by %u", late);
		KUNIT_EXPECT_EQ(test, w->m.writes[0x340 / 4], 1);
		KUNIT_EXPECT_EQ(test, w->timer.wstat.owed, 0U);
	}
}

/* 1 ms on the counter, however many polls fit into it, also across its wrap. */
static void mct_write_never(struct kunit *test)
{
	static const u64 steps[] = { 3, 100, 11999, 23999, 24000, 0x10000 };
	struct mct_world *w = test->priv;
	unsigned int i;
	u64 begin;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		begin = 0xffffffffffffff00ULL;
		world_begin(w, begin, 0);
		w->m.step = steps[i];
		w->m.ack_never = true;
		KUNIT_EXPECT_EQ_MSG(test, write_tcon(w), -ETIMEDOUT, "step %llu", steps[i]);
		KUNIT_EXPECT_GE(test, w->m.count - begin, (u64)PATIENCE);
		KUNIT_EXPECT_LE(test, w->m.count - begin, PATIENCE + 24 * steps[i]);
		KUNIT_EXPECT_EQ(test, w->timer.wstat.owed, (u32)BIT(3));
		KUNIT_EXPECT_TRUE(test, w->timer.wstat.failed == w->hw.base + 0x320);
		KUNIT_EXPECT_EQ(test, w->m.writes[0x320 / 4], 1);
		KUNIT_EXPECT_EQ(test, w->m.writes[0x340 / 4], 0);
	}
}

/*
 * Delayed for a second between any two accesses: the status is read once more when the
 * time is up.
 */
static void mct_write_held_up(struct kunit *test)
{
	struct mct_world *w = test->priv;
	unsigned int access;

	for (access = 1; access < 40; access++) {
		world_begin(w, 0, 0);
		w->m.step = 1;
		w->m.ack_late = 17;
		mct_model_jump(&w->m, access, 24000000);
		KUNIT_EXPECT_EQ_MSG(test, write_tcon(w), access == 19 ? -ETIMEDOUT : 0,
				    "delayed before access %u", access);
	}
}

static void mct_write_without_a_clock(struct kunit *test)
{
	struct mct_world *w = test->priv;

	world_begin(w, 77, 0);
	w->m.step = 1;
	w->m.gated = true;
	w->m.ack_never = true;
	KUNIT_EXPECT_EQ(test, write_tcon(w), -EIO);
	KUNIT_EXPECT_EQ(test, w->m.reads[0x340 / 4], 16 + 10000);
	KUNIT_EXPECT_EQ(test, w->m.accesses, 1U + 16 + 1 + 2 * 10000);
}

/* After giving up on a write, the next ones are still made but polled only briefly. */
static void mct_write_never_again(struct kunit *test)
{
	struct mct_world *w = test->priv;
	unsigned int i;

	world_begin(w, 0, 0);
	w->m.step = 100;
	w->m.ack_never = true;
	KUNIT_EXPECT_EQ(test, write_tcon(w), -ETIMEDOUT);
	for (i = 0; i < 3; i++) {
		mct_model_forget(&w->m);
		KUNIT_EXPECT_EQ(test, write_tcon(w), -ETIMEDOUT);
		KUNIT_EXPECT_EQ_MSG(test, w->m.writes[0x320 / 4], 1, "not even written");
		KUNIT_EXPECT_EQ_MSG(test, w->m.accesses, 1U + 1 + 16, "write and looks");
	}

	/* Another register is not affected. */
	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_write(&w->timer.wstat, 1, w->hw.base + 0x300, BIT(0)),
			-ETIMEDOUT);
	KUNIT_EXPECT_GT_MSG(test, w->m.accesses, 100U, "given up early");
}

/* A late acknowledgment is not mistaken for that of the next write. */
static void mct_write_given_up_then_heard(struct kunit *test)
{
	static const struct mct_step steps[] = {
		R(0x340, 8), W(0x340, 8),
		W(0x320, 5), R(0x340, 0), R(0x340, 0), R(0x340, 8), W(0x340, 8),
	};
	struct mct_world *w = test->priv;

	world_begin(w, 0, 0);
	w->m.step = 100;
	w->m.ack_never = true;
	KUNIT_EXPECT_EQ(test, write_tcon(w), -ETIMEDOUT);

	w->m.ack_never = false;
	w->m.ack_late = 2;
	w->m.regs[0x340 / 4] = BIT(3);
	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, write_tcon(w), 0);
	EXPECT_STEPS(test, &w->m, steps);
	KUNIT_EXPECT_EQ(test, w->timer.wstat.owed, 0U);
	KUNIT_EXPECT_EQ_MSG(test, w->m.overlapped, 0U, "took an old acknowledgment for a new one");
}

/* The block acknowledges again: from the next write on everything is as before. */
static void mct_write_recovers(struct kunit *test)
{
	struct mct_world *w = test->priv;

	world_begin(w, 0, 0);
	w->m.step = 100;
	w->m.ack_never = true;
	KUNIT_EXPECT_EQ(test, write_tcon(w), -ETIMEDOUT);
	w->m.ack_never = false;
	KUNIT_EXPECT_EQ(test, write_tcon(w), 0);
	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, write_tcon(w), 0);
	KUNIT_EXPECT_EQ(test, w->m.accesses, 3U);
}

/* Local timers */

static const unsigned int indices[] = { 0, 3, 15 };

static void mct_local_is_set_up(struct kunit *test)
{
	struct mct_world *w = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(indices); i++) {
		u32 l = 0x300 + 0x100 * indices[i];
		const struct mct_step steps[] = {
			W(l + 0x40, 0xf),
			W(l + 0x20, 0), R(l + 0x40, 8), W(l + 0x40, 8),
			W(l + 0x00, 1), R(l + 0x40, 1), W(l + 0x40, 1),
			W(l + 0x30, 3),
			W(l + 0x34, 1),
		};

		/* Left running, expired, and with stale acknowledgments. */
		world_begin(w, 0, indices[i]);
		w->m.regs[(l + 0x20) / 4] = 0xf;
		w->m.regs[(l + 0x30) / 4] = 3;
		w->m.regs[(l + 0x34) / 4] = 3;
		w->m.regs[(l + 0x40) / 4] = 0xf;
		KUNIT_EXPECT_EQ(test, mct_local_setup(&w->timer), 0);
		EXPECT_STEPS(test, &w->m, steps);
		KUNIT_EXPECT_EQ(test, w->m.regs[(l + 0x30) / 4], 0U);
		KUNIT_EXPECT_FALSE(test, w->timer.armed);
	}
}

static void local_ready(struct kunit *test, struct mct_world *w, unsigned int index)
{
	world_begin(w, 0, index);
	KUNIT_EXPECT_EQ(test, mct_local_setup(&w->timer), 0);
	mct_model_forget(&w->m);
}

static void mct_local_starts(struct kunit *test)
{
	struct mct_world *w = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(indices); i++) {
		u32 l = 0x300 + 0x100 * indices[i];
		const struct mct_step first[] = {
			W(l + 0x08, 0x80001234), R(l + 0x40, 2),
			W(l + 0x20, 7), R(l + 0x40, 0xa), W(l + 0x40, 0xa),
		};
		const struct mct_step again[] = {
			W(l + 0x20, 4), R(l + 0x40, 8), W(l + 0x40, 8),
			W(l + 0x08, 0xffffffff), R(l + 0x40, 2),
			W(l + 0x20, 7), R(l + 0x40, 0xa), W(l + 0x40, 0xa),
		};

		local_ready(test, w, indices[i]);
		KUNIT_EXPECT_EQ(test, mct_local_start(&w->timer, 0x1234), 0);
		EXPECT_STEPS(test, &w->m, first);
		KUNIT_EXPECT_TRUE(test, w->timer.armed);

		mct_model_forget(&w->m);
		KUNIT_EXPECT_EQ(test, mct_local_start(&w->timer, 0x7fffffff), 0);
		EXPECT_STEPS(test, &w->m, again);
	}
}

/*
 * The interval is not acknowledged in time, but while the start is waited for. Only the
 * acknowledgment that was awaited is dropped, and the next start waits for its own.
 */
static void mct_local_starts_late(struct kunit *test)
{
	struct mct_world *w = test->priv;

	local_ready(test, w, 0);
	w->m.step = 1;
	w->m.ack_late = 17;
	mct_model_jump(&w->m, 19, 24000000);
	KUNIT_EXPECT_EQ(test, mct_local_start(&w->timer, 1000), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x340 / 4], 2U);
	KUNIT_EXPECT_EQ(test, w->timer.wstat.owed, 2U);
	KUNIT_EXPECT_TRUE(test, w->timer.wstat.failed == w->hw.base + 0x308);

	KUNIT_EXPECT_EQ(test, mct_local_start(&w->timer, 1000), 0);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x340 / 4], 0U);
	KUNIT_EXPECT_EQ(test, w->timer.wstat.owed, 0U);
	KUNIT_EXPECT_EQ_MSG(test, w->m.overlapped, 0U, "took an old acknowledgment for a new one");
}

static void mct_local_ends(struct kunit *test)
{
	static const struct mct_step steps[] = {
		W(0x620, 4), R(0x640, 8), W(0x640, 8),
		W(0x630, 1),
	};
	static const struct mct_step acknowledge[] = { W(0x630, 1) };
	struct mct_world *w = test->priv;

	local_ready(test, w, 3);
	mct_local_start(&w->timer, 1000);
	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_local_expire(&w->timer), 0);
	EXPECT_STEPS(test, &w->m, steps);
	KUNIT_EXPECT_FALSE(test, w->timer.armed);

	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_local_stop(&w->timer), 0);
	KUNIT_EXPECT_EQ_MSG(test, w->m.accesses, 0U, "stopping what is stopped");

	mct_local_start(&w->timer, 1000);
	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_local_stop(&w->timer), 0);
	EXPECT_STEPS(test, &w->m, steps);

	mct_model_forget(&w->m);
	mct_local_acknowledge(&w->timer);
	EXPECT_STEPS(test, &w->m, acknowledge);
}

static void mct_local_goes_silent(struct kunit *test)
{
	static const struct mct_step running[] = {
		W(0x420, 4), R(0x440, 8), W(0x440, 8),
		W(0x434, 0),
		W(0x430, 3),
	};
	static const struct mct_step stopped[] = { W(0x434, 0), W(0x430, 3) };
	struct mct_world *w = test->priv;

	local_ready(test, w, 1);
	mct_local_start(&w->timer, 1000);
	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_local_off(&w->timer), 0);
	EXPECT_STEPS(test, &w->m, running);

	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ_MSG(test, mct_local_off(&w->timer), 0, "twice");
	EXPECT_STEPS(test, &w->m, stopped);

	/* And back, as for a CPU that goes offline and comes back. */
	KUNIT_EXPECT_EQ(test, mct_local_setup(&w->timer), 0);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x434 / 4], 1U);
}

static void mct_local_detects_stuck(struct kunit *test)
{
	static const struct mct_step not[] = { W(0x330, 3), R(0x330, 0) };
	static const struct mct_step is[] = {
		W(0x330, 3), R(0x330, 1), W(0x330, 3), R(0x330, 1),
	};
	struct mct_world *w = test->priv;

	local_ready(test, w, 0);
	w->m.regs[0x330 / 4] = 3;
	KUNIT_EXPECT_FALSE(test, mct_local_stuck(&w->timer));
	EXPECT_STEPS(test, &w->m, not);

	mct_model_forget(&w->m);
	w->m.regs[0x330 / 4] = 1;
	w->m.stuck = true;
	KUNIT_EXPECT_TRUE(test, mct_local_stuck(&w->timer));
	EXPECT_STEPS(test, &w->m, is);
}

/* Whatever is not acknowledged: the whole sequence is written and the error returned. */
static void mct_local_goes_on_unacknowledged(struct kunit *test)
{
	struct mct_world *w = test->priv;

	world_begin(w, 0, 0);
	w->m.step = 1000;
	w->m.ack_never = true;
	KUNIT_EXPECT_EQ(test, mct_local_setup(&w->timer), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x300 / 4], 1U);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x334 / 4], 1U);
	KUNIT_EXPECT_EQ(test, mct_local_start(&w->timer, 5), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x308 / 4], 0x80000005U);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x320 / 4], 7U);
	KUNIT_EXPECT_EQ(test, mct_local_expire(&w->timer), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x320 / 4], 4U);
	KUNIT_EXPECT_FALSE(test, w->timer.armed);
	KUNIT_EXPECT_EQ(test, mct_local_off(&w->timer), 0);
}

/* The counter */

static void mct_frc_is_started(struct kunit *test)
{
	static const struct mct_step runs[] = { R(0x240, 0x1ff) };
	static const struct mct_step stopped[] = {
		R(0x240, 0xfc), W(0x24c, 0x10000),
		R(0x240, 0xfc), W(0x240, 0x1fc), R(0x24c, 0x10000), W(0x24c, 0x10000),
	};
	struct mct_world *w = test->priv;

	world_begin(w, 0x123456789ULL, 0);
	w->m.regs[0x240 / 4] = 0x1ff;
	KUNIT_EXPECT_EQ(test, mct_frc_start(&w->global), 0);
	EXPECT_STEPS(test, &w->m, runs);

	/* With a stale acknowledgment, and other comparators in use. */
	world_begin(w, 0x123456789ULL, 0);
	w->m.regs[0x240 / 4] = 0xfc;
	w->m.regs[0x24c / 4] = 0x10000;
	KUNIT_EXPECT_EQ(test, mct_frc_start(&w->global), 0);
	EXPECT_STEPS(test, &w->m, stopped);
	KUNIT_EXPECT_EQ_MSG(test, w->m.count, 0x123456789ULL, "the counter was set");
}

static void mct_frc_start_fails(struct kunit *test)
{
	struct mct_world *w = test->priv;

	world_begin(w, 0, 0);
	w->m.regs[0x240 / 4] = 0;
	w->m.ack_never = true;
	w->m.gated = true;
	KUNIT_EXPECT_EQ(test, mct_frc_start(&w->global), -EIO);

	world_begin(w, 0, 0);
	w->m.regs[0x240 / 4] = 0;
	w->m.ack_never = true;
	w->m.step = 100;
	KUNIT_EXPECT_EQ(test, mct_frc_start(&w->global), -ETIMEDOUT);
	KUNIT_EXPECT_TRUE_MSG(test, mct_frc_running(&w->hw), "started without acknowledgment");
}

/* The comparator */

static void mct_comp_is_set_up(struct kunit *test)
{
	static const struct mct_step steps[] = {
		W(0x24c, 0x10007),
		R(0x240, 0x17f), W(0x240, 0x17c), R(0x24c, 0x17770), W(0x24c, 0x10000),
		W(0x244, 1),
		R(0x248, 0x6), W(0x248, 0x7),
	};
	struct mct_world *w = test->priv;

	world_begin(w, 0, 0);
	w->m.regs[0x240 / 4] = 0x17f;
	w->m.regs[0x244 / 4] = 0xf;
	w->m.regs[0x248 / 4] = 0x6;
	w->m.regs[0x24c / 4] = 0x17777;
	KUNIT_EXPECT_EQ(test, mct_comp_setup(&w->comp), 0);
	EXPECT_STEPS(test, &w->m, steps);
	KUNIT_EXPECT_EQ_MSG(test, w->m.regs[0x244 / 4], 0xeU, "interrupts of other comparators");
	KUNIT_EXPECT_EQ_MSG(test, w->m.regs[0x24c / 4], 0x7770U, "other comparators' bits");
}

static void comp_ready(struct kunit *test, struct mct_world *w, u64 count)
{
	world_begin(w, count, 0);
	w->m.regs[0x240 / 4] = 0x154;
	KUNIT_EXPECT_EQ(test, mct_comp_setup(&w->comp), 0);
	mct_model_forget(&w->m);
}

static void mct_comp_is_programmed(struct kunit *test)
{
	static const struct mct_step first[] = {
		R(0x104, 0x5), R(0x100, 0x1000), R(0x104, 0x5),
		W(0x204, 0x5), R(0x24c, 2), W(0x24c, 2),
		W(0x200, 0x1100), R(0x24c, 1), W(0x24c, 1),
		R(0x240, 0x154), W(0x240, 0x155), R(0x24c, 0x10000), W(0x24c, 0x10000),
		R(0x104, 0x5), R(0x100, 0x1000), R(0x104, 0x5),
	};
	static const struct mct_step again[] = {
		R(0x104, 0x5), R(0x100, 0x1000), R(0x104, 0x5),
		W(0x200, 0x1200), R(0x24c, 1), W(0x24c, 1),
		R(0x104, 0x5), R(0x100, 0x1000), R(0x104, 0x5),
	};
	static const struct mct_step carry[] = {
		R(0x104, 0x5), R(0x100, 0x1000), R(0x104, 0x5),
		R(0x240, 0x155), W(0x240, 0x154), R(0x24c, 0x10000), W(0x24c, 0x10000),
		W(0x204, 0x6), R(0x24c, 2), W(0x24c, 2),
		W(0x200, 0xfff), R(0x24c, 1), W(0x24c, 1),
		R(0x240, 0x154), W(0x240, 0x155), R(0x24c, 0x10000), W(0x24c, 0x10000),
		R(0x104, 0x5), R(0x100, 0x1000), R(0x104, 0x5),
	};
	struct mct_world *w = test->priv;

	comp_ready(test, w, 0x500001000ULL);
	KUNIT_EXPECT_EQ(test, mct_comp_next(&w->comp, 0x100), 0);
	EXPECT_STEPS(test, &w->m, first);

	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_comp_next(&w->comp, 0x200), 0);
	EXPECT_STEPS(test, &w->m, again);

	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_comp_next(&w->comp, 0xffffffff), 0);
	EXPECT_STEPS(test, &w->m, carry);
}

/*
 * Delayed before any of the accesses for so long that the counter passes the value and
 * its upper half changes. Only before the first access it makes no difference.
 */
static void mct_comp_knows_when_it_is_late(struct kunit *test)
{
	struct mct_world *w = test->priv;
	unsigned int access;

	for (access = 1; access <= 16; access++) {
		comp_ready(test, w, 0x5fffff000ULL);
		mct_model_jump(&w->m, access, 0x2000);
		KUNIT_EXPECT_EQ_MSG(test, mct_comp_next(&w->comp, 0x100),
				    access > 1 ? -ETIME : 0,
				    "delayed before access %u", access);
	}
}

/* It was in time if the interrupt is there. */
static void mct_comp_in_time(struct kunit *test)
{
	struct mct_world *w = test->priv;

	comp_ready(test, w, 0);
	mct_model_jump(&w->m, 14, 0x101);
	w->m.regs[0x244 / 4] = 1;
	KUNIT_EXPECT_EQ(test, mct_comp_next(&w->comp, 0x100), 0);

	/* That of another comparator does not count. */
	comp_ready(test, w, 0);
	mct_model_jump(&w->m, 14, 0x101);
	w->m.regs[0x244 / 4] = 0xe;
	KUNIT_EXPECT_EQ(test, mct_comp_next(&w->comp, 0x100), -ETIME);
}

static void mct_comp_is_periodic(struct kunit *test)
{
	static const struct mct_step start[] = {
		W(0x208, 0x300), R(0x24c, 4), W(0x24c, 4),
		R(0x104, 0x7), R(0x100, 0x10), R(0x104, 0x7),
		W(0x204, 0x7), R(0x24c, 2), W(0x24c, 2),
		W(0x200, 0x310), R(0x24c, 1), W(0x24c, 1),
		R(0x240, 0x154), W(0x240, 0x157), R(0x24c, 0x10000), W(0x24c, 0x10000),
	};
	static const struct mct_step to_one_event[] = {
		R(0x104, 0x7), R(0x100, 0x10), R(0x104, 0x7),
		R(0x240, 0x157), W(0x240, 0x154), R(0x24c, 0x10000), W(0x24c, 0x10000),
		W(0x204, 0x7), R(0x24c, 2), W(0x24c, 2),
		W(0x200, 0x50), R(0x24c, 1), W(0x24c, 1),
		R(0x240, 0x154), W(0x240, 0x155), R(0x24c, 0x10000), W(0x24c, 0x10000),
		R(0x104, 0x7), R(0x100, 0x10), R(0x104, 0x7),
	};
	struct mct_world *w = test->priv;

	comp_ready(test, w, 0x700000010ULL);
	KUNIT_EXPECT_EQ(test, mct_comp_periodic(&w->comp, 0x300), 0);
	EXPECT_STEPS(test, &w->m, start);

	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_comp_next(&w->comp, 0x40), 0);
	EXPECT_STEPS(test, &w->m, to_one_event);
}

static void mct_comp_is_stopped(struct kunit *test)
{
	static const struct mct_step steps[] = {
		R(0x240, 0x155), W(0x240, 0x154), R(0x24c, 0x10000), W(0x24c, 0x10000),
		W(0x244, 1),
	};
	struct mct_world *w = test->priv;

	comp_ready(test, w, 0);
	KUNIT_EXPECT_EQ(test, mct_comp_stop(&w->comp), 0);
	KUNIT_EXPECT_EQ_MSG(test, w->m.accesses, 0U, "stopping what is stopped");

	mct_comp_next(&w->comp, 0x100);
	mct_model_forget(&w->m);
	KUNIT_EXPECT_EQ(test, mct_comp_stop(&w->comp), 0);
	EXPECT_STEPS(test, &w->m, steps);
}

static void mct_comp_detects_stuck(struct kunit *test)
{
	struct mct_world *w = test->priv;

	comp_ready(test, w, 0);
	w->m.regs[0x244 / 4] = 0xf;
	KUNIT_EXPECT_FALSE(test, mct_comp_stuck(&w->comp));
	KUNIT_EXPECT_EQ(test, w->m.accesses, 2U);
	w->m.regs[0x244 / 4] = 1;
	w->m.stuck = true;
	KUNIT_EXPECT_TRUE(test, mct_comp_stuck(&w->comp));
}

static void mct_comp_goes_on_unacknowledged(struct kunit *test)
{
	struct mct_world *w = test->priv;

	comp_ready(test, w, 0x900000000ULL);
	w->m.step = 100;
	w->m.ack_never = true;
	KUNIT_EXPECT_EQ(test, mct_comp_next(&w->comp, 0x1000000), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x204 / 4], 0x9U);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x240 / 4], 0x155U);
	KUNIT_EXPECT_EQ(test, mct_comp_periodic(&w->comp, 0x1000), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x240 / 4], 0x157U);
	KUNIT_EXPECT_EQ(test, mct_comp_stop(&w->comp), -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, w->m.regs[0x240 / 4], 0x154U);
	KUNIT_EXPECT_EQ(test, mct_comp_setup(&w->comp), -ETIMEDOUT);
	w->m.overlapped = 0;
}

static int mct_hw_init(struct kunit *test)
{
	struct mct_world *w = kunit_kzalloc(test, sizeof(*w), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, w);
	world_begin(w, 0, 0);
	test->priv = w;
	return 0;
}

/* True after every test. */
static void mct_hw_exit(struct kunit *test)
{
	struct mct_world *w = test->priv;

	if (!w)
		return;
	KUNIT_EXPECT_EQ_MSG(test, w->m.stray, 0U, "accesses outside the register map");
	KUNIT_EXPECT_EQ_MSG(test, w->m.overlapped, 0U,
			    "writes before the one before was acknowledged");
	KUNIT_EXPECT_EQ_MSG(test, w->m.forbidden, 0U,
			    "the counter set or stopped, or a running timer changed");
}

static struct kunit_case mct_hw_cases[] = {
	KUNIT_CASE(mct_patience_is_a_millisecond),
	KUNIT_CASE(mct_write_at_once),
	KUNIT_CASE(mct_write_uses_its_own_bit),
	KUNIT_CASE(mct_write_heard_late),
	KUNIT_CASE(mct_write_never),
	KUNIT_CASE(mct_write_held_up),
	KUNIT_CASE(mct_write_without_a_clock),
	KUNIT_CASE(mct_write_never_again),
	KUNIT_CASE(mct_write_given_up_then_heard),
	KUNIT_CASE(mct_write_recovers),
	KUNIT_CASE(mct_local_is_set_up),
	KUNIT_CASE(mct_local_starts),
	KUNIT_CASE(mct_local_starts_late),
	KUNIT_CASE(mct_local_ends),
	KUNIT_CASE(mct_local_goes_silent),
	KUNIT_CASE(mct_local_detects_stuck),
	KUNIT_CASE(mct_local_goes_on_unacknowledged),
	KUNIT_CASE(mct_frc_is_started),
	KUNIT_CASE(mct_frc_start_fails),
	KUNIT_CASE(mct_comp_is_set_up),
	KUNIT_CASE(mct_comp_is_programmed),
	KUNIT_CASE(mct_comp_knows_when_it_is_late),
	KUNIT_CASE(mct_comp_in_time),
	KUNIT_CASE(mct_comp_is_periodic),
	KUNIT_CASE(mct_comp_is_stopped),
	KUNIT_CASE(mct_comp_detects_stuck),
	KUNIT_CASE(mct_comp_goes_on_unacknowledged),
	{ }
};

static struct kunit_suite mct_hw_suite = {
	.name = "soc_mct_hw",
	.init = mct_hw_init,
	.exit = mct_hw_exit,
	.test_cases = mct_hw_cases,
};

kunit_test_suite(mct_hw_suite);
