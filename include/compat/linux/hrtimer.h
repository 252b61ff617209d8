/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hrtimer_setup() on kernels that only have hrtimer_init().
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include_next <linux/hrtimer.h>

#ifndef _COMPAT_LINUX_HRTIMER_H
#define _COMPAT_LINUX_HRTIMER_H

#include <probed/hrtimer_setup.h>

#ifdef SOC_HRTIMER_INIT
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock_id, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}
#endif

#endif /* _COMPAT_LINUX_HRTIMER_H */
