// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_mct_place: how the Exynos MCT driver is brought up, as a device and early in
 * boot, and what CPU hotplug does to it in the meantime. What the driver calls is
 * faked, on a machine of four CPUs with the registers of a model. Each call may fail,
 * and between any two of them a CPU may come or go.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>
#include <linux/bitops.h>
#include <linux/clockchips.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/percpu.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <soc-timers/counter.h>
#include <soc-timers/mode.h>
#include <soc-timers/node.h>
#include <soc-timers/shutdown.h>

#include "mct_model.h"
#include "module_macros.h"

#define CPUS		4
#define IRQ		32
#define IRQS		20
#define COMP_IRQ	IRQ
#define PPI		(IRQ + 4)

/**
 * struct mct_machine - the kernel and the board as the driver sees them
 * @m:		registers
 * @test:	the test that runs
 * @cpu:	the CPU that executes
 * @online:	one bit for each CPU
 * @irqs_off:	interrupts are off: early in boot
 * @locked:	CPUs can neither come up nor go down
 * @call:	number of calls to the fakes so far
 * @flip_at:	before the call with this number ...
 * @flip_cpu:	... this CPU goes or comes, as soon as it may
 * @fail_at:	the call with this number fails, of those that can ...
 * @fallible:	... of which there have been this many so far
 * @err:	with this error
 * @failed:	what has failed
 * @twin:	another driver handles an interrupt of the block
 * @slot:	the CPU hotplug slot is taken ...
 * @starting:	... with this callback
 * @dying:	... and this one
 * @irq:	by number: its owner, whether it is enabled, on which CPU it arrives
 * @ppi_enabled: on each CPU
 * @no_direct:	interrupts cannot be directed any more
 * @comp_directed: the comparator's interrupt was directed
 * @cascaded:	the comparator's interrupt is behind a combiner
 * @ticks:	by CPU: its device is registered
 * @comps:	how often the comparator was registered
 * @opened:	the node is open
 * @claimed:	the counter is claimed
 * @pinned:	the module is pinned
 * @counter:	"full", "read-only" or "early", as registered
 * @counter_err: what registering it returns
 * @shutdown:	what is stopped before another kernel is started, and ...
 * @shutdowns:	... how many of these there are
 * @lines:	number of lines logged
 * @text:	the last of them
 */
struct mct_machine {
	struct mct_model m;
	struct kunit *test;
	unsigned int cpu;
	unsigned long online;
	bool irqs_off;
	int locked;
	unsigned int call, flip_at, flip_cpu;
	unsigned int fallible, fail_at;
	int err;
	const char *failed;
	bool twin;
	bool slot;
	int (*starting)(unsigned int cpu);
	int (*dying)(unsigned int cpu);
	struct {
		void *owner;
		bool enabled;
		unsigned int cpu;
	} irq[IRQ + IRQS];
	bool ppi_enabled[CPUS];
	bool no_direct, comp_directed, cascaded;
	bool ticks[CPUS];
	unsigned int comps;
	int opened, claimed, pinned;
	const char *counter;
	int counter_err;
	struct soc_shutdown *shutdown[4];
	unsigned int shutdowns;
	unsigned int lines;
	char text[320];
};

static struct mct_machine *machine;
static const unsigned long possible = BIT(CPUS) - 1;

static bool is_online(unsigned int cpu)
{
	return test_bit(cpu, &machine->online);
}

/* The machine moves the interrupts of CPUs that go down to CPU 0. */
static void flip(unsigned int cpu)
{
	unsigned int was = machine->cpu, irq;

	machine->cpu = cpu;
	if (!is_online(cpu)) {
		if (machine->slot)
			machine->starting(cpu);
		set_bit(cpu, &machine->online);
	} else {
		clear_bit(cpu, &machine->online);
		if (machine->slot)
			machine->dying(cpu);
		machine->ticks[cpu] = false;
		for (irq = 0; irq < ARRAY_SIZE(machine->irq); irq++)
			if (machine->irq[irq].cpu == cpu)
				machine->irq[irq].cpu = 0;
	}
	machine->cpu = was;
}

static void flip_if_due(void)
{
	if (machine->flip_at && machine->call >= machine->flip_at && !machine->locked) {
		machine->flip_at = 0;
		flip(machine->flip_cpu);
	}
}

static void called(void)
{
	machine->call++;
	flip_if_due();
}

static int may_fail(const char *what)
{
	called();
	if (++machine->fallible != machine->fail_at)
		return 0;
	machine->failed = what;

	return machine->err;
}

static __printf(1, 2) void log_line(const char *fmt, ...)
{
	va_list args;

	machine->lines++;
	va_start(args, fmt);
	vsnprintf(machine->text, sizeof(machine->text), fmt, args);
	va_end(args);
}

/* CPU hotplug */

static int fake_setup_state(enum cpuhp_state state, const char *name,
			    int (*starting)(unsigned int cpu), int (*dying)(unsigned int cpu))
{
	int ret = may_fail("slot");

	KUNIT_EXPECT_EQ(machine->test, (int)state, (int)CPUHP_AP_EXYNOS4_MCT_TIMER_STARTING);
	if (ret)
		return ret;
	machine->slot = true;
	machine->starting = starting;
	machine->dying = dying;

	return 0;
}

static void fake_remove_state(enum cpuhp_state state)
{
	called();
	KUNIT_EXPECT_EQ(machine->test, (int)state, (int)CPUHP_AP_EXYNOS4_MCT_TIMER_STARTING);
	KUNIT_EXPECT_TRUE(machine->test, machine->slot);
	machine->slot = false;
}

static void fake_cpus_lock(void)
{
	called();
	machine->locked++;
}

static void fake_cpus_unlock(void)
{
	machine->locked--;
	called();
}

static int fake_call(int cpu, void (*fn)(void *data), void *data, int wait)
{
	unsigned int was = machine->cpu;

	called();
	KUNIT_EXPECT_FALSE_MSG(machine->test, machine->irqs_off,
			       "no CPU may be called with interrupts off");
	machine->cpu = cpu;
	fn(data);
	machine->cpu = was;

	return 0;
}

/* Interrupts */

static int fake_request_irq(unsigned int irq, irq_handler_t isr, unsigned long flags,
			    const char *name, void *data)
{
	int ret = may_fail("irq");

	KUNIT_EXPECT_EQ_MSG(machine->test, machine->m.accesses, 0U,
			    "a register was accessed before interrupt %u was ours", irq);
	KUNIT_EXPECT_NE_MSG(machine->test, flags & IRQF_NO_AUTOEN, 0UL,
			    "interrupt %u is enabled before its timer is set up", irq);
	if (ret)
		return ret;
	KUNIT_EXPECT_NULL(machine->test, machine->irq[irq].owner);
	machine->irq[irq].owner = data;

	return 0;
}

static int fake_request_ppi(unsigned int irq, irq_handler_t isr, const char *name,
			    void __percpu *data)
{
	int ret = may_fail("ppi");

	KUNIT_EXPECT_EQ(machine->test, machine->m.accesses, 0U);
	if (ret)
		return ret;
	KUNIT_EXPECT_NULL(machine->test, machine->irq[irq].owner);
	machine->irq[irq].owner = (__force void *)data;

	return 0;
}

static void fake_free_irq(unsigned int irq, void *data)
{
	called();
	KUNIT_EXPECT_PTR_EQ(machine->test, machine->irq[irq].owner, data);
	machine->irq[irq].owner = NULL;
}

static void fake_free_ppi(unsigned int irq, void __percpu *data)
{
	fake_free_irq(irq, (__force void *)data);
}

static int fake_direct(unsigned int irq, const struct cpumask *mask)
{
	int ret = may_fail("affinity");

	KUNIT_EXPECT_NOT_NULL(machine->test, machine->irq[irq].owner);
	if (irq == COMP_IRQ)
		machine->comp_directed = true;
	if (machine->no_direct)
		return -EINVAL;
	if (!ret)
		machine->irq[irq].cpu = find_first_bit(cpumask_bits(mask), CPUS);

	return ret;
}

static void fake_enable_irq(unsigned int irq)
{
	called();
	KUNIT_EXPECT_NOT_NULL(machine->test, machine->irq[irq].owner);
	KUNIT_EXPECT_FALSE_MSG(machine->test, machine->irq[irq].enabled, "interrupt %u", irq);
	machine->irq[irq].enabled = true;
}

static bool fake_irq_work_queue(struct irq_work *work)
{
	work->func(work);
	return true;
}

/* Node and counter */

static void fake_module_get(struct module *module)
{
	machine->pinned++;
}

static int fake_irq_of_node(unsigned int index)
{
	return may_fail("map") ?: IRQ + (int)index;
}

static __printf(3, 4) int fake_fail(const struct soc_node *n, int err, const char *fmt, ...)
{
	va_list args;

	if (err == -EPROBE_DEFER)
		return err;
	machine->lines++;
	va_start(args, fmt);
	vsnprintf(machine->text, sizeof(machine->text), fmt, args);
	va_end(args);

	return err;
}

static int fake_register_early(struct soc_counter *ctr)
{
	machine->counter = "early";
	return machine->counter_err;
}

static void fake_shutdown_add(struct soc_shutdown *shutdown)
{
	KUNIT_ASSERT_LT(machine->test, machine->shutdowns, ARRAY_SIZE(machine->shutdown));
	machine->shutdown[machine->shutdowns++] = shutdown;
}

/* From here on, these names mean the fakes. */
#define soc_shutdown_add		fake_shutdown_add
#define soc_node_irq(n, index)		((void)(n), fake_irq_of_node(index))
#define soc_node_fail			fake_fail
#define mct_node_parse			place_node_parse
#define mct_node_parse_events		place_node_parse_events
#define mct_node_open			place_node_open
#define mct_node_close			place_node_close
#define mct_node_in_use			place_node_in_use
#define mct_node_irq_is_cascaded	place_node_irq_is_cascaded
#define mct_counter_claim		place_counter_claim
#define mct_counter_release		place_counter_release
#define mct_counter_describe		place_counter_describe
#define mct_counter_register		place_counter_register
#define mct_counter_unregister		place_counter_unregister
#define soc_counter_register_early	fake_register_early
#define mct_tick_register		place_tick_register
#define mct_tick_mask			place_tick_mask
#define mct_tick_unmask			place_tick_unmask
#define mct_comp_register		place_comp_register

#undef cpuhp_setup_state_nocalls
#define cpuhp_setup_state_nocalls	fake_setup_state
#undef cpuhp_remove_state_nocalls
#define cpuhp_remove_state_nocalls	fake_remove_state
#define cpus_read_lock()		fake_cpus_lock()
#define cpus_read_unlock()		fake_cpus_unlock()
#undef smp_call_function_single
#define smp_call_function_single	fake_call
#undef smp_processor_id
#define smp_processor_id()		(machine->cpu)
#undef raw_smp_processor_id
#define raw_smp_processor_id()		(machine->cpu)
#undef irqs_disabled
#define irqs_disabled()			(machine->irqs_off)
#define request_irq			fake_request_irq
#undef request_percpu_irq
#define request_percpu_irq		fake_request_ppi
#define free_irq			fake_free_irq
#define free_percpu_irq			fake_free_ppi
#define irq_force_affinity		fake_direct
#define enable_irq			fake_enable_irq
#undef per_cpu_ptr
#define per_cpu_ptr(data, cpu)		((void)(data), &ticks[cpu])
#undef this_cpu_ptr
#define this_cpu_ptr(data)		per_cpu_ptr(data, machine->cpu)
#undef for_each_possible_cpu
#define for_each_possible_cpu(cpu)	for_each_set_bit(cpu, &possible, CPUS)
#undef for_each_online_cpu
#define for_each_online_cpu(cpu)	for_each_set_bit(cpu, &machine->online, CPUS)
#undef nr_cpu_ids
#define nr_cpu_ids			CPUS
#define __module_get			fake_module_get
#define irq_work_queue			fake_irq_work_queue
#undef printk
#define printk				log_line

#include "../../drivers/exynos-mct/event.h"

/* The driver's per-CPU data */
static struct mct_tick ticks[CPUS];

#include "../../drivers/exynos-mct/fault.c"
#include "../../drivers/exynos-mct/place.c"
#include "../../drivers/exynos-mct/full.c"
#include "../../drivers/exynos-mct/platform.c"
#include "../../drivers/exynos-mct/early.c"

/* What the node is like: set by the tests, and kept across a failure. */
static struct mct_node described;

int place_node_parse(struct mct_node *n)
{
	int ret = may_fail("parse");

	n->ppi = described.ppi;
	n->frc_shared = described.frc_shared;
	n->handed_over = described.handed_over;

	return ret;
}

int place_node_parse_events(struct mct_node *n, unsigned int cpus)
{
	int ret = may_fail("parse events");

	KUNIT_EXPECT_EQ(machine->test, cpus, (unsigned int)CPUS);
	n->cpus = cpus;
	memcpy(n->local, described.local, sizeof(n->local));

	return ret;
}

int place_node_open(struct mct_node *n)
{
	int ret = may_fail("open");

	if (ret)
		return ret;
	machine->opened++;
	n->soc.rate = 24000000;
	n->hw = (struct mct_hw) { .base = mct_model_base(&machine->m), .patience = 24000 };
	mct_wstat_init(&n->global, &n->hw, 0x24c);

	return 0;
}

void place_node_close(struct mct_node *n)
{
	called();
	machine->opened--;
}

bool place_node_in_use(const struct mct_node *n)
{
	called();
	return machine->twin;
}

bool place_node_irq_is_cascaded(const struct mct_node *n, unsigned int index)
{
	KUNIT_EXPECT_EQ(machine->test, index, 0U);
	return machine->cascaded;
}

bool place_counter_claim(void)
{
	called();
	return !machine->claimed++;
}

void place_counter_release(void)
{
	called();
	machine->claimed--;
}

struct soc_counter *place_counter_describe(struct mct_node *n, bool read_only)
{
	KUNIT_EXPECT_FALSE(machine->test, read_only);
	return NULL;
}

int place_counter_register(struct mct_node *n, bool read_only)
{
	machine->counter = read_only ? "read-only" : "full";
	return machine->counter_err;
}

int place_counter_unregister(void)
{
	return machine->counter_err;
}

static bool tick_irq_is_on(const struct mct_tick *tick)
{
	if (tick->ppi)
		return machine->ppi_enabled[tick->cpu];

	return machine->irq[tick->irq].enabled;
}

void place_tick_mask(struct mct_tick *tick)
{
	KUNIT_EXPECT_EQ(machine->test, tick->cpu, machine->cpu);
	KUNIT_EXPECT_TRUE_MSG(machine->test, tick_irq_is_on(tick), "CPU %u", tick->cpu);
	if (tick->ppi)
		machine->ppi_enabled[tick->cpu] = false;
	else
		machine->irq[tick->irq].enabled = false;
}

void place_tick_unmask(struct mct_tick *tick)
{
	KUNIT_EXPECT_EQ(machine->test, tick->cpu, machine->cpu);
	KUNIT_EXPECT_NOT_NULL(machine->test, machine->irq[tick->irq].owner);
	KUNIT_EXPECT_FALSE_MSG(machine->test, tick_irq_is_on(tick), "CPU %u", tick->cpu);
	if (tick->ppi)
		machine->ppi_enabled[tick->cpu] = true;
	else
		machine->irq[tick->irq].enabled = true;
}

/* The device works from this moment on. */
void place_tick_register(struct mct_tick *tick)
{
	const u32 *timer = &machine->m.regs[(0x300 + 0x100 * described.local[tick->cpu]) / 4];

	KUNIT_EXPECT_EQ(machine->test, tick->cpu, machine->cpu);
	KUNIT_EXPECT_FALSE_MSG(machine->test, machine->ticks[tick->cpu],
			       "CPU %u is given its device twice", tick->cpu);
	KUNIT_EXPECT_NOT_NULL(machine->test, tick->ced.event_handler);
	KUNIT_EXPECT_TRUE(machine->test, tick_irq_is_on(tick));
	if (!tick->ppi)
		KUNIT_EXPECT_EQ_MSG(machine->test, machine->irq[tick->irq].cpu, tick->cpu,
				    "the interrupt of CPU %u", tick->cpu);
	KUNIT_EXPECT_EQ_MSG(machine->test, timer[0x34 / 4], 1U, "INT_ENB of CPU %u", tick->cpu);
	KUNIT_EXPECT_EQ_MSG(machine->test, timer[0x20 / 4], 0U, "TCON of CPU %u", tick->cpu);
	KUNIT_EXPECT_EQ(machine->test, tick->rate, 24000000U);
	machine->ticks[tick->cpu] = true;
}

void place_comp_register(struct mct_comp_event *e, unsigned long rate)
{
	KUNIT_EXPECT_TRUE(machine->test, machine->irq[e->irq].enabled);
	KUNIT_EXPECT_EQ(machine->test, rate, 24000000UL);
	machine->comps++;
}

/* A block that the firmware has left running, on a machine with CPUs 0 and 2 online. */
static void reset_machine(struct kunit *test)
{
	unsigned int cpu;

	memset(ticks, 0, sizeof(ticks));
	memset(&mct_comp_event, 0, sizeof(mct_comp_event));
	mct_faults_seen = 0;
	mct_is_full = false;
	mct_mode = SOC_MODE_AUTO;
	memset(machine, 0, sizeof(*machine));
	machine->test = test;
	machine->online = BIT(0) | BIT(2);
	machine->err = -EIO;
	mct_model_reset(&machine->m, 0x123456789ULL);
	machine->m.step = 1;
	for (cpu = 0; cpu < CPUS; cpu++) {
		machine->m.regs[(0x300 + 0x100 * cpu + 0x20) / 4] = 7;
		machine->m.regs[(0x300 + 0x100 * cpu + 0x30) / 4] = 1;
	}
}

/* The kinds of nodes. */
static const struct {
	const char *what;
	bool ppi, frc_shared;
	u8 local[CPUS];
} kinds[] = {
	{ "an interrupt each", .local = { 0, 1, 2, 3 } },
	{ "an interrupt each, timers listed", .local = { 3, 2, 1, 0 } },
	{ "a per-CPU interrupt", .ppi = true, .local = { 2, 0, 1, 3 } },
	{ "a shared counter", .frc_shared = true, .local = { 0, 1, 2, 3 } },
	{ "a shared counter, a per-CPU interrupt", .ppi = true, .frc_shared = true,
	  .local = { 0, 1, 2, 3 } },
};

static void kind_to_desc(const typeof(kinds[0]) *kind, char *desc)
{
	strscpy(desc, kind->what, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(kind, kinds, kind_to_desc);

static void describe_node(struct kunit *test)
{
	const typeof(kinds[0]) *kind = test->param_value ?: &kinds[0];

	described = (struct mct_node) { .ppi = kind->ppi, .frc_shared = kind->frc_shared };
	memcpy(described.local, kind->local, sizeof(kind->local));
}

/* As platform.c and early.c do. */
static int bring_up(struct mct_node *n)
{
	int ret;

	*n = (struct mct_node) { };
	ret = mct_node_parse(n) ?: mct_full_claim(n);
	return ret ?: mct_full_start(n);
}

static void expect_undone(struct kunit *test, unsigned int round)
{
	unsigned int i;

	KUNIT_EXPECT_FALSE_MSG(test, machine->slot, "step %u: the CPU hotplug slot", round);
	KUNIT_EXPECT_EQ_MSG(test, machine->opened, 0, "step %u: the node is open", round);
	KUNIT_EXPECT_EQ_MSG(test, machine->locked, 0, "step %u: CPU hotplug is locked", round);
	KUNIT_EXPECT_EQ_MSG(test, machine->pinned, 0, "step %u: the module is pinned", round);
	KUNIT_EXPECT_EQ_MSG(test, machine->comps, 0U, "step %u", round);
	for (i = 0; i < ARRAY_SIZE(machine->irq); i++)
		KUNIT_EXPECT_NULL_MSG(test, machine->irq[i].owner, "step %u: interrupt %u",
				      round, i);
	for (i = 0; i < CPUS; i++)
		KUNIT_EXPECT_FALSE_MSG(test, machine->ticks[i], "step %u: CPU %u", round, i);
}

static bool irq_is_on(unsigned int cpu)
{
	return described.ppi ? machine->ppi_enabled[cpu] :
			       machine->irq[PPI + described.local[cpu]].enabled;
}

/* Each CPU that is online has its device, no other one has. */
static void expect_ticks(struct kunit *test, unsigned int round)
{
	unsigned int cpu;

	for (cpu = 0; cpu < CPUS; cpu++) {
		KUNIT_EXPECT_EQ_MSG(test, machine->ticks[cpu], is_online(cpu),
				    "round %u: device of CPU %u", round, cpu);
		KUNIT_EXPECT_EQ_MSG(test, irq_is_on(cpu), is_online(cpu),
				    "round %u: interrupt of CPU %u", round, cpu);
	}
	KUNIT_EXPECT_EQ_MSG(test, machine->comps, described.frc_shared ? 0U : 1U, "round %u",
			    round);
	KUNIT_EXPECT_EQ(test, machine->pinned, 1);
	KUNIT_EXPECT_EQ(test, machine->locked, 0);
}

/* A machine that is up: everything is registered, and CPUs come and go in any order. */
static void mct_place_brings_up(struct kunit *test)
{
	static const unsigned int order[] = { 1, 3, 2, 1, 3, 3, 1, 2, 2, 2, 0, 0 };
	struct mct_node n;
	unsigned int i, timer;

	describe_node(test);
	KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
	expect_ticks(test, 0);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "full, 4 local timers"));
	KUNIT_EXPECT_EQ(test, machine->lines, 1U);

	for (i = 0; i < ARRAY_SIZE(order); i++) {
		flip(order[i]);
		expect_ticks(test, i + 1);
	}

	/* A CPU that is gone leaves its timer silent. */
	flip(3);
	if (is_online(3))
		flip(3);
	timer = (0x300 + 0x100 * described.local[3]) / 4;
	KUNIT_EXPECT_EQ(test, machine->m.regs[timer + 0x34 / 4], 0U);
	KUNIT_EXPECT_EQ(test, machine->m.regs[timer + 0x20 / 4] & 3, 0U);
	if (described.frc_shared)
		for (i = 0; i < 0x300 / 4; i++)
			KUNIT_EXPECT_EQ_MSG(test, machine->m.writes[i], 0,
					    "global register %#x was written", 4 * i);
}

static unsigned int timer_of(unsigned int cpu)
{
	return (0x300 + 0x100 * described.local[cpu]) / 4;
}

/* Enabled in the timer, or pending whether it is enabled or not */
static bool may_interrupt(unsigned int cpu)
{
	const u32 *timer = &machine->m.regs[timer_of(cpu)];

	return timer[0x34 / 4] || timer[0x30 / 4] || timer[0x20 / 4] & 3;
}

static bool comp_may_interrupt(void)
{
	const u32 *regs = machine->m.regs;

	return regs[0x248 / 4] & 1 || regs[0x244 / 4] & 1 || regs[0x240 / 4] & 3;
}

/*
 * Another kernel is started on CPU 2 after the other CPUs have gone offline: until the last
 * moment it has a device that works, and then no interrupt is left, enabled or pending.
 */
static void mct_place_leaves_nothing(struct kunit *test)
{
	u32 *regs = machine->m.regs;
	unsigned int i, cpu, early;
	struct mct_node n;

	describe_node(test);
	for (early = 0; early <= 1; early++) {
		reset_machine(test);
		if (early) {
			machine->online = BIT(2);
			machine->cpu = 2;
			machine->irqs_off = true;
		}
		KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
		machine->irqs_off = false;
		if (early)
			flip(0);
		mct_local_start(&ticks[0].timer, 5000);
		mct_local_start(&ticks[2].timer, 5000);
		if (!described.frc_shared)
			mct_comp_next(&mct_comp_event.comp, 5000);
		flip(0);

		/* What is pending now has been enabled. */
		machine->cpu = 2;
		regs[timer_of(2) + 0x30 / 4] = 1;
		if (!described.frc_shared)
			regs[0x244 / 4] |= 1;
		KUNIT_EXPECT_TRUE_MSG(test, may_interrupt(2), "early %u: CPU 2 ticks", early);
		KUNIT_EXPECT_EQ(test, comp_may_interrupt(), !described.frc_shared);

		mct_model_forget(&machine->m);
		for (i = 0; i < machine->shutdowns; i++)
			machine->shutdown[i]->stop(machine->shutdown[i]);
		for (cpu = 0; cpu < CPUS; cpu += 2)
			KUNIT_EXPECT_FALSE_MSG(test, may_interrupt(cpu), "early %u: CPU %u", early,
					       cpu);
		KUNIT_EXPECT_FALSE_MSG(test, comp_may_interrupt(), "early %u", early);
		KUNIT_EXPECT_EQ_MSG(test, machine->m.forbidden, 0U, "the counter goes on");
		if (described.frc_shared)
			for (i = 0; i < 0x300 / 4; i++)
				KUNIT_EXPECT_EQ_MSG(test, machine->m.writes[i], 0,
						    "global register %#x was written", 4 * i);
	}
}

/*
 * Early in boot there is one CPU, which may be any of them; the others come up later in
 * any order.
 */
static void mct_place_brings_up_early(struct kunit *test)
{
	static const unsigned int orders[][3] = {
		{ 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 }, { 2, 3, 1 }, { 3, 1, 2 }, { 3, 2, 1 },
	};
	struct mct_node n;
	unsigned int i, j;

	describe_node(test);
	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		reset_machine(test);
		machine->online = BIT(0);
		machine->irqs_off = true;
		KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
		machine->irqs_off = false;
		expect_ticks(test, i);
		for (j = 0; j < 3; j++) {
			flip(orders[i][j]);
			expect_ticks(test, i);
		}
	}
}

/*
 * Each call fails once, with the error that could be mistaken for another driver's, and
 * with another one. Everything is undone, and no register is touched until everything is
 * ours: what another driver runs keeps running.
 */
static void mct_place_undoes_each_step(struct kunit *test)
{
	static const int errors[] = { -EBUSY, -EINVAL, -EPROBE_DEFER };
	unsigned int step, i, steps = 0;
	struct mct_node n;
	int ret;

	describe_node(test);
	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		for (step = 1; step < 100; step++) {
			reset_machine(test);
			machine->fail_at = step;
			machine->err = errors[i];
			ret = bring_up(&n);
			if (!machine->failed)
				break;
			/* Where the comparator's interrupt arrives is not essential. */
			if (!ret) {
				KUNIT_EXPECT_STREQ(test, machine->failed, "affinity");
				continue;
			}
			KUNIT_EXPECT_EQ_MSG(test, ret, errors[i], "step %u: %s", step,
					    machine->failed);
			expect_undone(test, step);
			KUNIT_EXPECT_EQ_MSG(test, machine->m.accesses, 0U,
					    "step %u: %s fails after the hardware was accessed",
					    step, machine->failed);
			steps++;
		}
		KUNIT_EXPECT_EQ(test, ret, 0);
	}
	/* At least the slot, the node three times, and an interrupt mapped and requested. */
	KUNIT_EXPECT_GE(test, steps, 3U * 6);
	KUNIT_EXPECT_LT(test, step, 100U);
}

/* Hardware that does not work is refused with one line, and nothing is left behind. */
static void mct_place_refuses_broken_hardware(struct kunit *test)
{
	struct mct_node n;

	describe_node(test);
	machine->m.ack_never = true;
	KUNIT_EXPECT_EQ(test, bring_up(&n), -ETIMEDOUT);
	expect_undone(test, 0);
	KUNIT_EXPECT_EQ(test, machine->lines, 1U);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "local timer"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "does not acknowledge"));

	reset_machine(test);
	machine->m.gated = true;
	KUNIT_EXPECT_EQ(test, bring_up(&n), -EIO);
	expect_undone(test, 1);
	KUNIT_EXPECT_EQ(test, machine->lines, 1U);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "the counter is stopped"));

	reset_machine(test);
	machine->m.regs[0x240 / 4] = 0;
	machine->m.ack_never = true;
	KUNIT_EXPECT_LT(test, bring_up(&n), 0);
	expect_undone(test, 2);
	KUNIT_EXPECT_EQ(test, machine->lines, 1U);
}

/* A CPU comes or goes between any two calls. */
static void mct_place_hotplug_in_between(struct kunit *test)
{
	unsigned int cpu, at, rounds = 0;
	struct mct_node n;

	describe_node(test);
	for (cpu = 1; cpu < CPUS; cpu++) {
		for (at = 1; at < 200; at++) {
			reset_machine(test);
			machine->flip_at = at;
			machine->flip_cpu = cpu;
			KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
			if (machine->flip_at)
				break;
			expect_ticks(test, at);
			flip(cpu);
			expect_ticks(test, at);
			rounds++;
		}
		KUNIT_EXPECT_LT(test, at, 200U);
	}
	KUNIT_EXPECT_GE(test, rounds, 3U * 10);
}

/* And while a failure is being undone. */
static void mct_place_hotplug_while_failing(struct kunit *test)
{
	struct mct_node n;
	unsigned int at;

	describe_node(test);
	for (at = 1; at < 200; at++) {
		reset_machine(test);
		machine->m.ack_never = true;
		machine->flip_at = at;
		machine->flip_cpu = 1;
		KUNIT_EXPECT_EQ(test, bring_up(&n), -ETIMEDOUT);
		expect_undone(test, at);
		if (machine->flip_at)
			break;
	}
	KUNIT_EXPECT_GT(test, at, 5U);
	KUNIT_EXPECT_LT(test, at, 200U);
}

/* The CPU goes without its device rather than have its events go elsewhere. */
static void mct_place_interrupt_goes_astray(struct kunit *test)
{
	struct mct_node n;

	describe_node(test);
	KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
	machine->no_direct = true;
	flip(1);
	KUNIT_EXPECT_FALSE(test, machine->ticks[1]);
	KUNIT_EXPECT_FALSE(test, irq_is_on(1));
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "soc-mct-tick1: "));
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "the interrupt does not arrive"));
	flip(1);
	machine->no_direct = false;
	flip(1);
	expect_ticks(test, 0);
}

/* Its interrupt was disabled for good. */
static void mct_place_dead_tick_stays_off(struct kunit *test)
{
	struct mct_node n;

	describe_node(test);
	KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
	machine->cpu = 2;
	ticks[2].dead = true;
	place_tick_mask(&ticks[2]);
	machine->cpu = 0;
	flip(2);
	flip(2);
	KUNIT_EXPECT_FALSE(test, machine->ticks[2]);
	KUNIT_EXPECT_FALSE(test, irq_is_on(2));
}

/* Faults while a CPU comes up are reported, and it still gets its device. */
static void mct_place_cpu_up_not_acknowledged(struct kunit *test)
{
	struct mct_node n;

	describe_node(test);
	KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
	machine->m.ack_never = true;
	flip(1);
	expect_ticks(test, 0);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "soc-mct-tick1, register 0x4"));
}

/* A combiner would move the interrupts of other devices along. */
static void mct_place_comp_behind_combiner(struct kunit *test)
{
	struct mct_node n;

	describe_node(test);
	KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
	KUNIT_EXPECT_TRUE(test, mct_comp_event.ced.features & CLOCK_EVT_FEAT_DYNIRQ);
	KUNIT_EXPECT_TRUE(test, machine->comp_directed);

	reset_machine(test);
	machine->cascaded = true;
	KUNIT_ASSERT_EQ(test, bring_up(&n), 0);
	KUNIT_EXPECT_FALSE(test, mct_comp_event.ced.features & CLOCK_EVT_FEAT_DYNIRQ);
	KUNIT_EXPECT_FALSE_MSG(test, machine->comp_directed, "at load, too");
	KUNIT_EXPECT_EQ(test, machine->comps, 1U);
}

/* As a device */

/* Removes the device again; the test has to forget a block that runs. */
static int probe(void)
{
	static struct device_node np;
	static struct platform_device pdev;
	int ret;

	memset(&np, 0, sizeof(np));
	memset(&pdev, 0, sizeof(pdev));
	pdev.dev.of_node = &np;
	ret = mct_probe(&pdev);
	if (!ret && mct_is_full)
		kfree(platform_get_drvdata(&pdev));
	else if (!ret)
		mct_remove(&pdev);

	return ret;
}

/*
 * Another driver runs the block if it has an interrupt or the hotplug slot; no other
 * refusal means that, whatever the error.
 */
static void mct_place_knows_a_twin(struct kunit *test)
{
	unsigned int step;
	int ret;

	describe_node(test);
	machine->twin = true;
	KUNIT_EXPECT_EQ(test, probe(), 0);
	KUNIT_EXPECT_STREQ(test, machine->counter, "read-only");
	expect_undone(test, 0);

	for (step = 1; step < 100; step++) {
		reset_machine(test);
		machine->fail_at = step;
		machine->err = -EBUSY;
		ret = probe();
		if (!machine->failed)
			break;
		if (!strcmp(machine->failed, "slot")) {
			KUNIT_EXPECT_EQ(test, ret, 0);
			KUNIT_EXPECT_STREQ(test, machine->counter, "read-only");
		} else if (!ret) {
			KUNIT_EXPECT_STREQ_MSG(test, machine->counter, "full",
					       "a refused %s was mistaken for another driver",
					       machine->failed);
			continue;
		} else {
			KUNIT_EXPECT_EQ(test, ret, -EBUSY);
			KUNIT_EXPECT_NULL(test, machine->counter);
		}
		KUNIT_EXPECT_EQ(test, machine->claimed, 0);
		KUNIT_EXPECT_EQ(test, machine->m.written, 0U);
		expect_undone(test, step);
	}
	KUNIT_EXPECT_STREQ(test, machine->counter, "full");
	KUNIT_EXPECT_GT(test, step, 6U);
}

static void mct_place_obeys_the_mode(struct kunit *test)
{
	describe_node(test);
	mct_mode = SOC_MODE_COUNTER;
	KUNIT_EXPECT_EQ(test, probe(), 0);
	KUNIT_EXPECT_STREQ(test, machine->counter, "read-only");
	KUNIT_EXPECT_EQ(test, machine->m.written, 0U);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "on a counter already running"));
	expect_undone(test, 0);
	KUNIT_EXPECT_EQ(test, machine->claimed, 0);

	reset_machine(test);
	mct_mode = SOC_MODE_COUNTER;
	machine->m.regs[0x240 / 4] = 0;
	KUNIT_EXPECT_EQ(test, probe(), -ENODEV);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "the counter is stopped"));
	expect_undone(test, 1);

	reset_machine(test);
	mct_mode = SOC_MODE_FULL;
	machine->twin = true;
	KUNIT_EXPECT_EQ(test, probe(), -EBUSY);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "another driver runs the block"));
	KUNIT_EXPECT_NULL(test, machine->counter);
	expect_undone(test, 2);

	/* One node has the counter already. */
	reset_machine(test);
	machine->claimed = 1;
	KUNIT_EXPECT_EQ(test, probe(), -EBUSY);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "there can be only one"));
	expect_undone(test, 3);
}

/* What the system still reads stays where it is. */
static void mct_place_removed_in_use(struct kunit *test)
{
	static struct device_node np;
	struct platform_device *pdev = kunit_kzalloc(test, sizeof(*pdev), GFP_KERNEL);
	struct mct_node *n;

	KUNIT_ASSERT_NOT_NULL(test, pdev);
	describe_node(test);
	machine->twin = true;
	pdev->dev.of_node = &np;
	KUNIT_ASSERT_EQ(test, mct_probe(pdev), 0);
	n = platform_get_drvdata(pdev);
	machine->counter_err = -EBUSY;
	mct_remove(pdev);
	KUNIT_EXPECT_EQ_MSG(test, machine->opened, 1, "unmapped under its readers");
	KUNIT_EXPECT_EQ(test, machine->claimed, 1);
	KUNIT_EXPECT_EQ_MSG(test, machine->pinned, 0, "the helper holds the module");
	kfree(n);
}

/* Early in boot */

static void mct_place_early(struct kunit *test)
{
	static struct device_node np;

	describe_node(test);
	np._flags = 0;
	machine->online = BIT(0);
	machine->irqs_off = true;
	machine->counter_err = -EIO;
	KUNIT_EXPECT_EQ(test, mct_early_probe(&np), 0);
	KUNIT_EXPECT_STREQ(test, machine->counter, "early");
	KUNIT_EXPECT_TRUE_MSG(test, of_node_check_flag(&np, OF_POPULATED),
			      "it gets a device as well");
	expect_ticks(test, 0);
	kfree(container_of(ticks[0].timer.wstat.hw, struct mct_node, hw));

	/* Left to the platform driver, silently. */
	reset_machine(test);
	np._flags = 0;
	machine->twin = true;
	KUNIT_EXPECT_EQ(test, mct_early_probe(&np), -EBUSY);
	KUNIT_EXPECT_EQ(test, machine->lines, 0U);
	KUNIT_EXPECT_FALSE(test, of_node_check_flag(&np, OF_POPULATED));
	KUNIT_EXPECT_EQ(test, machine->claimed, 0);
	KUNIT_EXPECT_NULL(test, machine->counter);
	expect_undone(test, 1);

	reset_machine(test);
	mct_mode = SOC_MODE_COUNTER;
	KUNIT_EXPECT_EQ(test, mct_early_probe(&np), 0);
	KUNIT_EXPECT_EQ_MSG(test, machine->call, 0U, "mode=counter leaves the node alone");
	KUNIT_EXPECT_FALSE(test, of_node_check_flag(&np, OF_POPULATED));
}

/* Faults */

static void mct_faults_are_reported_once(struct kunit *test)
{
	static const struct {
		enum mct_fault fault;
		const char *cause, *remedy;
	} rows[] = {
		{ MCT_FAULT_STUCK, "the interrupt cannot be cleared", "until reboot" },
		{ MCT_FAULT_MISDIRECTED, "does not arrive on its CPU", "affinity" },
	};
	struct mct_hw hw = { .base = mct_model_base(&machine->m) };
	struct mct_wstat ws = { .hw = &hw, .failed = hw.base + 0x420 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		mct_fault(rows[i].fault, "soc-mct-tick3");
		KUNIT_EXPECT_EQ(test, machine->lines, i + 1);
		KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, ": soc-mct-tick3: "));
		KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, rows[i].cause));
		KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, rows[i].remedy));
		mct_fault(rows[i].fault, "soc-mct-tick3");
		KUNIT_EXPECT_EQ_MSG(test, machine->lines, i + 1, "a second time");
	}

	reset_machine(test);
	mct_fault_write("soc-mct-comp", &ws, -ETIMEDOUT);
	mct_fault_write("soc-mct-comp", &ws, -ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, machine->lines, 1U);
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "soc-mct-comp, register 0x420: "));
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "within 1 ms"));

	reset_machine(test);
	mct_fault_write("soc-mct-comp", &ws, -EIO);
	mct_fault_write("soc-mct-comp", &ws, -ETIMEDOUT);
	KUNIT_EXPECT_EQ_MSG(test, machine->lines, 1U, "a block without a clock, reported once");
	KUNIT_EXPECT_NOT_NULL(test, strstr(machine->text, "the counter is stopped"));
}

static int mct_place_init(struct kunit *test)
{
	machine = kunit_kzalloc(test, sizeof(*machine), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, machine);
	reset_machine(test);

	return 0;
}

static void mct_place_exit(struct kunit *test)
{
	if (!machine)
		return;
	KUNIT_EXPECT_EQ_MSG(test, machine->m.stray, 0U, "accesses outside the register map");
	KUNIT_EXPECT_EQ_MSG(test, machine->m.forbidden, 0U,
			    "the counter set or stopped, or a running timer changed");
}

static struct kunit_case mct_place_cases[] = {
	KUNIT_CASE_PARAM(mct_place_brings_up, kind_gen_params),
	KUNIT_CASE_PARAM(mct_place_leaves_nothing, kind_gen_params),
	KUNIT_CASE_PARAM(mct_place_brings_up_early, kind_gen_params),
	KUNIT_CASE_PARAM(mct_place_undoes_each_step, kind_gen_params),
	KUNIT_CASE_PARAM(mct_place_refuses_broken_hardware, kind_gen_params),
	KUNIT_CASE_PARAM(mct_place_hotplug_in_between, kind_gen_params),
	KUNIT_CASE_PARAM(mct_place_hotplug_while_failing, kind_gen_params),
	KUNIT_CASE(mct_place_interrupt_goes_astray),
	KUNIT_CASE(mct_place_dead_tick_stays_off),
	KUNIT_CASE(mct_place_cpu_up_not_acknowledged),
	KUNIT_CASE(mct_place_comp_behind_combiner),
	KUNIT_CASE(mct_place_knows_a_twin),
	KUNIT_CASE(mct_place_obeys_the_mode),
	KUNIT_CASE(mct_place_removed_in_use),
	KUNIT_CASE(mct_place_early),
	KUNIT_CASE(mct_faults_are_reported_once),
	{ }
};

static struct kunit_suite mct_place_suite = {
	.name = "soc_mct_place",
	.init = mct_place_init,
	.exit = mct_place_exit,
	.test_cases = mct_place_cases,
};

kunit_test_suite(mct_place_suite);
