// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated machine, see latch_world.h.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/spinlock.h>
#include <linux/stdarg.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include "latch_world.h"

struct world world;

static bool stepping;
static u64 dice_state;

static u64 ticks_at(const struct fake_counter *ctr, u64 when)
{
	u32 rest;
	u64 sec = div_u64_rem(when, UNITS_PER_SEC, &rest);

	return ctr->base + sec * ctr->src.rate +
	       div_u64((u64)rest * ctr->src.rate, UNITS_PER_SEC);
}

static u64 fake_read(unsigned int i, unsigned int bits)
{
	struct fake_counter *ctr = &world.ctr[i];
	void (*in_read)(void) = world.in_read;
	u64 value;

	/* As on a bus: half of the time passes before the value is sampled, half after. */
	world.now += world.per_read / 2;
	value = (ticks_at(ctr, world.now) - ctr->lag) & mask_of(bits);
	world.now += world.per_read - world.per_read / 2;

	if (in_read) {
		world.in_read = NULL;
		in_read();
	}

	return value;
}

static u64 fake_narrow(unsigned int i)
{
	world.ctr[i].reads++;
	return fake_read(i, world.ctr[i].src.bits);
}

static u64 fake_wide(unsigned int i)
{
	world.ctr[i].wide_reads++;
	return fake_read(i, world.ctr[i].src.wide_bits);
}

#define NARROW(i)	static u64 read_##i(void) { return fake_narrow(i); }
#define WIDE(i)		static u64 wide_##i(void) { return fake_wide(i); }
/* As a driver's, whose read is inlined. */
static __always_inline u64 fake_ns(const struct soc_clock_read_data *rd, unsigned int i)
{
	u64 cyc = fake_narrow(i);

	return world.ctr[i].src.bits == 32 ? soc_clock_ns32(rd, cyc) : soc_clock_ns64(rd, cyc);
}

#define INLINED(i) \
	static u64 ns_##i(const struct soc_clock_read_data *rd) { return fake_ns(rd, i); }
NARROW(0)
NARROW(1)
NARROW(2)
NARROW(3)
WIDE(0)
WIDE(1)
WIDE(2)
WIDE(3)
INLINED(0)
INLINED(1)
INLINED(2)
INLINED(3)

static u64 (*const narrow_of[COUNTERS])(void) = { read_0, read_1, read_2, read_3 };
static u64 (*const wide_of[COUNTERS])(void) = { wide_0, wide_1, wide_2, wide_3 };
static u64 (*const ns_of[COUNTERS])(const struct soc_clock_read_data *rd) = {
	ns_0, ns_1, ns_2, ns_3
};

static const char *const name_of[COUNTERS] = { "fake0", "fake1", "fake2", "fake3" };

struct soc_clock_source *fake(unsigned int i, unsigned int bits, unsigned int wide_bits,
			      unsigned long rate, int rating)
{
	world.ctr[i] = (struct fake_counter) {
		.src = {
			.name		= name_of[i],
			.read		= narrow_of[i],
			.read_wide	= wide_bits ? wide_of[i] : NULL,
			.ns		= bits == 32 || bits == 64 ? ns_of[i] : NULL,
			.bits		= bits,
			.wide_bits	= wide_bits,
			.rate		= rate,
			.rating		= rating,
		},
	};

	return &world.ctr[i].src;
}

u64 fake_ticks(unsigned int i)
{
	return ticks_at(&world.ctr[i], world.now);
}

void fake_set(unsigned int i, u64 value)
{
	world.ctr[i].base += value - fake_ticks(i);
}

void pass_ticks(unsigned int i, u64 ticks)
{
	const struct fake_counter *ctr = &world.ctr[i];
	u64 begin = fake_ticks(i);
	u64 low = world.now, high, mid;
	u32 rest;

	if (!ticks)
		return;

	/* The first instant at which the counter shows that value. */
	high = low + div_u64_rem(ticks, ctr->src.rate, &rest) * UNITS_PER_SEC;
	high += div_u64((rest + 2) * UNITS_PER_SEC, ctr->src.rate) + 2;
	while (high - low > 1) {
		mid = low + (high - low) / 2;
		if (ticks_at(ctr, mid) - begin >= ticks)
			high = mid;
		else
			low = mid;
	}
	world.now = high;
}

void pass_ns(u64 ns)
{
	world.now += ns * UNITS_PER_NS;
}

u64 mask_of(unsigned int bits)
{
	return bits < 64 ? (1ULL << bits) - 1 : U64_MAX;
}

u64 tick_ns(const struct soc_clock_source *src)
{
	return div_u64(NSEC_PER_SEC + src->rate - 1, src->rate);
}

u64 world_reference(void)
{
	s64 ns = div_u64(world.now, UNITS_PER_NS);

	return ns + div_s64(ns, 1000000) * world.ref_ppm;
}

void world_clock(u64 (*reference)(void))
{
	soc_clock_init(&world.clk, reference);
	soc_clock_attend(&world.clk, 0);
	world.last = 0;
	world.bounded = false;
}

int world_init(struct kunit *test)
{
	memset(&world, 0, sizeof(world));
	stepping = false;
	dice_state = 0x9e3779b97f4a7c15ULL;
	world.really_stop = true;
	/* Not on a second or a tick of anything. */
	world.now = 3 * UNITS_PER_SEC + 141592653;
	world_clock(world_reference);

	return 0;
}

void world_exit(struct kunit *test)
{
	KUNIT_EXPECT_EQ_MSG(test, world.faults, 0U, "first fault: %s", world.fault);
}

void world_step(struct soc_clock *clk)
{
	if (clk != &world.clk || stepping)
		return;

	stepping = true;
	world.steps++;
	world.now += world.per_step;
	if (world.in_step)
		world.in_step();
	stepping = false;
}

int world_stop_machine(int (*fn)(void *), void *data, const struct cpumask *cpus)
{
	world.stops++;
	if (world.before_stop)
		world.before_stop();

	return world.really_stop ? stop_machine(fn, data, cpus) : fn(data);
}

bool world_locked(void)
{
	if (!IS_ENABLED(CONFIG_SMP) && !IS_ENABLED(CONFIG_DEBUG_SPINLOCK))
		return true;

	return raw_spin_is_locked(&world.clk.lock);
}

void bound(u64 ahead, u64 behind)
{
	u64 ns = soc_clock_read(&world.clk);

	world.bounded = true;
	world.zero = world.now - ns * UNITS_PER_NS;
	world.ahead = ahead;
	world.behind = behind;
	world.last = ns;
}

static u64 true_ns(u64 when)
{
	return div_u64(when - world.zero, UNITS_PER_NS);
}

u64 look(const char *where)
{
	u64 before = world.now;
	u64 ns = soc_clock_read(&world.clk);

	if (ns < world.last)
		fault("%s: back from %llu to %llu ns", where, world.last, ns);
	world.last = ns;

	if (!world.bounded)
		return ns;
	if (ns > true_ns(world.now) + world.ahead)
		fault("%s: shows %llu, true time is %llu ns: %llu ahead, %llu allowed",
		      where, ns, true_ns(world.now), ns - true_ns(world.now), world.ahead);
	if (ns + world.behind < true_ns(before))
		fault("%s: shows %llu, true time is %llu ns: %llu behind, %llu allowed",
		      where, ns, true_ns(before), true_ns(before) - ns, world.behind);

	return ns;
}

/* Steps run with a raw lock held: what is wrong is reported at the end of the test. */
void fault(const char *fmt, ...)
{
	va_list args;

	if (!world.faults++) {
		va_start(args, fmt);
		vsnprintf(world.fault, sizeof(world.fault), fmt, args);
		va_end(args);
	}
}

struct u128 {
	u64 hi, lo;
};

static struct u128 add(struct u128 a, struct u128 b)
{
	struct u128 sum = { a.hi + b.hi, a.lo + b.lo };

	if (sum.lo < a.lo)
		sum.hi++;
	return sum;
}

static struct u128 product(u64 a, u64 b)
{
	struct u128 sum = {}, part = { 0, a };
	int bit;

	for (bit = 0; bit < 64; bit++) {
		if (b >> bit & 1)
			sum = add(sum, part);
		part = add(part, part);
	}
	return sum;
}

static u64 shifted(struct u128 val, u32 shift, bool up)
{
	bool odd = false;

	while (shift--) {
		odd |= val.lo & 1;
		val.lo = val.lo >> 1 | val.hi << 63;
		val.hi >>= 1;
	}
	return val.lo + (up && odd);
}

u64 oracle_ns(u64 ticks, u32 mult, u32 shift)
{
	return shifted(product(ticks, mult), shift, false);
}

u64 oracle_ns_up(u64 ticks, u32 mult, u32 shift)
{
	return shifted(product(ticks, mult), shift, true);
}

u64 oracle_true_ns(u64 ticks, u64 rate)
{
	struct u128 num = product(ticks, NSEC_PER_SEC);
	u64 rest = 0, quot = 0;
	int bit;

	for (bit = 127; bit >= 0; bit--) {
		rest = rest << 1 | (bit >= 64 ? num.hi >> (bit - 64) & 1 : num.lo >> bit & 1);
		quot <<= 1;
		if (rest >= rate) {
			rest -= rate;
			quot |= 1;
		}
	}
	return quot;
}

u64 dice(void)
{
	dice_state ^= dice_state << 13;
	dice_state ^= dice_state >> 7;
	dice_state ^= dice_state << 17;

	return dice_state;
}

u32 dice_below(u32 limit)
{
	u32 rest;

	div_u64_rem(dice() >> 8, limit, &rest);

	return rest;
}
