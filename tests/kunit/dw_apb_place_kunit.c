// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_dw_apb_place: how channels of a DW APB timer become the devices of CPUs, in
 * the early form, as devices, and in any mixture of both. The driver's source is compiled
 * a second time, on a machine that is simulated here: nodes, interrupts, CPUs that come
 * and go. hw.c, event.c and roles.c are those in dw_apb_kunit.c.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt
#define SOC_IO_MODEL

#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/of.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <soc-timers/counter.h>
#include <soc-timers/mode.h>
#include <soc-timers/node.h>
#include <soc-timers/optional.h>
#include <soc-timers/shutdown.h>

#include "../../drivers/dw-apb/counter.h"
#include "../../drivers/dw-apb/event.h"
#include "../../drivers/dw-apb/full.h"
#include "../../drivers/dw-apb/node.h"
#include "../../drivers/dw-apb/place.h"
#include "module_macros.h"

#define CPUS		4
#define CHANNELS	6
#define RATE		24000000

/**
 * struct world_channel - a channel of the machine
 * @np:		its node
 * @clock_late:	its clock is not available yet
 * @open_err:	why its node can never be opened
 * @irq_late:	its interrupt controller is not available yet
 * @request_err: why its interrupt is refused
 * @others:	its interrupt has a handler of another driver
 * @fixed:	its interrupt controller cannot direct interrupts
 * @undirected:	attempts to direct the interrupt fail
 * @dead:	it does not count
 * @open:	number of times that it has been opened and not closed
 * @populated:	no device is created for its node
 * @data:	data of the interrupt's handler; NULL: it is not requested
 * @enabled:	the interrupt is enabled
 * @active:	the channel runs, or its interrupt is pending
 * @target:	CPU that the interrupt was directed to
 * @irq_data:	the interrupt's
 */
struct world_channel {
	struct device_node np;
	bool clock_late;
	int open_err;
	bool irq_late;
	int request_err;
	bool others;
	bool fixed;
	bool undirected;
	bool dead;
	int open;
	bool populated;
	void *data;
	bool enabled;
	bool active;
	const struct cpumask *target;
	struct irq_data irq_data;
};

/* The machine and the state of its kernel. */
static struct {
	struct kunit *test;
	unsigned int cpus, channels, cpu;
	unsigned long possible;
	unsigned long online;
	bool running;
	int cpus_locked;
	int hotplug_err;
	int (*up)(unsigned int cpu);
	int (*down)(unsigned int cpu);
	struct dw_apb_event *of_cpu[CPUS];
	struct dw_apb_event *for_all;
	bool placeholder;
	unsigned int registrations;
	bool irqs_off;
	struct world_channel *counter;
	int counter_err;
	int pins;
	unsigned int waiting;
	unsigned int step, hotplug_at;
	struct soc_shutdown *shutdown[CHANNELS];
	unsigned int shutdowns;
	struct world_channel ch[CHANNELS];
} world;

/* A CPU may come or go at each call of the kernel. */
static void world_toggle_cpu(unsigned int cpu);

static void world_step(void)
{
	if (world.running && !world.cpus_locked && ++world.step == world.hotplug_at)
		world_toggle_cpu(1);
}

static struct world_channel *world_channel_of(const struct device_node *np)
{
	return container_of(np, struct world_channel, np);
}

static struct world_channel *world_of_irq(unsigned int irq)
{
	KUNIT_ASSERT_TRUE(world.test, irq >= 100 && irq < 100 + world.channels);
	return &world.ch[irq - 100];
}

static struct device_node *world_next(struct device_node *np, const struct of_device_id *match)
{
	struct world_channel *c = np ? world_channel_of(np) + 1 : world.ch;

	return c < world.ch + world.channels ? &c->np : NULL;
}

static int fake_request_irq(unsigned int irq, irq_handler_t isr, unsigned long flags,
			    const char *name, void *data)
{
	struct world_channel *c = world_of_irq(irq);

	world_step();
	KUNIT_EXPECT_TRUE(world.test, flags & IRQF_NO_AUTOEN);
	if (c->request_err)
		return c->request_err;
	if (c->data)
		return -EBUSY;
	c->data = data;

	return 0;
}

static void fake_free_irq(unsigned int irq, void *data)
{
	struct world_channel *c = world_of_irq(irq);

	world_step();
	KUNIT_EXPECT_PTR_EQ(world.test, c->data, data);
	KUNIT_EXPECT_FALSE_MSG(world.test, c->enabled, "an enabled interrupt is freed");
	c->data = NULL;
	c->target = NULL;
}

static bool fake_has_action(unsigned int irq)
{
	return world_of_irq(irq)->data || world_of_irq(irq)->others;
}

static void fake_enable_irq(unsigned int irq)
{
	world_step();
	KUNIT_EXPECT_FALSE_MSG(world.test, world_of_irq(irq)->enabled, "enabled twice");
	world_of_irq(irq)->enabled = true;
}

static int fake_direct(unsigned int irq, const struct cpumask *cpus)
{
	struct world_channel *c = world_of_irq(irq);

	world_step();
	if (c->undirected)
		return -EIO;
	c->target = cpus;

	return 0;
}

static struct irq_data *fake_irq_data(unsigned int irq)
{
	static struct irq_chip fixed = { .name = "fixed" };
	static struct irq_chip able = { .name = "able", .irq_set_affinity = (void *)fake_direct };
	struct world_channel *c = world_of_irq(irq);

	c->irq_data.chip = c->fixed ? &fixed : &able;
	return &c->irq_data;
}

static int fake_setup_state(enum cpuhp_state state, const char *name,
			    int (*up)(unsigned int cpu), int (*down)(unsigned int cpu))
{
	world_step();
	if (world.hotplug_err)
		return world.hotplug_err;
	KUNIT_EXPECT_NULL_MSG(world.test, world.up, "the hotplug slot is taken twice");
	world.up = up;
	world.down = down;

	return 0;
}

static void fake_remove_state(enum cpuhp_state state)
{
	world_step();
	KUNIT_EXPECT_NOT_NULL_MSG(world.test, world.up, "a slot that is not ours is given back");
	world.up = NULL;
	world.down = NULL;
}

static void fake_call_single(unsigned int cpu, void (*fn)(void *data), void *data, bool wait)
{
	unsigned int caller = world.cpu;

	KUNIT_EXPECT_TRUE_MSG(world.test, world.running, "other CPUs are called before they run");
	KUNIT_EXPECT_TRUE(world.test, world.online & BIT(cpu));
	world.cpu = cpu;
	world.irqs_off = true;
	fn(data);
	world.irqs_off = false;
	world.cpu = caller;
}

static void fake_register(struct dw_apb_event *ev)
{
	struct world_channel *c = world_of_irq(ev->irq);

	world.registrations++;
	KUNIT_EXPECT_TRUE_MSG(world.test, world.irqs_off, "registered with interrupts on");
	KUNIT_EXPECT_PTR_EQ_MSG(world.test, c->data, (void *)ev, "without its interrupt");
	KUNIT_EXPECT_TRUE_MSG(world.test, c->enabled, "with its interrupt off");
	KUNIT_EXPECT_NOT_NULL(world.test, ev->ced.set_next_event);
	if (ev->cpu == DW_APB_ALL_CPUS) {
		KUNIT_EXPECT_NULL_MSG(world.test, world.for_all, "a second device for all CPUs");
		world.for_all = ev;
		return;
	}

	KUNIT_EXPECT_EQ_MSG(world.test, (unsigned int)ev->cpu, world.cpu, "on another CPU");
	KUNIT_EXPECT_NULL_MSG(world.test, world.of_cpu[ev->cpu], "CPU %d: registered while in use",
			      ev->cpu);
	KUNIT_EXPECT_PTR_EQ_MSG(world.test, c->target, cpumask_of(ev->cpu), "interrupt astray");
	world.of_cpu[ev->cpu] = ev;
}

/* A stand-in for the boot CPU's device, which must not outlast any other. */
static void fake_register_placeholder(struct clock_event_device *ced)
{
	KUNIT_EXPECT_FALSE_MSG(world.test, world.running, "dummy_timer is there by now");
	KUNIT_EXPECT_FALSE_MSG(world.test, world.placeholder, "registered twice");
	KUNIT_EXPECT_TRUE(world.test, ced->features & CLOCK_EVT_FEAT_DUMMY);
	KUNIT_EXPECT_PTR_EQ(world.test, ced->cpumask, cpumask_of(0));
	KUNIT_EXPECT_LT(world.test, ced->rating, 90);
	world.placeholder = true;
}

static void fake_stop(struct dw_apb_hw *hw)
{
	struct world_channel *c = (__force void *)hw->base;

	KUNIT_EXPECT_NOT_NULL_MSG(world.test, c->data, "touched before its interrupt was ours");
	c->active = false;
}

static void fake_shutdown_add(struct soc_shutdown *shutdown)
{
	KUNIT_ASSERT_LT(world.test, world.shutdowns, ARRAY_SIZE(world.shutdown));
	world.shutdown[world.shutdowns++] = shutdown;
}

static bool fake_try(struct dw_apb_hw *hw)
{
	struct world_channel *c = (__force void *)hw->base;

	return !c->dead;
}

static int fake_node_open(struct dw_apb_node *n)
{
	struct world_channel *c = world_channel_of(n->soc.np);

	world_step();
	if (c->clock_late)
		return -EPROBE_DEFER;
	if (c->open_err)
		return c->open_err;
	c->open++;
	n->soc.rate = RATE;
	n->hw.base = (__force void __iomem *)c;

	return 0;
}

static void fake_node_close(struct dw_apb_node *n)
{
	world_channel_of(n->soc.np)->open--;
}

static int fake_node_index(const struct dw_apb_node *n, struct dw_apb_layout *layout)
{
	layout->channels = world.channels;
	layout->has_irq = BIT_ULL(world.channels) - 1;

	return world_channel_of(n->soc.np) - world.ch;
}

static __printf(3, 4) int fake_fail(const struct soc_node *n, int err, const char *fmt, ...)
{
	return err;
}

static int fake_node_irq(const struct soc_node *n, unsigned int index)
{
	struct world_channel *c = world_channel_of(n->np);

	return c->irq_late ? -EPROBE_DEFER : 100 + (int)(c - world.ch);
}

static bool fake_counter_claim(void)
{
	return !world.counter;
}

static struct soc_counter *fake_counter_describe(const struct dw_apb_node *n, bool read_only)
{
	static struct soc_counter ctr;

	KUNIT_EXPECT_NULL(world.test, world.counter);
	world.counter = world_channel_of(n->soc.np);

	return &ctr;
}

static int fake_register_early(struct soc_counter *ctr)
{
	return world.counter_err;
}

static int fake_counter_register(const struct dw_apb_node *n, bool read_only)
{
	return fake_register_early(fake_counter_describe(n, read_only));
}

/* Counts the messages that a device is not used yet. */
static __printf(1, 2) void fake_info(const char *fmt, ...)
{
	world.waiting += !!strstr(fmt, "not used until");
}

/* Instead of the driver's per-CPU variable: the CPUs are not those of this machine. */
static struct dw_apb_event *world_devices[CPUS];

#undef pr_info
#define pr_info					fake_info
#undef pr_err
#define pr_err(fmt, ...)			no_printk(fmt, ##__VA_ARGS__)
#define soc_node_fail				fake_fail
#define soc_node_irq				fake_node_irq
#undef request_irq
#define request_irq				fake_request_irq
#define free_irq				fake_free_irq
#define soc_irq_has_action			fake_has_action
#define enable_irq				fake_enable_irq
#undef irq_force_affinity
#define irq_force_affinity			fake_direct
#define irq_get_irq_data			fake_irq_data
#undef cpuhp_setup_state_nocalls
#define cpuhp_setup_state_nocalls		fake_setup_state
#undef cpuhp_remove_state_nocalls
#define cpuhp_remove_state_nocalls		fake_remove_state
#undef smp_call_function_single
#define smp_call_function_single		fake_call_single
#undef cpus_read_lock
#define cpus_read_lock()			((void)world.cpus_locked++)
#undef cpus_read_unlock
#define cpus_read_unlock()			((void)world.cpus_locked--)
#undef get_cpu
#define get_cpu()				world.cpu
#undef put_cpu
#define put_cpu()				do { } while (0)
#undef smp_processor_id
#define smp_processor_id()			world.cpu
#undef local_irq_save
#define local_irq_save(flags)			((void)(flags), (void)(world.irqs_off = true))
#undef local_irq_restore
#define local_irq_restore(flags)		((void)(flags), (void)(world.irqs_off = false))
#undef num_possible_cpus
#define num_possible_cpus()			world.cpus
#undef for_each_possible_cpu
#define for_each_possible_cpu(cpu)		for_each_set_bit(cpu, &world.possible, CPUS)
#undef for_each_online_cpu
#define for_each_online_cpu(cpu)		for_each_set_bit(cpu, &world.online, CPUS)
#undef per_cpu
#define per_cpu(var, cpu)			(*((void)&(var), &world_devices[cpu]))
#undef __module_get
#define __module_get(module)			((void)(module), (void)world.pins++)
#define of_find_matching_node			world_next
#define of_device_is_available(np)		((void)(np), true)
#undef of_node_set_flag
#define of_node_set_flag(node, flag) \
	((void)(flag), (void)(world_channel_of(node)->populated = true))
#undef of_node_check_flag
#define of_node_check_flag(node, flag)	((void)(flag), world_channel_of(node)->populated)
/* A kernel for several CPUs, whatever the one that this runs on is for. */
#undef CONFIG_SMP
#define CONFIG_SMP				1

#define clockevents_register_device		fake_register_placeholder
#undef CONFIG_GENERIC_CLOCKEVENTS_BROADCAST
#define CONFIG_GENERIC_CLOCKEVENTS_BROADCAST	1

#define soc_shutdown_add			fake_shutdown_add
#define dw_apb_event_register			fake_register
#define dw_apb_stop				fake_stop
#define dw_apb_try				fake_try
#define dw_apb_node_open			fake_node_open
#define dw_apb_node_close			fake_node_close
#define dw_apb_node_index			fake_node_index
#define dw_apb_counter_claim			fake_counter_claim
#define dw_apb_counter_release()		((void)(world.counter = NULL))
#define dw_apb_counter_register			fake_counter_register
#define dw_apb_counter_describe			fake_counter_describe
#define soc_counter_register_early		fake_register_early

static bool world_built_in;
#define DW_APB_BUILT_IN				world_built_in

/* The parameters are set by the tests, not when this module is loaded. */
#undef module_param_cb
#define module_param_cb(name, ops, arg, perm) \
	static const void * const name##_param[] __maybe_unused = { ops, arg, #perm }
#undef TIMER_OF_DECLARE
#define TIMER_OF_DECLARE(name, string, fn) \
	static_assert(sizeof(string)); \
	static int (*name##_probe)(struct device_node *np) __maybe_unused = (fn)

#include "../../drivers/dw-apb/place.c"
#include "../../drivers/dw-apb/full.c"
#include "../../drivers/dw-apb/early.c"

static struct dw_apb_node world_nodes[CHANNELS];

/*
 * Like the kernel: a CPU gets its device when it comes up, and the device is dropped when
 * it goes down.
 */
static void world_cpu_up(unsigned int cpu)
{
	unsigned int caller = world.cpu;

	world.cpu = cpu;
	world.irqs_off = true;
	if (world.up)
		world.up(cpu);
	world.irqs_off = false;
	world.online |= BIT(cpu);
	world.cpu = caller;
}

static void world_cpu_down(unsigned int cpu)
{
	unsigned int caller = world.cpu;

	world.cpu = cpu;
	world.online &= ~BIT(cpu);
	if (world.down)
		world.down(cpu);
	world.cpu = caller;
	/* Its interrupts are moved to a remaining CPU. */
	if (world.of_cpu[cpu])
		world_of_irq(world.of_cpu[cpu]->irq)->target = cpumask_of(0);
	world.of_cpu[cpu] = NULL;
}

static void world_toggle_cpu(unsigned int cpu)
{
	if (world.online & BIT(cpu))
		world_cpu_down(cpu);
	else
		world_cpu_up(cpu);
}

static void world_free(void)
{
	unsigned int i;

	for (i = 0; i < CHANNELS; i++)
		kfree(world.ch[i].data);
}

/* A machine that starts to boot. */
static void world_reset(struct kunit *test, unsigned int channels, unsigned int cpus)
{
	world_free();
	memset(&world, 0, sizeof(world));
	world.test = test;
	world.channels = channels;
	world.cpus = cpus;
	world.possible = BIT(cpus) - 1;
	world.online = 1;
	world_built_in = false;

	memset(world_devices, 0, sizeof(world_devices));
	INIT_LIST_HEAD(&dw_apb_place_events);
	dw_apb_claimed = 0;
	dw_apb_placed = 0;
	dw_apb_complete = false;
	memset(&dw_apb_early, 0, sizeof(dw_apb_early));
	memset(&dw_apb_early_layout, 0, sizeof(dw_apb_early_layout));
	dw_apb_roles_given = false;
	dw_apb_mode = SOC_MODE_AUTO;
}

static void world_boot_cpus(void)
{
	unsigned int cpu;

	world.running = true;
	for (cpu = 1; cpu < world.cpus; cpu++)
		world_cpu_up(cpu);
}

/* Like the platform driver, for a node that has a device. */
static int world_probe(unsigned int channel)
{
	struct world_channel *c = &world.ch[channel];
	struct dw_apb_node *n = &world_nodes[channel];
	int ret;

	if (c->populated)
		return 0;
	*n = (struct dw_apb_node) { .soc = SOC_NODE(&c->np, (struct device *)1) };
	ret = dw_apb_node_open(n);
	if (ret)
		return ret;
	ret = dw_apb_full_start(n);
	if (ret)
		dw_apb_node_close(n);
	else
		c->populated = true;

	return ret;
}

static void world_early(void)
{
	world_built_in = true;
	dw_apb_early_probe_all();
}

/* 'C' counter, 'A' all, '0'... CPUs, '-' nothing. */
static void world_roles(char *roles)
{
	unsigned int i;

	for (i = 0; i < world.channels; i++) {
		struct dw_apb_event *ev = world.ch[i].data;

		roles[i] = '-';
		if (ev)
			roles[i] = ev->cpu == DW_APB_ALL_CPUS ? 'A' : '0' + ev->cpu;
	}
	if (world.counter)
		roles[world.counter - world.ch] = 'C';
	roles[i] = 0;
}

#define EXPECT_ROLES(test, must, fmt, ...)						\
do {											\
	char roles_[CHANNELS + 1];							\
	world_roles(roles_);								\
	KUNIT_EXPECT_STREQ_MSG(test, roles_, must, fmt, ##__VA_ARGS__);			\
} while (0)

/* Either all CPUs tick from their own device or none does; nothing is held needlessly. */
static void world_check(struct kunit *test, const char *what, unsigned int which)
{
	unsigned int cpu, i, own = 0, placed = 0;

	for (cpu = 0; cpu < world.cpus; cpu++) {
		KUNIT_EXPECT_TRUE_MSG(test, !world.of_cpu[cpu] || world.online & BIT(cpu),
				      "%s %u: offline CPU %u has a device", what, which, cpu);
		own += world.of_cpu[cpu] || !(world.online & BIT(cpu));
	}
	for (cpu = 0; own != world.cpus && cpu < world.cpus; cpu++)
		KUNIT_EXPECT_NULL_MSG(test, world.of_cpu[cpu],
				      "%s %u: only %u CPUs have devices, CPU %u among them", what,
				      which, own, cpu);
	for (i = 0; i < world.channels; i++) {
		struct world_channel *c = &world.ch[i];
		struct dw_apb_event *ev = c->data;

		placed += ev && ev->cpu != DW_APB_ALL_CPUS;
		KUNIT_EXPECT_EQ_MSG(test, c->open, c->populated, "%s %u: channel %u is open", what,
				    which, i);
		KUNIT_EXPECT_EQ_MSG(test, c->enabled, !!c->data,
				    "%s %u: channel %u has its interrupt", what, which, i);
		KUNIT_EXPECT_TRUE_MSG(test, c->populated || !c->data,
				      "%s %u: channel %u is in use and gets a device", what, which,
				      i);
	}
	KUNIT_EXPECT_EQ_MSG(test, !!world.up, !!placed,
			    "%s %u: the hotplug slot, with %u channels of CPUs", what, which,
			    placed);
	KUNIT_EXPECT_TRUE_MSG(test, !world.up || world.pins,
			      "%s %u: the module can be unloaded while it has the hotplug slot",
			      what, which);
	KUNIT_EXPECT_EQ(test, world.cpus_locked, 0);
}

/*
 * As the kernel, before its dummy_timer: the broadcast device is started for CPUs whose
 * device is a placeholder. With several CPUs the device for all of them cannot be a CPU's
 * own, since its interrupt is excluded from balancing.
 */
static bool world_ticks(void)
{
	return world.of_cpu[0] || (world.for_all && (world.cpus == 1 || world.placeholder));
}

static void early_all(struct kunit *test)
{
	world_reset(test, 4, 2);
	world_early();
	EXPECT_ROLES(test, "0C1A", "early");
	KUNIT_EXPECT_NOT_NULL_MSG(test, world.of_cpu[0], "CPU 0 ticks from the beginning");
	KUNIT_EXPECT_EQ(test, world.registrations, 2U);
	world_boot_cpus();
	KUNIT_EXPECT_NOT_NULL_MSG(test, world.of_cpu[1], "CPU 1 has its device when it runs");
	KUNIT_EXPECT_EQ(test, world.registrations, 3U);
	KUNIT_EXPECT_EQ(test, world.pins, 3);
	KUNIT_EXPECT_EQ_MSG(test, world.waiting, 0U, "nothing was missing");
	world_check(test, "all early", 0);
}

/* Index of the next channel in the @order-th order of @left channels. */
static unsigned int pick(unsigned int *order, unsigned int set, unsigned int left)
{
	unsigned int skip = *order % left, i;

	*order /= left;
	for (i = 0; ; i++)
		if (set & BIT(i) && !skip--)
			return i;
}

static unsigned int orders_of(unsigned int count)
{
	return count > 1 ? count * orders_of(count - 1) : 1;
}

/* The late channels in each order, before or after the other CPUs run. */
static void mixed_arrivals(struct kunit *test, unsigned int channels, unsigned int late)
{
	unsigned int count = hweight32(late), order, i;

	for (order = 0; order < orders_of(count); order++) {
		unsigned int set = late, digits = order;

		world_reset(test, channels, 2);
		for (i = 0; i < channels; i++)
			world.ch[i].clock_late = late & BIT(i);
		world_early();
		KUNIT_EXPECT_EQ_MSG(test, world_ticks(), late != BIT(channels) - 1,
				    "late %#x: CPU 0 ticks", late);
		world_boot_cpus();
		world_check(test, "early, late", late);

		for (i = count; i; i--) {
			unsigned int next = pick(&digits, set, i);

			set &= ~BIT(next);
			world.ch[next].clock_late = false;
			world_probe(next);
			world_check(test, "arrived, late", late);
		}
		KUNIT_EXPECT_NOT_NULL_MSG(test, world.counter, "late %#x: no counter", late);
		KUNIT_EXPECT_TRUE_MSG(test, world.for_all || world.of_cpu[1],
				      "late %#x, order %u: CPU 1 does not tick", late, order);
	}
}

static void early_and_late(struct kunit *test)
{
	unsigned int channels, late;

	for (channels = 2; channels <= 5; channels++)
		for (late = 0; late < BIT(channels); late++)
			mixed_arrivals(test, channels, late);
}

/* The roles of the others, which may have been started by then. */
static void early_one_late(struct kunit *test)
{
	static const struct {
		unsigned int channels, late;
		const char *early, *then;
	} must[] = {
		{ 4, 0, "-0C1", "A0C1" }, { 4, 1, "0-C1", "0AC1" }, { 4, 2, "0C-1", "0CA1" },
		{ 4, 3, "0C1-", "0C1A" }, { 3, 0, "-AC", "-AC" }, { 3, 2, "AC-", "AC-" },
		{ 2, 1, "A-", "AC" }, { 2, 0, "-A", "CA" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(must); i++) {
		world_reset(test, must[i].channels, 2);
		world.ch[must[i].late].clock_late = true;
		world_early();
		EXPECT_ROLES(test, must[i].early, "%u: early", i);
		world_boot_cpus();
		world.ch[must[i].late].clock_late = false;
		world_probe(must[i].late);
		EXPECT_ROLES(test, must[i].then, "%u: then", i);
		world_check(test, "one late", i);
	}
}

/*
 * Two late channels may become the CPUs' devices, since one channel has served all CPUs
 * until then.
 */
static void early_fallback(struct kunit *test)
{
	world_reset(test, 4, 2);
	world.ch[2].clock_late = true;
	world.ch[3].clock_late = true;
	world_early();
	EXPECT_ROLES(test, "AC--", "early");
	world_boot_cpus();

	world.ch[3].clock_late = false;
	KUNIT_EXPECT_EQ(test, world_probe(3), 0);
	KUNIT_EXPECT_EQ(test, dw_apb_place_missing(), 1U);
	KUNIT_EXPECT_NULL_MSG(test, world.of_cpu[1], "CPU 1 is the only one with a device");
	world.ch[2].clock_late = false;
	KUNIT_EXPECT_EQ(test, world_probe(2), 0);
	EXPECT_ROLES(test, "AC01", "then");
	KUNIT_EXPECT_NOT_NULL(test, world.of_cpu[0]);
	KUNIT_EXPECT_NOT_NULL(test, world.of_cpu[1]);
	world_check(test, "fallback", 0);
}

/* With roles=, the device for all CPUs serves until the per-CPU devices are there. */
static void early_told(struct kunit *test)
{
	world_reset(test, 4, 2);
	KUNIT_ASSERT_EQ(test, dw_apb_roles_set("ebec", NULL), 0);
	world.ch[2].clock_late = true;
	world_early();
	EXPECT_ROLES(test, "0A-C", "early");
	KUNIT_EXPECT_EQ_MSG(test, world.waiting, 1U, "CPU 0's device waits for CPU 1's");
	KUNIT_EXPECT_NULL(test, world.of_cpu[0]);
	KUNIT_EXPECT_NOT_NULL(test, world.for_all);
	world_boot_cpus();
	world.ch[2].clock_late = false;
	KUNIT_EXPECT_EQ(test, world_probe(2), 0);
	EXPECT_ROLES(test, "0A1C", "then");
	KUNIT_EXPECT_EQ(test, world.waiting, 1U);
	KUNIT_EXPECT_EQ_MSG(test, world.of_cpu[0]->ced.rating, 310, "asked for");
	world_check(test, "told", 0);
}

/* If a channel fails, in any of the possible ways, no other channel is lost. */
static void early_failures(struct kunit *test)
{
	static const char * const roles[][4] = {
		/* the node, its interrupt or its clock, for each channel */
		{ "-0C1", "0-C1", "0C-1", "0C1-" },
		/* the channel's interrupt cannot be directed: one device for all CPUs */
		{ "AC--", "0C1A", "AC--", "AC--" },
	};
	unsigned int way, channel;

	for (way = 0; way < 6; way++) {
		for (channel = 0; channel < 4; channel++) {
			struct world_channel *c = &world.ch[channel];
			const char *must;

			world_reset(test, 4, 2);
			c->open_err = way == 0 ? -EINVAL : 0;
			c->irq_late = way == 1;
			c->request_err = way == 2 ? -EBUSY : 0;
			c->dead = way == 3;
			c->fixed = way == 4;
			c->undirected = way == 5;
			world_early();
			KUNIT_EXPECT_TRUE_MSG(test, world_ticks(), "way %u, channel %u: CPU 0", way,
					      channel);
			must = roles[way > 3][channel];
			/*
			 * The counter needs no interrupt, but is only the counter because
			 * it has one.
			 */
			if ((way == 2 || way == 3) && channel == 1)
				must = "0C1A";
			/* An interrupt that is never directed does not matter. */
			if (way == 4 && channel == 1)
				must = "AC--";
			if (way == 5 && channel == 3)
				must = "0C1A";
			EXPECT_ROLES(test, must, "way %u, channel %u", way, channel);
			world_boot_cpus();
			world_check(test, "failure", way * 10 + channel);
		}
	}
}

static void early_no_hotplug_slot(struct kunit *test)
{
	world_reset(test, 4, 2);
	world.hotplug_err = -EBUSY;
	world_early();
	KUNIT_EXPECT_TRUE_MSG(test, world_ticks(), "CPU 0 ticks");
	world_boot_cpus();
	world_check(test, "no slot", 0);
}

/* No interrupt controller is available early: the counter works, ticks come later. */
static void early_no_interrupts(struct kunit *test)
{
	unsigned int i;

	world_reset(test, 4, 2);
	for (i = 0; i < 4; i++)
		world.ch[i].irq_late = true;
	world_early();
	EXPECT_ROLES(test, "-C--", "early");
	world_boot_cpus();
	for (i = 0; i < 4; i++) {
		world.ch[i].irq_late = false;
		world_probe(i);
		world_check(test, "interrupts late", i);
	}
	EXPECT_ROLES(test, "0C1A", "then");
}

/* It is given up completely, so that the platform driver may try again. */
static void early_counter_refused(struct kunit *test)
{
	world_reset(test, 4, 2);
	world.counter_err = -EINVAL;
	world_early();
	EXPECT_ROLES(test, "0-1A", "early");
	world_boot_cpus();
	world_check(test, "counter refused", 0);
	KUNIT_EXPECT_EQ(test, world_probe(1), -EINVAL);
	world_check(test, "counter refused again", 0);
	world.counter_err = 0;
	KUNIT_EXPECT_EQ(test, world_probe(1), 0);
	EXPECT_ROLES(test, "0C1A", "then");
}

/* Only with several CPUs does the device for all CPUs need a placeholder. */
static void early_one_channel(struct kunit *test)
{
	unsigned int cpus;

	for (cpus = 1; cpus <= 4; cpus++) {
		world_reset(test, 1, cpus);
		world_early();
		KUNIT_EXPECT_TRUE_MSG(test, world_ticks(), "%u CPUs", cpus);
		KUNIT_EXPECT_EQ_MSG(test, world.placeholder, cpus > 1, "%u CPUs", cpus);
		world_boot_cpus();
		world_check(test, "one channel, CPUs", cpus);
	}
}

static void early_leaves_the_counter_mode_alone(struct kunit *test)
{
	world_reset(test, 4, 2);
	dw_apb_mode = SOC_MODE_COUNTER;
	KUNIT_EXPECT_EQ(test, dw_apb_early_probe(&world.ch[0].np), 0);
	EXPECT_ROLES(test, "----", "mode=counter");
	world_check(test, "mode=counter", 0);
}

/* In a built-in driver, a single channel is for events, however late it is probed. */
static void late_single_channel(struct kunit *test)
{
	world_reset(test, 1, 1);
	world.ch[0].clock_late = true;
	world_early();
	world.running = true;
	world.ch[0].clock_late = false;
	KUNIT_EXPECT_EQ(test, world_probe(0), 0);
	EXPECT_ROLES(test, "0", "built in");

	world_reset(test, 1, 1);
	world.running = true;
	KUNIT_EXPECT_EQ(test, world_probe(0), 0);
	EXPECT_ROLES(test, "C", "module");
}

/*
 * A module: each order of the probes gives the same roles, and all CPUs get their devices
 * at once.
 */
static void module_each_order(struct kunit *test)
{
	unsigned int order, i;

	for (order = 0; order < orders_of(4); order++) {
		unsigned int set = 0xf, digits = order, devices = 0;

		world_reset(test, 4, 2);
		world_boot_cpus();
		for (i = 4; i; i--) {
			unsigned int next = pick(&digits, set, i);

			set &= ~BIT(next);
			KUNIT_EXPECT_EQ(test, world_probe(next), 0);
			world_check(test, "module", order);
			devices += next == 0 || next == 2;
			KUNIT_EXPECT_EQ_MSG(test, !!world.of_cpu[0], devices == 2,
					    "order %u: CPU 0 has its device", order);
		}
		EXPECT_ROLES(test, "0C1A", "order %u", order);
		KUNIT_EXPECT_EQ_MSG(test, world.waiting, 1U, "order %u: one waits", order);
		KUNIT_EXPECT_EQ(test, world.registrations, 3U);
	}
}

/* The first channel fails in each way: its probe leaves nothing, and the next one may try. */
static void module_failures(struct kunit *test)
{
	unsigned int way;

	for (way = 0; way < 5; way++) {
		struct world_channel *c = &world.ch[0];

		world_reset(test, 4, 2);
		world_boot_cpus();
		c->request_err = way == 0 ? -EBUSY : 0;
		c->dead = way == 1;
		c->irq_late = way == 2;
		c->open_err = way == 3 ? -EINVAL : 0;
		world.hotplug_err = way == 4 ? -EBUSY : 0;
		KUNIT_EXPECT_LT_MSG(test, world_probe(0), 0, "way %u", way);
		KUNIT_EXPECT_EQ_MSG(test, world.pins, 0, "way %u", way);
		world_check(test, "module, failure", way);

		c->request_err = 0;
		c->dead = false;
		c->irq_late = false;
		c->open_err = 0;
		world.hotplug_err = 0;
		KUNIT_EXPECT_EQ_MSG(test, world_probe(0), 0, "way %u, again", way);
		KUNIT_EXPECT_EQ_MSG(test, world_probe(2), 0, "way %u, the other", way);
		world_check(test, "module, after failure", way);
	}
}

/* The slot is kept for the channel that has started, whatever becomes of the next one. */
static void module_second_fails(struct kunit *test)
{
	world_reset(test, 4, 2);
	world_boot_cpus();
	KUNIT_EXPECT_EQ(test, world_probe(0), 0);
	world.ch[2].dead = true;
	KUNIT_EXPECT_EQ(test, world_probe(2), -EIO);
	world_check(test, "second fails", 0);
	world.ch[2].dead = false;
	KUNIT_EXPECT_EQ(test, world_probe(2), 0);
	KUNIT_EXPECT_NOT_NULL(test, world.of_cpu[1]);
	world_check(test, "second again", 0);
}

/* CPU 1 comes or goes between any two steps of a channel's bring-up. */
static void hotplug_between_steps(struct kunit *test)
{
	unsigned int last, at, up, steps;

	for (last = 0; last < 4; last++) {
		for (up = 0; up < 2; up++) {
			steps = UINT_MAX;
			for (at = 1; at <= steps; at++) {
				unsigned int i;

				world_reset(test, 4, 2);
				world.running = true;
				if (up)
					world_cpu_up(1);
				for (i = 0; i < 4; i++)
					if (i != last)
						KUNIT_EXPECT_EQ(test, world_probe(i), 0);
				world.step = 0;
				world.hotplug_at = at;
				KUNIT_EXPECT_EQ(test, world_probe(last), 0);
				steps = world.step;
				world.hotplug_at = 0;
				world_check(test, "hotplug at step", at);
				world_toggle_cpu(1);
				world_check(test, "and again, step", at);
				world_toggle_cpu(1);
				world_check(test, "and again, step", at);
			}
			KUNIT_EXPECT_GE_MSG(test, steps, last == 1 ? 1U : 3U, "steps of channel %u",
					    last);
		}
	}
}

/* A device is registered each time its CPU comes up, and only once. */
static void hotplug_again(struct kunit *test)
{
	unsigned int round;

	world_reset(test, 4, 2);
	world_early();
	world_boot_cpus();
	for (round = 0; round < 5; round++) {
		world_cpu_down(1);
		KUNIT_EXPECT_FALSE(test, world_devices[1]->live);
		KUNIT_EXPECT_TRUE(test, world_devices[0]->live);
		world_cpu_up(1);
		KUNIT_EXPECT_TRUE(test, world_devices[1]->live);
		KUNIT_EXPECT_EQ(test, world.registrations, 4 + round);
		world_check(test, "round", round);
	}
}

/*
 * Another kernel is started on CPU 0 after the other CPUs have gone offline: until the last
 * moment nothing stops its devices, and then no channel but the counter is left running.
 */
static void hotplug_another_kernel(struct kunit *test)
{
	unsigned int i, channels;

	for (channels = 1; channels <= 4; channels++) {
		world_reset(test, channels, 2);
		world_built_in = true;
		world_early();
		world_boot_cpus();
		for (i = 0; i < channels; i++)
			world.ch[i].active = world.ch[i].data;
		world_cpu_down(1);
		KUNIT_EXPECT_TRUE_MSG(test, world.for_all || world.of_cpu[0], "%u channels",
				      channels);
		for (i = 0; i < channels; i++) {
			struct dw_apb_event *ev = world.ch[i].data;

			KUNIT_EXPECT_EQ_MSG(test, world.ch[i].active, ev && ev->cpu != 1,
					    "%u channels: channel %u", channels, i);
		}
		for (i = 0; i < world.shutdowns; i++)
			world.shutdown[i]->stop(world.shutdown[i]);
		for (i = 0; i < channels; i++)
			KUNIT_EXPECT_FALSE_MSG(test, world.ch[i].active, "%u channels: channel %u",
					       channels, i);
	}
}

/* The interrupt cannot be directed when the CPU comes up: another CPU would get its ticks. */
static void hotplug_undirected(struct kunit *test)
{
	world_reset(test, 4, 2);
	world_early();
	world_boot_cpus();
	world_cpu_down(1);
	world.ch[2].undirected = true;
	world_cpu_up(1);
	KUNIT_EXPECT_NULL_MSG(test, world.of_cpu[1], "registered with its interrupt on CPU 0");
	KUNIT_EXPECT_EQ(test, world.registrations, 3U);
	world_cpu_down(1);
	world.ch[2].undirected = false;
	world_cpu_up(1);
	KUNIT_EXPECT_NOT_NULL(test, world.of_cpu[1]);
	world_check(test, "undirected", 0);
}

/* A handler is another driver's unless we have requested the interrupt and hold it. */
static void interrupts_of_others(struct kunit *test)
{
	unsigned int i;

	world_reset(test, 4, 2);
	world_boot_cpus();
	world.ch[3].others = true;
	world.ch[3].request_err = -EBUSY;
	for (i = 0; i < 4; i++)
		KUNIT_EXPECT_EQ_MSG(test, dw_apb_place_irq_is_others(100 + i), i == 3,
				    "nothing requested, %u", i);
	world.ch[2].dead = true;
	KUNIT_EXPECT_EQ(test, world_probe(0), 0);
	KUNIT_EXPECT_EQ(test, world_probe(2), -EIO);
	KUNIT_EXPECT_EQ(test, world_probe(3), -EBUSY);
	for (i = 0; i < 4; i++)
		KUNIT_EXPECT_EQ_MSG(test, dw_apb_place_irq_is_others(100 + i), i == 3, "%u", i);
	/* Another driver may get the interrupt that we gave back. */
	world.ch[2].others = true;
	KUNIT_EXPECT_TRUE(test, dw_apb_place_irq_is_others(102));

	/* The roles are assigned again for the last channel: what was requested is freed. */
	world_reset(test, 4, 2);
	world.ch[2].undirected = true;
	world_early();
	EXPECT_ROLES(test, "AC--", "early");
	for (i = 0; i < 4; i++) {
		KUNIT_EXPECT_FALSE_MSG(test, dw_apb_place_irq_is_others(100 + i), "early, %u", i);
		world.ch[i].others = true;
		KUNIT_EXPECT_EQ_MSG(test, dw_apb_place_irq_is_others(100 + i), i != 0,
				    "early, others, %u", i);
	}
}

static void many_cpus(struct kunit *test)
{
	world_reset(test, 6, 4);
	world.ch[3].clock_late = true;
	world_early();
	EXPECT_ROLES(test, "0C1-23", "early");
	world_boot_cpus();
	world_check(test, "four CPUs", 0);
	world.ch[3].clock_late = false;
	KUNIT_EXPECT_EQ(test, world_probe(3), 0);
	EXPECT_ROLES(test, "0C1A23", "then");
}

/* Checked when it is set, in both forms: a wrong value changes nothing. */
static void roles_parameter(struct kunit *test)
{
	struct dw_apb_node n = { .soc.np = &world.ch[0].np };
	struct dw_apb_layout layout;

	world_reset(test, 4, 2);
	KUNIT_EXPECT_EQ(test, dw_apb_roles_set("cc", NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, dw_apb_roles_set("ecx", NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, dw_apb_full_layout(&n, &layout), 0);
	KUNIT_EXPECT_NULL(test, layout.spec);
	KUNIT_EXPECT_EQ(test, dw_apb_roles_set("ecb", NULL), 0);
	KUNIT_EXPECT_EQ(test, dw_apb_full_layout(&n, &layout), 0);
	KUNIT_EXPECT_STREQ(test, layout.spec, "ecb");
	KUNIT_EXPECT_EQ(test, dw_apb_roles_set("", NULL), 0);
	KUNIT_EXPECT_EQ(test, dw_apb_full_layout(&n, &layout), 0);
	KUNIT_EXPECT_STREQ(test, layout.spec, "");
}

static void place_exit(struct kunit *test)
{
	world_free();
	memset(&world, 0, sizeof(world));
}

static struct kunit_case place_cases[] = {
	KUNIT_CASE(early_all),
	KUNIT_CASE(early_and_late),
	KUNIT_CASE(early_one_late),
	KUNIT_CASE(early_fallback),
	KUNIT_CASE(early_told),
	KUNIT_CASE(early_failures),
	KUNIT_CASE(early_no_hotplug_slot),
	KUNIT_CASE(early_no_interrupts),
	KUNIT_CASE(early_counter_refused),
	KUNIT_CASE(early_one_channel),
	KUNIT_CASE(early_leaves_the_counter_mode_alone),
	KUNIT_CASE(late_single_channel),
	KUNIT_CASE(module_each_order),
	KUNIT_CASE(module_failures),
	KUNIT_CASE(module_second_fails),
	KUNIT_CASE(hotplug_between_steps),
	KUNIT_CASE(hotplug_again),
	KUNIT_CASE(hotplug_another_kernel),
	KUNIT_CASE(hotplug_undirected),
	KUNIT_CASE(interrupts_of_others),
	KUNIT_CASE(many_cpus),
	KUNIT_CASE(roles_parameter),
	{ }
};

static struct kunit_suite place_suite = {
	.name		= "soc_dw_apb_place",
	.exit		= place_exit,
	.test_cases	= place_cases,
};

kunit_test_suite(place_suite);
