// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_unused: what is logged about a driver that was loaded and has nothing to do.
 * The device tree and the devices are faked. The source is compiled a second time.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <kunit/test.h>
#include <linux/build_bug.h>
#include <linux/device.h>
#include <linux/export.h>
#include <linux/fwnode.h>
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/of.h>
#include <linux/of_platform.h>
#include <linux/platform_device.h>
#include <linux/printk.h>
#include <linux/string.h>

#define soc_node_report_unused		unused_test_report
#include <soc-timers/driver.h>

#define NODES	3

/**
 * struct board_node - a node that the driver matches
 * @np:		the node
 * @pdev:	its device
 * @state:	d disabled, n no device, u a device without a driver, o with another driver,
 *		m with the driver under test
 */
struct board_node {
	struct device_node np;
	struct platform_device pdev;
	char state;
};

static const struct of_device_id table[] = { { .compatible = "x,timer" }, { } };
static struct platform_driver mine = {
	.driver = { .name = "soc-timer", .of_match_table = table },
};

static struct device_driver others;

static struct board_node board[NODES];
static struct device_node root;
static unsigned int nodes, lines;
static int held_nodes, held_devices, locked;
static char text[200];

static struct board_node *board_of(const struct device_node *np)
{
	return container_of(np, struct board_node, np);
}

static __printf(1, 2) int fake_printk(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	lines++;

	return 0;
}

static struct device_node *fake_next(struct device_node *np, const struct of_device_id *match)
{
	struct board_node *next = np ? board_of(np) + 1 : board;

	if (np)
		held_nodes--;
	if (next == board + nodes || match != table)
		return NULL;
	held_nodes++;

	return &next->np;
}

static struct device_node *fake_get(struct device_node *np)
{
	held_nodes++;
	return np;
}

static void fake_put(struct device_node *np)
{
	if (np)
		held_nodes--;
}

static bool fake_is_available(const struct device_node *np)
{
	return board_of(np)->state != 'd';
}

static struct platform_device *fake_find(struct device_node *np)
{
	if (board_of(np)->state == 'n')
		return NULL;
	held_devices++;

	return &board_of(np)->pdev;
}

/* The other driver's module may be unloaded whenever the device is not locked. */
static void fake_lock(struct device *dev)
{
	locked++;
	others.name = "vendor-timer";
}

static void fake_unlock(struct device *dev)
{
	locked--;
	others.name = NULL;
}

#undef printk
#define printk				fake_printk
#define of_find_matching_node		fake_next
#undef of_node_get
#define of_node_get			fake_get
#undef of_node_put
#define of_node_put			fake_put
#define of_device_is_available		fake_is_available
#undef of_find_device_by_node
#define of_find_device_by_node		fake_find
#define platform_device_put(pdev)	((void)(pdev), (void)(held_devices--))
#define device_lock			fake_lock
#define device_unlock			fake_unlock
#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(sym, ns)	static_assert(sizeof(#sym #ns))

#include "../../drivers/node/unused.c"

static void node_release(struct kobject *kobj)
{
}

/* Printing a node's name takes and drops references of its own. */
static void node_init(struct device_node *np)
{
	static const struct kobj_type type = { .release = node_release };

	kobject_init(&np->kobj, &type);
	fwnode_init(&np->fwnode, &of_fwnode_ops);
}

static void board_set(const char *states)
{
	static const char * const names[NODES] = { "timer@0", "timer@1", "timer@2" };
	unsigned int i;

	memset(board, 0, sizeof(board));
	root = (struct device_node) { .full_name = "" };
	lines = 0;
	text[0] = 0;
	nodes = strlen(states);
	node_init(&root);
	for (i = 0; i < nodes; i++) {
		node_init(&board[i].np);
		board[i].np.full_name = names[i];
		board[i].np.parent = &root;
		board[i].state = states[i];
		if (states[i] == 'm')
			board[i].pdev.dev.driver = &mine.driver;
		if (states[i] == 'o')
			board[i].pdev.dev.driver = &others;
	}
}

#define NO_NODE		"no node of the device tree has a compatible string of this driver"
#define DISABLED	"the node is disabled"
#define NO_DEVICE	"the node has no device; a driver in the kernel may have taken it early in boot"
#define OTHER_DRIVER	"driver vendor-timer is bound to it; load this module before that one"

static void unused_reasons(struct kunit *test)
{
	static const struct {
		const char *states, *node, *why;
	} cases[] = {
		{ "", "", NO_NODE },
		{ "d", "/timer@0: ", DISABLED },
		{ "n", "/timer@0: ", NO_DEVICE },
		{ "o", "/timer@0: ", OTHER_DRIVER },
		/* One line for all nodes, about the one that comes closest to being used. */
		{ "ddd", "/timer@0: ", DISABLED },
		{ "dnd", "/timer@1: ", NO_DEVICE },
		{ "ndn", "/timer@0: ", NO_DEVICE },
		{ "dno", "/timer@2: ", OTHER_DRIVER },
		{ "ooo", "/timer@0: ", OTHER_DRIVER },
		/* The probe of a device without a driver has reported why. */
		{ "u", NULL, NULL },
		{ "dou", NULL, NULL },
		{ "m", NULL, NULL },
		{ "odm", NULL, NULL },
	};
	char must[200];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		board_set(cases[i].states);
		unused_test_report("soc_x", &mine);
		must[0] = 0;
		if (cases[i].why)
			snprintf(must, sizeof(must), KERN_NOTICE "soc_x: %snothing to do: %s\n",
				 cases[i].node, cases[i].why);
		KUNIT_EXPECT_STREQ_MSG(test, text, must, "nodes \"%s\"", cases[i].states);
		KUNIT_EXPECT_EQ_MSG(test, lines, !!cases[i].why, "nodes \"%s\"", cases[i].states);
		KUNIT_EXPECT_EQ_MSG(test, held_nodes, 0, "nodes \"%s\"", cases[i].states);
		KUNIT_EXPECT_EQ_MSG(test, held_devices, 0, "nodes \"%s\"", cases[i].states);
		KUNIT_EXPECT_EQ_MSG(test, locked, 0, "nodes \"%s\"", cases[i].states);
	}
}

static int unused_kunit_init(struct kunit *test)
{
	held_nodes = 0;
	held_devices = 0;
	locked = 0;

	return 0;
}

static struct kunit_case unused_cases[] = {
	KUNIT_CASE(unused_reasons),
	{ }
};

static struct kunit_suite unused_suite = {
	.name = "soc_unused",
	.init = unused_kunit_init,
	.test_cases = unused_cases,
};

kunit_test_suite(unused_suite);
