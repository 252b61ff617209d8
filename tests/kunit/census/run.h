/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The suite of a driver in the census: each board in each form of use. What includes this has
 * defined DRIVER, TIMERS (what the driver matches), forms, and what forms.h declares.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _CENSUS_RUN_H
#define _CENSUS_RUN_H

#include <linux/jhash.h>
#include <linux/prandom.h>

#include "forms.h"

/* For the suite's own messages */
#undef printk
#define printk			_printk

#define NODES		64
#define TEXT		1024

/**
 * struct node_result - what became of a node that is not disabled
 * @np:		the node
 * @pdev:	its device
 * @err:	0 if it is in use
 */
struct node_result {
	struct device_node *np;
	struct platform_device pdev;
	int err;
};

static struct node_result results[NODES];
static unsigned int result_count;

static void find_nodes(void)
{
	struct device_node *np;

	result_count = 0;
	for_each_matching_node(np, TIMERS) {
		of_node_clear_flag(np, OF_POPULATED);
		if (!of_device_is_available(np) || result_count == NODES)
			continue;
		memset(&results[result_count], 0, sizeof(results[0]));
		results[result_count].np = np;
		results[result_count].pdev.dev.of_node = np;
		result_count++;
	}
}

static unsigned int nodes_in_use(void)
{
	unsigned int i, count = 0;

	for (i = 0; i < result_count; i++)
		count += !results[i].err;

	return count;
}

/* As a kernel does it, from power-on until all devices have been probed. */
static void boot(const struct form *form)
{
	unsigned int all_cpus = census.cpus, i;

	if (form->up)
		census.cpus = 1;
	start_machine(form->early);
	forget_driver(form);
	counter = NULL;
	find_nodes();

	for (i = 0; i < result_count && form->twin; i++)
		start_twin(results[i].np, i);
	for (i = 0; i < result_count && form->early; i++)
		results[i].err = probe_early(results[i].np);
	start_other_cpus();

	load_module();
	for (i = 0; i < result_count && (form->late || !form->early); i++)
		if (!of_node_check_flag(results[i].np, OF_POPULATED))
			results[i].err = probe_device(&results[i].pdev);
	census.cpus = all_cpus;
}

static void check_messages(struct kunit *test, const char *what)
{
	unsigned int i;

	for (i = 0; i < result_count; i++) {
		const struct node_result *r = &results[i];

		if (r->err && !may_be_silent(r->np, r->err))
			KUNIT_EXPECT_TRUE_MSG(test, census_names(r->np),
					      "%s: %pOF is refused (%d), and no message names it: %s",
					      what, r->np, r->err, census.log);
	}
}

/* Remove what can be removed, and see that nothing is left of it; the rest is forgotten. */
static void tear_down(struct kunit *test, const char *what)
{
	unsigned int i;
	bool stay = false;

	for (i = 0; i < result_count; i++) {
		if (results[i].err)
			continue;
		if (is_removable(results[i].np)) {
			remove_device(&results[i].pdev);
			continue;
		}
		of_node_put(results[i].np);
		stay = true;
	}
	if (stay)
		census_forget();
	census_expect_nothing_held(test, what);
}

/* Boot in a form and check what can be checked whatever the tree is like. */
static void boot_and_check(struct kunit *test, const struct form *form, const char *what)
{
	boot(form);
	check_messages(test, what);
	check_hardware(test);
	if (nodes_in_use())
		check_in_use(test, form, nodes_in_use());
}

/* Of a refusal the cause, without the remedy */
static size_t describe_node(const struct node_result *r, char *text, size_t size)
{
	const char *reason = census_reason(r->np);

	if (!r->err)
		return scnprintf(text, size, "%s", role_of(r->np));
	if (!*reason || strstarts(reason, "left alone"))
		return scnprintf(text, size, "-");

	return scnprintf(text, size, "refused (%.*s)", (int)strcspn(reason, ":"), reason);
}

/* Index of the node with the next higher address; NODES: there is none. */
static unsigned int next_by_address(u64 *address)
{
	unsigned int i, found = NODES;
	struct resource res;
	u64 best = U64_MAX;

	for (i = 0; i < result_count; i++) {
		if (of_address_to_resource(results[i].np, 0, &res))
			res.start = i;
		if (res.start >= *address && res.start < best) {
			best = res.start;
			found = i;
		}
	}
	*address = best + 1;

	return found;
}

static size_t describe_form(const struct form *form, char *text, size_t size)
{
	size_t used = scnprintf(text, size, "; %s:", form->name);
	unsigned int i, shown = 0;
	u64 address = 0;

	while ((i = next_by_address(&address)) < NODES) {
		used += scnprintf(text + used, size - used, shown++ ? ", " : " ");
		used += describe_node(&results[i], text + used, size - used);
	}
	if (!result_count)
		used += scnprintf(text + used, size - used, " no node is enabled");

	return used;
}

/* The last of the root's compatible strings that is not that of a whole family. */
static const char *soc_name(void)
{
	static const char * const families[] = {
		"altr,socfpga", "marvell,berlin", "microchip,lan966", "samsung,exynos3",
		"samsung,exynos4", "samsung,exynos5",
	};
	const char *name = "unknown", *text;
	struct property *prop;

	of_property_for_each_string(census.root, "compatible", prop, text)
		if (match_string(families, ARRAY_SIZE(families), text) < 0)
			name = text;

	return name;
}

static const void *next_board(const void *prev, char *desc)
{
	const struct census_tree *t = census_next(prev, DRIVER);

	if (t)
		snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %s", t->board, t->series);

	return t;
}

static void *blob;

static void plant(struct kunit *test, const struct census_tree *t)
{
	blob = census_read(test, t);
	census_plant(test, blob);
}

static void fell(void)
{
	census_fell();
	kvfree(blob);
	blob = NULL;
}

static void census_exit(struct kunit *test)
{
	fell();
}

/* The whole tree, as it is. */
static void census_boards(struct kunit *test)
{
	const struct census_tree *t = test->param_value;
	const char *expected = census_expected(t, DRIVER);
	char *text = kunit_kzalloc(test, TEXT, GFP_KERNEL);
	size_t used, details = 0;
	char more[128] = "";
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, text);
	plant(test, t);
	used = scnprintf(text, TEXT, "%s; %u CPU%s", soc_name(), census.cpus,
			 census.cpus == 1 ? "" : "s");
	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		boot_and_check(test, &forms[i], forms[i].name);
		used += describe_form(&forms[i], text + used, TEXT - used);
		if (nodes_in_use() && !forms[i].twin && !details++)
			describe_in_use(more, sizeof(more));
		tear_down(test, forms[i].name);
	}
	if (*more)
		scnprintf(text + used, TEXT - used, "; %s", more);

	if (expected && !strcmp(text, expected))
		return;
	/* tests/census/update.py looks for these lines. */
	kunit_info(test, "census row: %s %s %s: %s\n", t->board, t->series, DRIVER, text);
	KUNIT_FAIL(test, "the table has: %s", expected ?: "nothing");
}

/* How many nodes are in use, in all forms together */
static unsigned int boot_all(struct kunit *test, const char *what)
{
	unsigned int i, count = 0;
	char where[256];

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		snprintf(where, sizeof(where), "%s, %s", what, forms[i].name);
		boot_and_check(test, &forms[i], where);
		count += nodes_in_use();
		tear_down(test, where);
	}

	return count;
}

/* Returns whether it made a difference to what is in use. */
static bool try_fault(struct kunit *test, const struct census_tree *t, struct rnd_state *rnd,
		      unsigned int intact)
{
	struct census_mutation m;
	unsigned int in_use;
	char what[256];

	KUNIT_ASSERT_TRUE(test, census_mutate(rnd, TIMERS, &m));
	census_count_cpus();
	snprintf(what, sizeof(what), "%s %s, %s", t->board, t->series, m.text);
	in_use = boot_all(test, what);
	census_heal(&m);
	census_count_cpus();

	return in_use != intact;
}

/* In each tree, without what is of no use to the timers, one fault at a time. */
static void census_faults(struct kunit *test)
{
	unsigned long wanted = census_faults_wanted(), trees = 0, made = 0, mattered = 0, i;
	const struct census_tree *t;
	struct rnd_state rnd;
	unsigned int intact;

	KUNIT_ASSERT_GT_MSG(test, wanted, 0UL, "the number of trees is not given");
	for (t = census_next(NULL, DRIVER); t; t = census_next(t, DRIVER))
		trees++;
	KUNIT_ASSERT_GT(test, trees, 0UL);

	for (t = census_next(NULL, DRIVER); t; t = census_next(t, DRIVER)) {
		plant(test, t);
		census_prune(TIMERS);
		intact = boot_all(test, t->board);
		prandom_seed_state(&rnd, jhash(t->board, strlen(t->board), t->series[2]));
		for (i = 0; i < DIV_ROUND_UP(wanted, trees); i++) {
			mattered += try_fault(test, t, &rnd, intact);
			made++;
		}
		fell();
		cond_resched();
		if (test->status != KUNIT_SUCCESS)
			break;
	}

	kunit_info(test, "%lu faulty trees, %lu of them made a difference\n", made, mattered);
	KUNIT_EXPECT_GE(test, made, wanted);
	/* Some faults matter, and some do not. */
	KUNIT_EXPECT_GT(test, mattered, made / 10);
	KUNIT_EXPECT_LT(test, mattered, made - made / 10);
}

static struct kunit_case census_cases[] = {
	KUNIT_CASE_PARAM(census_boards, next_board),
	KUNIT_CASE_SLOW(census_faults),
	{ }
};

static struct kunit_suite census_suite = {
	.name = "soc_census_" DRIVER,
	.exit = census_exit,
	.test_cases = census_cases,
};

kunit_test_suite(census_suite);

/* module_macros.h has taken the usual macros away, for the driver's source. */
MODULE_INFO(description, "Census of device trees: " DRIVER);
MODULE_INFO(author, "soc-timers contributors");
MODULE_INFO(license, "GPL");

#endif /* _CENSUS_RUN_H */
