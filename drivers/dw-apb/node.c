// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a device tree node gives a DW APB timer channel: registers, clocks, reset,
 * rate, interrupt, and its place among its like. For the early form and the module
 * alike, so nothing here is devm-managed.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/clk.h>
#include <linux/device.h>
#include <linux/err.h>
#include <linux/io.h>
#include <linux/mod_devicetable.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/printk.h>
#include <linux/reset.h>

#include "node.h"

#define HANDED_OVER	((void *)1)

const struct of_device_id dw_apb_match[] = {
	{ .compatible = "snps,dw-apb-timer" },
	{ .compatible = "snps,dw-apb-timer-sp" },
	{ .compatible = "snps,dw-apb-timer-osc" },
	{ .compatible = "soc-timers,dw-apb-timer", .data = HANDED_OVER },
	{ }
};

/**
 * dw_apb_handed_over() - has the node a string that no other driver knows?
 * @np: the node
 *
 * Return: true if it has.
 */
bool dw_apb_handed_over(const struct device_node *np)
{
	const struct of_device_id *match = of_match_node(dw_apb_match, np);

	return match && match->data;
}

/**
 * dw_apb_any_handed_over() - is there a node that no other driver knows?
 *
 * Return: true if there is one in use.
 */
bool dw_apb_any_handed_over(void)
{
	struct device_node *np;

	for_each_matching_node(np, dw_apb_match) {
		if (dw_apb_handed_over(np) && of_device_is_available(np)) {
			of_node_put(np);
			return true;
		}
	}

	return false;
}

/**
 * dw_apb_fail() - say what is wrong with a node, in one line
 * @n:		the node
 * @err:	negative error; for -EPROBE_DEFER the line is kept in debugfs
 * @fmt:	the cause and the remedy, without an end of line
 *
 * Return: @err.
 */
int dw_apb_fail(const struct dw_apb_node *n, int err, const char *fmt, ...)
{
	struct va_format vaf;
	va_list args;

	va_start(args, fmt);
	vaf.fmt = fmt;
	vaf.va = &args;
	if (n->dev)
		dev_err_probe(n->dev, err, "%pOF: %pV\n", n->np, &vaf);
	else
		pr_err("soc_dw_apb: %pOF: %pV (%d)\n", n->np, &vaf, err);
	va_end(args);

	return err;
}

/* The region isn't claimed: the in-tree driver may have it mapped too. */
static int dw_apb_map(struct dw_apb_node *n)
{
	struct resource res;
	int ret;

	ret = of_address_to_resource(n->np, 0, &res);
	if (ret)
		return dw_apb_fail(n, ret, "no address: give the node a reg property");

	if (resource_size(&res) < DW_APB_SIZE)
		return dw_apb_fail(n, -EINVAL,
				   "%pR is too small for a channel: reg needs a size of at least %#x",
				   &res, DW_APB_SIZE);

	/* No more than the channel, whatever the node says. */
	n->base = ioremap(res.start, DW_APB_SIZE);
	if (!n->base)
		return dw_apb_fail(n, -ENOMEM, "%pR can't be mapped: check the reg property",
				   &res);
	return 0;
}

/* Returns NULL if the node doesn't name such a clock. */
static struct clk *dw_apb_clock_get(const struct dw_apb_node *n, const char *name)
{
	struct clk *clk;
	int ret;

	if (of_property_match_string(n->np, "clock-names", name) < 0)
		return NULL;

	clk = of_clk_get_by_name(n->np, name);
	if (IS_ERR(clk)) {
		dw_apb_fail(n, PTR_ERR(clk),
			    "clock \"%s\" can't be had: check clocks and the clock's driver", name);
		return clk;
	}

	ret = clk_prepare_enable(clk);
	if (ret) {
		clk_put(clk);
		dw_apb_fail(n, ret, "clock \"%s\" can't be enabled: see its driver", name);
		return ERR_PTR(ret);
	}

	return clk;
}

static void dw_apb_clock_put(struct clk *clk)
{
	if (!clk)
		return;
	clk_disable_unprepare(clk);
	clk_put(clk);
}

static bool dw_apb_given_rate(const struct dw_apb_node *n, u32 *rate)
{
	/* The second one is older than the binding. */
	return !of_property_read_u32(n->np, "clock-frequency", rate) ||
	       !of_property_read_u32(n->np, "clock-freq", rate);
}

static int dw_apb_find_rate(struct dw_apb_node *n)
{
	unsigned long rate = n->timer ? clk_get_rate(n->timer) : 0;
	bool given = dw_apb_given_rate(n, &n->rate);

	if (given && rate && rate != n->rate)
		pr_warn("soc_dw_apb: %pOF: clock-frequency says %u Hz, clock \"timer\" %lu Hz: using the former, remove the wrong one\n",
			n->np, n->rate, rate);
	if (!given && !n->timer)
		return dw_apb_fail(n, -EINVAL,
				   "neither a clock \"timer\" nor clock-frequency: give the node one of them");
	if (!given && rate > U32_MAX)
		return dw_apb_fail(n, -EINVAL, "clock \"timer\" at %lu Hz is too fast", rate);
	if (!given)
		n->rate = rate;

	if (n->rate < DW_APB_SLOWEST_HZ)
		return dw_apb_fail(n, -EINVAL,
				   "a rate of %u Hz is none a timer can have: correct %s", n->rate,
				   given ? "clock-frequency" : "clock \"timer\"");
	return 0;
}

static void dw_apb_clocks_put(struct dw_apb_node *n)
{
	if (n->timer)
		clk_rate_exclusive_put(n->timer);
	dw_apb_clock_put(n->timer);
	dw_apb_clock_put(n->pclk);
}

/* The clocks are turned on even if the rate is given: it may be gated. */
static int dw_apb_clocks_get(struct dw_apb_node *n)
{
	int ret;

	n->pclk = dw_apb_clock_get(n, "pclk");
	if (IS_ERR(n->pclk))
		return PTR_ERR(n->pclk);

	n->timer = dw_apb_clock_get(n, "timer");
	if (IS_ERR(n->timer)) {
		ret = PTR_ERR(n->timer);
		goto put_pclk;
	}

	/* Nobody may change the length of a tick. */
	if (n->timer) {
		ret = clk_rate_exclusive_get(n->timer);
		if (ret) {
			dw_apb_fail(n, ret, "the rate of clock \"timer\" can't be held constant");
			goto put_timer;
		}
	}

	ret = dw_apb_find_rate(n);
	if (ret) {
		dw_apb_clocks_put(n);
		return ret;
	}

	return 0;

put_timer:
	dw_apb_clock_put(n->timer);
put_pclk:
	dw_apb_clock_put(n->pclk);
	return ret;
}

static bool dw_apb_same_reset(const struct device_node *a, const struct device_node *b)
{
	struct of_phandle_args ra, rb;
	bool same;

	if (of_parse_phandle_with_args(a, "resets", "#reset-cells", 0, &ra))
		return false;
	if (of_parse_phandle_with_args(b, "resets", "#reset-cells", 0, &rb)) {
		of_node_put(ra.np);
		return false;
	}

	same = ra.np == rb.np && ra.args_count == rb.args_count &&
	       !memcmp(ra.args, rb.args, ra.args_count * sizeof(ra.args[0]));
	of_node_put(ra.np);
	of_node_put(rb.np);

	return same;
}

/* The in-tree driver takes a reset for itself, and has released it by now. */
static bool dw_apb_reset_is_twins(const struct device_node *np)
{
	struct device_node *other;

	if (!DW_APB_TWIN)
		return false;

	for_each_matching_node(other, dw_apb_match) {
		if (!dw_apb_handed_over(other) && of_device_is_available(other) &&
		    dw_apb_same_reset(np, other)) {
			of_node_put(other);
			return true;
		}
	}

	return false;
}

/*
 * Released, never asserted: channels may share it, and one of them may be what the
 * system runs on.
 */
static int dw_apb_release_reset(struct dw_apb_node *n)
{
	struct reset_control *reset;
	int ret;

	if (dw_apb_reset_is_twins(n->np) || !of_find_property(n->np, "resets", NULL))
		return 0;

	reset = of_reset_control_get_shared(n->np, NULL);
	if (IS_ERR(reset))
		return dw_apb_fail(n, PTR_ERR(reset),
				   "the reset can't be had: check resets and its controller's driver");

	ret = reset_control_deassert(reset);
	if (ret) {
		reset_control_put(reset);
		return dw_apb_fail(n, ret, "the reset can't be released: see its driver");
	}
	n->reset = reset;

	return 0;
}

/**
 * dw_apb_open() - take what a channel needs, and turn it on
 * @n:		filled in
 * @np:		the node
 * @dev:	its device; NULL in the early form
 * @full:	not only to read what somebody else runs
 *
 * Context: process, may sleep; or early in the start of the kernel.
 * Return: 0, or an error that has been told. -EPROBE_DEFER: something is not there yet.
 */
int dw_apb_open(struct dw_apb_node *n, struct device_node *np, struct device *dev, bool full)
{
	int ret;

	*n = (struct dw_apb_node) { .np = np, .dev = dev };

	ret = dw_apb_map(n);
	if (ret)
		return ret;

	ret = dw_apb_clocks_get(n);
	if (ret)
		goto unmap;

	if (full) {
		ret = dw_apb_release_reset(n);
		if (ret)
			goto put_clocks;
	}

	return 0;

put_clocks:
	dw_apb_clocks_put(n);
unmap:
	iounmap(n->base);
	return ret;
}

/**
 * dw_apb_close() - undo dw_apb_open()
 * @n: what it filled in
 *
 * The reset stays as it is, see dw_apb_release_reset(); a shared one that is put is not
 * asserted.
 *
 * Context: process, may sleep.
 */
void dw_apb_close(struct dw_apb_node *n)
{
	if (n->reset)
		reset_control_put(n->reset);
	dw_apb_clocks_put(n);
	iounmap(n->base);
}

/**
 * dw_apb_irq() - the channel's interrupt
 * @n: the node
 *
 * Return: its number, or an error that has been told. -EPROBE_DEFER: its controller
 * is not there yet.
 */
int dw_apb_irq(const struct dw_apb_node *n)
{
	int irq = of_irq_get(n->np, 0);

	if (irq > 0)
		return irq;
	return dw_apb_fail(n, irq ?: -EINVAL,
			   "no interrupt: check interrupts and the controller's driver");
}

/* Nodes of the in-tree driver and those handed over to us are apart. */
static bool dw_apb_same_owner(const struct device_node *a, const struct device_node *b)
{
	return !DW_APB_TWIN || dw_apb_handed_over(a) == dw_apb_handed_over(b);
}

static bool dw_apb_first_address(const struct device_node *np, u64 *address)
{
	struct resource res;

	if (of_address_to_resource((struct device_node *)np, 0, &res))
		return false;
	*address = res.start;

	return true;
}

/* Its number among the channels in @layout, by address. */
static unsigned int dw_apb_number(const struct device_node *np, u64 address)
{
	struct device_node *other;
	unsigned int number = 0;
	u64 others;

	for_each_matching_node(other, dw_apb_match)
		number += of_device_is_available(other) && dw_apb_same_owner(np, other) &&
			  dw_apb_first_address(other, &others) && others < address;

	return number;
}

/**
 * dw_apb_rank() - a channel's place among those of the same owner
 * @np:		its node, which has an address
 * @layout:	its @channels and @has_irq are filled in
 *
 * By address, so that the order of the nodes doesn't matter.
 *
 * Return: its number; -E2BIG: there are more than DW_APB_MAX_CHANNELS channels.
 */
int dw_apb_rank(const struct device_node *np, struct dw_apb_layout *layout)
{
	struct device_node *other;
	unsigned int number;
	u64 address;

	layout->channels = 0;
	layout->has_irq = 0;
	for_each_matching_node(other, dw_apb_match) {
		if (!of_device_is_available(other) || !dw_apb_same_owner(np, other) ||
		    !dw_apb_first_address(other, &address))
			continue;
		number = dw_apb_number(other, address);
		layout->channels++;
		if (layout->channels > DW_APB_MAX_CHANNELS) {
			of_node_put(other);
			return -E2BIG;
		}
		if (of_find_property(other, "interrupts", NULL) ||
		    of_find_property(other, "interrupts-extended", NULL))
			layout->has_irq |= 1ULL << number;
	}

	if (!dw_apb_first_address(np, &address))
		return -EINVAL;

	return dw_apb_number(np, address);
}
