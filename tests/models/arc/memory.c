// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory, and the MMU (version 4, pages of 8 KiB) in front of it. The caches are
 * never seen.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <stddef.h>
#include <string.h>

#include "machine.h"

#define PD0_ASID	0xffu
#define PD0_GLOBAL	(1u << 8)
#define PD0_VALID	(1u << 9)
#define PAGE_OF(a)	((a) & ~(TLB_PAGE - 1))
#define PID_ENABLE	(1u << 31)

#define INDEX_ERROR	(1u << 31)

static struct tlb_entry *find(uint32_t pd0)
{
	struct tlb_entry *set = core->tlb[pd0 / TLB_PAGE % TLB_SETS];
	int way;

	for (way = 0; way < TLB_WAYS; way++) {
		uint32_t differ = set[way].pd0 ^ pd0;

		if ((set[way].pd0 & PD0_VALID) && !PAGE_OF(differ) &&
		    ((set[way].pd0 & PD0_GLOBAL) || !(differ & PD0_ASID)))
			return &set[way];
	}

	return NULL;
}

static struct tlb_entry *by_index(void)
{
	return &core->tlb[0][0] + core->tlb_index % (TLB_SETS * TLB_WAYS);
}

/* The bits of PD1 that allow an access: execute, write, read, for user and kernel. */
static uint32_t permission(enum access access)
{
	static const uint32_t bits[] = {
		[FETCH] = 1u << 1,
		[LOAD] = 1u << 3,
		[STORE] = 1u << 2,
		[EXCHANGE] = 3u << 2,
	};

	return core->status & ST_U ? bits[access] : bits[access] << 3;
}

/* The software that refills the TLB finds the page prepared. */
static _Noreturn void refuse(unsigned int vector, enum access access, uint32_t address,
			     uint32_t pd0)
{
	core->pd0 = pd0;
	cpu_fault(vector, access, address);
}

uint32_t translate(uint32_t address, enum access access)
{
	uint32_t pd0 = PAGE_OF(address) | (core->pid & PD0_ASID);
	struct tlb_entry *entry;

	if (address >= UNTRANSLATED) {
		if (core->status & ST_U)
			cpu_fault(EV_PROTV, access, address);
		return address;
	}
	if (!(core->pid & PID_ENABLE))
		machine_stop("access to a translated address without the MMU");

	entry = find(pd0);
	if (!entry)
		refuse(access == FETCH ? EV_ITLB : EV_DTLB, access, address, pd0);
	if ((entry->pd1 & permission(access)) != permission(access))
		refuse(EV_PROTV, access, address, pd0);

	return PAGE_OF(entry->pd1) | (address & (TLB_PAGE - 1));
}

static bool over_two_pages(uint32_t address, unsigned int size)
{
	return address < UNTRANSLATED && PAGE_OF(address) != PAGE_OF(address + size - 1);
}

static uint8_t *ram_at(uint32_t address)
{
	if (address - RAM_BASE >= RAM_SIZE)
		machine_stop("access where there is no memory");
	return machine.ram + (address - RAM_BASE);
}

static bool is_uart(uint32_t address)
{
	return address - UART_BASE < UART_SIZE;
}

/* A device's register that isn't there reads as 0. */
uint32_t load(uint32_t address, unsigned int size)
{
	uint32_t value = 0;
	unsigned int i;

	if (over_two_pages(address, size)) {
		for (i = 0; i < size; i++)
			value |= load(address + i, 1) << 8 * i;
		return value;
	}
	address = translate(address, LOAD);
	if (is_uart(address))
		return uart_read((address - UART_BASE) / 4);
	if (address < UART_BASE)
		memcpy(&value, ram_at(address), size);

	return value;
}

static void drop_reservations(uint32_t address)
{
	unsigned int i;

	for (i = 0; i < machine.cores; i++) {
		struct core *other = &machine.core[i];

		if (other != core && other->reserved / 8 == address / 8)
			other->has_reserved = false;
	}
}

void store(uint32_t address, uint32_t value, unsigned int size)
{
	unsigned int i;

	if (over_two_pages(address, size)) {
		translate(address + size - 1, STORE);
		translate(address, STORE);
		for (i = 0; i < size; i++)
			store(address + i, value >> 8 * i, 1);
		return;
	}
	address = translate(address, STORE);
	if (is_uart(address)) {
		uart_write((address - UART_BASE) / 4, value);
	} else if (address < UART_BASE) {
		drop_reservations(address);
		memcpy(ram_at(address), &value, size);
	}
}

void tlb_command(uint32_t command)
{
	struct tlb_entry *entry = NULL;
	unsigned int set;

	switch (command) {
	case 1:		/* write */
	case 5:
		entry = by_index();
		break;
	case 2:		/* read */
		core->pd0 = by_index()->pd0;
		core->pd1 = by_index()->pd1;
		break;
	case 4:		/* probe */
		entry = find(core->pd0);
		core->tlb_index = entry ? entry - &core->tlb[0][0] : INDEX_ERROR;
		return;
	case 7:		/* insert */
		set = core->pd0 / TLB_PAGE % TLB_SETS;
		entry = find(core->pd0);
		if (!entry)
			entry = &core->tlb[set][core->next_way[set]++ % TLB_WAYS];
		break;
	case 8:		/* delete */
		entry = find(core->pd0);
		core->tlb_index = entry ? 0 : INDEX_ERROR;
		if (entry)
			entry->pd0 = 0;
		return;
	default:	/* the micro TLBs, which there are none of */
		break;
	}
	if (entry) {
		entry->pd0 = core->pd0;
		entry->pd1 = core->pd1;
	}
}
