// SPDX-License-Identifier: GPL-2.0-only
/*
 * Faults in a device tree, one at a time: a property is dropped, is there twice, is too
 * short, has another type, or refers to something else.
 *
 * Two kinds of faults are left out, since the kernel does not get over them itself: in the
 * nodes of interrupt controllers, as its search for an interrupt's parent might never end,
 * and large numbers of cells, on which it warns.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/of.h>
#include <linux/prandom.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "world.h"

#define NODES	256

/* No node has it, see world.c for those that look like it. */
#define NO_PHANDLE	0xf0000000

static u32 below(struct rnd_state *rnd, u32 limit)
{
	return prandom_u32_state(rnd) % limit;
}

static unsigned int collect(struct device_node **nodes,
			    bool (*wanted)(const struct device_node *np,
					   const struct of_device_id *timers),
			    const struct of_device_id *timers)
{
	struct device_node *np;
	unsigned int count = 0;

	for (np = of_find_all_nodes(NULL); np; np = of_find_all_nodes(np))
		if (count < NODES && wanted(np, timers))
			nodes[count++] = np;

	return count;
}

static bool is_timer(const struct device_node *np, const struct of_device_id *timers)
{
	return of_match_node(timers, np);
}

static bool may_change(const struct device_node *np, const struct of_device_id *timers)
{
	return !of_property_present(np, "#interrupt-cells");
}

static bool is_controller(const struct device_node *np, const struct of_device_id *timers)
{
	return np->phandle && of_property_present(np, "interrupt-controller");
}

static bool has_phandle(const struct device_node *np, const struct of_device_id *timers)
{
	return np->phandle;
}

static bool choose_node(struct rnd_state *rnd, const struct of_device_id *timers,
			struct census_mutation *m)
{
	static struct device_node *nodes[NODES];
	unsigned int count;

	count = collect(nodes, below(rnd, 4) ? is_timer : may_change, timers);
	if (count)
		m->np = nodes[below(rnd, count)];

	return count;
}

/* "name" is made by the kernel. */
static bool choose_property(struct rnd_state *rnd, struct census_mutation *m)
{
	unsigned int count = 0, chosen;
	struct property **link;

	for (link = &m->np->properties; *link; link = &(*link)->next)
		count += strcmp((*link)->name, "name") != 0;
	if (!count)
		return false;

	chosen = below(rnd, count);
	for (link = &m->np->properties; *link; link = &(*link)->next) {
		if (strcmp((*link)->name, "name") && !chosen--)
			break;
	}
	m->where = link;
	m->prop = *link;

	return true;
}

static bool is_cell_count(const struct property *p)
{
	return p->name[0] == '#';
}

static bool is_reference(const struct property *p)
{
	static const char * const names[] = {
		"clocks", "resets", "interrupts-extended", "interrupt-parent", "clock-parents",
	};

	return match_string(names, ARRAY_SIZE(names), p->name) >= 0;
}

static u32 other_phandle(struct rnd_state *rnd, const struct property *p)
{
	static struct device_node *nodes[NODES];
	bool (*wanted)(const struct device_node *np, const struct of_device_id *timers);
	unsigned int count;

	if (!below(rnd, 3))
		return below(rnd, 2) ? 0 : NO_PHANDLE + below(rnd, 16);

	wanted = strcmp(p->name, "interrupt-parent") ? has_phandle : is_controller;
	count = collect(nodes, wanted, NULL);

	return count ? nodes[below(rnd, count)]->phandle : NO_PHANDLE;
}

/*
 * The value is exactly as long as the property, so nothing may be read behind it. Only
 * the kernel itself reads these, and relies on a zero or a number being there, as is
 * always the case in a flattened tree.
 */
static unsigned int padding(const struct property *p)
{
	static const char * const names[] = { "compatible", "device_type", "status" };

	if (is_cell_count(p) || match_string(names, ARRAY_SIZE(names), p->name) >= 0)
		return 4;

	return 0;
}

static bool change_length(struct census_mutation *m, int length)
{
	m->changed = *m->prop;
	m->changed.length = length;
	m->changed.value = kzalloc(length + padding(m->prop), GFP_KERNEL);
	if (!m->changed.value)
		return false;
	memcpy(m->changed.value, m->prop->value, min(length, m->prop->length));
	*m->where = &m->changed;

	return true;
}

static void put_cell(struct census_mutation *m, unsigned int index, u32 cell)
{
	__be32 value = cpu_to_be32(cell);

	memcpy(m->changed.value + 4 * index, &value, 4);
}

static bool drop(struct rnd_state *rnd, struct census_mutation *m)
{
	*m->where = m->prop->next;
	return true;
}

static bool repeat(struct rnd_state *rnd, struct census_mutation *m)
{
	if (!change_length(m, 2 * m->prop->length))
		return false;
	memcpy(m->changed.value + m->prop->length, m->prop->value, m->prop->length);

	return true;
}

static bool truncate(struct rnd_state *rnd, struct census_mutation *m)
{
	unsigned int length = m->prop->length;

	return length && change_length(m, below(rnd, 2) ? below(rnd, length) :
							  length - min(length, 4U));
}

/* A text where there were cells, and the other way round: never an existing phandle. */
static bool retype(struct rnd_state *rnd, struct census_mutation *m)
{
	static const char * const texts[] = { "", "okay", "disabled", "fin_pll", "timer" };
	const char *text = texts[below(rnd, ARRAY_SIZE(texts))];
	unsigned int cells = 1 + below(rnd, 6), i;

	if (is_cell_count(m->prop))
		return false;
	if (below(rnd, 2)) {
		if (!change_length(m, strlen(text) + 1))
			return false;
		memcpy(m->changed.value, text, strlen(text) + 1);
		return true;
	}

	if (!change_length(m, 4 * cells))
		return false;
	for (i = 0; i < cells; i++)
		put_cell(m, i, NO_PHANDLE | prandom_u32_state(rnd));

	return true;
}

/* In what refers to nothing, a number is changed. */
static bool redirect(struct rnd_state *rnd, struct census_mutation *m)
{
	unsigned int cells = m->prop->length / 4;

	if (!cells || !change_length(m, m->prop->length))
		return false;
	if (is_reference(m->prop))
		put_cell(m, strcmp(m->prop->name, "interrupt-parent") ? below(rnd, cells) : 0,
			 other_phandle(rnd, m->prop));
	else if (is_cell_count(m->prop))
		put_cell(m, 0, below(rnd, 4));
	else
		put_cell(m, below(rnd, cells), below(rnd, 2) ? below(rnd, 64) :
							       prandom_u32_state(rnd));

	return true;
}

static const struct {
	const char *name;
	bool (*apply)(struct rnd_state *rnd, struct census_mutation *m);
} kinds[] = {
	{ "dropped", drop },
	{ "repeated", repeat },
	{ "truncated", truncate },
	{ "of another type", retype },
	{ "wrong", redirect },
};

/* Make a random change, to be undone by census_heal(). Returns false if there is none. */
bool census_mutate(struct rnd_state *rnd, const struct of_device_id *timers,
		   struct census_mutation *m)
{
	unsigned int tries, kind;

	for (tries = 0; tries < 20; tries++) {
		memset(m, 0, sizeof(*m));
		kind = below(rnd, ARRAY_SIZE(kinds));
		if (!choose_node(rnd, timers, m) || !choose_property(rnd, m) ||
		    !kinds[kind].apply(rnd, m))
			continue;
		snprintf(m->text, sizeof(m->text), "%s of %pOF/ %s", m->prop->name, m->np,
			 kinds[kind].name);
		return true;
	}

	return false;
}
EXPORT_SYMBOL_GPL(census_mutate);

/* Undo census_mutate(). */
void census_heal(struct census_mutation *m)
{
	*m->where = m->prop;
	kfree(m->changed.value);
}
EXPORT_SYMBOL_GPL(census_heal);
