// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_arc_early: the form of the ARC timer driver that is built into a kernel,
 * called as an ARC kernel calls it: for nodes in any order, and by CPUs that come and go.
 * What it calls is faked, and the registers are those of a model. The driver's source is
 * compiled a second time, with hw.c and counter.c in arc_kunit.c.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>
#include <linux/clockchips.h>
#include <linux/cpumask.h>
#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irqflags.h>
#include <linux/limits.h>
#include <linux/of.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <soc-timers/counter.h>
#include <soc-timers/node.h>

#include "arc_kunit.h"
#include "arc_model.h"
#include "module_macros.h"

#define RATE	50000000
#define IRQ	16

/* The nodes that there may be, in the order of the tree. */
enum { GFRC, TIMER0, RTC, TIMER1, NODES };

/* What the driver has asked the kernel for, and what the kernel returns. */
static struct {
	struct device_node node[NODES];
	bool disabled[NODES];
	int node_refs;

	irq_handler_t isr;
	unsigned int enabled[ARC_MODEL_CORES];
	int (*starting)(unsigned int cpu);
	int (*dying)(unsigned int cpu);
	struct clock_event_device *ced[ARC_MODEL_CORES];
	unsigned int ceds;
	u32 ced_rate;
	unsigned long ced_min, ced_max;
	struct soc_counter *ctr[NODES];
	unsigned int ctrs;
	unsigned int open;
	u32 rate;
	int irq;
	int open_err, irq_err, hotplug_err, counter_err;
	unsigned int errors, warnings;
	unsigned int commands;	/* to the interconnect while a CPU came up */
} kernel;

/* An SMP kernel has done that for the boot CPU before it comes to the nodes. */
#define BOOT_CORES	(IS_ENABLED(CONFIG_SMP) ? BIT(0) : 0)

static int fake_printk(const char *fmt, ...)
{
	if (strstarts(fmt, KERN_ERR))
		kernel.errors++;
	if (strstarts(fmt, KERN_WARNING))
		kernel.warnings++;

	return 0;
}

/* As early in boot: a deferral is not logged. */
static int fake_node_fail(const struct soc_node *n, int err, const char *fmt, ...)
{
	if (err != -EPROBE_DEFER)
		kernel.errors++;

	return err;
}

static int fake_node_open(struct soc_node *n, const struct soc_node_desc *desc)
{
	if (kernel.open_err)
		return fake_node_fail(n, kernel.open_err, "");
	if (kernel.rate < desc->min_rate || kernel.rate > desc->max_rate)
		return fake_node_fail(n, -EINVAL, "");
	kernel.open++;
	n->rate = kernel.rate;

	return 0;
}

static void fake_node_close(struct soc_node *n)
{
	kernel.open--;
}

static int fake_node_irq(const struct soc_node *n, unsigned int index)
{
	return kernel.irq > 0 ? kernel.irq : fake_node_fail(n, kernel.irq, "");
}

/* Both nodes with that name, one after the other */
static struct device_node *fake_find_node(struct device_node *from, const char *type,
					  const char *compatible)
{
	struct device_node *next = NULL;

	if (!from)
		next = &kernel.node[TIMER0];
	else if (from == &kernel.node[TIMER0])
		next = &kernel.node[TIMER1];
	kernel.node_refs += !!next - !!from;

	return next;
}

static bool fake_is_available(const struct device_node *np)
{
	return !kernel.disabled[np - kernel.node];
}

static void fake_put_node(struct device_node *np)
{
	kernel.node_refs -= !!np;
}

static int fake_request_irq(unsigned int irq, irq_handler_t isr, const char *name,
			    void __percpu *data)
{
	if (kernel.irq_err)
		return kernel.irq_err;
	kernel.isr = isr;

	return 0;
}

static void fake_free_irq(unsigned int irq, void __percpu *data)
{
	kernel.isr = NULL;
}

static void fake_enable_irq(unsigned int irq, unsigned int type)
{
	kernel.enabled[arc_model.current_core]++;
}

static void fake_disable_irq(unsigned int irq)
{
	kernel.enabled[arc_model.current_core]--;
}

static void cpu_starts(unsigned int cpu)
{
	unsigned long flags;
	unsigned int i;

	arc_model_forget();
	arc_model.current_core = cpu;
	local_irq_save(flags);
	kernel.starting(cpu);
	local_irq_restore(flags);
	arc_model.current_core = 0;
	for (i = 0; i < arc_model.writes && i < ARC_MODEL_LOG; i++)
		kernel.commands += arc_model.written[i] == ARC_MCIP_COMMAND;
}

/* The kernel makes the GFRC stop with the CPU first, in mcip_setup_per_cpu(). */
static void cpu_up(unsigned int cpu)
{
	arc_model.gfrc_cores |= BIT(cpu);
	cpu_starts(cpu);
}

static void cpu_down(unsigned int cpu)
{
	unsigned long flags;

	arc_model.current_core = cpu;
	local_irq_save(flags);
	kernel.dying(cpu);
	local_irq_restore(flags);
	arc_model.current_core = 0;
}

/* As for a CPU that is up: it starts at once. */
static int fake_setup_state(enum cpuhp_state state, const char *name,
			    int (*starting)(unsigned int cpu), int (*dying)(unsigned int cpu))
{
	if (kernel.hotplug_err)
		return kernel.hotplug_err;
	kernel.starting = starting;
	kernel.dying = dying;
	cpu_starts(0);

	return 0;
}

/* The driver has one per-CPU variable. */
static struct clock_event_device *fake_this_cpu(void __percpu *all)
{
	static struct clock_event_device devices[ARC_MODEL_CORES];

	return &devices[arc_model.current_core];
}

static void fake_event_register(struct clock_event_device *ced, u32 rate, unsigned long min,
				unsigned long max)
{
	kernel.ced[arc_model.current_core] = ced;
	kernel.ceds++;
	kernel.ced_rate = rate;
	kernel.ced_min = min;
	kernel.ced_max = max;
}

static int fake_register_early(struct soc_counter *ctr)
{
	if (kernel.counter_err)
		return kernel.counter_err;
	kernel.ctr[kernel.ctrs++] = ctr;

	return 0;
}

static void fake_release(struct soc_counter *ctr)
{
	ctr->claimed = false;
}

#undef early_initcall
#define early_initcall(fn) \
	static int (*initcall)(void) __maybe_unused = (fn)

/* A suite runs on any CPU of its machine; the timers are those of the model's core. */
#undef smp_processor_id
#define smp_processor_id()			(arc_model.current_core)
#undef this_cpu_ptr
#define this_cpu_ptr(all)			fake_this_cpu(all)

#undef printk
#define printk					fake_printk
#undef of_node_put
#define of_node_put				fake_put_node
#define of_find_compatible_node			fake_find_node
#define of_device_is_available			fake_is_available
#define soc_node_open				fake_node_open
#define soc_node_close				fake_node_close
#define soc_node_irq				fake_node_irq
#define soc_node_fail				fake_node_fail
#define soc_counter_register_early		fake_register_early
#define soc_counter_release			fake_release
#undef request_percpu_irq
#define request_percpu_irq			fake_request_irq
#define free_percpu_irq				fake_free_irq
#define enable_percpu_irq			fake_enable_irq
#define disable_percpu_irq			fake_disable_irq
#undef cpuhp_setup_state
#define cpuhp_setup_state			fake_setup_state
#define clockevents_config_and_register		fake_event_register

#include "../../drivers/arc/node.c"
#include "../../drivers/arc/event.c"
#include "../../drivers/arc/place.c"
#include "../../drivers/arc/full.c"
#include "../../drivers/arc/early.c"

static struct arc_model_core *core(void)
{
	return &arc_model.core[0];
}

static int arrive(unsigned int node)
{
	struct device_node *np = &kernel.node[node];

	switch (node) {
	case GFRC:	return soc_arc_gfrc_entry.init(np);
	case RTC:	return soc_arc_rtc_entry.init(np);
	default:	return soc_arc_timer_entry.init(np);
	}
}

static unsigned int events;
static struct clock_event_device *event_device;

static void count_event(struct clock_event_device *ced)
{
	events++;
	event_device = ced;
}

/*
 * ARC's interrupt controller delivers the timer's interrupt through handle_percpu_irq(),
 * which does not know about per-CPU data and passes NULL.
 */
static void interrupt(struct kunit *test)
{
	unsigned long flags;

	KUNIT_ASSERT_NOT_NULL(test, kernel.isr);
	arc_model.core[arc_model.current_core].t0_control |= BIT(3);
	local_irq_save(flags);
	KUNIT_EXPECT_EQ(test, (int)kernel.isr(IRQ, NULL), (int)IRQ_HANDLED);
	local_irq_restore(flags);
}

/* Ticks */

static void arc_early_ticks(struct kunit *test)
{
	struct clock_event_device *ced;

	KUNIT_ASSERT_EQ(test, arrive(TIMER0), 0);
	KUNIT_EXPECT_EQ(test, kernel.enabled[0], 1U);
	ced = kernel.ced[0];
	KUNIT_ASSERT_NOT_NULL(test, ced);

	/* Nothing uses the device yet. */
	interrupt(test);

	ced->event_handler = count_event;
	interrupt(test);
	KUNIT_EXPECT_EQ(test, events, 1U);
	KUNIT_EXPECT_PTR_EQ(test, event_device, ced);
	KUNIT_EXPECT_EQ_MSG(test, core()->t0_control, 2U, "once: no further interrupt");

	ced->state_use_accessors = CLOCK_EVT_STATE_PERIODIC;
	KUNIT_EXPECT_EQ(test, ced->set_state_periodic(ced), 0);
	KUNIT_EXPECT_EQ(test, core()->t0_limit, (u32)(RATE / HZ));
	interrupt(test);
	KUNIT_EXPECT_EQ(test, events, 2U);
	KUNIT_EXPECT_EQ_MSG(test, core()->t0_control, 3U, "periodic: continues");

	ced->state_use_accessors = CLOCK_EVT_STATE_ONESHOT;
	KUNIT_EXPECT_EQ(test, ced->set_state_oneshot(ced), 0);
	KUNIT_EXPECT_EQ(test, core()->t0_control, 2U);
	KUNIT_EXPECT_EQ(test, ced->set_next_event(4711, ced), 0);
	KUNIT_EXPECT_EQ(test, core()->t0_limit, 4711U);
	KUNIT_EXPECT_EQ(test, core()->t0_control, 3U);

	cpu_down(0);
	KUNIT_EXPECT_EQ(test, kernel.enabled[0], 0U);
	KUNIT_EXPECT_EQ(test, core()->t0_control, 2U);
}

/* Each CPU has a device of its own, on its own core's timer. */
static void arc_early_ticks_on_each_cpu(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, arrive(TIMER0), 0);
	cpu_up(1);
	KUNIT_ASSERT_NOT_NULL(test, kernel.ced[1]);
	KUNIT_EXPECT_PTR_NE(test, kernel.ced[0], kernel.ced[1]);
	KUNIT_EXPECT_PTR_EQ(test, kernel.ced[1]->cpumask, cpumask_of(1));
	KUNIT_EXPECT_EQ(test, kernel.enabled[1], 1U);

	kernel.ced[0]->event_handler = count_event;
	kernel.ced[1]->event_handler = count_event;
	arc_model.current_core = 1;
	interrupt(test);
	KUNIT_EXPECT_PTR_EQ(test, event_device, kernel.ced[1]);
	KUNIT_EXPECT_EQ(test, kernel.ced[1]->set_next_event(99, kernel.ced[1]), 0);
	arc_model.current_core = 0;
	KUNIT_EXPECT_EQ(test, arc_model.core[1].t0_limit, 99U);
	KUNIT_EXPECT_EQ(test, arc_model.core[0].t0_limit, 0U);

	/* Down and up again, while the other one keeps ticking. */
	cpu_down(1);
	KUNIT_EXPECT_EQ(test, arc_model.core[1].t0_control, 2U);
	KUNIT_EXPECT_EQ(test, kernel.enabled[1], 0U);
	KUNIT_EXPECT_EQ(test, kernel.enabled[0], 1U);
	cpu_up(1);
	KUNIT_EXPECT_EQ(test, kernel.enabled[1], 1U);
	KUNIT_EXPECT_EQ_MSG(test, kernel.ceds, 3U, "once each time a CPU came up");
}

static void arc_early_event_is_described(struct kunit *test)
{
	struct clock_event_device *ced;

	KUNIT_ASSERT_EQ(test, arrive(TIMER0), 0);
	ced = kernel.ced[0];
	KUNIT_ASSERT_NOT_NULL(test, ced);
	KUNIT_EXPECT_STREQ(test, ced->name, "soc-arc-timer0");
	KUNIT_EXPECT_EQ(test, ced->features,
			(unsigned int)(CLOCK_EVT_FEAT_ONESHOT | CLOCK_EVT_FEAT_PERIODIC |
				       CLOCK_EVT_FEAT_PERCPU));
	KUNIT_EXPECT_EQ(test, ced->irq, IRQ);
	KUNIT_EXPECT_PTR_EQ(test, ced->cpumask, cpumask_of(0));
	KUNIT_EXPECT_NULL_MSG(test, ced->tick_resume, "no ARC kernel suspends");
	KUNIT_EXPECT_EQ(test, kernel.ced_rate, (u32)RATE);
	KUNIT_EXPECT_EQ_MSG(test, kernel.ced_min, RATE / 1000000UL, "a microsecond");
	KUNIT_EXPECT_EQ(test, kernel.ced_max, (unsigned long)U32_MAX);
	KUNIT_EXPECT_EQ_MSG(test, core()->t0_control, 2U, "nothing pending from before");
}

/* The timer is not touched, nothing is held, and one line reports it. */
static void expect_no_events(struct kunit *test, int err, const char *what)
{
	kernel.errors = 0;
	KUNIT_EXPECT_EQ_MSG(test, arrive(TIMER0), err, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.errors, 1U, "%s", what);
	KUNIT_EXPECT_NULL_MSG(test, kernel.isr, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.open, 0U, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.ceds, 0U, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.writes, 0U, "%s", what);
}

static void arc_early_events_refused(struct kunit *test)
{
	arc_model.build_timers &= ~BIT(8);
	expect_no_events(test, -ENXIO, "no timer 0");
	arc_model.build_timers |= BIT(8);

	kernel.irq = -EINVAL;
	expect_no_events(test, -EINVAL, "no interrupt");
	kernel.irq = -EPROBE_DEFER;
	expect_no_events(test, -EPROBE_DEFER, "late interrupt: there is no second probe");
	kernel.irq = IRQ;

	kernel.open_err = -ENOENT;
	expect_no_events(test, -ENOENT, "no clock");
	kernel.open_err = -EPROBE_DEFER;
	expect_no_events(test, -EPROBE_DEFER, "late clock: there is no second probe");
	kernel.open_err = 0;

	/* A jiffy would be less than the shortest event. */
	kernel.rate = 32 * HZ - 1;
	expect_no_events(test, -EINVAL, "too slow");
	kernel.rate = RATE;

	kernel.irq_err = -EBUSY;
	expect_no_events(test, -EBUSY, "interrupt in use");
	kernel.irq_err = 0;

	kernel.hotplug_err = -EBUSY;
	expect_no_events(test, -EBUSY, "the kernel's own driver has the state");
	kernel.hotplug_err = 0;

	KUNIT_EXPECT_EQ_MSG(test, arrive(TIMER0), 0, "nothing is left over");
}

/* Counters */

static void arc_early_counts(struct kunit *test)
{
	struct soc_counter *ctr;

	KUNIT_ASSERT_EQ(test, arrive(GFRC), 0);
	KUNIT_ASSERT_EQ(test, kernel.ctrs, 1U);
	ctr = kernel.ctr[0];
	KUNIT_EXPECT_STREQ(test, ctr->name, "soc-arc-gfrc");
	KUNIT_EXPECT_EQ(test, ctr->rating, 400);
	KUNIT_EXPECT_EQ(test, ctr->rate, (unsigned long)RATE);
	KUNIT_EXPECT_TRUE_MSG(test, ctr->sched_clock, "feeds the kernel's clock");
	KUNIT_EXPECT_FALSE(test, ctr->read_only);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores, 1U, "stops with this core");

	KUNIT_EXPECT_EQ_MSG(test, arrive(GFRC), -EBUSY, "one for all cores");
	KUNIT_EXPECT_EQ(test, kernel.errors, 1U);
	KUNIT_EXPECT_EQ(test, kernel.ctrs, 1U);
	KUNIT_EXPECT_EQ(test, kernel.open, 1U);
}

static void expect_no_counter(struct kunit *test, int err, const char *what)
{
	kernel.errors = 0;
	KUNIT_EXPECT_EQ_MSG(test, arrive(GFRC), err, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.ctrs, 0U, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.open, 0U, "%s", what);
	KUNIT_EXPECT_FALSE_MSG(test, arc_kunit_claimed(ARC_GFRC), "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores, (u32)BOOT_CORES, "%s", what);
}

static void arc_early_counter_refused(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, arrive(TIMER0), 0);
	kernel.open = 0;

	arc_model.build_mcip = 0;
	expect_no_counter(test, -ENXIO, "no GFRC");
	KUNIT_EXPECT_EQ(test, kernel.errors, 1U);
	arc_model.build_mcip = BIT(14);

	kernel.open_err = -EINVAL;
	expect_no_counter(test, -EINVAL, "no clock");
	KUNIT_EXPECT_EQ(test, kernel.errors, 1U);
	kernel.open_err = -EPROBE_DEFER;
	expect_no_counter(test, -EPROBE_DEFER, "late clock");
	KUNIT_EXPECT_EQ_MSG(test, kernel.errors, 1U, "there is no second probe");
	kernel.open_err = 0;

	/* The helper reports this itself. */
	kernel.counter_err = -EIO;
	expect_no_counter(test, -EIO, "a counter that is stopped");
	kernel.counter_err = 0;

	/* A CPU that goes down is the kernel's business if the GFRC is not in use. */
	cpu_up(1);
	cpu_down(1);
	KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores, (u32)(BIT(1) | BOOT_CORES));
	cpu_up(1);
	KUNIT_EXPECT_EQ(test, kernel.commands, 0U);
	arc_model.gfrc_cores = BOOT_CORES;

	arc_early_report();
	KUNIT_EXPECT_EQ_MSG(test, kernel.warnings, 1U, "time goes by jiffies");
	KUNIT_EXPECT_EQ_MSG(test, arrive(GFRC), 0, "nothing is left over");
}

static void arc_early_reports_no_counter_once(struct kunit *test)
{
	arc_early_report();
	KUNIT_EXPECT_EQ_MSG(test, kernel.warnings, 0U, "a machine without these timers");
	KUNIT_ASSERT_EQ(test, arrive(TIMER0), 0);
	KUNIT_ASSERT_EQ(test, arrive(GFRC), 0);
	arc_early_report();
	KUNIT_EXPECT_EQ_MSG(test, kernel.warnings, 0U, "it has a counter");
}

/* Order */

/* What must become of each node, whatever came before it. */
static void expect_arrival(struct kunit *test, unsigned int node)
{
	bool local = node == RTC || node == TIMER1;

	KUNIT_EXPECT_EQ_MSG(test, arrive(node), local && IS_ENABLED(CONFIG_SMP) ? -EOPNOTSUPP : 0,
			    "node %u", node);
}

static void expect_all_arrived(struct kunit *test, const char *order)
{
	unsigned int counters = IS_ENABLED(CONFIG_SMP) ? 1 : 3;

	KUNIT_EXPECT_EQ_MSG(test, kernel.ctrs, counters, "order %s", order);
	KUNIT_EXPECT_EQ_MSG(test, kernel.open, counters + 1, "order %s", order);
	KUNIT_EXPECT_NOT_NULL_MSG(test, kernel.isr, "order %s", order);
	KUNIT_EXPECT_EQ_MSG(test, kernel.ceds, 1U, "order %s", order);
	KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores, 1U, "order %s", order);
	KUNIT_EXPECT_EQ_MSG(test, kernel.node_refs, 0, "order %s", order);
}

static void forget(void)
{
	arc_model_reset();
	arc_kunit_forget();
	memset(&kernel, 0, sizeof(kernel));
	kernel.irq = IRQ;
	kernel.rate = RATE;
	arc_model.gfrc_cores = BOOT_CORES;
	events = 0;
	arc_place_halts_gfrc = false;
	arc_early_ticks_by_timer0 = false;
	arc_early_has_counter = false;
}

/* The @index-th order of all nodes */
static void nth_order(unsigned int index, unsigned int *order)
{
	unsigned int left[NODES] = { GFRC, TIMER0, RTC, TIMER1 };
	unsigned int i, pick, n;

	for (n = NODES; n; n--) {
		pick = index % n;
		index /= n;
		*order++ = left[pick];
		for (i = pick; i + 1 < n; i++)
			left[i] = left[i + 1];
	}
}

#define ORDERS	24

static void arc_early_any_order(struct kunit *test)
{
	unsigned int order[NODES];
	unsigned int i, at;
	char text[NODES + 1];

	for (i = 0; i < ORDERS; i++) {
		forget();
		nth_order(i, order);
		for (at = 0; at < NODES; at++) {
			text[at] = '0' + order[at];
			expect_arrival(test, order[at]);
		}
		text[NODES] = 0;
		expect_all_arrived(test, text);
	}
}

/*
 * In each order one node fails, for each reason that all nodes share: the others are as
 * they would be without it.
 */
static void arc_early_one_fails(struct kunit *test)
{
	unsigned int order[NODES];
	unsigned int i, at, bad;

	for (i = 0; i < ORDERS; i++) {
		nth_order(i, order);
		for (bad = 0; bad < NODES; bad++) {
			forget();
			for (at = 0; at < NODES; at++) {
				if (order[at] == bad) {
					kernel.open_err = -EIO;
					KUNIT_EXPECT_LT(test, arrive(bad), 0);
					kernel.open_err = 0;
				} else {
					expect_arrival(test, order[at]);
				}
			}
			KUNIT_EXPECT_EQ_MSG(test, kernel.ceds, bad != TIMER0, "order %u, bad %u",
					    i, bad);
			KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores,
					    (u32)(bad == GFRC ? BOOT_CORES : BIT(0)),
					    "order %u, bad %u", i, bad);
			KUNIT_EXPECT_EQ_MSG(test, kernel.ctrs + !!kernel.isr, kernel.open,
					    "order %u, bad %u", i, bad);
		}
	}
}

/*
 * In each order CPU 1 comes up after one node and goes down after the same or a later
 * one. A GFRC in use does not watch a CPU that is down. That it watches those that are up
 * is the kernel's doing, under a lock that the driver cannot take: it keeps out of that.
 */
static void arc_early_hotplug_between(struct kunit *test)
{
	unsigned int order[NODES];
	unsigned int i, at, up, down;
	bool online;

	for (i = 0; i < ORDERS * NODES * NODES; i++) {
		nth_order(i % ORDERS, order);
		up = i / ORDERS % NODES;
		down = i / ORDERS / NODES;
		forget();
		online = false;
		for (at = 0; at < NODES; at++) {
			expect_arrival(test, order[at]);
			if (at == up && kernel.starting) {
				cpu_up(1);
				online = true;
				KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores & BIT(1), 2U);
			}
			if (at == down && online) {
				cpu_down(1);
				online = false;
				KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores & BIT(1),
						arc_place_halts_gfrc ? 0U : 2U);
			}
			KUNIT_EXPECT_EQ(test, kernel.enabled[1], (unsigned int)online);
		}
		KUNIT_EXPECT_EQ(test, arc_model.gfrc_cores & BIT(0), 1U);
		if (!online)
			cpu_up(1);
		else
			cpu_down(1), cpu_up(1);
		KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores, 3U, "run %u", i);
		KUNIT_EXPECT_EQ_MSG(test, kernel.commands, 0U, "run %u: a second writer", i);
		cpu_down(0);
		KUNIT_EXPECT_EQ_MSG(test, arc_model.gfrc_cores, 2U, "run %u", i);
	}
}

/* Disabled nodes do not count. */
static void arc_early_first_is_timer0(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, arc_node_is_timer0(&kernel.node[TIMER0]));
	KUNIT_EXPECT_FALSE(test, arc_node_is_timer0(&kernel.node[TIMER1]));
	KUNIT_EXPECT_EQ(test, kernel.node_refs, 0);

	kernel.disabled[TIMER0] = true;
	KUNIT_EXPECT_FALSE(test, arc_node_is_timer0(&kernel.node[TIMER0]));
	KUNIT_EXPECT_TRUE(test, arc_node_is_timer0(&kernel.node[TIMER1]));
	KUNIT_EXPECT_EQ(test, arrive(TIMER1), 0);
	KUNIT_EXPECT_EQ_MSG(test, kernel.ceds, 1U, "the only node left is timer 0");
	KUNIT_EXPECT_EQ(test, kernel.ctrs, 0U);

	kernel.disabled[TIMER1] = true;
	KUNIT_EXPECT_FALSE(test, arc_node_is_timer0(&kernel.node[TIMER1]));
	KUNIT_EXPECT_EQ(test, kernel.node_refs, 0);
}

static int arc_early_kunit_init(struct kunit *test)
{
	forget();
	return 0;
}

static void arc_early_kunit_exit(struct kunit *test)
{
	KUNIT_EXPECT_EQ_MSG(test, arc_model.stray, 0U, "accesses to what is not a register");
}

static struct kunit_case arc_early_cases[] = {
	KUNIT_CASE(arc_early_ticks),
	KUNIT_CASE(arc_early_ticks_on_each_cpu),
	KUNIT_CASE(arc_early_event_is_described),
	KUNIT_CASE(arc_early_events_refused),
	KUNIT_CASE(arc_early_counts),
	KUNIT_CASE(arc_early_counter_refused),
	KUNIT_CASE(arc_early_reports_no_counter_once),
	KUNIT_CASE(arc_early_any_order),
	KUNIT_CASE(arc_early_one_fails),
	KUNIT_CASE(arc_early_hotplug_between),
	KUNIT_CASE(arc_early_first_is_timer0),
	{ }
};

static struct kunit_suite arc_early_suite = {
	.name = "soc_arc_early",
	.init = arc_early_kunit_init,
	.exit = arc_early_kunit_exit,
	.test_cases = arc_early_cases,
};

kunit_test_suite(arc_early_suite);
