// SPDX-License-Identifier: GPL-2.0-only
/*
 * A timer driver's resources from its device tree node: registers, clocks, a reset,
 * interrupts. Messages begin with the driver's tag, not with this module's.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/clk.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/limits.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/printk.h>
#include <linux/reset.h>
#include <soc-timers/node.h>
#include <soc-timers/optional.h>

/**
 * soc_node_fail() - report why a node cannot be used, in one line
 * @n:		the node, open or not
 * @err:	negative error
 * @fmt:	cause and remedy, without a newline
 *
 * -EPROBE_DEFER is not an error. For a device the reason is kept in
 * /sys/kernel/debug/devices_deferred; early in boot it is dropped, since the node is
 * probed again as a device.
 *
 * Context: process, or early in boot.
 * Return: @err.
 */
int soc_node_fail(const struct soc_node *n, int err, const char *fmt, ...)
{
	struct va_format vaf = { .fmt = fmt };
	va_list args;

	va_start(args, fmt);
	vaf.va = &args;
	if (err != -EPROBE_DEFER)
		pr_err("%s: %pOF: %pV (%pe)\n", n->tag, n->np, &vaf, ERR_PTR(err));
	else if (n->dev)
		dev_err_probe(n->dev, err, "%pOF: %pV\n", n->np, &vaf);
	va_end(args);

	return err;
}
EXPORT_SYMBOL_NS_GPL(soc_node_fail, SOC_TIMERS_NS);

/* The region is not claimed: another driver of the block may have it mapped as well. */
static int soc_node_map(struct soc_node *n, const struct soc_node_desc *desc)
{
	struct resource res;
	int ret;

	if (!desc->min_size)
		return 0;

	ret = of_address_to_resource(n->np, 0, &res);
	if (ret)
		return soc_node_fail(n, ret, "no address: give the node a reg property");
	if (resource_size(&res) < desc->min_size)
		return soc_node_fail(n, -EINVAL,
				     "%pR is too small: reg needs a size of at least %pa", &res,
				     &desc->min_size);

	n->base = ioremap(res.start, desc->map_size ?: desc->min_size);
	if (!n->base)
		return soc_node_fail(n, -ENOMEM, "cannot map %pR: check the reg property", &res);

	return 0;
}

static bool soc_node_has_clock(const struct soc_node *n, const char *name)
{
	if (!name)
		return of_find_property(n->np, "clocks", NULL);

	return of_property_match_string(n->np, "clock-names", name) >= 0;
}

/* For messages; the driver may ask for the node's first clock without naming it. */
static const char *soc_node_clock_name(const char *name)
{
	return name ?: "0";
}

static int soc_node_no_clock(const struct soc_node *n, const char *name)
{
	if (!name)
		return soc_node_fail(n, -ENOENT, "no clock: give the node clocks");

	return soc_node_fail(n, -ENOENT, "no clock \"%s\": name it in clocks and clock-names",
			     name);
}

/* Sets @clk to NULL if the clock is @optional and missing. */
static int soc_node_clock_get(const struct soc_node *n, const char *name, bool optional,
			      struct clk **clk)
{
	const char *shown = soc_node_clock_name(name);
	struct clk *got;
	int ret;

	*clk = NULL;
	if (!soc_node_has_clock(n, name))
		return optional ? 0 : soc_node_no_clock(n, name);

	got = name ? of_clk_get_by_name(n->np, name) : of_clk_get(n->np, 0);
	if (IS_ERR(got))
		return soc_node_fail(n, PTR_ERR(got),
				     "cannot get clock \"%s\": check clocks and the driver of that clock",
				     shown);

	ret = clk_prepare_enable(got);
	if (ret) {
		clk_put(got);
		return soc_node_fail(n, ret,
				     "cannot enable clock \"%s\": check the driver of that clock",
				     shown);
	}
	*clk = got;

	return 0;
}

static void soc_node_clock_put(struct clk *clk)
{
	clk_disable_unprepare(clk);
	clk_put(clk);
}

/* The rate of a clocksource can never change. */
static int soc_node_tick_get(struct soc_node *n, const struct soc_node_desc *desc)
{
	struct clk *clk;
	int ret;

	ret = soc_node_clock_get(n, desc->tick_clock, desc->frequency, &clk);
	if (ret || !clk)
		return ret;

	ret = soc_hold_rate(clk);
	if (ret) {
		soc_node_clock_put(clk);
		return soc_node_fail(n, ret,
				     "cannot hold the rate of clock \"%s\": another driver changes it and must not",
				     soc_node_clock_name(desc->tick_clock));
	}
	n->tick = clk;

	return 0;
}

static bool soc_node_frequency(const struct soc_node *n, u32 *rate)
{
	return !of_property_read_u32(n->np, "clock-frequency", rate) ||
	       !of_property_read_u32(n->np, "clock-freq", rate);
}

static int soc_node_find_rate(struct soc_node *n, const struct soc_node_desc *desc)
{
	unsigned long rate = n->tick ? clk_get_rate(n->tick) : 0;
	u32 given;

	if (desc->frequency && soc_node_frequency(n, &given)) {
		if (rate && rate != given)
			pr_warn("%s: %pOF: clock-frequency is %u Hz but clock \"%s\" runs at %lu Hz: using clock-frequency, remove the wrong one\n",
				n->tag, n->np, given, soc_node_clock_name(desc->tick_clock), rate);
		rate = given;
	} else if (!n->tick) {
		return soc_node_fail(n, -EINVAL,
				     "neither clock \"%s\" nor clock-frequency: give the node one of them",
				     soc_node_clock_name(desc->tick_clock));
	} else if (!rate) {
		/* of_clk_get() also returns a clock whose parent is not registered yet. */
		return soc_node_fail(n, -EPROBE_DEFER,
				     "clock \"%s\" has no rate yet: check the driver of its parent clock",
				     soc_node_clock_name(desc->tick_clock));
	}

	if (rate < desc->min_rate || (u64)rate > desc->max_rate)
		return soc_node_fail(n, -EINVAL,
				     "rate %lu Hz is outside %u Hz to %u Hz: correct the clock or clock-frequency",
				     rate, desc->min_rate, desc->max_rate);
	n->rate = rate;

	return 0;
}

/*
 * Clocks are enabled even if the node gives the rate, and even to read a counter that
 * another driver runs: accessing a block without its clock may hang the bus.
 */
static int soc_node_clocks_get(struct soc_node *n, const struct soc_node_desc *desc)
{
	int ret;

	if (desc->bus_clock) {
		ret = soc_node_clock_get(n, desc->bus_clock, desc->frequency, &n->bus);
		if (ret)
			return ret;
	}

	return soc_node_tick_get(n, desc) ?: soc_node_find_rate(n, desc);
}

/* Releases all resources and leaves the node as SOC_NODE() made it. */
static void soc_node_undo(struct soc_node *n)
{
	if (n->tick) {
		soc_unhold_rate(n->tick);
		soc_node_clock_put(n->tick);
	}
	if (n->bus)
		soc_node_clock_put(n->bus);
	if (n->base)
		iounmap(n->base);
	n->tick = NULL;
	n->bus = NULL;
	n->base = NULL;
	n->rate = 0;
}

/**
 * soc_node_open() - map a node's registers and enable its clocks
 * @n:		from SOC_NODE(); filled in on success
 * @desc:	what the driver needs
 *
 * The node is held until soc_node_close(). After an error @n is as SOC_NODE() made it.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0, or an error after reporting it. -EPROBE_DEFER: a clock is not available yet,
 * or has no rate because its parent is not.
 */
int soc_node_open(struct soc_node *n, const struct soc_node_desc *desc)
{
	int ret;

	ret = soc_node_map(n, desc) ?: soc_node_clocks_get(n, desc);
	if (ret) {
		soc_node_undo(n);
		return ret;
	}
	of_node_get(n->np);

	return 0;
}
EXPORT_SYMBOL_NS_GPL(soc_node_open, SOC_TIMERS_NS);

/**
 * soc_node_close() - undo soc_node_open() and soc_node_deassert_reset()
 * @n: an open node whose registers are no longer accessed
 *
 * The reset stays deasserted, see soc_node_deassert_reset().
 *
 * Context: process, may sleep.
 */
void soc_node_close(struct soc_node *n)
{
	if (n->reset)
		reset_control_put(n->reset);
	n->reset = NULL;
	soc_node_undo(n);
	of_node_put(n->np);
}
EXPORT_SYMBOL_NS_GPL(soc_node_close, SOC_TIMERS_NS);

/*
 * Early in boot, reset controllers with a platform driver are never there yet, and a
 * kernel may not support reset controllers at all. Without its timer the board would not
 * boot. The firmware has probably deasserted the reset for its own use of the timer.
 */
static bool soc_node_can_do_without(const struct soc_node *n, int err)
{
	return !n->dev || err == -EOPNOTSUPP || err == -ENOTSUPP;
}

static int soc_node_reset_failed(const struct soc_node *n, int err, const char *what)
{
	if (!soc_node_can_do_without(n, err))
		return soc_node_fail(n, err,
				     "cannot %s the reset: check resets and the driver of its controller",
				     what);

	pr_warn("%s: %pOF: cannot %s the reset (%pe): going on without it, as the firmware left it\n",
		n->tag, n->np, what, ERR_PTR(err));
	return 0;
}

/**
 * soc_node_deassert_reset() - deassert a node's reset, if it has one
 * @n: an open node
 *
 * The reset is never asserted: channels of one block may share it, and the system may
 * run on one of them. Early in boot, and on a kernel without reset controllers, a reset
 * that is missing or does not work is reported but is not an error.
 *
 * Context: process, may sleep; or early in boot.
 * Return: 0, or an error after reporting it. -EPROBE_DEFER: the controller is not
 * available yet.
 */
int soc_node_deassert_reset(struct soc_node *n)
{
	struct reset_control *reset;
	int ret;

	if (!of_find_property(n->np, "resets", NULL))
		return 0;

	reset = of_reset_control_get_shared(n->np, NULL);
	if (IS_ERR(reset))
		return soc_node_reset_failed(n, PTR_ERR(reset), "get");

	ret = reset_control_deassert(reset);
	if (ret) {
		reset_control_put(reset);
		return soc_node_reset_failed(n, ret, "deassert");
	}
	n->reset = reset;

	return 0;
}
EXPORT_SYMBOL_NS_GPL(soc_node_deassert_reset, SOC_TIMERS_NS);

/**
 * soc_node_irq() - map one of a node's interrupts
 * @n:		the node, open or not
 * @index:	in interrupts, from 0
 *
 * Context: process, may sleep; or early in boot.
 * Return: the Linux interrupt number, or an error after reporting it. -EPROBE_DEFER: the
 * controller is not available yet.
 */
int soc_node_irq(const struct soc_node *n, unsigned int index)
{
	int irq = of_irq_get(n->np, index);

	if (irq > 0)
		return irq;

	return soc_node_fail(n, irq ?: -EINVAL,
			     "cannot get interrupt %u: check interrupts and the driver of their controller",
			     index);
}
EXPORT_SYMBOL_NS_GPL(soc_node_irq, SOC_TIMERS_NS);
