// SPDX-License-Identifier: GPL-2.0-only
/*
 * Providers that a timer may have to wait for: a clock, a reset and an interrupt
 * controller, each registered on demand by
 * "echo NAME >/sys/module/late_providers/parameters/provide", where NAME is clock, reset
 * or interrupts. Nodes: soc-timers,test-late-NAME.
 *
 * The controller is cascaded into another one and cannot set an interrupt's affinity.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/clk-provider.h>
#include <linux/err.h>
#include <linux/irq.h>
#include <linux/irqchip/chained_irq.h>
#include <linux/irqdomain.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_irq.h>
#include <linux/platform_device.h>
#include <linux/property.h>
#include <linux/reset-controller.h>
#include <linux/string.h>

/* ---- clock ---- */

static int late_clock_probe(struct platform_device *pdev)
{
	struct device *dev = &pdev->dev;
	struct clk_hw *hw;
	u32 rate;

	if (of_property_read_u32(dev->of_node, "clock-frequency", &rate))
		return -EINVAL;
	hw = devm_clk_hw_register_fixed_rate(dev, "late", NULL, 0, rate);
	if (IS_ERR(hw))
		return PTR_ERR(hw);
	return devm_of_clk_add_hw_provider(dev, of_clk_hw_simple_get, hw);
}

static const struct of_device_id late_clock_match[] = {
	{ .compatible = "soc-timers,test-late-clock" },
	{ }
};

/* ---- reset ---- */

#ifdef CONFIG_RESET_CONTROLLER

static int late_reset_assert(struct reset_controller_dev *rc, unsigned long id)
{
	pr_info("reset %lu asserted\n", id);
	return 0;
}

static int late_reset_deassert(struct reset_controller_dev *rc, unsigned long id)
{
	pr_info("reset %lu deasserted\n", id);
	return 0;
}

static const struct reset_control_ops late_reset_ops = {
	.assert		= late_reset_assert,
	.deassert	= late_reset_deassert,
};

static struct reset_controller_dev late_reset = {
	.ops		= &late_reset_ops,
	.owner		= THIS_MODULE,
	.nr_resets	= 8,
};

static int late_reset_probe(struct platform_device *pdev)
{
	late_reset.of_node = pdev->dev.of_node;
	return devm_reset_controller_register(&pdev->dev, &late_reset);
}

static const struct of_device_id late_reset_match[] = {
	{ .compatible = "soc-timers,test-late-reset" },
	{ }
};

#endif /* CONFIG_RESET_CONTROLLER */

/* ---- interrupts ---- */

#define LATE_INPUTS	8

struct late_input {
	struct irq_domain	*domain;
	unsigned int		number;
	int			parent;
};

static struct late_input late_inputs[LATE_INPUTS];

static struct irq_data *late_parent(struct irq_data *d)
{
	return irq_get_irq_data(late_inputs[d->hwirq].parent);
}

static void late_mask(struct irq_data *d)
{
	struct irq_data *parent = late_parent(d);

	irq_data_get_irq_chip(parent)->irq_mask(parent);
}

static void late_unmask(struct irq_data *d)
{
	struct irq_data *parent = late_parent(d);

	irq_data_get_irq_chip(parent)->irq_unmask(parent);
}

static struct irq_chip late_chip = {
	.name		= "late",
	.irq_mask	= late_mask,
	.irq_unmask	= late_unmask,
};

static void late_hand_on(struct irq_desc *desc)
{
	struct irq_chip *chip = irq_desc_get_chip(desc);
	struct late_input *input = irq_desc_get_handler_data(desc);

	chained_irq_enter(chip, desc);
	generic_handle_domain_irq(input->domain, input->number);
	chained_irq_exit(chip, desc);
}

static int late_map(struct irq_domain *domain, unsigned int irq, irq_hw_number_t number)
{
	irq_set_chip_and_handler(irq, &late_chip, handle_level_irq);
	return 0;
}

static const struct irq_domain_ops late_domain_ops = {
	.map	= late_map,
	.xlate	= irq_domain_xlate_onecell,
};

static int late_interrupts_probe(struct platform_device *pdev)
{
	struct device_node *np = pdev->dev.of_node;
	struct irq_domain *domain;
	unsigned int n;

	domain = irq_domain_create_linear(dev_fwnode(&pdev->dev), LATE_INPUTS, &late_domain_ops,
					  NULL);
	if (!domain)
		return -ENOMEM;
	for (n = 0; n < LATE_INPUTS; n++) {
		struct late_input *input = &late_inputs[n];

		input->parent = of_irq_get(np, n);
		if (input->parent <= 0)
			break;
		input->domain = domain;
		input->number = n;
		irq_set_chained_handler_and_data(input->parent, late_hand_on, input);
	}

	return n ? 0 : -EINVAL;
}

static const struct of_device_id late_interrupts_match[] = {
	{ .compatible = "soc-timers,test-late-interrupts" },
	{ }
};

/* ---- on demand ---- */

#define LATE_DRIVER(what)						\
{									\
	.probe	= late_##what##_probe,					\
	.driver	= {							\
		.name			= "late-" #what,		\
		.of_match_table		= late_##what##_match,		\
		.suppress_bind_attrs	= true,				\
	},								\
}

static struct platform_driver late_drivers[] = {
	LATE_DRIVER(clock),
#ifdef CONFIG_RESET_CONTROLLER
	LATE_DRIVER(reset),
#endif
	LATE_DRIVER(interrupts),
};

static int late_provide(const char *value, const struct kernel_param *kp)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(late_drivers); i++)
		if (sysfs_streq(value, late_drivers[i].driver.name + strlen("late-")))
			return platform_driver_register(&late_drivers[i]);

	pr_err("%s is unknown: use clock, reset or interrupts\n", value);
	return -EINVAL;
}

static const struct kernel_param_ops late_provide_ops = { .set = late_provide };
module_param_cb(provide, &late_provide_ops, NULL, 0200);
MODULE_PARM_DESC(provide, "provider to register, each once: clock, reset, interrupts");

static int __init late_init(void)
{
	return 0;
}
module_init(late_init);

MODULE_DESCRIPTION("A clock, a reset and an interrupt controller that are registered late");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
