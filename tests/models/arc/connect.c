// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the cores share: the interconnect (ARConnect) with its interrupts between
 * cores, global counter and distribution of interrupts, and a 16550.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <stdio.h>

#include "machine.h"

#define COMMON_IRQS	8
#define IRQ_UART	0

/* Interrupts common to all cores: level-triggered only */
static struct {
	bool enabled;
	uint32_t level;
	uint32_t masked;
	uint32_t mode[COMMON_IRQS];
	uint32_t destination[COMMON_IRQS];
} idu = { .masked = ~0u };

static void idu_deliver(void)
{
	unsigned int irq, i;

	for (irq = 0; irq < COMMON_IRQS; irq++) {
		bool raised = idu.enabled && (idu.level & ~idu.masked) >> irq & 1;
		uint32_t cores = idu.destination[irq];

		/* One of them in turn may be always the same. */
		if (cores && !(idu.mode[irq] & 2))
			cores &= -cores;
		for (i = 0; i < machine.cores; i++) {
			uint64_t bit = 1ull << (IRQ_COMMON + irq);

			machine.core[i].irq_pending &= ~bit;
			if (raised && cores >> i & 1)
				machine.core[i].irq_pending |= bit;
		}
	}
}

static void idu_command(unsigned int command, unsigned int irq)
{
	irq %= COMMON_IRQS;

	switch (command) {
	case 0x71:
	case 0x72:
		idu.enabled = command == 0x71;
		break;
	case 0x74:
		idu.mode[irq] = core->data;
		break;
	case 0x75:
		core->readback = idu.mode[irq];
		break;
	case 0x76:
		idu.destination[irq] = core->data;
		break;
	case 0x7c:
		idu.masked &= ~(1u << irq);
		idu.masked |= (core->data & 1) << irq;
		break;
	}
	idu_deliver();
}

static void interrupt_core(unsigned int which)
{
	if (which >= machine.cores)
		return;
	machine.core[which].ipi_from |= 1u << core->id;
	machine.core[which].irq_pending |= 1ull << IRQ_IPI;
}

static void acknowledge_core(unsigned int which)
{
	core->ipi_from &= ~(1u << which);
	if (!core->ipi_from)
		core->irq_pending &= ~(1ull << IRQ_IPI);
}

static void gfrc_read(void)
{
	uint64_t count = machine.gfrc_stands || !machine.has_gfrc ? 0 : machine.now;

	core->readback = count;
	core->gfrc_high = count >> 32;
}

void connect_command(uint32_t word)
{
	unsigned int command = word & 0xff, param = word >> 8 & 0xffff;

	core->command = word;
	switch (command) {
	case 0x01:
		interrupt_core(param);
		break;
	case 0x02:
		acknowledge_core(param % 32);
		break;
	case 0x03:
		core->readback = param < machine.cores &&
				 (machine.core[param].ipi_from >> core->id & 1);
		break;
	case 0x04:
		core->readback = core->ipi_from;
		break;
	case 0x42:
		gfrc_read();
		break;
	case 0x43:
		core->readback = core->gfrc_high;
		break;
	case 0x47:
		machine.gfrc_cores = core->data;
		break;
	case 0x48:
		core->readback = machine.gfrc_cores;
		break;
	default:
		if (command >= 0x70)
			idu_command(command, param);
	}
}

/* The sender is always empty, and nothing is ever received. */
static struct {
	uint8_t interrupts, line, modem;
} uart;

#define SENDER_EMPTY	2	/* in both registers for interrupts */
#define DIVISOR_SHOWN	0x80

uint32_t uart_read(unsigned int reg)
{
	switch (reg) {
	case 1:		return uart.interrupts;
	case 2:		return uart.interrupts & SENDER_EMPTY ? SENDER_EMPTY : 1;
	case 3:		return uart.line;
	case 4:		return uart.modem;
	case 5:		return 0x60;
	case 6:		return 0xb0;
	}
	return 0;
}

void uart_write(unsigned int reg, uint8_t value)
{
	switch (reg) {
	case 0:
		if (!(uart.line & DIVISOR_SHOWN))
			putchar(value);
		if (value == '\n')
			fflush(stdout);
		break;
	case 1:
		if (uart.line & DIVISOR_SHOWN)
			break;
		uart.interrupts = value & 15;
		idu.level = uart.interrupts & SENDER_EMPTY ? 1u << IRQ_UART : 0;
		idu_deliver();
		break;
	case 3:
		uart.line = value;
		break;
	case 4:
		uart.modem = value;
		break;
	}
}
