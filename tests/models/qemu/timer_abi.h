/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * QEMU internals that plug-ins with a timer block need besides qemu_abi.h: timers and the
 * inputs of an interrupt controller.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef SOC_TIMERS_TESTS_TIMER_ABI_H
#define SOC_TIMERS_TESTS_TIMER_ABI_H

#include "qemu_abi.h"

/* Guest time: does not advance while the guest is stopped. */
enum { QEMU_CLOCK_GUEST = 1 };

/* Larger than QEMU's timer object; its initialiser clears it. */
struct qemu_timer {
	uint64_t opaque[32];
};

int64_t qemu_clock_get_ns(int clock) QEMU_INTERNAL;
void timer_init_full(struct qemu_timer *timer, void *group, int clock, int scale, int attributes,
		     void (*expired)(void *opaque), void *opaque) QEMU_INTERNAL;
void timer_mod(struct qemu_timer *timer, int64_t expire) QEMU_INTERNAL;
void timer_del(struct qemu_timer *timer) QEMU_INTERNAL;
void *qdev_get_gpio_in(void *device, int line) QEMU_INTERNAL;

/**
 * timer_abi_ok() - qemu_abi_ok() for the symbols of this file as well
 * @who: name of the plug-in, for the message
 *
 * Return: true, or false after one line on stderr.
 */
static inline bool timer_abi_ok(const char *who)
{
	const struct {
		const char *name;
		const void *addr;
	} needed[] = {
		QEMU_ABI_SYMBOL(qemu_clock_get_ns),
		QEMU_ABI_SYMBOL(timer_init_full),
		QEMU_ABI_SYMBOL(timer_mod),
		QEMU_ABI_SYMBOL(timer_del),
		QEMU_ABI_SYMBOL(qdev_get_gpio_in),
	};
	size_t i;

	if (!qemu_abi_ok(who))
		return false;
	for (i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (needed[i].addr)
			continue;
		fprintf(stderr, "%s: this QEMU does not export %s; use Debian 12's qemu-system package\n",
			who, needed[i].name);
		return false;
	}
	return true;
}

#endif
