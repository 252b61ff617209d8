// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes a flattened device tree.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include <linux/align.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "mct_fdt.h"

#define TOKEN_BEGIN_NODE	1
#define TOKEN_END_NODE		2
#define TOKEN_PROPERTY		3
#define TOKEN_END		9

#define FDT_MAGIC_NUMBER	0xd00dfeed
#define FDT_FORMAT		17
#define FDT_OLDEST_READER	16

/* The format's header: ten words, all in bytes from its start. */
struct header {
	__be32 magic, size, structure, strings, reservations;
	__be32 version, oldest, cpu, strings_size, structure_size;
};

static void put_word(struct fdt_writer *w, u32 word)
{
	if (w->used == ARRAY_SIZE(w->words))
		w->overflow = true;
	else
		w->words[w->used++] = cpu_to_be32(word);
}

static void put_bytes(struct fdt_writer *w, const void *data, unsigned int length)
{
	unsigned int words = DIV_ROUND_UP(length, 4);

	if (w->used + words > ARRAY_SIZE(w->words)) {
		w->overflow = true;
		return;
	}
	memset(&w->words[w->used], 0, words * 4);
	memcpy(&w->words[w->used], data, length);
	w->used += words;
}

static unsigned int put_name(struct fdt_writer *w, const char *name)
{
	unsigned int at = w->length, length = strlen(name) + 1;

	if (at + length > sizeof(w->strings)) {
		w->overflow = true;
		return 0;
	}
	memcpy(w->strings + at, name, length);
	w->length += length;

	return at;
}

void fdt_writer_begin_node(struct fdt_writer *w, const char *name)
{
	put_word(w, TOKEN_BEGIN_NODE);
	put_bytes(w, name, strlen(name) + 1);
}

void fdt_writer_end_node(struct fdt_writer *w)
{
	put_word(w, TOKEN_END_NODE);
}

void fdt_writer_bytes(struct fdt_writer *w, const char *name, const void *data,
		      unsigned int length)
{
	put_word(w, TOKEN_PROPERTY);
	put_word(w, length);
	put_word(w, put_name(w, name));
	put_bytes(w, data, length);
}

void fdt_writer_string(struct fdt_writer *w, const char *name, const char *value)
{
	fdt_writer_bytes(w, name, value, strlen(value) + 1);
}

void fdt_writer_cells(struct fdt_writer *w, const char *name, const u32 *cells,
		      unsigned int count)
{
	unsigned int i;

	put_word(w, TOKEN_PROPERTY);
	put_word(w, count * 4);
	put_word(w, put_name(w, name));
	for (i = 0; i < count; i++)
		put_word(w, cells[i]);
}

/* The whole tree in one piece, to be given to kfree(); NULL if it did not fit. */
void *fdt_writer_finish(struct fdt_writer *w)
{
	/* The list of reserved memory is an entry of zeros: its end. */
	unsigned int reservations = ALIGN(sizeof(struct header), 8);
	unsigned int structure = reservations + 16;
	unsigned int strings, size;
	struct header *header;
	void *tree;

	put_word(w, TOKEN_END);
	strings = structure + w->used * 4;
	size = strings + w->length;
	tree = w->overflow ? NULL : kzalloc(size, GFP_KERNEL);
	if (!tree)
		return NULL;

	header = tree;
	*header = (struct header) {
		.magic		= cpu_to_be32(FDT_MAGIC_NUMBER),
		.size		= cpu_to_be32(size),
		.structure	= cpu_to_be32(structure),
		.strings	= cpu_to_be32(strings),
		.reservations	= cpu_to_be32(reservations),
		.version	= cpu_to_be32(FDT_FORMAT),
		.oldest		= cpu_to_be32(FDT_OLDEST_READER),
		.strings_size	= cpu_to_be32(w->length),
		.structure_size	= cpu_to_be32(w->used * 4),
	};
	memcpy(tree + structure, w->words, w->used * 4);
	memcpy(tree + strings, w->strings, w->length);

	return tree;
}
