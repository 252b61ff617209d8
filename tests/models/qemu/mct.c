// SPDX-License-Identifier: GPL-2.0-only
/*
 * QEMU plug-in: an Exynos multi-core timer for a machine that has none, with as many local
 * timers and as they are wired in other SoCs than the Exynos4210.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Build:  ./build.sh mct.c mct.so
 * Use:    qemu-system-aarch64 -M virt,gic-version=2,highmem=off ...
 *		-plugin ./mct.so[,ARG...]
 *
 * mct_block.h describes how the block behaves. The user supplies the device tree.
 *
 * Arguments
 *	base=0xPHYS		guest-physical address (default 0x0b100000)
 *	rate=HZ			input clock (default 24000000)
 *	locals=N		local timers, 1 to 16 (default 4)
 *	irq=N			SPI of comparator 0, comparator n has N + n (default 120),
 *				local timer i has N + 4 + i
 *	ppi=N:CORES		local timer i has PPI N of core i instead; those without a
 *				core have no interrupt
 *	spis=N			number of SPIs of the GIC, for ppi= (default 256: virt)
 *	frc=0xVALUE		the counter after a reset (default 0), stopped
 *	start=MS		another processor starts it, this long after a reset
 *	wstat=never		writes are never acknowledged
 *	wstat=late:N		acknowledged only after N reads of the status
 *	log=N			print the first N illegal uses (default 20); all are
 *				counted
 *	and wipe=, armed=, control= and stats=, see block_plugin.h. armed=off applies
 *	to wstat and wipe. A wipe leaves the counter at 0, stopped, unless start= has it
 *	started again. mct_control.h describes the control page.
 *
 * All output goes to QEMU's stderr, every line starts with "mct:".
 */
#define WHO		"mct"

#include "block_plugin.h"
#include "mct_block.h"
#include "mct_control.h"
#include "timer_abi.h"

#define NSEC		1000000000
#define MSEC		1000000
#define WINDOW		0x2000
#define GIC_PRIVATE	32

static struct {
	uint64_t base;
	uint64_t rate;
	uint64_t locals;
	uint64_t irq;
	uint64_t ppi;		/* 0: none */
	uint64_t cores;		/* with ppi */
	uint64_t spis;
	uint64_t frc;
	bool started;
	uint64_t start_ms;
	bool ack_never;
	uint64_t ack_late;
	uint64_t log;
} args = {
	.base = 0x0b100000,
	.rate = 24000000,
	.locals = 4,
	.irq = 120,
	.spis = 256,
	.log = 20,
};

static struct mct_block block;
static struct qemu_timer next_event, other_starts;
static void *comp_lines[MCB_COMPARATORS];
static void *local_lines[MCB_LOCALS];
static uint64_t logged;

/* ---- guest time and cycles ---- */

static uint64_t cycles_now(void)
{
	return (__int128)qemu_clock_get_ns(QEMU_CLOCK_GUEST) * args.rate / NSEC;
}

/* The earliest guest time at which cycles_now() is @cycles, or never. */
static bool moment_of(uint64_t cycles, int64_t *ns)
{
	__int128 moment = ((__int128)cycles * NSEC + args.rate - 1) / args.rate;

	*ns = moment;
	return moment < INT64_MAX;
}

static bool advance(void)
{
	return mcb_advance(&block, cycles_now());
}

static void update(void)
{
	unsigned int n;
	int64_t ns;

	for (n = 0; n < MCB_COMPARATORS; n++)
		qemu_set_irq(comp_lines[n], mcb_comp_line(&block, n));
	for (n = 0; n < block.locals; n++)
		qemu_set_irq(local_lines[n], mcb_local_line(&block.local[n]));
	if (moment_of(mcb_next(&block), &ns))
		timer_mod(&next_event, ns);
	else
		timer_del(&next_event);
}

static void at_event(void *opaque)
{
	(void)opaque;
	advance();
	update();
}

/* ---- the registers ---- */

static void at_fault(struct mct_block *b, enum mcb_fault what, unsigned int offset)
{
	(void)b;
	if (logged++ >= args.log)
		return;
	plugin_info("illegal use at offset 0x%03x: %s", offset, mcb_fault_text[what]);
	if (logged == args.log)
		plugin_info("further illegal uses are only counted");
}

static bool right_size(uint64_t addr, unsigned int size)
{
	if (size == 4)
		return true;
	mcb_bad(&block, MCB_WRONG_SIZE, addr);
	return false;
}

/* Reading changes no line, but QEMU's timer may be later than the guest. */
static uint64_t block_read(void *opaque, uint64_t addr, unsigned int size)
{
	(void)opaque;
	if (!right_size(addr, size))
		return 0;
	if (advance())
		update();
	return mcb_read(&block, addr);
}

static void block_write(void *opaque, uint64_t addr, uint64_t val, unsigned int size)
{
	(void)opaque;
	if (!right_size(addr, size))
		return;
	advance();
	mcb_write(&block, addr, val);
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

static void print_stats(const char *when)
{
	const struct mcb_local *l;
	unsigned int n;

	plugin_info("stats %s total reads %llu writes %llu", when,
		    (unsigned long long)block.reads, (unsigned long long)block.writes);
	for (n = 0; n < MCB_COMPARATORS; n++)
		if (block.comp[n].fired)
			plugin_info("stats %s comparator %u fired %llu", when, n,
				    (unsigned long long)block.comp[n].fired);
	for (n = 0; n < block.locals; n++) {
		l = &block.local[n];
		plugin_info("stats %s local %u expired %llu again %llu taken %llu", when, n,
			    (unsigned long long)l->expired, (unsigned long long)l->again,
			    (unsigned long long)l->taken);
	}
	for (n = 0; n < MCB_FAULTS; n++)
		plugin_info("stats %s illegal %llu %s", when,
			    (unsigned long long)block.faults[n], mcb_fault_text[n]);
}

static void clear_stats(void)
{
	mcb_clear_stats(&block);
}

static uint64_t count_of_local(unsigned int n, uint64_t offset)
{
	const struct mcb_local *l = &block.local[n];

	if (offset == MCT_CONTROL_EXPIRED(n))
		return l->expired;
	if (offset == MCT_CONTROL_AGAIN(n))
		return l->again;
	if (offset == MCT_CONTROL_TAKEN(n))
		return l->taken;
	if (offset == MCT_CONTROL_ENB(n))
		return l->enb;
	return offset == MCT_CONTROL_TCNTB(n) ? l->tcntb : 0;
}

static uint64_t count_at(uint64_t offset)
{
	unsigned int n;

	if (offset == MCT_CONTROL_READS)
		return block.reads;
	if (offset == MCT_CONTROL_WRITES)
		return block.writes;
	for (n = 0; n < MCB_COMPARATORS; n++)
		if (offset == MCT_CONTROL_FIRED(n))
			return block.comp[n].fired;
	for (n = 0; n < MCB_FAULTS; n++)
		if (offset == MCT_CONTROL_FAULT(n))
			return block.faults[n];
	if (offset >= MCT_CONTROL_EXPIRED(0) && offset < MCT_CONTROL_FAULT(0))
		return count_of_local(offset % 0x100 / 0x10, offset);
	return 0;
}

/* ---- reset, wipe, control ---- */

static void arm_faults(bool on)
{
	block.ack_never = on && args.ack_never;
	block.ack_late = on ? args.ack_late : 0;
}

static void other_processor_starts(void *opaque)
{
	(void)opaque;
	advance();
	block.tcon |= MCB_TCON_START;
	update();
}

static void begin_at(uint64_t count)
{
	advance();
	mcb_reset(&block, count);
	timer_del(&other_starts);
	if (args.started && !args.start_ms)
		other_processor_starts(NULL);
	else if (args.started)
		timer_mod(&other_starts,
			  qemu_clock_get_ns(QEMU_CLOCK_GUEST) + args.start_ms * MSEC);
	update();
}

static void at_reset(void)
{
	begin_at(args.frc);
}

static void wipe_block(void)
{
	begin_at(0);
}

static void *find_gic(void)
{
	void *gic = object_resolve_path_type("", "arm_gic", NULL);

	return gic ? gic : object_resolve_path_type("", "arm-gicv3", NULL);
}

/* QEMU numbers the inputs of a GIC: SPIs, then the private ones of each core. */
static void *local_line(void *gic, unsigned int i)
{
	if (!args.ppi)
		return qdev_get_gpio_in(gic, args.irq + MCB_COMPARATORS + i);
	if (i >= args.cores)
		return NULL;
	return qdev_get_gpio_in(gic, args.spis + i * GIC_PRIVATE + 16 + args.ppi);
}

static void place(void)
{
	void *gic = find_gic();
	unsigned int n;

	if (!gic) {
		plugin_err("this machine has no GIC; use -M virt");
		exit(1);
	}
	for (n = 0; n < MCB_COMPARATORS; n++)
		comp_lines[n] = qdev_get_gpio_in(gic, args.irq + n);
	for (n = 0; n < block.locals; n++)
		local_lines[n] = local_line(gic, n);
	timer_init_full(&next_event, NULL, QEMU_CLOCK_GUEST, 1, 0, at_event, NULL);
	timer_init_full(&other_starts, NULL, QEMU_CLOCK_GUEST, 1, 0, other_processor_starts,
			NULL);
	qemu_abi_map(args.base, WINDOW, &block_ops, WHO);
	plugin_info("%u local timers at 0x%llx, %llu Hz", block.locals,
		    (unsigned long long)args.base, (unsigned long long)args.rate);
}

/* ---- arguments ---- */

static bool parse_base(char *value)
{
	return plugin_number(value, 16, &args.base) && !(args.base & (WINDOW - 1));
}

static bool parse_rate(char *value)
{
	return plugin_number(value, 10, &args.rate) && args.rate && args.rate <= UINT32_MAX;
}

static bool parse_locals(char *value)
{
	return plugin_number(value, 10, &args.locals) && args.locals &&
	       args.locals <= MCB_LOCALS;
}

static bool parse_irq(char *value)
{
	return plugin_number(value, 10, &args.irq) && args.irq < 980;
}

static bool parse_ppi(char *value)
{
	char *colon = strchr(value, ':');

	if (!colon)
		return false;
	*colon++ = '\0';
	return plugin_number(value, 10, &args.ppi) && args.ppi && args.ppi < 16 &&
	       plugin_number(colon, 10, &args.cores) && args.cores;
}

static bool parse_spis(char *value)
{
	return plugin_number(value, 10, &args.spis) && args.spis && args.spis < 1000;
}

static bool parse_frc(char *value)
{
	return plugin_number(value, 16, &args.frc);
}

static bool parse_start(char *value)
{
	args.started = true;
	return plugin_number(value, 10, &args.start_ms) && args.start_ms <= UINT32_MAX;
}

static bool parse_wstat(char *value)
{
	args.ack_never = !strcmp(value, "never");
	return args.ack_never ||
	       (!strncmp(value, "late:", 5) && plugin_number(value + 5, 10, &args.ack_late));
}

static bool parse_log(char *value)
{
	return plugin_number(value, 10, &args.log);
}

static const struct plugin_option options[] = {
	{ "base", parse_base, "an address that is a multiple of 0x2000" },
	{ "rate", parse_rate, "a rate in Hz that fits 32 bits" },
	{ "locals", parse_locals, "1 to 16" },
	{ "irq", parse_irq, "the number of an SPI" },
	{ "ppi", parse_ppi, "a PPI, 1 to 15, and the number of cores, N:CORES" },
	{ "spis", parse_spis, "a number of SPIs" },
	{ "frc", parse_frc, "a counter value" },
	{ "start", parse_start, "a number of milliseconds" },
	{ "wstat", parse_wstat, "never or late:N" },
	{ "log", parse_log, "a number of lines" },
};

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
	    !plugin_read_arguments(info, argc, argv, options, ARRAY_SIZE(options)))
		return 1;
	block.locals = args.locals;
	block.fault = at_fault;
	plugin_begin(id, &plugin);
	return 0;
}
