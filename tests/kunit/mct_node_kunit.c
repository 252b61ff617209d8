// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_mct_node: correct and faulty device trees, one by one. Each faulty one must
 * give its error and one line that names the node, the cause and the remedy, and leave
 * nothing held. drivers/node/node.c is compiled a second time as well.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/clk.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_fdt.h>
#include <linux/of_irq.h>
#include <linux/prandom.h>
#include <linux/printk.h>
#include <linux/reset.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <soc-timers/optional.h>

#define RATE		24000000

static struct {
	unsigned int lines;
	char text[320];
} logged;

/* What the machine has, and what the code under test holds of it. */
static struct {
	unsigned long rate;
	unsigned int busy_irq, unmapped_irq;
	struct device_node *cpus, *irq_parent;
	unsigned int clocks, enabled, held, mapped;
	resource_size_t map_start, map_size;
} machine;

static __printf(1, 2) void log_line(const char *fmt, ...)
{
	va_list args;

	logged.lines++;
	va_start(args, fmt);
	vsnprintf(logged.text, sizeof(logged.text), fmt, args);
	va_end(args);
}

static void __iomem *fake_ioremap(resource_size_t start, resource_size_t size)
{
	machine.mapped++;
	machine.map_start = start;
	machine.map_size = size;

	return (__force void __iomem *)&machine;
}

static struct clk *fake_clk_get(struct device_node *np, const char *name)
{
	if (!of_find_property(np, "clocks", NULL))
		return ERR_PTR(-ENOENT);
	machine.clocks++;

	return (struct clk *)&machine;
}

static int fake_clk_enable(void)
{
	machine.enabled++;
	return 0;
}

static int fake_clk_hold(void)
{
	machine.held++;
	return 0;
}

/* Interrupt number I of a node has the Linux number 100 + I. */
static int fake_irq_get(int index)
{
	return index == machine.unmapped_irq ? -EINVAL : 100 + index;
}

static struct device_node *fake_cpu_node(int cpu, unsigned int *thread)
{
	struct device_node *np = machine.cpus ? machine.cpus->child : NULL;

	for (; np && cpu; cpu--)
		np = np->sibling;

	return of_node_get(np);
}

/*
 * Without interrupt domains a kernel cannot parse interrupts either. The trees of this
 * suite have three cells for each, and the root as controller.
 */
#if !IS_ENABLED(CONFIG_OF_IRQ)
static int mct_kunit_irq_parse_one(struct device_node *np, int index,
				   struct of_phandle_args *irq)
{
	u32 cell;
	int ret;

	ret = of_property_read_u32_index(np, "interrupts", 3 * index + 2, &cell);
	irq->np = ret ? NULL : of_get_parent(np);

	return ret;
}

#define of_irq_parse_one(np, index, irq)	mct_kunit_irq_parse_one(np, index, irq)
#endif

#define of_irq_get(np, index)		((void)(np), fake_irq_get(index))
#define of_irq_find_parent(np)		((void)(np), of_node_get(machine.irq_parent))
#define soc_irq_has_action(irq)		((irq) == machine.busy_irq)
#define of_get_cpu_node			fake_cpu_node
#undef ioremap
#define ioremap				fake_ioremap
#undef iounmap
#define iounmap(base)			((void)(base), machine.mapped--)
#define of_clk_get_by_name		fake_clk_get
#define clk_prepare_enable(clk)		((void)(clk), fake_clk_enable())
#define clk_disable_unprepare(clk)	((void)(clk), machine.enabled--)
#define clk_put(clk)			((void)(clk), machine.clocks--)
#define soc_hold_rate(clk)		((void)(clk), fake_clk_hold())
#define soc_unhold_rate(clk)		((void)(clk), machine.held--)
#define clk_get_rate(clk)		((void)(clk), machine.rate)
#undef printk
#define printk				log_line
#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#include "../../drivers/node/node.c"
#include "../../drivers/exynos-mct/node.c"
#include "mct_fdt.h"

#define ABSENT		-1

/**
 * struct mct_tree - a node of the MCT
 * @what:	what is special about it
 * @compatible:	one or two strings, one after the other, see @second
 * @second:	a second string, or NULL
 * @reg:	size of the registers; 0: no reg
 * @names:	clock-names: strings with a zero after each; NULL: none
 * @names_length: of @names
 * @no_clocks:	there is no clocks property
 * @shared:	with samsung,frc-shared
 * @irqs:	number of interrupts
 * @locals:	length of samsung,local-timers in cells; ABSENT: without it
 * @local:	its cells
 * @odd:	further bytes in it
 * @cpus:	number of possible CPUs
 * @mpidr:	reg of the CPU nodes in the order of CPU numbers; all zero: no such nodes
 * @cells:	their #address-cells, 0: 1
 * @err:	expected error
 * @cause:	expected in the line that reports the error
 * @remedy:	likewise
 */
struct mct_tree {
	const char *what;
	const char *compatible;
	const char *second;
	u32 reg;
	const char *names;
	unsigned int names_length;
	bool no_clocks;
	bool shared;
	unsigned int irqs;
	int locals;
	u32 local[20];
	unsigned int odd;
	unsigned int cpus;
	u32 mpidr[4];
	u32 cells;
	int err;
	const char *cause;
	const char *remedy;
};

#define NAMES(strings)	.names = strings, .names_length = sizeof(strings)
#define BOTH		NAMES("fin_pll\0mct")
#define SPI		.compatible = "samsung,exynos4210-mct"
#define PPI		.compatible = "samsung,exynos4412-mct"
#define FINE		.reg = 0x800, BOTH, .locals = ABSENT

static void write_compatible(struct fdt_writer *w, const struct mct_tree *t)
{
	char both[80] = "";
	size_t first = strlen(t->compatible) + 1;

	strscpy(both, t->compatible, sizeof(both));
	if (!t->second) {
		fdt_writer_bytes(w, "compatible", both, first);
		return;
	}
	strscpy(both + first, t->second, sizeof(both) - first);
	fdt_writer_bytes(w, "compatible", both, first + strlen(t->second) + 1);
}

static void write_locals(struct fdt_writer *w, const struct mct_tree *t)
{
	__be32 cells[ARRAY_SIZE(t->local) + 1] = { };
	int i;

	if (t->locals == ABSENT)
		return;
	for (i = 0; i < t->locals; i++)
		cells[i] = cpu_to_be32(t->local[i]);
	fdt_writer_bytes(w, "samsung,local-timers", cells, t->locals * 4 + t->odd);
}

static void write_node(struct fdt_writer *w, const struct mct_tree *t)
{
	u32 cells[3 * 24] = { };
	unsigned int i;

	fdt_writer_begin_node(w, "timer@10050000");
	if (t->compatible)
		write_compatible(w, t);
	cells[0] = 0x10050000;
	cells[1] = t->reg;
	if (t->reg)
		fdt_writer_cells(w, "reg", cells, 2);
	cells[0] = 1;
	cells[1] = 2;
	if (!t->no_clocks)
		fdt_writer_cells(w, "clocks", cells, 2);
	if (t->names)
		fdt_writer_bytes(w, "clock-names", t->names, t->names_length);
	if (t->shared)
		fdt_writer_bytes(w, "samsung,frc-shared", NULL, 0);
	for (i = 0; i < t->irqs; i++) {
		cells[3 * i] = 0;
		cells[3 * i + 1] = 40 + i;
		cells[3 * i + 2] = 4;
	}
	if (t->irqs)
		fdt_writer_cells(w, "interrupts", cells, 3 * t->irqs);
	write_locals(w, t);
	fdt_writer_end_node(w);
}

static void write_cpus(struct fdt_writer *w, const struct mct_tree *t)
{
	const u32 cells = t->cells ?: 1;
	char name[] = "cpu@0";
	unsigned int cpu;

	fdt_writer_begin_node(w, "cpus");
	fdt_writer_cells(w, "#address-cells", &cells, 1);
	for (cpu = 0; cpu < ARRAY_SIZE(t->mpidr); cpu++) {
		const u32 reg[2] = { cells == 2 ? 1 : t->mpidr[cpu], t->mpidr[cpu] };

		name[4] = '0' + cpu;
		fdt_writer_begin_node(w, name);
		fdt_writer_cells(w, "reg", reg, cells);
		fdt_writer_end_node(w);
	}
	fdt_writer_end_node(w);
}

/* Below a root that is an interrupt controller, so that no node needs a phandle. */
static void write_tree(struct fdt_writer *w, const struct mct_tree *t)
{
	static const u32 one = 1, three = 3;

	memset(w, 0, sizeof(*w));
	fdt_writer_begin_node(w, "");
	fdt_writer_cells(w, "#address-cells", &one, 1);
	fdt_writer_cells(w, "#size-cells", &one, 1);
	fdt_writer_cells(w, "#interrupt-cells", &three, 1);
	fdt_writer_bytes(w, "interrupt-controller", NULL, 0);
	write_node(w, t);
	if (memchr_inv(t->mpidr, 0, sizeof(t->mpidr)))
		write_cpus(w, t);
	fdt_writer_end_node(w);
}

/**
 * struct mct_forest - what unflattening needs, and what is freed afterwards
 * @w:		the writer
 * @flat:	what it wrote
 * @tree:	all nodes, in one piece
 * @root:	the first of them
 */
struct mct_forest {
	struct fdt_writer w;
	void *flat;
	void *tree;
	struct device_node *root;
};

static void fell(struct mct_forest *f)
{
	kfree(f->tree);
	kfree(f->flat);
	f->tree = NULL;
	f->flat = NULL;
}

static struct device_node *grow(struct kunit *test, struct mct_forest *f)
{
	f->flat = fdt_writer_finish(&f->w);
	KUNIT_ASSERT_NOT_NULL(test, f->flat);
	f->tree = of_fdt_unflatten_tree(f->flat, NULL, &f->root);
	KUNIT_ASSERT_NOT_NULL(test, f->tree);
	KUNIT_ASSERT_NOT_NULL(test, f->root->child);
	machine.cpus = f->root->child->sibling;

	return f->root->child;
}

static int open_node(struct mct_node *n, unsigned int cpus)
{
	int ret;

	memset(&logged, 0, sizeof(logged));
	ret = mct_node_parse(n);
	ret = ret ?: mct_node_parse_events(n, cpus);
	return ret ?: mct_node_open(n);
}

static void expect_nothing_held(struct kunit *test, unsigned int round)
{
	KUNIT_EXPECT_EQ_MSG(test, machine.mapped, 0U, "round %u", round);
	KUNIT_EXPECT_EQ_MSG(test, machine.clocks, 0U, "round %u", round);
	KUNIT_EXPECT_EQ_MSG(test, machine.enabled, 0U, "round %u", round);
	KUNIT_EXPECT_EQ_MSG(test, machine.held, 0U, "round %u", round);
}

static void describe(const struct mct_tree *t, char *desc)
{
	strscpy(desc, t->what, KUNIT_PARAM_DESC_SIZE);
}

/* Correct ones */

static const struct mct_tree right[] = {
	{ "4210, two CPUs", SPI, FINE, .irqs = 6, .cpus = 2 },
	{ "4210, one CPU of two", SPI, FINE, .irqs = 6, .cpus = 1 },
	{ "4412, one per-CPU interrupt", PPI, FINE, .irqs = 5, .cpus = 4 },
	{ "4412, per-CPU interrupt listed for each", PPI, FINE, .irqs = 8, .cpus = 4 },
	{ "eight CPUs, reg too short for them", SPI, FINE, .irqs = 12, .cpus = 8 },
	{ "sixteen CPUs", SPI, FINE, .irqs = 20, .cpus = 16 },
	{ "shared counter, timers 4 to 7", SPI, .reg = 0x800, BOTH, .shared = true,
	  .irqs = 12, .locals = 4, .local = { 4, 5, 6, 7 }, .cpus = 4 },
	{ "list longer than CPUs", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 16,
	  .local = { 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 }, .cpus = 2 },
	{ "a chip's own string first", .compatible = "samsung,exynos5250-mct",
	  .second = "samsung,exynos4210-mct", FINE, .irqs = 6, .cpus = 2 },
	{ "handed over, 4210", .compatible = "soc-timers,exynos4210-mct", FINE, .irqs = 6,
	  .cpus = 2 },
	{ "handed over, 4412", .compatible = "soc-timers,exynos4412-mct", FINE, .irqs = 5,
	  .cpus = 2 },
	{ "handed over, with the standard string after", .compatible = "soc-timers,exynos4412-mct",
	  .second = "samsung,exynos4210-mct", FINE, .irqs = 5, .cpus = 2 },
	{ "handed over comes second", SPI, .second = "soc-timers,exynos4412-mct", FINE,
	  .irqs = 6, .cpus = 2 },
	{ "clocks in another order", SPI, .reg = 0x800, NAMES("mct\0other\0fin_pll"),
	  .locals = ABSENT, .irqs = 6, .cpus = 2 },
	{ "smallest reg", SPI, .reg = 0x250, BOTH, .locals = ABSENT, .irqs = 6, .cpus = 2 },
	{ "4412, booted on core 2", PPI, FINE, .irqs = 5, .cpus = 4,
	  .mpidr = { 0xa02, 0xa00, 0xa01, 0xa03 } },
	{ "4412, reg of two cells", PPI, FINE, .irqs = 5, .cpus = 4, .cells = 2,
	  .mpidr = { 0x103, 0x102, 0x101, 0x100 } },
	{ "4412, timers listed by logical CPU", PPI, .reg = 0x800, BOTH, .irqs = 5,
	  .locals = 4, .local = { 1, 0, 3, 2 }, .cpus = 4,
	  .mpidr = { 0xa02, 0xa00, 0xa01, 0xa03 } },
	{ "4210, an interrupt each, booted on core 1", SPI, FINE, .irqs = 8, .cpus = 4,
	  .mpidr = { 0x901, 0x900, 0x902, 0x903 } },
};

KUNIT_ARRAY_PARAM(right, right, describe);

/*
 * A PPI belongs to the core; otherwise the list of timers decides, or the driver that
 * directs them.
 */
static unsigned int expected_timer(const struct mct_tree *t, unsigned int cpu)
{
	if (t->locals != ABSENT)
		return t->local[cpu];
	if (strstr(t->compatible, "4412") && memchr_inv(t->mpidr, 0, sizeof(t->mpidr)))
		return t->mpidr[cpu] & 0xff;

	return cpu;
}

static void mct_right_tree(struct kunit *test)
{
	const struct mct_tree *t = test->param_value;
	struct mct_forest *f = test->priv;
	struct mct_node n = { };
	unsigned int cpu, timer, end = 0x250;

	write_tree(&f->w, t);
	n.soc = (struct soc_node) { .tag = "soc_mct", .np = grow(test, f) };
	KUNIT_ASSERT_EQ_MSG(test, open_node(&n, t->cpus), 0, "%s", logged.text);
	KUNIT_EXPECT_EQ_MSG(test, logged.lines, 0U, "%s", logged.text);

	KUNIT_EXPECT_EQ(test, n.handed_over, strstarts(t->compatible, "soc-timers,"));
	KUNIT_EXPECT_EQ(test, n.ppi, !!strstr(t->compatible, "4412"));
	KUNIT_EXPECT_EQ(test, n.frc_shared, t->shared);
	KUNIT_EXPECT_EQ(test, n.cpus, t->cpus);
	for (cpu = 0; cpu < t->cpus; cpu++) {
		timer = expected_timer(t, cpu);
		KUNIT_EXPECT_EQ(test, n.local[cpu], timer);
		KUNIT_EXPECT_EQ(test, mct_local_irq(&n, cpu), n.ppi ? 4 : 4 + timer);
		end = max(end, 0x300 + 0x100 * timer + 0x44);
	}
	KUNIT_EXPECT_EQ(test, machine.map_start, (resource_size_t)0x10050000);
	KUNIT_EXPECT_EQ(test, machine.map_size, (resource_size_t)end);
	KUNIT_EXPECT_EQ(test, n.soc.rate, (u32)RATE);
	KUNIT_EXPECT_EQ(test, n.hw.patience, RATE / 1000U);
	KUNIT_EXPECT_TRUE(test, n.global.reg == n.soc.base + 0x24c);

	KUNIT_EXPECT_EQ(test, machine.enabled, 2U);
	KUNIT_EXPECT_EQ_MSG(test, machine.held, 1U, "its rate could be changed");
	mct_node_close(&n);
	expect_nothing_held(test, 0);
}

/* Faulty ones */

static const struct mct_tree wrong[] = {
	{ "no compatible", FINE, .irqs = 6, .cpus = 2,
	  .err = -ENODEV, .cause = "no compatible string", .remedy = "samsung,exynos4210-mct" },
	{ "another device", .compatible = "samsung,exynos4210-pwm", FINE, .irqs = 6, .cpus = 2,
	  .err = -ENODEV, .cause = "no compatible string", .remedy = "samsung,exynos4210-mct" },
	{ "no reg", SPI, BOTH, .locals = ABSENT, .irqs = 6, .cpus = 2,
	  .err = -EINVAL, .cause = "no address", .remedy = "reg property" },
	{ "reg too small", SPI, .reg = 0x24c, BOTH, .locals = ABSENT, .irqs = 6, .cpus = 2,
	  .err = -EINVAL, .cause = "too small", .remedy = "reg needs a size of at least 0x" },
	{ "no clocks", SPI, FINE, .no_clocks = true, .irqs = 6, .cpus = 2,
	  .err = -ENOENT, .cause = "cannot get clock \"mct\"", .remedy = "check clocks" },
	{ "no clock-names", SPI, .reg = 0x800, .locals = ABSENT, .irqs = 6, .cpus = 2,
	  .err = -ENOENT, .cause = "no clock \"mct\"", .remedy = "clock-names" },
	{ "no fin_pll", SPI, .reg = 0x800, NAMES("mct"), .locals = ABSENT, .irqs = 6, .cpus = 2,
	  .err = -ENOENT, .cause = "no clock \"fin_pll\"", .remedy = "clock-names" },
	{ "no mct clock", SPI, .reg = 0x800, NAMES("fin_pll"), .locals = ABSENT, .irqs = 6,
	  .cpus = 2,
	  .err = -ENOENT, .cause = "no clock \"mct\"", .remedy = "clock-names" },
	{ "no interrupts", SPI, FINE, .irqs = 0, .cpus = 2,
	  .err = -EINVAL, .cause = "0 interrupts are too few", .remedy = "list those of" },
	{ "comparators' interrupts only", SPI, FINE, .irqs = 4, .cpus = 1,
	  .err = -EINVAL, .cause = "4 interrupts are too few",
	  .remedy = "one for each local timer" },
	{ "one interrupt too few", SPI, FINE, .irqs = 7, .cpus = 4,
	  .err = -EINVAL, .cause = "local timer 3 of CPU 3", .remedy = "one for each local timer" },
	{ "too few for the list", SPI, .reg = 0x800, BOTH, .irqs = 6, .locals = 2,
	  .local = { 0, 2 }, .cpus = 2,
	  .err = -EINVAL, .cause = "local timer 2 of CPU 1", .remedy = "number 6" },
	{ "4412 with a per-CPU interrupt alone", PPI, FINE, .irqs = 1, .cpus = 4,
	  .err = -EINVAL, .cause = "1 interrupts are too few", .remedy = "then the per-CPU one" },
	{ "too many interrupts", SPI, FINE, .irqs = 21, .cpus = 2,
	  .err = -EINVAL, .cause = "more than 20 interrupts",
	  .remedy = "one for each local timer" },
	{ "far too many interrupts", SPI, FINE, .irqs = 24, .cpus = 2,
	  .err = -EINVAL, .cause = "more than 20 interrupts",
	  .remedy = "one for each local timer" },
	{ "empty local-timers", SPI, .reg = 0x800, BOTH, .irqs = 6, .locals = 0, .cpus = 2,
	  .err = -EINVAL, .cause = "samsung,local-timers", .remedy = "leave it out" },
	{ "local-timers of odd length", SPI, .reg = 0x800, BOTH, .irqs = 6, .locals = 2,
	  .local = { 0, 1 }, .odd = 2, .cpus = 2,
	  .err = -EINVAL, .cause = "samsung,local-timers", .remedy = "leave it out" },
	{ "local-timers too long", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 17,
	  .local = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0 }, .cpus = 2,
	  .err = -EINVAL, .cause = "has 17 entries", .remedy = "only 16 timers" },
	{ "local-timers too short", SPI, .reg = 0x800, BOTH, .irqs = 8, .locals = 2,
	  .local = { 0, 1 }, .cpus = 4,
	  .err = -EINVAL, .cause = "2 local timers for 4 CPUs", .remedy = "nr_cpus=2" },
	{ "local-timers out of range", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 2,
	  .local = { 0, 16 }, .cpus = 2,
	  .err = -EINVAL, .cause = "CPU 1 timer 16", .remedy = "use 0 to 15" },
	{ "local-timers far out of range", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 2,
	  .local = { 0xffffffff, 0 }, .cpus = 2,
	  .err = -EINVAL, .cause = "CPU 0 timer 4294967295", .remedy = "use 0 to 15" },
	{ "local-timers duplicated", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 3,
	  .local = { 1, 2, 1 }, .cpus = 2,
	  .err = -EINVAL, .cause = "timer 1 to two CPUs", .remedy = "give each its own" },
	{ "more CPUs than timers", PPI, FINE, .irqs = 5, .cpus = 17,
	  .err = -EINVAL, .cause = "16 local timers for 17 CPUs", .remedy = "nr_cpus=16" },
	{ "4412 with two clusters", PPI, FINE, .irqs = 5, .cpus = 4,
	  .mpidr = { 0x000, 0x001, 0x100, 0x101 },
	  .err = -EINVAL, .cause = "CPU 2", .remedy = "samsung,local-timers" },
	{ "4412 with core 16", PPI, FINE, .irqs = 5, .cpus = 2,
	  .mpidr = { 0x000, 0x010, 0x001, 0x002 },
	  .err = -EINVAL, .cause = "names core 16", .remedy = "reg of the CPU nodes" },
};

KUNIT_ARRAY_PARAM(wrong, wrong, describe);

static void mct_wrong_tree(struct kunit *test)
{
	const struct mct_tree *t = test->param_value;
	struct mct_forest *f = test->priv;
	struct mct_node n = { };

	write_tree(&f->w, t);
	n.soc = (struct soc_node) { .tag = "soc_mct", .np = grow(test, f) };
	KUNIT_EXPECT_EQ(test, open_node(&n, t->cpus), t->err);
	KUNIT_EXPECT_EQ_MSG(test, logged.lines, 1U, "%s", logged.text);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(logged.text, t->cause), "\"%s\" lacks \"%s\"",
				  logged.text, t->cause);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(logged.text, t->remedy),
				  "\"%s\" lacks \"%s\"", logged.text, t->remedy);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(logged.text, "soc_mct: /timer@10050000: "),
				  "\"%s\" does not name the node", logged.text);
	KUNIT_EXPECT_PTR_EQ_MSG(test, strchrnul(logged.text, '\n') + 1,
				logged.text + strlen(logged.text), "not one line");
	expect_nothing_held(test, 0);
}

/* Reading the counter alone needs no interrupts and no local timers. */
static void mct_block_needs_no_interrupts(struct kunit *test)
{
	static const struct mct_tree bare = {
		SPI, .reg = 0x250, BOTH, .locals = 0,
	};
	struct mct_forest *f = test->priv;
	struct mct_node n = { };

	write_tree(&f->w, &bare);
	n.soc = (struct soc_node) { .tag = "soc_mct", .np = grow(test, f) };
	KUNIT_EXPECT_EQ(test, mct_node_parse(&n), 0);
	KUNIT_EXPECT_EQ(test, mct_node_open(&n), 0);
	KUNIT_EXPECT_EQ(test, machine.map_size, (resource_size_t)0x250);
	mct_node_close(&n);
	expect_nothing_held(test, 0);
}

/*
 * Below four cycles a jiffy, a jiffy is shorter than the shortest interval. 1 Hz made the
 * clock event core divide by zero.
 */
static void mct_rates(struct kunit *test)
{
	static const struct {
		u64 rate;
		int err;
	} rates[] = {
		{ 1, -EINVAL }, { 2, -EINVAL }, { 2 * HZ, -EINVAL },
		{ 4 * HZ - 1, -EINVAL }, { 4 * HZ, 0 }, { 32768, 0 }, { RATE, 0 },
		{ U32_MAX, 0 }, { U32_MAX + 1ULL, -EINVAL },
	};
	static const struct mct_tree tree = { SPI, FINE, .irqs = 6 };
	struct mct_forest *f = test->priv;
	struct mct_node n = { };
	unsigned int i;

	write_tree(&f->w, &tree);
	n.soc = (struct soc_node) { .tag = "soc_mct", .np = grow(test, f) };
	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		machine.rate = rates[i].rate;
		if (machine.rate != rates[i].rate)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, open_node(&n, 2), rates[i].err, "%llu Hz",
				    rates[i].rate);
		KUNIT_EXPECT_EQ(test, logged.lines, rates[i].err ? 1U : 0U);
		if (rates[i].err)
			KUNIT_EXPECT_NOT_NULL(test, strstr(logged.text, "Hz is outside"));
		else
			mct_node_close(&n);
		expect_nothing_held(test, i);
	}
}

/* Any of its interrupts, whichever others cannot be mapped. */
static void mct_in_use(struct kunit *test)
{
	static const struct mct_tree tree = { SPI, FINE, .irqs = 20 };
	struct mct_forest *f = test->priv;
	struct mct_node n = { };
	unsigned int i;

	write_tree(&f->w, &tree);
	n.soc = (struct soc_node) { .tag = "soc_mct", .np = grow(test, f) };
	KUNIT_EXPECT_FALSE(test, mct_node_in_use(&n));
	for (i = 0; i < MCT_IRQS; i++) {
		machine.busy_irq = 100 + i;
		machine.unmapped_irq = MCT_IRQS;
		KUNIT_EXPECT_TRUE_MSG(test, mct_node_in_use(&n), "interrupt %u", i);
		machine.unmapped_irq = i ? i - 1 : MCT_IRQS - 1;
		KUNIT_EXPECT_TRUE_MSG(test, mct_node_in_use(&n),
				      "interrupt %u, and %u cannot be mapped", i,
				      machine.unmapped_irq);
	}
}

static void mct_cascaded_interrupt(struct kunit *test)
{
	static const struct mct_tree tree = { SPI, FINE, .irqs = 6 };
	struct mct_forest *f = test->priv;
	struct mct_node n = { };

	write_tree(&f->w, &tree);
	n.soc = (struct soc_node) { .tag = "soc_mct", .np = grow(test, f) };
	KUNIT_EXPECT_FALSE_MSG(test, mct_node_irq_is_cascaded(&n, 0), "no interrupt parent");
	machine.irq_parent = f->root;
	KUNIT_EXPECT_FALSE_MSG(test, mct_node_irq_is_cascaded(&n, 0), "its own parent");
	machine.irq_parent = n.soc.np;
	KUNIT_EXPECT_TRUE_MSG(test, mct_node_irq_is_cascaded(&n, 0), "a combiner");
	KUNIT_EXPECT_TRUE_MSG(test, mct_node_irq_is_cascaded(&n, 6), "no such interrupt");
}

/* Random trees: no crash, and each is either refused or valid. */

#define FUZZ_ROUNDS	3000

static void spoil(struct rnd_state *rnd, struct mct_tree *t)
{
	unsigned int i;

	t->irqs = prandom_u32_state(rnd) % 25;
	t->cpus = prandom_u32_state(rnd) % 18;
	t->locals = (int)(prandom_u32_state(rnd) % 22) - 1;
	if (t->locals > (int)ARRAY_SIZE(t->local))
		t->locals = ARRAY_SIZE(t->local);
	for (i = 0; i < ARRAY_SIZE(t->local); i++)
		t->local[i] = prandom_u32_state(rnd) % 32 ? i ^ (prandom_u32_state(rnd) & 8) :
							    prandom_u32_state(rnd);
	t->odd = t->locals > 0 && !(prandom_u32_state(rnd) % 8) ? prandom_u32_state(rnd) % 4 : 0;
	t->reg = prandom_u32_state(rnd) % 4 ? 0x800 : prandom_u32_state(rnd) % 0x300;
	t->names_length = prandom_u32_state(rnd) % 4 ? sizeof("fin_pll\0mct") :
						       prandom_u32_state(rnd) % 12;
	t->shared = prandom_u32_state(rnd) & 1;
	t->no_clocks = !(prandom_u32_state(rnd) % 16);
}

/* Any byte of the values; lengths and names are kept, or there is no tree to parse. */
static void damage(struct rnd_state *rnd, struct fdt_writer *w, unsigned int from)
{
	unsigned int at = from + prandom_u32_state(rnd) % (w->used - from);
	u32 word = be32_to_cpu(w->words[at]);

	/* Not one of the format's own small numbers. */
	if (word > 0x10000)
		w->words[at] = cpu_to_be32(word ^ BIT(prandom_u32_state(rnd) % 16));
}

static void expect_sense(struct kunit *test, struct mct_node *n, int ret,
			 unsigned int cpus, unsigned int round)
{
	unsigned long used = 0;
	unsigned int cpu;

	if (ret) {
		KUNIT_EXPECT_LT_MSG(test, ret, 0, "round %u", round);
		KUNIT_EXPECT_EQ_MSG(test, logged.lines, 1U, "round %u: %s", round, logged.text);
		return;
	}

	KUNIT_EXPECT_EQ_MSG(test, logged.lines, 0U, "round %u: %s", round, logged.text);
	KUNIT_EXPECT_EQ_MSG(test, n->cpus, cpus, "round %u", round);
	KUNIT_EXPECT_LE_MSG(test, n->cpus, (unsigned int)MCT_L_TIMERS, "round %u", round);
	for (cpu = 0; cpu < min_t(unsigned int, n->cpus, MCT_L_TIMERS); cpu++) {
		KUNIT_EXPECT_LT_MSG(test, n->local[cpu], MCT_L_TIMERS, "round %u", round);
		KUNIT_EXPECT_FALSE_MSG(test, __test_and_set_bit(n->local[cpu], &used),
				       "round %u: one timer for two CPUs", round);
		KUNIT_EXPECT_GE_MSG(test, machine.map_size,
				    (resource_size_t)MCT_L(n->local[cpu]) + MCT_L_SIZE,
				    "round %u", round);
	}
	mct_node_close(n);
}

static void mct_fuzzed_trees(struct kunit *test)
{
	struct mct_forest *f = test->priv;
	unsigned int round, good = 0;
	struct rnd_state rnd;
	int ret;

	prandom_seed_state(&rnd, 4210);
	for (round = 0; round < FUZZ_ROUNDS; round++) {
		struct mct_tree t = { SPI, BOTH };
		struct mct_node n = { };

		if (round & 1)
			t.compatible = "samsung,exynos4412-mct";
		spoil(&rnd, &t);
		write_tree(&f->w, &t);
		if (round % 3 == 0)
			damage(&rnd, &f->w, 30);
		n.soc = (struct soc_node) { .tag = "soc_mct", .np = grow(test, f) };
		ret = open_node(&n, t.cpus);
		expect_sense(test, &n, ret, t.cpus, round);
		expect_nothing_held(test, round);
		good += !ret;
		fell(f);
	}

	KUNIT_EXPECT_GT_MSG(test, good, 100U, "too few trees were valid: nothing was tested");
	KUNIT_EXPECT_LT_MSG(test, good, FUZZ_ROUNDS - 100U, "too few trees were refused");
	kunit_info(test, "%u of %u trees were valid\n", good, FUZZ_ROUNDS);
}

static int mct_node_init(struct kunit *test)
{
	struct mct_forest *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	test->priv = f;
	memset(&machine, 0, sizeof(machine));
	machine.rate = RATE;
	machine.unmapped_irq = MCT_IRQS;
	return 0;
}

static void mct_node_exit(struct kunit *test)
{
	struct mct_forest *f = test->priv;

	if (f)
		fell(f);
}

static struct kunit_case mct_node_cases[] = {
	KUNIT_CASE_PARAM(mct_right_tree, right_gen_params),
	KUNIT_CASE_PARAM(mct_wrong_tree, wrong_gen_params),
	KUNIT_CASE(mct_block_needs_no_interrupts),
	KUNIT_CASE(mct_rates),
	KUNIT_CASE(mct_in_use),
	KUNIT_CASE(mct_cascaded_interrupt),
	KUNIT_CASE(mct_fuzzed_trees),
	{ }
};

static struct kunit_suite mct_node_suite = {
	.name = "soc_mct_node",
	.init = mct_node_init,
	.exit = mct_node_exit,
	.test_cases = mct_node_cases,
};

kunit_test_suite(mct_node_suite);
