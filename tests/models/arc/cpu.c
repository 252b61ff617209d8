// SPDX-License-Identifier: GPL-2.0-only
/*
 * One instruction after another, exceptions and interrupts.
 *
 * Copyright (C) 2026 soc-timers contributors
 */

#include "machine.h"

enum op {
#define X(name) OP_##name,
#include "ops.def"
#undef X
};

/* What an interrupt saves by itself */
#define SAVE_PAIRS	31u
#define SAVE_BLINK	(1u << 9)
#define SAVE_LOOP	(1u << 10)
#define SAVE_TABLES	(1u << 13)

#define ACTIVE_LOW	(1u << 1)	/* the lower priority, the only one used */
#define ACTIVE_ANY	0xffffu
#define ACTIVE_USER	(1u << 31)

static void swap_stacks(void)
{
	uint32_t sp = core->r[R_SP];

	core->r[R_SP] = core->user_sp;
	core->user_sp = sp;
}

/* To kernel mode; Z tells where from. */
static void enter(unsigned int vector, uint32_t clear, uint32_t set)
{
	bool user = core->status & ST_U;

	core->status &= ~(ST_U | ST_DE | ST_Z | clear);
	core->status |= ST_L | set | (user ? ST_Z : 0);
	core->has_reserved = false;
	core->pc = load(core->vectors + 4 * vector, 4);
}

void cpu_exception(unsigned int vector, unsigned int cause, unsigned int param, uint32_t address,
		   uint32_t back)
{
	if (core->status & ST_AE)
		machine_stop("exception within an exception");

	core->eret = back;
	core->erstatus = core->status;
	core->erbta = core->bta;
	core->ecr = vector << 16 | cause << 8 | param;
	core->efa = address;
	if (core->status & ST_U) {
		swap_stacks();
		core->status &= ~ST_U;
		enter(vector, ST_IE, ST_AE | ST_Z);
		core->status |= ST_Z;
		return;
	}
	enter(vector, ST_IE, ST_AE);
}

/* The instruction has changed nothing so far, and will be executed again. */
void cpu_fault(unsigned int vector, unsigned int cause, uint32_t address)
{
	cpu_exception(vector, cause, 0, address, core->pc);
	longjmp(core->exception, 1);
}

static void push(uint32_t value)
{
	core->r[R_SP] -= 4;
	store(core->r[R_SP], value, 4);
}

static uint32_t pop(void)
{
	uint32_t value = load(core->r[R_SP], 4);

	core->r[R_SP] += 4;
	return value;
}

void cpu_interrupt(unsigned int irq)
{
	uint32_t status = core->status;
	int i;

	core->sleeping = false;
	if (status & ST_U) {
		swap_stacks();
		core->status &= ~ST_U;
		core->irq_active |= ACTIVE_USER;
	}
	push(status);
	push(core->pc);
	if (core->irq_control & SAVE_TABLES) {
		push(core->jli);
		push(core->ldi);
		push(core->ei);
	}
	if (core->irq_control & SAVE_LOOP) {
		push(core->r[R_LP_COUNT]);
		push(core->lp_start);
		push(core->lp_end);
	}
	if (core->irq_control & SAVE_BLINK)
		push(core->r[R_BLINK]);
	for (i = 2 * (core->irq_control & SAVE_PAIRS); i; i--)
		push(core->r[i - 1]);

	core->irq_active |= ACTIVE_LOW;
	core->irq_cause = irq;
	enter(irq, 0, 0);
	if (status & ST_U)
		core->status |= ST_Z;
}

static void return_from_interrupt(void)
{
	uint32_t pc, status;
	unsigned int i;

	for (i = 0; i < 2 * (core->irq_control & SAVE_PAIRS); i++)
		core->r[i] = pop();
	if (core->irq_control & SAVE_BLINK)
		core->r[R_BLINK] = pop();
	if (core->irq_control & SAVE_LOOP) {
		core->lp_end = pop();
		core->lp_start = pop();
		core->r[R_LP_COUNT] = pop();
	}
	if (core->irq_control & SAVE_TABLES) {
		core->ei = pop();
		core->ldi = pop();
		core->jli = pop();
	}
	pc = pop();
	status = pop();
	if (core->irq_active & ACTIVE_USER)
		swap_stacks();
	core->irq_active &= ~(ACTIVE_USER | ACTIVE_LOW);
	core->pc = pc;
	core->status = status;
}

static void return_from_event(void)
{
	core->has_reserved = false;
	if (!(core->status & ST_AE) && (core->irq_active & ACTIVE_ANY)) {
		return_from_interrupt();
		return;
	}
	core->pc = core->eret;
	core->status = core->erstatus;
	core->bta = core->erbta;
	if (core->status & ST_U)
		swap_stacks();
}

static bool holds(unsigned int condition)
{
	bool z = core->status & ST_Z, n = core->status & ST_N;
	bool c = core->status & ST_C, v = core->status & ST_V;

	switch (condition) {
	case 1:		return z;
	case 2:		return !z;
	case 3:		return !n;
	case 4:		return n;
	case 5:		return c;
	case 6:		return !c;
	case 7:		return v;
	case 8:		return !v;
	case 9:		return !z && n == v;
	case 10:	return n == v;
	case 11:	return n != v;
	case 12:	return z || n != v;
	case 13:	return !c && !z;
	case 14:	return c || z;
	case 15:	return !n && !z;
	}
	return true;
}

static unsigned int kind(const struct insn *insn, unsigned int which)
{
	return insn->kinds >> 2 * which & 3;
}

static uint32_t operand(const struct insn *insn, unsigned int which)
{
	uint32_t value = insn->operand[which];

	switch (kind(insn, which)) {
	case KIND_REG:	return value == R_PCL ? core->pc & ~3u : core->r[value];
	case KIND_IMM:	return value;
	}
	return 0;
}

/* The other half of an operand of 64 bits */
static uint32_t upper(const struct insn *insn, unsigned int which)
{
	if (kind(insn, which) == KIND_REG)
		return core->r[insn->operand[which] + 1];
	return (int32_t)operand(insn, which) < 0 ? ~0u : 0;
}

/* Results for immediate data are for their flags only. */
static void set(const struct insn *insn, uint32_t value)
{
	if (kind(insn, 0) == KIND_REG && insn->operand[0] < R_LIMM)
		core->r[insn->operand[0]] = value;
}

static void set_pair(const struct insn *insn, uint32_t low, uint32_t high)
{
	set(insn, low);
	if (kind(insn, 0) == KIND_REG && insn->operand[0] < R_LIMM)
		core->r[insn->operand[0] + 1] = high;
}

static void flag(uint32_t which, bool on)
{
	core->status &= ~which;
	core->status |= on ? which : 0;
}

static void flags_zn(uint32_t value)
{
	flag(ST_Z, !value);
	flag(ST_N, value >> 31);
}

static void add(const struct insn *insn, uint32_t a, uint32_t b, bool carry)
{
	uint32_t sum = a + b + carry;

	set(insn, sum);
	if (!(insn->flags & INSN_FLAGS))
		return;
	flags_zn(sum);
	flag(ST_C, ((uint64_t)a + b + carry) >> 32);
	flag(ST_V, ((a ^ sum) & (b ^ sum)) >> 31);
}

static void compare(uint32_t a, uint32_t b, bool borrow)
{
	uint32_t difference = a - b - borrow;

	flags_zn(difference);
	flag(ST_C, (uint64_t)a < (uint64_t)b + borrow);
	flag(ST_V, ((a ^ b) & (a ^ difference)) >> 31);
}

static void subtract(const struct insn *insn, uint32_t a, uint32_t b, bool borrow)
{
	set(insn, a - b - borrow);
	if (insn->flags & INSN_FLAGS)
		compare(a, b, borrow);
}

static void logic(const struct insn *insn, uint32_t value)
{
	set(insn, value);
	if (insn->flags & INSN_FLAGS)
		flags_zn(value);
}

/* With one operand by one bit */
static void shift(const struct insn *insn, uint32_t value, uint32_t by)
{
	uint32_t result = value, out = 0;

	by = kind(insn, 2) == KIND_NONE ? 1 : by & 31;
	if (by) {
		out = insn->op == OP_asl ? value >> (32 - by) : value >> (by - 1);
		switch (insn->op) {
		case OP_asl:	result = value << by; break;
		case OP_lsr:	result = value >> by; break;
		case OP_asr:	result = (int32_t)value >> by; break;
		case OP_ror:	result = value >> by | value << (32 - by); break;
		}
	}
	logic(insn, result);
	if (insn->flags & INSN_FLAGS)
		flag(ST_C, out & 1);
}

static uint32_t low_bits(uint32_t last)
{
	return ~0u >> (31 - (last & 31));
}

static void accumulate(const struct insn *insn, uint64_t value, bool pair)
{
	core->r[R_ACCL] = value;
	core->r[R_ACCH] = value >> 32;
	if (pair)
		set_pair(insn, value, value >> 32);
	else
		set(insn, value);
}

static uint64_t accumulator(void)
{
	return (uint64_t)core->r[R_ACCH] << 32 | core->r[R_ACCL];
}

static uint64_t product(uint32_t a, uint32_t b)
{
	return (uint64_t)a * b;
}

static uint64_t signed_product(uint32_t a, uint32_t b)
{
	return (int64_t)(int32_t)a * (int32_t)b;
}

static void divide(const struct insn *insn, uint32_t a, uint32_t b)
{
	bool overflow = a == 0x80000000u && b == ~0u;
	uint32_t result = 0;

	if (!b)
		machine_stop("division by zero");
	switch (insn->op) {
	case OP_div:	result = overflow ? a : (uint32_t)((int32_t)a / (int32_t)b); break;
	case OP_rem:	result = overflow ? 0 : (uint32_t)((int32_t)a % (int32_t)b); break;
	case OP_divu:	result = a / b; break;
	case OP_remu:	result = a % b; break;
	}
	logic(insn, result);
}

/* The flags are those of what was searched. */
static void search(const struct insn *insn, uint32_t value)
{
	uint32_t same = (int32_t)value < 0 ? ~value : value, result = 0;

	switch (insn->op) {
	case OP_ffs:	result = value ? __builtin_ctz(value) : 31; break;
	case OP_fls:	result = value ? 31 - __builtin_clz(value) : 0; break;
	case OP_norm:	result = same ? __builtin_clz(same) - 1 : 31; break;
	}
	set(insn, result);
	if (insn->flags & INSN_FLAGS)
		flags_zn(value);
}

static void both_halves(const struct insn *insn, uint32_t a, uint32_t b)
{
	uint32_t a2 = kind(insn, 1) == KIND_REG ? upper(insn, 1) : a;
	uint32_t b2 = kind(insn, 2) == KIND_REG ? upper(insn, 2) : b;

	if (insn->op == OP_vadd2)
		set_pair(insn, a + b, a2 + b2);
	else
		set_pair(insn, a - b, a2 - b2);
}

static void calculate(const struct insn *insn)
{
	uint32_t first = operand(insn, 0), a = operand(insn, 1), b = operand(insn, 2);
	bool carry = core->status & ST_C;

	switch (insn->op) {
	case OP_mov:	logic(insn, a); break;
	case OP_add:	add(insn, a, b, false); break;
	case OP_add1:	add(insn, a, b << 1, false); break;
	case OP_add2:	add(insn, a, b << 2, false); break;
	case OP_add3:	add(insn, a, b << 3, false); break;
	case OP_adc:	add(insn, a, b, carry); break;
	case OP_sub:	subtract(insn, a, b, false); break;
	case OP_sub1:	subtract(insn, a, b << 1, false); break;
	case OP_sub2:	subtract(insn, a, b << 2, false); break;
	case OP_sub3:	subtract(insn, a, b << 3, false); break;
	case OP_sbc:	subtract(insn, a, b, carry); break;
	case OP_rsub:	subtract(insn, b, a, false); break;
	case OP_neg:	subtract(insn, 0, a, false); break;
	case OP_abs:	logic(insn, (int32_t)a < 0 ? -a : a); break;
	case OP_cmp:	compare(first, a, false); break;
	case OP_min:
		set(insn, (int32_t)a < (int32_t)b ? a : b);
		if (insn->flags & INSN_FLAGS)
			compare(a, b, false);
		break;
	case OP_max:
		set(insn, (int32_t)a > (int32_t)b ? a : b);
		if (insn->flags & INSN_FLAGS)
			compare(a, b, false);
		break;

	case OP_and:	logic(insn, a & b); break;
	case OP_or:	logic(insn, a | b); break;
	case OP_xor:	logic(insn, a ^ b); break;
	case OP_bic:	logic(insn, a & ~b); break;
	case OP_not:	logic(insn, ~a); break;
	case OP_tst:	flags_zn(first & a); break;
	case OP_btst:	flags_zn(first & 1u << (a & 31)); break;
	case OP_bset:	logic(insn, a | 1u << (b & 31)); break;
	case OP_bclr:	logic(insn, a & ~(1u << (b & 31))); break;
	case OP_bxor:	logic(insn, a ^ 1u << (b & 31)); break;
	case OP_bmsk:	logic(insn, a & low_bits(b)); break;
	case OP_bmskn:	logic(insn, a & ~low_bits(b)); break;
	case OP_xbfu:	logic(insn, a >> (b & 31) & low_bits(b >> 5)); break;
	case OP_extb:	logic(insn, a & 0xff); break;
	case OP_exth:	logic(insn, a & 0xffff); break;
	case OP_sexb:	logic(insn, (int8_t)a); break;
	case OP_sexh:	logic(insn, (int16_t)a); break;
	case OP_swape:	logic(insn, __builtin_bswap32(a)); break;
	case OP_asl:
	case OP_lsr:
	case OP_asr:
	case OP_ror:	shift(insn, a, b); break;
	case OP_ffs:
	case OP_fls:
	case OP_norm:	search(insn, a); break;

	case OP_seteq:	logic(insn, a == b); break;
	case OP_setne:	logic(insn, a != b); break;
	case OP_setlo:	logic(insn, a < b); break;
	case OP_seths:	logic(insn, a >= b); break;
	case OP_setlt:	logic(insn, (int32_t)a < (int32_t)b); break;
	case OP_setge:	logic(insn, (int32_t)a >= (int32_t)b); break;
	case OP_setgt:	logic(insn, (int32_t)a > (int32_t)b); break;
	case OP_setle:	logic(insn, (int32_t)a <= (int32_t)b); break;

	case OP_mpy:
	case OP_mpyu:	logic(insn, a * b); break;
	case OP_mpym:	logic(insn, signed_product(a, b) >> 32); break;
	case OP_mpymu:	logic(insn, product(a, b) >> 32); break;
	case OP_mpyuw:	logic(insn, (a & 0xffff) * (b & 0xffff)); break;
	case OP_mpyd:	accumulate(insn, signed_product(a, b), true); break;
	case OP_mpydu:	accumulate(insn, product(a, b), true); break;
	case OP_macd:	accumulate(insn, accumulator() + signed_product(a, b), true); break;
	case OP_macdu:	accumulate(insn, accumulator() + product(a, b), true); break;
	case OP_dmachu:
		accumulate(insn, accumulator() + product(a & 0xffff, b & 0xffff) +
			   product(a >> 16, b >> 16), false);
		break;
	case OP_div:
	case OP_divu:
	case OP_rem:
	case OP_remu:	divide(insn, a, b); break;
	case OP_vadd2:
	case OP_vsub2:	both_halves(insn, a, b); break;
	default:	machine_stop("an instruction that nobody executes");
	}
}

/* Sixty-four bits at a time are scaled like thirty-two. */
static unsigned int size_of(enum op op)
{
	switch (op) {
	case OP_ldb:
	case OP_stb:	return 1;
	case OP_ldh:
	case OP_sth:	return 2;
	default:	return 4;
	}
}

/* Nothing is written before every access that can fail has been made. */
static void access_memory(const struct insn *insn)
{
	uint32_t base = operand(insn, 1), offset = operand(insn, 2), value, high = 0;
	unsigned int size = size_of(insn->op), way = INSN_ADDRESS(insn);
	uint32_t address = base;

	if (way == ADDRESS_SCALED)
		address += offset * size;
	else if (way != ADDRESS_POST)
		address += offset;

	switch (insn->op) {
	case OP_ld:
	case OP_ldb:
	case OP_ldh:
	case OP_ldd:
		value = load(address, size);
		if (insn->op == OP_ldd)
			high = load(address + 4, 4);
		if (insn->flags & INSN_EXTEND)
			value = size == 1 ? (uint32_t)(int8_t)value : (uint32_t)(int16_t)value;
		break;
	default:
		value = operand(insn, 0);
		if (insn->op == OP_std) {
			high = upper(insn, 0);
			translate(address + 4, STORE);
		}
		store(address, value, size);
		if (insn->op == OP_std)
			store(address + 4, high, 4);
	}

	if (way == ADDRESS_PRE || way == ADDRESS_POST)
		core->r[insn->operand[1]] = base + offset;
	if (insn->op == OP_ldd)
		set_pair(insn, value, high);
	else if (insn->op == OP_ld || insn->op == OP_ldb || insn->op == OP_ldh)
		set(insn, value);
}

static void load_locked(const struct insn *insn)
{
	uint32_t address = operand(insn, 1), low, high;

	low = load(address, 4);
	if (insn->op == OP_llockd) {
		high = load(address + 4, 4);
		set_pair(insn, low, high);
	} else {
		set(insn, low);
	}
	core->reserved = translate(address, LOAD);
	core->has_reserved = true;
}

static void store_conditional(const struct insn *insn)
{
	uint32_t address = operand(insn, 1);
	bool done = translate(address, STORE) == core->reserved && core->has_reserved;

	if (done) {
		store(address, operand(insn, 0), 4);
		if (insn->op == OP_scondd)
			store(address + 4, upper(insn, 0), 4);
	}
	flag(ST_Z, done);
	core->has_reserved = false;
}

static void exchange(const struct insn *insn)
{
	uint32_t address = operand(insn, 1), old;

	translate(address, EXCHANGE);
	old = load(address, 4);
	store(address, operand(insn, 0), 4);
	set(insn, old);
}

static void set_interrupts(uint32_t how)
{
	core->status &= ~(ST_E | ST_IE);
	core->status |= (how & 15) << 1 | (how >> 4 & 1) << 31;
}

static void control(const struct insn *insn)
{
	uint32_t value = operand(insn, 0);

	switch (insn->op) {
	case OP_lr:
		set(insn, aux_read(operand(insn, 1)));
		break;
	case OP_sr:
		aux_write(operand(insn, 1), value);
		break;
	case OP_flag:
	case OP_kflag:
		core->halted = value & ST_H;
		if (insn->op == OP_kflag && !core->halted)
			core->status = (core->status & (ST_DE | ST_U)) |
				       (value & ~(ST_DE | ST_U));
		break;
	case OP_clri:
		set(insn, 0x20 | core->status >> 31 << 4 | (core->status & ST_E) >> 1);
		core->status &= ~ST_IE;
		break;
	case OP_seti:
		if (value & 0x20)
			set_interrupts(value);
		else
			core->status |= ST_IE;
		break;
	case OP_sleep:
		if (value & 0x10)
			set_interrupts(value);
		core->sleeping = true;
		break;
	default:	/* barriers, and hints to the cache */
		break;
	}
}

/* Where a branch goes, or 0 */
static uint32_t branch(const struct insn *insn, uint32_t next)
{
	uint32_t a = operand(insn, 0), b = operand(insn, 1);
	bool taken = holds(insn->condition);

	switch (insn->op) {
	case OP_breq:	taken = a == b; break;
	case OP_brne:	taken = a != b; break;
	case OP_brlo:	taken = a < b; break;
	case OP_brhs:	taken = a >= b; break;
	case OP_brlt:	taken = (int32_t)a < (int32_t)b; break;
	case OP_brge:	taken = (int32_t)a >= (int32_t)b; break;
	case OP_bbit0:	taken = !(a >> (b & 31) & 1); break;
	case OP_bbit1:	taken = a >> (b & 31) & 1; break;
	case OP_lp:
		if (!taken)
			return insn->target;
		core->lp_start = next;
		core->lp_end = insn->target;
		core->status &= ~ST_L;
		return 0;
	case OP_bl:
	case OP_jl:
		if (taken && insn->flags & INSN_DELAY)
			next += insn_at(next)->length;
		if (taken)
			core->r[R_BLINK] = next;
		break;
	}
	if (!taken)
		return 0;

	return insn->op == OP_j || insn->op == OP_jl ? a : insn->target;
}

/* The end of a loop is noticed where execution just goes on. */
static void go_on(uint32_t next, bool in_slot, bool before_slot)
{
	if (in_slot) {
		core->status &= ~ST_DE;
		next = core->bta;
	} else if (next == core->lp_end && !(core->status & ST_L) && !before_slot) {
		if (core->r[R_LP_COUNT]-- != 1)
			next = core->lp_start;
	}
	core->pc = next;
}

void cpu_step(void)
{
	const struct insn *insn = insn_at(core->pc);
	bool in_slot = core->status & ST_DE;
	uint32_t next = core->pc + insn->length, target;

	switch (insn->op) {
	case OP_b ... OP_bbit1:
		target = branch(insn, next);
		if (target && in_slot)
			machine_stop("a branch in a delay slot");
		if (target && !(insn->flags & INSN_DELAY)) {
			core->pc = target;
			return;
		}
		if (target) {
			core->bta = target;
			core->status |= ST_DE;
		}
		go_on(next, in_slot, target);
		return;
	case OP_trap:
		cpu_exception(EV_TRAP, 0, operand(insn, 0), core->pc, next);
		return;
	case OP_rtie:
		return_from_event();
		return;
	}

	if (holds(insn->condition)) {
		switch (insn->op) {
		case OP_ld ... OP_std:
			access_memory(insn);
			break;
		case OP_push:
			store(core->r[R_SP] - 4, operand(insn, 0), 4);
			core->r[R_SP] -= 4;
			break;
		case OP_pop:
			set(insn, pop());
			break;
		case OP_llock:
		case OP_llockd:
			load_locked(insn);
			break;
		case OP_scond:
		case OP_scondd:
			store_conditional(insn);
			break;
		case OP_ex:
			exchange(insn);
			break;
		case OP_mov ... OP_vsub2:
			calculate(insn);
			break;
		default:
			control(insn);
		}
	}
	go_on(next, in_slot, false);
}
