/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code shared by the plug-ins that put a timer block into a machine: their arguments,
 * when they start, and the control register for the guest.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Include it once, after WHO (see qemu_abi.h) is defined.
 *
 * Common arguments
 *	wipe=at:0xADDR		all registers are lost whenever a vCPU executes the
 *				instruction at this virtual address (for instance a
 *				kernel function that runs between suspend and resume)
 *	armed=off		faults and wipe wait for the control register
 *	control=0xPHYS		guest-physical address of a control register:
 *				write 0 disarm, 1 arm, 2 wipe the block now,
 *				3 print and clear the statistics, 4 only clear them;
 *				reads: 1 if armed. The rest of the page holds the
 *				plug-in's counts
 *	stats=on		print the statistics when QEMU ends
 */
#ifndef SOC_TIMERS_TESTS_BLOCK_PLUGIN_H
#define SOC_TIMERS_TESTS_BLOCK_PLUGIN_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_abi.h"

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define CONTROL_PAGE		0x1000

/**
 * struct plugin_option - one argument KEY=VALUE
 * @key:	KEY
 * @parse:	parses VALUE, and may modify it; false: VALUE is invalid
 * @expected:	describes a valid VALUE, for the message
 */
struct plugin_option {
	const char *key;
	bool (*parse)(char *value);
	const char *expected;
};

/**
 * struct block_plugin - callbacks of a plug-in, all called with the big lock held
 * @place:	put the block into the machine, which is complete, or exit()
 * @reset:	called after the machine's own reset
 * @arm:	enable or disable the faults
 * @wipe:	lose all registers
 * @print_stats: print the counts, with the given word in each line
 * @clear_stats: zero the counts
 * @count:	return what the guest reads at this offset of the control page
 */
struct block_plugin {
	void (*place)(void);
	void (*reset)(void);
	void (*arm)(bool on);
	void (*wipe)(void);
	void (*print_stats)(const char *when);
	void (*clear_stats)(void);
	uint64_t (*count)(uint64_t offset);
};

static const struct block_plugin *block_plugin;
static bool plugin_armed;

static struct {
	bool armed;
	bool stats;
	bool wipe_at_set;
	uint64_t wipe_at;
	uint64_t control;	/* 0: none */
} plugin_args = { .armed = true };

/* ---- arguments ---- */

static bool plugin_number(const char *text, int base, uint64_t *val)
{
	char *end;

	errno = 0;
	*val = strtoull(text, &end, base);
	return !errno && end != text && !*end;
}

static bool plugin_switch(const char *value, bool *on)
{
	*on = !strcmp(value, "on");
	return *on || !strcmp(value, "off");
}

static bool plugin_parse_wipe(char *value)
{
	plugin_args.wipe_at_set = true;
	return !strncmp(value, "at:", 3) && plugin_number(value + 3, 16, &plugin_args.wipe_at);
}

static bool plugin_parse_armed(char *value)
{
	return plugin_switch(value, &plugin_args.armed);
}

static bool plugin_parse_control(char *value)
{
	return plugin_number(value, 16, &plugin_args.control) && plugin_args.control &&
	       !(plugin_args.control % CONTROL_PAGE);
}

static bool plugin_parse_stats(char *value)
{
	return plugin_switch(value, &plugin_args.stats);
}

static const struct plugin_option plugin_options[] = {
	{ "wipe", plugin_parse_wipe, "at:0xADDRESS" },
	{ "armed", plugin_parse_armed, "on or off" },
	{ "control", plugin_parse_control, "a page-aligned guest-physical address" },
	{ "stats", plugin_parse_stats, "on or off" },
};

static const struct plugin_option *plugin_find(const struct plugin_option *options, size_t n,
					       const char *key)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(options[i].key, key))
			return &options[i];
	return NULL;
}

static void plugin_unknown(const char *arg, const struct plugin_option *own, size_t n)
{
	size_t i;

	fprintf(stderr, WHO ": %s: unknown argument; known:", arg);
	for (i = 0; i < n; i++)
		fprintf(stderr, " %s", own[i].key);
	for (i = 0; i < ARRAY_SIZE(plugin_options); i++)
		fprintf(stderr, " %s", plugin_options[i].key);
	fprintf(stderr, "\n");
}

static bool plugin_parse(const char *arg, const struct plugin_option *own, size_t n)
{
	char *copy = strdup(arg);
	char *value = copy ? strchr(copy, '=') : NULL;
	const struct plugin_option *option;
	bool good = false;

	if (!value) {
		plugin_err("%s: not of the form KEY=VALUE", arg);
		goto out;
	}
	*value++ = '\0';
	option = plugin_find(own, n, copy);
	if (!option)
		option = plugin_find(plugin_options, ARRAY_SIZE(plugin_options), copy);
	if (!option) {
		plugin_unknown(arg, own, n);
		goto out;
	}
	good = option->parse(value);
	if (!good)
		plugin_err("%s: expected %s", arg, option->expected);
out:
	free(copy);
	return good;
}

/* ---- reset, wipe, control ---- */

static void plugin_arm(bool on)
{
	plugin_armed = on;
	block_plugin->arm(on);
}

/* Registered after the machine's own handlers, so it runs after them. */
static void plugin_at_reset(void *data)
{
	(void)data;
	plugin_arm(plugin_args.armed);
	block_plugin->reset();
}

static void plugin_wipe(void)
{
	block_plugin->wipe();
	plugin_info("block wiped");
}

static void plugin_at_wipe_address(unsigned int cpu, void *data)
{
	bool held = qemu_mutex_iothread_locked();

	(void)cpu;
	(void)data;
	if (!held)
		qemu_mutex_lock_iothread_impl(__FILE__, __LINE__);
	if (plugin_armed)
		plugin_wipe();
	if (!held)
		qemu_mutex_unlock_iothread();
}

static void plugin_at_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *insn;
	size_t i;

	(void)id;
	for (i = 0; i < n; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		if (qemu_plugin_insn_vaddr(insn) == plugin_args.wipe_at)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, plugin_at_wipe_address,
							       PLUGIN_CB_NO_REGS, NULL);
	}
}

static void plugin_at_exit(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	block_plugin->print_stats("exit");
}

static uint64_t plugin_control_read(void *opaque, uint64_t addr, unsigned int size)
{
	(void)opaque;
	(void)size;
	return addr ? block_plugin->count(addr) : plugin_armed;
}

static void plugin_control_write(void *opaque, uint64_t addr, uint64_t val, unsigned int size)
{
	(void)opaque;
	(void)addr;
	(void)size;
	switch (val) {
	case 0:
	case 1:
		plugin_arm(val);
		plugin_info("faults %s", val ? "armed" : "disarmed");
		break;
	case 2:
		plugin_wipe();
		break;
	case 3:
		block_plugin->print_stats("mark");
		block_plugin->clear_stats();
		break;
	case 4:
		block_plugin->clear_stats();
		break;
	default:
		plugin_err("control: unknown value %llu (0 disarm, 1 arm, 2 wipe, 3 and 4 statistics)",
			   (unsigned long long)val);
	}
}

static const struct qemu_region_ops plugin_control_ops = {
	.read = plugin_control_read,
	.write = plugin_control_write,
	.endianness = QEMU_LITTLE_ENDIAN,
	.valid = { .min_size = 4, .max_size = 4 },
	.impl = { .min_size = 4, .max_size = 4 },
};

static void plugin_at_machine_done(struct qemu_notifier *self, void *data)
{
	(void)self;
	(void)data;
	block_plugin->place();
	if (plugin_args.control)
		qemu_abi_map(plugin_args.control, CONTROL_PAGE, &plugin_control_ops,
			     WHO "-control");
	qemu_register_reset(plugin_at_reset, NULL);
}

/* ---- start ---- */

/**
 * plugin_read_arguments() - parse the arguments; call it first
 * @info:	from QEMU
 * @argc:	from QEMU
 * @argv:	from QEMU
 * @own:	the arguments that only this plug-in has
 * @n:		number of entries in @own
 *
 * Return: true, or false after one line on stderr.
 */
static bool plugin_read_arguments(const struct qemu_info *info, int argc, char **argv,
				  const struct plugin_option *own, size_t n)
{
	int i;

	if (!info->system_emulation) {
		plugin_err("needs a whole machine; use a qemu-system-* binary");
		return false;
	}
	for (i = 0; i < argc; i++)
		if (!plugin_parse(argv[i], own, n))
			return false;
	return true;
}

/**
 * plugin_begin() - install the callbacks that the arguments require
 * @id:		from QEMU
 * @plugin:	called once the machine is complete; must stay valid
 */
static void plugin_begin(qemu_plugin_id_t id, const struct block_plugin *plugin)
{
	static struct qemu_notifier machine_done = { .notify = plugin_at_machine_done };

	block_plugin = plugin;
	if (plugin_args.wipe_at_set)
		qemu_plugin_register_vcpu_tb_trans_cb(id, plugin_at_translation);
	if (plugin_args.stats)
		qemu_plugin_register_atexit_cb(id, plugin_at_exit, NULL);
	qemu_add_machine_init_done_notifier(&machine_done);
}

#endif
