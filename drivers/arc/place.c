// SPDX-License-Identifier: GPL-2.0-only
/*
 * What happens when a CPU comes up or goes down: its timer 0 starts or stops, and the
 * GFRC begins or ceases to stop while a debugger has it halted.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/smp.h>
#include <linux/types.h>

#include "event.h"
#include "hw.h"
#include "place.h"

/* The GFRC is in use. Set on the boot CPU before others come up. */
static bool arc_place_halts_gfrc;

/*
 * The kernel's number of a CPU is that of its core. Hotplug takes one CPU at a time,
 * so that the mask has one writer.
 */
static int arc_place_starting(unsigned int cpu)
{
	arc_event_register(cpu);
	if (arc_place_halts_gfrc)
		arc_gfrc_halt_with(cpu, true);

	return 0;
}

static int arc_place_dying(unsigned int cpu)
{
	if (arc_place_halts_gfrc)
		arc_gfrc_halt_with(cpu, false);
	arc_event_shutdown();

	return 0;
}

/**
 * arc_place_events() - have timer 0 of each CPU start with it, beginning with this one
 *
 * After arc_event_request().
 *
 * Context: early in boot.
 * Return: 0, or an error of cpuhp_setup_state(): -EBUSY if the kernel's own driver has
 * the timers.
 */
int __init arc_place_events(void)
{
	return cpuhp_setup_state(CPUHP_AP_ARC_TIMER_STARTING, "soc-timers/arc:starting",
				 arc_place_starting, arc_place_dying);
}

/**
 * arc_place_gfrc() - have the GFRC stop while a CPU that is online is halted
 *
 * Before or after arc_place_events(), as the nodes of the device tree come.
 *
 * Context: early in boot, on the boot CPU.
 */
void __init arc_place_gfrc(void)
{
	arc_place_halts_gfrc = true;
	/* This CPU may have come through arc_place_starting() before. */
	arc_gfrc_halt_with(smp_processor_id(), true);
}
