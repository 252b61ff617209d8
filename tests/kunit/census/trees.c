// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device trees of the census, and the table of what each must become. Both are files
 * in the guest, see tests/census/trees.py and tests/census/boards.txt.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/err.h>
#include <linux/export.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "world.h"

#define LARGEST_FILE	SZ_1M

static LIST_HEAD(trees);
static char *table;

/* A part of a file, with a zero at its end; NULL: it cannot be read. To be freed. */
static char *read_part(const char *path, loff_t at, size_t size)
{
	struct file *file = filp_open(path, O_RDONLY, 0);
	char *data;
	ssize_t got;

	if (IS_ERR(file))
		return NULL;

	data = kzalloc(size + 1, GFP_KERNEL);
	got = data ? kernel_read(file, data, size, &at) : -ENOMEM;
	filp_close(file, NULL);
	if (got >= 0)
		return data;

	kfree(data);
	return NULL;
}

/* The next word of @line, which ends where the line does. */
static char *next_word(char **line)
{
	return strsep(line, " ") ?: "";
}

static int add_tree(char *line)
{
	struct census_tree *t = kzalloc(sizeof(*t), GFP_KERNEL);
	unsigned long long offset;
	unsigned long size;

	if (!t)
		return -ENOMEM;
	list_add_tail(&t->list, &trees);
	if (kstrtoull(next_word(&line), 10, &offset) || kstrtoul(next_word(&line), 10, &size))
		return -EINVAL;
	t->offset = offset;
	t->size = size;
	if (strscpy(t->series, next_word(&line), sizeof(t->series)) < 0 ||
	    strscpy(t->board, next_word(&line), sizeof(t->board)) < 0 ||
	    strscpy(t->drivers, line ?: "", sizeof(t->drivers)) < 0)
		return -EINVAL;

	return 0;
}

static bool read_index(void)
{
	char *text = read_part("/census/index", 0, LARGEST_FILE), *rest = text, *line;
	int ret = text ? 0 : -ENOENT;

	while (!ret && (line = strsep(&rest, "\n")))
		ret = *line ? add_tree(line) : 0;
	kfree(text);

	return !ret;
}

static bool is_word_of(const char *words, const char *word)
{
	size_t length = strlen(word);
	const char *at = words;

	while ((at = strstr(at, word))) {
		if ((at == words || at[-1] == ' ' || at[-1] == ',') &&
		    (!at[length] || at[length] == ' ' || at[length] == ','))
			return true;
		at += length;
	}

	return false;
}

/* The first tree, or the one after @from, that has nodes for @driver; NULL: none is left. */
const struct census_tree *census_next(const struct census_tree *from, const char *driver)
{
	const struct census_tree *t;

	if (list_empty(&trees) && !read_index())
		return NULL;

	t = from ? list_next_entry(from, list) : list_first_entry(&trees, struct census_tree, list);
	list_for_each_entry_from(t, &trees, list)
		if (is_word_of(t->drivers, driver))
			return t;

	return NULL;
}
EXPORT_SYMBOL_GPL(census_next);

/* The flattened tree, to be given to kfree(). */
void *census_read(struct kunit *test, const struct census_tree *t)
{
	void *blob = read_part("/census/trees", t->offset, t->size);

	KUNIT_ASSERT_NOT_NULL_MSG(test, blob, "cannot read %s of %s", t->board, t->series);
	return blob;
}
EXPORT_SYMBOL_GPL(census_read);

/**
 * struct row - a line of the table: "BOARD SERIES,... DRIVER: RESULT"
 * @board:	each of these is a word
 * @series:	likewise, a list
 * @driver:	likewise
 * @result:	the rest of the line
 */
struct row {
	char board[64];
	char series[32];
	char driver[16];
	const char *result;
};

static bool copy_word(const char **at, char *word, size_t size, char end)
{
	const char *stop = strchr(*at, end);

	if (!stop || stop - *at >= size)
		return false;
	memcpy(word, *at, stop - *at);
	word[stop - *at] = '\0';
	*at = stop + 1;

	return true;
}

static bool parse_row(const char *line, struct row *r)
{
	const char *at = line;

	if (!copy_word(&at, r->board, sizeof(r->board), ' ') ||
	    !copy_word(&at, r->series, sizeof(r->series), ' ') ||
	    !copy_word(&at, r->driver, sizeof(r->driver), ':'))
		return false;
	r->result = at + (*at == ' ');

	return true;
}

/* Zeros are put at the ends of its lines once, and its last line is empty. */
static const char *first_line(void)
{
	char *at;

	if (table)
		return *table ? table : NULL;
	table = read_part("/census/boards", 0, LARGEST_FILE);
	for (at = table; at && *at; at++)
		if (*at == '\n')
			*at = '\0';

	return table && *table ? table : NULL;
}

static const char *next_line(const char *line)
{
	const char *end = line + strlen(line) + 1;

	return *end ? end : NULL;
}

/* What the table tells about a tree; NULL: nothing. */
const char *census_expected(const struct census_tree *t, const char *driver)
{
	const char *line;
	struct row r;

	for (line = first_line(); line; line = next_line(line))
		if (*line != '#' && parse_row(line, &r) && !strcmp(r.board, t->board) &&
		    is_word_of(r.series, t->series) && !strcmp(r.driver, driver))
			return r.result;

	return NULL;
}
EXPORT_SYMBOL_GPL(census_expected);

static bool has_tree(const struct row *r, const char *series)
{
	const struct census_tree *t;

	for (t = census_next(NULL, r->driver); t; t = census_next(t, r->driver))
		if (!strcmp(t->board, r->board) && !strcmp(t->series, series))
			return true;

	return false;
}

/* A row of the table without a tree in one of its series, or that makes no sense; or NULL. */
const char *census_unknown_row(void)
{
	char *rest, *series;
	const char *line;
	struct row r;

	for (line = first_line(); line; line = next_line(line)) {
		if (*line == '#')
			continue;
		if (!parse_row(line, &r))
			return line;
		for (rest = r.series; (series = strsep(&rest, ","));)
			if (!has_tree(&r, series))
				return line;
	}

	return NULL;
}
EXPORT_SYMBOL_GPL(census_unknown_row);

/* How many faulty trees each driver gets; 0: this was not told. */
unsigned long census_faults_wanted(void)
{
	char *text = read_part("/census/faults", 0, 16);
	unsigned long faults = 0;

	if (text && kstrtoul(strim(text), 10, &faults))
		faults = 0;
	kfree(text);

	return faults;
}
EXPORT_SYMBOL_GPL(census_faults_wanted);
