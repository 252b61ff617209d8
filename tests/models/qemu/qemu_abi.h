/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few pieces of QEMU that the test plug-ins in this directory use.
 *
 * Copyright (C) 2026 soc-timers contributors
 *
 * Debian ships no header for QEMU plug-ins. These declarations were derived from the
 * behaviour of QEMU 7.2 on x86-64 and arm64 hosts, and cover only what the plug-ins
 * here need.
 *
 * Two kinds of symbols:
 *  - qemu_plugin_*: the public plug-in interface, version 1;
 *  - all others: internal to QEMU. Debian's binaries export them because QEMU
 *    loads modules of its own, but they are not a stable interface. They are weak
 *    here, so that a QEMU without one of them still loads the plug-in and
 *    qemu_abi_ok() can report a clear error, rather than the dynamic linker its
 *    "undefined symbol".
 *
 * Every plug-in that touches an internal symbol calls qemu_abi_ok() first.
 */
#ifndef SOC_TIMERS_TESTS_QEMU_ABI_H
#define SOC_TIMERS_TESTS_QEMU_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The QEMU series these layouts were checked on. */
#define QEMU_ABI_MAJOR	7
#define QEMU_ABI_MINOR	2

#define QEMU_INTERNAL	__attribute__((weak))
#define PLUGIN_EXPORT	__attribute__((visibility("default")))

/*
 * Print a line on QEMU's stderr. The plug-in defines WHO, its name, since lines of other
 * plug-ins, QEMU and often the guest appear there as well.
 */
#define plugin_info(fmt, ...)	fprintf(stderr, WHO ": " fmt "\n", ##__VA_ARGS__)
#define plugin_err		plugin_info

/* ---- public plug-in interface, version 1 ---- */

#define QEMU_PLUGIN_API	1

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;

struct qemu_info {
	const char *target_name;
	struct {
		int min;
		int cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system;
};

enum { PLUGIN_CB_NO_REGS = 0 };
enum { PLUGIN_MEM_READ_WRITE = 3 };

typedef void (*plugin_trans_cb)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void (*plugin_exec_cb)(unsigned int cpu, void *data);
typedef void (*plugin_mem_cb)(unsigned int cpu, qemu_plugin_meminfo_t info,
			      uint64_t vaddr, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   plugin_trans_cb cb);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  plugin_exec_cb cb, int flags,
					  void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    plugin_exec_cb cb, int flags,
					    void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      plugin_mem_cb cb, int flags, int rw,
				      void *data);
void qemu_plugin_register_flush_cb(qemu_plugin_id_t id,
				   void (*cb)(qemu_plugin_id_t id));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
				    void (*cb)(qemu_plugin_id_t id, void *data),
				    void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *
qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);

bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);
unsigned int qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t info,
						  uint64_t vaddr);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *addr);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *addr);

/* ---- internal: version ---- */

struct qemu_version {
	struct {
		int64_t major;
		int64_t minor;
		int64_t micro;
	} *qemu;
	char *package;
};

QEMU_INTERNAL
struct qemu_version *qmp_query_version(void **errp);
QEMU_INTERNAL
void qapi_free_VersionInfo(struct qemu_version *version);

/* ---- internal: start and reset of a machine ---- */

struct qemu_notifier {
	void (*notify)(struct qemu_notifier *self, void *data);
	void *link[2];
};

QEMU_INTERNAL
void qemu_add_machine_init_done_notifier(struct qemu_notifier *n);
QEMU_INTERNAL
void qemu_register_reset(void (*handler)(void *data), void *data);
QEMU_INTERNAL
void device_cold_reset(void *device);

/* The big lock: held in MMIO callbacks, not held in TCG callbacks. */
QEMU_INTERNAL
bool qemu_mutex_iothread_locked(void);
QEMU_INTERNAL
void qemu_mutex_lock_iothread_impl(const char *file, int line);
QEMU_INTERNAL
void qemu_mutex_unlock_iothread(void);

/* ---- internal: devices and interrupts ---- */

QEMU_INTERNAL
void *object_resolve_path_type(const char *path, const char *type,
			       bool *ambiguous);
QEMU_INTERNAL
size_t object_type_get_instance_size(const char *type);
QEMU_INTERNAL
void *sysbus_mmio_get_region(void *device, int index);
QEMU_INTERNAL
void *sysbus_get_connected_irq(void *device, int index);
QEMU_INTERNAL
void qemu_set_irq(void *irq, int level);

/* ---- internal: memory regions ---- */

/* Log2 of the access size; no other flag: little-endian, as the guests are. */
typedef int qemu_memop;

struct qemu_attrs {
	unsigned int bits;
};

#define QEMU_ATTRS_UNSPECIFIED	((struct qemu_attrs){ .bits = 1 })

enum { QEMU_LITTLE_ENDIAN = 2 };

struct qemu_region_ops {
	uint64_t (*read)(void *opaque, uint64_t addr, unsigned int size);
	void (*write)(void *opaque, uint64_t addr, uint64_t val,
		      unsigned int size);
	void *read_with_attrs;
	void *write_with_attrs;
	int endianness;
	struct {
		unsigned int min_size;
		unsigned int max_size;
		bool unaligned;
		void *accepts;
	} valid;
	struct {
		unsigned int min_size;
		unsigned int max_size;
		bool unaligned;
	} impl;
};

/* The offsets that QEMU 7.2 uses on a 64-bit host. */
_Static_assert(offsetof(struct qemu_region_ops, valid) == 0x28, "ops layout");
_Static_assert(offsetof(struct qemu_region_ops, impl) == 0x40, "ops layout");

QEMU_INTERNAL
void *get_system_memory(void);
QEMU_INTERNAL
uint64_t memory_region_size(void *region);
QEMU_INTERNAL
void memory_region_init_io(void *region, void *owner,
			   const struct qemu_region_ops *ops, void *opaque,
			   const char *name, uint64_t size);
QEMU_INTERNAL
void memory_region_add_subregion_overlap(void *parent, uint64_t offset,
					 void *region, int priority);
QEMU_INTERNAL
int memory_region_dispatch_read(void *region, uint64_t addr, uint64_t *val,
				qemu_memop op, struct qemu_attrs attrs);
QEMU_INTERNAL
int memory_region_dispatch_write(void *region, uint64_t addr, uint64_t val,
				 qemu_memop op, struct qemu_attrs attrs);

/* ---- internal: vCPUs ---- */

struct qemu_bytes {
	uint8_t *data;
	unsigned int len;
};

QEMU_INTERNAL
void *qemu_get_cpu(int index);
QEMU_INTERNAL
void tb_flush(void *cpu);
QEMU_INTERNAL
void qemu_plugin_disable_mem_helpers(void *cpu);
QEMU_INTERNAL
int arm_cpu_gdb_read_register(void *cpu, struct qemu_bytes *out, int reg);
QEMU_INTERNAL
int aarch64_cpu_gdb_read_register(void *cpu, struct qemu_bytes *out, int reg);
QEMU_INTERNAL
int mips_cpu_gdb_read_register(void *cpu, struct qemu_bytes *out, int reg);

/* GLib's GByteArray, which QEMU's register readers append to. */
QEMU_INTERNAL
struct qemu_bytes *g_byte_array_new(void);
QEMU_INTERNAL
struct qemu_bytes *g_byte_array_set_size(struct qemu_bytes *array,
					 unsigned int len);

QEMU_INTERNAL
void *g_malloc0(size_t size);

/* ---- the run-time check ---- */

#define QEMU_ABI_SYMBOL(name)	{ #name, (const void *)(name) }

#define qemu_abi_err(who, fmt, ...) \
	fprintf(stderr, "%s: " fmt "; use Debian 12's qemu-system package (QEMU 7.2)\n", \
		who, ##__VA_ARGS__)

/**
 * qemu_abi_ok() - check that this QEMU's internals match the declarations above
 * @who: name of the plug-in, for the message
 *
 * Call it from qemu_plugin_install() before using any internal symbol, and return
 * non-zero to QEMU if it fails: QEMU then exits with status 1.
 *
 * Return: true, or false after one line on stderr.
 */
static inline bool qemu_abi_ok(const char *who)
{
	const struct {
		const char *name;
		const void *addr;
	} needed[] = {
		QEMU_ABI_SYMBOL(qapi_free_VersionInfo),
		QEMU_ABI_SYMBOL(qemu_add_machine_init_done_notifier),
		QEMU_ABI_SYMBOL(qemu_register_reset),
		QEMU_ABI_SYMBOL(device_cold_reset),
		QEMU_ABI_SYMBOL(qemu_mutex_iothread_locked),
		QEMU_ABI_SYMBOL(qemu_mutex_lock_iothread_impl),
		QEMU_ABI_SYMBOL(qemu_mutex_unlock_iothread),
		QEMU_ABI_SYMBOL(object_resolve_path_type),
		QEMU_ABI_SYMBOL(object_type_get_instance_size),
		QEMU_ABI_SYMBOL(sysbus_mmio_get_region),
		QEMU_ABI_SYMBOL(sysbus_get_connected_irq),
		QEMU_ABI_SYMBOL(qemu_set_irq),
		QEMU_ABI_SYMBOL(get_system_memory),
		QEMU_ABI_SYMBOL(memory_region_size),
		QEMU_ABI_SYMBOL(memory_region_init_io),
		QEMU_ABI_SYMBOL(memory_region_add_subregion_overlap),
		QEMU_ABI_SYMBOL(memory_region_dispatch_read),
		QEMU_ABI_SYMBOL(memory_region_dispatch_write),
		QEMU_ABI_SYMBOL(qemu_get_cpu),
		QEMU_ABI_SYMBOL(tb_flush),
		QEMU_ABI_SYMBOL(qemu_plugin_disable_mem_helpers),
		QEMU_ABI_SYMBOL(g_byte_array_new),
		QEMU_ABI_SYMBOL(g_byte_array_set_size),
		QEMU_ABI_SYMBOL(g_malloc0),
	};
	struct qemu_version *version;
	long major, minor, micro;
	size_t i;

	if (!qmp_query_version) {
		qemu_abi_err(who, "this QEMU does not export its internals");
		return false;
	}
	version = qmp_query_version(NULL);
	major = version->qemu->major;
	minor = version->qemu->minor;
	micro = version->qemu->micro;
	if (major != QEMU_ABI_MAJOR || minor != QEMU_ABI_MINOR) {
		qemu_abi_err(who, "this is QEMU %ld.%ld.%ld, qemu_abi.h was checked on %d.%d only",
			     major, minor, micro, QEMU_ABI_MAJOR,
			     QEMU_ABI_MINOR);
		return false;
	}
	for (i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (needed[i].addr)
			continue;
		qemu_abi_err(who, "this QEMU %ld.%ld.%ld does not export %s",
			     major, minor, micro, needed[i].name);
		return false;
	}
	qapi_free_VersionInfo(version);
	return true;
}

/**
 * qemu_abi_map() - put an MMIO region of our own into the guest's memory
 * @phys: guest-physical address
 * @size: bytes
 * @ops: callbacks; they run with the big lock held
 * @name: as shown by the monitor's "info mtree"
 *
 * Call it from a machine-init-done notifier or later, with the big lock held.
 * The region hides whatever the machine has at that address.
 */
static inline void qemu_abi_map(uint64_t phys, uint64_t size,
				const struct qemu_region_ops *ops,
				const char *name)
{
	/* Ask QEMU for the size of its region object rather than guess it. */
	void *region = g_malloc0(object_type_get_instance_size("memory-region"));

	memory_region_init_io(region, NULL, ops, NULL, name, size);
	memory_region_add_subregion_overlap(get_system_memory(), phys, region,
					    10);
}

#endif
