/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the Exynos MCT driver's kernel glue offer each other.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _EXYNOS_MCT_GLUE_H
#define _EXYNOS_MCT_GLUE_H

#include "global.h"
#include "parse.h"

struct clk;

#define MCT_COUNTER_NAME	"soc-mct-frc"
#define MCT_COUNTER_BITS	32

/*
 * Rating of a counter that is only read. It is
 * - below the in-tree driver's on the same counter (450 on ARM, 350 on arm64):
 *   the same counter at the same cost is no reason to switch, and the kernel
 *   resumes clocksources best first, so that the driver that can restart the
 *   counter has done so before ours is looked at;
 * - below the architected timer's 400, which is quicker to read;
 * - above the 250 of the Samsung PWM timer, which a board boots on when it has no
 *   driver for the MCT.
 */
#define MCT_RATING_READ_ONLY	340

/*
 * Rating of a counter that this driver runs. On ARM above the architected timer's
 * 400: on Exynos5 that counts by this one, so this one has to be started first
 * after suspend, and the kernel resumes the best clocksource first. On arm64 the
 * architected timer comes first: it takes no device access to read.
 */
#ifdef CONFIG_ARM64
#define MCT_RATING_FULL		350
#else
#define MCT_RATING_FULL		450
#endif

/**
 * struct mct_block - the block in use
 * @hw:		its registers
 * @global:	its global write status register
 * @fin_pll:	input clock of all its timers
 * @bus:	clock of its registers ("mct")
 * @rate:	of @fin_pll in Hz
 */
struct mct_block {
	struct mct_hw		hw;
	struct mct_wstat	global;
	struct clk		*fin_pll;
	struct clk		*bus;
	unsigned long		rate;
};

/* One per system: the counter's callbacks get no argument to find it by. */
extern struct mct_block mct_block;

bool mct_block_take(void);
void mct_block_release(void);
int mct_block_open(struct mct_block *b, const struct mct_config *cfg);
void mct_block_close(struct mct_block *b);

int mct_counter_register(const struct mct_hw *hw, struct mct_wstat *global,
			 unsigned long rate, int rating);
int mct_counter_unregister(void);
u64 mct_counter_read(void);

bool mct_counter_only(void);
bool mct_in_use(const struct mct_config *cfg);
int mct_full_start(struct mct_block *b, const struct mct_config *cfg);
int mct_full_counter(struct mct_block *b, const struct mct_config *cfg);

#endif /* _EXYNOS_MCT_GLUE_H */
