// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_arc: the ARC timers' logic and the counters as described to the kernel,
 * against a model of the auxiliary registers. The driver's own source is compiled
 * a second time.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <soc-timers/counter.h>

static bool arc_kunit_claim(struct soc_counter *ctr);

#define soc_counter_claim(ctr)	arc_kunit_claim(ctr)

#include "../../drivers/arc/hw.c"
#include "../../drivers/arc/counter.c"
#include "arc_kunit.h"
#include "arc_model.h"

static const u64 starts[] = {
	0,
	0x00000000fffffff0ULL,
	0x00000000ffffffffULL,
	0x12345678fffffffeULL,
	0x7ffffffffffffff8ULL,
	0xfffffffffffffff0ULL,
	0xffffffffffffffffULL,
};

static bool arc_kunit_claim(struct soc_counter *ctr)
{
	bool was_free = !ctr->claimed;

	ctr->claimed = true;
	return was_free;
}

/* As after boot. */
void arc_kunit_forget(void)
{
	unsigned int which;

	for (which = 0; which < ARRAY_SIZE(arc_counters); which++)
		arc_counters[which].claimed = false;
}

bool arc_kunit_claimed(enum arc_counter which)
{
	return arc_counters[which].claimed;
}

/* The counter's own overflow included. */
static bool between(u64 value, u64 entry, u64 exit)
{
	return value - entry <= exit - entry;
}

/* Global counter */

/* At each phase of a carry, with a jump at each access, within a half or across several */
static void arc_gfrc_across_carries(struct kunit *test)
{
	static const u64 jumps[] = { 0, 1, 15, 1ULL << 31, 1ULL << 32, 5ULL << 32 };
	unsigned int i, j, at;
	u64 value;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		for (j = 0; j < ARRAY_SIZE(jumps); j++) {
			for (at = 1; at <= 4; at++) {
				arc_model_reset();
				arc_model.gfrc = starts[i];
				arc_model.jump_at = at;
				arc_model.jump = jumps[j];
				value = arc_gfrc_read();
				KUNIT_EXPECT_TRUE_MSG(test,
						      between(value, starts[i], arc_model.gfrc),
						      "%#llx is not in %#llx..%#llx, jump %#llx at %u",
						      value, starts[i], arc_model.gfrc, jumps[j],
						      at);
				KUNIT_EXPECT_EQ(test, arc_model.accesses, 4U);
			}
		}
	}
}

static void read_gfrc_later(struct arc_model *m)
{
	m->gfrc += 3ULL << 32;
	arc_gfrc_read();
}

/* An interrupt between the halves that also reads would overwrite the latch. */
static void arc_gfrc_keeps_interrupts_out(struct kunit *test)
{
	unsigned int at;
	u64 value;

	for (at = 1; at <= 4; at++) {
		arc_model_reset();
		arc_model.gfrc = 0xfffffff0ULL;
		arc_model.interrupt_at = at;
		arc_model.interrupt = read_gfrc_later;
		value = arc_gfrc_read();
		KUNIT_EXPECT_EQ_MSG(test, value >> 32, 0ULL, "%#llx, interrupt at %u", value, at);
		KUNIT_EXPECT_EQ_MSG(test, arc_model.held_off, 1U, "interrupt at %u", at);
		KUNIT_EXPECT_FALSE_MSG(test, arc_model.locked, "interrupts were left off");
	}
}

/* Check that the model would show it. */
static void arc_model_interrupt_takes_latch(struct kunit *test)
{
	u32 low, high;

	arc_model.gfrc = 0xfffffff0ULL;
	arc_model.interrupt_at = 3;
	arc_model.interrupt = read_gfrc_later;
	soc_write_aux(ARC_MCIP_COMMAND, ARC_GFRC_READ_LOW);
	low = soc_read_aux(ARC_MCIP_READBACK);
	soc_write_aux(ARC_MCIP_COMMAND, ARC_GFRC_READ_HIGH);
	high = soc_read_aux(ARC_MCIP_READBACK);
	KUNIT_EXPECT_EQ(test, arc_model.interrupts, 1U);
	KUNIT_EXPECT_EQ(test, low, 0xfffffff1U);
	KUNIT_EXPECT_EQ(test, high, 3U);
}

static void arc_gfrc_keeps_state_of_interrupts(struct kunit *test)
{
	arc_model.locked = true;
	arc_gfrc_read();
	KUNIT_EXPECT_TRUE_MSG(test, arc_model.locked, "interrupts were off and are on now");
}

/* Core 1 reads between the halves of core 0: each core has its own latch. */
static void arc_gfrc_latch_is_per_core(struct kunit *test)
{
	unsigned long flags;
	u32 low, high;
	u64 other;

	arc_model.gfrc = 0x1fffffff0ULL;
	soc_aux_lock(flags);
	soc_write_aux(ARC_MCIP_COMMAND, ARC_GFRC_READ_LOW);
	low = soc_read_aux(ARC_MCIP_READBACK);

	arc_model.current_core = 1;
	arc_model.gfrc = 0x700000000ULL;
	other = arc_gfrc_read();
	arc_model.current_core = 0;

	soc_write_aux(ARC_MCIP_COMMAND, ARC_GFRC_READ_HIGH);
	high = soc_read_aux(ARC_MCIP_READBACK);
	soc_aux_unlock(flags);

	KUNIT_EXPECT_EQ(test, other, 0x700000001ULL);
	KUNIT_EXPECT_EQ(test, (u64)high << 32 | low, 0x1fffffff1ULL);
}

static void arc_gfrc_halt_mask(struct kunit *test)
{
	arc_model.gfrc_cores = 0x5;
	arc_gfrc_halt_with(1, true);
	KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores, 0x7U);
	arc_gfrc_halt_with(0, false);
	KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores, 0x6U);
	arc_gfrc_halt_with(31, true);
	KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores, 0x80000006U);
	arc_gfrc_halt_with(31, false);
	KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores, 0x6U);
	KUNIT_EXPECT_FALSE(test, arc_model.locked);

	arc_model.build_gfrc = 0x102;
	arc_model_forget();
	arc_gfrc_halt_with(3, true);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.writes, 0U, "version 2 cannot watch cores");
}

/* The core's counter */

static void arc_rtc_across_carries(struct kunit *test)
{
	static const u64 jumps[] = { 0, 1, 15, 1ULL << 31, 1ULL << 32, 5ULL << 32 };
	unsigned int i, j, at, never;
	u64 value;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		for (j = 0; j < ARRAY_SIZE(jumps); j++) {
			for (at = 1; at <= 3 * ARC_RTC_TRIES + 3; at++) {
				for (never = 0; never <= 1; never++) {
					arc_model_reset();
					arc_model.rtc = starts[i];
					arc_model.jump_at = at;
					arc_model.jump = jumps[j];
					arc_model.never_coherent = never;
					value = arc_rtc_read();
					KUNIT_EXPECT_TRUE_MSG(test,
							      between(value, starts[i],
								      arc_model.rtc),
							      "%#llx is not in %#llx..%#llx, jump %#llx at %u, never coherent: %u",
							      value, starts[i], arc_model.rtc,
							      jumps[j], at, never);
				}
			}
		}
	}
}

static void arc_rtc_tries_again(struct kunit *test)
{
	arc_model.rtc = 0x500000000ULL;
	arc_rtc_read();
	KUNIT_EXPECT_EQ_MSG(test, arc_model.accesses, 3U, "coherent at once");

	arc_model_forget();
	arc_model.interrupt_at = 3;
	KUNIT_EXPECT_EQ(test, arc_rtc_read() >> 32, 5ULL);
	KUNIT_EXPECT_EQ(test, arc_model.interrupts, 1U);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.accesses, 6U, "an interrupt between the halves");
}

static void arc_rtc_never_coherent(struct kunit *test)
{
	u64 value;

	arc_model.never_coherent = true;
	arc_model.rtc = 0xffffffffULL - 3 * ARC_RTC_TRIES - 1;
	value = arc_rtc_read();
	KUNIT_EXPECT_EQ_MSG(test, arc_model.accesses, 3U * ARC_RTC_TRIES + 3,
			    "the retries are bounded");
	KUNIT_EXPECT_EQ_MSG(test, value, 1ULL << 32, "a carry in the last attempt");
}

/* Presence and start */

static void arc_presence(struct kunit *test)
{
	static const struct {
		u32 timers, mcip;
		bool t0, gfrc, rtc, t1;
	} builds[] = {
		{ 0,			0,		false, false, false, false },
		{ BIT(8),		0,		true,  false, false, false },
		{ BIT(9),		0,		false, false, false, true },
		{ BIT(10),		0,		false, false, true,  false },
		{ 0,			BIT(14),	false, true,  false, false },
		{ ~(u32)(BIT(8) | BIT(9) | BIT(10)), ~(u32)BIT(14), false, false, false, false },
		{ U32_MAX,		U32_MAX,	true,  true,  true,  true },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(builds); i++) {
		arc_model.build_timers = builds[i].timers;
		arc_model.build_mcip = builds[i].mcip;
		KUNIT_EXPECT_EQ_MSG(test, arc_has_timer0(), builds[i].t0, "build %u", i);
		KUNIT_EXPECT_EQ_MSG(test, arc_counter_present(ARC_GFRC), builds[i].gfrc,
				    "build %u", i);
		KUNIT_EXPECT_EQ_MSG(test, arc_counter_present(ARC_RTC), builds[i].rtc,
				    "build %u", i);
		KUNIT_EXPECT_EQ_MSG(test, arc_counter_present(ARC_TIMER1), builds[i].t1,
				    "build %u", i);
	}
	KUNIT_EXPECT_EQ(test, arc_model.writes, 0U);
}

static void arc_running(struct kunit *test)
{
	unsigned int which;

	arc_model.t1_limit = U32_MAX;
	for (which = ARC_GFRC; which <= ARC_TIMER1; which++) {
		arc_model.step = 1;
		KUNIT_EXPECT_TRUE_MSG(test, arc_counter_running(which), "%u", which);
		arc_model.step = 0;
		KUNIT_EXPECT_FALSE_MSG(test, arc_counter_running(which), "%u is stopped", which);
	}
	arc_model.step = 1;
	arc_model.t1_limit = 1000000;
	KUNIT_EXPECT_FALSE_MSG(test, arc_counter_running(ARC_TIMER1),
			       "timer 1 is in use, with a limit");
}

static void arc_start(struct kunit *test)
{
	arc_counter_start(ARC_GFRC);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.writes, 0U, "the GFRC belongs to all cores");

	arc_counter_start(ARC_RTC);
	KUNIT_EXPECT_EQ(test, arc_model.rtc_control, 1U);

	arc_counter_start(ARC_TIMER1);
	KUNIT_EXPECT_EQ(test, arc_model.t1_limit, U32_MAX);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.t1_control, 2U, "no interrupt; stops with the core");
}

/* Timer 0 */

static void arc_timer0(struct kunit *test)
{
	struct arc_model_core *core = &arc_model.core[2];

	arc_model.current_core = 2;
	core->t0_count = 77;
	arc_timer0_program(1000);
	KUNIT_EXPECT_EQ(test, core->t0_limit, 1000U);
	KUNIT_EXPECT_EQ(test, core->t0_count, 0U);
	KUNIT_EXPECT_EQ(test, core->t0_control, 3U);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.written[2], 0x22U, "enabled last");
	KUNIT_EXPECT_EQ(test, arc_model.writes, 3U);

	core->t0_control |= BIT(3);
	arc_timer0_acknowledge(true);
	KUNIT_EXPECT_EQ_MSG(test, core->t0_control, 3U, "periodic: pending bit cleared, continues");
	core->t0_control |= BIT(3);
	arc_timer0_acknowledge(false);
	KUNIT_EXPECT_EQ_MSG(test, core->t0_control, 2U, "once: no further interrupt");
	core->t0_control = BIT(3) | 3;
	arc_timer0_stop();
	KUNIT_EXPECT_EQ_MSG(test, core->t0_control, 2U, "stopped: none pending");
	KUNIT_EXPECT_EQ(test, arc_model.core[0].t0_control, 0U);
}

/* What the kernel is told */

static void arc_counters_are_described(struct kunit *test)
{
	static const struct {
		const char *name;
		unsigned int bits;
		int rating;
		enum soc_counter_scope scope;
	} must[] = {
		[ARC_GFRC]	= { "soc-arc-gfrc", 64, 400, SOC_COUNTER_SYSTEM },
		[ARC_RTC]	= { "soc-arc-rtc", 64, 350, SOC_COUNTER_CPU_LOCAL },
		[ARC_TIMER1]	= { "soc-arc-timer1", 32, 300, SOC_COUNTER_CPU_LOCAL },
	};
	struct soc_counter *ctr;
	unsigned int which, ro;

	for (which = ARC_GFRC; which <= ARC_TIMER1; which++) {
		ctr = arc_counter_claim(which);
		KUNIT_ASSERT_NOT_NULL(test, ctr);
		KUNIT_EXPECT_NULL_MSG(test, arc_counter_claim(which), "one node for each");
		/* As a module: next to the kernel's driver, and a second time. */
		for (ro = 0; ro <= 2; ro++) {
			arc_counter_describe(ctr, 80000000 + which, ro);
			KUNIT_EXPECT_STREQ(test, ctr->name, must[which].name);
			KUNIT_EXPECT_STREQ(test, arc_counter_name(which), must[which].name);
			KUNIT_EXPECT_EQ_MSG(test, ctr->bits, must[which].bits,
					    "width of %s", ctr->name);
			KUNIT_EXPECT_EQ(test, ctr->rate, 80000000UL + which);
			KUNIT_EXPECT_EQ(test, ctr->rating, must[which].rating - (ro ? 10 : 0));
			KUNIT_EXPECT_EQ(test, (int)ctr->scope, (int)must[which].scope);
			KUNIT_EXPECT_NULL_MSG(test, ctr->resume, "no ARC kernel suspends");
			KUNIT_EXPECT_EQ(test, ctr->read_only, ro > 0);
			KUNIT_EXPECT_TRUE_MSG(test, ctr->sched_clock, "for the kernel's clock");
			KUNIT_EXPECT_PTR_EQ(test, ctr->owner, THIS_MODULE);
		}
	}
	KUNIT_EXPECT_EQ(test, arc_model.writes, 0U);
}

static void arc_counters_read(struct kunit *test)
{
	struct soc_counter *timer1 = arc_counter_claim(ARC_TIMER1);
	struct soc_counter *gfrc = arc_counter_claim(ARC_GFRC);
	struct soc_counter *rtc = arc_counter_claim(ARC_RTC);

	arc_model.gfrc = 0x1122334455667788ULL;
	arc_model.rtc = 0x99aabbccddeeff00ULL;
	arc_model.t1 = 0xfffffffe;
	arc_model.step = 0;

	KUNIT_EXPECT_EQ(test, gfrc->read(), 0x1122334455667788ULL);
	KUNIT_EXPECT_EQ(test, gfrc->read_cs(NULL), 0x1122334455667788ULL);
	KUNIT_EXPECT_EQ(test, rtc->read(), 0x99aabbccddeeff00ULL);
	KUNIT_EXPECT_EQ(test, rtc->read_cs(NULL), 0x99aabbccddeeff00ULL);
	KUNIT_EXPECT_EQ(test, timer1->read(), 0xfffffffeULL);
	arc_model.step = 2;
	KUNIT_EXPECT_EQ_MSG(test, timer1->read_cs(NULL), 0ULL, "32 bits only");
}

static int arc_kunit_init(struct kunit *test)
{
	arc_model_reset();
	arc_kunit_forget();

	return 0;
}

static void arc_kunit_exit(struct kunit *test)
{
	KUNIT_EXPECT_EQ_MSG(test, arc_model.stray, 0U, "accesses to what is not a register");
}

static struct kunit_case arc_cases[] = {
	KUNIT_CASE(arc_gfrc_across_carries),
	KUNIT_CASE(arc_gfrc_keeps_interrupts_out),
	KUNIT_CASE(arc_model_interrupt_takes_latch),
	KUNIT_CASE(arc_gfrc_keeps_state_of_interrupts),
	KUNIT_CASE(arc_gfrc_latch_is_per_core),
	KUNIT_CASE(arc_gfrc_halt_mask),
	KUNIT_CASE(arc_rtc_across_carries),
	KUNIT_CASE(arc_rtc_tries_again),
	KUNIT_CASE(arc_rtc_never_coherent),
	KUNIT_CASE(arc_presence),
	KUNIT_CASE(arc_running),
	KUNIT_CASE(arc_start),
	KUNIT_CASE(arc_timer0),
	KUNIT_CASE(arc_counters_are_described),
	KUNIT_CASE(arc_counters_read),
	{ }
};

static struct kunit_suite arc_suite = {
	.name = "soc_arc",
	.init = arc_kunit_init,
	.exit = arc_kunit_exit,
	.test_cases = arc_cases,
};

kunit_test_suite(arc_suite);

MODULE_AUTHOR("soc-timers contributors");
MODULE_DESCRIPTION("KUnit suite of the ARC timer driver");
MODULE_LICENSE("GPL");
