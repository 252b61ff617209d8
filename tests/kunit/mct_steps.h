/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sequences of register accesses, as they are expected and compared.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _TESTS_MCT_STEPS_H
#define _TESTS_MCT_STEPS_H

#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/minmax.h>

#include "mct_model.h"

/* An access: a write of @value, or a read that shows it. */
#define mct_step		mct_model_access
#define W(offset, value)	{ (offset), (value), true }
#define R(offset, value)	{ (offset), (value), false }

static void expect_steps(struct kunit *test, const struct mct_model *m,
			 const struct mct_step *steps, size_t size)
{
	unsigned int count = size / sizeof(*steps);
	unsigned int i;

	for (i = 0; i < min(count, m->accesses); i++)
		KUNIT_EXPECT_TRUE_MSG(test, m->log[i].offset == steps[i].offset &&
				      m->log[i].value == steps[i].value &&
				      m->log[i].write == steps[i].write,
				      "access %u: %c %#x of %#x, expected %c %#x of %#x", i + 1,
				      m->log[i].write ? 'W' : 'R', m->log[i].offset,
				      m->log[i].value, steps[i].write ? 'W' : 'R',
				      steps[i].offset, steps[i].value);
	KUNIT_EXPECT_EQ_MSG(test, m->accesses, count, "accesses");
}

#define EXPECT_STEPS(test, m, steps)	expect_steps(test, m, steps, sizeof(steps))

#endif /* _TESTS_MCT_STEPS_H */
