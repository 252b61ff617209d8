// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_mct_parse: right and wrong device trees, one by one. Each wrong one has
 * to give its error and one line that names the node, the fault and the remedy.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_fdt.h>
#include <linux/of_irq.h>
#include <linux/prandom.h>
#include <linux/slab.h>
#include <linux/string.h>

/*
 * Where the kernel has no interrupt domains, it can't parse interrupts either. The
 * trees of this suite have three cells for each.
 */
#if !IS_ENABLED(CONFIG_OF_IRQ)
static int mct_kunit_irq_parse_one(struct device_node *np, int index,
				   struct of_phandle_args *irq)
{
	u32 cell;

	irq->np = NULL;
	return of_property_read_u32_index(np, "interrupts", 3 * index + 2, &cell);
}

#define of_irq_parse_one(np, index, irq)	mct_kunit_irq_parse_one(np, index, irq)
#endif

#include "../../drivers/exynos-mct/parse.c"
#include "mct_fdt.h"

static struct {
	unsigned int lines;
	char text[256];
} said;

int mct_fail(const struct mct_config *cfg, int err, const char *fmt, ...)
{
	va_list args;

	said.lines++;
	va_start(args, fmt);
	vsnprintf(said.text, sizeof(said.text), fmt, args);
	va_end(args);

	return err;
}

#define ABSENT		-1

/**
 * struct mct_tree - a node of the MCT
 * @what:	what it is about
 * @compatible:	one or two strings, one after the other, see @second
 * @second:	a second string, or NULL
 * @reg:	size of the registers; 0: no reg
 * @names:	clock-names: strings with a zero after each; NULL: none
 * @names_length: of @names
 * @no_clocks:	without clocks
 * @shared:	with samsung,frc-shared
 * @irqs:	number of interrupts
 * @locals:	length of samsung,local-timers in cells; ABSENT: without it
 * @local:	its cells
 * @odd:	further bytes in it
 * @cpus:	CPUs there may be
 * @err:	what is to come of it
 * @says:	and what the line has to say of fault and remedy
 * @remedy:	both
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
	int err;
	const char *says;
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

/* Under a root that is an interrupt controller, so that no node has to be named. */
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
	fdt_writer_end_node(w);
}

/**
 * struct mct_forest - what unflattening needs, and is freed with
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

	return f->root->child;
}

static int parse(struct mct_config *cfg, unsigned int cpus)
{
	int ret;

	memset(&said, 0, sizeof(said));
	ret = mct_parse_block(cfg);
	return ret ?: mct_parse_events(cfg, cpus);
}

static void describe(const struct mct_tree *t, char *desc)
{
	strscpy(desc, t->what, KUNIT_PARAM_DESC_SIZE);
}

/* Right ones */

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
};

KUNIT_ARRAY_PARAM(right, right, describe);

static void mct_right_tree(struct kunit *test)
{
	const struct mct_tree *t = test->param_value;
	struct mct_forest *f = test->priv;
	struct mct_config cfg = { };
	unsigned int cpu, timer, end = t->reg;

	write_tree(&f->w, t);
	cfg.np = grow(test, f);
	KUNIT_EXPECT_EQ_MSG(test, parse(&cfg, t->cpus), 0, "%s", said.text);
	KUNIT_EXPECT_EQ_MSG(test, said.lines, 0U, "%s", said.text);

	KUNIT_EXPECT_EQ(test, cfg.reg.start, (resource_size_t)0x10050000);
	KUNIT_EXPECT_EQ(test, resource_size(&cfg.reg), (resource_size_t)t->reg);
	KUNIT_EXPECT_EQ(test, cfg.handed_over, strstarts(t->compatible, "soc-timers,"));
	KUNIT_EXPECT_EQ(test, cfg.ppi, !!strstr(t->compatible, "4412"));
	KUNIT_EXPECT_EQ(test, cfg.frc_shared, t->shared);
	KUNIT_EXPECT_EQ(test, cfg.cpus, t->cpus);
	for (cpu = 0; cpu < t->cpus; cpu++) {
		timer = t->locals == ABSENT ? cpu : t->local[cpu];
		KUNIT_EXPECT_EQ(test, cfg.local[cpu], timer);
		KUNIT_EXPECT_EQ(test, mct_local_irq(&cfg, cpu), cfg.ppi ? 4 : 4 + timer);
		end = max(end, 0x300 + 0x100 * timer + 0x44);
	}
	KUNIT_EXPECT_EQ(test, cfg.span, (resource_size_t)end);
}

/* Wrong ones */

static const struct mct_tree wrong[] = {
	{ "no compatible", FINE, .irqs = 6, .cpus = 2,
	  .err = -ENODEV, .says = "no compatible string", .remedy = "samsung,exynos4210-mct" },
	{ "another device", .compatible = "samsung,exynos4210-pwm", FINE, .irqs = 6, .cpus = 2,
	  .err = -ENODEV, .says = "no compatible string", .remedy = "samsung,exynos4210-mct" },
	{ "no reg", SPI, BOTH, .locals = ABSENT, .irqs = 6, .cpus = 2,
	  .err = -EINVAL, .says = "no address", .remedy = "reg property" },
	{ "reg too small", SPI, .reg = 0x24c, BOTH, .locals = ABSENT, .irqs = 6, .cpus = 2,
	  .err = -EINVAL, .says = "too small", .remedy = "0x250" },
	{ "no clocks", SPI, FINE, .no_clocks = true, .irqs = 6, .cpus = 2,
	  .err = -ENOENT, .says = "no clocks", .remedy = "give the node clocks" },
	{ "no clock-names", SPI, .reg = 0x800, .locals = ABSENT, .irqs = 6, .cpus = 2,
	  .err = -ENOENT, .says = "no clock \"fin_pll\"", .remedy = "clock-names" },
	{ "no fin_pll", SPI, .reg = 0x800, NAMES("mct"), .locals = ABSENT, .irqs = 6, .cpus = 2,
	  .err = -ENOENT, .says = "no clock \"fin_pll\"", .remedy = "clock-names" },
	{ "no mct clock", SPI, .reg = 0x800, NAMES("fin_pll"), .locals = ABSENT, .irqs = 6,
	  .cpus = 2,
	  .err = -ENOENT, .says = "no clock \"mct\"", .remedy = "clock-names" },
	{ "no interrupts", SPI, FINE, .irqs = 0, .cpus = 2,
	  .err = -EINVAL, .says = "0 interrupts are too few", .remedy = "list those of" },
	{ "comparators' interrupts only", SPI, FINE, .irqs = 4, .cpus = 1,
	  .err = -EINVAL, .says = "4 interrupts are too few",
	  .remedy = "one for each local timer" },
	{ "one interrupt too few", SPI, FINE, .irqs = 7, .cpus = 4,
	  .err = -EINVAL, .says = "local timer 3 of CPU 3", .remedy = "one for each local timer" },
	{ "too few for the list", SPI, .reg = 0x800, BOTH, .irqs = 6, .locals = 2,
	  .local = { 0, 2 }, .cpus = 2,
	  .err = -EINVAL, .says = "local timer 2 of CPU 1", .remedy = "number 6" },
	{ "4412 with a per-CPU interrupt alone", PPI, FINE, .irqs = 1, .cpus = 4,
	  .err = -EINVAL, .says = "1 interrupts are too few", .remedy = "then the per-CPU one" },
	{ "too many interrupts", SPI, FINE, .irqs = 21, .cpus = 2,
	  .err = -EINVAL, .says = "more than 20 interrupts", .remedy = "one for each local timer" },
	{ "far too many interrupts", SPI, FINE, .irqs = 24, .cpus = 2,
	  .err = -EINVAL, .says = "more than 20 interrupts", .remedy = "one for each local timer" },
	{ "empty local-timers", SPI, .reg = 0x800, BOTH, .irqs = 6, .locals = 0, .cpus = 2,
	  .err = -EINVAL, .says = "samsung,local-timers", .remedy = "leave it out" },
	{ "local-timers of odd length", SPI, .reg = 0x800, BOTH, .irqs = 6, .locals = 2,
	  .local = { 0, 1 }, .odd = 2, .cpus = 2,
	  .err = -EINVAL, .says = "samsung,local-timers", .remedy = "leave it out" },
	{ "local-timers too long", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 17,
	  .local = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0 }, .cpus = 2,
	  .err = -EINVAL, .says = "has 17 entries", .remedy = "only 16 timers" },
	{ "local-timers too short", SPI, .reg = 0x800, BOTH, .irqs = 8, .locals = 2,
	  .local = { 0, 1 }, .cpus = 4,
	  .err = -EINVAL, .says = "2 local timers for 4 CPUs", .remedy = "nr_cpus=2" },
	{ "local-timers out of range", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 2,
	  .local = { 0, 16 }, .cpus = 2,
	  .err = -EINVAL, .says = "CPU 1 timer 16", .remedy = "only 0 to 15" },
	{ "local-timers far out of range", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 2,
	  .local = { 0xffffffff, 0 }, .cpus = 2,
	  .err = -EINVAL, .says = "CPU 0 timer 4294967295", .remedy = "only 0 to 15" },
	{ "local-timers duplicated", SPI, .reg = 0x800, BOTH, .irqs = 20, .locals = 3,
	  .local = { 1, 2, 1 }, .cpus = 2,
	  .err = -EINVAL, .says = "timer 1 to two CPUs", .remedy = "give each its own" },
	{ "more CPUs than timers", PPI, FINE, .irqs = 5, .cpus = 17,
	  .err = -EINVAL, .says = "16 local timers for 17 CPUs", .remedy = "nr_cpus=16" },
};

KUNIT_ARRAY_PARAM(wrong, wrong, describe);

static void mct_wrong_tree(struct kunit *test)
{
	const struct mct_tree *t = test->param_value;
	struct mct_forest *f = test->priv;
	struct mct_config cfg = { };

	write_tree(&f->w, t);
	cfg.np = grow(test, f);
	KUNIT_EXPECT_EQ(test, parse(&cfg, t->cpus), t->err);
	KUNIT_EXPECT_EQ_MSG(test, said.lines, 1U, "%s", said.text);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(said.text, t->says), "\"%s\" does not say \"%s\"",
				  said.text, t->says);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(said.text, t->remedy),
				  "\"%s\" does not say \"%s\"", said.text, t->remedy);
	KUNIT_EXPECT_NULL_MSG(test, strchr(said.text, '\n'), "more than one line");
}

/* Reading the counter alone takes no interrupts and no local timers. */
static void mct_block_needs_no_interrupts(struct kunit *test)
{
	static const struct mct_tree bare = {
		SPI, .reg = 0x250, BOTH, .locals = 0,
	};
	struct mct_forest *f = test->priv;
	struct mct_config cfg = { };

	write_tree(&f->w, &bare);
	cfg.np = grow(test, f);
	KUNIT_EXPECT_EQ(test, mct_parse_block(&cfg), 0);
	KUNIT_EXPECT_EQ(test, cfg.span, (resource_size_t)0x250);
}

static void mct_rates(struct kunit *test)
{
	struct mct_config cfg = { };

	memset(&said, 0, sizeof(said));
	KUNIT_EXPECT_EQ(test, mct_check_rate(&cfg, 1), 0);
	KUNIT_EXPECT_EQ(test, mct_check_rate(&cfg, 24000000), 0);
	KUNIT_EXPECT_EQ(test, mct_check_rate(&cfg, U32_MAX), 0);
	KUNIT_EXPECT_EQ(test, said.lines, 0U);

	KUNIT_EXPECT_EQ(test, mct_check_rate(&cfg, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, said.lines, 1U);
	KUNIT_EXPECT_NOT_NULL(test, strstr(said.text, "has no rate"));
	KUNIT_EXPECT_NOT_NULL(test, strstr(said.text, "clock-frequency"));
	if (sizeof(unsigned long) > sizeof(u32))
		KUNIT_EXPECT_EQ(test, mct_check_rate(&cfg, (unsigned long)U32_MAX + 1), -EINVAL);
}

/* Trees that nobody thought of: no crash, and each is either refused or makes sense. */

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

/* Any byte of the values: lengths and names stay, or there is no tree to parse. */
static void damage(struct rnd_state *rnd, struct fdt_writer *w, unsigned int from)
{
	unsigned int at = from + prandom_u32_state(rnd) % (w->used - from);
	u32 word = be32_to_cpu(w->words[at]);

	/* Not one of the format's own small numbers. */
	if (word > 0x10000)
		w->words[at] = cpu_to_be32(word ^ BIT(prandom_u32_state(rnd) % 16));
}

static void expect_sense(struct kunit *test, const struct mct_config *cfg, int ret,
			 unsigned int cpus, unsigned int round)
{
	unsigned long used = 0;
	unsigned int cpu;

	if (ret) {
		KUNIT_EXPECT_LT_MSG(test, ret, 0, "round %u", round);
		KUNIT_EXPECT_EQ_MSG(test, said.lines, 1U, "round %u: %s", round, said.text);
		return;
	}

	KUNIT_EXPECT_EQ_MSG(test, said.lines, 0U, "round %u: %s", round, said.text);
	KUNIT_EXPECT_EQ_MSG(test, cfg->cpus, cpus, "round %u", round);
	KUNIT_EXPECT_LE_MSG(test, cfg->cpus, (unsigned int)MCT_L_TIMERS, "round %u", round);
	for (cpu = 0; cpu < min_t(unsigned int, cfg->cpus, MCT_L_TIMERS); cpu++) {
		KUNIT_EXPECT_LT_MSG(test, cfg->local[cpu], MCT_L_TIMERS, "round %u", round);
		KUNIT_EXPECT_FALSE_MSG(test, __test_and_set_bit(cfg->local[cpu], &used),
				       "round %u: a timer for two CPUs", round);
		KUNIT_EXPECT_GE_MSG(test, cfg->span,
				    (resource_size_t)MCT_L(cfg->local[cpu]) + MCT_L_SIZE,
				    "round %u", round);
	}
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
		struct mct_config cfg = { };

		if (round & 1)
			t.compatible = "samsung,exynos4412-mct";
		spoil(&rnd, &t);
		write_tree(&f->w, &t);
		if (round % 3 == 0)
			damage(&rnd, &f->w, 30);
		cfg.np = grow(test, f);
		ret = parse(&cfg, t.cpus);
		expect_sense(test, &cfg, ret, t.cpus, round);
		good += !ret;
		fell(f);
	}

	KUNIT_EXPECT_GT_MSG(test, good, 100U, "too few trees made sense: nothing was tested");
	KUNIT_EXPECT_LT_MSG(test, good, FUZZ_ROUNDS - 100U, "too few trees were refused");
	kunit_info(test, "%u of %u trees made sense\n", good, FUZZ_ROUNDS);
}

static int mct_parse_init(struct kunit *test)
{
	struct mct_forest *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	test->priv = f;
	return 0;
}

static void mct_parse_exit(struct kunit *test)
{
	struct mct_forest *f = test->priv;

	if (f)
		fell(f);
}

static struct kunit_case mct_parse_cases[] = {
	KUNIT_CASE_PARAM(mct_right_tree, right_gen_params),
	KUNIT_CASE_PARAM(mct_wrong_tree, wrong_gen_params),
	KUNIT_CASE(mct_block_needs_no_interrupts),
	KUNIT_CASE(mct_rates),
	KUNIT_CASE(mct_fuzzed_trees),
	{ }
};

static struct kunit_suite mct_parse_suite = {
	.name = "soc_mct_parse",
	.init = mct_parse_init,
	.exit = mct_parse_exit,
	.test_cases = mct_parse_cases,
};

kunit_test_suite(mct_parse_suite);
