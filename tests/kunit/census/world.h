/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine that a device tree describes, for the census: the tree in place of the
 * kernel's own, what its nodes refer to, and what a driver holds of it.
 *
 * The kernel's own functions parse the tree. Only what would need the hardware is faked:
 * mapping registers, clocks, resets and interrupts. Their providers are all there, with
 * one exception: nothing is known of one that the tree disables.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _CENSUS_WORLD_H
#define _CENSUS_WORLD_H

#include <kunit/test.h>
#include <linux/interrupt.h>
#include <linux/list.h>
#include <linux/of.h>
#include <linux/types.h>

struct clk;
struct clock_event_device;
struct reset_control;
struct soc_counter;
struct soc_node;

#define CENSUS_CPUS		32
#define CENSUS_IRQS		64
#define CENSUS_LOG		4096

/* What a clock runs at, unless it is a fixed one. */
#define CENSUS_RATE		24000000

/**
 * struct census_tree - a device tree of the census
 * @list:	of all of them
 * @offset:	in the file with the trees
 * @size:	in bytes
 * @series:	of the kernel, such as 6.12
 * @board:	such as arm/exynos4210-origen
 * @drivers:	the drivers that it has nodes for
 */
struct census_tree {
	struct list_head list;
	loff_t		offset;
	size_t		size;
	char		series[8];
	char		board[64];
	char		drivers[32];
};

/**
 * struct census_irq - an interrupt of the machine
 * @spec:	its controller, and which of its interrupts
 * @owner:	the handler's data; NULL: there is no handler
 */
struct census_irq {
	struct of_phandle_args spec;
	void *owner;
};

/* What a driver may hold of the machine */
enum census_kind {
	CENSUS_MAPPINGS,
	CENSUS_CLOCKS,
	CENSUS_ENABLED,
	CENSUS_RATES,
	CENSUS_RESETS,
	CENSUS_INTERRUPTS,
	CENSUS_MEMORY,
	CENSUS_SLOTS,
	CENSUS_PINS,
	CENSUS_KINDS,
};

/**
 * struct census_world - the machine
 * @test:	the test that runs
 * @root:	of the device tree
 * @cpus:	number of CPUs in it
 * @cpu:	the one that executes
 * @held:	what the driver has of it, by kind
 * @irq:	interrupts that were mapped
 * @irqs:	number of them
 * @lines:	number of lines logged
 * @log:	their text
 */
struct census_world {
	struct kunit	*test;
	struct device_node *root;
	unsigned int	cpus;
	unsigned int	cpu;
	int		held[CENSUS_KINDS];
	struct census_irq irq[CENSUS_IRQS];
	unsigned int	irqs;
	unsigned int	lines;
	char		log[CENSUS_LOG];
};

extern struct census_world census;

/* trees.c */
const struct census_tree *census_next(const struct census_tree *from, const char *driver);
void *census_read(struct kunit *test, const struct census_tree *t);
const char *census_expected(const struct census_tree *t, const char *driver);
const char *census_unknown_row(void);
unsigned long census_faults_wanted(void);

/* world.c */
void census_plant(struct kunit *test, const void *blob);
void census_prune(const struct of_device_id *timers);
void census_count_cpus(void);
void census_fell(void);
void census_forget(void);
void census_expect_nothing_held(struct kunit *test, const char *when);
bool census_names(const struct device_node *np);
const char *census_reason(const struct device_node *np);

/* fakes.c */
__printf(1, 2) void census_printk(const char *fmt, ...);
void *census_alloc(size_t size);
void census_free(const void *p);
void census_map(void);
void census_unmap(void);
struct clk *census_clk_get(struct device_node *np, int index);
struct clk *census_clk_get_by_name(struct device_node *np, const char *name);
unsigned long census_clk_rate(struct clk *clk);
struct reset_control *census_reset_get(struct device_node *np);
int census_irq_get(struct device_node *np, int index);
int census_irq_request(unsigned int irq, void *owner, bool per_cpu);
void census_irq_free(unsigned int irq, void *owner);
bool census_irq_has_action(unsigned int irq);

/* mutants.c */

/**
 * struct census_mutation - a change of the tree
 * @np:		the node
 * @where:	the link that was changed
 * @prop:	the property that was there
 * @changed:	the one that is there now, or NULL
 * @text:	what was done
 */
struct census_mutation {
	struct device_node *np;
	struct property **where;
	struct property *prop;
	struct property changed;
	char text[160];
};

struct rnd_state;

bool census_mutate(struct rnd_state *rnd, const struct of_device_id *timers,
		   struct census_mutation *m);
void census_heal(struct census_mutation *m);

#endif /* _CENSUS_WORLD_H */
