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
 * dw_apb_block.h describes how a channel behaves. The user supplies the device
 * tree: one node of 0x14 bytes for each channel, at base + n * 0x14.
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
 *	first=N:TICKS		whenever channel N is started from all ones it starts
 *				TICKS before its zero instead, so that a wrap is near
 *	frozen=N[:READS]	channel N stops counting after READS reads of its value
 *	sync=strict		a disable and an enable within one timer clock are lost
 *	log=N			print the first N illegal uses (default 20); all are
 *				counted
 *	and wipe=, armed=, control= and stats=, see block_plugin.h. armed=off applies
 *	to frozen and wipe. dw_apb_control.h describes the control page.
 *
 * All output goes to QEMU's stderr, every line starts with "dw_apb:".
 */
#include <time.h>

#define WHO		"dw_apb"

#include "block_plugin.h"
#include "dw_apb_block.h"
#include "dw_apb_control.h"
#include "timer_abi.h"

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
	.log = 20,
};

static struct dwb_block block = { .version = VERSION };
static struct qemu_timer timers[DWB_CHANNELS];
static void *lines[DWB_CHANNELS];
static uint64_t frozen_seen;
static bool firmware_runs;
static uint64_t logged;

/* ---- guest time and timer clocks ---- */

static uint64_t clocks_now(void)
{
	return (__int128)qemu_clock_get_ns(QEMU_CLOCK_GUEST) * args.rate / NSEC;
}

/* The earliest guest time at which clocks_now() is @clocks. */
static int64_t moment_of(uint64_t clocks)
{
	return ((__int128)clocks * NSEC + args.rate - 1) / args.rate;
}

/* The latest expiry that QEMU's clock accepts. */
static bool in_reach(uint64_t clocks)
{
	return (__int128)clocks * NSEC / args.rate < INT64_MAX;
}

/* ---- counts ---- */

static void clear_channel(struct dwb_channel *c)
{
	c->expired = 0;
	c->lost = 0;
	c->dropped = 0;
	c->eoi_taken = 0;
	c->eoi_idle = 0;
	memset(c->reads, 0, sizeof(c->reads));
	memset(c->writes, 0, sizeof(c->writes));
}

static void clear_stats(void)
{
	unsigned int n;

	memset(block.faults, 0, sizeof(block.faults));
	for (n = 0; n < DWB_CHANNELS; n++)
		clear_channel(&block.ch[n]);
}

/* Events of a channel that the firmware left running do not count until a driver takes it. */
static bool advance(void)
{
	bool expired = dwb_advance(&block, clocks_now());

	if (firmware_runs)
		clear_channel(&block.ch[args.pending]);
	return expired;
}

static void end_firmware(uint64_t addr)
{
	if (addr / DWB_STRIDE == (uint64_t)args.pending)
		firmware_runs = false;
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
	advance();
	update();
}

/* ---- the registers ---- */

static void at_fault(struct dwb_block *b, enum dwb_fault what, unsigned int offset)
{
	(void)b;
	if (logged++ >= args.log)
		return;
	plugin_info("illegal use at offset 0x%02x: %s", offset, dwb_fault_text[what]);
	if (logged == args.log)
		plugin_info("further illegal uses are only counted");
}

static void freeze_if_due(uint64_t addr)
{
	if (!plugin_armed || args.frozen < 0 ||
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
	changed = advance();
	freeze_if_due(addr);
	val = dwb_read(&block, addr);
	/* Counters are read very often, and reading them has no side effect. */
	if (changed || addr % DWB_STRIDE != DWB_VALUE || frozen_seen != frozen_before)
		update();
	return val;
}

static void block_write(void *opaque, uint64_t addr, uint64_t val, unsigned int size)
{
	(void)opaque;
	if (!right_size(addr, size))
		return;
	advance();
	end_firmware(addr);
	dwb_write(&block, addr, val);
	update();
}

/* Accept all sizes, so that a wrong one is logged and does not abort the guest. */
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
		plugin_info("stats %s channel %u %s reads %llu writes %llu", when, n,
			    reg_names[reg], (unsigned long long)c->reads[reg],
			    (unsigned long long)c->writes[reg]);
	}
	plugin_info("stats %s channel %u events expired %llu lost %llu dropped %llu taken %llu spurious %llu",
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
		plugin_info("stats %s illegal %llu %s", when,
			    (unsigned long long)block.faults[i], dwb_fault_text[i]);
}

/* ---- the guest's view of the control page ---- */

static uint32_t count_of(const struct dwb_channel *c, unsigned int offset)
{
	if (offset >= DW_APB_CONTROL_WRITES)
		return c->writes[(offset - DW_APB_CONTROL_WRITES) / 4];
	if (offset >= DW_APB_CONTROL_READS)
		return c->reads[(offset - DW_APB_CONTROL_READS) / 4];
	switch (offset) {
	case DW_APB_CONTROL_EXPIRED:
		return c->expired;
	case DW_APB_CONTROL_LOST:
		return c->lost;
	case DW_APB_CONTROL_DROPPED:
		return c->dropped;
	case DW_APB_CONTROL_TAKEN:
		return c->eoi_taken;
	}
	return c->eoi_idle;
}

static uint32_t host_clock(unsigned int offset)
{
	static uint64_t ns;
	struct timespec now;

	if (offset == DW_APB_CONTROL_HOST_LOW) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		ns = now.tv_sec * 1000000000ULL + now.tv_nsec;
		return ns;
	}
	return ns >> 32;
}

static uint64_t count_at(uint64_t offset)
{
	unsigned int n;

	if (offset == DW_APB_CONTROL_HOST_LOW || offset == DW_APB_CONTROL_HOST_HIGH)
		return host_clock(offset);
	for (n = 0; n < DWB_CHANNELS; n++)
		if (offset >= DW_APB_CONTROL_CHANNEL(n) &&
		    offset < DW_APB_CONTROL_CHANNEL(n) + DW_APB_CONTROL_COUNTS)
			return count_of(&block.ch[n], offset - DW_APB_CONTROL_CHANNEL(n));
	for (n = 0; n < DWB_FAULTS; n++)
		if (offset == DW_APB_CONTROL_FAULT(n))
			return block.faults[n];
	return 0;
}

/* ---- reset, wipe, control ---- */

static void arm_faults(bool on)
{
	advance();
	frozen_seen = 0;
	if (!on && args.frozen >= 0 && block.ch[args.frozen].frozen) {
		struct dwb_channel *c = &block.ch[args.frozen];

		c->frozen = false;
		c->expiry = block.now + 1 + c->value;
	}
	update();
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
	firmware_runs = true;
}

static void at_reset(void)
{
	advance();
	dwb_reset(&block);
	if (args.running >= 0)
		start_running();
	if (args.pending >= 0)
		start_pending();
	update();
}

static void wipe_block(void)
{
	advance();
	dwb_reset(&block);
	update();
}

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

static void place(void)
{
	void *intc = find_intc();
	unsigned int n;

	if (!intc) {
		plugin_err("this machine has no %s; use -M virt,gic-version=2 or name its type with intc=",
			   args.intc ? args.intc : "GIC");
		exit(1);
	}
	for (n = 0; n < block.channels; n++) {
		lines[n] = qdev_get_gpio_in(intc, args.irq + n);
		timer_init_full(&timers[n], NULL, QEMU_CLOCK_GUEST, 1, 0, at_expiry, NULL);
	}
	qemu_abi_map(args.base, WINDOW, &block_ops, WHO);
	plugin_info("%u channels at 0x%llx, %llu Hz", block.channels,
		    (unsigned long long)args.base, (unsigned long long)args.rate);
}

/* ---- arguments ---- */

/* "N" or "N:COUNT"; channels are checked once all arguments are known. */
static bool channel(char *value, int *n, uint64_t *count)
{
	char *colon = strchr(value, ':');
	uint64_t val;

	if (colon) {
		*colon++ = '\0';
		if (!count || !plugin_number(colon, 0, count))
			return false;
	}
	if (!plugin_number(value, 10, &val) || val >= DWB_CHANNELS)
		return false;
	*n = val;
	return true;
}

static bool parse_base(char *value)
{
	return plugin_number(value, 16, &args.base) && !(args.base & (WINDOW - 1));
}

static bool parse_channels(char *value)
{
	return plugin_number(value, 10, &args.channels) && args.channels &&
	       args.channels <= DWB_CHANNELS;
}

static bool parse_rate(char *value)
{
	return plugin_number(value, 10, &args.rate) && args.rate && args.rate <= UINT32_MAX;
}

static bool parse_irq(char *value)
{
	return plugin_number(value, 10, &args.irq) && args.irq < 1000;
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

static bool parse_log(char *value)
{
	return plugin_number(value, 10, &args.log);
}

static const struct plugin_option options[] = {
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
	{ "log", parse_log, "a number of lines" },
};

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
	plugin_err("an argument names a channel beyond the last one, %d; raise channels=", last);
	return false;
}

static const struct block_plugin plugin = {
	.place = place,
	.reset = at_reset,
	.arm = arm_faults,
	.wipe = wipe_block,
	.print_stats = print_stats,
	.clear_stats = clear_stats,
	.count = count_at,
};

PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_API;

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc,
				      char **argv)
{
	if (!timer_abi_ok(WHO) ||
	    !plugin_read_arguments(info, argc, argv, options, ARRAY_SIZE(options)) ||
	    !channels_exist())
		return 1;
	block.channels = args.channels;
	block.fault = at_fault;
	plugin_begin(id, &plugin);
	return 0;
}
