// SPDX-License-Identifier: GPL-2.0-only
/*
 * QEMU plug-in: puts all CPUs of loongson3-virt but the first to sleep.
 *
 * The machine cannot start them (it has no inter-processor interrupt). They would wait
 * for it in a busy loop, polling a register thousands of times for each step of CPU 0.
 * Asleep, they still count as possible CPUs.
 *
 * Use:    qemu-system-mips64el -M loongson3-virt -smp 2 ... -plugin ./loongson_park.so
 *
 * CPU 0 starts in the kernel, all others in the boot ROM, where this replaces the code
 * after the first block by "wait" with all interrupts off.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#include <string.h>

#include "qemu_abi.h"

#define WHO		"loongson_park"

#define RESET_VECTOR	0xffffffffbfc00000ULL

/* In an endless loop, should anything wake the CPU: wait; b -2; nop */
static const uint32_t asleep[] = { 0x42000020, 0x1000fffe, 0 };

static void at_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
	uint32_t *code = qemu_plugin_insn_haddr(first);
	static bool done;

	(void)id;
	if (qemu_plugin_insn_vaddr(first) != RESET_VECTOR || done)
		return;

	done = true;
	if (!code) {
		plugin_err("cannot write the boot ROM, the other CPUs stay busy");
		return;
	}
	memcpy(code + qemu_plugin_tb_n_insns(tb), asleep, sizeof(asleep));
}

PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_API;

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
				      const struct qemu_info *info, int argc,
				      char **argv)
{
	(void)argv;
	if (!info->system_emulation || strcmp(info->target_name, "mips64el")) {
		plugin_err("is for qemu-system-mips64el");
		return 1;
	}
	if (argc) {
		plugin_err("takes no arguments");
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, at_translation);

	return 0;
}
