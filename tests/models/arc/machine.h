/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A machine with ARC HS38 cores as far as Linux needs it: see main.c.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef ARC_MACHINE_H
#define ARC_MACHINE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#define CORES_MOST	4

#define RAM_BASE	0x80000000u
#define RAM_SIZE	0x20000000u
#define UART_BASE	0xf0000000u
#define UART_SIZE	0x2000u
/* Below this, addresses are translated; above, they are for kernel mode. */
#define UNTRANSLATED	0x80000000u

/* STATUS32 */
#define ST_H		(1u << 0)
#define ST_E		(15u << 1)
#define ST_AE		(1u << 5)
#define ST_DE		(1u << 6)
#define ST_U		(1u << 7)
#define ST_V		(1u << 8)
#define ST_C		(1u << 9)
#define ST_N		(1u << 10)
#define ST_Z		(1u << 11)
#define ST_L		(1u << 12)
#define ST_IE		(1u << 31)

/* Core registers with a meaning */
#define R_SP		28
#define R_BLINK		31
#define R_ACCL		58
#define R_ACCH		59
#define R_LP_COUNT	60
#define R_LIMM		62
#define R_PCL		63

/* Exceptions */
#define EV_ITLB		4
#define EV_DTLB		5
#define EV_PROTV	6
#define EV_TRAP		9

/* Interrupts */
#define IRQ_TIMER0	16
#define IRQ_IPI		19
#define IRQ_SOFT	21
#define IRQ_COMMON	24

enum access { FETCH, LOAD, STORE, EXCHANGE };

/* How an instruction names an operand */
enum kind { KIND_NONE, KIND_REG, KIND_IMM };

#define INSN_FLAGS	1
#define INSN_DELAY	2
#define INSN_EXTEND	4
#define INSN_ADDRESS(insn)	((insn)->flags >> 3 & 3)
#define ADDRESS_PRE	1	/* write back, then access */
#define ADDRESS_POST	2	/* access, then write back */
#define ADDRESS_SCALED	3

/**
 * struct insn - a record of decode.py
 * @address: where it is
 * @op: what it does
 * @condition: when
 * @flags: INSN_*, and how an address is made
 * @length: bytes
 * @kinds: of the operands, two bits each
 * @unused: 0
 * @operand: registers' numbers, or immediate data
 * @target: of a branch
 */
struct insn {
	uint32_t address;
	uint8_t op;
	uint8_t condition;
	uint8_t flags;
	uint8_t length;
	uint8_t kinds;
	uint8_t unused[3];
	uint32_t operand[3];
	uint32_t target;
};

/* JTLB: entries in a set, sets */
#define TLB_WAYS	4
#define TLB_SETS	256
#define TLB_PAGE	0x2000u

struct tlb_entry {
	uint32_t pd0, pd1;
};

struct timer {
	uint64_t base;		/* when it was 0 */
	uint32_t limit;
	uint32_t control;
};

struct core {
	unsigned int id;
	uint32_t r[64];
	uint32_t pc, status, bta;
	uint32_t lp_start, lp_end;
	bool sleeping, halted;

	/* Exceptions, and interrupts */
	uint32_t vectors, eret, erstatus, erbta, ecr, efa, user_sp;
	uint32_t irq_control, irq_active, irq_select, irq_cause, irq_hint;
	uint64_t irq_pending, irq_enabled;
	uint32_t jli, ldi, ei;
	jmp_buf exception;

	/* Load locked */
	uint32_t reserved;
	bool has_reserved;

	/* Memory management */
	uint32_t pid, pd0, pd1, tlb_index, scratch;
	uint32_t ic_control, dc_control;
	struct tlb_entry tlb[TLB_SETS][TLB_WAYS];
	uint8_t next_way[TLB_SETS];

	struct timer timer[2];
	uint64_t timer0_expires;
	uint64_t rtc_base;

	/* Interconnect */
	uint32_t command, data, readback, gfrc_high, ipi_from;
};

struct machine {
	struct core core[CORES_MOST];
	unsigned int cores;
	unsigned int clocks;	/* that each instruction takes */
	bool has_gfrc, gfrc_stands;
	uint32_t gfrc_cores;
	uint64_t now;		/* clocks */
	uint64_t executed;	/* instructions */
	uint8_t *ram;
};

extern struct machine machine;
extern struct core *core;	/* that executes */

_Noreturn void machine_stop(const char *why);
const struct insn *insn_at(uint32_t address);

/* cpu.c */
void cpu_step(void);
void cpu_interrupt(unsigned int irq);
void cpu_exception(unsigned int vector, unsigned int cause, unsigned int param, uint32_t address,
		   uint32_t back);
_Noreturn void cpu_fault(unsigned int vector, unsigned int cause, uint32_t address);

/* memory.c */
uint32_t translate(uint32_t address, enum access access);
uint32_t load(uint32_t address, unsigned int size);
void store(uint32_t address, uint32_t value, unsigned int size);
void tlb_command(uint32_t command);

/* aux.c */
uint32_t aux_read(uint32_t number);
void aux_write(uint32_t number, uint32_t value);
void timer0_expire(void);

/* connect.c */
void connect_command(uint32_t command);
uint32_t uart_read(unsigned int reg);
void uart_write(unsigned int reg, uint8_t value);

#endif /* ARC_MACHINE_H */
