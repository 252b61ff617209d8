// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_node: what opening a device tree node provides, and what is undone when a
 * step fails. Trees are written and unflattened; clocks, resets, interrupts and mappings
 * are faked and counted. The source is compiled a second time.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/build_bug.h>
#include <linux/clk.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_fdt.h>
#include <linux/of_irq.h>
#include <linux/printk.h>
#include <linux/reset.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <soc-timers/optional.h>

/* A writer of its own: suites share nothing. */
#include "mct_fdt.c"

#define REG		0x10050000
#define RATE		24000000

/* Clocks in the order of "clocks". */
enum { BUS, TICK, CLOCKS };

/* Steps that may fail, in the order in which a node is opened. */
enum step {
	STEP_ADDRESS,
	STEP_MAP,
	STEP_GET_BUS,
	STEP_ENABLE_BUS,
	STEP_GET_TICK,
	STEP_ENABLE_TICK,
	STEP_HOLD_TICK,
	STEPS,
};

struct fake_clock {
	unsigned long rate;
	int gets;
	int enables;
	int holds;
};

/* What the kernel returns, and what is still held. */
static struct {
	struct fake_clock clock[CLOCKS];
	int fail[STEPS];
	resource_size_t size;
	resource_size_t mapped_from;
	unsigned long mapped;
	int maps;
	int nodes;
	int reset_get_err;
	int reset_deassert_err;
	int resets;
	int deasserts;
	int irq;
	unsigned int misplaced;

	unsigned int lines;
	unsigned int warnings;
	unsigned int deferrals;
	char text[400];
} kernel;

static __printf(1, 2) int fake_printk(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(kernel.text, sizeof(kernel.text), fmt, args);
	va_end(args);
	if (strstarts(kernel.text, KERN_WARNING))
		kernel.warnings++;
	else
		kernel.lines++;

	return 0;
}

static __printf(3, 4) int fake_err_probe(const struct device *dev, int err,
						const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(kernel.text, sizeof(kernel.text), fmt, args);
	va_end(args);
	kernel.deferrals++;

	return err;
}

static int fake_address(struct device_node *np, int index, struct resource *res)
{
	if (kernel.fail[STEP_ADDRESS])
		return kernel.fail[STEP_ADDRESS];
	*res = (struct resource) { .start = REG, .end = REG + kernel.size - 1 };

	return 0;
}

static char registers[16];

static void __iomem *fake_map(resource_size_t from, unsigned long size)
{
	if (kernel.fail[STEP_MAP])
		return NULL;
	kernel.maps++;
	kernel.mapped_from = from;
	kernel.mapped = size;

	return (void __iomem __force *)registers;
}

static void fake_unmap(void __iomem *base)
{
	if (base != (void __iomem __force *)registers)
		kernel.misplaced++;
	kernel.maps--;
}

static struct clk *to_clk(unsigned int which)
{
	return (struct clk *)&kernel.clock[which];
}

static struct fake_clock *to_fake(const struct clk *clk)
{
	return (struct fake_clock *)clk;
}

static struct clk *get_clock(unsigned int which)
{
	int err = kernel.fail[which == BUS ? STEP_GET_BUS : STEP_GET_TICK];

	if (err)
		return ERR_PTR(err);
	kernel.clock[which].gets++;

	return to_clk(which);
}

/* A node whose clocks have no names has one. */
static struct clk *fake_get_clock(struct device_node *np, int index)
{
	return index ? ERR_PTR(-ENOENT) : get_clock(TICK);
}

static struct clk *fake_get_clock_by_name(struct device_node *np, const char *name)
{
	return get_clock(strcmp(name, "pclk") ? TICK : BUS);
}

static void fake_put_clock(struct clk *clk)
{
	if (to_fake(clk)->enables || to_fake(clk)->holds)
		kernel.misplaced++;
	to_fake(clk)->gets--;
}

static int fake_enable_clock(struct clk *clk)
{
	int err = kernel.fail[clk == to_clk(BUS) ? STEP_ENABLE_BUS : STEP_ENABLE_TICK];

	if (err)
		return err;
	to_fake(clk)->enables++;

	return 0;
}

static void fake_disable_clock(struct clk *clk)
{
	if (to_fake(clk)->holds)
		kernel.misplaced++;
	to_fake(clk)->enables--;
}

static int fake_hold_rate(struct clk *clk)
{
	if (kernel.fail[STEP_HOLD_TICK])
		return kernel.fail[STEP_HOLD_TICK];
	to_fake(clk)->holds++;

	return 0;
}

static void fake_unhold_rate(struct clk *clk)
{
	to_fake(clk)->holds--;
}

/* A rate that is not held may change after it was read. */
static unsigned long fake_get_rate(struct clk *clk)
{
	if (!to_fake(clk)->holds)
		kernel.misplaced++;
	return to_fake(clk)->rate;
}

static struct device_node *fake_get_node(struct device_node *np)
{
	kernel.nodes++;
	return np;
}

static void fake_put_node(struct device_node *np)
{
	kernel.nodes--;
}

static struct reset_control *fake_get_reset(struct device_node *np, const char *name)
{
	if (kernel.reset_get_err)
		return ERR_PTR(kernel.reset_get_err);
	kernel.resets++;

	return (struct reset_control *)&kernel.resets;
}

static void fake_put_reset(struct reset_control *reset)
{
	kernel.resets--;
}

static int fake_deassert(struct reset_control *reset)
{
	if (kernel.reset_deassert_err)
		return kernel.reset_deassert_err;
	kernel.deasserts++;

	return 0;
}

static int fake_get_irq(struct device_node *np, int index)
{
	return kernel.irq > 0 ? kernel.irq + index : kernel.irq;
}

#undef printk
#define printk				fake_printk
#undef dev_err_probe
#define dev_err_probe			fake_err_probe
#define of_address_to_resource		fake_address
#undef ioremap
#define ioremap				fake_map
#undef iounmap
#define iounmap				fake_unmap
#define of_clk_get			fake_get_clock
#define of_clk_get_by_name		fake_get_clock_by_name
#define clk_put				fake_put_clock
#define clk_prepare_enable		fake_enable_clock
#define clk_disable_unprepare		fake_disable_clock
#define soc_hold_rate			fake_hold_rate
#define soc_unhold_rate			fake_unhold_rate
#define clk_get_rate			fake_get_rate
#undef of_node_get
#define of_node_get			fake_get_node
#undef of_node_put
#define of_node_put			fake_put_node
#define of_reset_control_get_shared	fake_get_reset
#define reset_control_put		fake_put_reset
#define reset_control_deassert		fake_deassert
#define of_irq_get			fake_get_irq
#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#include "../../drivers/node/node.c"

/**
 * struct forest - a tree of one node, and what is needed to free it
 * @w:		the writer
 * @flat:	what it wrote
 * @tree:	all nodes, in one piece
 * @np:		the node
 * @dev:	its device, in the form that has one
 */
struct forest {
	struct fdt_writer w;
	void *flat;
	void *tree;
	struct device_node *np;
	struct device dev;
};

#define NAMED		BIT(0)	/* clocks pclk and timer */
#define UNNAMED		BIT(1)	/* one clock, without a name */
#define PCLK_ONLY	BIT(2)
#define RESET		BIT(3)
#define FREQUENCY	BIT(4)	/* of RATE */
#define OLD_FREQUENCY	BIT(5)	/* the same, as clock-freq */
#define ZERO_FREQUENCY	BIT(6)

static void write_clocks(struct fdt_writer *w, unsigned int has)
{
	static const char both[] = "pclk\0timer";
	static const u32 phandles[] = { 1, 2 };

	if (has & NAMED) {
		fdt_writer_cells(w, "clocks", phandles, 2);
		fdt_writer_bytes(w, "clock-names", both, sizeof(both));
	}
	if (has & PCLK_ONLY) {
		fdt_writer_cells(w, "clocks", phandles, 1);
		fdt_writer_string(w, "clock-names", "pclk");
	}
	if (has & UNNAMED)
		fdt_writer_cells(w, "clocks", phandles, 1);
}

static void write_node(struct fdt_writer *w, unsigned int has)
{
	static const u32 rate = RATE, zero, phandle = 3;

	fdt_writer_begin_node(w, "timer@10050000");
	write_clocks(w, has);
	if (has & FREQUENCY)
		fdt_writer_cells(w, "clock-frequency", &rate, 1);
	if (has & ZERO_FREQUENCY)
		fdt_writer_cells(w, "clock-frequency", &zero, 1);
	if (has & OLD_FREQUENCY)
		fdt_writer_cells(w, "clock-freq", &rate, 1);
	if (has & RESET)
		fdt_writer_cells(w, "resets", &phandle, 1);
	fdt_writer_end_node(w);
}

static void fell(struct forest *f)
{
	kfree(f->tree);
	kfree(f->flat);
	f->tree = NULL;
	f->flat = NULL;
}

/* A node that is not open yet, of a device or early in boot. */
static struct soc_node node_with(struct kunit *test, unsigned int has, bool early)
{
	struct forest *f = test->priv;
	struct device_node *root;

	fell(f);
	memset(&f->w, 0, sizeof(f->w));
	fdt_writer_begin_node(&f->w, "");
	write_node(&f->w, has);
	fdt_writer_end_node(&f->w);
	f->flat = fdt_writer_finish(&f->w);
	KUNIT_ASSERT_NOT_NULL(test, f->flat);
	f->tree = of_fdt_unflatten_tree(f->flat, NULL, &root);
	KUNIT_ASSERT_NOT_NULL(test, f->tree);
	f->np = root->child;
	KUNIT_ASSERT_NOT_NULL(test, f->np);

	return SOC_NODE(f->np, early ? NULL : &f->dev);
}

/* Both clocks are there, by name. */
static const struct soc_node_desc mandatory = {
	.min_size	= 0x100,
	.tick_clock	= "timer",
	.bus_clock	= "pclk",
	.min_rate	= 1000,
	.max_rate	= 100000000,
};

/* As mandatory, but the node may give the rate. */
static const struct soc_node_desc optional = {
	.min_size	= 0x100,
	.tick_clock	= "timer",
	.bus_clock	= "pclk",
	.frequency	= true,
	.min_rate	= 1000,
	.max_rate	= 100000000,
};

/* One clock, and no registers in memory. */
static const struct soc_node_desc by_index = {
	.min_rate	= 1000,
	.max_rate	= 100000000,
};

static void kernel_reset(void)
{
	memset(&kernel, 0, sizeof(kernel));
	kernel.clock[BUS].rate = 100000000;
	kernel.clock[TICK].rate = RATE;
	kernel.size = 0x1000;
	kernel.irq = 40;
}

static void expect_nothing_held(struct kunit *test, const char *what)
{
	unsigned int i;

	for (i = 0; i < CLOCKS; i++) {
		KUNIT_EXPECT_EQ_MSG(test, kernel.clock[i].gets, 0, "%s: clock %u", what, i);
		KUNIT_EXPECT_EQ_MSG(test, kernel.clock[i].enables, 0, "%s: clock %u", what, i);
		KUNIT_EXPECT_EQ_MSG(test, kernel.clock[i].holds, 0, "%s: clock %u", what, i);
	}
	KUNIT_EXPECT_EQ_MSG(test, kernel.maps, 0, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.nodes, 0, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.resets, 0, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, kernel.misplaced, 0U, "%s: undone in a wrong order", what);
}

/* A node that could not be opened is unchanged: closing it by mistake does no harm. */
static void expect_not_open(struct kunit *test, const struct soc_node *n, const char *what)
{
	KUNIT_EXPECT_NULL_MSG(test, (void __force *)n->base, "%s", what);
	KUNIT_EXPECT_NULL_MSG(test, n->bus, "%s", what);
	KUNIT_EXPECT_NULL_MSG(test, n->tick, "%s", what);
	KUNIT_EXPECT_NULL_MSG(test, n->reset, "%s", what);
	KUNIT_EXPECT_EQ_MSG(test, n->rate, 0U, "%s", what);
}

/* Refused with @err and one line that has @cause and @remedy in it. */
static void expect_refused(struct kunit *test, struct soc_node *n,
			   const struct soc_node_desc *desc, int err, const char *cause,
			   const char *remedy)
{
	KUNIT_EXPECT_EQ_MSG(test, soc_node_open(n, desc), err, "%s", cause);
	KUNIT_EXPECT_EQ_MSG(test, kernel.lines, 1U, "%s", kernel.text);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(kernel.text, KBUILD_MODNAME ": /timer@10050000: "),
				  "%s", kernel.text);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(kernel.text, cause), "%s", kernel.text);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(kernel.text, remedy), "%s", kernel.text);
	expect_nothing_held(test, cause);
	expect_not_open(test, n, cause);
}

static void node_opens(struct kunit *test)
{
	struct soc_node n = node_with(test, NAMED, false);

	KUNIT_ASSERT_EQ(test, soc_node_open(&n, &mandatory), 0);
	KUNIT_EXPECT_EQ(test, n.rate, (u32)RATE);
	KUNIT_EXPECT_PTR_EQ(test, (void __force *)n.base, (void *)registers);
	KUNIT_EXPECT_PTR_EQ(test, n.bus, to_clk(BUS));
	KUNIT_EXPECT_PTR_EQ(test, n.tick, to_clk(TICK));
	KUNIT_EXPECT_EQ(test, kernel.clock[BUS].enables, 1);
	KUNIT_EXPECT_EQ_MSG(test, kernel.clock[BUS].holds, 0, "not counted: its rate may vary");
	KUNIT_EXPECT_EQ(test, kernel.clock[TICK].enables, 1);
	KUNIT_EXPECT_EQ(test, kernel.clock[TICK].holds, 1);
	KUNIT_EXPECT_EQ(test, kernel.mapped_from, (resource_size_t)REG);
	KUNIT_EXPECT_EQ(test, kernel.mapped, 0x100UL);
	KUNIT_EXPECT_EQ(test, kernel.nodes, 1);
	KUNIT_EXPECT_EQ_MSG(test, kernel.lines + kernel.warnings, 0U, "%s", kernel.text);

	soc_node_close(&n);
	expect_nothing_held(test, "closed");
}

/* The size of reg is only a lower bound for what is mapped. */
static void node_maps(struct kunit *test)
{
	struct soc_node_desc desc = mandatory;
	struct soc_node n = node_with(test, NAMED, false);

	desc.map_size = 0x2000;
	KUNIT_ASSERT_EQ(test, soc_node_open(&n, &desc), 0);
	KUNIT_EXPECT_EQ(test, kernel.mapped, 0x2000UL);
	soc_node_close(&n);

	kernel.size = 0x100;
	n = node_with(test, NAMED, false);
	KUNIT_ASSERT_EQ_MSG(test, soc_node_open(&n, &mandatory), 0, "just large enough");
	soc_node_close(&n);
	expect_nothing_held(test, "closed");

	kernel.size = 0xff;
	n = node_with(test, NAMED, false);
	expect_refused(test, &n, &mandatory, -EINVAL, "too small", "a size of at least 0x");
}

/* Each step, each kind of failure, both forms. */
static void node_undoes_each_step(struct kunit *test)
{
	static const int errors[] = { -EIO, -EPROBE_DEFER };
	struct soc_node n;
	unsigned int step, i, early;
	int err;

	for (step = 0; step < STEPS; step++) {
		for (i = 0; i < ARRAY_SIZE(errors); i++) {
			for (early = 0; early <= 1; early++) {
				kernel_reset();
				n = node_with(test, NAMED, early);
				kernel.fail[step] = errors[i];
				err = step == STEP_MAP ? -ENOMEM : errors[i];
				KUNIT_EXPECT_EQ_MSG(test, soc_node_open(&n, &mandatory), err,
						    "step %u", step);
				expect_nothing_held(test, kernel.text);
				expect_not_open(test, &n, kernel.text);
				KUNIT_EXPECT_EQ_MSG(test, kernel.lines, err != -EPROBE_DEFER,
						    "step %u: %s", step, kernel.text);
				KUNIT_EXPECT_EQ_MSG(test, kernel.deferrals,
						    err == -EPROBE_DEFER && !early,
						    "step %u: %s", step, kernel.text);
				KUNIT_EXPECT_EQ(test, kernel.warnings, 0U);
			}
		}
	}
}

static void node_bounds_rate(struct kunit *test)
{
	static const struct {
		unsigned long rate;
		int err;
	} rates[] = {
		{ 1, -EINVAL },
		{ 999, -EINVAL },
		{ 1000, 0 },
		{ 100000000, 0 },
		{ 100000001, -EINVAL },
		{ ULONG_MAX, -EINVAL },
	};
	struct soc_node n;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		kernel_reset();
		kernel.clock[TICK].rate = rates[i].rate;
		n = node_with(test, NAMED, false);
		if (rates[i].err) {
			expect_refused(test, &n, &mandatory, rates[i].err,
				       " Hz is outside 1000 Hz to 100000000 Hz",
				       "correct the clock");
			continue;
		}
		KUNIT_ASSERT_EQ_MSG(test, soc_node_open(&n, &mandatory), 0, "%lu Hz",
				    rates[i].rate);
		KUNIT_EXPECT_EQ(test, n.rate, (u32)rates[i].rate);
		soc_node_close(&n);
		expect_nothing_held(test, "closed");
	}
}

/* A clock without its parent has no rate yet; of_clk_get() returns it all the same. */
static void node_waits_for_rate(struct kunit *test)
{
	static const struct {
		const char *what;
		const struct soc_node_desc *desc;
		unsigned int has;
	} cases[] = {
		{ "named", &mandatory, NAMED },
		{ "no clock-frequency", &optional, NAMED },
		{ "by index", &by_index, UNNAMED },
	};
	struct soc_node n;
	unsigned int i, early;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		for (early = 0; early <= 1; early++) {
			kernel_reset();
			kernel.clock[TICK].rate = 0;
			n = node_with(test, cases[i].has, early);
			KUNIT_EXPECT_EQ_MSG(test, soc_node_open(&n, cases[i].desc),
					    -EPROBE_DEFER, "%s, early %u", cases[i].what, early);
			KUNIT_EXPECT_EQ_MSG(test, kernel.lines + kernel.warnings, 0U, "%s: %s",
					    cases[i].what, kernel.text);
			KUNIT_EXPECT_EQ_MSG(test, kernel.deferrals, !early, "%s", cases[i].what);
			if (!early)
				KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(kernel.text, "has no rate"),
							  "%s", kernel.text);
			expect_nothing_held(test, cases[i].what);
			expect_not_open(test, &n, cases[i].what);

			kernel.clock[TICK].rate = RATE;
			KUNIT_ASSERT_EQ_MSG(test, soc_node_open(&n, cases[i].desc), 0,
					    "%s: the parent has come", cases[i].what);
			soc_node_close(&n);
		}
	}
}

static void node_frequency(struct kunit *test)
{
	static const struct {
		const char *what;
		unsigned int has;
		unsigned long clock;
		unsigned int warnings;
		int enables[CLOCKS];
	} cases[] = {
		{ "alone", FREQUENCY, 0, 0, { 0, 0 } },
		{ "alone, old name", OLD_FREQUENCY, 0, 0, { 0, 0 } },
		{ "both names", FREQUENCY | OLD_FREQUENCY, 0, 0, { 0, 0 } },
		{ "with a bus clock", FREQUENCY | PCLK_ONLY, 0, 0, { 1, 0 } },
		{ "the same as the clock", FREQUENCY | NAMED, RATE, 0, { 1, 1 } },
		{ "other than the clock", FREQUENCY | NAMED, RATE + 1, 1, { 1, 1 } },
		{ "with a clock that does not know", FREQUENCY | NAMED, 0, 0, { 1, 1 } },
		{ "without it", NAMED, RATE, 0, { 1, 1 } },
	};
	struct soc_node n;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		kernel_reset();
		kernel.clock[TICK].rate = cases[i].clock;
		n = node_with(test, cases[i].has, false);
		KUNIT_ASSERT_EQ_MSG(test, soc_node_open(&n, &optional), 0, "%s", cases[i].what);
		KUNIT_EXPECT_EQ_MSG(test, n.rate, (u32)RATE, "%s", cases[i].what);
		KUNIT_EXPECT_EQ_MSG(test, kernel.clock[BUS].enables, cases[i].enables[BUS],
				    "%s", cases[i].what);
		KUNIT_EXPECT_EQ_MSG(test, kernel.clock[TICK].enables, cases[i].enables[TICK],
				    "%s", cases[i].what);
		KUNIT_EXPECT_EQ_MSG(test, kernel.warnings, cases[i].warnings, "%s: %s",
				    cases[i].what, kernel.text);
		KUNIT_EXPECT_EQ_MSG(test, kernel.lines, 0U, "%s: %s", cases[i].what, kernel.text);
		soc_node_close(&n);
		expect_nothing_held(test, cases[i].what);
	}
}

static void node_frequency_refused(struct kunit *test)
{
	struct soc_node n = node_with(test, 0, false);

	expect_refused(test, &n, &optional, -EINVAL,
		       "neither clock \"timer\" nor clock-frequency", "give the node one of them");

	kernel_reset();
	n = node_with(test, PCLK_ONLY, false);
	expect_refused(test, &n, &optional, -EINVAL,
		       "neither clock \"timer\" nor clock-frequency", "give the node one of them");

	kernel_reset();
	n = node_with(test, ZERO_FREQUENCY | NAMED, false);
	expect_refused(test, &n, &optional, -EINVAL, "rate 0 Hz is outside", "clock-frequency");

	/* A driver that does not let the node give its rate. */
	kernel_reset();
	n = node_with(test, FREQUENCY, false);
	expect_refused(test, &n, &mandatory, -ENOENT, "no clock \"pclk\"", "clock-names");

	kernel_reset();
	n = node_with(test, FREQUENCY | PCLK_ONLY, false);
	expect_refused(test, &n, &mandatory, -ENOENT, "no clock \"timer\"", "clock-names");

	/* A clock that is named and late is waited for: its timer may need it to run. */
	kernel_reset();
	n = node_with(test, FREQUENCY | NAMED, false);
	kernel.fail[STEP_GET_TICK] = -EPROBE_DEFER;
	KUNIT_EXPECT_EQ(test, soc_node_open(&n, &optional), -EPROBE_DEFER);
	KUNIT_EXPECT_EQ_MSG(test, kernel.lines, 0U, "%s", kernel.text);
	expect_nothing_held(test, "late");
}

/* Like ARC's timers, which have no memory-mapped registers either. */
static void node_clock_by_index(struct kunit *test)
{
	struct soc_node n = node_with(test, UNNAMED, true);

	KUNIT_ASSERT_EQ(test, soc_node_open(&n, &by_index), 0);
	KUNIT_EXPECT_EQ(test, n.rate, (u32)RATE);
	KUNIT_EXPECT_NULL(test, (void __force *)n.base);
	KUNIT_EXPECT_NULL(test, n.bus);
	KUNIT_EXPECT_EQ(test, kernel.clock[TICK].holds, 1);
	soc_node_close(&n);
	expect_nothing_held(test, "closed");

	n = node_with(test, 0, true);
	expect_refused(test, &n, &by_index, -ENOENT, "no clock", "give the node clocks");
	KUNIT_EXPECT_NULL_MSG(test, strstr(kernel.text, "clock-names"),
			      "a clock without a name needs none: %s", kernel.text);

	kernel_reset();
	n = node_with(test, UNNAMED, true);
	kernel.fail[STEP_GET_TICK] = -ENOENT;
	expect_refused(test, &n, &by_index, -ENOENT, "cannot get", "check clocks");
}

/* Resets */

static struct soc_node open_node(struct kunit *test, unsigned int has, bool early)
{
	struct soc_node n;

	kernel_reset();
	n = node_with(test, has, early);
	KUNIT_ASSERT_EQ(test, soc_node_open(&n, &mandatory), 0);

	return n;
}

static void node_reset(struct kunit *test)
{
	struct soc_node n;
	unsigned int early;

	for (early = 0; early <= 1; early++) {
		n = open_node(test, NAMED, early);
		KUNIT_EXPECT_EQ(test, soc_node_deassert_reset(&n), 0);
		KUNIT_EXPECT_NULL_MSG(test, n.reset, "the node has none");
		KUNIT_EXPECT_EQ(test, kernel.resets + kernel.deasserts, 0);
		soc_node_close(&n);
		expect_nothing_held(test, "without a reset");

		n = open_node(test, NAMED | RESET, early);
		KUNIT_EXPECT_EQ(test, soc_node_deassert_reset(&n), 0);
		KUNIT_EXPECT_EQ(test, kernel.deasserts, 1);
		KUNIT_EXPECT_NOT_NULL(test, n.reset);
		KUNIT_EXPECT_EQ_MSG(test, kernel.lines + kernel.warnings, 0U, "%s", kernel.text);
		soc_node_close(&n);
		expect_nothing_held(test, "with a reset");
	}
}

static void node_reset_fails(struct kunit *test)
{
	/* What each form does about an error: go on with a warning, wait, or refuse. */
	enum { GO_ON, WAIT, REFUSE };
	static const struct {
		const char *what;
		int get_err, deassert_err;
		int must[2];	/* as a device, early */
	} cases[] = {
		{ "no controller yet", -EPROBE_DEFER, 0, { WAIT, GO_ON } },
		{ "CONFIG_RESET_CONTROLLER=n", -ENOTSUPP, 0, { GO_ON, GO_ON } },
		{ "CONFIG_RESET_CONTROLLER=n, later kernels", -EOPNOTSUPP, 0, { GO_ON, GO_ON } },
		{ "a wrong phandle", -ENOENT, 0, { REFUSE, GO_ON } },
		{ "another driver has it exclusively", -EBUSY, 0, { REFUSE, GO_ON } },
		{ "it does not work", 0, -EIO, { REFUSE, GO_ON } },
	};
	unsigned int i, early;
	struct soc_node n;
	char what[60];
	int err, must;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		for (early = 0; early <= 1; early++) {
			n = open_node(test, NAMED | RESET, early);
			kernel.reset_get_err = cases[i].get_err;
			kernel.reset_deassert_err = cases[i].deassert_err;
			must = cases[i].must[early];
			err = 0;
			if (must != GO_ON)
				err = cases[i].get_err ?: cases[i].deassert_err;
			snprintf(what, sizeof(what), "%s, early %u", cases[i].what, early);
			KUNIT_EXPECT_EQ_MSG(test, soc_node_deassert_reset(&n), err, "%s", what);
			KUNIT_EXPECT_EQ_MSG(test, kernel.warnings, must == GO_ON, "%s: %s", what,
					    kernel.text);
			KUNIT_EXPECT_EQ_MSG(test, kernel.lines, must == REFUSE, "%s: %s", what,
					    kernel.text);
			KUNIT_EXPECT_EQ_MSG(test, kernel.deferrals, must == WAIT, "%s: %s", what,
					    kernel.text);
			KUNIT_EXPECT_NULL_MSG(test, n.reset, "%s", cases[i].what);
			KUNIT_EXPECT_EQ_MSG(test, kernel.resets, 0, "%s", cases[i].what);
			soc_node_close(&n);
			expect_nothing_held(test, cases[i].what);
		}
	}
}

/* Interrupts */

static void node_irq(struct kunit *test)
{
	struct soc_node n = node_with(test, 0, false);

	KUNIT_EXPECT_EQ(test, soc_node_irq(&n, 0), 40);
	KUNIT_EXPECT_EQ(test, soc_node_irq(&n, 2), 42);
	KUNIT_EXPECT_EQ(test, kernel.lines, 0U);

	kernel.irq = 0;
	KUNIT_EXPECT_EQ(test, soc_node_irq(&n, 3), -EINVAL);
	KUNIT_EXPECT_EQ(test, kernel.lines, 1U);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(kernel.text, "interrupt 3"), "%s", kernel.text);

	kernel.irq = -ENXIO;
	KUNIT_EXPECT_EQ(test, soc_node_irq(&n, 0), -ENXIO);
	KUNIT_EXPECT_EQ(test, kernel.lines, 2U);

	kernel.irq = -EPROBE_DEFER;
	KUNIT_EXPECT_EQ(test, soc_node_irq(&n, 0), -EPROBE_DEFER);
	KUNIT_EXPECT_EQ_MSG(test, kernel.lines, 2U, "%s", kernel.text);
	KUNIT_EXPECT_EQ(test, kernel.deferrals, 1U);

	n = node_with(test, 0, true);
	KUNIT_EXPECT_EQ(test, soc_node_irq(&n, 0), -EPROBE_DEFER);
	KUNIT_EXPECT_EQ_MSG(test, kernel.lines, 2U, "%s", kernel.text);
	KUNIT_EXPECT_EQ(test, kernel.deferrals, 1U);
	expect_nothing_held(test, "interrupts");
}

static int node_kunit_init(struct kunit *test)
{
	kernel_reset();
	test->priv = kunit_kzalloc(test, sizeof(struct forest), GFP_KERNEL);

	return test->priv ? 0 : -ENOMEM;
}

static void node_kunit_exit(struct kunit *test)
{
	if (test->priv)
		fell(test->priv);
}

static struct kunit_case node_cases[] = {
	KUNIT_CASE(node_opens),
	KUNIT_CASE(node_maps),
	KUNIT_CASE(node_undoes_each_step),
	KUNIT_CASE(node_bounds_rate),
	KUNIT_CASE(node_waits_for_rate),
	KUNIT_CASE(node_frequency),
	KUNIT_CASE(node_frequency_refused),
	KUNIT_CASE(node_clock_by_index),
	KUNIT_CASE(node_reset),
	KUNIT_CASE(node_reset_fails),
	KUNIT_CASE(node_irq),
	{ }
};

static struct kunit_suite node_suite = {
	.name = "soc_node",
	.init = node_kunit_init,
	.exit = node_kunit_exit,
	.test_cases = node_cases,
};

kunit_test_suite(node_suite);

MODULE_AUTHOR("soc-timers contributors");
MODULE_DESCRIPTION("KUnit suites of what drivers share about device tree nodes and mode=");
MODULE_LICENSE("GPL");
