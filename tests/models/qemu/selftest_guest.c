// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bare-metal program for -M smdkc210 and, with VIRT defined, for the MCT that plug-in mct
 * adds to -M virt: prints on the console how the MCT behaves for a guest, so that
 * selftest.sh can test the plug-ins without a kernel.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Built and run by selftest.sh.
 * Output: lines "NAME VALUE" (hex), the last one is "end 00000000".
 */
#include <stdint.h>

#define REG(addr)	(*(volatile uint32_t *)(addr))

/* The interrupts of local timers 0 and 1 and of COMP0, as bits 10, 16 and 25. */
#ifdef VIRT
#define UART_TX		REG(0x09000000)
#define MCT_BASE	0x0b100000
/* Interrupts 156, 157 and 152 */
#define GIC_WORD	REG(0x08000210)
#define GIC_PENDING	((GIC_WORD >> 28 & 1) << 10 | (GIC_WORD >> 29 & 1) << 16 | \
			 (GIC_WORD >> 24 & 1) << 25)
#else
#define UART_TX		REG(0x13800020)
#define MCT_BASE	0x10050000
/* Interrupts 74, 80 and 89; the UART has one there too. */
#define GIC_PENDING	(REG(0x10490208) & (1u << 10 | 1u << 16 | 1u << 25))
#endif
#define MCT(offset)	REG(MCT_BASE + (offset))

#define MCT_CFG		0x000
#define G_CNT_L		0x100
#define G_CNT_U		0x104
#define G_CNT_WSTAT	0x110
#define G_COMP0_L	0x200
#define G_COMP0_U	0x204
#define G_COMP0_INCR	0x208
#define G_TCON		0x240
#define G_INT_CSTAT	0x244
#define G_INT_ENB	0x248
#define G_WSTAT		0x24c
#define L0_TCNTB	0x300
#define L0_ICNTB	0x308
#define L0_TCON		0x320
#define L0_INT_CSTAT	0x330
#define L0_INT_ENB	0x334
#define L0_WSTAT	0x340
#define L1_INT_CSTAT	0x430
#define L1_INT_ENB	0x434

#define INTERVAL	120000u	/* of 2 clocks: 10 ms at 24 MHz */
#define MAX_POLLS	100u
#define AHEAD		50000u	/* clocks */

/*
 * The pages that selftest.sh gives the plug-ins; without a plug-in they read as 0. On virt
 * they are memory.
 */
#ifdef VIRT
#define CONTROL		0x47000000
#define MAILBOX		0x47001000
#else
#define CONTROL		0x0bffe000
#define MAILBOX		0x0bfff000
#endif
#define COUNTS_WRITTEN	0x800
#define MAILBOX_MAGIC	0x54434743

static void show(const char *name, uint32_t val)
{
	int shift;

	while (*name)
		UART_TX = *name++;
	UART_TX = ' ';
	for (shift = 28; shift >= 0; shift -= 4)
		UART_TX = "0123456789abcdef"[(val >> shift) & 0xf];
	UART_TX = '\n';
}

/* Polls WSTAT until the write is acknowledged; returns MAX_POLLS if it never is. */
static uint32_t write_acked(uint32_t offset, uint32_t val, uint32_t stat,
			    uint32_t bit)
{
	uint32_t polls;

	MCT(offset) = val;
	for (polls = 0; polls < MAX_POLLS; polls++) {
		if (MCT(stat) & bit) {
			MCT(stat) = bit;
			break;
		}
	}
	return polls;
}

static uint32_t clocks_to_expiry(void)
{
	uint32_t start = MCT(G_CNT_L);

	MCT(L0_TCON) = 7;
	while (!(MCT(L0_INT_CSTAT) & 1) && MCT(G_CNT_L) - start < 10 * 2 * INTERVAL)
		;
	return MCT(G_CNT_L) - start;
}

#ifdef VIRT
/* Until COMP0 has fired; then acknowledges it. */
static uint32_t clocks_to_match(uint32_t start)
{
	uint32_t now;

	while (!(MCT(G_INT_CSTAT) & 1) && MCT(G_CNT_L) - start < 10 * AHEAD)
		;
	now = MCT(G_CNT_L);
	show("comp-pending", GIC_PENDING);
	MCT(G_INT_CSTAT) = 1;
	return now - start;
}

/* An event of the comparator, and the one that it adds to that by itself. */
static void match_twice(void)
{
	uint32_t start;

	MCT(G_INT_ENB) = 1;
	MCT(G_COMP0_INCR) = AHEAD;
	start = MCT(G_CNT_L);
	MCT(G_COMP0_U) = MCT(G_CNT_U);
	MCT(G_COMP0_L) = start + AHEAD;
	MCT(G_TCON) = 1 << 8 | 3;
	show("comp-clocks", clocks_to_match(start));
	show("comp-again", clocks_to_match(start));
	show("comp-next", MCT(G_COMP0_L) - start);
	MCT(G_TCON) = 1 << 8;
	MCT(G_INT_ENB) = 0;
}
#endif

/* What a driver does before each event: stop, load, start. */
static void program_again(void)
{
	MCT(L0_TCON) = 0;
	MCT(L0_INT_CSTAT) = 1;
	MCT(L0_ICNTB) = INTERVAL | (1u << 31);
}

/* Gives the counter time to advance between two reads. */
static void look_at_frc(void)
{
	uint32_t first = MCT(G_CNT_L);
	volatile int delay;

	for (delay = 0; delay < 1000000; delay++)
		;
	show("frc-moved", MCT(G_CNT_L) != first);
}

/* An address for wipe=at:. */
__attribute__((noinline, used)) static void wipe_here(void)
{
	__asm__ volatile("");
}

static void tell(const char *command)
{
	while (*command)
		REG(MAILBOX) = *command++;
}

/*
 * What tcg_count must find in one call of counted(): 11 instructions; 3 loads and 3
 * stores of memory in 3 cache lines, one of them the stack's; 1 read and 2 writes of
 * the device; 3 barriers; 1 line of code. With its callee: 2 instructions, 1 load
 * and 1 line of code more. selftest.sh has these numbers.
 */
extern uint32_t counted_data[32];
uint32_t counted_data[32] __attribute__((aligned(64)));

void counted_leaf(void);
void counted(void *data, uint32_t device);
__asm__(".text\n"
	".balign 64\n"
	".global counted\n"
	"counted:\n\t"
	"push {r4, lr}\n\t"		/* 2 stores, on the stack */
	"ldr r2, [r0]\n\t"
	"str r2, [r0, #64]\n\t"
	"dmb\n\t"
	"ldr r3, [r1]\n\t"
	"str r3, [r1]\n\t"
	"dsb\n\t"
	"str r3, [r1]\n\t"
	"isb\n\t"
	"bl counted_leaf\n\t"
	"pop {r4, pc}\n\t"		/* 2 loads */
	".balign 64\n"
	".global counted_leaf\n"
	"counted_leaf:\n\t"
	"ldr r2, [r0, #4]\n\t"
	"bx lr\n\t"
	".balign 64\n");

/* Sends addresses as text, as the guest script does under a kernel. */
static void tell_function(const char *kind, const char *name, void (*start)(void),
			  uint32_t len)
{
	uint32_t words[2] = { (uint32_t)start, len };
	int i, shift;

	tell(kind);
	tell(" ");
	tell(name);
	for (i = 0; i < 2; i++) {
		tell(" ");
		for (shift = 28; shift >= 0; shift -= 4)
			REG(MAILBOX) = "0123456789abcdef"[(words[i] >> shift) & 0xf];
	}
	tell("\n");
}

static void count(void)
{
	int i;

	/* Run it once before it is defined: translated code must be counted as well. */
	counted(counted_data, (uint32_t)&MCT(MCT_CFG));
	tell_function("function", "counted", (void (*)(void))counted, 64);
	tell_function("tree", "counted", (void (*)(void))counted, 64);
	/* One range that has both, and one in it. */
	tell_function("range", "both", (void (*)(void))counted, 128);
	tell_function("range", "leaf", counted_leaf, 64);
	tell("clear\n");
	for (i = 0; i < 10; i++)
		counted(counted_data, (uint32_t)&MCT(MCT_CFG));
	tell("report ten\n");
	tell("report none\n");
	show("refused", REG(MAILBOX + 4));
	tell("nonsense\n");
	show("refused-one", REG(MAILBOX + 4));
}

__attribute__((used)) static void run(void)
{
	int i;

	show("frc-low", MCT(G_CNT_L));
	show("frc-high", MCT(G_CNT_U));
	show("g-cnt-wstat", MCT(G_CNT_WSTAT));
	show("g-wstat", MCT(G_WSTAT));
	show("l0-wstat", MCT(L0_WSTAT));

	show("g-cstat", MCT(G_INT_CSTAT));
	show("l0-cstat", MCT(L0_INT_CSTAT));
	show("l1-cstat", MCT(L1_INT_CSTAT));
	show("pending", GIC_PENDING);
	MCT(L0_INT_ENB) = 0;
	show("pending-disabled", GIC_PENDING);
	MCT(L0_INT_ENB) = 1;
	show("pending-enabled", GIC_PENDING);
	MCT(L0_INT_CSTAT) = 1;
	MCT(L1_INT_CSTAT) = 1;
	MCT(G_INT_CSTAT) = 1;
	show("pending-acked", GIC_PENDING);
	show("l0-cstat-acked", MCT(L0_INT_CSTAT));

	show("g-polls", write_acked(G_TCON, 1 << 8, G_WSTAT, 1 << 16));
	show("l0-polls", write_acked(L0_TCNTB, 1, L0_WSTAT, 1));

	MCT(L0_WSTAT) = 0xf;
	MCT(L0_INT_ENB) = 1;
	program_again();
	/* An update must acknowledge the interval and nothing else. */
	show("l0-wstat-update", MCT(L0_WSTAT) & 1);
	show("l0-icntb", MCT(L0_ICNTB));
	for (i = 0; i < 5; i++)
		program_again();
	show("clocks", clocks_to_expiry());
	show("fired", GIC_PENDING);
	MCT(L0_INT_CSTAT) = 1;
	show("fired-acked", GIC_PENDING);
	MCT(L0_TCON) = 0;
#ifdef VIRT
	/* QEMU's own model sets the counter back when a comparator is written. */
	match_twice();
#endif

	look_at_frc();
	show("beyond-block", MCT(0x800));

	wipe_here();
	show("l0-icntb-after", MCT(L0_ICNTB));

	if (REG(CONTROL) == 1) {
		MCT(L0_TCNTB) = 5;
		REG(CONTROL) = 3;
		REG(CONTROL) = 2;
		show("wiped", MCT(L0_TCNTB));
		REG(CONTROL) = 4;
		show("cleared", REG(CONTROL + L0_TCNTB));
		for (i = 0; i < 3; i++)
			(void)MCT(L0_TCNTB);
		MCT(L0_TCNTB) = 5;
		MCT(L0_TCNTB) = 6;
		show("count-reads", REG(CONTROL + L0_TCNTB));
		show("count-writes", REG(CONTROL + COUNTS_WRITTEN + L0_TCNTB));
		REG(CONTROL) = 0;
		show("armed", REG(CONTROL));
		MCT(G_TCON) = 1 << 8;
		look_at_frc();
	}

	if (REG(MAILBOX) == MAILBOX_MAGIC)
		count();
	show("end", 0);
	for (;;)
		__asm__ volatile("wfi");
}

/* QEMU starts both CPUs here; only the first one is needed. */
__attribute__((naked, used, section(".text.start"))) void _start(void)
{
	__asm__ volatile("mrc p15, 0, r0, c0, c0, 5\n\t"
			 "ands r0, r0, #3\n"
			 "1:\twfine\n\t"
			 "bne 1b\n\t"
			 "ldr sp, =0x48000000\n\t"
			 "b run");
}
