// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_arc_early: the form of the ARC timer driver that is built into a kernel,
 * called as an ARC kernel calls it, with what it calls faked and the registers of a
 * model. The driver's source is compiled a second time, hw.c and counter.c in
 * arc_kunit.c.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL

#include <kunit/test.h>
#include <linux/clk.h>
#include <linux/clockchips.h>
#include <linux/clocksource.h>
#include <linux/cpumask.h>
#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irqflags.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/of_irq.h>
#include <linux/sched.h>
#include <linux/sched_clock.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <soc-timers/counter.h>

#include "arc_kunit.h"
#include "arc_model.h"

#define RATE	50000000
#define IRQ	16

/* A suite runs on any CPU of its machine; the timers are those of CPU 0. */
#undef smp_processor_id
#define smp_processor_id()	0U

/* What the driver has asked for, and what it is answered. */
static struct {
	irq_handler_t isr;
	void __percpu *isr_data;
	unsigned int enabled;
	int (*starting)(unsigned int cpu);
	int (*dying)(unsigned int cpu);
	struct clock_event_device *ced;
	u32 ced_rate;
	unsigned long ced_min, ced_max;
	u64 (*sched_clock)(void);
	int sched_clock_bits;
	unsigned long sched_clock_rate;
	int clocks_held;
	int irq;
	int check_err, clock_err, irq_err, hotplug_err;
} kernel;

static unsigned int fake_map_irq(struct device_node *np, int index)
{
	return kernel.irq;
}

static int fake_request_irq(unsigned int irq, irq_handler_t isr, const char *name,
			    void __percpu *data)
{
	if (kernel.irq_err)
		return kernel.irq_err;
	kernel.isr = isr;
	kernel.isr_data = data;

	return 0;
}

static void fake_free_irq(unsigned int irq, void __percpu *data)
{
	kernel.isr = NULL;
}

static void fake_enable_irq(unsigned int irq, unsigned int type)
{
	kernel.enabled++;
}

static void fake_disable_irq(unsigned int irq)
{
	kernel.enabled--;
}

/* As for a CPU that is up: it starts at once. */
static int fake_setup_state(enum cpuhp_state state, const char *name,
			    int (*starting)(unsigned int cpu), int (*dying)(unsigned int cpu))
{
	unsigned long flags;

	if (kernel.hotplug_err)
		return kernel.hotplug_err;
	kernel.starting = starting;
	kernel.dying = dying;
	local_irq_save(flags);
	starting(smp_processor_id());
	local_irq_restore(flags);

	return 0;
}

static void fake_event_register(struct clock_event_device *ced, u32 rate, unsigned long min,
				unsigned long max)
{
	kernel.ced = ced;
	kernel.ced_rate = rate;
	kernel.ced_min = min;
	kernel.ced_max = max;
}

static void fake_sched_clock_register(u64 (*read)(void), int bits, unsigned long rate)
{
	kernel.sched_clock = read;
	kernel.sched_clock_bits = bits;
	kernel.sched_clock_rate = rate;
}

/* Made once, and forgotten after boot: but tests may run again. */
#undef __init
#define __init
#undef __initdata
#define __initdata

#undef core_initcall
#define core_initcall(fn) \
	static int (*initcall)(void) __maybe_unused = (fn)
#undef TIMER_OF_DECLARE
#define TIMER_OF_DECLARE(name, string, fn) \
	static const struct { \
		const char *compatible; \
		int (*init)(struct device_node *np); \
	} name##_entry __maybe_unused = { string, fn }

#define irq_of_parse_and_map			fake_map_irq
#undef request_percpu_irq
#define request_percpu_irq			fake_request_irq
#define free_percpu_irq				fake_free_irq
#define enable_percpu_irq			fake_enable_irq
#define disable_percpu_irq			fake_disable_irq
#undef cpuhp_setup_state
#define cpuhp_setup_state			fake_setup_state
#define clockevents_config_and_register		fake_event_register
#define sched_clock_register			fake_sched_clock_register

#include "../../drivers/arc/early.c"

int arc_node_check(struct device_node *np, enum arc_counter which)
{
	return kernel.check_err;
}

int arc_node_clock(struct device_node *np, struct clk **clk, u32 *rate)
{
	if (kernel.clock_err)
		return kernel.clock_err;
	kernel.clocks_held++;
	*rate = RATE;

	return 0;
}

void arc_node_unclock(struct clk *clk)
{
	kernel.clocks_held--;
}

static struct arc_model_core *core(void)
{
	return &arc_model.core[0];
}

static unsigned int events;
static struct clock_event_device *event_device;

static void count_event(struct clock_event_device *ced)
{
	events++;
	event_device = ced;
}

/*
 * ARC's interrupt controller has handle_percpu_irq() deliver the timer's interrupt,
 * which does not know of per-CPU data and passes NULL.
 */
static void interrupt(struct kunit *test)
{
	unsigned long flags;

	KUNIT_ASSERT_NOT_NULL(test, kernel.isr);
	core()->t0_control |= BIT(3);
	local_irq_save(flags);
	KUNIT_EXPECT_EQ(test, (int)kernel.isr(IRQ, NULL), (int)IRQ_HANDLED);
	local_irq_restore(flags);
}

static void arc_early_ticks(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, arc_early_events(NULL), 0);
	KUNIT_EXPECT_PTR_EQ(test, (void __force *)kernel.isr_data, (void __force *)&arc_events);
	KUNIT_EXPECT_EQ(test, kernel.enabled, 1U);
	KUNIT_ASSERT_NOT_NULL(test, kernel.ced);

	/* Nobody uses the device yet. */
	interrupt(test);

	kernel.ced->event_handler = count_event;
	interrupt(test);
	KUNIT_EXPECT_EQ(test, events, 1U);
	KUNIT_EXPECT_PTR_EQ(test, event_device, kernel.ced);
	KUNIT_EXPECT_EQ_MSG(test, core()->t0_control, 2U, "once: no further interrupt");

	kernel.ced->state_use_accessors = CLOCK_EVT_STATE_PERIODIC;
	KUNIT_EXPECT_EQ(test, kernel.ced->set_state_periodic(kernel.ced), 0);
	KUNIT_EXPECT_EQ(test, core()->t0_limit, (u32)(RATE / HZ));
	interrupt(test);
	KUNIT_EXPECT_EQ(test, events, 2U);
	KUNIT_EXPECT_EQ_MSG(test, core()->t0_control, 3U, "periodic: goes on");

	kernel.ced->state_use_accessors = CLOCK_EVT_STATE_ONESHOT;
	KUNIT_EXPECT_EQ(test, kernel.ced->set_state_oneshot(kernel.ced), 0);
	KUNIT_EXPECT_EQ(test, core()->t0_control, 2U);
	KUNIT_EXPECT_EQ(test, kernel.ced->set_next_event(4711, kernel.ced), 0);
	KUNIT_EXPECT_EQ(test, core()->t0_limit, 4711U);
	KUNIT_EXPECT_EQ(test, core()->t0_control, 3U);

	/* In use now, so a node of timer 1 is next. */
	kernel.dying(0);
	KUNIT_EXPECT_EQ(test, kernel.enabled, 0U);
	KUNIT_EXPECT_EQ(test, core()->t0_control, 2U);
}

static void arc_early_event_is_described(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, arc_early_events(NULL), 0);
	KUNIT_ASSERT_NOT_NULL(test, kernel.ced);
	KUNIT_EXPECT_STREQ(test, kernel.ced->name, "soc-arc-timer0");
	KUNIT_EXPECT_EQ(test, kernel.ced->features,
			(unsigned int)(CLOCK_EVT_FEAT_ONESHOT | CLOCK_EVT_FEAT_PERIODIC |
				       CLOCK_EVT_FEAT_PERCPU));
	KUNIT_EXPECT_EQ(test, kernel.ced->irq, IRQ);
	KUNIT_EXPECT_TRUE(test, cpumask_weight(kernel.ced->cpumask) == 1);
	KUNIT_EXPECT_EQ(test, kernel.ced_rate, (u32)RATE);
	KUNIT_EXPECT_EQ_MSG(test, kernel.ced_min, RATE / 1000000UL, "a microsecond");
	KUNIT_EXPECT_EQ(test, kernel.ced_max, (unsigned long)U32_MAX);
	KUNIT_EXPECT_EQ_MSG(test, core()->t0_control, 2U, "nothing pending from before");
}

static void arc_early_events_refused(struct kunit *test)
{
	arc_model.build_timers &= ~BIT(8);
	KUNIT_EXPECT_EQ(test, arc_early_events(NULL), -ENXIO);
	arc_model.build_timers |= BIT(8);

	kernel.irq = 0;
	KUNIT_EXPECT_EQ(test, arc_early_events(NULL), -EINVAL);
	kernel.irq = IRQ;

	kernel.clock_err = -ENOENT;
	KUNIT_EXPECT_EQ(test, arc_early_events(NULL), -ENOENT);
	kernel.clock_err = 0;

	kernel.irq_err = -EBUSY;
	KUNIT_EXPECT_EQ(test, arc_early_events(NULL), -EBUSY);
	kernel.irq_err = 0;

	/* The kernel's own driver has the state. */
	kernel.hotplug_err = -EBUSY;
	KUNIT_EXPECT_EQ(test, arc_early_events(NULL), -EBUSY);

	KUNIT_EXPECT_NULL(test, kernel.isr);
	KUNIT_EXPECT_EQ(test, kernel.clocks_held, 0);
	KUNIT_EXPECT_NULL(test, kernel.ced);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.writes, 0U, "nothing of the timer was touched");
}

static void arc_early_counts(struct kunit *test)
{
	struct soc_counter *ctr;

	KUNIT_ASSERT_EQ(test, arc_early_gfrc(NULL), 0);
	arc_model.gfrc = 0x123456789ULL;
	arc_model.step = 0;
	KUNIT_ASSERT_NOT_NULL(test, kernel.sched_clock);
	KUNIT_EXPECT_EQ(test, kernel.sched_clock(), 0x123456789ULL);
	KUNIT_EXPECT_EQ(test, kernel.sched_clock_bits, 64);
	KUNIT_EXPECT_EQ(test, kernel.sched_clock_rate, (unsigned long)RATE);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores, 1U, "stands with this core");
	KUNIT_EXPECT_NULL_MSG(test, arc_kunit_registered(), "too early for a clocksource");

	arc_register_counters();
	ctr = arc_kunit_registered();
	KUNIT_ASSERT_NOT_NULL(test, ctr);
	KUNIT_EXPECT_STREQ(test, ctr->name, "soc-arc-gfrc");
	KUNIT_EXPECT_EQ(test, ctr->rating, 400);
	KUNIT_EXPECT_EQ(test, ctr->rate, (unsigned long)RATE);

	KUNIT_EXPECT_EQ_MSG(test, arc_early_gfrc(NULL), -EBUSY, "one for all cores");
}

static void arc_early_halts_with_cpus(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, arc_early_events(NULL), 0);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores, 0U, "the GFRC isn't in use");
	KUNIT_ASSERT_EQ(test, arc_early_gfrc(NULL), 0);
	kernel.starting(1);
	KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores, 3U);
	kernel.dying(1);
	KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores, 1U);
}

static void arc_early_without_counter(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, arc_early_events(NULL), 0);
	kernel.check_err = -ENXIO;
	KUNIT_EXPECT_EQ(test, arc_early_gfrc(NULL), -ENXIO);
	KUNIT_EXPECT_NULL(test, kernel.sched_clock);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores, 0U, "a GFRC that isn't there");
	arc_register_counters();
	KUNIT_EXPECT_NULL(test, arc_kunit_registered());
}

static int arc_early_kunit_init(struct kunit *test)
{
	/* The driver's event device is that of the CPU it is called on. */
	KUNIT_ASSERT_EQ(test, set_cpus_allowed_ptr(current, cpumask_of(0)), 0);
	arc_model_reset();
	arc_kunit_forget();
	memset(&kernel, 0, sizeof(kernel));
	kernel.irq = IRQ;
	events = 0;
	memset(arc_early_rate, 0, sizeof(arc_early_rate));
	arc_event_rate = 0;

	return 0;
}

static void arc_early_kunit_exit(struct kunit *test)
{
	KUNIT_EXPECT_EQ_MSG(test, arc_model.stray, 0U, "accesses to what is no register");
}

static struct kunit_case arc_early_cases[] = {
	KUNIT_CASE(arc_early_ticks),
	KUNIT_CASE(arc_early_event_is_described),
	KUNIT_CASE(arc_early_events_refused),
	KUNIT_CASE(arc_early_counts),
	KUNIT_CASE(arc_early_halts_with_cpus),
	KUNIT_CASE(arc_early_without_counter),
	{ }
};

static struct kunit_suite arc_early_suite = {
	.name = "soc_arc_early",
	.init = arc_early_kunit_init,
	.exit = arc_early_kunit_exit,
	.test_cases = arc_early_cases,
};

kunit_test_suite(arc_early_suite);
