// SPDX-License-Identifier: GPL-2.0-only
/*
 * What happens when a CPU comes up or goes down: its timer 0 is started or stopped, and
 * the GFRC no longer stops with a CPU that has gone down.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/kconfig.h>
#include <linux/smp.h>
#include <linux/types.h>

#include "event.h"
#include "hw.h"
#include "place.h"

/* The GFRC is in use. Set on the boot CPU before others come up. */
static bool arc_place_halts_gfrc;

static int arc_place_starting(unsigned int cpu)
{
	arc_event_register(cpu);
	return 0;
}

/*
 * A CPU has the same number as its core. The other writer of the mask is an SMP kernel's
 * mcip_update_gfrc_halt_mask(), which adds each CPU that comes up, just before
 * arc_place_starting(). It does not remove one again. Its mcip_lock is private, but
 * hotplug handles one CPU at a time, so it never runs alongside this.
 */
static int arc_place_dying(unsigned int cpu)
{
	if (arc_place_halts_gfrc)
		arc_gfrc_halt_with(cpu, false);
	arc_event_shutdown();

	return 0;
}

/**
 * arc_place_events() - start timer 0 of each CPU as it comes up, beginning with this one
 *
 * Call it after arc_event_request().
 *
 * Context: early in boot.
 * Return: 0, or an error from cpuhp_setup_state(): -EBUSY if the kernel's own driver has
 * the timers.
 */
int __init arc_place_events(void)
{
	return cpuhp_setup_state(CPUHP_AP_ARC_TIMER_STARTING, "soc-timers/arc:starting",
				 arc_place_starting, arc_place_dying);
}

/**
 * arc_place_gfrc() - make the GFRC stop while an online CPU is halted
 *
 * May be called before or after arc_place_events(), in the order of the nodes. An SMP
 * kernel has included this CPU already; one without SMP does not do that.
 *
 * Context: early in boot, on the boot CPU.
 */
void __init arc_place_gfrc(void)
{
	arc_place_halts_gfrc = true;
	if (!IS_ENABLED(CONFIG_SMP))
		arc_gfrc_halt_with(smp_processor_id(), true);
}
