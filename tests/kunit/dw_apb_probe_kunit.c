// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_dw_apb_probe: who runs a channel of a DW APB timer, and what our driver does
 * with its device then. The driver's source is compiled a second time, on nodes,
 * interrupts and registers that are simulated here.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt
#define SOC_IO_MODEL

#include <kunit/test.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <soc-timers/mode.h>
#include <soc-timers/node.h>

#include "../../drivers/dw-apb/counter.h"
#include "../../drivers/dw-apb/full.h"
#include "../../drivers/dw-apb/node.h"
#include "../../drivers/dw-apb/place.h"
#include "module_macros.h"

#define NODES	4

enum form {
	FORM_NONE,
	FORM_FULL,
	FORM_COUNTER,
};

/**
 * struct plan_node - a channel
 * @pdev:	its device
 * @np:		its node
 * @handed_over: it has our compatible string
 * @handler:	its interrupt has a handler of another driver
 * @ours:	its interrupt has a handler of ours
 * @line:	its interrupt is the one of this node
 * @counts:	its registers show a counter: enabled, free-running, masked
 * @runs:	its registers show it enabled
 * @reset:	phandle of its reset, 0: none
 * @deasserted:	we have deasserted the reset
 * @open:	number of times that it has been opened and not closed
 * @form:	what became of it
 * @err:	error of the probe
 */
struct plan_node {
	struct platform_device pdev;
	struct device_node np;
	bool handed_over;
	bool handler;
	bool ours;
	unsigned int line;
	bool counts;
	bool runs;
	unsigned int reset;
	bool deasserted;
	int open;
	enum form form;
	int err;
};

static struct plan_node plan[NODES];
static struct device_node plan_reset[4];
static bool plan_twin;
static bool plan_claimed;
static struct kunit *plan_test;

static struct plan_node *plan_of(const struct device_node *np)
{
	return container_of(np, struct plan_node, np);
}

static struct plan_node *plan_of_hw(const struct dw_apb_hw *hw)
{
	return (__force void *)hw->base;
}

static struct device_node *plan_next(struct device_node *np, const struct of_device_id *match)
{
	struct plan_node *next = np ? plan_of(np) + 1 : plan;

	return next < plan + NODES ? &next->np : NULL;
}

static const struct of_device_id *fake_match(const struct of_device_id *match,
					     const struct device_node *np)
{
	while (match->compatible[0] && !!match->data != plan_of(np)->handed_over)
		match++;
	return match;
}

static int fake_irq(struct device_node *np, int index)
{
	return 1 + (int)plan_of(np)->line;
}

static int fake_phandle(const struct device_node *np, const char *list, const char *cells,
			int index, struct of_phandle_args *args)
{
	if (!plan_of(np)->reset)
		return -ENOENT;
	*args = (struct of_phandle_args) { .np = &plan_reset[plan_of(np)->reset] };

	return 0;
}

static int fake_address(struct device_node *np, int index, struct resource *res)
{
	res->start = 0x1000 + 0x14 * (plan_of(np) - plan);
	return 0;
}

static __printf(3, 4) int fake_fail(const struct soc_node *n, int err, const char *fmt, ...)
{
	return err;
}

static int fake_soc_open(struct soc_node *n, const struct soc_node_desc *desc)
{
	plan_of(n->np)->open++;
	n->rate = 24000000;
	n->base = (__force void __iomem *)plan_of(n->np);

	return 0;
}

static void fake_soc_close(struct soc_node *n)
{
	plan_of(n->np)->open--;
}

static int fake_deassert(struct soc_node *n)
{
	plan_of(n->np)->deasserted = plan_of(n->np)->reset;
	return 0;
}

/* A block in reset may hang the bus: any other driver that holds the reset has deasserted it. */
static void plan_access(const struct dw_apb_hw *hw)
{
	struct plan_node *p = plan_of_hw(hw), *other;
	bool ok = !p->reset || p->deasserted || p->handler;

	for (other = plan; other < plan + NODES; other++)
		ok |= plan_twin && other->handler && !other->handed_over;
	KUNIT_EXPECT_TRUE_MSG(plan_test, ok, "node %d: accessed in reset", (int)(p - plan));
}

static bool fake_running(const struct dw_apb_hw *hw)
{
	plan_access(hw);
	return plan_of_hw(hw)->runs || plan_of_hw(hw)->counts;
}

static bool fake_is_counter(const struct dw_apb_hw *hw)
{
	plan_access(hw);
	return plan_of_hw(hw)->counts;
}

static bool fake_claim(void)
{
	if (plan_claimed)
		return false;
	plan_claimed = true;

	return true;
}

static int fake_counter_register(const struct dw_apb_node *n, bool read_only)
{
	KUNIT_EXPECT_TRUE(plan_test, read_only);
	plan_of(n->soc.np)->form = FORM_COUNTER;

	return 0;
}

static int fake_full_start(const struct dw_apb_node *n)
{
	struct plan_node *p = plan_of(n->soc.np);

	plan_access(&n->hw);
	/* The second channel is the counter, which needs no interrupt. */
	if (p != &plan[1]) {
		if (plan[p->line].ours)
			return -EBUSY;
		plan[p->line].ours = true;
	}
	p->form = FORM_FULL;

	return 0;
}

static enum soc_mode fake_mode;

#undef pr_info
#define pr_info(fmt, ...)			no_printk(fmt, ##__VA_ARGS__)
#undef pr_err
#define pr_err(fmt, ...)			no_printk(fmt, ##__VA_ARGS__)
#define soc_node_fail				fake_fail
#define soc_node_open				fake_soc_open
#define soc_node_close				fake_soc_close
#define soc_node_deassert_reset			fake_deassert
#define of_find_matching_node			plan_next
#define of_match_node				fake_match
#define of_device_is_available(np)		((void)(np), true)
#undef of_node_put
#define of_node_put(np)				((void)(np))
#define of_irq_get				fake_irq
#define dw_apb_place_irq_is_others(irq)		(plan[(irq) - 1].handler)
#undef of_parse_phandle_with_args
#define of_parse_phandle_with_args		fake_phandle
#define of_address_to_resource			fake_address
#define of_find_property(np, name, len)		((void)(np), (void)(len), sizeof(name) > 1)
#define DW_APB_TWIN				plan_twin
#define dw_apb_running				fake_running
#define dw_apb_is_counter			fake_is_counter
#define dw_apb_counter_claim			fake_claim
#define dw_apb_counter_release()		((void)(plan_claimed = false))
#define dw_apb_counter_register			fake_counter_register
#define dw_apb_counter_unregister()		0
#define dw_apb_counter_is(n)			((void)(n), true)
#define dw_apb_full_start			fake_full_start
#define dw_apb_mode				fake_mode
#include "dw_apb_probe_names.h"

/* The module's init function is the suite's. */
#undef module_init
#define module_init(fn)				static int (*entry)(void) __maybe_unused = (fn)
#undef module_exit
#define module_exit(fn)				static void (*leave)(void) __maybe_unused = (fn)

#include "../../drivers/dw-apb/node.c"
#include "../../drivers/dw-apb/platform.c"

/**
 * struct plan - a machine and what must become of it
 * @what:	its description
 * @twin:	the in-tree driver is configured
 * @mode:	the mode that the user chose
 * @node:	one letter for each of the first nodes: e events of another driver, which
 *		are stopped now; c its counter, r a channel that firmware left running, s
 *		one that is stopped, h one handed over to us; - none
 * @must:	one letter for each: f full, c counter-only, x refused with -EBUSY,
 *		- left alone
 */
struct plan {
	const char *what;
	bool twin;
	enum soc_mode mode;
	const char *node, *must;
};

static const struct plan plans[] = {
	{ "in-tree driver, auto", true, SOC_MODE_AUTO, "ecee", "-c--" },
	{ "in-tree driver, full", true, SOC_MODE_FULL, "ecee", "xxxx" },
	{ "in-tree driver, counter", true, SOC_MODE_COUNTER, "ecee", "-c--" },
	{ "in-tree driver and handed over", true, SOC_MODE_AUTO, "echh", "--ff" },
	{ "in-tree driver and handed over, counter", true, SOC_MODE_COUNTER, "echh", "-c--" },
	/* Its clock came too late: no driver runs the block. */
	{ "in-tree driver gave up, auto", true, SOC_MODE_AUTO, "ssss", "ffff" },
	{ "in-tree driver gave up, firmware's timer", true, SOC_MODE_AUTO, "srss", "ffff" },
	{ "in-tree driver gave up, full", true, SOC_MODE_FULL, "srss", "ffff" },
	/* A channel that the in-tree driver could not use is left to users who ask for it. */
	{ "in-tree driver left one, auto", true, SOC_MODE_AUTO, "ecse", "-c--" },
	{ "in-tree driver left one, full", true, SOC_MODE_FULL, "ecse", "xxfx" },
	{ "no in-tree driver, auto", false, SOC_MODE_AUTO, "ssrc", "ffff" },
	{ "no in-tree driver, full", false, SOC_MODE_FULL, "ssrc", "ffff" },
	{ "no in-tree driver, counter", false, SOC_MODE_COUNTER, "ssrc", "---c" },
	{ "another driver, auto", false, SOC_MODE_AUTO, "ecss", "-fff" },
	{ "another driver, full", false, SOC_MODE_FULL, "esss", "xfff" },
};

static void plan_set(const struct plan *p)
{
	unsigned int i;

	memset(plan, 0, sizeof(plan));
	plan_twin = p->twin;
	plan_claimed = false;
	fake_mode = p->mode;
	for (i = 0; i < NODES; i++) {
		plan[i].pdev.dev.of_node = &plan[i].np;
		plan[i].line = i;
		plan[i].handler = p->node[i] == 'e';
		plan[i].counts = p->node[i] == 'c';
		plan[i].runs = p->node[i] == 'r';
		plan[i].handed_over = p->node[i] == 'h';
	}
}

static void plan_probe_all(void)
{
	unsigned int i;

	dw_apb_node_find_twin();
	for (i = 0; i < NODES; i++)
		plan[i].err = dw_apb_probe(&plan[i].pdev);
}

/* What dw_apb_remove() would not free. */
static void plan_free_all(void)
{
	unsigned int i;

	for (i = 0; i < NODES; i++)
		kfree(platform_get_drvdata(&plan[i].pdev));
}

static void probe_forms(struct kunit *test)
{
	unsigned int i, n;

	plan_test = test;
	for (i = 0; i < ARRAY_SIZE(plans); i++) {
		plan_set(&plans[i]);
		plan_probe_all();
		for (n = 0; n < NODES; n++) {
			char must = plans[i].must[n];
			char is = plan[n].form == FORM_FULL ? 'f' :
				  plan[n].form == FORM_COUNTER ? 'c' :
				  plan[n].err == -EBUSY ? 'x' : '-';

			KUNIT_EXPECT_EQ_MSG(test, is, must, "%s: node %u", plans[i].what, n);
			KUNIT_EXPECT_EQ_MSG(test, plan[n].open, plan[n].form != FORM_NONE,
					    "%s: node %u is open", plans[i].what, n);
		}
		plan_free_all();
	}
}

/* Whose reset is ours to deassert, in all of these machines; accesses are checked as well. */
static void probe_resets(struct kunit *test)
{
	unsigned int i, n;

	plan_test = test;
	for (i = 0; i < ARRAY_SIZE(plans); i++) {
		bool twin_runs;

		plan_set(&plans[i]);
		/* All share one. */
		for (n = 0; n < NODES; n++)
			plan[n].reset = 1;
		plan_probe_all();
		twin_runs = plans[i].twin && strchr(plans[i].node, 'e');
		for (n = 0; n < NODES; n++)
			KUNIT_EXPECT_EQ_MSG(test, plan[n].deasserted,
					    !twin_runs && !plan[n].handler,
					    "%s: node %u: its reset is deasserted", plans[i].what,
					    n);
		plan_free_all();
	}

	/* A reset that is not the in-tree driver's belongs to no other driver. */
	plan_set(&(struct plan) { .twin = true, .node = "echh" });
	for (n = 0; n < NODES; n++)
		plan[n].reset = 1 + n;
	plan_probe_all();
	KUNIT_EXPECT_FALSE(test, plan[0].deasserted);
	KUNIT_EXPECT_TRUE(test, plan[2].deasserted);
	KUNIT_EXPECT_TRUE(test, plan[3].deasserted);
	plan_free_all();
}

/* Channels on one line: our own handler of it is not another driver's, in any order. */
static void probe_shared_line(struct kunit *test)
{
	static const unsigned int orders[][2] = { { 0, 1 }, { 1, 0 } };
	unsigned int i, n;

	plan_test = test;
	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		plan_set(&(struct plan) { .node = "ssss" });
		for (n = 0; n < NODES; n++) {
			plan[n].line = 0;
			plan[n].reset = 1 + n % 2;
		}
		dw_apb_node_find_twin();
		for (n = 0; n < 2; n++) {
			struct plan_node *p = &plan[orders[i][n]];

			p->err = dw_apb_probe(&p->pdev);
			KUNIT_EXPECT_EQ_MSG(test, p->form, FORM_FULL, "order %u: node %u", i,
					    orders[i][n]);
			KUNIT_EXPECT_TRUE_MSG(test, p->deasserted, "order %u: reset of node %u", i,
					      orders[i][n]);
		}
		/* It cannot have a second device for events. */
		KUNIT_EXPECT_EQ(test, dw_apb_probe(&plan[2].pdev), -EBUSY);
		KUNIT_EXPECT_EQ(test, plan[2].open, 0);
		plan_free_all();
	}
}

/* Channels are counted among those of the same owner. */
static void probe_index_by_owner(struct kunit *test)
{
	static const struct {
		const char *node;
		unsigned int channels[NODES];
		int index[NODES];
	} must[] = {
		{ "ssss", { 4, 4, 4, 4 }, { 0, 1, 2, 3 } },
		{ "hshs", { 4, 4, 4, 4 }, { 0, 1, 2, 3 } },
		{ "hehc", { 2, 2, 2, 2 }, { 0, 0, 1, 1 } },
	};
	struct dw_apb_layout layout = { };
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(must); i++) {
		plan_set(&(struct plan) { .twin = true, .node = must[i].node });
		dw_apb_node_find_twin();
		for (n = 0; n < NODES; n++) {
			struct dw_apb_node node = { .soc.np = &plan[n].np };

			KUNIT_EXPECT_EQ_MSG(test, dw_apb_node_index(&node, &layout),
					    must[i].index[n], "%s: node %u", must[i].node, n);
			KUNIT_EXPECT_EQ_MSG(test, layout.channels, must[i].channels[n],
					    "%s: node %u", must[i].node, n);
		}
	}
}

/* What the in-tree driver matches as a channel and the graft takes out with it. */
static void probe_strings(struct kunit *test)
{
	static const char * const must[] = {
		"snps,dw-apb-timer", "snps,dw-apb-timer-sp", "snps,dw-apb-timer-osc",
		"picochip,pc3x2-timer", "soc-timers,dw-apb-timer",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(must); i++)
		KUNIT_EXPECT_STREQ(test, dw_apb_match[i].compatible, must[i]);
	KUNIT_EXPECT_STREQ(test, dw_apb_match[i].compatible, "");
}

/* At each rate that a node may have, a channel is given time to notice what was written. */
static void probe_rates(struct kunit *test)
{
	const unsigned long rates[] = {
		dw_apb_desc.min_rate, DW_APB_FAST_HZ, dw_apb_desc.max_rate,
	};
	struct dw_apb_hw hw;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		dw_apb_init(&hw, NULL, rates[i]);
		KUNIT_EXPECT_GE_MSG(test, (u64)hw.settle_reads * DW_APB_READ_NS * rates[i],
				    (u64)NSEC_PER_SEC, "reads at %lu Hz", rates[i]);
		KUNIT_EXPECT_GE_MSG(test, (u64)hw.settle_us * 4 * rates[i], 5ULL * USEC_PER_SEC,
				    "delay at %lu Hz", rates[i]);
		/* Of the rate when the period of a tick is rounded. */
		KUNIT_EXPECT_LE_MSG(test, rates[i] + HZ / 2ULL, (u64)U32_MAX, "%lu Hz", rates[i]);
	}
}

static struct kunit_case probe_cases[] = {
	KUNIT_CASE(probe_forms),
	KUNIT_CASE(probe_resets),
	KUNIT_CASE(probe_shared_line),
	KUNIT_CASE(probe_index_by_owner),
	KUNIT_CASE(probe_strings),
	KUNIT_CASE(probe_rates),
	{ }
};

static struct kunit_suite probe_suite = {
	.name		= "soc_dw_apb_probe",
	.test_cases	= probe_cases,
};

kunit_test_suite(probe_suite);
