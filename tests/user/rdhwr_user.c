// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads Loongson's external counter from a program: it must never go backwards, and
 * must be readable in the delay slot of a branch, taken or not.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <stdint.h>
#include <stdio.h>

#define READINGS 1000

static uint64_t plain(void)
{
	uint64_t ticks;

	__asm__ volatile(".set push\n\t.set mips64r2\n\t"
			 "rdhwr %0, $30\n\t"
			 ".set pop" : "=r" (ticks));
	return ticks;
}

/* Sets *way to 1 if the branch was taken, to 2 if not. */
static uint64_t in_delay_slot(uint64_t condition, uint64_t *way)
{
	uint64_t ticks, went;

	__asm__ volatile(".set push\n\t.set mips64r2\n\t.set noreorder\n\t"
			 "li	%1, 1\n\t"
			 "bnez	%2, 1f\n\t"
			 "rdhwr	%0, $30\n\t"
			 "li	%1, 2\n\t"
			 "1:\n\t"
			 ".set pop" : "=&r" (ticks), "=&r" (went) : "r" (condition));
	*way = went;
	return ticks;
}

static int check(const char *what, uint64_t last, uint64_t now)
{
	if (now > last)
		return 0;
	printf("%s: %llu after %llu\n", what, (unsigned long long)now,
	       (unsigned long long)last);
	return 1;
}

int main(void)
{
	uint64_t last = 0, now, way;
	int i;

	for (i = 0; i < READINGS; i++) {
		now = plain();
		if (check("plain", last, now))
			return 1;
		last = now;

		now = in_delay_slot(i & 1, &way);
		if (check("delay slot", last, now))
			return 1;
		if (way != (i & 1 ? 1 : 2)) {
			printf("a branch with condition %d went way %d\n", i & 1, (int)way);
			return 1;
		}
		last = now;
	}
	printf("%d readings, in order\n", 2 * READINGS);

	return 0;
}
