// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_census_dw_apb: what becomes of the DW APB timers of each board whose device
 * tree is in the kernel's source, and of faulty variants of these trees. The driver's
 * source is compiled a second time, on the machine of the census and the register model.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <soc-timers/io.h>

#include "../../models/qemu/dw_apb_block.h"
#include "forms.h"

#define CHANNELS	64

/**
 * struct channel - a channel of the machine
 * @start:	its address, 0: none
 * @block:	a block of this one channel
 * @window:	the address of its registers for the driver
 */
struct channel {
	resource_size_t start;
	struct dwb_block block;
	u8 window[DWB_STRIDE];
};

static struct channel channels[CHANNELS];
static unsigned int strays;
static bool twin_configured, built_in;

static struct channel *channel_at(resource_size_t start)
{
	struct channel *c;

	for (c = channels; c < channels + CHANNELS && c->start; c++)
		if (c->start == start + 1)
			return c;
	KUNIT_ASSERT_LT(census.test, c - channels, CHANNELS);
	/* Address 0 may be one. */
	c->start = start + 1;
	c->block.channels = 1;
	dwb_reset(&c->block);

	return c;
}

static void __iomem *census_ioremap(resource_size_t start, resource_size_t size)
{
	KUNIT_EXPECT_LE(census.test, size, (resource_size_t)DWB_STRIDE);
	census_map();

	return (__force void __iomem *)channel_at(start)->window;
}

/* Each access takes a timer clock. */
static struct channel *access(const void __iomem *addr, unsigned int *offset)
{
	size_t at = (__force const u8 *)addr - (u8 *)channels;
	struct channel *c = &channels[at / sizeof(*c)];

	*offset = (__force const u8 *)addr - c->window;
	if (at >= sizeof(channels) || *offset >= DWB_STRIDE) {
		strays++;
		return NULL;
	}
	dwb_advance(&c->block, c->block.now + 1);

	return c;
}

u32 soc_model_readl(const void __iomem *addr)
{
	unsigned int offset;
	struct channel *c = access(addr, &offset);

	return c ? dwb_read(&c->block, offset) : 0;
}

void soc_model_writel(u32 value, void __iomem *addr)
{
	unsigned int offset;
	struct channel *c = access(addr, &offset);

	if (c)
		dwb_write(&c->block, offset, value);
}

#define clockevents_register_device(ced)	((void)(ced))
#define dw_apb_udelay_works()			false
#define DW_APB_TWIN				twin_configured
#define DW_APB_BUILT_IN				built_in

/* Instead of the driver's per-CPU variable */
static struct dw_apb_event *devices[CENSUS_CPUS];
#undef per_cpu
#define per_cpu(var, cpu)			(*((void)&(var), &devices[cpu]))

#include "../../../drivers/dw-apb/hw.c"
#include "../../../drivers/dw-apb/roles.c"
#include "../../../drivers/dw-apb/node.c"
#include "../../../drivers/dw-apb/counter.c"
#include "../../../drivers/dw-apb/event.c"
#include "../../../drivers/dw-apb/place.c"
#include "../../../drivers/dw-apb/full.c"
#include "../../../drivers/dw-apb/early.c"
#include "../../../drivers/dw-apb/platform.c"

#define DRIVER		"dw_apb"
#define TIMERS		dw_apb_match

static const struct form forms[] = {
	{ "early", .early = true, .late = true },
	{ "module" },
	{ "next to the in-tree driver", .twin = true },
};

static bool probed_early;

static void forget_driver(const struct form *form)
{
	memset(channels, 0, sizeof(channels));
	memset(devices, 0, sizeof(devices));
	strays = 0;
	twin_configured = form->twin;
	built_in = form->early;
	probed_early = false;

	INIT_LIST_HEAD(&dw_apb_place_events);
	dw_apb_claimed = 0;
	dw_apb_placed = 0;
	dw_apb_complete = false;
	memset(&dw_apb_early, 0, sizeof(dw_apb_early));
	memset(&dw_apb_early_layout, 0, sizeof(dw_apb_early_layout));
	memset(&dw_apb_channel, 0, sizeof(dw_apb_channel));
	dw_apb_counter_started = false;
	dw_apb_counter.claimed = 0;
}

static struct channel *channel_of(struct device_node *np)
{
	struct resource res;

	return of_address_to_resource(np, 0, &res) ? NULL : channel_at(res.start);
}

/* The first node of the tree is for events, the second one the counter. */
static void start_twin(struct device_node *np, unsigned int number)
{
	struct channel *c = channel_of(np);
	int irq = census_irq_get(np, 0);

	if (!c || number > 1)
		return;
	if (number == 0 && irq > 0)
		census.irq[irq - 1].owner = channels;
	if (number == 1) {
		c->block.ch[0].load = DWB_ALL_ONES;
		dwb_write(&c->block, DWB_CONTROL, DWB_ENABLE | DWB_MASK);
		memset(c->block.ch[0].writes, 0, sizeof(c->block.ch[0].writes));
	}
}

static void load_module(void)
{
	dw_apb_node_find_twin();
}

/* As in dw_apb_early_probe(), which can do this once only. */
static int probe_early(struct device_node *np)
{
	if (!probed_early)
		dw_apb_early_probe_all();
	probed_early = true;

	return of_node_check_flag(np, OF_POPULATED) ? 0 : -EPROBE_DEFER;
}

static int probe_device(struct platform_device *pdev)
{
	return dw_apb_probe(pdev);
}

static void remove_device(struct platform_device *pdev)
{
	dw_apb_remove(pdev);
}

static bool is_counter(struct device_node *np)
{
	struct channel *c = channel_of(np);

	return c && counter && dw_apb_channel.base == (__force void __iomem *)c->window;
}

static bool is_removable(struct device_node *np)
{
	return is_counter(np) && counter->read_only;
}

static const struct dw_apb_event *event_of(struct device_node *np)
{
	struct channel *c = channel_of(np);
	struct dw_apb_event *ev;

	list_for_each_entry(ev, &dw_apb_place_events, list)
		if (c && ev->hw.base == (__force void __iomem *)c->window)
			return ev;

	return NULL;
}

static const char *role_of(struct device_node *np)
{
	static const char * const names[] = { "cpu0", "cpu1", "cpu2", "cpu3", "cpu4" };
	const struct dw_apb_event *ev = event_of(np);

	if (is_counter(np))
		return counter->read_only ? "counter-only" : "counter";
	if (!ev)
		return "nothing";
	if (ev->cpu == DW_APB_ALL_CPUS)
		return "all";
	if (!ev->live)
		return "waiting";

	return ev->cpu < ARRAY_SIZE(names) ? names[ev->cpu] : "cpu";
}

static bool may_be_silent(const struct device_node *np, int err)
{
	return false;
}

/* One device for each CPU or none, and at most one for all CPUs. */
static void check_in_use(struct kunit *test, const struct form *form, unsigned int nodes)
{
	unsigned int all = 0, each = 0, live = 0;
	struct dw_apb_event *ev;

	list_for_each_entry(ev, &dw_apb_place_events, list) {
		if (ev->cpu == DW_APB_ALL_CPUS) {
			all++;
			continue;
		}
		each++;
		live += ev->live;
		KUNIT_EXPECT_LT(test, ev->cpu, (int)census.cpus);
		KUNIT_EXPECT_PTR_EQ(test, devices[ev->cpu], ev);
	}
	KUNIT_EXPECT_LE(test, all, 1U);
	KUNIT_EXPECT_TRUE_MSG(test, !live || live == census.cpus, "%u of %u CPUs have a device",
			      live, census.cpus);
	KUNIT_EXPECT_EQ(test, nodes, all + each + !!counter);

	KUNIT_EXPECT_EQ(test, census.held[CENSUS_MAPPINGS], (int)nodes);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_CLOCKS], census.held[CENSUS_ENABLED]);
	KUNIT_EXPECT_LE(test, census.held[CENSUS_RATES], census.held[CENSUS_CLOCKS]);
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_INTERRUPTS], (int)(all + each));
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_PINS], (int)(all + each));
	KUNIT_EXPECT_EQ(test, census.held[CENSUS_SLOTS], (int)!!each);
	if (counter && counter->read_only) {
		const struct channel *c = container_of((__force u8 (*)[DWB_STRIDE])
						       dw_apb_channel.base,
						       struct channel, window);

		KUNIT_EXPECT_NULL(test, memchr_inv(c->block.ch[0].writes, 0,
						   sizeof(c->block.ch[0].writes)));
	}
}

static void check_hardware(struct kunit *test)
{
	unsigned int i, fault;

	KUNIT_EXPECT_EQ_MSG(test, strays, 0U, "accesses to what is not a register");
	for (i = 0; i < CHANNELS; i++)
		for (fault = 0; fault < DWB_FAULTS; fault++)
			KUNIT_EXPECT_EQ_MSG(test, channels[i].block.faults[fault], 0ULL, "%s",
					    dwb_fault_text[fault]);
}

static void describe_in_use(char *text, size_t size)
{
}

#include "run.h"
