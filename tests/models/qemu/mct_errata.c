// SPDX-License-Identifier: GPL-2.0-only
/*
 * QEMU plug-in: corrects the Exynos4210 multi-core timer and, on request, injects
 * faults into it.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Build:  ./build.sh mct_errata.c mct_errata.so
 * Use:    qemu-system-arm -M smdkc210 ... -plugin ./mct_errata.so[,ARG...]
 *
 * What is corrected (always)
 *	QEMU's model stores "prescaler + 1" and "interval + 1" of a local timer,
 *	but on a register write adds one again to the half that was not written. So
 *	every manual interval update makes the prescaler one larger, until the
 *	timer next expires: a 100 ms sleep takes up to 200 ms. The overlay loads
 *	both halves again, so that the interval is exactly the programmed one.
 *	Hardware does not do this; a driver must not work around it.
 *
 * Arguments
 *	wstat=never		writes are never acknowledged in a WSTAT register
 *	wstat=late:N		acknowledged only after N reads said "not yet"
 *	wstat=stale[:N]		all WSTAT bits are already set at reset, left over
 *				from earlier writes; own writes as with late:N
 *		@global, @local	appended to any of these: only that part
 *	frc=0xVALUE		free-running counter after each reset (stopped, as
 *				after a reset; it counts from there once started)
 *	frc=frozen[:N]		the counter stops after N reads of it
 *	irq=pending[@global|@local]
 *				at reset the interrupt lines of COMP0 and/or of
 *				both local timers are active, as a boot loader
 *				may leave them, until acknowledged or disabled
 *	and wipe=, armed=, control= and stats=, see block_plugin.h. armed=off applies
 *	to wstat, frozen and wipe. The control page holds the number of accesses to the
 *	register at the same offset of the block: reads in its lower half, writes in
 *	the upper one.
 *
 * All output goes to QEMU's stderr, every line starts with "mct_errata:".
 * Without arguments only the local timers are overlaid; with any, the whole
 * 4 KiB block, where offsets the model does not know read as zero.
 *
 * Faults apply to 32-bit accesses only; drivers use no others.
 */
#define WHO		"mct_errata"

#include "block_plugin.h"

#define MCT_TYPE	"exynos4210.mct"
#define MCT_PHYS	0x10050000u
#define MCT_BLOCK	0x1000u

#define G_CNT_L		0x100
#define G_CNT_U		0x104
#define G_CNT_WSTAT	0x110
#define G_COMP0_L	0x200
#define G_TCON		0x240
#define G_INT_CSTAT	0x244
#define G_INT_ENB	0x248
#define G_WSTAT		0x24c
#define LOCAL0		0x300
#define LOCAL_END	0x444

#define G_TCON_START	(1u << 8)
#define G_WSTAT_TCON	16

/* Inside one local timer. */
#define L_STRIDE	0x100
#define L_TCNTB		0x00
#define L_ICNTB		0x08
#define L_FRCNTB	0x10
#define L_TCON		0x20
#define L_INT_CSTAT	0x30
#define L_INT_ENB	0x34
#define L_WSTAT		0x40

#define L_ICNTB_MANUAL	(1u << 31)
#define L_TCON_RUNS	(1u << 0)
#define L_WSTAT_TCNTB	(1u << 0)

enum part { PART_GLOBAL = 1, PART_LOCAL = 2, PART_BOTH = 3 };

/* One WSTAT register, and the guest's view of it. */
struct ack {
	unsigned int offset;
	enum part part;
	uint32_t defined;
	uint32_t stale;
	uint32_t hidden;
	uint32_t polls_left[32];
};

static struct ack acks[] = {
	{ .offset = G_CNT_WSTAT, .part = PART_GLOBAL, .defined = 0x3 },
	{ .offset = G_WSTAT, .part = PART_GLOBAL, .defined = 0x17777 },
	{ .offset = LOCAL0 + L_WSTAT, .part = PART_LOCAL, .defined = 0xf },
	{ .offset = LOCAL0 + L_STRIDE + L_WSTAT, .part = PART_LOCAL,
	  .defined = 0xf },
};

/* One interrupt line that may be active at hand-over. */
struct line {
	unsigned int cstat;
	unsigned int enable;
	int index;		/* among the outputs of the model */
	enum part part;
	bool pending;
};

static struct line lines[] = {
	{ .cstat = G_INT_CSTAT, .enable = G_INT_ENB, .index = 0,
	  .part = PART_GLOBAL },
	{ .cstat = LOCAL0 + L_INT_CSTAT, .enable = LOCAL0 + L_INT_ENB,
	  .index = 4, .part = PART_LOCAL },
	{ .cstat = LOCAL0 + L_STRIDE + L_INT_CSTAT,
	  .enable = LOCAL0 + L_STRIDE + L_INT_ENB,
	  .index = 5, .part = PART_LOCAL },
};

#define POLLS_FOREVER	UINT32_MAX

static struct {
	bool whole_block;

	enum part wstat_part;	/* 0: no WSTAT fault */
	bool wstat_stale;
	uint32_t wstat_polls;

	bool frc_preset;
	uint64_t frc_value;
	bool frc_freezes;
	uint64_t frc_reads;

	enum part irq_part;	/* 0: none pending */
} args;

static void *mct;
static void *model;
static uint64_t model_size;
static uint64_t window;		/* offset of the overlay inside the block */

static uint64_t frc_seen;
static bool frc_stands;
static uint64_t frc_held;

static struct {
	uint64_t reads;
	uint64_t writes;
} accesses[MCT_BLOCK / 4];

/* ---- the model underneath ---- */

static uint32_t model_read_sized(uint64_t offset, unsigned int size)
{
	uint64_t val = 0;

	memory_region_dispatch_read(model, offset, &val, __builtin_ctz(size),
				    QEMU_ATTRS_UNSPECIFIED);
	return val;
}

static void model_write_sized(uint64_t offset, uint32_t val, unsigned int size)
{
	memory_region_dispatch_write(model, offset, val, __builtin_ctz(size),
				     QEMU_ATTRS_UNSPECIFIED);
}

static uint32_t model_read(uint64_t offset)
{
	return model_read_sized(offset, 4);
}

static void model_write(uint64_t offset, uint32_t val)
{
	model_write_sized(offset, val, 4);
}

/* ---- the correction ---- */

/*
 * The model has just taken an interval with manual update for the local timer
 * at @base. Writing either half leaves that half right and the other one too
 * large by one. So write the interval minus one first, then the prescaler, which
 * raises the interval to the right value. The interval's register, used by reads
 * and periodic reloads, is restored last, without the update bit. At the model's
 * smallest interval (256 clocks) it refuses the decrement, and the interval stays
 * one prescaler period too long.
 */
static void load_interval_again(uint64_t base)
{
	uint32_t interval = model_read(base + L_ICNTB);
	uint32_t prescaler = model_read(base + L_TCNTB);
	uint32_t unread = model_read(base + L_WSTAT) & L_WSTAT_TCNTB;

	if (interval)
		model_write(base + L_ICNTB, (interval - 1) | L_ICNTB_MANUAL);
	model_write(base + L_TCNTB, prescaler);
	if (interval)
		model_write(base + L_ICNTB, interval);

	/* The guest did not write the prescaler: it must not see that write acknowledged. */
	if (!unread)
		model_write(base + L_WSTAT, L_WSTAT_TCNTB);
}

static void correct_after_write(uint64_t offset, uint32_t val)
{
	static bool warned;
	uint64_t base = offset & ~(uint64_t)(L_STRIDE - 1);

	if (base < LOCAL0 || offset - base != L_ICNTB ||
	    !(val & L_ICNTB_MANUAL))
		return;
	if (!warned && (model_read(base + L_TCON) & L_TCON_RUNS)) {
		warned = true;
		plugin_err("local timer %d: interval updated while the timer runs; QEMU's model may lose the event: stop the timer first",
			   (int)((base - LOCAL0) / L_STRIDE));
	}
	load_interval_again(base);
}

/* ---- faults: WSTAT ---- */

static struct ack *ack_at(uint64_t offset)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(acks); i++)
		if (acks[i].offset == offset)
			return &acks[i];
	return NULL;
}

/* The WSTAT bit that acknowledges a write to @offset; NULL if there is none. */
static struct ack *ack_of(uint64_t offset, unsigned int *bit)
{
	unsigned int reg;

	switch (offset) {
	case G_CNT_L:
	case G_CNT_U:
		*bit = (offset - G_CNT_L) / 4;
		return &acks[0];
	case G_TCON:
		*bit = G_WSTAT_TCON;
		return &acks[1];
	}
	if (offset >= G_COMP0_L && offset < G_TCON) {
		*bit = (offset - G_COMP0_L) / 4;
		return &acks[1];
	}
	if (offset < LOCAL0)
		return NULL;
	reg = offset % L_STRIDE;
	switch (reg) {
	case L_TCNTB:
	case L_ICNTB:
	case L_FRCNTB:
		*bit = reg / 8;
		break;
	case L_TCON:
		*bit = 3;
		break;
	default:
		return NULL;
	}
	return &acks[2 + (offset - LOCAL0) / L_STRIDE];
}

static void hide_ack_of(uint64_t offset)
{
	unsigned int bit;
	struct ack *ack;

	if (!plugin_armed || !args.wstat_polls)
		return;
	ack = ack_of(offset, &bit);
	if (!ack || !(ack->part & args.wstat_part))
		return;
	ack->hidden |= 1u << bit;
	ack->polls_left[bit] = args.wstat_polls;
}

static uint32_t read_ack(struct ack *ack)
{
	uint32_t seen = model_read(ack->offset);
	unsigned int bit;

	seen = (seen & ~ack->hidden) | ack->stale;
	for (bit = 0; bit < 32; bit++) {
		if (!(ack->hidden & (1u << bit)) ||
		    ack->polls_left[bit] == POLLS_FOREVER)
			continue;
		if (!--ack->polls_left[bit])
			ack->hidden &= ~(1u << bit);
	}
	return seen;
}

static void write_ack(struct ack *ack, uint32_t val)
{
	/* A write not yet acknowledged cannot be cleared: its bit still gets set. */
	model_write(ack->offset, val & ~ack->hidden);
	ack->stale &= ~val;
}

static void start_acks(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(acks); i++) {
		acks[i].hidden = 0;
		acks[i].stale = 0;
		if (plugin_armed && args.wstat_stale &&
		    (acks[i].part & args.wstat_part))
			acks[i].stale = acks[i].defined;
	}
}

/* ---- faults: the free-running counter ---- */

static uint32_t read_frc(uint64_t offset)
{
	if (plugin_armed && args.frc_freezes && !frc_stands &&
	    frc_seen++ >= args.frc_reads) {
		frc_stands = true;
		frc_held = model_read(G_CNT_U);
		frc_held = frc_held << 32 | model_read(G_CNT_L);
	}
	if (!frc_stands)
		return model_read(offset);
	return offset == G_CNT_L ? frc_held : frc_held >> 32;
}

static void preset_frc(void)
{
	model_write(G_CNT_U, args.frc_value >> 32);
	model_write(G_CNT_L, args.frc_value);
	/*
	 * The model counts from the first write on, hardware only after START. Turn
	 * it on and off once to stop it, and clear what that leaves in WSTAT.
	 */
	model_write(G_TCON, G_TCON_START);
	model_write(G_TCON, 0);
	model_write(G_CNT_WSTAT, acks[0].defined);
	model_write(G_WSTAT, acks[1].defined);
}

/* ---- faults: interrupts found pending ---- */

static void drive(struct line *line, bool level)
{
	qemu_set_irq(sysbus_get_connected_irq(mct, line->index), level);
}

static void start_lines(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		lines[i].pending = lines[i].part & args.irq_part;
		if (!lines[i].pending)
			continue;
		model_write(lines[i].enable, 1);
		drive(&lines[i], true);
	}
}

static void stop_lines(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		if (lines[i].pending)
			drive(&lines[i], false);
		lines[i].pending = false;
	}
}

static uint32_t add_pending(uint64_t offset, uint32_t val)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		if (lines[i].cstat == offset && lines[i].pending)
			val |= 1;
	return val;
}

/* Called after the model has seen the same write: it may have lowered one of our lines. */
static void update_lines(uint64_t offset, uint32_t val)
{
	struct line *line;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		line = &lines[i];
		if (!line->pending)
			continue;
		if (offset == line->cstat && (val & 1)) {
			line->pending = false;
			/* A real expiry in the meantime keeps the line active. */
			drive(line, model_read(line->cstat) &
				    model_read(line->enable) & 1);
		} else if (offset == line->enable || offset == line->cstat) {
			drive(line, model_read(line->enable) & 1);
		}
	}
}

/* ---- the overlay ---- */

static uint64_t overlay_read(void *opaque, uint64_t addr, unsigned int size)
{
	uint64_t offset = window + addr;
	struct ack *ack;

	(void)opaque;
	accesses[offset / 4].reads++;
	if (offset >= model_size)
		return 0;
	if (size != 4)
		return model_read_sized(offset, size);
	if (offset == G_CNT_L || offset == G_CNT_U)
		return read_frc(offset);
	ack = ack_at(offset);
	if (ack)
		return read_ack(ack);
	return add_pending(offset, model_read(offset));
}

static void overlay_write(void *opaque, uint64_t addr, uint64_t val,
			  unsigned int size)
{
	uint64_t offset = window + addr;
	struct ack *ack;

	(void)opaque;
	accesses[offset / 4].writes++;
	if (offset >= model_size)
		return;
	if (size != 4) {
		model_write_sized(offset, val, size);
		return;
	}
	ack = ack_at(offset);
	if (ack) {
		write_ack(ack, val);
		return;
	}
	model_write(offset, val);
	if (frc_stands && offset == G_CNT_L)
		frc_held = (frc_held & ~(uint64_t)UINT32_MAX) | val;
	else if (frc_stands && offset == G_CNT_U)
		frc_held = (frc_held & UINT32_MAX) | val << 32;
	correct_after_write(offset, val);
	update_lines(offset, val);
	hide_ack_of(offset);
}

/* The sizes QEMU's own region takes, so that nothing is refused or split. */
static const struct qemu_region_ops overlay_ops = {
	.read = overlay_read,
	.write = overlay_write,
	.endianness = QEMU_LITTLE_ENDIAN,
	.valid = { .min_size = 1, .max_size = 8 },
	.impl = { .min_size = 1, .max_size = 4 },
};

/* ---- statistics ---- */

static const struct {
	unsigned int offset;
	const char *name;
} names[] = {
	{ 0x000, "MCT_CFG" },
	{ G_CNT_L, "G_CNT_L" },
	{ G_CNT_U, "G_CNT_U" },
	{ G_CNT_WSTAT, "G_CNT_WSTAT" },
	{ G_COMP0_L, "G_COMP0_L" },
	{ 0x204, "G_COMP0_U" },
	{ 0x208, "G_COMP0_ADD_INCR" },
	{ G_TCON, "G_TCON" },
	{ G_INT_CSTAT, "G_INT_CSTAT" },
	{ G_INT_ENB, "G_INT_ENB" },
	{ G_WSTAT, "G_WSTAT" },
	{ LOCAL0 + L_TCNTB, "L0_TCNTB" },
	{ LOCAL0 + L_ICNTB, "L0_ICNTB" },
	{ LOCAL0 + L_TCON, "L0_TCON" },
	{ LOCAL0 + L_INT_CSTAT, "L0_INT_CSTAT" },
	{ LOCAL0 + L_INT_ENB, "L0_INT_ENB" },
	{ LOCAL0 + L_WSTAT, "L0_WSTAT" },
	{ LOCAL0 + L_STRIDE + L_TCNTB, "L1_TCNTB" },
	{ LOCAL0 + L_STRIDE + L_ICNTB, "L1_ICNTB" },
	{ LOCAL0 + L_STRIDE + L_TCON, "L1_TCON" },
	{ LOCAL0 + L_STRIDE + L_INT_CSTAT, "L1_INT_CSTAT" },
	{ LOCAL0 + L_STRIDE + L_INT_ENB, "L1_INT_ENB" },
	{ LOCAL0 + L_STRIDE + L_WSTAT, "L1_WSTAT" },
};

static const char *name_of(unsigned int offset)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].offset == offset)
			return names[i].name;
	return "-";
}

static void print_stats(const char *when)
{
	uint64_t reads = 0, writes = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accesses); i++) {
		if (!accesses[i].reads && !accesses[i].writes)
			continue;
		plugin_info("stats %s 0x%03x %s reads %llu writes %llu",
			    when, i * 4, name_of(i * 4),
			    (unsigned long long)accesses[i].reads,
			    (unsigned long long)accesses[i].writes);
		reads += accesses[i].reads;
		writes += accesses[i].writes;
	}
	plugin_info("stats %s total - reads %llu writes %llu", when,
		    (unsigned long long)reads, (unsigned long long)writes);
}

static void clear_stats(void)
{
	memset(accesses, 0, sizeof(accesses));
}

/* ---- reset, wipe, control ---- */

static void arm_faults(bool on)
{
	(void)on;
	frc_seen = 0;
	frc_stands = false;
	start_acks();
}

static void at_reset(void)
{
	stop_lines();
	if (args.frc_preset)
		preset_frc();
	start_lines();
}

static void wipe_block(void)
{
	stop_lines();
	device_cold_reset(mct);
	frc_stands = false;
	frc_seen = 0;
	start_acks();
}

#define COUNTS_WRITTEN	0x800

static uint64_t count_at(uint64_t offset)
{
	if (offset >= COUNTS_WRITTEN)
		return accesses[(offset - COUNTS_WRITTEN) / 4].writes;
	return accesses[offset / 4].reads;
}

static void place(void)
{
	mct = object_resolve_path_type("", MCT_TYPE, NULL);
	if (!mct) {
		plugin_err("this machine has no %s; use -M smdkc210 or -M nuri", MCT_TYPE);
		exit(1);
	}
	model = sysbus_mmio_get_region(mct, 0);
	model_size = memory_region_size(model);
	if (model_size != LOCAL_END) {
		plugin_err("the model's block has 0x%llx bytes instead of 0x%x: this plug-in does not know the model",
			   (unsigned long long)model_size, LOCAL_END);
		exit(1);
	}
	window = args.whole_block ? 0 : LOCAL0;
	qemu_abi_map(MCT_PHYS + window,
		     (args.whole_block ? MCT_BLOCK : LOCAL_END) - window,
		     &overlay_ops, WHO);
	plugin_info("local timers corrected%s",
		    args.whole_block ? ", whole block observed" : "");
}

/* ---- arguments ---- */

/* Cut "@global" or "@local" off @value. */
static bool take_part(char *value, enum part *part)
{
	char *at = strchr(value, '@');

	*part = PART_BOTH;
	if (!at)
		return true;
	*at++ = '\0';
	if (!strcmp(at, "global"))
		*part = PART_GLOBAL;
	else if (!strcmp(at, "local"))
		*part = PART_LOCAL;
	else
		return false;
	return true;
}

static bool parse_wstat(char *value)
{
	uint64_t polls = 0;
	char *colon;

	if (!take_part(value, &args.wstat_part))
		return false;
	if (!strcmp(value, "never")) {
		args.wstat_polls = POLLS_FOREVER;
		return true;
	}
	colon = strchr(value, ':');
	if (colon) {
		*colon++ = '\0';
		if (!plugin_number(colon, 10, &polls) || !polls ||
		    polls >= POLLS_FOREVER)
			return false;
	}
	args.wstat_polls = polls;
	if (!strcmp(value, "stale")) {
		args.wstat_stale = true;
		return true;
	}
	return !strcmp(value, "late") && polls;
}

static bool parse_frc(char *value)
{
	if (!strncmp(value, "frozen", 6)) {
		args.frc_freezes = true;
		if (!value[6])
			return true;
		return value[6] == ':' && plugin_number(value + 7, 10, &args.frc_reads);
	}
	args.frc_preset = true;
	return plugin_number(value, 16, &args.frc_value);
}

static bool parse_irq(char *value)
{
	return take_part(value, &args.irq_part) && !strcmp(value, "pending");
}

static const struct plugin_option options[] = {
	{ "wstat", parse_wstat,
	  "never, late:N or stale[:N], then nothing, @global or @local" },
	{ "frc", parse_frc, "0xVALUE, frozen or frozen:N" },
	{ "irq", parse_irq, "pending, pending@global or pending@local" },
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

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
				      const struct qemu_info *info, int argc,
				      char **argv)
{
	if (!qemu_abi_ok(WHO) ||
	    !plugin_read_arguments(info, argc, argv, options, ARRAY_SIZE(options)))
		return 1;
	args.whole_block = argc > 0;
	plugin_begin(id, &plugin);
	return 0;
}
