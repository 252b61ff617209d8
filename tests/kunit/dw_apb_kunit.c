// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_dw_apb: the DW APB timer driver's hardware logic, its event device, its
 * counter and its roles against the register model that the QEMU board also uses. The
 * driver's own source is compiled here a second time.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt
#define SOC_IO_MODEL

#include <kunit/test.h>
#include <linux/clockchips.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/smp.h>
#include <soc-timers/counter.h>

static int dw_kunit_counter_register(struct soc_counter *ctr);
static int dw_kunit_counter_unregister(struct soc_counter *ctr);
static void dw_kunit_event_register(struct clock_event_device *ced, u32 rate,
				    unsigned long min, unsigned long max);
static void dw_kunit_delay(unsigned int us);

#define soc_counter_register(ctr)	dw_kunit_counter_register(ctr)
#define soc_counter_unregister(ctr)	dw_kunit_counter_unregister(ctr)
#define clockevents_config_and_register(ced, rate, min, max) \
	dw_kunit_event_register(ced, rate, min, max)
#undef udelay
#define udelay(us)			dw_kunit_delay(us)
static bool dw_kunit_udelay_works;
#define dw_apb_udelay_works()		dw_kunit_udelay_works
static unsigned int dw_kunit_cpus;
#undef num_possible_cpus
#define num_possible_cpus()		dw_kunit_cpus
static int dw_kunit_cpu;
#undef smp_processor_id
#define smp_processor_id()		dw_kunit_cpu

#include "../models/qemu/dw_apb_block.h"
#include "../../drivers/dw-apb/hw.c"
#include "../../drivers/dw-apb/roles.c"
#include "../../drivers/dw-apb/event.c"
#include "../../drivers/dw-apb/counter.c"

#define RATE		25000000
#define LOG_SIZE	16

/**
 * struct dw_model - the block behind the I/O seam
 * @block:	how it behaves
 * @step:	timer clocks that pass before each access
 * @access_ns:	further time that passes before each access
 * @ns:		the part of it that is not a whole timer clock yet
 * @rate:	of the timer clock in Hz, for delays and @access_ns
 * @after_enable: called when a channel has been enabled, before its driver continues
 * @delays:	made so far
 * @accesses:	made so far
 * @reads:	of these, reads
 * @log:	the first ones
 * @window:	this array's address is that of the block
 */
struct dw_model {
	struct dwb_block block;
	u64 step;
	u32 access_ns;
	u32 ns;
	u32 rate;
	void (*after_enable)(void);
	unsigned int delays;
	unsigned int accesses;
	unsigned int reads;
	struct dw_access {
		bool write;
		u32 offset;
		u32 value;
	} log[LOG_SIZE];
	u8 window[0x100];
};

static struct dw_model *model;

static u32 dw_model_enter(const void __iomem *addr)
{
	u32 clock_ns = model->rate ? NSEC_PER_SEC / model->rate : U32_MAX;

	model->ns += model->access_ns;
	dwb_advance(&model->block,
		    model->block.now + model->step + model->ns / clock_ns);
	model->ns %= clock_ns;
	model->accesses++;
	return (__force u8 *)addr - model->window;
}

static void dw_model_leave(bool write, u32 offset, u32 value)
{
	if (model->accesses <= LOG_SIZE)
		model->log[model->accesses - 1] = (struct dw_access) { write, offset, value };
}

u32 soc_model_readl(const void __iomem *addr)
{
	u32 offset = dw_model_enter(addr);
	u32 value = dwb_read(&model->block, offset);

	model->reads++;
	dw_model_leave(false, offset, value);
	return value;
}

void soc_model_writel(u32 value, void __iomem *addr)
{
	u32 offset = dw_model_enter(addr);

	dwb_write(&model->block, offset, value);
	dw_model_leave(true, offset, value);
	if (model->after_enable && offset % 0x14 == 0x08 && (value & 1))
		model->after_enable();
}

static void dw_kunit_delay(unsigned int us)
{
	model->delays++;
	dwb_advance(&model->block, model->block.now + div_u64((u64)us * model->rate, 1000000));
}

static void dw_model_forget(void)
{
	model->delays = 0;
	model->accesses = 0;
	model->reads = 0;
}

static void dw_model_wait(u64 ticks)
{
	dwb_advance(&model->block, model->block.now + ticks);
}

static void __iomem *dw_model_base(unsigned int channel)
{
	return (__force void __iomem *)(model->window + channel * 0x14);
}

static struct dw_apb_hw dw_model_hw(unsigned int channel, u32 rate)
{
	struct dw_apb_hw hw;

	model->rate = rate;
	dw_apb_init(&hw, dw_model_base(channel), rate);
	return hw;
}

static struct dwb_channel *dw_channel(unsigned int n)
{
	return &model->block.ch[n];
}

/* Everything that the code under test did, in order. */
static void expect_log(struct kunit *test, const char *what, const struct dw_access *must,
		       unsigned int count)
{
	unsigned int i;

	KUNIT_EXPECT_EQ_MSG(test, model->accesses, count, "%s: accesses", what);
	for (i = 0; i < min_t(unsigned int, count, model->accesses); i++) {
		KUNIT_EXPECT_EQ_MSG(test, model->log[i].write, must[i].write,
				    "%s: access %u: a write", what, i);
		KUNIT_EXPECT_EQ_MSG(test, model->log[i].offset, must[i].offset,
				    "%s: access %u: offset", what, i);
		if (must[i].write)
			KUNIT_EXPECT_EQ_MSG(test, model->log[i].value, must[i].value,
					    "%s: access %u: value", what, i);
	}
}

#define EXPECT_LOG(test, what, ...)						\
do {										\
	static const struct dw_access must_[] = { __VA_ARGS__ };		\
	expect_log(test, what, must_, ARRAY_SIZE(must_));			\
} while (0)

#define R(offset)		{ false, offset, 0 }
#define W(offset, value)	{ true, offset, value }

static void expect_in_step(struct kunit *test, const struct dw_apb_hw *hw, unsigned int channel,
			   const char *what)
{
	KUNIT_EXPECT_EQ_MSG(test, hw->control, dw_channel(channel)->control,
			    "%s: shadow and device", what);
}

/* Ticks until the interrupt is raised; U64_MAX: not within @limit. */
static u64 ticks_to_line(unsigned int channel, u64 limit)
{
	u64 ticks;

	for (ticks = 0; ticks <= limit; ticks++) {
		if (dwb_line(dw_channel(channel)))
			return ticks;
		dw_model_wait(1);
	}
	return U64_MAX;
}

/* The map, against the numbers of the hardware */

static void dw_map(struct kunit *test)
{
	static const struct {
		const char *name;
		u32 is, must;
	} map[] = {
#define PIN(reg, number) { #reg, reg, number }
		PIN(DW_APB_LOAD, 0x00),
		PIN(DW_APB_VALUE, 0x04),
		PIN(DW_APB_CONTROL, 0x08),
		PIN(DW_APB_CONTROL_ENABLE, 0x1),
		PIN(DW_APB_CONTROL_USER, 0x2),
		PIN(DW_APB_CONTROL_MASK, 0x4),
		PIN(DW_APB_CONTROL_PWM, 0x8),
		PIN(DW_APB_EOI, 0x0c),
		PIN(DW_APB_STATUS, 0x10),
		PIN(DW_APB_STATUS_IRQ, 0x1),
		PIN(DW_APB_SIZE, 0x14),
		PIN(DW_APB_CHANNELS, 8),
		PIN(DW_APB_BITS, 32),
		PIN(DW_APB_ALL_STATUS, 0xa0),
		PIN(DW_APB_ALL_EOI, 0xa4),
		PIN(DW_APB_ALL_RAW, 0xa8),
		PIN(DW_APB_VERSION, 0xac),
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(map); i++)
		KUNIT_EXPECT_EQ_MSG(test, map[i].is, map[i].must, "%s", map[i].name);
}

/* Register sequences */

static void dw_program_sequence(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(1, RATE);

	/* What every tick does: no read, no wait. */

	dw_apb_stop(&hw);
	dw_model_forget();
	dw_apb_program(&hw, 0x1234);
	EXPECT_LOG(test, "stopped before", W(0x14, 0x1234), W(0x1c, 0x1));
	KUNIT_EXPECT_EQ_MSG(test, model->reads, 0, "reads");
	expect_in_step(test, &hw, 1, "stopped before");

	dw_model_forget();
	dw_apb_program(&hw, 0x56);
	EXPECT_LOG(test, "enabled before", W(0x1c, 0x0), W(0x14, 0x56), W(0x1c, 0x1));
	KUNIT_EXPECT_EQ_MSG(test, model->reads, 0, "reads");
	KUNIT_EXPECT_EQ_MSG(test, model->delays, 0, "delays");
	expect_in_step(test, &hw, 1, "enabled before");
}

static void dw_program_slow_sequence(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, 32768);

	dw_apb_stop(&hw);
	dw_model_forget();
	dw_apb_program_slow(&hw, 7);
	EXPECT_LOG(test, "stopped before", R(0x08), W(0x00, 7), W(0x08, 0x1));
	expect_in_step(test, &hw, 0, "stopped before");

	dw_model_forget();
	dw_apb_program_slow(&hw, 8);
	EXPECT_LOG(test, "enabled before", W(0x08, 0x0), R(0x08), W(0x00, 8), W(0x08, 0x1));
	expect_in_step(test, &hw, 0, "enabled before");
}

static void dw_stop_sequence(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(2, RATE);

	dw_apb_program(&hw, 5);
	dw_model_wait(100);
	KUNIT_ASSERT_TRUE(test, dwb_line(dw_channel(2)));
	dw_model_forget();
	dw_apb_stop(&hw);
	EXPECT_LOG(test, "stop", W(0x30, 0x4), R(0x34));
	expect_in_step(test, &hw, 2, "stop");
	KUNIT_EXPECT_FALSE_MSG(test, dw_channel(2)->pending, "an interrupt is left over");
	KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(2, 1000), U64_MAX, "an interrupt after a stop");
}

static void dw_periodic_sequence(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, RATE);
	u64 last = 0, now;
	unsigned int i;

	dw_apb_program_periodic(&hw, 250);
	EXPECT_LOG(test, "periodic", W(0x08, 0x4), R(0x0c), R(0x08), W(0x00, 249), W(0x08, 0x3));
	expect_in_step(test, &hw, 0, "periodic");

	for (i = 0; i < 5; i++) {
		KUNIT_ASSERT_NE_MSG(test, ticks_to_line(0, 1000), U64_MAX, "period %u", i);
		now = model->block.now;
		if (i)
			KUNIT_EXPECT_EQ_MSG(test, now - last, 250, "period %u", i);
		last = now;
		dw_apb_acknowledge(&hw);
	}
}

static void dw_counter_sequence(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(3, RATE);

	dw_apb_start_counter(&hw);
	EXPECT_LOG(test, "start", W(0x44, 0x4), R(0x48), R(0x44), R(0x44), R(0x44), R(0x44),
		   W(0x3c, 0xffffffff), W(0x44, 0x5), R(0x44), R(0x44), R(0x44), R(0x44));
	KUNIT_EXPECT_EQ_MSG(test, model->delays, 0, "delays, maybe with a counter that is stopped");
	expect_in_step(test, &hw, 3, "start");
	KUNIT_EXPECT_TRUE(test, dw_apb_is_counter(&hw));

	dw_model_forget();
	dw_apb_read_counter(&hw);
	EXPECT_LOG(test, "read", R(0x40));
}

static void dw_settle_time(struct kunit *test)
{
	static const struct {
		u32 rate, us, reads;
	} must[] = {
		{ 1000, 1250, 100000 }, { 32768, 39, 3052 }, { 999999, 2, 101 },
		{ 1000000, 2, 100 }, { 25000000, 1, 4 }, { 500000000, 1, 1 },
	};
	struct dw_apb_hw hw;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(must); i++) {
		hw = dw_model_hw(0, must[i].rate);
		KUNIT_EXPECT_EQ_MSG(test, hw.settle_us, must[i].us, "%u Hz", must[i].rate);
		KUNIT_EXPECT_EQ_MSG(test, hw.settle_reads, must[i].reads, "%u Hz", must[i].rate);
	}
}

/* Before udelay() is calibrated: reads of 10 ns, so 4 of them are a clock of 25 MHz. */
static void dw_settle_uncalibrated(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, RATE);

	dw_kunit_udelay_works = false;
	dw_apb_program_periodic(&hw, 250);
	EXPECT_LOG(test, "periodic", W(0x08, 0x4), R(0x0c), R(0x08), R(0x08), R(0x08), R(0x08),
		   W(0x00, 249), W(0x08, 0x3));
	dw_model_forget();
	dw_apb_program_slow(&hw, 8);
	EXPECT_LOG(test, "slow", W(0x08, 0x0), R(0x08), R(0x08), R(0x08), R(0x08),
		   W(0x00, 8), W(0x08, 0x1));
	KUNIT_EXPECT_EQ(test, model->delays, 0);
	expect_in_step(test, &hw, 0, "uncalibrated");

	hw = dw_model_hw(1, 32768);
	model->access_ns = 10;
	model->block.strict_sync = true;
	model->block.faults[DWB_UNSYNCHRONISED] = 0;
	dw_apb_program_periodic(&hw, 250);
	dw_apb_program_slow(&hw, 8);
	model->access_ns = 0;
	KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(1, 100), 10, "slow clock");
}

static void dw_recognise_counter(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, RATE);
	u32 control;

	for (control = 0; control < 16; control++) {
		dw_channel(0)->control = control;
		dw_model_forget();
		KUNIT_EXPECT_EQ_MSG(test, dw_apb_is_counter(&hw), (control & 7) == 5,
				    "control 0x%x: a counter", control);
		EXPECT_LOG(test, "is counter", R(0x08));
		KUNIT_EXPECT_EQ_MSG(test, dw_apb_running(&hw), control & 1,
				    "control 0x%x: running", control);
	}
}

/* A channel is tried before its interrupt is enabled and anything depends on it. */
static void dw_try_alive(struct kunit *test)
{
	static const u32 rates[] = { 1000, 32768, 9999999, 10000000, RATE, 500000000 };
	struct dw_apb_hw hw;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		hw = dw_model_hw(0, rates[i]);
		model->access_ns = 100;
		dw_apb_stop(&hw);
		KUNIT_EXPECT_TRUE_MSG(test, dw_apb_try(&hw), "%u Hz: does not count", rates[i]);
		KUNIT_EXPECT_EQ_MSG(test, hw.slow, rates[i] < 10000000, "%u Hz: slow", rates[i]);
		KUNIT_EXPECT_EQ_MSG(test, dw_channel(0)->control, 4, "%u Hz: stopped", rates[i]);
		KUNIT_EXPECT_FALSE_MSG(test, dw_channel(0)->pending, "%u Hz: pending", rates[i]);
		expect_in_step(test, &hw, 0, "tried");
	}
}

static void dw_try_dead(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, RATE);

	model->access_ns = 100;
	dw_apb_stop(&hw);
	dw_channel(0)->frozen = true;
	KUNIT_EXPECT_FALSE_MSG(test, dw_apb_try(&hw), "its clock is off");
	KUNIT_EXPECT_EQ_MSG(test, dw_channel(0)->control, 4, "stopped");
}

/*
 * A bus that posts both writes: the disable and the enable are within one clock of the
 * timer at most phases, and then the load count is lost.
 */
static void dw_try_posted_writes(struct kunit *test)
{
	static const struct {
		u32 rate, access_ns;
		bool slow;
	} must[] = {
		{ 10000000, 20, true }, { 25000000, 10, true }, { 25000000, 15, true },
		{ 25000000, 40, false }, { 10000000, 100, false }, { 100000000, 10, false },
	};
	struct dw_apb_hw hw;
	unsigned int i;

	model->block.strict_sync = true;
	for (i = 0; i < ARRAY_SIZE(must); i++) {
		hw = dw_model_hw(0, must[i].rate);
		model->access_ns = must[i].access_ns;
		dw_apb_stop(&hw);
		KUNIT_EXPECT_TRUE(test, dw_apb_try(&hw));
		KUNIT_EXPECT_EQ_MSG(test, hw.slow, must[i].slow, "%u Hz, %u ns for an access",
				    must[i].rate, must[i].access_ns);
	}
	/* The condition that it was looking for. */
	model->block.faults[DWB_UNSYNCHRONISED] = 0;
}

/* The counter's value */

static void dw_counter_values(struct kunit *test)
{
	static const u32 left[] = { 0xffffffff, 0xfffffffe, 0x80000000, 0x7fffffff, 1, 0 };
	struct dw_apb_hw hw = dw_model_hw(0, RATE);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(left); i++) {
		u64 wide;

		dwb_reset(&model->block);
		dw_channel(0)->value = left[i];
		wide = dw_apb_read_counter(&hw);
		KUNIT_EXPECT_EQ_MSG(test, wide, (u64)(0xffffffff - left[i]),
				    "%#x to go, widened", left[i]);
	}
}

static void dw_counter_wraps(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, RATE);
	u32 before, now;
	unsigned int i;

	dw_channel(0)->first = 20;
	dw_apb_start_counter(&hw);
	model->step = 3;
	before = dw_apb_read_counter(&hw);
	for (i = 0; i < 20; i++) {
		now = dw_apb_read_counter(&hw);
		KUNIT_EXPECT_EQ_MSG(test, now - before, 3, "read %u: %#x after %#x", i, now,
				    before);
		before = now;
	}
	KUNIT_EXPECT_LT_MSG(test, now, 100, "the counter should have wrapped");
	KUNIT_EXPECT_FALSE_MSG(test, dwb_line(dw_channel(0)), "a counter raised an interrupt");
}

/* Events: never early, never missed, whatever time programming takes */

static void dw_event_time(struct kunit *test)
{
	static const u32 deltas[] = { 1, 2, 3, 10, 1000 };
	static const u64 steps[] = { 1, 2, 5, 100, 5000 };
	struct dw_apb_hw hw = dw_model_hw(0, RATE);
	unsigned int d, s, again;
	u64 begin, took;

	for (d = 0; d < ARRAY_SIZE(deltas); d++) {
		for (s = 0; s < ARRAY_SIZE(steps); s++) {
			model->step = steps[s];
			dw_apb_stop(&hw);
			/* The second one finds the channel enabled, and expired at times. */
			for (again = 0; again < 2; again++) {
				begin = model->block.now;
				dw_apb_program(&hw, deltas[d]);
				took = model->block.now - begin;
				model->step = 0;
				KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(0, deltas[d] + 2),
						    deltas[d] + 2,
						    "delta %u, %llu ticks per access, %llu ticks to program: ticks from then on",
						    deltas[d], steps[s], took);
				model->step = steps[s];
			}
		}
	}
}

static void dw_event_elapses_while_programming(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, RATE);

	dw_apb_stop(&hw);
	dw_apb_program(&hw, 2);
	/* The CPU is held up: the count passes zero and continues from all ones. */
	dw_model_wait(1000);
	KUNIT_EXPECT_TRUE_MSG(test, dwb_line(dw_channel(0)), "the event is lost");
	KUNIT_EXPECT_EQ(test, dw_channel(0)->expired, 1);

	/* An earlier event must not be mistaken for the one requested now. */
	dw_apb_program(&hw, 500);
	KUNIT_EXPECT_FALSE_MSG(test, dwb_line(dw_channel(0)), "an old event is left");
	KUNIT_EXPECT_EQ(test, ticks_to_line(0, 1000), 502);
}

static void dw_event_again_after_wrap(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, RATE);

	dw_apb_stop(&hw);
	dw_apb_program(&hw, 10);
	dw_model_wait(20);
	dw_apb_acknowledge(&hw);
	dw_model_wait(0xffffffffULL - 20);
	KUNIT_EXPECT_FALSE_MSG(test, dwb_line(dw_channel(0)), "early");
	dw_model_wait(20);
	KUNIT_EXPECT_TRUE_MSG(test, dwb_line(dw_channel(0)), "a wrap later");

	dw_apb_stop(&hw);
	dw_model_wait(0x200000000ULL);
	KUNIT_EXPECT_EQ_MSG(test, dw_channel(0)->expired, 2, "events of a stopped channel");
}

/*
 * The load count of a channel whose clock has not seen it disabled is lost: what
 * dw_apb_program_slow() is for, and why dw_apb_program() is not for slow clocks.
 */
static void dw_event_slow_clock(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, 32768);

	model->block.strict_sync = true;
	dw_apb_stop(&hw);
	dw_apb_program(&hw, 1000);
	dw_model_wait(5);
	dw_apb_program(&hw, 10);
	KUNIT_EXPECT_EQ_MSG(test, model->block.faults[DWB_UNSYNCHRONISED], 1,
			    "the model should have lost the load count");
	KUNIT_EXPECT_EQ(test, ticks_to_line(0, 100), U64_MAX);
	model->block.faults[DWB_UNSYNCHRONISED] = 0;

	dw_apb_program_slow(&hw, 1000);
	dw_apb_program_slow(&hw, 10);
	KUNIT_EXPECT_EQ(test, ticks_to_line(0, 100), 12);

	/* Nor if it was stopped in between, as when entering the one-shot state. */
	dw_apb_program_slow(&hw, 1000);
	dw_apb_stop(&hw);
	dw_apb_program_slow(&hw, 10);
	KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(0, 100), 12, "stopped just before");

	dw_apb_program_periodic(&hw, 20);
	KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(0, 100), 21, "the first period");
	dw_apb_program_periodic(&hw, 10);
	KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(0, 100), 11, "the first of other periods");

	model->access_ns = 10;
	dw_apb_start_counter(&hw);
	KUNIT_EXPECT_LE_MSG(test, dw_apb_read_counter(&hw), 1, "a counter just started");
}

static void dw_min_delta(struct kunit *test)
{
	static const u32 rates[] = {
		1000, 32768, 500000, 999999, 1000000, 1000001, 2000000, 8333333, 10000000,
		24000000, 25000000, 100000000, 333333333, 500000000,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		u32 ticks = dw_apb_min_ticks(rates[i]);
		u64 ns = div_u64((u64)ticks * NSEC_PER_SEC, rates[i]);

		KUNIT_EXPECT_GE_MSG(test, ticks, 2, "%u Hz", rates[i]);
		KUNIT_EXPECT_GE_MSG(test, ns, 2000, "%u Hz: ns of %u ticks", rates[i], ticks);
		if (ticks > 2)
			KUNIT_EXPECT_LT_MSG(test,
					    div_u64((u64)(ticks - 1) * NSEC_PER_SEC, rates[i]),
					    2000, "%u Hz: %u ticks are more than needed",
					    rates[i], ticks);
	}
	KUNIT_EXPECT_EQ(test, dw_apb_min_ticks(1000), 2);
	KUNIT_EXPECT_EQ(test, dw_apb_min_ticks(25000000), 50);
	KUNIT_EXPECT_EQ(test, dw_apb_min_ticks(500000000), 1000);
	/* The arithmetic must hold for any 32 bits of rate. */
	KUNIT_EXPECT_EQ(test, dw_apb_min_ticks(U32_MAX), 8590);
}

/* The event device */

static struct {
	struct clock_event_device *ced;
	u32 rate;
	unsigned long min, max;
} registered;

static void dw_kunit_event_register(struct clock_event_device *ced, u32 rate, unsigned long min,
				    unsigned long max)
{
	registered.ced = ced;
	registered.rate = rate;
	registered.min = min;
	registered.max = max;
}

static unsigned int handled;

static void count_event(struct clock_event_device *ced)
{
	handled++;
}

static struct dw_apb_event *dw_event(struct kunit *test, unsigned int channel, u32 rate)
{
	struct dw_apb_event *ev = kunit_kzalloc(test, sizeof(*ev), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, ev);
	ev->hw = dw_model_hw(channel, rate);
	ev->rate = rate;
	ev->irq = 42;
	strscpy(ev->name, "event", sizeof(ev->name));
	dw_apb_event_describe(ev, true);
	dw_apb_stop(&ev->hw);
	handled = 0;

	return ev;
}

static void dw_event_interrupt(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);
	struct dw_apb_hw other = dw_model_hw(1, RATE);

	ev->ced.event_handler = count_event;
	dw_apb_program(&other, 5);
	ev->ced.set_next_event(5, &ev->ced);
	dw_model_wait(10);

	dw_model_forget();
	KUNIT_EXPECT_EQ(test, dw_apb_event_isr(42, ev), IRQ_HANDLED);
	EXPECT_LOG(test, "interrupt", R(0x0c));
	KUNIT_EXPECT_EQ(test, handled, 1);
	KUNIT_EXPECT_FALSE_MSG(test, dw_channel(0)->pending, "not acknowledged");
	KUNIT_EXPECT_TRUE_MSG(test, dw_channel(1)->pending, "another channel's was cleared");
	KUNIT_EXPECT_EQ_MSG(test, dw_channel(0)->eoi_idle, 0, "acknowledged for nothing");
	expect_in_step(test, &ev->hw, 0, "interrupt");

	/* In flight while the channel was stopped. */
	ev->ced.set_state_shutdown(&ev->ced);
	dw_model_forget();
	KUNIT_EXPECT_EQ(test, dw_apb_event_isr(42, ev), IRQ_NONE);
	EXPECT_LOG(test, "stopped", R(0x0c), R(0x08));
	KUNIT_EXPECT_EQ_MSG(test, handled, 1, "a stopped channel's interrupt was passed on");
}

static struct dw_apb_event *held_up;
static irqreturn_t held_up_isr;

static void take_on_another_cpu(void)
{
	dw_model_wait(1000);
	if (dwb_line(dw_channel(0)))
		held_up_isr = dw_apb_event_isr(42, held_up);
}

/*
 * The CPU that programs the device for all is held up right after the enable (FIQ,
 * hypervisor), and another CPU takes the interrupt meanwhile.
 */
static void dw_event_held_up(struct kunit *test)
{
	unsigned int slow, periodic;

	for (slow = 0; slow < 2; slow++) {
		for (periodic = 0; periodic < 2; periodic++) {
			held_up = dw_event(test, 0, slow ? 1000000 : RATE);
			held_up->cpu = DW_APB_ALL_CPUS;
			held_up->ced.event_handler = count_event;
			held_up->ced.set_state_shutdown(&held_up->ced);
			held_up_isr = IRQ_NONE;
			model->after_enable = take_on_another_cpu;
			if (periodic)
				held_up->ced.set_state_periodic(&held_up->ced);
			else
				held_up->ced.set_next_event(500, &held_up->ced);
			if (periodic && !held_up_isr) {
				dw_model_wait(1000000);
				take_on_another_cpu();
			}
			model->after_enable = NULL;
			KUNIT_EXPECT_EQ_MSG(test, held_up_isr, IRQ_HANDLED, "slow %u, periodic %u",
					    slow, periodic);
			KUNIT_EXPECT_EQ_MSG(test, handled, 1, "slow %u, periodic %u: events", slow,
					    periodic);
		}
	}
}

/* Memory is not ordered with the device: the other CPU may see an old shadow. */
static void dw_event_old_shadow(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);

	ev->ced.event_handler = count_event;
	ev->ced.set_next_event(5, &ev->ced);
	dw_model_wait(10);
	ev->hw.control = 4;
	dw_model_forget();
	KUNIT_EXPECT_EQ(test, dw_apb_event_isr(42, ev), IRQ_HANDLED);
	EXPECT_LOG(test, "old shadow", R(0x0c), R(0x08));
	KUNIT_EXPECT_EQ_MSG(test, handled, 1, "dropped because of the shadow alone");
}

static void dw_event_on_another_cpu(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);

	ev->ced.event_handler = count_event;
	ev->ced.set_next_event(5, &ev->ced);
	dw_model_wait(10);
	dw_kunit_cpu = 1;
	kunit_info(test, "the next line, about an interrupt that goes astray, is expected");
	KUNIT_EXPECT_EQ(test, dw_apb_event_isr(42, ev), IRQ_HANDLED);
	KUNIT_EXPECT_FALSE_MSG(test, dw_channel(0)->pending, "not acknowledged");
	KUNIT_EXPECT_EQ_MSG(test, handled, 0, "CPU 0's event was handled on CPU 1");

	ev->cpu = DW_APB_ALL_CPUS;
	ev->ced.set_next_event(5, &ev->ced);
	dw_model_wait(10);
	KUNIT_EXPECT_EQ(test, dw_apb_event_isr(42, ev), IRQ_HANDLED);
	KUNIT_EXPECT_EQ_MSG(test, handled, 1, "the device for all CPUs also serves CPU 1");
}

static void dw_event_preset(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);

	KUNIT_ASSERT_NOT_NULL(test, ev->ced.event_handler);
	dw_apb_program(&ev->hw, 1);
	dw_model_wait(10);
	KUNIT_EXPECT_EQ_MSG(test, dw_apb_event_isr(42, ev), IRQ_HANDLED,
			    "an interrupt before anything uses the device");
}

static void dw_event_description(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);
	struct clock_event_device *ced = &ev->ced;

	dw_apb_event_register(ev);
	KUNIT_EXPECT_PTR_EQ(test, registered.ced, ced);
	KUNIT_EXPECT_EQ(test, registered.rate, RATE);
	KUNIT_EXPECT_EQ(test, registered.min, 50);
	KUNIT_EXPECT_EQ(test, registered.max, 0xffffffff);
	KUNIT_EXPECT_EQ(test, ced->irq, 42);
	KUNIT_EXPECT_PTR_EQ(test, ced->owner, THIS_MODULE);
	KUNIT_EXPECT_EQ(test, ced->features, CLOCK_EVT_FEAT_ONESHOT | CLOCK_EVT_FEAT_PERIODIC |
					     CLOCK_EVT_FEAT_PERCPU);

	KUNIT_EXPECT_PTR_EQ(test, ced->cpumask, cpumask_of(0));

	ev->cpu = DW_APB_ALL_CPUS;
	dw_apb_event_describe(ev, true);
	KUNIT_EXPECT_PTR_EQ(test, ced->cpumask, cpu_possible_mask);
	KUNIT_EXPECT_EQ(test, ced->features, CLOCK_EVT_FEAT_ONESHOT | CLOCK_EVT_FEAT_PERIODIC |
					     CLOCK_EVT_FEAT_DYNIRQ);

	/* The kernel must accept the device for all CPUs as its broadcast device. */
	dw_apb_event_describe(ev, false);
	KUNIT_EXPECT_EQ(test, ced->features, CLOCK_EVT_FEAT_ONESHOT | CLOCK_EVT_FEAT_PERIODIC);

	ev->cpu = 0;
	ev->rate = 2 * HZ - 1;
	dw_apb_event_describe(ev, true);
	KUNIT_EXPECT_FALSE_MSG(test, ced->features & CLOCK_EVT_FEAT_PERIODIC,
			       "periods of less than two ticks");
}

/*
 * CPUs' own timers: 100 on RISC-V without Sstc, 300 on MIPS (r4k), OpenRISC and C-SKY,
 * 320 on LoongArch, 350 to 450 on ARM. None of them may lose its tick to a device on a
 * bus, unless the user asks for that. The dummy timer of a CPU that has none is rated
 * 100, and RISC-V has no such CPU.
 */
static void dw_event_ratings(struct kunit *test)
{
	const int lowest = IS_ENABLED(CONFIG_RISCV) ? 100 : 300;
	struct dw_apb_event *ev = dw_event(test, 0, RATE);
	int cpu;

	for (cpu = 0; cpu >= DW_APB_ALL_CPUS; cpu--) {
		ev->cpu = cpu;
		for (dw_kunit_cpus = 1; dw_kunit_cpus <= 2; dw_kunit_cpus++) {
			ev->asked = false;
			dw_apb_event_describe(ev, true);
			/* A device for all of several CPUs never replaces a per-CPU device. */
			if (cpu == DW_APB_ALL_CPUS && dw_kunit_cpus > 1) {
				KUNIT_EXPECT_EQ(test, ev->ced.rating, 250);
				continue;
			}
			KUNIT_EXPECT_LT_MSG(test, ev->ced.rating, lowest, "CPU %d of %u", cpu,
					    dw_kunit_cpus);
			if (!IS_ENABLED(CONFIG_RISCV))
				KUNIT_EXPECT_GT_MSG(test, ev->ced.rating, 100, "CPU %d of %u", cpu,
						    dw_kunit_cpus);
			ev->asked = true;
			dw_apb_event_describe(ev, true);
			KUNIT_EXPECT_EQ_MSG(test, ev->ced.rating, 310, "CPU %d of %u: asked", cpu,
					    dw_kunit_cpus);
		}
	}
}

static void dw_event_slow_variant(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, 9999999);

	ev->ced.set_next_event(5, &ev->ced);
	dw_model_forget();
	ev->ced.set_next_event(5, &ev->ced);
	EXPECT_LOG(test, "below 10 MHz", W(0x08, 0x0), R(0x08), W(0x00, 5), W(0x08, 0x1));

	ev = dw_event(test, 0, 10000000);
	ev->ced.set_next_event(5, &ev->ced);
	dw_model_forget();
	ev->ced.set_next_event(5, &ev->ced);
	EXPECT_LOG(test, "from 10 MHz on", W(0x08, 0x0), W(0x00, 5), W(0x08, 0x1));
}

static void dw_event_period_of_hz(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);

	ev->ced.set_state_periodic(&ev->ced);
	KUNIT_EXPECT_EQ(test, dw_channel(0)->load, DIV_ROUND_CLOSEST(RATE, HZ) - 1);
}

/* Every pair of operations, and each operation after the block has lost its state. */
static void dw_event_in_step(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);
	struct clock_event_device *ced = &ev->ced;
	typedef int (*operation)(struct clock_event_device *ced);
	const operation states[] = {
		ced->set_state_shutdown, ced->set_state_oneshot, ced->set_state_oneshot_stopped,
		ced->set_state_periodic, ced->tick_resume, NULL,
	};
	unsigned int a, b, wipe;

	ced->event_handler = count_event;
	for (wipe = 0; wipe < 2; wipe++) {
		for (a = 0; a < ARRAY_SIZE(states); a++) {
			for (b = 0; b < ARRAY_SIZE(states); b++) {
				if (!states[a] || states[a](ced))
					ced->set_next_event(9, ced);
				expect_in_step(test, &ev->hw, 0, "first");
				dw_model_wait(1000);
				if (wipe)
					dwb_reset(&model->block);
				if (!states[b] || states[b](ced))
					ced->set_next_event(9, ced);
				KUNIT_EXPECT_EQ_MSG(test, ev->hw.control, dw_channel(0)->control,
						    "%u then %u, wiped %u: shadow and device",
						    a, b, wipe);
				dw_apb_event_isr(42, ev);
			}
		}
	}
}

/* After power was lost: what the kernel calls on resume gives an event again. */
static void dw_event_resume(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);
	struct clock_event_device *ced = &ev->ced;

	ced->set_state_oneshot(ced);
	ced->set_next_event(100, ced);
	dwb_reset(&model->block);
	ced->tick_resume(ced);
	ced->set_state_oneshot(ced);
	KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(0, 1000), U64_MAX, "an unrequested event");
	ced->set_next_event(100, ced);
	KUNIT_EXPECT_EQ(test, ticks_to_line(0, 1000), 102);
}

/* A device that is neither the tick nor the broadcast device: its CPU is woken by it. */
static void dw_wakeup_device_in_suspend(struct kunit *test)
{
	struct dw_apb_event *ev = dw_event(test, 0, RATE);
	struct clock_event_device *ced = &ev->ced;
	struct dwb_channel *c = dw_channel(0);
	unsigned int slow;

	KUNIT_ASSERT_NOT_NULL(test, ced->suspend);
	KUNIT_ASSERT_NOT_NULL(test, ced->resume);
	for (slow = 0; slow < 2; slow++) {
		ev = dw_event(test, 0, slow ? 1000000 : RATE);
		ced = &ev->ced;
		c = dw_channel(0);
		ced->set_state_oneshot(ced);
		ced->set_next_event(100, ced);
		ced->suspend(ced);
		KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(0, 1000), U64_MAX,
				    "it would wake the machine");

		/* Firmware has used the channel and left it running. */
		dwb_reset(&model->block);
		c->load = 10;
		c->control = 0x3;
		dwb_start(&model->block, c, 0);
		dw_model_wait(100);
		KUNIT_ASSERT_TRUE(test, dwb_line(c));
		ced->resume(ced);
		KUNIT_EXPECT_EQ_MSG(test, ticks_to_line(0, 1000), U64_MAX,
				    "an unrequested event");
		ced->set_next_event(100, ced);
		KUNIT_EXPECT_EQ(test, ticks_to_line(0, 1000), 102);
	}
}

/* An interrupt left by the firmware is cleared before the line is enabled. */
static void dw_event_firmware_pending(struct kunit *test)
{
	struct dw_apb_hw hw = dw_model_hw(0, RATE);
	struct dwb_channel *c = dw_channel(0);

	c->load = 10;
	c->control = 0x3;
	dwb_start(&model->block, c, 0);
	dw_model_wait(100);
	KUNIT_ASSERT_TRUE(test, dwb_line(c));
	dw_apb_stop(&hw);
	KUNIT_EXPECT_FALSE(test, c->pending);
	KUNIT_EXPECT_EQ(test, ticks_to_line(0, 1000), U64_MAX);
}

/* The counter as registered */

static struct soc_counter *counter;
static int counter_err;

static int dw_kunit_counter_register(struct soc_counter *ctr)
{
	counter = ctr;
	return counter_err;
}

static int dw_kunit_counter_unregister(struct soc_counter *ctr)
{
	return ctr == counter ? 0 : -ENOENT;
}

static struct dw_apb_node dw_node(unsigned int channel)
{
	return (struct dw_apb_node) {
		.soc.rate = RATE,
		.hw = dw_model_hw(channel, RATE),
	};
}

static void dw_counter_description(struct kunit *test)
{
	struct dw_apb_node n = dw_node(0);

	dw_apb_start_counter(&n.hw);
	dw_model_forget();
	KUNIT_ASSERT_EQ(test, dw_apb_counter_register(&n, false), 0);
	KUNIT_EXPECT_STREQ(test, counter->name, "soc-dw-apb");
	KUNIT_EXPECT_EQ(test, counter->bits, 32);
	KUNIT_EXPECT_EQ(test, counter->wide_bits, 0);
	KUNIT_EXPECT_EQ(test, counter->rate, RATE);
	KUNIT_EXPECT_EQ(test, counter->rating, 310);
	KUNIT_EXPECT_EQ(test, counter->scope, SOC_COUNTER_SYSTEM);
	KUNIT_EXPECT_PTR_EQ(test, counter->owner, THIS_MODULE);
	KUNIT_EXPECT_TRUE(test, counter->sched_clock);
	KUNIT_EXPECT_TRUE(test, counter->delay_timer);
	KUNIT_EXPECT_FALSE(test, counter->read_only);
	EXPECT_LOG(test, "a channel that counts is left as it is", R(0x08));

	dw_model_forget();
	model->step = 1;
	KUNIT_EXPECT_EQ(test, counter->read() + 1, counter->read_cs(NULL));
	EXPECT_LOG(test, "both reads", R(0x04), R(0x04));
	dw_model_forget();
	KUNIT_EXPECT_EQ(test, dw_apb_counter_unregister(), 0);
	dw_apb_counter_release();
	KUNIT_EXPECT_EQ_MSG(test, model->accesses, 0, "one that was found counting is stopped");
}

/* A channel that is not counting is started, and stopped when it is released or refused. */
static void dw_counter_is_started(struct kunit *test)
{
	struct dw_apb_node n = dw_node(0);

	KUNIT_EXPECT_TRUE(test, dw_apb_counter_claim());
	KUNIT_ASSERT_EQ(test, dw_apb_counter_register(&n, false), 0);
	KUNIT_EXPECT_TRUE(test, dw_apb_is_counter(&n.hw));
	KUNIT_EXPECT_TRUE(test, dw_apb_counter_is(&n));
	KUNIT_EXPECT_EQ(test, dw_apb_counter_unregister(), 0);
	dw_apb_counter_release();
	KUNIT_EXPECT_EQ(test, dw_channel(0)->control, 4);
	KUNIT_EXPECT_FALSE_MSG(test, dw_apb_counter_is(&n), "by the address that it had");
}

/* Whichever function refused it: soc_counter_register_early() is given the description. */
static void dw_counter_refused(struct kunit *test)
{
	struct dw_apb_node n = dw_node(0);

	KUNIT_EXPECT_TRUE(test, dw_apb_counter_claim());
	counter_err = -EIO;
	KUNIT_EXPECT_EQ(test, dw_apb_counter_register(&n, false), -EIO);
	counter_err = 0;
	dw_apb_counter_release();
	KUNIT_EXPECT_EQ_MSG(test, dw_channel(0)->control, 4, "refused late, not stopped");

	KUNIT_EXPECT_TRUE(test, dw_apb_counter_claim());
	dw_apb_counter_describe(&n, false);
	KUNIT_EXPECT_TRUE(test, dw_apb_is_counter(&n.hw));
	dw_apb_counter_release();
	KUNIT_EXPECT_EQ_MSG(test, dw_channel(0)->control, 4, "refused early, not stopped");

	/* Firmware's, or another driver's: its readers go on. */
	dw_apb_start_counter(&n.hw);
	KUNIT_EXPECT_TRUE(test, dw_apb_counter_claim());
	dw_apb_counter_describe(&n, false);
	dw_apb_counter_release();
	KUNIT_EXPECT_TRUE_MSG(test, dw_apb_is_counter(&n.hw), "found counting, stopped");
}

static void dw_counter_resumes(struct kunit *test)
{
	struct dw_apb_node n = dw_node(0);

	KUNIT_ASSERT_EQ(test, dw_apb_counter_register(&n, false), 0);

	dw_model_forget();
	counter->resume(counter);
	EXPECT_LOG(test, "not stopped", R(0x08));

	dwb_reset(&model->block);
	counter->resume(counter);
	KUNIT_EXPECT_TRUE_MSG(test, dw_apb_is_counter(&n.hw), "not counting again");
	expect_in_step(test, &dw_apb_channel, 0, "resume");
}

static void dw_counter_read_only(struct kunit *test)
{
	struct dw_apb_node n = dw_node(0);

	KUNIT_ASSERT_EQ(test, dw_apb_counter_register(&n, true), 0);
	KUNIT_EXPECT_TRUE(test, counter->read_only);
	KUNIT_EXPECT_EQ(test, counter->rating, 290);
	KUNIT_EXPECT_LT_MSG(test, counter->rating, 300, "not below the in-tree driver's");

	counter->read();
	counter->read_cs(NULL);
	kunit_info(test, "the next line, about a counter that stopped, is expected");
	counter->resume(counter);
	KUNIT_EXPECT_EQ_MSG(test, model->accesses, model->reads, "writes to a foreign channel");
}

/* Roles */

#define C	DW_APB_COUNTER
#define A	DW_APB_ALL
#define S	DW_APB_SPARE
#define CPU(n)	(DW_APB_CPU | (n) << 4)

static const struct dw_roles_case {
	const char *what;
	struct dw_apb_layout layout;
	unsigned int roles[8];
} roles_cases[] = {
	{ "two channels, one CPU", { 2, 0x3, 1, true }, { CPU(0), C } },
	{ "two channels, two CPUs", { 2, 0x3, 2, true }, { A, C } },
	{ "three channels, two CPUs", { 3, 0x7, 2, true }, { CPU(0), C, CPU(1) } },
	{ "four channels, two CPUs", { 4, 0xf, 2, true }, { CPU(0), C, CPU(1), A } },
	{ "five channels, two CPUs", { 5, 0x1f, 2, true }, { CPU(0), C, CPU(1), A, S } },
	{ "eight channels, four CPUs", { 8, 0xff, 4, true },
	  { CPU(0), C, CPU(1), CPU(2), CPU(3), A, S, S } },
	{ "no affinity", { 4, 0xf, 2, false }, { A, C, S, S } },
	{ "no affinity, one CPU", { 2, 0x3, 1, false }, { A, C } },
	{ "many CPUs", { 2, 0x3, 64, true }, { A, C } },
	{ "one without an interrupt", { 4, 0xb, 2, true }, { CPU(0), CPU(1), C, A } },
	{ "two without an interrupt", { 3, 0x4, 1, true }, { C, S, CPU(0) } },
	{ "one channel", { 1, 0x1, 1, true }, { C } },
	{ "one channel, needed for events", { 1, 0x1, 1, true, true }, { CPU(0) } },
	{ "one channel, needed for events of two CPUs", { 1, 0x1, 2, true, true }, { A } },
	{ "told", { 4, 0xf, 2, true, false, "eecb" }, { CPU(0), CPU(1), C, A } },
	{ "told less", { 4, 0xf, 2, true, false, "-c" }, { S, C, S, S } },
	{ "told more CPUs than there are", { 3, 0x7, 1, true, false, "eec" }, { CPU(0), S, C } },
	{ "told without affinity", { 4, 0xf, 2, false, false, "ceeb" }, { C, A, S, A } },
	{ "told one for each", { 4, 0xf, 3, true, false, "ecee" }, { CPU(0), C, CPU(1), CPU(2) } },
	{ "told too few", { 4, 0xf, 4, true, false, "ecee" }, { A, C, S, S } },
	{ "told nothing", { 2, 0x3, 2, true, false, "" }, { S, S } },
#define EARLY(mask)	.opened = (mask), .opened_affine = true
	/* Built in: channels that could not be opened early get the remaining roles. */
	{ "all early", { 4, 0xf, 2, true, true, EARLY(0xf) }, { CPU(0), C, CPU(1), A } },
	{ "2 late", { 4, 0xf, 2, true, true, EARLY(0xb) }, { CPU(0), C, A, CPU(1) } },
	{ "0 late", { 4, 0xf, 2, true, true, EARLY(0xe) }, { A, CPU(0), C, CPU(1) } },
	{ "1 late", { 4, 0xf, 2, true, true, EARLY(0xd) }, { CPU(0), A, C, CPU(1) } },
	{ "2 of 3 late", { 3, 0x7, 2, true, true, EARLY(0x3) }, { A, C, S } },
	{ "2 of 4 late", { 4, 0xf, 2, true, true, EARLY(0x3) }, { A, C, CPU(0), CPU(1) } },
	{ "only one early", { 4, 0xf, 2, true, true, EARLY(0x4) }, { C, CPU(0), A, CPU(1) } },
	{ "no interrupt is early", { 4, 0xf, 2, true, true, EARLY(0x2), .counter = 0x2 },
	  { CPU(0), C, CPU(1), A } },
	{ "late ones cannot be directed", { 4, 0xf, 2, false, true, EARLY(0x3) },
	  { A, C, S, S } },
	{ "a single one, late", { 1, 0x1, 1, true, true }, { CPU(0) } },
	{ "told, 2 late, b serves", { 4, 0xf, 2, true, true, "eceb", EARLY(0xb) },
	  { CPU(0), C, CPU(1), A } },
	{ "told, 2 late, nobody else", { 3, 0x7, 2, true, true, "ece", EARLY(0x3) },
	  { A, C, S } },
	{ "told, 0 late, another e", { 4, 0xf, 2, true, true, "ecee", EARLY(0xe) },
	  { S, C, CPU(0), CPU(1) } },
	{ "told, only the counter", { 4, 0xf, 2, true, true, "ecee", EARLY(0x2) },
	  { CPU(0), C, CPU(1), S } },
#undef EARLY
};

static void dw_roles(struct kunit *test)
{
	unsigned int i, n, cpu;

	for (i = 0; i < ARRAY_SIZE(roles_cases); i++) {
		const struct dw_roles_case *c = &roles_cases[i];

		for (n = 0; n < c->layout.channels; n++) {
			unsigned int role = dw_apb_role_of(&c->layout, n, &cpu);

			if (role == DW_APB_CPU)
				role = CPU(cpu);
			KUNIT_EXPECT_EQ_MSG(test, role, c->roles[n], "%s: channel %u", c->what, n);
		}
	}
}

static void dw_roles_spec(struct kunit *test)
{
	static const char * const good[] = { "", "c", "ecb", "e-e-c", "----", "eeeeeeeec" };
	static const char * const bad[] = { "x", "cc", "bb", "e c", "E", "ecbcb" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(good); i++)
		KUNIT_EXPECT_EQ_MSG(test, dw_apb_check_spec(good[i]), 0, "\"%s\"", good[i]);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, dw_apb_check_spec(bad[i]), -EINVAL, "\"%s\"", bad[i]);
}

static int dw_init(struct kunit *test)
{
	model = kunit_kzalloc(test, sizeof(*model), GFP_KERNEL);
	if (!model)
		return -ENOMEM;
	model->block.channels = 8;
	dwb_reset(&model->block);
	/* Two disables at clock 0 would look like one. */
	model->block.now = 1000;
	dw_kunit_udelay_works = true;
	dw_kunit_cpus = 2;
	dw_kunit_cpu = 0;

	return 0;
}

/* Whatever a test is about, no operation may use the device against its rules. */
static void dw_exit(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < DWB_FAULTS; i++) {
		/* A test that stops time makes many accesses within a clock. */
		if (i == DWB_UNSYNCHRONISED && !model->block.strict_sync)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, model->block.faults[i], 0, "%s", dwb_fault_text[i]);
	}
}

static struct kunit_case dw_cases[] = {
	KUNIT_CASE(dw_map),
	KUNIT_CASE(dw_program_sequence),
	KUNIT_CASE(dw_program_slow_sequence),
	KUNIT_CASE(dw_stop_sequence),
	KUNIT_CASE(dw_periodic_sequence),
	KUNIT_CASE(dw_counter_sequence),
	KUNIT_CASE(dw_settle_time),
	KUNIT_CASE(dw_settle_uncalibrated),
	KUNIT_CASE(dw_recognise_counter),
	KUNIT_CASE(dw_try_alive),
	KUNIT_CASE(dw_try_dead),
	KUNIT_CASE(dw_try_posted_writes),
	KUNIT_CASE(dw_counter_values),
	KUNIT_CASE(dw_counter_wraps),
	KUNIT_CASE(dw_event_time),
	KUNIT_CASE(dw_event_elapses_while_programming),
	KUNIT_CASE(dw_event_again_after_wrap),
	KUNIT_CASE(dw_event_slow_clock),
	KUNIT_CASE(dw_min_delta),
	KUNIT_CASE(dw_event_interrupt),
	KUNIT_CASE(dw_event_held_up),
	KUNIT_CASE(dw_event_old_shadow),
	KUNIT_CASE(dw_event_on_another_cpu),
	KUNIT_CASE(dw_event_preset),
	KUNIT_CASE(dw_event_description),
	KUNIT_CASE(dw_event_ratings),
	KUNIT_CASE(dw_event_slow_variant),
	KUNIT_CASE(dw_event_period_of_hz),
	KUNIT_CASE(dw_event_in_step),
	KUNIT_CASE(dw_event_resume),
	KUNIT_CASE(dw_wakeup_device_in_suspend),
	KUNIT_CASE(dw_event_firmware_pending),
	KUNIT_CASE(dw_counter_description),
	KUNIT_CASE(dw_counter_is_started),
	KUNIT_CASE(dw_counter_refused),
	KUNIT_CASE(dw_counter_resumes),
	KUNIT_CASE(dw_counter_read_only),
	KUNIT_CASE(dw_roles),
	KUNIT_CASE(dw_roles_spec),
	{ }
};

static struct kunit_suite dw_suite = {
	.name		= "soc_dw_apb",
	.init		= dw_init,
	.exit		= dw_exit,
	.test_cases	= dw_cases,
};

kunit_test_suite(dw_suite);

MODULE_AUTHOR("soc-timers contributors");
MODULE_DESCRIPTION("KUnit suites of the DW APB timer driver");
MODULE_LICENSE("GPL");
MODULE_IMPORT_NS(SOC_TIMERS_NS);
