// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compares the system clock with the kernel's own for a while, on all CPUs at
 * once: order on each CPU, in interrupts and between CPUs, rate, resolution. It also
 * checks the order of the kernel's clocks on each CPU.
 *
 * insmod fails with EIO if the clock ever went backwards or drifted away, so that a
 * script does not have to parse the figures. The module has nothing to do afterwards.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <soc-timers/sched_clock.h>

static unsigned int ms = 3000;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "how long to compare, in ms (default 3000)");

static unsigned int max_ppm = 100;
module_param(max_ppm, uint, 0444);
MODULE_PARM_DESC(max_ppm, "largest difference of the two rates accepted, in ppm (default 100)");

/* Period at which a timer interrupt reads the clock; unrelated to any other period. */
#define PERIOD_NS	333333

/* Results of one CPU. The timer writes only its own members. */
struct watch {
	struct hrtimer		timer;
	u64			timer_last;
	u64			timer_reads;
	u64			timer_back;

	struct task_struct	*task;
	struct completion	done;
	u64			reads;
	u64			back;
	u64			cross_back;
	u64			kernels_back;
	u64			step;
	s64			ours;
	s64			kernels;
};

static DEFINE_PER_CPU(struct watch, watches);

/* The latest reading on any CPU, to check the order between CPUs. */
static DEFINE_RAW_SPINLOCK(latest_lock);
static u64 latest;

static enum hrtimer_restart watch_in_irq(struct hrtimer *timer)
{
	struct watch *w = container_of(timer, struct watch, timer);
	u64 now = soc_sched_clock();

	if (now < w->timer_last)
		w->timer_back++;
	w->timer_last = now;
	w->timer_reads++;
	hrtimer_forward_now(timer, ns_to_ktime(PERIOD_NS));

	return HRTIMER_RESTART;
}

static bool older_than_latest(void)
{
	unsigned long flags;
	bool older;
	u64 now;

	raw_spin_lock_irqsave(&latest_lock, flags);
	now = soc_sched_clock();
	older = now < latest;
	latest = max(latest, now);
	raw_spin_unlock_irqrestore(&latest_lock, flags);

	return older;
}

/* Both clocks at one instant: the kernel's between two readings of ours. */
static void both(s64 *ours, s64 *kernels)
{
	u64 before, after, best = U64_MAX;
	unsigned long flags;
	int i;

	for (i = 0; i < 16; i++) {
		u64 between;

		local_irq_save(flags);
		before = soc_sched_clock();
		between = local_clock();
		after = soc_sched_clock();
		local_irq_restore(flags);

		if (after - before < best) {
			best = after - before;
			*ours = before + best / 2;
			*kernels = between;
		}
	}
}

/* The kernel's clocks, which may run on the same counter. */
struct kernels {
	u64 mono;
	u64 raw;
	u64 sched;
};

static bool kernels_go_back(struct kernels *last)
{
	struct kernels now = {
		.mono	= ktime_get_ns(),
		.raw	= ktime_get_raw_ns(),
		.sched	= local_clock(),
	};
	bool back = now.mono < last->mono || now.raw < last->raw || now.sched < last->sched;

	*last = now;
	return back;
}

static int watch_clock(void *data)
{
	struct watch *w = data;
	u64 end = local_clock() + (u64)ms * NSEC_PER_MSEC;
	struct kernels others = {};
	s64 ours, kernels;
	u64 last, now;

	hrtimer_setup(&w->timer, watch_in_irq, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	hrtimer_start(&w->timer, ns_to_ktime(PERIOD_NS), HRTIMER_MODE_REL_PINNED_HARD);

	w->step = U64_MAX;
	both(&ours, &kernels);
	last = soc_sched_clock();
	while (local_clock() < end) {
		now = soc_sched_clock();
		if (now < last)
			w->back++;
		else if (now > last)
			w->step = min(w->step, now - last);
		last = now;
		w->cross_back += older_than_latest();
		w->kernels_back += kernels_go_back(&others);
		w->reads += 2;
		cond_resched();
	}
	both(&w->ours, &w->kernels);
	w->ours -= ours;
	w->kernels -= kernels;

	hrtimer_cancel(&w->timer);
	complete(&w->done);

	return 0;
}

static bool report(unsigned int cpu)
{
	const struct watch *w = per_cpu_ptr(&watches, cpu);
	s64 ppb = div64_s64((w->ours - w->kernels) * NSEC_PER_SEC, w->kernels);
	u64 bad = w->back + w->cross_back + w->timer_back + w->kernels_back;

	pr_info("CPU%u: %llu readings and %llu in interrupts; backwards: %llu on the CPU, %llu between CPUs, %llu in interrupts; monotonic, raw and sched_clock: %llu\n",
		cpu, w->reads, w->timer_reads, w->back, w->cross_back, w->timer_back,
		w->kernels_back);
	pr_info("CPU%u: our clock advanced %lld ns, the kernel's %lld ns: %lld ppb apart; smallest step %llu ns\n",
		cpu, w->ours, w->kernels, ppb, w->step);

	if (!w->reads || !w->timer_reads) {
		pr_err("CPU%u: no readings; check that its timers run\n", cpu);
		return false;
	}

	return !bad && abs(ppb) <= max_ppm * 1000LL;
}

static int __init clock_compare_init(void)
{
	unsigned int cpu;
	int ret = 0;

	soc_sched_clock_get();
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		struct watch *w = per_cpu_ptr(&watches, cpu);
		struct task_struct *task;

		init_completion(&w->done);
		task = kthread_create(watch_clock, w, "clock_compare/%u", cpu);
		if (IS_ERR(task)) {
			ret = PTR_ERR(task);
			pr_err("CPU%u: cannot start a thread: %d\n", cpu, ret);
			break;
		}
		kthread_bind(task, cpu);
		w->task = task;
		wake_up_process(task);
	}
	for_each_online_cpu(cpu) {
		struct watch *w = per_cpu_ptr(&watches, cpu);

		if (!w->task)
			continue;
		wait_for_completion(&w->done);
		if (!report(cpu) && !ret)
			ret = -EIO;
	}
	cpus_read_unlock();
	soc_sched_clock_put();

	pr_info("%s\n", ret ? "the clocks do not agree" : "in order and in step");

	return ret;
}
module_init(clock_compare_init);

static void __exit clock_compare_exit(void)
{
}
module_exit(clock_compare_exit);

MODULE_DESCRIPTION("Compares the system clock with the kernel's");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
MODULE_IMPORT_NS(SOC_TIMERS_NS);
