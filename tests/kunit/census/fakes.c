// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a driver gets from the machine of the census, counted.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/err.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/of.h>
#include <linux/of_irq.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "world.h"

/* Messages are kept, each in a line of its own, without their levels. */
void census_printk(const char *fmt, ...)
{
	size_t used = strlen(census.log);
	va_list args;

	census.lines++;
	va_start(args, fmt);
	vscnprintf(census.log + used, sizeof(census.log) - used, printk_skip_level(fmt), args);
	va_end(args);
}
EXPORT_SYMBOL_GPL(census_printk);

/* Memory: what is still there is freed with the machine. */

struct piece {
	struct list_head list;
	u64 data[];
};

static LIST_HEAD(pieces);

void *census_alloc(size_t size)
{
	struct piece *piece = kzalloc(sizeof(*piece) + size, GFP_KERNEL);

	if (!piece)
		return NULL;
	list_add(&piece->list, &pieces);
	census.held[CENSUS_MEMORY]++;

	return piece->data;
}
EXPORT_SYMBOL_GPL(census_alloc);

void census_free(const void *p)
{
	struct piece *piece = container_of(p, struct piece, data[0]);

	if (!p)
		return;
	list_del(&piece->list);
	kfree(piece);
	census.held[CENSUS_MEMORY]--;
}
EXPORT_SYMBOL_GPL(census_free);

/* Registers: the suites know where those of their blocks are. */

void census_map(void)
{
	census.held[CENSUS_MAPPINGS]++;
}
EXPORT_SYMBOL_GPL(census_map);

void census_unmap(void)
{
	census.held[CENSUS_MAPPINGS]--;
}
EXPORT_SYMBOL_GPL(census_unmap);

/* Clocks and resets: their providers are all there, but for those that are disabled. */

static int provider_of(struct device_node *np, const char *list, const char *cells, int index,
		       struct device_node **provider)
{
	struct of_phandle_args spec;
	int ret;

	ret = of_parse_phandle_with_args(np, list, cells, index, &spec);
	if (ret)
		return ret;
	/* It stays without a reference: the tree lives longer. */
	of_node_put(spec.np);
	*provider = spec.np;

	return of_device_is_available(spec.np) ? 0 : -EPROBE_DEFER;
}

struct clk *census_clk_get(struct device_node *np, int index)
{
	struct device_node *provider;
	int ret;

	ret = provider_of(np, "clocks", "#clock-cells", index, &provider);
	if (ret)
		return ERR_PTR(ret);
	census.held[CENSUS_CLOCKS]++;

	return (struct clk *)provider;
}
EXPORT_SYMBOL_GPL(census_clk_get);

struct clk *census_clk_get_by_name(struct device_node *np, const char *name)
{
	int index = of_property_match_string(np, "clock-names", name);

	return index < 0 ? ERR_PTR(-ENOENT) : census_clk_get(np, index);
}
EXPORT_SYMBOL_GPL(census_clk_get_by_name);

unsigned long census_clk_rate(struct clk *clk)
{
	const struct device_node *provider = (void *)clk;
	u32 rate;

	if (of_device_is_compatible(provider, "fixed-clock") &&
	    !of_property_read_u32(provider, "clock-frequency", &rate))
		return rate;

	return CENSUS_RATE;
}
EXPORT_SYMBOL_GPL(census_clk_rate);

struct reset_control *census_reset_get(struct device_node *np)
{
	struct device_node *provider;
	int ret;

	ret = provider_of(np, "resets", "#reset-cells", 0, &provider);
	if (ret)
		return ERR_PTR(ret);
	census.held[CENSUS_RESETS]++;

	return (struct reset_control *)provider;
}
EXPORT_SYMBOL_GPL(census_reset_get);

/* Interrupts */

static bool is_gic(const struct device_node *np)
{
	u32 cells;

	return !of_property_read_u32(np, "#interrupt-cells", &cells) && cells >= 3;
}

/* The binding of the GIC: its first cell is 1 or 3 for an interrupt of each CPU. */
static bool is_per_cpu(const struct of_phandle_args *spec)
{
	if (is_gic(spec->np))
		return spec->args[0] & 1;

	/* All interrupts of the ARC core are. */
	return of_property_present(spec->np, "compatible") &&
	       (of_device_is_compatible(spec->np, "snps,archs-intc") ||
		of_device_is_compatible(spec->np, "snps,arc700-intc"));
}

static bool same_irq(const struct of_phandle_args *a, const struct of_phandle_args *b)
{
	return a->np == b->np && a->args_count == b->args_count &&
	       !memcmp(a->args, b->args, a->args_count * sizeof(a->args[0]));
}

/* Linux number of an interrupt: 1 and up. */
static int number_of(const struct of_phandle_args *spec)
{
	unsigned int i;

	for (i = 0; i < census.irqs; i++)
		if (same_irq(&census.irq[i].spec, spec))
			return i + 1;
	if (i == CENSUS_IRQS)
		return -ENOSPC;
	census.irq[i] = (struct census_irq) { .spec = *spec };
	census.irqs++;

	return i + 1;
}

int census_irq_get(struct device_node *np, int index)
{
	struct of_phandle_args spec;
	int ret;

	ret = of_irq_parse_one(np, index, &spec);
	if (ret)
		return ret;

	/* It stays without a reference, as above. */
	of_node_put(spec.np);
	if (!of_property_present(spec.np, "interrupt-controller") ||
	    !of_device_is_available(spec.np))
		return -EPROBE_DEFER;
	/* As a domain refuses what it does not understand */
	if (!spec.args_count || (is_gic(spec.np) && (spec.args_count < 3 || spec.args[0] > 3)))
		return 0;

	return number_of(&spec);
}
EXPORT_SYMBOL_GPL(census_irq_get);

static struct census_irq *irq_of(unsigned int irq)
{
	KUNIT_ASSERT_TRUE_MSG(census.test, irq > 0 && irq <= census.irqs, "interrupt %u", irq);
	return &census.irq[irq - 1];
}

int census_irq_request(unsigned int irq, void *owner, bool per_cpu)
{
	struct census_irq *i = irq_of(irq);

	if (is_per_cpu(&i->spec) != per_cpu)
		return -EINVAL;
	if (i->owner)
		return -EBUSY;
	i->owner = owner;
	census.held[CENSUS_INTERRUPTS]++;

	return 0;
}
EXPORT_SYMBOL_GPL(census_irq_request);

void census_irq_free(unsigned int irq, void *owner)
{
	struct census_irq *i = irq_of(irq);

	KUNIT_EXPECT_PTR_EQ(census.test, i->owner, owner);
	i->owner = NULL;
	census.held[CENSUS_INTERRUPTS]--;
}
EXPORT_SYMBOL_GPL(census_irq_free);

bool census_irq_has_action(unsigned int irq)
{
	return irq_of(irq)->owner;
}
EXPORT_SYMBOL_GPL(census_irq_has_action);

/* Forget what is held and was logged: the machine is started again. */
void census_forget(void)
{
	struct piece *piece, *next;

	list_for_each_entry_safe(piece, next, &pieces, list)
		kfree(piece);
	INIT_LIST_HEAD(&pieces);
	memset(&census.held, 0, sizeof(census.held));
	census.irqs = 0;
	census.cpu = 0;
	census.lines = 0;
	census.log[0] = '\0';
}
EXPORT_SYMBOL_GPL(census_forget);
