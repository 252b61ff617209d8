// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_mct_event: the Exynos MCT driver's clock event devices, called as the
 * kernel and the interrupt controller do, against a register model.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL

#include <kunit/test.h>
#include <linux/clockchips.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/smp.h>

/* Time is controlled by the tests. */
static unsigned long mct_kunit_jiffies;
#undef jiffies
#define jiffies mct_kunit_jiffies

static struct {
	struct clock_event_device *ced;
	u32 rate;
	unsigned long min, max;
} registered;

#define clockevents_config_and_register(dev, freq, min_ticks, max_ticks)	\
	(registered.ced = (dev), registered.rate = (freq),			\
	 registered.min = (min_ticks), registered.max = (max_ticks))

/* What the driver has done to its interrupts. */
static struct {
	unsigned int off, ppi_off, on, ppi_on;
} irqs;

#define disable_irq_nosync(irq)		((void)(irq), irqs.off++)
#define disable_percpu_irq(irq)		((void)(irq), irqs.ppi_off++)
#define enable_irq(irq)			((void)(irq), irqs.on++)
#define enable_percpu_irq(irq, type)	((void)(irq), irqs.ppi_on++)

/* The faults that it has reported. */
#define mct_fault		mct_event_kunit_fault
#define mct_fault_write		mct_event_kunit_fault_write

#include "mct_model.h"
#include "mct_steps.h"
#include "../../drivers/exynos-mct/event.c"

static struct {
	unsigned int writes, count[MCT_FAULTS];
	int err;
	const struct mct_wstat *wstat;
	const char *device;
} faults;

void mct_fault_write(const char *device, const struct mct_wstat *ws, int err)
{
	faults.writes++;
	faults.device = device;
	faults.wstat = ws;
	faults.err = err;
}

void mct_fault(enum mct_fault fault, const char *device)
{
	faults.count[fault]++;
	faults.device = device;
}

#define RATE	24000000

struct mct_desk {
	struct mct_model m;
	struct mct_hw hw;
	struct mct_wstat global;
	struct mct_tick tick;
	struct mct_comp_event comp;
	unsigned int handled;
};

static struct mct_desk *desk;

/* What the kernel's handler does in one-shot mode: program the next event. */
static void handle_oneshot(struct clock_event_device *ced)
{
	desk->handled++;
	ced->set_next_event(240000, ced);
}

static void handle_periodic(struct clock_event_device *ced)
{
	desk->handled++;
}

/* As the clock event core does; it has no function for others to use. */
static void set_state(struct clock_event_device *ced, enum clock_event_state state)
{
	ced->state_use_accessors = state;
}

/* On this CPU, as interrupts are. */
static irqreturn_t interrupt(struct mct_desk *d)
{
	irqreturn_t ret;

	d->tick.cpu = get_cpu();
	ret = mct_tick_isr(1, &d->tick);
	put_cpu();

	return ret;
}

static irqreturn_t expire(struct mct_desk *d)
{
	d->m.regs[0x430 / 4] |= 1;
	return interrupt(d);
}

/* The devices */

static void mct_tick_is_described(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;

	KUNIT_EXPECT_STREQ(test, ced->name, "soc-mct-tick1");
	KUNIT_EXPECT_EQ(test, ced->rating, IS_ENABLED(CONFIG_ARM64) ? 350 : 500);
	KUNIT_EXPECT_TRUE(test, cpumask_equal(ced->cpumask, cpumask_of(0)));
	KUNIT_EXPECT_EQ(test, ced->irq, 42);
	KUNIT_EXPECT_EQ(test, ced->features, (unsigned int)(CLOCK_EVT_FEAT_PERIODIC |
			CLOCK_EVT_FEAT_ONESHOT | CLOCK_EVT_FEAT_PERCPU));
	KUNIT_EXPECT_PTR_EQ(test, ced->owner, THIS_MODULE);
	KUNIT_EXPECT_NOT_NULL(test, ced->set_state_shutdown);
	KUNIT_EXPECT_NOT_NULL(test, ced->set_state_oneshot_stopped);

	/* An interrupt may arrive before the kernel has chosen the device. */
	KUNIT_ASSERT_NOT_NULL(test, ced->event_handler);
	ced->event_handler(ced);
}

/* Half the input clock; 2 us to 178 s. */
static void mct_tick_is_registered(struct kunit *test)
{
	struct mct_desk *d = test->priv;

	d->tick.rate = RATE;
	mct_tick_register(&d->tick);
	KUNIT_EXPECT_PTR_EQ(test, registered.ced, &d->tick.ced);
	KUNIT_EXPECT_EQ(test, registered.rate, 12000000U);
	KUNIT_EXPECT_EQ(test, registered.min, 24UL);
	KUNIT_EXPECT_EQ(test, registered.max, 0x7fffffffUL);

	d->tick.rate = 32768;
	mct_tick_register(&d->tick);
	KUNIT_EXPECT_EQ(test, registered.min, 2UL);
}

static void mct_comp_is_described(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->comp.ced;

	KUNIT_EXPECT_STREQ(test, ced->name, "soc-mct-comp");
	KUNIT_EXPECT_EQ(test, ced->rating, 250);
	KUNIT_EXPECT_PTR_EQ(test, ced->cpumask, cpu_possible_mask);
	KUNIT_EXPECT_EQ_MSG(test, ced->features & (CLOCK_EVT_FEAT_PERCPU | CLOCK_EVT_FEAT_C3STOP |
			    CLOCK_EVT_FEAT_DYNIRQ), 0U, "it could not be the broadcast device");
	KUNIT_ASSERT_NOT_NULL(test, ced->event_handler);
	ced->event_handler(ced);

	mct_comp_describe(&d->comp, true);
	KUNIT_EXPECT_TRUE(test, ced->features & CLOCK_EVT_FEAT_DYNIRQ);

	mct_comp_register(&d->comp, RATE);
	KUNIT_EXPECT_EQ(test, registered.rate, 24000000U);
	KUNIT_EXPECT_EQ(test, registered.min, 240UL);
	KUNIT_EXPECT_EQ(test, registered.max, 0x7fffffffUL);
}

/* Ticks */

/* The promise: an interrupt and the next event in nine device accesses. */
static void mct_oneshot_tick_is_nine_accesses(struct kunit *test)
{
	static const struct mct_step steps[] = {
		W(0x420, 4), R(0x440, 8), W(0x440, 8),
		W(0x430, 1),
		W(0x408, 0x8003a980), R(0x440, 2),
		W(0x420, 7), R(0x440, 0xa), W(0x440, 0xa),
	};
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;
	unsigned int i;

	KUNIT_EXPECT_EQ(test, ced->set_state_oneshot(ced), 0);
	KUNIT_EXPECT_EQ_MSG(test, d->m.accesses, 0U, "it was stopped");
	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_oneshot;
	KUNIT_EXPECT_EQ(test, ced->set_next_event(240000, ced), 0);
	KUNIT_EXPECT_EQ(test, d->m.accesses, 5U);

	for (i = 1; i <= 100; i++) {
		mct_model_forget(&d->m);
		mct_kunit_jiffies++;
		KUNIT_EXPECT_EQ(test, expire(d), IRQ_HANDLED);
		EXPECT_STEPS(test, &d->m, steps);
		KUNIT_EXPECT_EQ(test, d->handled, i);
	}
	KUNIT_EXPECT_EQ(test, faults.writes, 0U);
}

/* The kernel stops the device in the handler and does not use it for a while. */
static void mct_oneshot_stopped_costs_nothing(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_periodic;
	ced->set_next_event(1000, ced);
	mct_model_forget(&d->m);
	KUNIT_EXPECT_EQ(test, expire(d), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, d->m.accesses, 4U);
	KUNIT_EXPECT_EQ(test, ced->set_state_oneshot_stopped(ced), 0);
	KUNIT_EXPECT_EQ(test, ced->set_state_shutdown(ced), 0);
	KUNIT_EXPECT_EQ(test, d->m.accesses, 4U);
}

static void mct_shutdown_stops_and_clears(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->set_next_event(1000, ced);
	d->m.regs[0x430 / 4] |= 1;
	KUNIT_EXPECT_EQ(test, ced->set_state_shutdown(ced), 0);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x420 / 4], 4U);
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x430 / 4], 0U, "still pending");
}

static void mct_periodic_tick_is_one_access(struct kunit *test)
{
	static const struct mct_step steps[] = { W(0x430, 1) };
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;
	u32 ticks;

	clockevents_calc_mult_shift(ced, 12000000, 4);
	KUNIT_EXPECT_EQ(test, ced->set_state_periodic(ced), 0);
	set_state(ced, CLOCK_EVT_STATE_PERIODIC);
	ced->event_handler = handle_periodic;
	KUNIT_EXPECT_EQ(test, d->m.accesses, 5U);
	ticks = d->m.log[0].value & 0x7fffffff;
	KUNIT_EXPECT_EQ(test, ticks, 12000000U / HZ);

	mct_model_forget(&d->m);
	KUNIT_EXPECT_EQ(test, expire(d), IRQ_HANDLED);
	EXPECT_STEPS(test, &d->m, steps);
	KUNIT_EXPECT_EQ(test, d->handled, 1U);

	/* And it continues until it is stopped. */
	mct_model_forget(&d->m);
	KUNIT_EXPECT_EQ(test, ced->set_state_oneshot(ced), 0);
	KUNIT_EXPECT_EQ(test, d->m.accesses, 4U);
}

/* From the lowest rate at which a block is used: not one tick less than a jiffy. */
static void mct_periodic_tick_at_low_rates(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;

	unsigned int i;

	for (i = 2; i < 100; i++) {
		clockevents_calc_mult_shift(ced, i * HZ, 0x7fffffff / (i * HZ));
		KUNIT_EXPECT_EQ(test, ced->set_state_periodic(ced), 0);
		KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x408 / 4], 0x80000000U + i, "%u Hz", i * HZ);
	}
}

/* The block has lost power; what was programmed has to work again. */
static void lose_power(struct mct_desk *d)
{
	memset(d->m.regs, 0, sizeof(d->m.regs));
	mct_model_forget(&d->m);
}

static void expect_tick_works(struct kunit *test, struct mct_desk *d)
{
	struct clock_event_device *ced = &d->tick.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_oneshot;
	KUNIT_EXPECT_EQ(test, ced->set_next_event(1000, ced), 0);
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x400 / 4], 1U, "TCNTB is not set again");
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x408 / 4], 0x800003e8U, "ICNTB");
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x420 / 4], 7U, "TCON");
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x434 / 4], 1U, "INT_ENB is not set again");
	d->handled = 0;
	KUNIT_EXPECT_EQ(test, expire(d), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, d->handled, 1U);
}

/*
 * Where the architected timer ticks, ours only wakes the CPU: the kernel calls resume,
 * and not tick_resume.
 */
static void mct_wakeup_device_after_power_loss(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->set_next_event(1000, ced);
	lose_power(d);
	KUNIT_ASSERT_NOT_NULL(test, ced->resume);
	ced->resume(ced);
	expect_tick_works(test, d);
}

/* It still waits for an event that its CPU did not sleep through. */
static void mct_wakeup_device_sleeps_in_suspend(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->set_next_event(1000, ced);
	d->m.regs[0x430 / 4] |= 1;
	KUNIT_ASSERT_NOT_NULL(test, ced->suspend);
	ced->suspend(ced);
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x420 / 4] & 3, 0U, "it still runs");
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x430 / 4], 0U, "still pending");

	/* The tick was shut down before. */
	mct_model_forget(&d->m);
	ced->suspend(ced);
	KUNIT_EXPECT_EQ(test, d->m.accesses, 0U);
}

/* Neither is called for a device that was unused at that time, and may be used later. */
static void mct_unused_device_after_power_loss(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;

	set_state(ced, CLOCK_EVT_STATE_DETACHED);
	lose_power(d);
	KUNIT_EXPECT_EQ(test, ced->set_state_shutdown(ced), 0);
	set_state(ced, CLOCK_EVT_STATE_SHUTDOWN);
	KUNIT_EXPECT_EQ(test, ced->set_state_oneshot(ced), 0);
	expect_tick_works(test, d);
}

static void expect_comp_works(struct kunit *test, struct mct_desk *d)
{
	struct clock_event_device *ced = &d->comp.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_oneshot;
	KUNIT_EXPECT_EQ(test, ced->set_next_event(1000, ced), 0);
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x248 / 4], 1U, "INT_ENB is not set again");
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x240 / 4], 0x101U, "TCON");
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x204 / 4], (u32)(d->m.count >> 32), "COMP0_U");
}

/* Another broadcast device was chosen: the kernel does not call tick_resume. */
static void mct_comp_after_power_loss(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->comp.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->set_next_event(1000, ced);
	lose_power(d);
	KUNIT_ASSERT_NOT_NULL(test, ced->resume);
	ced->resume(ced);
	expect_comp_works(test, d);

	set_state(ced, CLOCK_EVT_STATE_DETACHED);
	lose_power(d);
	KUNIT_EXPECT_EQ(test, ced->set_state_shutdown(ced), 0);
	set_state(ced, CLOCK_EVT_STATE_SHUTDOWN);
	expect_comp_works(test, d);
}

/* A per-CPU interrupt has functions of its own. */
static void mct_tick_masks_its_kind(struct kunit *test)
{
	struct mct_desk *d = test->priv;

	mct_tick_mask(&d->tick);
	KUNIT_EXPECT_EQ(test, irqs.off, 1U);
	mct_tick_unmask(&d->tick);
	KUNIT_EXPECT_EQ(test, irqs.on, 1U);
	KUNIT_EXPECT_EQ(test, irqs.ppi_off + irqs.ppi_on, 0U);

	d->tick.ppi = true;
	mct_tick_mask(&d->tick);
	KUNIT_EXPECT_EQ(test, irqs.ppi_off, 1U);
	mct_tick_unmask(&d->tick);
	KUNIT_EXPECT_EQ(test, irqs.ppi_on, 1U);
	KUNIT_EXPECT_EQ(test, irqs.off + irqs.on, 2U);
}

/* Everything is programmed again: the block may have lost power. */
static void mct_resume_sets_up_again(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->set_next_event(1000, ced);
	memset(d->m.regs, 0, sizeof(d->m.regs));
	mct_model_forget(&d->m);
	KUNIT_EXPECT_EQ(test, ced->tick_resume(ced), 0);
	KUNIT_EXPECT_EQ(test, d->m.accesses, 9U);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x400 / 4], 1U);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x434 / 4], 1U);

	mct_model_forget(&d->m);
	KUNIT_EXPECT_EQ(test, ced->set_next_event(1000, ced), 0);
	KUNIT_EXPECT_EQ_MSG(test, d->m.accesses, 5U, "stopping a stopped timer");
}

/* Unexpected interrupts */

static void mct_stray_interrupt(struct kunit *test)
{
	static const struct mct_step steps[] = { W(0x430, 1) };
	struct mct_desk *d = test->priv;

	d->tick.ced.event_handler = handle_periodic;
	KUNIT_EXPECT_EQ(test, expire(d), IRQ_NONE);
	EXPECT_STEPS(test, &d->m, steps);
	KUNIT_EXPECT_EQ(test, d->handled, 0U);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x430 / 4], 0U);
}

static void mct_interrupt_on_another_cpu(struct kunit *test)
{
	static const struct mct_step steps[] = { W(0x430, 1) };
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;
	u32 tcon;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_oneshot;
	ced->set_next_event(1000, ced);
	mct_model_forget(&d->m);
	tcon = d->tick.timer.tcon;

	d->tick.cpu = get_cpu() + 1;
	KUNIT_EXPECT_EQ(test, mct_tick_isr(1, &d->tick), IRQ_HANDLED);
	put_cpu();
	EXPECT_STEPS(test, &d->m, steps);
	KUNIT_EXPECT_EQ(test, d->handled, 0U);
	KUNIT_EXPECT_EQ(test, d->tick.timer.tcon, tcon);
	KUNIT_EXPECT_EQ(test, faults.count[MCT_FAULT_MISDIRECTED], 1U);
	KUNIT_EXPECT_PTR_EQ(test, faults.device, (const char *)d->tick.name);
}

/* Many, but genuine: at most two more accesses in a thousand interrupts. */
static void mct_busy_is_not_stuck(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;
	unsigned int i;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_oneshot;
	ced->set_next_event(1000, ced);
	mct_model_forget(&d->m);
	for (i = 0; i < 5000; i++)
		expire(d);
	KUNIT_EXPECT_EQ(test, d->handled, 5000U);
	KUNIT_EXPECT_EQ(test, faults.count[MCT_FAULT_STUCK], 0U);
	KUNIT_EXPECT_LE(test, d->m.accesses, 50000U + 2 * 5);
}

static void stuck_interrupt(struct kunit *test, bool armed)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;
	unsigned int i;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = armed ? handle_oneshot : handle_periodic;
	if (armed)
		ced->set_next_event(1000, ced);
	d->m.stuck = true;
	for (i = 0; i < 2000 && !irqs.off; i++)
		expire(d);

	KUNIT_EXPECT_EQ_MSG(test, i, 1001U, "interrupts until it was disabled");
	KUNIT_EXPECT_EQ(test, irqs.off, 1U);
	KUNIT_EXPECT_EQ(test, faults.count[MCT_FAULT_STUCK], 1U);
	KUNIT_EXPECT_PTR_EQ(test, faults.device, (const char *)d->tick.name);
	KUNIT_EXPECT_TRUE(test, d->tick.dead);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x434 / 4], 0U);

	/* It must not come back with the next resume. */
	KUNIT_ASSERT_NOT_NULL(test, ced->resume);
	ced->resume(ced);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x434 / 4], 0U);
}

static void mct_stuck_interrupt_of_a_tick(struct kunit *test)
{
	stuck_interrupt(test, true);
}

static void mct_stuck_interrupt_of_nothing(struct kunit *test)
{
	stuck_interrupt(test, false);
}

/* Writes that are not acknowledged are reported; the kernel is not made to try again. */
static void mct_events_go_on_unacknowledged(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->tick.ced;
	unsigned int i;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_oneshot;
	d->m.step = 1000;
	d->m.ack_never = true;
	KUNIT_EXPECT_EQ(test, ced->set_next_event(1000, ced), 0);
	KUNIT_EXPECT_EQ(test, faults.writes, 1U);
	KUNIT_EXPECT_EQ(test, faults.err, -ETIMEDOUT);
	KUNIT_EXPECT_PTR_EQ(test, faults.wstat, (const struct mct_wstat *)&d->tick.timer.wstat);

	/* From then on ticks are not delayed for long. */
	for (i = 0; i < 10; i++) {
		mct_kunit_jiffies++;
		mct_model_forget(&d->m);
		KUNIT_EXPECT_EQ(test, expire(d), IRQ_HANDLED);
		KUNIT_EXPECT_LE(test, d->m.accesses, 70U);
		KUNIT_EXPECT_EQ(test, d->m.regs[0x420 / 4], 7U);
	}
	KUNIT_EXPECT_EQ(test, d->handled, 10U);

	/* The same for the comparator. */
	ced = &d->comp.ced;
	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	KUNIT_EXPECT_EQ(test, ced->set_next_event(100000000, ced), 0);
	KUNIT_EXPECT_PTR_EQ(test, faults.wstat, (const struct mct_wstat *)&d->global);
}

/* The comparator */

static void mct_comp_event(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->comp.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_oneshot;
	KUNIT_EXPECT_EQ(test, ced->set_next_event(1000, ced), 0);
	d->m.regs[0x244 / 4] = 0xf;
	mct_model_forget(&d->m);
	KUNIT_EXPECT_EQ(test, mct_comp_isr(2, &d->comp), IRQ_HANDLED);
	KUNIT_EXPECT_EQ(test, d->handled, 1U);
	KUNIT_EXPECT_EQ_MSG(test, d->m.accesses, 10U, "interrupt and the next event");
	KUNIT_EXPECT_EQ_MSG(test, d->m.regs[0x244 / 4], 0xeU, "interrupts of other comparators");

	/* An interrupt arrives just after the device was stopped. */
	KUNIT_EXPECT_EQ(test, ced->set_state_oneshot_stopped(ced), 0);
	d->m.regs[0x244 / 4] = 1;
	KUNIT_EXPECT_EQ(test, mct_comp_isr(2, &d->comp), IRQ_NONE);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x244 / 4], 0U);
	KUNIT_EXPECT_EQ(test, d->handled, 1U);
}

/* The kernel gets an error and tries again. */
static void mct_comp_event_is_late(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->comp.ced;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	d->m.step = 100;
	KUNIT_EXPECT_EQ(test, ced->set_next_event(50, ced), -ETIME);
	KUNIT_EXPECT_EQ(test, faults.writes, 0U);
	KUNIT_EXPECT_EQ(test, ced->set_next_event(50000, ced), 0);
}

static void mct_comp_event_periodic_and_resume(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->comp.ced;

	clockevents_calc_mult_shift(ced, RATE, 4);
	KUNIT_EXPECT_EQ(test, ced->set_state_periodic(ced), 0);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x240 / 4], 0x103U);
	KUNIT_EXPECT_LE(test, abs((int)d->m.regs[0x208 / 4] - RATE / HZ), 1);

	memset(d->m.regs, 0, sizeof(d->m.regs));
	KUNIT_EXPECT_EQ(test, ced->tick_resume(ced), 0);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x240 / 4], 0x100U);
	KUNIT_EXPECT_EQ(test, d->m.regs[0x248 / 4], 1U);
}

static void mct_comp_stuck_interrupt(struct kunit *test)
{
	struct mct_desk *d = test->priv;
	struct clock_event_device *ced = &d->comp.ced;
	unsigned int i;

	set_state(ced, CLOCK_EVT_STATE_ONESHOT);
	ced->event_handler = handle_oneshot;
	ced->set_next_event(1000, ced);
	d->m.stuck = true;
	d->m.regs[0x244 / 4] = 1;
	for (i = 0; i < 2000 && !irqs.off; i++)
		mct_comp_isr(2, &d->comp);
	KUNIT_EXPECT_EQ(test, i, 1001U);
	KUNIT_EXPECT_EQ(test, faults.count[MCT_FAULT_STUCK], 1U);
	KUNIT_EXPECT_STREQ(test, faults.device, "soc-mct-comp");
}

static int mct_event_init(struct kunit *test)
{
	struct mct_desk *d = kunit_kzalloc(test, sizeof(*d), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, d);
	memset(&faults, 0, sizeof(faults));
	memset(&irqs, 0, sizeof(irqs));
	memset(&registered, 0, sizeof(registered));
	mct_model_reset(&d->m, 0x100000000ULL);
	d->hw = (struct mct_hw) { .base = mct_model_base(&d->m), .patience = 24000 };
	mct_wstat_init(&d->global, &d->hw, 0x24c);

	mct_local_init(&d->tick.timer, &d->hw, 1);
	KUNIT_EXPECT_EQ(test, mct_local_setup(&d->tick.timer), 0);
	d->tick.cpu = 0;
	d->tick.irq = 42;
	strscpy(d->tick.name, "soc-mct-tick1", sizeof(d->tick.name));
	mct_tick_describe(&d->tick);

	mct_comp_init(&d->comp.comp, &d->hw, &d->global);
	KUNIT_EXPECT_EQ(test, mct_comp_setup(&d->comp.comp), 0);
	mct_comp_describe(&d->comp, false);

	mct_model_forget(&d->m);
	desk = d;
	test->priv = d;
	return 0;
}

static void mct_event_exit(struct kunit *test)
{
	struct mct_desk *d = test->priv;

	if (!d)
		return;
	KUNIT_EXPECT_EQ_MSG(test, d->m.stray, 0U, "accesses outside the register map");
	KUNIT_EXPECT_EQ_MSG(test, d->m.overlapped, 0U,
			    "writes before the one before was acknowledged");
	KUNIT_EXPECT_EQ_MSG(test, d->m.forbidden, 0U,
			    "the counter set or stopped, or a running timer changed");
}

static struct kunit_case mct_event_cases[] = {
	KUNIT_CASE(mct_tick_is_described),
	KUNIT_CASE(mct_tick_is_registered),
	KUNIT_CASE(mct_comp_is_described),
	KUNIT_CASE(mct_oneshot_tick_is_nine_accesses),
	KUNIT_CASE(mct_oneshot_stopped_costs_nothing),
	KUNIT_CASE(mct_shutdown_stops_and_clears),
	KUNIT_CASE(mct_periodic_tick_is_one_access),
	KUNIT_CASE(mct_periodic_tick_at_low_rates),
	KUNIT_CASE(mct_resume_sets_up_again),
	KUNIT_CASE(mct_wakeup_device_after_power_loss),
	KUNIT_CASE(mct_wakeup_device_sleeps_in_suspend),
	KUNIT_CASE(mct_unused_device_after_power_loss),
	KUNIT_CASE(mct_comp_after_power_loss),
	KUNIT_CASE(mct_tick_masks_its_kind),
	KUNIT_CASE(mct_stray_interrupt),
	KUNIT_CASE(mct_interrupt_on_another_cpu),
	KUNIT_CASE(mct_busy_is_not_stuck),
	KUNIT_CASE(mct_stuck_interrupt_of_a_tick),
	KUNIT_CASE(mct_stuck_interrupt_of_nothing),
	KUNIT_CASE(mct_events_go_on_unacknowledged),
	KUNIT_CASE(mct_comp_event),
	KUNIT_CASE(mct_comp_event_is_late),
	KUNIT_CASE(mct_comp_event_periodic_and_resume),
	KUNIT_CASE(mct_comp_stuck_interrupt),
	{ }
};

static struct kunit_suite mct_event_suite = {
	.name = "soc_mct_event",
	.init = mct_event_init,
	.exit = mct_event_exit,
	.test_cases = mct_event_cases,
};

kunit_test_suite(mct_event_suite);
