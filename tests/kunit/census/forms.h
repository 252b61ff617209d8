/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a suite of the census defines: the forms of use of its driver, and functions that
 * know the driver and its hardware. run.h comes after them.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _CENSUS_FORMS_H
#define _CENSUS_FORMS_H

#include "under_test.h"

/**
 * struct form - a form of use
 * @name:	in the table
 * @early:	the driver is built in
 * @late:	a node that could not be used early in boot is probed as a device
 * @twin:	the in-tree driver runs the block
 * @up:		the kernel is for one CPU
 */
struct form {
	const char *name;
	bool early, late, twin, up;
};

/* The driver and its hardware are as after power-on. */
static void forget_driver(const struct form *form);
/* The in-tree driver probes node @number of the tree. */
static void start_twin(struct device_node *np, unsigned int number);
/* What is done before devices are probed. */
static void load_module(void);
static int probe_early(struct device_node *np);
static int probe_device(struct platform_device *pdev);
/* Does the driver let go of a node that is in use? */
static bool is_removable(struct device_node *np);
static void remove_device(struct platform_device *pdev);
/* What a node is used for, in the table. */
static const char *role_of(struct device_node *np);
/* Is no message needed when a node is not used? */
static bool may_be_silent(const struct device_node *np, int err);
/* @nodes nodes are in use. What is held for them must be right, and nothing else is. */
static void check_in_use(struct kunit *test, const struct form *form, unsigned int nodes);
static void check_hardware(struct kunit *test);
/* More about nodes in use, in the table. */
static void describe_in_use(char *text, size_t size);

#endif /* _CENSUS_FORMS_H */
