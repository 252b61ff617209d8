/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the suite of the kernel's sched_clock() sees of it: a second copy of drivers/
 * sched_clock/kernel.c by other names, on a system clock of its own.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _KERNEL_SEAM_H
#define _KERNEL_SEAM_H

/* Not every architecture that runs the suite has it, and its header hides the types then. */
#ifndef CONFIG_GENERIC_SCHED_CLOCK
#define CONFIG_GENERIC_SCHED_CLOCK 1
#endif

#include <linux/sched_clock.h>
#include <linux/types.h>

/* The kernel's clock keeps this many counters of other drivers. */
#define KERNEL_COUNTERS		8

/* How often the timing of interrupts has been switched on; 0 if it is off */
extern unsigned int kernel_irqtime_enabled;

/* A new boot, with irqtime=@irqtime on the kernel's command line; -1 as without it. */
void kernel_boot(int irqtime);

u64 kernel_sched_clock(void);
u64 kernel_sched_clock_noinstr(void);
struct clock_read_data *kernel_read_begin(unsigned int *seq);
int kernel_read_retry(unsigned int seq);
void kernel_register(u64 (*read)(void), int bits, unsigned long rate);
void kernel_init(void);
int kernel_suspend(void);
void kernel_resume(void);
void kernel_fake_irqtime(void);
void kernel_fake_no_irqtime(void);

/* Wait for what follows the demotion of a counter. */
void kernel_follow_demotion(void);

#endif /* _KERNEL_SEAM_H */
