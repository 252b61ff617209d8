/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counter's rate, in debugfs.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _LOONGSON_DEBUGFS_H
#define _LOONGSON_DEBUGFS_H

#include "rate.h"

void extcc_debugfs_create(const struct extcc_rate *rate);
void extcc_debugfs_remove(void);

#endif /* _LOONGSON_DEBUGFS_H */
