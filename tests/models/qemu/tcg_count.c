// SPDX-License-Identifier: GPL-2.0-only
/*
 * QEMU plug-in: counts exactly what guest functions execute.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Build:  ./build.sh tcg_count.c tcg_count.so
 * Use:    qemu-system-ARCH ... -plugin ./tcg_count.so,ARG[,ARG...]
 *
 * Arguments
 *	f=NAME:ADDR:LEN		count what runs inside [ADDR, ADDR + LEN), hex, by
 *				virtual address: the function itself without callees
 *	tree=NAME:ADDR:LEN	count everything its vCPU executes between the entry
 *				at ADDR and the return to the caller, callees included
 *	range=NAME:ADDR:LEN	count what runs inside, in all: a driver, the whole kernel
 *	list=PATH		a file of commands (below), one a line; '#' starts a
 *				comment ("file=" is QEMU's own name for the plug-in)
 *	mailbox=PHYS		a page at this unused guest-physical address takes
 *				commands from the guest (hex)
 *	dev=PHYS[:LEN]		the device whose accesses get columns of their own
 *				(hex, LEN default 1000); else every device counts
 *	vectors=ADDR[:LEN]	exception vectors, virtual (hex, LEN default 1000);
 *				known for arm (high vectors) and mips64el
 *
 * Commands, in list= and through the mailbox
 *	function NAME ADDR LEN	as f=
 *	tree NAME ADDR LEN	as tree=
 *	range NAME ADDR LEN	as range=
 *	clear			forget what was counted
 *	report [LABEL]		print what was counted, then clear
 *
 * Mailbox, for functions whose address is known only once a module is loaded
 *	0x0  write: characters of a command, as many as the store has bytes, the
 *	     first one in the lowest byte; newline ends the command, NUL is ignored
 *	     read: 0x54434743 when a plug-in listens
 *	0x4  read: number of commands refused so far (the reason is on stderr)
 *	0x8  read: number of calls counted since the last clear, of all functions
 * tcg_count_guest.sh does this in a guest with busybox: it looks addresses and
 * lengths up in /proc/kallsyms. QEMU's translations are dropped, so code that already
 * ran is counted as well, once all vCPUs have come to a stop: on a busy host that may
 * be later, so call the functions until 0x8 shows that they are counted.
 *
 * Output
 *	On stderr, on "report" and when QEMU exits; one line per function that was
 *	called, after a line that names the columns, numbers per call:
 *	  calls, insn, load, store (memory), devrd, devwr (dev=), io (devices other
 *	  than dev=), barrier, and dline/cline: distinct 64-byte lines of data and
 *	  code touched in one call, as average/maximum.
 *	"range" lines have 0 calls, totals instead of numbers per call, and no lines.
 *	"tree" lines also have insn min/max, and "cut": calls that are not included
 *	because an exception interrupted them or because they never returned.
 *
 * Limits
 *	- Addresses are virtual: user space at the same address is counted, too.
 *	- An address counts for one f=, the first that has it, but for all of range=.
 *	- "calls" of f= are executions of the first instruction. Its cache lines
 *	  belong to the latest entry on that vCPU: a call that interrupts the same
 *	  function takes the rest of the outer call's lines.
 *	- tree= notes the return address and the stack pointer at entry, and ends
 *	  when its vCPU starts a block at that address with that stack pointer:
 *	  exact for tail calls, recursion and longjmp-free code. One tree per vCPU
 *	  at a time: a root entered inside another tree counts as part of it.
 *	- Without vectors= on targets with none known, interrupts that hit a tree
 *	  are counted with it.
 *	- An instruction that faults and is run again counts twice.
 *	- Barriers are recognised by opcode, not by QEMU's disassembler, which a build
 *	  may lack and which spells one instruction in several ways: A32 and
 *	  T32 dmb/dsb/isb and their CP15 forms, A64 dmb/dsb/isb, MIPS sync.
 *	- A64 is assumed on qemu-system-aarch64; little-endian guests only.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_abi.h"

#define WHO		"tcg_count"

#define MAX_FUNCTIONS	64
#define MAX_VCPUS	16
#define MAX_NAME	64
#define MAX_COMMAND	160

#define LINE_SHIFT	6
#define PAGE_BYTES	0x1000u

#define MAILBOX_TEXT	0x0
#define MAILBOX_REFUSED	0x4
#define MAILBOX_CALLS	0x8
#define MAILBOX_MAGIC	0x54434743u

/* Far more than a kernel stack: two trees this close share a stack. */
#define SAME_STACK	0x4000u

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* A set of cache lines: open addressing, emptied by a new stamp. */
#define SET_SLOTS	1024u
#define SET_LIMIT	768u

struct lines {
	uint64_t line[SET_SLOTS];
	uint32_t used_in[SET_SLOTS];
	uint32_t stamp;
	unsigned int n;
};

struct spread {
	uint64_t sum;
	uint64_t min;
	uint64_t max;
};

struct counts {
	uint64_t insn;
	uint64_t load;
	uint64_t store;
	uint64_t dev_read;
	uint64_t dev_write;
	uint64_t io;
	uint64_t barrier;
};

/* Counts of one function on one vCPU; written by that vCPU only. */
struct tally {
	unsigned int generation;
	uint64_t calls;
	uint64_t cut;
	struct counts c;
	struct spread insn;
	struct spread data_lines;
	struct spread code_lines;
	/* The call whose lines are still being collected (f= only). */
	bool open;
	struct lines data;
	struct lines code;
};

enum kind {
	OWN,
	TREE,
	RANGE,
};

static const char * const kind_names[] = {
	[OWN]	= "own",
	[TREE]	= "tree",
	[RANGE]	= "range",
};

struct function {
	char name[MAX_NAME];
	uint64_t start;
	uint64_t end;
	enum kind kind;
	struct tally *tally[MAX_VCPUS];
};

/* An instrumented instruction (or, for trees, the start of a block). */
struct site {
	uint64_t addr;
	struct function *own;
	struct function *root;
	uint64_t ranges;	/* a bit for each, by its place in functions[] */
	bool entry;
	bool barrier;
};

/* The tree that a vCPU is in. */
struct walk {
	struct function *root;	/* NULL: in none */
	uint64_t back;
	uint64_t stack;
	bool excepted;
	struct counts c;
	struct lines data;
	struct lines code;
	struct qemu_bytes *reg;
	void *cpu;
};

static struct function functions[MAX_FUNCTIONS];
static atomic_uint n_functions;
static atomic_bool have_trees;
static atomic_uint generation = 1;
static struct walk *walks[MAX_VCPUS];
static unsigned int n_vcpus;

static uint64_t dev_start;
static uint64_t dev_end = UINT64_MAX;
static uint64_t vectors_start;
static uint64_t vectors_end;
static uint64_t mailbox;

static unsigned int refused;

/* ---- what depends on the target ---- */

static bool barrier_a32_t32(uint32_t op)
{
	/* dsb, dmb, isb: the option bits differ. T32 has its halves swapped. */
	uint32_t a32 = op & 0xfffffff0;
	uint32_t t32 = op & 0xfff0ffff;
	/* mcr p15, 0, rX, c7, c10, 4 (dsb) and 5 (dmb); c7, c5, 4 (isb) */
	uint32_t cp15 = op & 0x0fff0fff;

	return a32 == 0xf57ff040 || a32 == 0xf57ff050 || a32 == 0xf57ff060 ||
	       t32 == 0x8f40f3bf || t32 == 0x8f50f3bf || t32 == 0x8f60f3bf ||
	       cp15 == 0x0e070f9a || cp15 == 0x0e070fba || cp15 == 0x0e070f95;
}

static bool barrier_a64(uint32_t op)
{
	uint32_t base = op & 0xfffff0ff;

	return base == 0xd503309f || base == 0xd50330bf || base == 0xd50330df;
}

static bool barrier_mips(uint32_t op)
{
	return (op & 0xfffff83f) == 0x0000000f;
}

static const struct target {
	const char *name;
	bool (*is_barrier)(uint32_t op);
	int (*read_register)(void *cpu, struct qemu_bytes *out, int reg);
	int link;
	int stack;
	uint64_t vectors;
	uint64_t vectors_len;
} targets[] = {
	{ .name = "arm", .is_barrier = barrier_a32_t32,
	  .read_register = arm_cpu_gdb_read_register, .link = 14, .stack = 13,
	  .vectors = 0xffff0000, .vectors_len = 0x2000 },
	{ .name = "aarch64", .is_barrier = barrier_a64,
	  .read_register = aarch64_cpu_gdb_read_register,
	  .link = 30, .stack = 31 },
	{ .name = "mips64el", .is_barrier = barrier_mips,
	  .read_register = mips_cpu_gdb_read_register, .link = 31, .stack = 29,
	  .vectors = 0xffffffff80000000, .vectors_len = 0x1000 },
};

static const struct target *target;

static uint64_t read_register(struct walk *w, unsigned int cpu, int reg)
{
	uint64_t val = 0;
	unsigned int len;

	if (!w->reg)
		w->reg = g_byte_array_new();
	if (!w->cpu)
		w->cpu = qemu_get_cpu(cpu);
	g_byte_array_set_size(w->reg, 0);
	target->read_register(w->cpu, w->reg, reg);
	len = w->reg->len < sizeof(val) ? w->reg->len : sizeof(val);
	memcpy(&val, w->reg->data, len);
	return val;
}

/* ---- small containers ---- */

static void *must_calloc(size_t n, size_t size)
{
	void *mem = calloc(n, size);

	if (!mem) {
		plugin_err("out of memory");
		exit(1);
	}
	return mem;
}

static void lines_empty(struct lines *set)
{
	/* Zero marks slots never used: not a stamp. */
	if (!++set->stamp) {
		memset(set->used_in, 0, sizeof(set->used_in));
		set->stamp = 1;
	}
	set->n = 0;
}

static void lines_add(struct lines *set, uint64_t line)
{
	unsigned int slot = (line * 0x9e3779b97f4a7c15ull) >> 54;

	while (set->used_in[slot] == set->stamp) {
		if (set->line[slot] == line)
			return;
		slot = (slot + 1) % SET_SLOTS;
	}
	if (set->n >= SET_LIMIT)
		return;
	set->used_in[slot] = set->stamp;
	set->line[slot] = line;
	set->n++;
}

static void spread_add(struct spread *s, uint64_t val)
{
	if (!s->sum && !s->max)
		s->min = val;
	s->sum += val;
	if (val < s->min)
		s->min = val;
	if (val > s->max)
		s->max = val;
}

static void spread_merge(struct spread *to, const struct spread *from)
{
	if (!from->max)
		return;
	if (!to->max || from->min < to->min)
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	to->sum += from->sum;
}

static void counts_add(struct counts *to, const struct counts *from)
{
	to->insn += from->insn;
	to->load += from->load;
	to->store += from->store;
	to->dev_read += from->dev_read;
	to->dev_write += from->dev_write;
	to->io += from->io;
	to->barrier += from->barrier;
}

/* ---- counting, on the vCPU's own thread ---- */

/*
 * "clear" only names a new generation. Each vCPU empties its own tallies when it
 * next counts, so no thread ever writes another one's numbers.
 */
static struct tally *tally_of(struct function *f, unsigned int cpu)
{
	unsigned int now = atomic_load_explicit(&generation,
						memory_order_relaxed);
	struct tally *t = f->tally[cpu];

	if (t->generation != now) {
		t->calls = 0;
		t->cut = 0;
		t->open = false;
		memset(&t->c, 0, sizeof(t->c));
		memset(&t->insn, 0, sizeof(t->insn));
		memset(&t->data_lines, 0, sizeof(t->data_lines));
		memset(&t->code_lines, 0, sizeof(t->code_lines));
		lines_empty(&t->data);
		lines_empty(&t->code);
		t->generation = now;
	}
	return t;
}

static void open_call(struct tally *t)
{
	if (t->open) {
		spread_add(&t->data_lines, t->data.n);
		spread_add(&t->code_lines, t->code.n);
	}
	t->open = true;
	t->calls++;
	lines_empty(&t->data);
	lines_empty(&t->code);
}

static void count_insn(struct counts *c, struct lines *code,
		       const struct site *site)
{
	c->insn++;
	c->barrier += site->barrier;
	lines_add(code, site->addr >> LINE_SHIFT);
}

static void count_in_ranges(const struct site *site, unsigned int cpu)
{
	uint64_t left = site->ranges;
	struct tally *t;

	for (; left; left &= left - 1) {
		t = tally_of(&functions[__builtin_ctzll(left)], cpu);
		t->c.insn++;
		t->c.barrier += site->barrier;
	}
}

static void at_insn(unsigned int cpu, void *data)
{
	struct site *site = data;
	struct walk *w = walks[cpu];
	struct tally *t;

	count_in_ranges(site, cpu);
	if (site->own) {
		t = tally_of(site->own, cpu);
		if (site->entry)
			open_call(t);
		count_insn(&t->c, &t->code, site);
	}
	if (w->root)
		count_insn(&w->c, &w->code, site);
}

struct access {
	bool store;
	bool io;
	bool named;
	uint64_t first;
	uint64_t last;
};

/* @data: NULL if no lines are counted. */
static void count_access(struct counts *c, struct lines *data,
			 const struct access *a)
{
	if (a->io && !a->named) {
		c->io++;
		return;
	}
	if (a->io) {
		if (a->store)
			c->dev_write++;
		else
			c->dev_read++;
		return;
	}
	if (a->store)
		c->store++;
	else
		c->load++;
	if (!data)
		return;
	lines_add(data, a->first);
	if (a->last != a->first)
		lines_add(data, a->last);
}

static void at_memory(unsigned int cpu, qemu_plugin_meminfo_t info,
		      uint64_t vaddr, void *data)
{
	struct site *site = data;
	struct walk *w = walks[cpu];
	struct qemu_plugin_hwaddr *hw;
	uint64_t phys, left;
	struct access a;
	struct tally *t;

	if (!site->own && !site->ranges && !w->root)
		return;
	a.store = qemu_plugin_mem_is_store(info);
	a.first = vaddr >> LINE_SHIFT;
	a.last = (vaddr + (1u << qemu_plugin_mem_size_shift(info)) - 1) >>
		 LINE_SHIFT;
	a.named = false;
	hw = qemu_plugin_get_hwaddr(info, vaddr);
	a.io = hw && qemu_plugin_hwaddr_is_io(hw);
	if (a.io) {
		phys = qemu_plugin_hwaddr_phys_addr(hw);
		a.named = phys >= dev_start && phys < dev_end;
	}
	if (site->own) {
		t = tally_of(site->own, cpu);
		count_access(&t->c, &t->data, &a);
	}
	for (left = site->ranges; left; left &= left - 1) {
		t = tally_of(&functions[__builtin_ctzll(left)], cpu);
		count_access(&t->c, NULL, &a);
	}
	if (w->root)
		count_access(&w->c, &w->data, &a);
}

/* ---- trees ---- */

static void end_walk(struct walk *w, unsigned int cpu, bool returned)
{
	struct tally *t = tally_of(w->root, cpu);

	w->root = NULL;
	if (!returned || w->excepted) {
		t->cut++;
		return;
	}
	t->calls++;
	counts_add(&t->c, &w->c);
	spread_add(&t->insn, w->c.insn);
	spread_add(&t->data_lines, w->data.n);
	spread_add(&t->code_lines, w->code.n);
}

/*
 * Runs before the instructions of a block. Functions are entered and left by
 * branches, which end blocks, and at a block's start the guest registers in
 * QEMU's memory are current: that is what makes reading them here exact.
 */
static void at_block(unsigned int cpu, void *data)
{
	struct site *site = data;
	struct walk *w = walks[cpu];
	uint64_t stack;

	if (w->root) {
		if (site->addr >= vectors_start && site->addr < vectors_end)
			w->excepted = true;
		if (site->addr == w->back &&
		    read_register(w, cpu, target->stack) == w->stack)
			end_walk(w, cpu, true);
	}
	if (!site->root)
		return;

	stack = read_register(w, cpu, target->stack);
	if (w->root) {
		/* Deeper on the same stack: part of the current tree. */
		if (stack <= w->stack && w->stack - stack < SAME_STACK)
			return;
		end_walk(w, cpu, false);
	}
	w->root = site->root;
	w->stack = stack;
	/* Bit 0 selects Thumb; it is not part of the address. */
	w->back = read_register(w, cpu, target->link) & ~(uint64_t)1;
	w->excepted = false;
	memset(&w->c, 0, sizeof(w->c));
	lines_empty(&w->data);
	lines_empty(&w->code);
}

/*
 * An instruction that leaves its block while it accesses memory (ldm ..., {pc})
 * leaves its memory callback enabled in QEMU 7.2; accesses by helpers in code that is
 * not instrumented would then be attributed to it. No instruction is in progress at the
 * start of a block, so the callback is disabled there.
 */
static void at_any_block(unsigned int cpu, void *data)
{
	struct walk *w = walks[cpu];

	(void)data;
	if (!w->cpu)
		w->cpu = qemu_get_cpu(cpu);
	qemu_plugin_disable_mem_helpers(w->cpu);
}

/* ---- translation ---- */

/* Sites live as long as QEMU's translations, and are given out again after. */
#define CHUNK_SITES	4096u

struct chunk {
	struct chunk *next;
	struct site site[CHUNK_SITES];
};

static pthread_mutex_t sites_lock = PTHREAD_MUTEX_INITIALIZER;
static struct chunk *chunks;
static struct chunk *filling;
static unsigned int filled;

static struct site *new_site(void)
{
	struct site *site;

	pthread_mutex_lock(&sites_lock);
	if (!chunks) {
		chunks = must_calloc(1, sizeof(*chunks));
		filling = chunks;
	}
	if (filled == CHUNK_SITES) {
		if (!filling->next)
			filling->next = must_calloc(1, sizeof(*filling));
		filling = filling->next;
		filled = 0;
	}
	site = &filling->site[filled++];
	pthread_mutex_unlock(&sites_lock);
	return site;
}

static void at_flush(qemu_plugin_id_t id)
{
	(void)id;
	pthread_mutex_lock(&sites_lock);
	filling = chunks;
	filled = 0;
	pthread_mutex_unlock(&sites_lock);
}

static bool is_barrier(const struct qemu_plugin_insn *insn)
{
	uint32_t op;

	if (!target || qemu_plugin_insn_size(insn) != sizeof(op))
		return false;
	memcpy(&op, qemu_plugin_insn_data(insn), sizeof(op));
	return target->is_barrier(op);
}

static bool inside(const struct function *f, uint64_t addr)
{
	return addr >= f->start && addr < f->end;
}

/* The function around @addr, or the tree that starts there. */
static struct function *find(uint64_t addr, enum kind kind)
{
	unsigned int n = atomic_load_explicit(&n_functions,
					      memory_order_acquire);
	struct function *f;

	for (f = functions; f < functions + n; f++) {
		if (f->kind != kind)
			continue;
		if (kind == TREE ? addr == f->start : inside(f, addr))
			return f;
	}
	return NULL;
}

static uint64_t find_ranges(uint64_t addr)
{
	unsigned int n = atomic_load_explicit(&n_functions,
					      memory_order_acquire);
	uint64_t ranges = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		if (functions[i].kind == RANGE && inside(&functions[i], addr))
			ranges |= 1ull << i;
	return ranges;
}

static void at_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	bool trees = atomic_load_explicit(&have_trees, memory_order_acquire);
	size_t n = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *insn;
	struct function *own;
	struct site *site;
	uint64_t addr, ranges;
	size_t i;

	(void)id;
	if (!atomic_load_explicit(&n_functions, memory_order_acquire))
		return;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, at_any_block,
					     PLUGIN_CB_NO_REGS, NULL);
	for (i = 0; i < n; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		addr = qemu_plugin_insn_vaddr(insn);
		own = find(addr, OWN);
		ranges = find_ranges(addr);
		if (!own && !ranges && !trees)
			continue;
		site = new_site();
		site->addr = addr;
		site->own = own;
		site->ranges = ranges;
		site->entry = own && own->start == addr;
		site->barrier = is_barrier(insn);
		site->root = NULL;
		if (trees && !i) {
			site->root = find(addr, TREE);
			qemu_plugin_register_vcpu_tb_exec_cb(tb, at_block,
							     PLUGIN_CB_NO_REGS,
							     site);
		}
		qemu_plugin_register_vcpu_insn_exec_cb(insn, at_insn,
						       PLUGIN_CB_NO_REGS, site);
		qemu_plugin_register_vcpu_mem_cb(insn, at_memory,
						 PLUGIN_CB_NO_REGS,
						 PLUGIN_MEM_READ_WRITE, site);
	}
}

/* ---- report ---- */

static void merge(struct tally *sum, const struct tally *t)
{
	sum->calls += t->calls;
	sum->cut += t->cut;
	counts_add(&sum->c, &t->c);
	spread_merge(&sum->insn, &t->insn);
	spread_merge(&sum->data_lines, &t->data_lines);
	spread_merge(&sum->code_lines, &t->code_lines);
	if (t->open) {
		spread_add(&sum->data_lines, t->data.n);
		spread_add(&sum->code_lines, t->code.n);
	}
}

static void print_function(const char *label, const struct function *f)
{
	unsigned int now = atomic_load(&generation);
	struct tally *sum = must_calloc(1, sizeof(*sum));
	const char *full = "";
	unsigned int cpu;
	double n;

	for (cpu = 0; cpu < n_vcpus; cpu++)
		if (f->tally[cpu]->generation == now)
			merge(sum, f->tally[cpu]);
	if (!sum->calls && !sum->cut && !(f->kind == RANGE && sum->c.insn))
		goto out;
	if (sum->data_lines.max >= SET_LIMIT || sum->code_lines.max >= SET_LIMIT)
		full = " lines-overflow";
	n = sum->calls ? sum->calls : 1;
	fprintf(stderr, WHO ": %s %s %s %" PRIu64, label,
		kind_names[f->kind], f->name, sum->calls);
	fprintf(stderr, " %.3f %.3f %.3f %.3f %.3f %.3f %.3f",
		sum->c.insn / n, sum->c.load / n, sum->c.store / n,
		sum->c.dev_read / n, sum->c.dev_write / n, sum->c.io / n,
		sum->c.barrier / n);
	fprintf(stderr, " %.2f/%" PRIu64 " %.2f/%" PRIu64,
		sum->data_lines.sum / n, sum->data_lines.max,
		sum->code_lines.sum / n, sum->code_lines.max);
	if (f->kind == TREE)
		fprintf(stderr, " %" PRIu64 "/%" PRIu64 " %" PRIu64,
			sum->insn.min, sum->insn.max, sum->cut);
	fprintf(stderr, "%s\n", full);
out:
	free(sum);
}

static uint64_t calls_counted(void)
{
	unsigned int now = atomic_load(&generation);
	unsigned int n = atomic_load(&n_functions);
	unsigned int i, cpu;
	uint64_t calls = 0;

	for (i = 0; i < n; i++)
		for (cpu = 0; cpu < n_vcpus; cpu++)
			if (functions[i].tally[cpu]->generation == now)
				calls += functions[i].tally[cpu]->calls;
	return calls;
}

static void clear_counts(void)
{
	atomic_fetch_add(&generation, 1);
}

static void print_report(const char *label)
{
	unsigned int n = atomic_load(&n_functions);
	unsigned int i;

	plugin_info("label kind function calls insn load store devrd devwr io barrier dline cline [insn-min/max cut]");
	for (i = 0; i < n; i++)
		print_function(label, &functions[i]);
	plugin_info("%s end", label);
}

static void at_exit(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	print_report("exit");
}

/* ---- commands ---- */

static bool hex(const char *text, uint64_t *val)
{
	char *end;

	errno = 0;
	*val = strtoull(text, &end, 16);
	return !errno && end != text && !*end;
}

/* Translations made before know nothing of a function defined now. */
static void drop_translations(void)
{
	void *cpu = qemu_get_cpu(0);

	if (cpu)
		tb_flush(cpu);
}

static bool define(const char *name, uint64_t start, uint64_t len, enum kind kind)
{
	unsigned int n = atomic_load(&n_functions);
	struct function *f;
	unsigned int cpu;

	if (!len || strlen(name) >= MAX_NAME) {
		plugin_err("%s: needs a length above 0 and a name of less than %d characters",
			   name, MAX_NAME);
		return false;
	}
	if (kind == TREE && (!target || !target->read_register)) {
		plugin_err("tree %s: cannot read this target's registers; use a plain function",
			   name);
		return false;
	}
	/* A reloaded module may be at another address. */
	for (f = functions; f < functions + n; f++)
		if (f->kind == kind && !strcmp(f->name, name))
			break;
	if (f == functions + MAX_FUNCTIONS) {
		plugin_err("%s: more than %d functions", name,
			   MAX_FUNCTIONS);
		return false;
	}
	if (f == functions + n) {
		strcpy(f->name, name);
		f->kind = kind;
		for (cpu = 0; cpu < n_vcpus; cpu++)
			f->tally[cpu] = must_calloc(1, sizeof(struct tally));
	}
	f->start = start;
	f->end = start + len;
	if (f == functions + n)
		atomic_store_explicit(&n_functions, n + 1, memory_order_release);
	if (kind == TREE)
		atomic_store_explicit(&have_trees, true, memory_order_release);
	drop_translations();
	return true;
}

/* @own: what OWN is called here */
static bool kind_of(const char *word, const char *own, enum kind *kind)
{
	if (!strcmp(word, own))
		*kind = OWN;
	else if (!strcmp(word, kind_names[TREE]))
		*kind = TREE;
	else if (!strcmp(word, kind_names[RANGE]))
		*kind = RANGE;
	else
		return false;
	return true;
}

static bool run_command(char *text)
{
	char *rest = text;
	char *word[4];
	uint64_t start, len;
	enum kind kind;
	size_t n = 0;

	while (n < ARRAY_SIZE(word) && (word[n] = strtok_r(rest, " \t\r", &rest)))
		n++;
	if (!n || word[0][0] == '#')
		return true;
	if (n == 4 && kind_of(word[0], "function", &kind) &&
	    hex(word[2], &start) && hex(word[3], &len))
		return define(word[1], start, len, kind);
	if (n == 1 && !strcmp(word[0], "clear")) {
		clear_counts();
		return true;
	}
	if (n <= 2 && !strcmp(word[0], "report")) {
		print_report(n == 2 ? word[1] : "mark");
		clear_counts();
		return true;
	}
	plugin_err("command \"%s ...\" not understood; known: function|tree|range NAME HEXADDR HEXLEN, clear, report [LABEL]",
		   word[0]);
	return false;
}

static uint64_t mailbox_read(void *opaque, uint64_t addr, unsigned int size)
{
	(void)opaque;
	(void)size;
	switch (addr) {
	case MAILBOX_TEXT:
		return MAILBOX_MAGIC;
	case MAILBOX_REFUSED:
		return refused;
	case MAILBOX_CALLS:
		return calls_counted();
	default:
		return 0;
	}
}

static void take_character(char c)
{
	static char text[MAX_COMMAND];
	static size_t len;

	if (!c)
		return;
	if (c != '\n') {
		/* Count one character too many, so that the whole command is refused. */
		if (len < sizeof(text))
			text[len++] = c;
		return;
	}
	if (len == sizeof(text)) {
		plugin_err("command longer than %zu characters",
			   sizeof(text) - 1);
		refused++;
	} else {
		text[len] = '\0';
		if (!run_command(text))
			refused++;
	}
	len = 0;
}

static void mailbox_write(void *opaque, uint64_t addr, uint64_t val,
			  unsigned int size)
{
	(void)opaque;
	if (addr != MAILBOX_TEXT)
		return;
	for (; size; size--, val >>= 8)
		take_character(val & 0xff);
}

static const struct qemu_region_ops mailbox_ops = {
	.read = mailbox_read,
	.write = mailbox_write,
	.endianness = QEMU_LITTLE_ENDIAN,
	.valid = { .min_size = 1, .max_size = 4 },
	.impl = { .min_size = 1, .max_size = 4 },
};

static void at_machine_done(struct qemu_notifier *self, void *data)
{
	(void)self;
	(void)data;
	qemu_abi_map(mailbox, PAGE_BYTES, &mailbox_ops, WHO "-mailbox");
}

/* ---- arguments ---- */

static bool read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char text[MAX_COMMAND];
	bool good = true;

	if (!file) {
		plugin_err("%s: %s", path, strerror(errno));
		return false;
	}
	while (good && fgets(text, sizeof(text), file)) {
		if (!strchr(text, '\n') && !feof(file)) {
			plugin_err("%s: line longer than %zu characters",
				   path, sizeof(text) - 1);
			good = false;
			break;
		}
		text[strcspn(text, "\n")] = '\0';
		good = run_command(text);
	}
	fclose(file);
	return good;
}

static bool parse_function(char *value, enum kind kind)
{
	char *rest = value;
	char *name = strtok_r(rest, ":", &rest);
	char *start = strtok_r(rest, ":", &rest);
	char *len = strtok_r(rest, ":", &rest);
	uint64_t first, bytes;

	if (!name || !start || !len || !hex(start, &first) || !hex(len, &bytes))
		return false;
	return define(name, first, bytes, kind);
}

static bool parse_range(char *value, uint64_t *start, uint64_t *end)
{
	char *len = strchr(value, ':');
	uint64_t bytes = PAGE_BYTES;

	if (len)
		*len++ = '\0';
	if (!hex(value, start) || (len && !hex(len, &bytes)) || !bytes)
		return false;
	*end = *start + bytes;
	return true;
}

static bool parse_one(const char *arg)
{
	char *copy = strdup(arg);
	char *value = copy ? strchr(copy, '=') : NULL;
	const char *expected = NULL;
	bool good = false;
	enum kind kind;

	if (!value) {
		plugin_err("%s: not of the form KEY=VALUE", arg);
		goto out;
	}
	*value++ = '\0';
	if (kind_of(copy, "f", &kind)) {
		good = parse_function(value, kind);
		expected = "NAME:HEXADDR:HEXLEN";
	} else if (!strcmp(copy, "list")) {
		good = read_file(value);
		expected = "a file of commands";
	} else if (!strcmp(copy, "mailbox")) {
		good = hex(value, &mailbox) && mailbox &&
		       !(mailbox % PAGE_BYTES);
		expected = "a page-aligned guest-physical address in hex";
	} else if (!strcmp(copy, "dev")) {
		good = parse_range(value, &dev_start, &dev_end);
		expected = "HEXADDR or HEXADDR:HEXLEN";
	} else if (!strcmp(copy, "vectors")) {
		good = parse_range(value, &vectors_start, &vectors_end);
		expected = "HEXADDR or HEXADDR:HEXLEN";
	} else {
		expected = "one of f, tree, range, list, mailbox, dev, vectors";
	}
	if (!good)
		plugin_err("%s: expected %s", arg, expected);
out:
	free(copy);
	return good;
}

static bool set_target(const struct qemu_info *info)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(targets); i++)
		if (!strcmp(targets[i].name, info->target_name))
			target = &targets[i];
	if (!target) {
		plugin_err("target %s is unknown, its barriers would be missed; known: arm, aarch64, mips64el",
			   info->target_name);
		return false;
	}
	vectors_start = target->vectors;
	vectors_end = target->vectors + target->vectors_len;
	n_vcpus = info->system.max_vcpus;
	if (n_vcpus > MAX_VCPUS) {
		plugin_err("%u vCPUs; at most %d can be counted",
			   n_vcpus, MAX_VCPUS);
		return false;
	}
	return true;
}

PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_API;

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
				      const struct qemu_info *info, int argc,
				      char **argv)
{
	static struct qemu_notifier machine_done = { .notify = at_machine_done };
	unsigned int cpu;
	int i;

	if (!qemu_abi_ok(WHO))
		return 1;
	if (!info->system_emulation) {
		plugin_err("needs a whole machine; use a qemu-system-* binary");
		return 1;
	}
	if (!set_target(info))
		return 1;
	for (cpu = 0; cpu < n_vcpus; cpu++)
		walks[cpu] = must_calloc(1, sizeof(*walks[cpu]));
	for (i = 0; i < argc; i++)
		if (!parse_one(argv[i]))
			return 1;
	if (!mailbox && !atomic_load(&n_functions)) {
		plugin_err("nothing to count; give f=, tree=, range=, list= or mailbox=");
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, at_translation);
	qemu_plugin_register_flush_cb(id, at_flush);
	qemu_plugin_register_atexit_cb(id, at_exit, NULL);
	if (mailbox)
		qemu_add_machine_init_done_notifier(&machine_done);
	return 0;
}
