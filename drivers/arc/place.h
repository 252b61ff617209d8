/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What happens when a CPU comes up or goes down.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#ifndef _ARC_PLACE_H
#define _ARC_PLACE_H

int arc_place_events(void);
void arc_place_gfrc(void);

#endif /* _ARC_PLACE_H */
