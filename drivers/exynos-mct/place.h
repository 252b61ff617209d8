/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Gives the CPUs the block's timers, including CPUs that go offline and come back.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_PLACE_H
#define _EXYNOS_MCT_PLACE_H

struct mct_node;

int mct_place_claim(void);
void mct_place_release(void);

int mct_place_request_ticks(const struct mct_node *n);
void mct_place_free_ticks(void);
int mct_place_setup_ticks(const struct mct_node *n);
void mct_place_start_ticks(void);

int mct_place_request_comp(struct mct_node *n);
void mct_place_free_comp(void);
int mct_place_setup_comp(const struct mct_node *n);
void mct_place_start_comp(const struct mct_node *n);

#endif /* _EXYNOS_MCT_PLACE_H */
