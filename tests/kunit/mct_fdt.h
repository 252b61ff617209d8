/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes a flattened device tree for of_fdt_unflatten_tree() to read: correct ones and
 * faulty ones, which no device tree compiler would emit.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _TESTS_MCT_FDT_H
#define _TESTS_MCT_FDT_H

#include <linux/types.h>

#define FDT_WRITER_STRUCT	4096
#define FDT_WRITER_STRINGS	512

/**
 * struct fdt_writer - a tree being written
 * @words:	the structure block
 * @used:	words of it
 * @strings:	the strings block
 * @length:	its length in bytes
 * @overflow:	something did not fit
 */
struct fdt_writer {
	__be32		words[FDT_WRITER_STRUCT / 4];
	unsigned int	used;
	char		strings[FDT_WRITER_STRINGS];
	unsigned int	length;
	bool		overflow;
};

void fdt_writer_begin_node(struct fdt_writer *w, const char *name);
void fdt_writer_end_node(struct fdt_writer *w);
void fdt_writer_bytes(struct fdt_writer *w, const char *name, const void *data,
		      unsigned int length);
void fdt_writer_string(struct fdt_writer *w, const char *name, const char *value);
void fdt_writer_cells(struct fdt_writer *w, const char *name, const u32 *cells,
		      unsigned int count);
void *fdt_writer_finish(struct fdt_writer *w);

#endif /* _TESTS_MCT_FDT_H */
