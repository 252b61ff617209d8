// SPDX-License-Identifier: GPL-2.0-only
/*
 * A device tree in place of the kernel's own, and what a driver leaves behind in it.
 *
 * User-mode Linux has no devices of a device tree, so nothing else looks at the tree.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/bitmap.h>
#include <linux/export.h>
#include <linux/fwnode.h>
#include <linux/hash.h>
#include <linux/kobject.h>
#include <linux/kref.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/of.h>
#include <linux/of_fdt.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "world.h"

struct census_world census;
EXPORT_SYMBOL_GPL(census);

static struct device_node *kernels_root;
static void *planted;

/*
 * The kernel remembers the last nodes that were found by a phandle, in slots chosen by a
 * hash of 7 bits, and they must not outlive the tree. These nodes take their places: the
 * phandles are not in use elsewhere, and cover all slots.
 */
#define SLOTS		128
#define LAST_PHANDLE	0xfffffff0U

static struct device_node *fillers;

/* What of_node_init() does, which modules cannot call. */
static void make_node(struct device_node *np)
{
	kref_init(&np->kobj.kref);
	np->kobj.state_initialized = 1;
	fwnode_init(&np->fwnode, NULL);
}

static bool make_fillers(void)
{
	u32 slot, handle = LAST_PHANDLE;
	DECLARE_BITMAP(taken, SLOTS) = { };
	unsigned int count = 0;

	if (fillers)
		return true;
	/* They stay, since the kernel keeps pointers to them. */
	fillers = kcalloc(SLOTS + 1, sizeof(*fillers), GFP_KERNEL);
	if (!fillers)
		return false;

	fillers[0].full_name = "";
	make_node(&fillers[0]);
	while (count < SLOTS) {
		slot = hash_32(--handle, ilog2(SLOTS));
		if (__test_and_set_bit(slot, taken))
			continue;
		count++;
		fillers[count].full_name = "filler";
		fillers[count].phandle = handle;
		fillers[count].parent = &fillers[0];
		make_node(&fillers[count]);
		fillers[count].sibling = fillers[0].child;
		fillers[0].child = &fillers[count];
	}

	return true;
}

static void forget_phandles(void)
{
	unsigned int i;

	of_root = fillers;
	for (i = 1; i <= SLOTS; i++)
		of_node_put(of_find_node_by_phandle(fillers[i].phandle));
}

/* As the architectures do it: those with status "fail" do not count. */
void census_count_cpus(void)
{
	struct device_node *np = NULL;
	unsigned int count = 0;

	while ((np = of_get_next_cpu_node(np)))
		count++;
	census.cpus = clamp(count, 1U, (unsigned int)CENSUS_CPUS);
}
EXPORT_SYMBOL_GPL(census_count_cpus);

/* Give the kernel another tree, which the caller frees after census_fell(). */
void census_plant(struct kunit *test, const void *blob)
{
	memset(&census, 0, sizeof(census));
	census.test = test;
	KUNIT_ASSERT_TRUE(test, make_fillers());
	planted = of_fdt_unflatten_tree(blob, NULL, &census.root);
	KUNIT_ASSERT_NOT_NULL_MSG(test, planted, "not a device tree");
	of_node_clear_flag(census.root, OF_DETACHED);
	kernels_root = of_root;
	of_root = census.root;
	census_count_cpus();
}
EXPORT_SYMBOL_GPL(census_plant);

/* Undo census_plant(). Nothing holds one of the nodes any more. */
void census_fell(void)
{
	census_forget();
	if (!planted)
		return;
	forget_phandles();
	of_root = kernels_root;
	kfree(planted);
	planted = NULL;
}
EXPORT_SYMBOL_GPL(census_fell);

/* Timers, CPUs, and what properties of a timer can refer to */
static bool is_of_use(const struct device_node *np, const struct of_device_id *timers)
{
	return of_match_node(timers, np) || of_node_is_type(np, "cpu") ||
	       of_find_property(np, "#interrupt-cells", NULL) ||
	       of_find_property(np, "#clock-cells", NULL) ||
	       of_find_property(np, "#reset-cells", NULL);
}

static bool prune(struct device_node *np, const struct of_device_id *timers)
{
	struct device_node **link = &np->child;
	bool kept = is_of_use(np, timers);

	while (*link) {
		if (prune(*link, timers)) {
			kept = true;
			link = &(*link)->sibling;
		} else {
			*link = (*link)->sibling;
		}
	}

	return kept;
}

/* Drop all nodes that are of no use to the timers. */
void census_prune(const struct of_device_id *timers)
{
	prune(census.root, timers);
}
EXPORT_SYMBOL_GPL(census_prune);

/* A node that has more, or fewer, references than when it was planted; or NULL. */
static struct device_node *unbalanced_node(void)
{
	struct device_node *np;

	/* One is that of the walk. */
	for (np = of_find_all_nodes(NULL); np; np = of_find_all_nodes(np))
		if (kref_read(&np->kobj.kref) != 2)
			break;
	of_node_put(np);

	return np;
}

static const char * const kinds[CENSUS_KINDS] = {
	[CENSUS_MAPPINGS]	= "mappings",
	[CENSUS_CLOCKS]		= "clocks",
	[CENSUS_ENABLED]	= "enabled clocks",
	[CENSUS_RATES]		= "rates held",
	[CENSUS_RESETS]		= "resets",
	[CENSUS_INTERRUPTS]	= "interrupts",
	[CENSUS_MEMORY]		= "pieces of memory",
	[CENSUS_SLOTS]		= "hotplug slots",
	[CENSUS_PINS]		= "references to the module",
};

/* Nothing is held of the machine any more. */
void census_expect_nothing_held(struct kunit *test, const char *when)
{
	struct device_node *np = unbalanced_node();
	unsigned int kind;

	if (np)
		KUNIT_FAIL(test, "%s: %pOF has %u references", when, np,
			   kref_read(&np->kobj.kref));
	for (kind = 0; kind < CENSUS_KINDS; kind++)
		KUNIT_EXPECT_EQ_MSG(test, census.held[kind], 0, "%s: %s are left", when,
				    kinds[kind]);
}
EXPORT_SYMBOL_GPL(census_expect_nothing_held);

/* Has a line been logged that names the node? */
bool census_names(const struct device_node *np)
{
	char name[256];

	snprintf(name, sizeof(name), ": %pOF: ", np);
	return strstr(census.log, name);
}
EXPORT_SYMBOL_GPL(census_names);

/* What the last line that names the node tells about it; an empty text: nothing. */
const char *census_reason(const struct device_node *np)
{
	static char reason[256];
	const char *at = census.log, *found = "";
	char name[256];

	snprintf(name, sizeof(name), ": %pOF: ", np);
	while ((at = strstr(at, name))) {
		at += strlen(name);
		found = at;
	}
	strscpy(reason, found, sizeof(reason));
	reason[strcspn(reason, "\n")] = '\0';

	return reason;
}
EXPORT_SYMBOL_GPL(census_reason);
