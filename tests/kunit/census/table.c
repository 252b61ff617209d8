// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suite soc_census_table: the table of the census itself.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/module.h>

#include "world.h"

/* What a tree becomes is compared by the suites of the drivers. */
static void census_rows_have_trees(struct kunit *test)
{
	const char *row;

	KUNIT_ASSERT_NOT_NULL_MSG(test, census_next(NULL, "mct"), "no device trees");
	row = census_unknown_row();
	KUNIT_EXPECT_NULL_MSG(test, row, "no such device tree: %s", row);
}

/* A tree of one series only, or of one driver, would mean that the others were lost. */
static void census_is_complete(struct kunit *test)
{
	static const char * const drivers[] = { "mct", "dw_apb", "arc" };
	static const char * const series[] = { "6.1", "6.12", "7.3" };
	const struct census_tree *t;
	unsigned int d, s, count;

	for (d = 0; d < ARRAY_SIZE(drivers); d++) {
		for (s = 0; s < ARRAY_SIZE(series); s++) {
			count = 0;
			for (t = census_next(NULL, drivers[d]); t; t = census_next(t, drivers[d]))
				count += !strcmp(t->series, series[s]);
			KUNIT_EXPECT_GE_MSG(test, count, 10U, "%s of %s", drivers[d], series[s]);
		}
	}
}

static struct kunit_case census_table_cases[] = {
	KUNIT_CASE(census_rows_have_trees),
	KUNIT_CASE(census_is_complete),
	{ }
};

static struct kunit_suite census_table_suite = {
	.name = "soc_census_table",
	.test_cases = census_table_cases,
};

kunit_test_suite(census_table_suite);

MODULE_DESCRIPTION("Device trees for the census");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
