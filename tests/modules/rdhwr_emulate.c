// SPDX-License-Identifier: GPL-2.0-only
/*
 * Emulates Loongson's external counter, rdhwr $30, on a core without one, so that
 * the driver's real instruction runs there: on one CPU, in the kernel and in
 * programs, in branch delay slots too.
 *
 * On such a core the instruction raises a Reserved Instruction exception. The kernel
 * passes that to die notifiers, but enables interrupts first. Timekeeping executes
 * the instruction while it holds locks that interrupt handlers take, so that would
 * deadlock. A few instructions in memory that needs no TLB therefore catch the
 * exception before the kernel does; the notifier handles the rest (programs, most
 * delay slots).
 *
 * The counter is derived from CP0 Count, not from one of the kernel's clocks: that
 * clock may be the one that is being read.
 *
 * Copyright (C) 2026 soc-timers contributors
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/irqflags.h>
#include <linux/kdebug.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>
#include <asm/branch.h>
#include <asm/cacheflush.h>
#include <asm/inst.h>
#include <asm/mipsregs.h>
#include <asm/uasm.h>
#include <loongson.h>

static int ppb;
module_param(ppb, int, 0444);
MODULE_PARM_DESC(ppb, "how much faster than the firmware's rate the counter runs, in parts per billion (default 0)");

static bool no_rate;
module_param(no_rate, bool, 0444);
MODULE_PARM_DESC(no_rate, "make the firmware report a rate of 0 (default 0)");

static bool stopped;
module_param(stopped, bool, 0444);
MODULE_PARM_DESC(stopped, "emulate a stopped counter (default 0)");

#ifndef MODULE
static bool late;
module_param(late, bool, 0444);
MODULE_PARM_DESC(late, "let no_rate and stopped take effect at the end of the boot only (default 0)");
#else
#define late	false
#endif

/* rdhwr $x, $30, for any x */
#define RDHWR_MASK		0xffe0ffff
#define RDHWR_EXTCC		0x7c00f03b
#define RDHWR_RT(insn)		(((insn) >> 16) & 31)

/* Many readers end with this and have the instruction in its delay slot. */
#define JR_RA			0x03e00008

/* Registers of CP0, and of the CPU */
enum { COUNT_REG = 9, STATUS_REG = 12, CAUSE_REG = 13, EPC_REG = 14 };

enum { V0 = 2, V1 = 3, A0 = 4, A1 = 5, K0 = 26, K1 = 27, RA = 31 };

/**
 * struct emulation - data of the exception handler
 * @saved: the registers it uses: v0, v1, a0, a1, hi, lo
 * @count: Count, extended to 64 bits
 * @mult: ticks = count * mult >> 32
 * @fast: number of readings by the handler
 * @slow: number of readings by the notifier
 * @jumps: "move $n, k0; eret" for each register
 * @code: the handler
 */
struct emulation {
	u64 saved[6];
	u64 count;
	u64 mult;
	u64 fast;
	u64 slow;
	u32 jumps[32][2];
	u32 code[128];
};

static struct emulation *emulation;

/* The kernel's table of exception handlers, and its previous entry. */
static unsigned long *exception_table;
static unsigned long handle_ri;
static u32 firmware_rate;

#define EXCCODE_RI_INDEX	10

#define OFFSET(member)		offsetof(struct emulation, member)

enum label {
	LABEL_NOT_OURS = 1,
	LABEL_NO_SLOT,
	LABEL_FETCHED,
	LABEL_NEXT,
	LABEL_EMULATED,
};

static void load_word(u32 **p, unsigned int reg, u32 word)
{
	uasm_i_lui(p, reg, (s16)(word >> 16));
	uasm_i_ori(p, reg, reg, word & 0xffff);
}

/*
 * Branches to LABEL_NOT_OURS unless the instruction is rdhwr $30 in the kernel and
 * either in no delay slot or in that of a return.
 */
static void build_recognition(u32 **p, struct uasm_label **l, struct uasm_reloc **r)
{
	uasm_i_mfc0(p, K0, STATUS_REG, 0);
	uasm_i_andi(p, K0, K0, ST0_KSU);
	uasm_il_bnez(p, r, K0, LABEL_NOT_OURS);
	uasm_i_mfc0(p, K1, CAUSE_REG, 0);
	uasm_il_bgez(p, r, K1, LABEL_NO_SLOT);
	uasm_i_nop(p);

	uasm_i_dmfc0(p, K0, EPC_REG, 0);
	uasm_i_lw(p, K0, 0, K0);
	load_word(p, K1, JR_RA);
	uasm_il_bne(p, r, K0, K1, LABEL_NOT_OURS);
	uasm_i_nop(p);
	uasm_i_dmfc0(p, K0, EPC_REG, 0);
	uasm_il_b(p, r, LABEL_FETCHED);
	uasm_i_lw(p, K0, 4, K0);

	uasm_build_label(l, *p, LABEL_NO_SLOT);
	uasm_i_dmfc0(p, K0, EPC_REG, 0);
	uasm_i_lw(p, K0, 0, K0);
	uasm_build_label(l, *p, LABEL_FETCHED);
	load_word(p, K1, RDHWR_MASK);
	uasm_i_and(p, K1, K1, K0);
	load_word(p, K0, RDHWR_EXTCC);
	uasm_il_bne(p, r, K0, K1, LABEL_NOT_OURS);
	uasm_i_nop(p);
}

static const unsigned int work[] = { V0, V1, A0, A1 };

static void build_save(u32 **p)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(work); i++)
		uasm_i_sd(p, work[i], OFFSET(saved[i]), K0);
	uasm_i_mfhi(p, V0);
	uasm_i_sd(p, V0, OFFSET(saved[4]), K0);
	uasm_i_mflo(p, V0);
	uasm_i_sd(p, V0, OFFSET(saved[5]), K0);
}

/* v0 = base, so v0 itself is restored last. */
static void build_restore(u32 **p)
{
	unsigned int i;

	uasm_i_ld(p, V1, OFFSET(saved[4]), V0);
	uasm_i_mthi(p, V1);
	uasm_i_ld(p, V1, OFFSET(saved[5]), V0);
	uasm_i_mtlo(p, V1);
	for (i = ARRAY_SIZE(work); i--;)
		uasm_i_ld(p, work[i], OFFSET(saved[i]), V0);
}

/* v1 = counter; k0 = base */
static void build_counter(u32 **p)
{
	/* Advance the 64-bit count by Count's progress since, modulo 2^32. */
	uasm_i_mfc0(p, V0, COUNT_REG, 0);
	uasm_i_ld(p, V1, OFFSET(count), K0);
	uasm_i_subu(p, V0, V0, V1);
	uasm_i_dsll32(p, V0, V0, 0);
	uasm_i_dsrl32(p, V0, V0, 0);
	uasm_i_daddu(p, V1, V1, V0);
	uasm_i_sd(p, V1, OFFSET(count), K0);

	uasm_i_ld(p, V0, OFFSET(mult), K0);
	uasm_i_dmultu(p, V0, V1);
	uasm_i_mfhi(p, V0);
	uasm_i_mflo(p, V1);
	uasm_i_dsll32(p, V0, V0, 0);
	uasm_i_dsrl32(p, V1, V1, 0);
	uasm_i_or(p, V1, V1, V0);

	uasm_i_ld(p, V0, OFFSET(fast), K0);
	uasm_i_daddiu(p, V0, V0, 1);
	uasm_i_sd(p, V0, OFFSET(fast), K0);
}

/* Jumps to the entry of @jumps for the instruction's destination register. */
static void build_jump(u32 **p, struct uasm_label **l, struct uasm_reloc **r)
{
	uasm_i_dmfc0(p, A0, EPC_REG, 0);
	uasm_i_mfc0(p, A1, CAUSE_REG, 0);
	uasm_il_bgez(p, r, A1, LABEL_NEXT);
	uasm_i_nop(p);
	uasm_i_lw(p, A1, 4, A0);
	uasm_il_b(p, r, LABEL_EMULATED);
	uasm_i_daddu(p, A0, RA, 0);

	uasm_build_label(l, *p, LABEL_NEXT);
	uasm_i_lw(p, A1, 0, A0);
	uasm_i_daddiu(p, A0, A0, 4);
	uasm_build_label(l, *p, LABEL_EMULATED);
	uasm_i_dmtc0(p, A0, EPC_REG, 0);
	uasm_i_srl(p, A1, A1, 16);
	uasm_i_andi(p, A1, A1, 31);
	uasm_i_dsll(p, A1, A1, 3);
	uasm_i_daddiu(p, K1, K0, OFFSET(jumps));
	uasm_i_daddu(p, K1, K1, A1);
	uasm_i_daddu(p, A0, K0, 0);
	uasm_i_daddu(p, K0, V1, 0);
	uasm_i_daddu(p, V0, A0, 0);
	build_restore(p);
	uasm_i_jr(p, K1);
	uasm_i_nop(p);
}

static int build_handler(struct emulation *e)
{
	struct uasm_label labels[8] = {}, *l = labels;
	struct uasm_reloc relocs[12] = {}, *r = relocs;
	u32 *p = e->code;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(e->jumps); i++) {
		u32 *jump = e->jumps[i];

		uasm_i_daddu(&jump, i, K0, 0);
		uasm_i_eret(&jump);
	}

	build_recognition(&p, &l, &r);
	UASM_i_LA(&p, K0, (long)e);
	build_save(&p);
	build_counter(&p);
	build_jump(&p, &l, &r);

	uasm_build_label(&l, p, LABEL_NOT_OURS);
	UASM_i_LA(&p, K0, (long)handle_ri);
	uasm_i_jr(&p, K0);
	uasm_i_nop(&p);

	uasm_resolve_relocs(relocs, labels);
	if (p > e->code + ARRAY_SIZE(e->code))
		return -E2BIG;

	flush_icache_range((unsigned long)e, (unsigned long)(e + 1));
	return 0;
}

/* The same in C. With interrupts off, nothing in here can raise the exception again. */
static u64 emulated_counter(void)
{
	struct emulation *e = emulation;
	unsigned long flags;
	u64 ticks;

	local_irq_save(flags);
	e->count += (u32)(read_c0_count() - (u32)e->count);
	ticks = mul_u64_u64_shr(e->count, e->mult, 32);
	e->slow++;
	local_irq_restore(flags);

	return ticks;
}

static bool fetch(struct pt_regs *regs, unsigned long address, u32 *insn)
{
	if (user_mode(regs))
		return !copy_from_user_nofault(insn, (u32 __user *)address, sizeof(*insn));

	*insn = *(u32 *)address;
	return true;
}

static int reserved_instruction(struct notifier_block *nb, unsigned long why, void *data)
{
	struct pt_regs *regs = ((struct die_args *)data)->regs;
	bool slot = delay_slot(regs);
	unsigned long epc = regs->cp0_epc;
	union mips_instruction branch;
	u32 insn;

	if (why != DIE_RI || epc & 3)
		return NOTIFY_DONE;
	if (!fetch(regs, epc + (slot ? 4 : 0), &insn) ||
	    (insn & RDHWR_MASK) != RDHWR_EXTCC)
		return NOTIFY_DONE;

	/*
	 * Evaluate the branch first: it depends on the registers before the delay
	 * slot. A positive return value means a branch-likely that is not taken, but
	 * then the delay slot would not have been executed.
	 */
	if (slot) {
		if (!fetch(regs, epc, &branch.word) ||
		    __compute_return_epc_for_insn(regs, branch) < 0)
			return NOTIFY_DONE;
	} else {
		regs->cp0_epc = epc + 4;
	}
	if (RDHWR_RT(insn))
		regs->regs[RDHWR_RT(insn)] = emulated_counter();

	return NOTIFY_STOP;
}

static struct notifier_block reserved_instruction_nb = {
	.notifier_call	= reserved_instruction,
	.priority	= INT_MAX,
};

/* Count must be read at least once a lap, which takes seconds, even if nobody reads. */
static void look_at_count(struct work_struct *work);
static DECLARE_DELAYED_WORK(look, look_at_count);

static void look_at_count(struct work_struct *work)
{
	emulated_counter();
	schedule_delayed_work(&look, HZ);
}

/*
 * The table is private to the kernel. Its address is found in the code at the
 * general exception vector, which loads from it: lui k0, HI; daddu k0, k0, k1;
 * ld k0, LO(k0).
 */
static int find_exception_table(void)
{
	const u32 *vector = (u32 *)(long)(int)((read_c0_ebase() & ~0xfffL) + 0x180);
	long address = 0;
	unsigned int i;

	for (i = 0; i < 32; i++) {
		if (vector[i] >> 16 == 0x3c1a)
			address = (int)(vector[i] << 16);
		if (address && vector[i] >> 16 == 0xdf5a) {
			exception_table = (unsigned long *)(address + (s16)vector[i]);
			return 0;
		}
	}

	pr_err("unknown code at the general exception vector %p: cannot run this test on this kernel\n",
	       vector);
	return -ENODEV;
}

static noinline u64 read_plain(void)
{
	u64 ticks;

	asm volatile(".set push\n\t.set mips64r2\n\t"
		     "rdhwr %0, $30\n\t"
		     ".set pop" : "=r" (ticks));
	return ticks;
}

/* In the delay slot of a return */
static noinline u64 read_on_return(void)
{
	u64 ticks;

	asm volatile(".set push\n\t.set mips64r2\n\t.set noreorder\n\t"
		     "bal	2f\n\t"
		     "nop\n\t"
		     "b		1f\n\t"
		     "nop\n\t"
		     "2:\n\t"
		     "jr	$31\n\t"
		     "rdhwr	%0, $30\n\t"
		     "1:\n\t"
		     ".set pop" : "=r" (ticks) : : "$31");
	return ticks;
}

/* In the delay slot of a taken branch, overwriting the register the branch tests. */
static noinline u64 read_in_delay_slot(void)
{
	u64 ticks, way;

	asm volatile(".set push\n\t.set mips64r2\n\t.set noreorder\n\t"
		     "li	%1, 1\n\t"
		     "move	%0, $0\n\t"
		     "beqz	%0, 1f\n\t"
		     "rdhwr	%0, $30\n\t"
		     "li	%1, 2\n\t"
		     "1:\n\t"
		     ".set pop" : "=&r" (ticks), "=&r" (way));

	return way == 1 ? ticks : 0;
}

static noinline u64 read_untaken(void)
{
	u64 ticks, way;

	asm volatile(".set push\n\t.set mips64r2\n\t.set noreorder\n\t"
		     "li	%1, 1\n\t"
		     "move	%0, $0\n\t"
		     "bnez	%0, 1f\n\t"
		     "rdhwr	%0, $30\n\t"
		     "li	%1, 2\n\t"
		     "1:\n\t"
		     ".set pop" : "=&r" (ticks), "=&r" (way));

	return way == 2 ? ticks : 0;
}

/* Registers that the handler uses itself must be correct afterwards, too. */
#define READ_INTO(reg)							\
({									\
	register u64 result asm(reg);					\
	u64 hi, lo;							\
									\
	asm volatile(".set push\n\t.set mips64r2\n\t"			\
		     "li	%1, 0x1234\n\t"				\
		     "li	%2, 0x5678\n\t"				\
		     "mthi	%1\n\t"					\
		     "mtlo	%2\n\t"					\
		     "rdhwr	%0, $30\n\t"				\
		     "mfhi	%1\n\t"					\
		     "mflo	%2\n\t"					\
		     ".set pop"						\
		     : "=&r" (result), "=&r" (hi), "=&r" (lo)		\
		     : : "hi", "lo");					\
	hi == 0x1234 && lo == 0x5678 ? result : 0;			\
})

static bool self_test(void)
{
	u64 ticks[11];
	unsigned int i;

	ticks[0] = read_plain();
	ticks[1] = read_in_delay_slot();
	ticks[2] = read_untaken();
	ticks[3] = READ_INTO("$2");
	ticks[4] = READ_INTO("$3");
	ticks[5] = READ_INTO("$4");
	ticks[6] = READ_INTO("$5");
	ticks[7] = READ_INTO("$31");
	ticks[8] = READ_INTO("$16");
	ticks[9] = read_on_return();
	ticks[10] = read_plain();

	for (i = 1; i < ARRAY_SIZE(ticks); i++) {
		if (ticks[i] > ticks[i - 1] && ticks[i] - ticks[i - 1] < firmware_rate)
			continue;
		pr_err("reading %u gives %llu after %llu\n", i, ticks[i], ticks[i - 1]);
		return false;
	}
	if (emulation->slow < 2 || emulation->fast < 9) {
		pr_err("%llu readings by the handler, %llu by the notifier; expected 9 and 2\n",
		       emulation->fast, emulation->slow);
		return false;
	}

	return true;
}

static void stop(void)
{
	WRITE_ONCE(exception_table[EXCCODE_RI_INDEX], handle_ri);
	unregister_die_notifier(&reserved_instruction_nb);
	cancel_delayed_work_sync(&look);
	cpu_clock_freq = firmware_rate;
}

static void misbehave(void)
{
	if (stopped)
		emulation->mult = 0;
	if (no_rate)
		cpu_clock_freq = 0;
}

#ifndef MODULE
/* The kernel's clock runs on the counter, whose driver has yet to check it thoroughly. */
static int __init misbehave_late(void)
{
	if (emulation && late)
		misbehave();

	return 0;
}
device_initcall_sync(misbehave_late);
#endif

static int __init rdhwr_emulate_init(void)
{
	int err;

	if (num_online_cpus() > 1) {
		pr_err("works with one CPU only: boot the board with one\n");
		return -EINVAL;
	}
	err = find_exception_table();
	if (err)
		return err;

	/* Such memory is always in an address range that needs no TLB. */
	emulation = kzalloc(sizeof(*emulation), GFP_KERNEL);
	if (!emulation)
		return -ENOMEM;
	firmware_rate = cpu_clock_freq;
	handle_ri = exception_table[EXCCODE_RI_INDEX];
	emulation->count = read_c0_count();
	/* Count runs at half the firmware's rate. */
	emulation->mult = 2 * ((1ULL << 32) +
			       div_s64((s64)ppb * (1LL << 32), NSEC_PER_SEC));
	err = build_handler(emulation);
	if (err)
		goto free;

	err = register_die_notifier(&reserved_instruction_nb);
	if (err)
		goto free;
	schedule_delayed_work(&look, HZ);
	WRITE_ONCE(exception_table[EXCCODE_RI_INDEX], (unsigned long)emulation->code);

	if (!self_test()) {
		stop();
		err = -EIO;
		goto free;
	}

	if (!late)
		misbehave();
	pr_info("rdhwr $30 counts at %u Hz %+d ppb\n", firmware_rate, ppb);

	return 0;

free:
	kfree(emulation);
	emulation = NULL;
	return err;
}
early_initcall(rdhwr_emulate_init);

static void __exit rdhwr_emulate_exit(void)
{
	stop();
	pr_info("%llu readings by the handler, %llu by the notifier\n",
		emulation->fast, emulation->slow);
	kfree(emulation);
}
module_exit(rdhwr_emulate_exit);

MODULE_DESCRIPTION("Emulates rdhwr $30 on a core without it");
MODULE_AUTHOR("soc-timers contributors");
MODULE_LICENSE("GPL");
