// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Exynos MCT driver's hardware logic, compiled a second time, on the register
 * model.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#define SOC_IO_MODEL

#include "../../drivers/exynos-mct/hw.c"
#include "../../drivers/exynos-mct/local.c"
#include "../../drivers/exynos-mct/comp.c"
