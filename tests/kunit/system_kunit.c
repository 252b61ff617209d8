// SPDX-License-Identifier: GPL-2.0-only
/*
 * The system clock, in an instance of the suite's own, fed by counters that are derived
 * from the kernel's time, and checked through its page in debugfs.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <kunit/test.h>
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/panic.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include "../../drivers/sched_clock/system.h"
#include "system_seam.h"

/* 28 bits at 1 GHz: renewed every 134 ms, late after 235 ms. */
#define BITS		28
#define RANGE_NS	BIT(BITS)
#define HALF_MS		135

#define PAGE_BYTES	2048
#define RESTARTS	40

static atomic_t narrow_reads, wide_reads;
/* Ticks by which the counter is ahead of the kernel's time. */
static u64 jump;

static notrace u64 wide_read(void)
{
	atomic_inc(&wide_reads);
	return ktime_get_mono_fast_ns() + READ_ONCE(jump);
}

static notrace u64 narrow_read(void)
{
	atomic_inc(&narrow_reads);
	return (ktime_get_mono_fast_ns() + READ_ONCE(jump)) & (RANGE_NS - 1);
}

static notrace u64 long_read(void)
{
	return (u32)ktime_get_mono_fast_ns();
}

/* Only renewals of the epoch call a wide read, so they can be counted. */
static struct soc_clock_source wide_source = {
	.name		= "test-wide",
	.read		= narrow_read,
	.read_wide	= wide_read,
	.bits		= BITS,
	.wide_bits	= 64,
	.rate		= NSEC_PER_SEC,
	.rating		= INT_MAX - 1,
};

static struct soc_clock_source narrow_source = {
	.name		= "test-narrow",
	.read		= narrow_read,
	.bits		= BITS,
	.rate		= NSEC_PER_SEC,
	.rating		= INT_MAX,
};

/*
 * On the clock that the counters are derived from: jiffies, which msleep() uses, catch up
 * in one go on a machine under load.
 */
static void pass_ms(unsigned int ms)
{
	u64 end = ktime_get_mono_fast_ns() + ms * (u64)NSEC_PER_MSEC;

	while (ktime_get_mono_fast_ns() < end)
		usleep_range(1000, 2000);
}

/* What using the clock before it was started led to. */
static struct {
	int	registered;
	u64	armed_ns;
	u64	started_ns;
} early;

static u64 last;

/* Each reading of the suite goes through here: the clock never steps back. */
static u64 look(struct kunit *test, const char *when)
{
	u64 ns = soc_sched_clock();

	KUNIT_EXPECT_GE_MSG(test, ns, last, "%s", when);
	last = ns;

	return ns;
}

/*
 * The page in debugfs, by the file's own show function: the kernel has no way to
 * read() such a file into its own memory.
 */
static const char *read_page(struct kunit *test)
{
	struct file_system_type *type = get_fs_type("debugfs");
	struct seq_file *seq;
	struct vfsmount *mnt;
	struct file *file;
	struct path root;
	char *text;
	int ret;

	text = kunit_kzalloc(test, PAGE_BYTES, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_ASSERT_NOT_NULL(test, type);
	mnt = kern_mount(type);
	KUNIT_ASSERT_FALSE(test, IS_ERR(mnt));
	root = (struct path) { .mnt = mnt, .dentry = mnt->mnt_root };
	file = file_open_root(&root, "soc_timers_kunit/sched_clock", O_RDONLY, 0);
	if (IS_ERR(file))
		kern_unmount(mnt);
	KUNIT_ASSERT_FALSE_MSG(test, IS_ERR(file), "no page in debugfs: %ld", PTR_ERR(file));

	seq = file->private_data;
	mutex_lock(&seq->lock);
	seq->buf = kmalloc(PAGE_BYTES, GFP_KERNEL);
	seq->size = PAGE_BYTES;
	ret = seq->buf ? seq->op->show(seq, NULL) : -ENOMEM;
	if (!ret && !seq_has_overflowed(seq))
		memcpy(text, seq->buf, seq->count);
	seq->count = 0;
	mutex_unlock(&seq->lock);
	fput(file);
	kern_unmount(mnt);
	KUNIT_ASSERT_EQ(test, ret, 0);

	return text;
}

/* The text after @label up to the end of the line; "" if it isn't there. */
static const char *field(struct kunit *test, const char *text, const char *label)
{
	size_t len = strlen(label);
	char *value;

	while (*text) {
		if (!strncmp(text, label, len) && text[len] == ':') {
			KUNIT_EXPECT_EQ_MSG(test, text[len + 1], ' ', "no blank after %s:",
					    label);
			text = skip_spaces(text + len + 1);
			len = strchrnul(text, '\n') - text;
			value = kunit_kzalloc(test, len + 1, GFP_KERNEL);
			KUNIT_ASSERT_NOT_NULL(test, value);
			return memcpy(value, text, len);
		}
		text = strchrnul(text, '\n');
		if (*text)
			text++;
	}
	return "";
}

/* The first number after @label. */
static u64 number(struct kunit *test, const char *text, const char *label)
{
	unsigned long long val = 0;
	char after = 0;
	int found = sscanf(field(test, text, label), "%llu%c", &val, &after);

	KUNIT_EXPECT_GE_MSG(test, found, 1, "%s in:\n%s", label, text);
	return val;
}

static u64 seconds(struct kunit *test, const char *text, const char *label)
{
	unsigned long long sec = 0;
	unsigned int ns = 0;
	int found = sscanf(field(test, text, label), "%llu.%9u s", &sec, &ns);

	KUNIT_EXPECT_EQ_MSG(test, found, 2, "%s in:\n%s", label, text);
	return sec * NSEC_PER_SEC + ns;
}

static int renewals(void)
{
	return atomic_read(&wide_reads);
}

/* Bounded: a loaded machine may be slow, but not forever. */
static bool renewed(int more)
{
	int goal = renewals() + more;
	int tries;

	for (tries = 0; tries < 300 && renewals() < goal; tries++)
		msleep(20);

	return renewals() >= goal;
}

static int system_init(struct kunit *test)
{
	WRITE_ONCE(jump, 0);
	last = soc_sched_clock();

	return 0;
}

/* A failed test must not leave its sources and holds behind. */
static int held;

static void get(void)
{
	soc_sched_clock_get();
	held++;
}

static void put(void)
{
	soc_sched_clock_put();
	held--;
}

static void system_exit(struct kunit *test)
{
	while (held)
		put();
	soc_sched_clock_resume(NULL);
	soc_sched_clock_unregister(&wide_source);
	soc_sched_clock_unregister(&narrow_source);
	look(test, "after the test");
}

static void starts_on_jiffies(struct kunit *test)
{
	const char *text = read_page(test);
	char expected[32];
	u64 ns;

	KUNIT_EXPECT_STREQ(test, field(test, text, "counter"), "jiffies");
	snprintf(expected, sizeof(expected), "%d bits", BITS_PER_LONG);
	KUNIT_EXPECT_STREQ_MSG(test, field(test, text, "width"), expected, "%s", text);
	snprintf(expected, sizeof(expected), "%d Hz", HZ);
	KUNIT_EXPECT_STREQ_MSG(test, field(test, text, "rate"), expected, "%s", text);

	/* It runs on its own. */
	ns = look(test, "jiffies");
	pass_ms(3 * MSEC_PER_SEC / HZ + 1);
	KUNIT_EXPECT_GE(test, look(test, "jiffies later"), ns + 2 * (NSEC_PER_SEC / HZ));
}

static void renewed_while_held(struct kunit *test)
{
	int before;

	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&wide_source), 0);
	before = renewals();
	pass_ms(3 * HALF_MS);
	KUNIT_EXPECT_EQ_MSG(test, renewals(), before, "renewed without a user");

	get();
	KUNIT_EXPECT_TRUE_MSG(test, renewed(3), "held, but not renewed");
	get();
	put();
	KUNIT_EXPECT_TRUE_MSG(test, renewed(3), "still held, but not renewed");
	look(test, "held");
	put();

	before = renewals();
	pass_ms(3 * HALF_MS);
	KUNIT_EXPECT_EQ_MSG(test, renewals(), before, "renewed after the last put");
}

/* The timer must follow when a fast counter takes over from a slow one. */
static void timer_follows_the_source(struct kunit *test)
{
	int before;

	get();
	look(test, "held");
	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&wide_source), 0);
	look(test, "fast counter");
	KUNIT_EXPECT_TRUE_MSG(test, renewed(3), "the timer still has the slow counter's period");
	look(test, "renewed");

	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&wide_source), 0);
	before = renewals();
	look(test, "counter gone");
	pass_ms(3 * HALF_MS);
	look(test, "counter gone for long");
	KUNIT_EXPECT_EQ_MSG(test, renewals(), before, "a counter that went was read");
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&wide_source), -ENOENT);
}

/* Renewed in time by the timer, the clock runs as fast as the kernel's own. */
static void keeps_time_over_many_laps(struct kunit *test)
{
	u64 ns, begin, span, ours;

	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&wide_source), 0);
	get();
	begin = ktime_get_mono_fast_ns();
	ns = look(test, "begin");
	pass_ms(4 * HALF_MS);
	ours = look(test, "end") - ns;
	span = ktime_get_mono_fast_ns() - begin;
	KUNIT_EXPECT_LE(test, ours, span + 1000);
	/* Less by what passed between the two looks at either end. */
	KUNIT_EXPECT_GE(test, ours + 50 * NSEC_PER_MSEC, span);
	KUNIT_EXPECT_GE(test, ours, 4 * HALF_MS * (u64)NSEC_PER_MSEC);
}

/* Unused so far: the clock continues from the kernel's time, if that is ahead. */
static void takes_up_the_kernels_time(struct kunit *test)
{
	u64 before, kernel, ours;

	before = look(test, "before");
	kernel = local_clock();
	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&wide_source), 0);
	ours = look(test, "registered");
	KUNIT_EXPECT_GE(test, ours, kernel);
	/* Forward by what is due, and by two ticks of jiffies for the switch. */
	KUNIT_EXPECT_LE(test, ours, max(before + (local_clock() - kernel), local_clock()) +
				    2 * (NSEC_PER_SEC / HZ) + NSEC_PER_MSEC);

	/* The same for the first user, after laps were lost. */
	pass_ms(3 * HALF_MS);
	kernel = local_clock();
	get();
	KUNIT_EXPECT_GE(test, look(test, "held"), kernel);
}

/* The clock had no user, so no renewal was promised: none was late. */
static void unheld_is_not_late(struct kunit *test)
{
	struct soc_clock_source *src[] = { &wide_source, &narrow_source };
	u64 late;
	int i;

	late = number(test, read_page(test), "late updates");
	for (i = 0; i < ARRAY_SIZE(src); i++) {
		KUNIT_ASSERT_EQ(test, soc_sched_clock_register(src[i]), 0);
		pass_ms(3 * HALF_MS);
		get();
		put();
		pass_ms(3 * HALF_MS);
		KUNIT_EXPECT_EQ_MSG(test, number(test, read_page(test), "late updates"), late,
				    "%s", src[i]->name);
		/* A switch, up in the next round and down at the end, neither. */
		pass_ms(3 * HALF_MS);
	}
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(src[1]), 0);
	KUNIT_EXPECT_EQ(test, number(test, read_page(test), "late updates"), late);
}

/*
 * A console of 83 ms a line, or stopping the machine, takes longer than 20 bits at
 * 24 MHz do for a lap: the timer must have been set for the new source before.
 */
static void timer_before_anything_slow(struct kunit *test)
{
	struct soc_clock_source src = narrow_source;
	unsigned int slow;

	src.name = "test-short";
	src.bits = 20;
	get();
	system_seam.unready = NULL;
	slow = system_seam.slow;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&wide_source), 0);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), 0);
	KUNIT_EXPECT_GE_MSG(test, system_seam.slow, slow + 2, "not announced");
	KUNIT_EXPECT_STREQ(test, system_seam.unready ?: "", "");

	system_seam.unready = NULL;
	slow = system_seam.slow;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&src), 0);
	KUNIT_EXPECT_GE_MSG(test, system_seam.slow, slow + 2, "readers were not waited for");
	KUNIT_EXPECT_STREQ(test, system_seam.unready ?: "", "");
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&wide_source), 0);
	KUNIT_EXPECT_STREQ(test, system_seam.unready ?: "", "");
}

static DEFINE_RAW_SPINLOCK(held_by_the_watchdog);

/* Like the watchdog: a raw lock held, interrupts off. The timer follows. */
static void unstable_counter_is_demoted(struct kunit *test)
{
	struct soc_clock_source *src[] = { &wide_source, &narrow_source };
	unsigned long flags;
	int i, tries;
	u64 ns;

	get();
	for (i = 0; i < ARRAY_SIZE(src); i++)
		KUNIT_ASSERT_EQ(test, soc_sched_clock_register(src[i]), 0);
	for (i = ARRAY_SIZE(src) - 1; i >= 0; i--) {
		ns = look(test, "before");
		raw_spin_lock_irqsave(&held_by_the_watchdog, flags);
		soc_sched_clock_demote(src[i]);
		raw_spin_unlock_irqrestore(&held_by_the_watchdog, flags);
		look(test, "demoted");
		KUNIT_EXPECT_STREQ(test, field(test, read_page(test), "counter"),
				   i ? "test-wide" : "jiffies");
		KUNIT_EXPECT_FALSE(test, soc_sched_clock_runs_on(src[i]));
		if (i)
			KUNIT_EXPECT_TRUE(test, soc_sched_clock_runs_on(src[0]));
		for (tries = 0; tries < 300 && READ_ONCE(system_seam.armed_ns) !=
		     soc_clock_period(&soc_system_clock); tries++)
			msleep(20);
		KUNIT_EXPECT_EQ_MSG(test, READ_ONCE(system_seam.armed_ns),
				    soc_clock_period(&soc_system_clock), "%s demoted",
				    src[i]->name);
		pass_ms(30);
		KUNIT_EXPECT_GT(test, look(test, "runs on"), ns);
	}
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(src[1]), 0);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(src[1]), 0);
	KUNIT_EXPECT_STREQ(test, field(test, read_page(test), "counter"), "test-narrow");
	KUNIT_EXPECT_TRUE(test, soc_sched_clock_runs_on(src[1]));
}

/* See system_suite_init(): all this came before the clock was started. */
static void used_before_it_is_started(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, early.registered, 0);
	KUNIT_EXPECT_EQ_MSG(test, early.armed_ns, 0ULL, "a timer that is not set up");
	KUNIT_EXPECT_EQ_MSG(test, early.started_ns, RANGE_NS / 2ULL,
			    "held before the start, and no timer after it");
}

/* Longer than the very first, then shorter again: the period is that of the source. */
static void promise_10_period_of_the_source(struct kunit *test)
{
	static struct soc_clock_source slow;
	u64 period;

	slow = wide_source;
	slow.name = "test-slow";
	slow.bits = BITS + 1;
	slow.rating++;
	get();
	period = soc_clock_period(&soc_system_clock);
	KUNIT_EXPECT_EQ(test, READ_ONCE(system_seam.armed_ns), period);
	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&wide_source), 0);
	KUNIT_EXPECT_EQ(test, READ_ONCE(system_seam.armed_ns), RANGE_NS / 2ULL);
	KUNIT_EXPECT_TRUE(test, renewed(2));
	KUNIT_EXPECT_EQ(test, READ_ONCE(system_seam.armed_ns), RANGE_NS / 2ULL);
	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&slow), 0);
	KUNIT_EXPECT_EQ(test, READ_ONCE(system_seam.armed_ns), (u64)RANGE_NS);
	KUNIT_EXPECT_TRUE(test, renewed(2));
	KUNIT_EXPECT_EQ(test, READ_ONCE(system_seam.armed_ns), (u64)RANGE_NS);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&slow), 0);
	KUNIT_EXPECT_EQ(test, READ_ONCE(system_seam.armed_ns), RANGE_NS / 2ULL);
	KUNIT_EXPECT_TRUE(test, renewed(2));
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&wide_source), 0);
	KUNIT_EXPECT_EQ(test, READ_ONCE(system_seam.armed_ns), period);
}

/* The shortest lap: 1 ms, or three ticks where timers fire on ticks only. */
static void shortest_lap_by_resolution(struct kunit *test)
{
	struct soc_clock_source src = narrow_source;
	unsigned int resolution = system_seam.resolution;

	system_seam.resolution = 1;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_shortest_lap(), (u64)NSEC_PER_MSEC);
	KUNIT_EXPECT_FALSE(test, soc_sched_clock_wraps_too_soon(16, 65536000));
	KUNIT_EXPECT_TRUE(test, soc_sched_clock_wraps_too_soon(16, 65536001));
	KUNIT_EXPECT_FALSE(test, soc_sched_clock_wraps_too_soon(32, U32_MAX));
	KUNIT_EXPECT_FALSE(test, soc_sched_clock_wraps_too_soon(64, U32_MAX));

	/* Ticks of 100 Hz: 19 bits at 24.96 MHz last two of them, 20 bits four. */
	system_seam.resolution = 10000000;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_shortest_lap(), 30 * (u64)NSEC_PER_MSEC);
	KUNIT_EXPECT_TRUE(test, soc_sched_clock_wraps_too_soon(18, 24960000));
	KUNIT_EXPECT_TRUE(test, soc_sched_clock_wraps_too_soon(19, 24960000));
	KUNIT_EXPECT_FALSE(test, soc_sched_clock_wraps_too_soon(20, 24960000));
	KUNIT_EXPECT_FALSE(test, soc_sched_clock_wraps_too_soon(32, U32_MAX));
	src.bits = 19;
	src.rate = 24960000;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), -ERANGE);
	soc_sched_clock_unregister(&src);
	system_seam.resolution = resolution;
}

static void refuses(struct kunit *test)
{
	struct soc_clock_source src = wide_source;
	unsigned int lines;

	/* Half a range in 500 us is just not too soon. */
	src.read_wide = NULL;
	src.wide_bits = 0;
	src.bits = 16;
	src.rate = 65536000;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), 0);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), -EEXIST);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&src), 0);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&src), -ENOENT);
	/* The caller has one line for each error. */
	lines = system_seam.slow;
	src.rate++;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), -ERANGE);
	src.bits = 8;
	src.rate = 1000000;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), -ERANGE);
	KUNIT_EXPECT_EQ_MSG(test, system_seam.slow, lines, "reported twice");
	src.bits = 32;
	src.rate = U32_MAX;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), 0);
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&src), 0);

	src = wide_source;
	src.rate = 0;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), -EINVAL);
	src = wide_source;
	src.read = NULL;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), -EINVAL);
	src = wide_source;
	src.bits = 65;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), -EINVAL);
	src = wide_source;
	src.bits = 0;
	KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src), -EINVAL);
	look(test, "after refusals");
}

/* The paths into suspend call each other's hooks, more than once, and for other sources. */
static void suspend_and_resume_repeat(struct kunit *test)
{
	u64 ns, begin;
	int reads;

	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&wide_source), 0);
	get();
	soc_sched_clock_suspend(&narrow_source);
	ns = look(test, "running");
	pass_ms(20);
	KUNIT_EXPECT_GE_MSG(test, look(test, "running on"), ns + 20 * NSEC_PER_MSEC,
			    "stopped by a source that doesn't feed it");

	soc_sched_clock_suspend(&wide_source);
	ns = look(test, "suspended");
	reads = atomic_read(&narrow_reads) + atomic_read(&wide_reads);
	soc_sched_clock_suspend(NULL);
	soc_sched_clock_suspend(&wide_source);
	pass_ms(3 * HALF_MS);
	KUNIT_EXPECT_EQ(test, look(test, "still suspended"), ns);
	KUNIT_EXPECT_EQ_MSG(test, atomic_read(&narrow_reads) + atomic_read(&wide_reads), reads,
			    "the counter was read in suspend");
	KUNIT_EXPECT_STREQ(test, field(test, read_page(test), "counter"), "test-wide (suspended)");
	soc_sched_clock_resume(&narrow_source);
	KUNIT_EXPECT_EQ(test, look(test, "not resumed by another"), ns);

	begin = ktime_get_mono_fast_ns();
	soc_sched_clock_resume(&wide_source);
	pass_ms(20);
	soc_sched_clock_resume(NULL);
	ns = look(test, "resumed") - ns;
	KUNIT_EXPECT_GE(test, ns, 20 * NSEC_PER_MSEC);
	KUNIT_EXPECT_LE_MSG(test, ns, ktime_get_mono_fast_ns() - begin + 1000,
			    "time in suspend was counted");
}

static atomic_t interrupts;
static u64 interrupt_last, interrupt_back;
static const char *doing, *done_when_back;

static enum hrtimer_restart look_in_interrupt(struct hrtimer *timer)
{
	u64 ns = soc_sched_clock();

	if (ns < interrupt_last && interrupt_last - ns > interrupt_back) {
		interrupt_back = interrupt_last - ns;
		done_when_back = READ_ONCE(doing);
	}
	interrupt_last = ns;
	atomic_inc(&interrupts);
	hrtimer_forward_now(timer, ns_to_ktime(50 * NSEC_PER_USEC));

	return HRTIMER_RESTART;
}

static void at(struct kunit *test, const char *what)
{
	WRITE_ONCE(doing, what);
	look(test, what);
}

/*
 * One life of the clock after another, seen from a thread and an interrupt. The
 * counters take four seconds to wrap: on an emulator whose host is busy, shorter
 * ones would be renewed too late now and then.
 */
static void monotonic_across_everything(struct kunit *test)
{
	struct soc_clock_source wide = wide_source, narrow = narrow_source;
	static struct hrtimer timer;
	int n;

	wide.read = long_read;
	wide.bits = 32;
	narrow.read = long_read;
	narrow.bits = 32;

	atomic_set(&interrupts, 0);
	interrupt_last = 0;
	interrupt_back = 0;
	hrtimer_setup(&timer, look_in_interrupt, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);

	for (n = 0; n < 10; n++) {
		hrtimer_start(&timer, ns_to_ktime(50 * NSEC_PER_USEC), HRTIMER_MODE_REL_HARD);
		at(test, "register wide");
		soc_sched_clock_register(&wide);
		at(test, "get");
		get();
		usleep_range(1000, 2000);
		at(test, "register narrow");
		soc_sched_clock_register(&narrow);
		usleep_range(1000, 2000);
		at(test, "unregister wide");
		soc_sched_clock_unregister(&wide);
		usleep_range(1000, 2000);
		at(test, "unregister narrow");
		soc_sched_clock_unregister(&narrow);
		at(test, "put");
		put();
		at(test, "jiffies");
		usleep_range(1000, 2000);

		/* By then no other CPU runs. */
		hrtimer_cancel(&timer);
		at(test, "suspend");
		soc_sched_clock_register(&wide);
		soc_sched_clock_suspend(NULL);
		at(test, "resume");
		usleep_range(1000, 2000);
		soc_sched_clock_resume(NULL);
		at(test, "resumed");
		soc_sched_clock_unregister(&wide);
	}

	KUNIT_EXPECT_EQ_MSG(test, interrupt_back, 0ULL, "in an interrupt, at %s", done_when_back);
	KUNIT_EXPECT_GT(test, atomic_read(&interrupts), 0);
}

/*
 * A source comes while the epoch timer is at work on another CPU: starting it just then
 * is a bug, which the kernel warns about.
 */
static void timer_restarted_while_it_fires(struct kunit *test)
{
	struct soc_clock_source src[] = { narrow_source, narrow_source };
	int warned = test_taint(TAINT_WARN);
	int n;

	/* As short as periods get, and both are, so that the timer is always busy. */
	src[0].name = "test-short";
	src[0].bits = 20;
	src[0].rating--;
	src[1].name = "test-shorter";
	src[1].bits = 20;
	get();
	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&src[0]), 0);
	for (n = 0; n < RESTARTS; n++) {
		usleep_range(500, 700);
		KUNIT_EXPECT_EQ(test, soc_sched_clock_register(&src[1]), 0);
		usleep_range(500, 700);
		KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&src[1]), 0);
	}
	KUNIT_EXPECT_EQ(test, soc_sched_clock_unregister(&src[0]), 0);
	put();
	KUNIT_EXPECT_EQ_MSG(test, test_taint(TAINT_WARN), warned, "the kernel has warned");
}

/* 11: the page shows the current state, and counts past events. */
static void promise_11_debugfs_page(struct kunit *test)
{
	const char *text;
	char expected[32];
	unsigned long long ticks = 0;
	u64 updates, late, switches, epoch, val;

	text = read_page(test);
	updates = number(test, text, "updates");
	late = number(test, text, "late updates");
	switches = number(test, text, "switches");
	KUNIT_EXPECT_EQ(test, number(test, text, "users"), 0ULL);

	KUNIT_ASSERT_EQ(test, soc_sched_clock_register(&wide_source), 0);
	get();
	text = read_page(test);
	KUNIT_EXPECT_STREQ_MSG(test, field(test, text, "counter"), "test-wide", "%s", text);
	snprintf(expected, sizeof(expected), "%d bits", BITS);
	KUNIT_EXPECT_STREQ_MSG(test, field(test, text, "width"), expected, "%s", text);
	KUNIT_EXPECT_STREQ_MSG(test, field(test, text, "rate"), "1000000000 Hz", "%s", text);
	snprintf(expected, sizeof(expected), "%u / %u", wide_source.mult, wide_source.shift);
	KUNIT_EXPECT_STREQ_MSG(test, field(test, text, "mult/shift"), expected, "%s", text);
	KUNIT_EXPECT_EQ(test, number(test, text, "switches"), switches + 1);
	KUNIT_EXPECT_EQ(test, number(test, text, "users"), 1ULL);

	val = seconds(test, text, "clock");
	epoch = seconds(test, text, "epoch");
	KUNIT_EXPECT_GE(test, val, epoch);
	KUNIT_EXPECT_LE(test, val, look(test, "page read"));
	KUNIT_EXPECT_EQ(test, kstrtoull(field(test, text, "epoch ticks"), 0, &ticks), 0);
	KUNIT_EXPECT_LE(test, ticks, (unsigned long long)RANGE_NS - 1);
	KUNIT_EXPECT_LE(test, seconds(test, text, "time to wrap"), RANGE_NS / 8 * 7ULL);
	KUNIT_EXPECT_GT(test, seconds(test, text, "time to wrap"), 0ULL);
	KUNIT_EXPECT_EQ(test, seconds(test, text, "renewed every"), RANGE_NS / 2ULL);

	/* Renewals move the epoch and the count. */
	KUNIT_EXPECT_TRUE(test, renewed(3));
	text = read_page(test);
	KUNIT_EXPECT_GE_MSG(test, number(test, text, "updates"), updates + 3, "%s", text);
	KUNIT_EXPECT_GE_MSG(test, seconds(test, text, "epoch"), epoch + RANGE_NS / 2, "%s", text);

	/* A counter three laps on since it was last looked at. */
	WRITE_ONCE(jump, 3ULL << BITS);
	KUNIT_EXPECT_TRUE(test, renewed(2));
	text = read_page(test);
	KUNIT_EXPECT_GE_MSG(test, number(test, text, "late updates"), late + 1, "%s", text);
	last = soc_sched_clock();

	soc_sched_clock_unregister(&wide_source);
	text = read_page(test);
	KUNIT_EXPECT_STRNEQ_MSG(test, field(test, text, "counter"), "test-wide", "%s", text);
}

static struct kunit_case system_cases[] = {
	KUNIT_CASE(used_before_it_is_started),
	KUNIT_CASE(starts_on_jiffies),
	KUNIT_CASE(takes_up_the_kernels_time),
	KUNIT_CASE(renewed_while_held),
	KUNIT_CASE(timer_follows_the_source),
	KUNIT_CASE(keeps_time_over_many_laps),
	KUNIT_CASE(unheld_is_not_late),
	KUNIT_CASE(unstable_counter_is_demoted),
	KUNIT_CASE(timer_before_anything_slow),
	KUNIT_CASE(promise_10_period_of_the_source),
	KUNIT_CASE(shortest_lap_by_resolution),
	KUNIT_CASE(refuses),
	KUNIT_CASE(suspend_and_resume_repeat),
	KUNIT_CASE(monotonic_across_everything),
	KUNIT_CASE(timer_restarted_while_it_fires),
	KUNIT_CASE(promise_11_debugfs_page),
	{}
};

static int system_suite_init(struct kunit_suite *suite)
{
	system_seam.resolution = 1;

	/* As early drivers may do, one of which unregisters its source again. */
	soc_sched_clock_get();
	soc_sched_clock_put();
	early.registered = soc_sched_clock_register(&wide_source);
	soc_sched_clock_get();
	early.armed_ns = system_seam.armed_ns;
	soc_sched_clock_start();
	early.started_ns = system_seam.armed_ns;
	soc_sched_clock_unregister(&wide_source);
	soc_sched_clock_put();

	soc_sched_clock_hook_suspend();
	soc_debugfs_create();

	return 0;
}

static void system_suite_exit(struct kunit_suite *suite)
{
	soc_debugfs_remove();
	soc_sched_clock_stop();
}

static struct kunit_suite system_suite = {
	.name		= "soc_system",
	.suite_init	= system_suite_init,
	.suite_exit	= system_suite_exit,
	.init		= system_init,
	.exit		= system_exit,
	.test_cases	= system_cases,
};

kunit_test_suite(system_suite);

MODULE_DESCRIPTION("KUnit tests of the system clock");
MODULE_LICENSE("GPL");
