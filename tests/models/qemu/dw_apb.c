// SPDX-License-Identifier: GPL-2.0-only
/*
 * QEMU plug-in: a block of DW APB timers for a machine that has none.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Build:  ./build.sh dw_apb.c dw_apb.so
 * Use:    qemu-system-arm -M virt,gic-version=2,highmem=off ...
 *		-plugin ./dw_apb.so[,ARG...]
 *
 * How a channel behaves is said in dw_apb_block.h. The device tree is the
 * user's: one node of 0x14 bytes for each channel, at base + n * 0x14.
 *
 * Arguments
 *	base=0xPHYS		guest-physical address (default 0x0b000000)
 *	channels=N		1 to 8 (default 4)
 *	rate=HZ			timer clock (default 25000000)
 *	irq=N			input of the interrupt controller that channel 0 drives,
 *				channel n drives N + n (default 110: SPI 110 of a GIC)
 *	intc=TYPE		QEMU's type of the controller (default: the GIC)
 *	running=N		at reset channel N runs freely and masked, as a boot
 *				loader or the in-tree driver leaves a clocksource
 *	pending=N		at reset channel N runs periodically at 100 Hz, unmasked,
 *				with an interrupt pending
 *	first=N:TICKS		once: when channel N is started from all ones it starts
 *				TICKS before its zero instead, so that a wrap is near
 *	frozen=N[:READS]	channel N stands still after READS reads of its value
 *	sync=strict		a disable and an enable within one timer clock are lost
 *	wipe=at:0xADDR		all registers are lost whenever a vCPU executes the
 *				instruction at this virtual address
 *	armed=off		frozen and wipe wait for the control register
 *	control=0xPHYS		guest-physical address of a control register:
 *				write 0 disarm, 1 arm, 2 wipe the block now,
 *				3 print and clear the statistics; reads: 1 if armed
 *	stats=on		print all counts when QEMU ends
 *	log=N			print the first N illegal uses (default 20); all are
 *				counted
 *
 * All output goes to QEMU's stderr, every line starts with "dw_apb:".
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dw_apb_abi.h"
#include "dw_apb_block.h"

#define WHO		"dw_apb"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define NSEC		1000000000
#define VERSION		0x3231322au
#define WINDOW		0x1000

/* -1: none */
struct options {
	uint64_t base;
	uint64_t channels;
	uint64_t rate;
	uint64_t irq;
	const char *intc;
	int running;
	int pending;
	int frozen;
	uint64_t frozen_reads;
	bool wipe_at_set;
	uint64_t wipe_at;
	bool armed;
	uint64_t control;
	bool stats;
	uint64_t log;
};

static struct options args = {
	.base = 0x0b000000,
	.channels = 4,
	.rate = 25000000,
	.irq = 110,
	.running = -1,
	.pending = -1,
	.frozen = -1,
	.armed = true,
	.log = 20,
};

static struct dwb_block block = { .version = VERSION };
static struct qemu_timer timers[DWB_CHANNELS];
static void *lines[DWB_CHANNELS];
static bool armed;
static uint64_t frozen_seen;
static uint64_t logged;

/* ---- guest time and timer clocks ---- */

static uint64_t clocks_now(void)
{
	return (__int128)qemu_clock_get_ns(QEMU_CLOCK_GUEST) * args.rate / NSEC;
}

/* The first moment at which clocks_now() is @clocks. */
static int64_t moment_of(uint64_t clocks)
{
	return ((__int128)clocks * NSEC + args.rate - 1) / args.rate;
}

/* The latest that QEMU's clock can be asked to wait for. */
static bool in_reach(uint64_t clocks)
{
	return (__int128)clocks * NSEC / args.rate < INT64_MAX;
}

/* ---- lines and expiries ---- */

static void update_channel(unsigned int n)
{
	struct dwb_channel *c = &block.ch[n];

	qemu_set_irq(lines[n], dwb_line(c));
	if (dwb_enabled(c) && !c->frozen && in_reach(c->expiry))
		timer_mod(&timers[n], moment_of(c->expiry));
	else
		timer_del(&timers[n]);
}

static void update(void)
{
	unsigned int n;

	for (n = 0; n < block.channels; n++)
		update_channel(n);
}

static void at_expiry(void *opaque)
{
	(void)opaque;
	dwb_advance(&block, clocks_now());
	update();
}

/* ---- the registers ---- */

static void at_fault(struct dwb_block *b, enum dwb_fault what, unsigned int offset)
{
	(void)b;
	if (logged++ >= args.log)
		return;
	fprintf(stderr, WHO ": illegal use at offset 0x%02x: %s\n", offset, dwb_fault_text[what]);
	if (logged == args.log)
		fprintf(stderr, WHO ": further illegal uses are only counted\n");
}

static void freeze_if_due(uint64_t addr)
{
	if (!armed || args.frozen < 0 ||
	    addr != (uint64_t)args.frozen * DWB_STRIDE + DWB_VALUE ||
	    frozen_seen++ < args.frozen_reads)
		return;
	if (!block.ch[args.frozen].frozen)
		dwb_freeze(&block, &block.ch[args.frozen]);
}

static bool right_size(uint64_t addr, unsigned int size)
{
	if (size == 4)
		return true;
	dwb_bad(&block, DWB_WRONG_SIZE, addr);
	return false;
}

static uint64_t block_read(void *opaque, uint64_t addr, unsigned int size)
{
	uint64_t frozen_before = frozen_seen;
	bool changed;
	uint32_t val;

	(void)opaque;
	if (!right_size(addr, size))
		return 0;
	changed = dwb_advance(&block, clocks_now());
	freeze_if_due(addr);
	val = dwb_read(&block, addr);
	/* Counters are read very often, and that changes nothing. */
	if (changed || addr % DWB_STRIDE != DWB_VALUE || frozen_seen != frozen_before)
		update();
	return val;
}

static void block_write(void *opaque, uint64_t addr, uint64_t val, unsigned int size)
{
	(void)opaque;
	if (!right_size(addr, size))
		return;
	dwb_advance(&block, clocks_now());
	dwb_write(&block, addr, val);
	update();
}

/* All sizes get here, so that a wrong one is told and not an abort in the guest. */
static const struct qemu_region_ops block_ops = {
	.read = block_read,
	.write = block_write,
	.endianness = QEMU_LITTLE_ENDIAN,
	.valid = { .min_size = 1, .max_size = 8 },
	.impl = { .min_size = 1, .max_size = 8 },
};

/* ---- statistics ---- */

static const char * const reg_names[DWB_REGS] = {
	"load", "value", "control", "eoi", "status",
};

static void print_channel(const char *when, unsigned int n)
{
	const struct dwb_channel *c = &block.ch[n];
	unsigned int reg;

	for (reg = 0; reg < DWB_REGS; reg++) {
		if (!c->reads[reg] && !c->writes[reg])
			continue;
		fprintf(stderr, WHO ": stats %s channel %u %s reads %llu writes %llu\n", when, n,
			reg_names[reg], (unsigned long long)c->reads[reg],
			(unsigned long long)c->writes[reg]);
	}
	fprintf(stderr, WHO ": stats %s channel %u events expired %llu lost %llu dropped %llu taken %llu spurious %llu\n",
		when, n, (unsigned long long)c->expired, (unsigned long long)c->lost,
		(unsigned long long)c->dropped, (unsigned long long)c->eoi_taken,
		(unsigned long long)c->eoi_idle);
}

static void print_stats(const char *when)
{
	unsigned int i;

	for (i = 0; i < block.channels; i++)
		print_channel(when, i);
	for (i = 0; i < DWB_FAULTS; i++)
		fprintf(stderr, WHO ": stats %s illegal %llu %s\n", when,
			(unsigned long long)block.faults[i], dwb_fault_text[i]);
}

static void clear_stats(void)
{
	struct dwb_channel *c;

	memset(block.faults, 0, sizeof(block.faults));
	for (c = block.ch; c < block.ch + DWB_CHANNELS; c++) {
		c->expired = 0;
		c->lost = 0;
		c->dropped = 0;
		c->eoi_taken = 0;
		c->eoi_idle = 0;
		memset(c->reads, 0, sizeof(c->reads));
		memset(c->writes, 0, sizeof(c->writes));
	}
}

static void at_exit(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	print_stats("exit");
}

/* ---- reset, wipe, control ---- */

static void arm_faults(bool on)
{
	armed = on;
	frozen_seen = 0;
	if (!on && args.frozen >= 0 && block.ch[args.frozen].frozen) {
		struct dwb_channel *c = &block.ch[args.frozen];

		c->frozen = false;
		c->expiry = block.now + 1 + c->value;
	}
}

static void start_running(void)
{
	struct dwb_channel *c = &block.ch[args.running];

	c->load = DWB_ALL_ONES;
	c->control = DWB_ENABLE | DWB_MASK;
	dwb_start(&block, c, 0);
}

static void start_pending(void)
{
	struct dwb_channel *c = &block.ch[args.pending];

	c->load = args.rate / 100;
	c->control = DWB_ENABLE | DWB_USER;
	dwb_start(&block, c, 0);
	c->pending = true;
}

static void at_reset(void *data)
{
	(void)data;
	dwb_advance(&block, clocks_now());
	dwb_reset(&block);
	arm_faults(args.armed);
	if (args.running >= 0)
		start_running();
	if (args.pending >= 0)
		start_pending();
	update();
}

static void wipe_block(void)
{
	dwb_advance(&block, clocks_now());
	dwb_reset(&block);
	update();
	fprintf(stderr, WHO ": block wiped\n");
}

static void at_wipe_address(unsigned int cpu, void *data)
{
	bool held = qemu_mutex_iothread_locked();

	(void)cpu;
	(void)data;
	if (!held)
		qemu_mutex_lock_iothread_impl(__FILE__, __LINE__);
	if (armed)
		wipe_block();
	if (!held)
		qemu_mutex_unlock_iothread();
}

static void at_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *insn;
	size_t i;

	(void)id;
	for (i = 0; i < n; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		if (qemu_plugin_insn_vaddr(insn) == args.wipe_at)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, at_wipe_address,
							       PLUGIN_CB_NO_REGS, NULL);
	}
}

static uint64_t control_read(void *opaque, uint64_t addr, unsigned int size)
{
	(void)opaque;
	(void)addr;
	(void)size;
	return armed;
}

static void control_write(void *opaque, uint64_t addr, uint64_t val, unsigned int size)
{
	(void)opaque;
	(void)addr;
	(void)size;
	switch (val) {
	case 0:
	case 1:
		dwb_advance(&block, clocks_now());
		arm_faults(val);
		update();
		fprintf(stderr, WHO ": faults %s\n", val ? "armed" : "disarmed");
		break;
	case 2:
		wipe_block();
		break;
	case 3:
		print_stats("mark");
		clear_stats();
		break;
	default:
		fprintf(stderr, WHO ": control: unknown value %llu (0 disarm, 1 arm, 2 wipe, 3 statistics)\n",
			(unsigned long long)val);
	}
}

static const struct qemu_region_ops control_ops = {
	.read = control_read,
	.write = control_write,
	.endianness = QEMU_LITTLE_ENDIAN,
	.valid = { .min_size = 4, .max_size = 4 },
	.impl = { .min_size = 4, .max_size = 4 },
};

static void *find_intc(void)
{
	static const char * const gics[] = { "arm_gic", "arm-gicv3" };
	void *intc = NULL;
	size_t i;

	if (args.intc)
		return object_resolve_path_type("", args.intc, NULL);
	for (i = 0; !intc && i < ARRAY_SIZE(gics); i++)
		intc = object_resolve_path_type("", gics[i], NULL);
	return intc;
}

static void at_machine_done(struct qemu_notifier *self, void *data)
{
	void *intc = find_intc();
	unsigned int n;

	(void)self;
	(void)data;
	if (!intc) {
		fprintf(stderr, WHO ": this machine has no %s; use -M virt,gic-version=2 or name its type with intc=\n",
			args.intc ? args.intc : "GIC");
		exit(1);
	}
	for (n = 0; n < block.channels; n++) {
		lines[n] = qdev_get_gpio_in(intc, args.irq + n);
		timer_init_full(&timers[n], NULL, QEMU_CLOCK_GUEST, 1, 0, at_expiry, NULL);
	}
	qemu_abi_map(args.base, WINDOW, &block_ops, WHO);
	if (args.control)
		qemu_abi_map(args.control, 0x1000, &control_ops, WHO "-control");
	qemu_register_reset(at_reset, NULL);
	fprintf(stderr, WHO ": %u channels at 0x%llx, %llu Hz\n", block.channels,
		(unsigned long long)args.base, (unsigned long long)args.rate);
}

/* ---- arguments ---- */

static bool number(const char *text, int base, uint64_t *val)
{
	char *end;

	errno = 0;
	*val = strtoull(text, &end, base);
	return !errno && end != text && !*end;
}

/* "N" or "N:COUNT"; channels are checked once all arguments are known. */
static bool channel(char *value, int *n, uint64_t *count)
{
	char *colon = strchr(value, ':');
	uint64_t val;

	if (colon) {
		*colon++ = '\0';
		if (!count || !number(colon, 0, count))
			return false;
	}
	if (!number(value, 10, &val) || val >= DWB_CHANNELS)
		return false;
	*n = val;
	return true;
}

static bool parse_base(char *value)
{
	return number(value, 16, &args.base) && !(args.base & (WINDOW - 1));
}

static bool parse_channels(char *value)
{
	return number(value, 10, &args.channels) && args.channels &&
	       args.channels <= DWB_CHANNELS;
}

static bool parse_rate(char *value)
{
	return number(value, 10, &args.rate) && args.rate && args.rate <= UINT32_MAX;
}

static bool parse_irq(char *value)
{
	return number(value, 10, &args.irq) && args.irq < 1000;
}

static bool parse_intc(char *value)
{
	args.intc = strdup(value);
	return args.intc && *args.intc;
}

static bool parse_running(char *value)
{
	return channel(value, &args.running, NULL);
}

static bool parse_pending(char *value)
{
	return channel(value, &args.pending, NULL);
}

static bool parse_first(char *value)
{
	uint64_t ticks = 0;
	int n;

	if (!channel(value, &n, &ticks) || !ticks || ticks > UINT32_MAX)
		return false;
	block.ch[n].first = ticks;
	return true;
}

static bool parse_frozen(char *value)
{
	return channel(value, &args.frozen, &args.frozen_reads);
}

static bool parse_sync(char *value)
{
	block.strict_sync = !strcmp(value, "strict");
	return block.strict_sync;
}

static bool parse_wipe(char *value)
{
	args.wipe_at_set = true;
	return !strncmp(value, "at:", 3) && number(value + 3, 16, &args.wipe_at);
}

static bool parse_armed(char *value)
{
	args.armed = !strcmp(value, "on");
	return args.armed || !strcmp(value, "off");
}

static bool parse_control(char *value)
{
	return number(value, 16, &args.control) && args.control && !(args.control & 0xfff);
}

static bool parse_stats(char *value)
{
	args.stats = !strcmp(value, "on");
	return args.stats || !strcmp(value, "off");
}

static bool parse_log(char *value)
{
	return number(value, 10, &args.log);
}

static const struct {
	const char *key;
	bool (*parse)(char *value);
	const char *expected;
} parsers[] = {
	{ "base", parse_base, "a page-aligned guest-physical address" },
	{ "channels", parse_channels, "1 to 8" },
	{ "rate", parse_rate, "a rate in Hz that fits 32 bits" },
	{ "irq", parse_irq, "the number of an interrupt input" },
	{ "intc", parse_intc, "a QEMU type" },
	{ "running", parse_running, "a channel, 0 to 7" },
	{ "pending", parse_pending, "a channel, 0 to 7" },
	{ "first", parse_first, "a channel and a number of ticks, N:TICKS" },
	{ "frozen", parse_frozen, "a channel, or a channel and a number of reads, N:READS" },
	{ "sync", parse_sync, "strict" },
	{ "wipe", parse_wipe, "at:0xADDRESS" },
	{ "armed", parse_armed, "on or off" },
	{ "control", parse_control, "a page-aligned guest-physical address" },
	{ "stats", parse_stats, "on or off" },
	{ "log", parse_log, "a number of lines" },
};

static bool parse_one(const char *arg)
{
	char *copy = strdup(arg);
	char *value = copy ? strchr(copy, '=') : NULL;
	bool good = false;
	size_t i;

	if (!value) {
		fprintf(stderr, WHO ": %s: not of the form KEY=VALUE\n", arg);
		goto out;
	}
	*value++ = '\0';
	for (i = 0; i < ARRAY_SIZE(parsers); i++) {
		if (strcmp(copy, parsers[i].key))
			continue;
		good = parsers[i].parse(value);
		if (!good)
			fprintf(stderr, WHO ": %s: expected %s\n", arg, parsers[i].expected);
		goto out;
	}
	fprintf(stderr, WHO ": %s: unknown argument; known are", arg);
	for (i = 0; i < ARRAY_SIZE(parsers); i++)
		fprintf(stderr, " %s", parsers[i].key);
	fprintf(stderr, "\n");
out:
	free(copy);
	return good;
}

static bool channels_exist(void)
{
	int last = args.channels - 1;
	int n;

	for (n = last + 1; n < DWB_CHANNELS; n++)
		if (block.ch[n].first)
			goto bad;
	if (args.running <= last && args.pending <= last && args.frozen <= last)
		return true;
bad:
	fprintf(stderr, WHO ": an argument names a channel beyond the last one, %d; raise channels=\n",
		last);
	return false;
}

PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_API;

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc,
				      char **argv)
{
	static struct qemu_notifier machine_done = { .notify = at_machine_done };
	int i;

	if (!dw_apb_abi_ok(WHO))
		return 1;
	if (!info->system_emulation) {
		fprintf(stderr, WHO ": needs a whole machine; use qemu-system-arm\n");
		return 1;
	}
	for (i = 0; i < argc; i++)
		if (!parse_one(argv[i]))
			return 1;
	if (!channels_exist())
		return 1;
	block.channels = args.channels;
	block.fault = at_fault;
	if (args.wipe_at_set)
		qemu_plugin_register_vcpu_tb_trans_cb(id, at_translation);
	if (args.stats)
		qemu_plugin_register_atexit_cb(id, at_exit, NULL);
	qemu_add_machine_init_done_notifier(&machine_done);
	return 0;
}
