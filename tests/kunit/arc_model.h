/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A model of the auxiliary registers of ARC cores behind the I/O seam.
 *
 * Counters move only when a register is accessed, so that a test decides what
 * happens between any two accesses: carries, and interrupts that read as well.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _TESTS_ARC_MODEL_H
#define _TESTS_ARC_MODEL_H

#include <linux/types.h>

#define ARC_MODEL_CORES	4
#define ARC_MODEL_LOG	32

/**
 * struct arc_model_core - what each core has of its own
 * @command: last command to the interconnect
 * @latch: upper half of the GFRC as latched
 * @readback: result of the last command
 * @data: for the next command
 * @t0_count: timer 0
 * @t0_control: timer 0
 * @t0_limit: timer 0
 */
struct arc_model_core {
	u32 command;
	u32 latch;
	u32 readback;
	u32 data;
	u32 t0_count;
	u32 t0_control;
	u32 t0_limit;
};

/**
 * struct arc_model - the cores and what they share
 * @core: the cores
 * @current_core: the core that executes
 * @gfrc: global counter
 * @gfrc_cores: stops while any of these is halted
 * @rtc: counter of the core
 * @rtc_low_seen: the lower half was read, and the upper one has not changed since
 * @never_coherent: the coherency bit is never set
 * @t1: timer 1
 * @t1_limit: timer 1
 * @t1_control: timer 1
 * @rtc_control: as written
 * @build_timers: build register
 * @build_mcip: build register
 * @build_gfrc: build register
 * @step: ticks each access takes
 * @accesses: made so far
 * @jump_at: before the access with this number (first: 1) ...
 * @jump: ... all counters gain this many ticks
 * @interrupt_at: before the access with this number ...
 * @interrupt: ... this is called, unless interrupts are off
 * @interrupts: how often it was called
 * @held_off: how often it came while interrupts were off
 * @locked: interrupts are off
 * @stray: accesses to what is not a register
 * @written: registers written, in order
 * @values: what was written
 * @writes: number of writes
 */
struct arc_model {
	struct arc_model_core core[ARC_MODEL_CORES];
	unsigned int current_core;
	u64 gfrc;
	u32 gfrc_cores;
	u64 rtc;
	bool rtc_low_seen;
	bool never_coherent;
	u32 t1;
	u32 t1_limit;
	u32 t1_control;
	u32 rtc_control;
	u32 build_timers;
	u32 build_mcip;
	u32 build_gfrc;
	u64 step;
	unsigned int accesses;
	unsigned int jump_at;
	u64 jump;
	unsigned int interrupt_at;
	void (*interrupt)(struct arc_model *m);
	unsigned int interrupts;
	unsigned int held_off;
	bool locked;
	unsigned int stray;
	u32 written[ARC_MODEL_LOG];
	u32 values[ARC_MODEL_LOG];
	unsigned int writes;
};

extern struct arc_model arc_model;

void arc_model_reset(void);
void arc_model_forget(void);

#endif /* _TESTS_ARC_MODEL_H */
