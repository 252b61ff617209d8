/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For the drivers' sources that the census compiles once more: these names mean the
 * machine of the census. Include it after all other headers and before the sources. The
 * source of the shared node helper comes with it.
 *
 * Whoever includes it defines census_ioremap(), which knows the block's registers.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _CENSUS_UNDER_TEST_H
#define _CENSUS_UNDER_TEST_H

#include <linux/clk.h>
#include <linux/clockchips.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/irq.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/percpu.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/reset.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <soc-timers/counter.h>
#include <soc-timers/mode.h>
#include <soc-timers/node.h>
#include <soc-timers/optional.h>

#include "../module_macros.h"
#include "world.h"

static void __iomem *census_ioremap(resource_size_t start, resource_size_t size);

/* CPUs: their callbacks, which of them run, and whether this is early in boot */
static struct {
	int (*starting)(unsigned int cpu);
	int (*dying)(unsigned int cpu);
	unsigned long possible, online;
	bool early;
} cpus;

static __maybe_unused int census_setup_state(int (*starting)(unsigned int cpu),
					     int (*dying)(unsigned int cpu))
{
	if (cpus.starting)
		return -EBUSY;
	cpus.starting = starting;
	cpus.dying = dying;
	census.held[CENSUS_SLOTS]++;

	return 0;
}

static __maybe_unused int census_setup_here(int (*starting)(unsigned int cpu),
					    int (*dying)(unsigned int cpu))
{
	return census_setup_state(starting, dying) ?: starting(census.cpu);
}

static __maybe_unused void census_remove_state(void)
{
	cpus.starting = NULL;
	census.held[CENSUS_SLOTS]--;
}

/* Devices that the clockevents core has been given */
static unsigned int device_count;

static void census_device(struct clock_event_device *ced, u32 rate, unsigned long min,
			  unsigned long max)
{
	KUNIT_EXPECT_GT(census.test, rate, 0U);
	KUNIT_EXPECT_LT(census.test, min, max);
	KUNIT_EXPECT_NOT_NULL(census.test, ced->event_handler);
	device_count++;
}

/* The machine is switched on, with its boot CPU, or with all of them. */
static void start_machine(bool early)
{
	census_forget();
	memset(&cpus, 0, sizeof(cpus));
	device_count = 0;
	cpus.early = early;
	cpus.possible = GENMASK(census.cpus - 1, 0);
	cpus.online = early ? 1 : cpus.possible;
}

/* Early in boot is over: the other CPUs come up. */
static void start_other_cpus(void)
{
	cpus.early = false;
	for (census.cpu = 1; census.cpu < census.cpus; census.cpu++) {
		if (cpus.starting)
			cpus.starting(census.cpu);
		cpus.online |= BIT(census.cpu);
	}
	census.cpu = 0;
}

static __maybe_unused void census_call(unsigned int cpu, void (*fn)(void *data), void *data)
{
	unsigned int was = census.cpu;

	KUNIT_EXPECT_FALSE_MSG(census.test, cpus.early, "other CPUs are called early in boot");
	census.cpu = cpu;
	fn(data);
	census.cpu = was;
}

static __maybe_unused struct irq_data *census_irq_data(void)
{
	static struct irq_chip chip = { .irq_set_affinity = (void *)census_irq_data };
	static struct irq_data data = { .chip = &chip };

	return &data;
}

static void check_description(const struct soc_counter *ctr)
{
	KUNIT_EXPECT_NE(census.test, ctr->rate, 0UL);
	KUNIT_EXPECT_GT(census.test, ctr->rating, 0);
}

/* A counter has an owner until it is forgotten. */
static struct soc_counter *counter;

static __maybe_unused int census_counter_register(struct soc_counter *ctr)
{
	KUNIT_EXPECT_NULL_MSG(census.test, counter, "a second counter");
	check_description(ctr);
	counter = ctr;

	return 0;
}

static __maybe_unused int census_counter_unregister(struct soc_counter *ctr)
{
	KUNIT_EXPECT_PTR_EQ(census.test, counter, ctr);
	counter = NULL;

	return 0;
}

#define clockevents_config_and_register		census_device
#undef printk
#define printk					census_printk
#undef dev_err_probe
#define dev_err_probe(dev, err, fmt, ...) \
({										\
	(void)(dev);								\
	census_printk("%s: " fmt, KBUILD_MODNAME, ##__VA_ARGS__);		\
	(err);									\
})

#undef kzalloc
#define kzalloc(size, gfp)			((void)(gfp), census_alloc(size))
#undef kcalloc
#define kcalloc(count, size, gfp)		((void)(gfp), census_alloc((count) * (size)))
#undef kfree
#define kfree					census_free
#undef __module_get
#define __module_get(module)			((void)(module), (void)census.held[CENSUS_PINS]++)

#undef ioremap
#define ioremap					census_ioremap
#undef iounmap
#define iounmap(base)				((void)(base), census_unmap())
#define of_clk_get				census_clk_get
#define of_clk_get_by_name			census_clk_get_by_name
#define clk_prepare_enable(clk)			((void)(clk), census.held[CENSUS_ENABLED]++, 0)
#define clk_disable_unprepare(clk)		((void)(clk), census.held[CENSUS_ENABLED]--)
#define clk_put(clk)				((void)(clk), census.held[CENSUS_CLOCKS]--)
#define soc_hold_rate(clk)			((void)(clk), census.held[CENSUS_RATES]++, 0)
#define soc_unhold_rate(clk)			((void)(clk), census.held[CENSUS_RATES]--)
#define clk_get_rate				census_clk_rate
#define of_reset_control_get_shared(np, name)	((void)(name), census_reset_get(np))
#define reset_control_deassert(reset)		((void)(reset), 0)
#define reset_control_put(reset)		((void)(reset), (void)census.held[CENSUS_RESETS]--)

#define of_irq_get				census_irq_get
#define soc_irq_has_action			census_irq_has_action
#undef request_irq
#define request_irq(irq, isr, flags, name, data) \
	((void)(isr), (void)(flags), (void)(name), census_irq_request(irq, data, false))
#define free_irq				census_irq_free
#undef request_percpu_irq
#define request_percpu_irq(irq, isr, name, data) \
	((void)(isr), (void)(name), census_irq_request(irq, (__force void *)(data), true))
#define free_percpu_irq(irq, data)		census_irq_free(irq, (__force void *)(data))
#undef irq_force_affinity
#define irq_force_affinity(irq, mask)		((void)(irq), (void)(mask), 0)
#define irq_get_irq_data(irq)			((void)(irq), census_irq_data())
#define enable_irq(irq)				((void)(irq))
#define disable_irq_nosync(irq)			((void)(irq))
#define enable_percpu_irq(irq, type)		((void)(irq))
#define disable_percpu_irq(irq)			((void)(irq))

#undef cpuhp_setup_state
#define cpuhp_setup_state(state, name, up, down) \
	((void)(state), (void)(name), census_setup_here(up, down))
#undef cpuhp_setup_state_nocalls
#define cpuhp_setup_state_nocalls(state, name, up, down) \
	((void)(state), (void)(name), census_setup_state(up, down))
#undef cpuhp_remove_state_nocalls
#define cpuhp_remove_state_nocalls(state)	((void)(state), census_remove_state())
#undef cpus_read_lock
#define cpus_read_lock()			do { } while (0)
#undef cpus_read_unlock
#define cpus_read_unlock()			do { } while (0)
#undef smp_call_function_single
#define smp_call_function_single(cpu, fn, data, wait) \
	((void)(wait), census_call(cpu, fn, data))
#undef get_cpu
#define get_cpu()				(census.cpu)
#undef put_cpu
#define put_cpu()				do { } while (0)
#undef smp_processor_id
#define smp_processor_id()			(census.cpu)
#undef raw_smp_processor_id
#define raw_smp_processor_id()			(census.cpu)
#undef irqs_disabled
#define irqs_disabled()				(cpus.early)
#undef nr_cpu_ids
#define nr_cpu_ids				(census.cpus)
#undef num_possible_cpus
#define num_possible_cpus()			(census.cpus)
#undef for_each_possible_cpu
#define for_each_possible_cpu(cpu)		for_each_set_bit(cpu, &cpus.possible, CENSUS_CPUS)
#undef for_each_online_cpu
#define for_each_online_cpu(cpu)		for_each_set_bit(cpu, &cpus.online, CENSUS_CPUS)

#define soc_counter_claim(ctr)			(!test_and_set_bit(0, &(ctr)->claimed))
#define soc_counter_release(ctr)		clear_bit(0, &(ctr)->claimed)
#define soc_counter_register			census_counter_register
#define soc_counter_register_early		census_counter_register
#define soc_counter_unregister			census_counter_unregister

#undef module_init
#define module_init(fn)		static int (*entry)(void) __maybe_unused = (fn)
#undef module_exit
#define module_exit(fn)		static void (*leave)(void) __maybe_unused = (fn)
#undef module_param_cb
#define module_param_cb(name, ops, arg, perm) \
	static const void * const name##_param[] __maybe_unused = { ops, arg, #perm }

/* A kernel for several CPUs and for boards, whatever the one that this runs on is for. */
#undef CONFIG_SMP
#define CONFIG_SMP				1
#undef CONFIG_GENERIC_CLOCKEVENTS_BROADCAST
#define CONFIG_GENERIC_CLOCKEVENTS_BROADCAST	1

#include "../../../drivers/node/node.c"

#endif /* _CENSUS_UNDER_TEST_H */
