// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine to boot the ARC image on: up to four ARC HS38 cores with ARConnect, the
 * 16550 of the board haps_hs_idu at 0xf0000000, and 512 MiB of memory. No emulator of
 * ARC comes with Debian. This is none for general use: it knows the instructions and
 * registers that the kernel uses, is not fast, and was written from the same
 * descriptions as the drivers, so it proves nothing about the hardware.
 *
 *	machine [OPTION...] VMLINUX TABLE [TABLE]
 *
 * TABLE is what decode.py makes of objdump's output: of the kernel, and of the only
 * program that runs on it, at its own addresses.
 *
 *	-a TEXT		more kernel parameters, passed as U-Boot does
 *	-c NUMBER	of clocks that each instruction takes: a slower machine
 *	-g none		no GFRC
 *	-g stands	a GFRC that does not count
 *	-i NUMBER	give up after so many instructions
 *	-n NUMBER	of cores
 *
 * Time is counted in instructions of a core, 50 million to the second without -c, and
 * passes at once while all cores sleep. So a run is always the same.
 *
 * Exit status 0 once the first core has halted.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"

#define CLOCK_HZ	50000000.0
/* Instructions of a core in turn: the less, the closer their times are. */
#define TURN		16
#define TURN_ALONE	1024

struct machine machine = { .cores = 1, .clocks = 1, .has_gfrc = true };
struct core *core = machine.core;

static struct program {
	const struct insn **insn;	/* one for each two bytes */
	uint32_t begin, end;
} programs[2];

_Noreturn void machine_stop(const char *why)
{
	int i;

	fflush(stdout);
	fprintf(stderr, "machine: %s: core %u at %08x, status %08x, after %llu instructions\n",
		why, core->id, core->pc, core->status, (unsigned long long)machine.executed);
	fprintf(stderr, "machine: eret %08x ecr %08x efa %08x\n", core->eret, core->ecr, core->efa);
	for (i = 0; i < 32; i++)
		fprintf(stderr, "r%-2d %08x%s", i, core->r[i], i % 8 == 7 ? "\n" : "  ");
	exit(1);
}

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "machine: %s\n", what);
	exit(2);
}

const struct insn *insn_at(uint32_t address)
{
	const struct program *program;

	if (address < UNTRANSLATED || core->status & ST_U)
		translate(address, FETCH);
	for (program = programs; program < programs + 2; program++) {
		if (address - program->begin < program->end - program->begin &&
		    program->insn[(address - program->begin) / 2])
			return program->insn[(address - program->begin) / 2];
	}
	machine_stop("no instruction that is known");
}

static void *contents(const char *name, size_t *size)
{
	FILE *file = fopen(name, "rb");
	void *data;
	long end;

	if (!file || fseek(file, 0, SEEK_END))
		die("no such file");
	end = ftell(file);
	rewind(file);
	data = malloc(end + 1);
	if (!data || fread(data, 1, end, file) != (size_t)end)
		die("a file can't be read");
	fclose(file);
	*size = end;

	return data;
}

static void load_table(struct program *program, const char *name)
{
	size_t size, i;
	struct insn *insn = contents(name, &size);

	size /= sizeof(*insn);
	if (!size)
		die("an empty table");
	program->begin = ~0u;
	for (i = 0; i < size; i++) {
		if (insn[i].address < program->begin)
			program->begin = insn[i].address;
		if (insn[i].address >= program->end)
			program->end = insn[i].address + 2;
	}
	program->insn = calloc((program->end - program->begin) / 2, sizeof(*program->insn));
	if (!program->insn)
		die("no memory");
	for (i = 0; i < size; i++)
		program->insn[(insn[i].address - program->begin) / 2] = &insn[i];
}

static uint32_t load_kernel(const char *name)
{
	size_t size;
	uint8_t *file = contents(name, &size);
	const Elf32_Ehdr *header = (const Elf32_Ehdr *)file;
	const Elf32_Phdr *segment;
	int i;

	if (size < sizeof(*header) || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
	    header->e_phoff + header->e_phnum * sizeof(*segment) > size)
		die("the kernel is no ELF file");
	segment = (const Elf32_Phdr *)(file + header->e_phoff);
	for (i = 0; i < header->e_phnum; i++, segment++) {
		if (segment->p_type != PT_LOAD)
			continue;
		if (segment->p_paddr - RAM_BASE > RAM_SIZE - segment->p_memsz)
			die("the kernel is not for this machine's memory");
		memcpy(machine.ram + segment->p_paddr - RAM_BASE, file + segment->p_offset,
		       segment->p_filesz);
	}

	return header->e_entry;
}

static void interrupts(void)
{
	uint64_t irqs = core->irq_pending & core->irq_enabled;

	if (irqs)
		core->sleeping = false;
	if (irqs && core->status & ST_IE && !(core->status & (ST_DE | ST_AE)) &&
	    !(core->irq_active & 0xffff))
		cpu_interrupt(__builtin_ctzll(irqs));
}

/* One core from @from to @to. Returns whether it could go on at once. */
static bool take_turn(uint64_t from, uint64_t to)
{
	machine.now = from;
	/* Faults come back here. */
	setjmp(core->exception);
	while (machine.now < to && !core->halted) {
		if (machine.now >= core->timer0_expires)
			timer0_expire();
		interrupts();
		if (core->sleeping)
			break;
		machine.now += machine.clocks;
		machine.executed++;
		cpu_step();
	}

	return !core->halted && !core->sleeping;
}

/* When a core that sleeps has something to do */
static uint64_t next_event(uint64_t now)
{
	uint64_t next = ~0ull;
	unsigned int i;

	for (i = 0; i < machine.cores; i++) {
		core = &machine.core[i];
		if (core->halted)
			continue;
		if (core->irq_pending & core->irq_enabled)
			return now;
		if (core->timer0_expires < next)
			next = core->timer0_expires;
	}
	if (next == ~0ull)
		machine_stop("all cores sleep for ever");

	return next > now ? next : now;
}

static void run(uint64_t most)
{
	uint64_t from = 0, to;
	unsigned int i;
	bool busy;

	while (!machine.core[0].halted) {
		to = from + machine.clocks * (machine.cores > 1 ? TURN : TURN_ALONE);
		busy = false;
		for (i = 0; i < machine.cores; i++) {
			core = &machine.core[i];
			busy |= take_turn(from, to);
		}
		from = busy || machine.core[0].halted ? to : next_event(to);
		if (machine.executed > most)
			machine_stop("enough instructions");
	}
	fflush(stdout);
	fprintf(stderr, "machine: halted after %llu instructions, %.3f s of its time\n",
		(unsigned long long)machine.executed, machine.now / CLOCK_HZ);
}

static _Noreturn void show_usage(void)
{
	die("usage: machine [-a PARAMETERS] [-c CLOCKS] [-g none|stands] [-i INSTRUCTIONS] [-n CORES] VMLINUX TABLE [TABLE]");
}

/* In the last page of memory, from where the kernel takes them before it uses it. */
static void pass_parameters(const char *text)
{
	if (strlen(text) >= TLB_PAGE)
		die("too many parameters");
	strcpy((char *)machine.ram + RAM_SIZE - TLB_PAGE, text);
	machine.core[0].r[0] = 1;
	machine.core[0].r[2] = RAM_BASE + RAM_SIZE - TLB_PAGE;
}

int main(int argc, char **argv)
{
	const char *parameters = NULL;
	uint64_t most = ~0ull;
	uint32_t entry;
	unsigned int i;
	int option;

	while ((option = getopt(argc, argv, "a:c:g:i:n:")) != -1) {
		switch (option) {
		case 'a':
			parameters = optarg;
			break;
		case 'c':
			machine.clocks = strtoul(optarg, NULL, 0);
			break;
		case 'g':
			machine.has_gfrc = strcmp(optarg, "none");
			machine.gfrc_stands = !strcmp(optarg, "stands");
			break;
		case 'i':
			most = strtoull(optarg, NULL, 0);
			break;
		case 'n':
			machine.cores = strtoul(optarg, NULL, 0);
			break;
		default:
			show_usage();
		}
	}
	if (argc - optind < 2 || argc - optind > 3 || !machine.cores ||
	    machine.cores > CORES_MOST || !machine.clocks)
		show_usage();

	machine.ram = calloc(1, RAM_SIZE);
	if (!machine.ram)
		die("no memory");
	entry = load_kernel(argv[optind]);
	for (i = 0; i < (unsigned int)(argc - optind - 1); i++)
		load_table(&programs[i], argv[optind + 1 + i]);
	for (i = 0; i < machine.cores; i++) {
		machine.core[i].id = i;
		machine.core[i].pc = entry;
		machine.core[i].irq_enabled = ~0ull;
		machine.core[i].timer0_expires = ~0ull;
	}
	if (parameters)
		pass_parameters(parameters);
	run(most);

	return 0;
}
