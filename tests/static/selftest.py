#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""Prove that each static check can fail: give it input that it must reject.

    selftest.py [NAME...]

NAME is a check in CASES. Each check also gets correct input, which it must accept: a
check that rejects everything proves nothing.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TAG = "SPDX-License-Identifier: GPL-2.0-only"

C_FILE = f"""// {TAG}
#include <linux/types.h>

/**
 * add_ticks() - sum of two counts
 * @a: ticks
 * @b: ticks
 *
 * Return: the sum in ticks.
 */
u32 add_ticks(u32 a, u32 b)
{{
	return a + b;
}}
"""

# What it includes for dev_err_probe() is the same in all kernels.
INCLUDES = f"""// {TAG}
#include <linux/device.h>
#include <linux/irq_work.h>
#include <linux/limits.h>

struct irq_work work;

int fail(struct device *dev, int value)
{{
	return value == U32_MAX ? 0 : dev_err_probe(dev, value, "\\n");
}}
"""

SHELL = f"#!/bin/sh\n# {TAG}\nset -eu\necho \"$1\"\n"
PYTHON = f"# {TAG}\nimport sys\nprint(sys.argv)\n"

# Readers of the sched clock in ARM assembly, as a compiler may generate them.
ARM_READERS = """
	.syntax unified
	.cpu cortex-a9
	.thumb
	.section .noinstr.text, "ax"
	.macro function name
	.global \\name
	.type \\name, %function
	.thumb_func
\\name:
	.endm
function soc_clock_no_read
	movs r0, #0
	movs r1, #0
	bx lr
function soc_clock_stopped
	ldrd r0, r1, [r0]
	bx lr
function narrow_ns
	push {r4, lr}
	ldr r3, [r0, #24]
	blx r3
	cmp r0, #7
	it ne
	movne r0, #0
	@NARROW
	pop {r4, pc}
function wide_ns
	push {r4, lr}
	blx r3
	@WIDE
	pop {r4, pc}
function soc_clock_read_noinstr
	push {r4, r5, r6, lr}
1:	ldr r5, [r4]
	blx r3
	dmb ish
	ldr r3, [r4]
	cmp r3, r5
	@RETRY
	bne 1b
	pop {r4, r5, r6, pc}
	.text
function soc_clock_read
	push {r4, r5, r6, lr}
1:	ldr r5, [r4]
	blx r3
	dmb ish
	ldr r3, [r4]
	cmp r3, r5
	@INLINED
	bne 1b
	cbnz r0, 2f
	bl preempt_schedule_notrace
2:	@READ
	pop {r4, r5, r6, pc}
function soc_sched_clock
1:	ldr r5, [r4]
	blx r3
	dmb ish
	ldr r3, [r4]
	cmp r3, r5
	bne 1b
	bx lr
"""

# The same in ARM state, where the retry is a conditional return and a backward jump.
ARM_STATE_READERS = """
	.syntax unified
	.cpu cortex-a9
	.arm
	.section .noinstr.text, "ax"
	.macro function name
	.global \\name
	.type \\name, %function
\\name:
	.endm
function soc_clock_no_read
	mov r0, #0
	mov r1, #0
	bx lr
function soc_clock_stopped
	ldrd r0, r1, [r0]
	bx lr
function narrow_ns
	push {r4, lr}
	mov r4, r0
	ldr r3, [r0, #24]
	blx r3
	@NARROW
	pop {r4, pc}
function wide_ns
	push {r4, lr}
	blx r3
	pop {r4, pc}
function soc_clock_read_noinstr
	push {r4, r5, r6, lr}
	mov r4, r0
1:	ldr r5, [r4]
	and r3, r5, #1
	add r0, r4, r3
	ldr r3, [r0, #60]
	blx r3
	dmb ish
	ldr r3, [r4]
	cmp r3, r5
	popeq {r4, r5, r6, pc}
	b 1b
	.text
function soc_clock_read
	push {r4, r5, r6, lr}
2:	ldr r5, [r4]
	blx r3
	dmb sy
	ldr r3, [r4]
	cmp r3, r5
	bne 2b
	pop {r4, r5, r6, pc}
function soc_sched_clock
	push {r4, r5, r6, lr}
2:	ldr r5, [r4]
	blx r3
	dmb sy
	ldr r3, [r4]
	cmp r3, r5
	bne 2b
	pop {r4, r5, r6, pc}
"""

X86_READERS = """
	.section .noinstr.text, "ax"
	.macro function name
	.global \\name
	.type \\name, @function
\\name:
	.endm
function soc_clock_no_read
	xor %eax, %eax
	ret
function soc_clock_stopped
	mov (%rdi), %rax
	ret
function narrow_ns
	call *24(%rdi)
	cmove %rdx, %rax
	#NARROW
	ret
function wide_ns
	call *24(%rdi)
	ret
function soc_clock_read_noinstr
1:	mov (%rbx), %ebp
	call *%rax
	cmp %ebp, (%rbx)
	jne 1b
	ret
	.text
function soc_clock_read
1:	mov (%rbx), %ebp
	call *%rax
	cmp %ebp, (%rbx)
	jne 1b
	#READ
	ret
function soc_sched_clock
2:	mov (%rbx), %ebp
	call *%rax
	cmp %ebp, (%rbx)
	jne 2b
	ret
"""

ARM_COUNTERS = """
	.syntax unified
	.cpu cortex-a9
	.thumb
	.text
	.macro function name
	.global \\name
	.type \\name, %function
	.thumb_func
\\name:
	movw r3, #:lower16:block
	movt r3, #:upper16:block
	ldr r3, [r3]
	.endm
function mct_counter_read
	ldr r0, [r3, #256]
	movs r1, #0
	@READ
	bx lr
function mct_counter_read_cs
	ldr r0, [r3, #256]
	movs r1, #0
	bx lr
function mct_counter_read_wide
	ldr r2, [r3, #260]
	ldr r0, [r3, #256]
	ldr r1, [r3, #260]
	cmp r1, r2
	it ne
	movne r0, #0
	@WIDE
	bx lr
function mct_counter_ns
	push {r4, lr}
	ldr r3, [r3, #256]
	ldr ip, [r0, #8]
	subs r3, r3, ip
	it hi
	movhi r3, #0
	@CONVERT
	pop {r4, pc}
	.bss
block:	.space 4
"""

MODULE = f"""// {TAG}
#include <linux/io.h>
#include <linux/module.h>

static int __init nothing_init(void)
{{
	return 0;
}}
module_init(nothing_init);

/*MORE*/
MODULE_DESCRIPTION("Nothing");
MODULE_LICENSE("GPL");
"""

ENDIAN = "\n__be32 add_one(u32 a);\n__be32 add_one(u32 a)\n{\n\treturn a + 1;\n}\n"


def arm(source, mark, instructions):
    return {"object.S": source.replace("@" + mark, instructions, 1)}


def x86(source, mark, instructions):
    return {"object.s": source.replace("#" + mark, instructions, 1)}


def retry(instructions):
    """Readers in ARM state, with these instructions instead of gcc's retry."""
    return {"object.S": ARM_STATE_READERS.replace("popeq {r4, r5, r6, pc}\n\tb 1b", instructions)}


def module(more=""):
    return {"Kbuild": "obj-m := nothing.o\n", "nothing.c": MODULE.replace("/*MORE*/", more)}


DOCUMENTED = {
    "drivers/a/alpha.c": C_FILE,
    "README.md": "`make test`, [a](Documentation/a.rst), [us](https://example.org/x.c)\n",
    "Documentation/a.rst": "``alpha.c`` ``drivers/a/alpha.c`` ``drivers/{a}`` ``b.ko`` "
                           "``tests/boards/NAME`` ``drivers/clocksource/x.c`` ``a/*.c`` ``/lib.sh``\n"
                           "`one <../drivers/a/alpha.c>`_, `two <https://example.org/x.c>`_\n"
                           ".. literalinclude:: ../drivers/a/alpha.c\n",
}


def documented(more):
    return {**DOCUMENTED, "Documentation/a.rst": "A page\n" + more + "\n"}


MAP = "Documentation/design/latch-model.rst"
LATCH = "drivers/sched_clock/latch.c"
READER = "drivers/sched_clock/read.h"
COMPAT = "include/compat/linux/seqlock.h"
MAPPED = {name: open(os.path.join(HERE, "../..", name), encoding="utf-8").read()
          for name in (MAP, LATCH, READER, COMPAT, "include/soc-timers/sched_clock.h",
                       "tests/models/latch/latch.pml")}


def mapped(name, old, new):
    """The map of the model of the latch, with one of the files changed."""
    if old not in MAPPED[name]:
        raise ValueError(f"{name} has no '{old}'")
    return {**MAPPED, name: MAPPED[name].replace(old, new, 1)}


# Check: input it must accept (files, or a list of such), input it must reject (files, and
# a pattern for its message).
CASES = {
    "checkpatch": ({"a.c": C_FILE}, [
        ({"a.c": C_FILE.replace("a + b;", "a + b; ")}, "TRAILING_WHITESPACE"),
        ({"a.c": C_FILE.replace("a + b", "a+ b")}, "SPACING"),
        ({"a.h": C_FILE}, "SPDX_LICENSE_TAG"),
        ({"tests/user/a.c": C_FILE.replace("\treturn", "        return")}, "CODE_INDENT"),
    ]),
    "kernel_doc": ({"a.c": C_FILE}, [
        ({"a.c": C_FILE.replace(" * @b: ticks\n", "")}, "'b' not described"),
        ({"a.h": C_FILE.replace(" * Return: the sum in ticks.\n", "")}, "return value"),
    ]),
    "shellcheck": ({"a.sh": SHELL}, [
        ({"a.sh": SHELL.replace('"$1"', "$1")}, "SC2086"),
        ({"run": SHELL.replace('echo "$1"', "[[ -e $1 ]]")}, "SC3010"),
    ]),
    "python": ({"a.py": PYTHON}, [
        ({"a.py": PYTHON + "def broken(:\n"}, "SyntaxError"),
        ({"a.py": PYTHON + 'print("\\d")\n'}, "invalid escape"),
        ({"a.py": PYTHON + "print(undefined)\n"}, "undefined name"),
    ]),
    "codespell": ({"a.rst": "The time is read.\n"}, [
        ({"a.rst": "\x54eh time is read.\n"}, "The"),
    ]),
    "whitespace": ({"a.txt": "word\n", "title.rst": "A title\n=======\n"}, [
        ({"a.txt": "word \n"}, "trailing whitespace"),
        ({"a.txt": "  \tword\n"}, "space before tab"),
        ({"a.txt": "word\n\n"}, "blank line at EOF"),
        ({"a.txt": "word"}, "no newline"),
        ({"a.txt": "word\r\n"}, "a.txt:1"),
        ({"a.rst": "word\n" + "<" * 7 + " HEAD\n"}, "a.rst:2"),
        ({"a.rst": "word \n"}, "trailing whitespace"),
    ]),
    "ascii": ({"a.c": C_FILE, "Documentation/a.rst": "\u00b5s\n"}, [
        ({"a.c": C_FILE + "/* \u00b5s */\n"}, "a.c:15"),
    ]),
    "spdx": ({"a.c": C_FILE, "a.sh": SHELL, "a.h": f"/* {TAG} */\n"}, [
        ({"a.c": "int a;\n"}, "a.c:1"),
        ({"a.c": C_FILE.replace("-only", "-or-later")}, "a.c:1"),
        ({"a.c": C_FILE.replace("-only", "-only OR MIT")}, "a.c:1"),
        ({"a.c": "\n\n" + C_FILE}, "a.c:1"),
    ]),
    "versions": ({"a.c": C_FILE, "include/compat/a.h": "#if LINUX_" + "VERSION_CODE > 1\n"}, [
        ({"a.c": C_FILE + "#if LINUX_" + "VERSION_CODE > 1\n#endif\n"}, "a.c:15"),
        ({"Kbuild": "a = KERNEL" + "_VERSION(6, 12, 0)\n"}, "Kbuild:1"),
    ]),
    "includes": ({"drivers/a.c": INCLUDES, "a.c": INCLUDES.replace("#include", "//")}, [
        ({"drivers/a.c": INCLUDES.replace("linux/device.h", "linux/of.h")},
         "a.c: dev_err_probe is declared in linux/dev_printk.h"),
        ({"drivers/a.c": INCLUDES.replace("linux/limits.h", "linux/kernel.h")},
         "a.c: U32_MAX is declared in linux/limits.h"),
        ({"drivers/a.c": INCLUDES.replace("linux/irq_work.h", "linux/interrupt.h")},
         "a.c: irq_work is declared in linux/irq_work"),
    ]),
    "model": (mapped(LATCH, "static u64 width_mask", "\n\n/* Moved. */\nstatic u64 width_mask"), [
        (mapped(LATCH, "WRITE_ONCE(to->ns, from->ns)", "to->ns = from->ns"),
         r"write_copy: not in the map: to->ns = from->ns"),
        (mapped(LATCH, "\twrite_copy(&clk->copy[1].rd, rd);\n", ""),
         r"publish: 0 times, not once: write_copy\(&clk->copy\[1"),
        (mapped(LATCH, "\tclk->source = src;\n\tstart_epoch(clk, &now, ns);",
                "\tstart_epoch(clk, &now, ns);\n\tclk->source = src;"), "in another order"),
        (mapped(LATCH, "\traw_spin_lock_irqsave(&clk->lock, flags);\n\tadvance(clk, ns);\n\tclk",
                "\tadvance(clk, ns);\n\tclk"), "soc_clock_attend: 0 times, not once: raw_spin_lock"),
        (mapped(LATCH, "\tclk->attended = false;", "\tclk->attended = false;\n\tstop(clk);"),
         r"soc_clock_leave: not in the map: stop\(clk\)"),
        (mapped(LATCH, "\tstop_machine(nothing, NULL, NULL);", "\tstop_machine(nothing, NULL, x);"),
         "soc_clock_wait_for_readers: 0 times"),
        (mapped(LATCH, "static u64 width_mask",
                "static void sneak(struct soc_clock *clk)\n{\n\tclk->copy[0].rd.mult = 1;\n}\n\n"
                "static u64 width_mask"), "sneak: not in the map: clk->copy"),
        (mapped(READER, "\tpreempt_disable_notrace();\n", ""), "0 times, not once: preempt_disable"),
        (mapped(COMPAT, "\tsmp_rmb();\n", ""), r"0 times, not once: smp_rmb\(\)"),
        (mapped(LATCH, "publish(struct", "publish_all(struct"), "has no publish$"),
        (mapped("tests/models/latch/latch.pml", "/* <rmb>, ", "/* "), "<rmb> is not in"),
        (mapped("tests/models/latch/latch.pml", "/* <rmb>, ", "/* <mb>, <rmb>, "),
         "<mb> is not in"),
        ({**MAPPED, MAP: "No map.\n"}, "there is no map"),
    ]),
    "docs": (DOCUMENTED, [
        (documented("``beta.c``"), r"a.rst:2: there is no beta.c"),
        (documented("``drivers/b/alpha.c``"), "no drivers/b/alpha.c"),
        (documented("``alpha.[ch]``"), "no alpha.h"),
        (documented("``drivers/{a,b}``"), "no drivers/b"),
        (documented("``tests/b/``"), "no tests/b"),
        (documented("`us <a/alpha.c>`_"), "no a/alpha.c"),
        (documented(".. literalinclude:: ../alpha.c"), "no ../alpha.c"),
        ({**DOCUMENTED, "README.md": "[b](Documentation/b.rst)\n"}, "README.md:1: .*b.rst"),
    ]),
    "readers-arm": (arm(ARM_READERS, "NARROW", "nop"), [
        (arm(ARM_READERS, "NARROW", "beq 3f; nop; 3:"), "narrow_ns: conditional branch"),
        (arm(ARM_READERS, "NARROW", "cbz r0, 3f; nop; 3:"), "narrow_ns: conditional branch"),
        (arm(ARM_READERS, "WIDE", "it eq; popeq {r4, pc}"), "wide_ns: conditional branch"),
        (arm(ARM_READERS, "WIDE", "bl __gnu_mcount_nc"), "a tracer can get in"),
        (arm(ARM_READERS, "WIDE", "bl __aeabi_uldivmod"), "calls __aeabi_uldivmod"),
        (arm(ARM_READERS, "WIDE", "bl helper; b 3f; function helper; strex r1, r2, [r3]; 3:"),
         "helper: atomic"),
        (arm(ARM_READERS, "NARROW", "ldrex r1, [r2]"), "narrow_ns: atomic"),
        (arm(ARM_READERS, "RETRY", "beq 1b"), "2 conditional branches"),
        ({"object.S": ARM_READERS.replace("bne 1b", "bne 4f; 4:")}, "no backward jump"),
        ({"object.S": ARM_READERS.replace("\tdmb ish\n", "")}, "no barrier between"),
        (arm(ARM_READERS, "READ", "ldrex r1, [r2]"), "soc_clock_read: atomic"),
        (arm(ARM_READERS, "READ", "bl printk"), "calls printk"),
        (arm(ARM_READERS, "INLINED", "beq 1b"), "soc_clock_read: 2 retries"),
        (arm(ARM_READERS, "INLINED", "dmb ish"), "soc_clock_read: 2 barriers"),
        ({"object.S": ARM_READERS.replace("function wide_ns", ".text; function wide_ns")},
         "not in .noinstr.text"),
        ({"object.S": ARM_READERS.replace("wide_ns", "wider_ns")}, "wide_ns: no such function"),
        ({"object.S": ARM_READERS + '.section __mcount_loc, "a"; .long narrow_ns\n'},
         "may patch narrow_ns"),
    ]),
    "readers-arm-state": ([
        retry("popeq {r4, r5, r6, pc}; b 1b"),
        retry("ldmeq sp!, {r4, r5, r6, pc}; b 1b"),
        retry("ldmfdeq sp!, {r4, r5, r6, pc}; mov r0, r4; b 1b"),
        retry("bxeq lr; b 1b"),
        retry("moveq pc, lr; b 1b"),
        retry("ldreq pc, [sp], #4; b 1b"),
        retry("bne 1b; pop {r4, r5, r6, pc}"),
        retry("beq 2f; b 1b; 2: pop {r4, r5, r6, pc}"),
    ], [
        (retry("popeq {r4, r5, r6, pc}; pop {r4, r5, r6, pc}"), "no backward jump"),
        (retry("popeq {r4, r5, r6, pc}; b 2f; 2: pop {r4, r5, r6, pc}"), "no backward jump"),
        (retry("popeq {r4, r5, r6, pc}; b soc_clock_no_read"), "no backward jump"),
        (retry("beq 2f; 2: pop {r4, r5, r6, pc}"), "no backward jump"),
        (retry("bxeq lr; blx r3; b 1b"), "no backward jump"),
        (retry("addeq pc, pc, r3; pop {r4, r5, r6, pc}"), "no backward jump"),
        (retry("pop {r4, r5, r6, pc}"), "0 conditional branches"),
        (retry("b 1b"), "0 conditional branches"),
        (retry("popeq {r4, r5, r6, pc}; bne 1b"), "2 conditional branches"),
        (retry("ldmiaeq sp!, {r4, pc}; ldrne pc, [sp], #4; b 1b"), "2 conditional branches"),
        ({"object.S": ARM_STATE_READERS.replace("\tdmb ish\n", "")}, "no barrier between"),
        ({"object.S": ARM_STATE_READERS.replace("blx r3\n\tdmb ish", "dmb ish\n\tblx r3")},
         "no barrier between"),
        ({"object.S": ARM_STATE_READERS.replace("dmb ish\n\tldr r3, [r4]",
                                                "ldr r3, [r4]\n\tdmb ish")},
         "no barrier between"),
        ({"object.S": ARM_STATE_READERS.replace("dmb ish", "dmb ish; dmb ish")},
         "2 barriers, 1 expected"),
        (arm(ARM_STATE_READERS, "NARROW", "cmp r0, #7; popeq {r4, pc}"),
         "narrow_ns: conditional branch"),
        (arm(ARM_STATE_READERS, "NARROW", "bxeq lr"), "narrow_ns: conditional branch"),
        (arm(ARM_STATE_READERS, "NARROW", "ldmibne sp, {r4, pc}"),
         "narrow_ns: conditional branch"),
        (arm(ARM_STATE_READERS, "NARROW", "ldrex r1, [r2]"), "narrow_ns: atomic"),
    ]),
    "readers-um": (x86(X86_READERS, "NARROW", "nop"), [
        (x86(X86_READERS, "NARROW", "je 3f; nop; 3:"), "narrow_ns: conditional branch"),
        (x86(X86_READERS, "NARROW", "lock incl (%rax)"), "narrow_ns: atomic"),
        (x86(X86_READERS, "NARROW", "xchg %eax, (%rdx)"), "narrow_ns: atomic"),
        (x86(X86_READERS, "NARROW", "call __fentry__"), "a tracer can get in"),
        (x86(X86_READERS, "READ", "lock cmpxchg %eax, (%rdx)"), "soc_clock_read: atomic"),
        ({"object.s": X86_READERS.replace("jne", "jmp")}, "0 conditional branches"),
    ]),
    "counters": (arm(ARM_COUNTERS, "READ", "nop"), [
        (arm(ARM_COUNTERS, "READ", "ldr r2, [r3, #256]"), "more than 1 loads"),
        (arm(ARM_COUNTERS, "READ", "dsb"), "mct_counter_read: a barrier"),
        (arm(ARM_COUNTERS, "READ", "dmb ish"), "mct_counter_read: a barrier"),
        (arm(ARM_COUNTERS, "READ", "bl helper"), "a branch or call"),
        (arm(ARM_COUNTERS, "READ", "bne mct_counter_read"), "a branch or call"),
        (arm(ARM_COUNTERS, "WIDE", "ldr r1, [r3, #260]"), "more than 3 loads"),
        (arm(ARM_COUNTERS, "WIDE", "ldr r1, [r9, #260]"), "unknown address"),
        ({"object.S": ARM_COUNTERS.replace("\tldr r1, [r3, #260]\n", "")}, "2 loads"),
        (arm(ARM_COUNTERS, "CONVERT", "ldr r1, [r3, #260]"), "unknown address"),
        (arm(ARM_COUNTERS, "CONVERT", "bne 1f; 1:"), "mct_counter_ns: a branch or call"),
        ({"object.S": ARM_COUNTERS.replace("[r3, #256]\n\tldr ip", "[r0, #16]\n\tldr ip")},
         "mct_counter_ns: 0 loads"),
        ({"object.S": ARM_COUNTERS.replace("_cs", "_css")}, "no such function"),
    ]),
    "same": ({"object.S": ARM_COUNTERS, "other.S": ARM_COUNTERS}, [
        ({"object.S": ARM_COUNTERS, "other.S": ARM_COUNTERS.replace("#256", "#260", 1)},
         "differs"),
        ({"object.S": ARM_COUNTERS, "other.S": ARM_COUNTERS.replace("@WIDE", "nop")}, "differs"),
        ({"object.S": ARM_COUNTERS, "other.S": ARM_COUNTERS.replace("_cs", "_css")},
         "no such function"),
    ]),
    # The modules themselves show that these accept correct code.
    "gcc-arm": (None, [
        (module("\nint unannounced(void)\n{\n\treturn 0;\n}\n"), "missing-prototypes"),
    ]),
    "gcc-um": (None, [
        (module("\nvoid nowhere(void);\nstatic void __exit use(void)\n{\n\tnowhere();\n}\n"
                "module_exit(use);\n"), "nowhere.*undefined"),
    ]),
    "clang-arm": (None, [
        (module("\nint unannounced(void)\n{\n\treturn 0;\n}\n"), "missing-prototypes"),
    ]),
    "sparse-arm": (None, [
        (module(ENDIAN), "incorrect type|restricted __be32"),
    ]),
    "exynos_defconfig": (None, [
        (module("\nint unannounced(void)\n{\n\treturn 0;\n}\n"), "missing-prototypes"),
        # Declared in every kernel, but not exported to modules.
        (module("\nvoid sched_clock_register(u64 (*read)(void), int bits, unsigned long rate);\n"
                "static void __exit use(void)\n{\n\tsched_clock_register(NULL, 32, 1);\n}\n"
                "module_exit(use);\n"), "^sched_clock_register: the kernel doesn't export it"),
        ({"Kbuild": ""}, "no module was built"),
        ({**module(), "drivers/modules.sh": "echo nothing; echo missing\n"},
         "^no missing.ko was built with exynos_defconfig$"),
    ]),
    "multi_v7_defconfig": (None, [
        (module("\nvoid nowhere(void);\nstatic void __exit use(void)\n{\n\tnowhere();\n}\n"
                "module_exit(use);\n"), "^nowhere: the kernel doesn't export it"),
    ]),
}

ASSEMBLERS = {"object.S": "arm-linux-gnueabihf-as", "other.S": "arm-linux-gnueabihf-as",
              "object.s": "as"}
DISASM = {"readers-arm": "readers", "readers-arm-state": "readers", "readers-um": "readers", "counters": "counters",
          "same": "same"}
COMPILED = ("gcc-arm", "gcc-um", "clang-arm", "sparse-arm")
CONFIGURED = ("exynos_defconfig", "multi_v7_defconfig")


def command(check, files):
    if check in DISASM:
        objects = [name[:-2] + ".o" for name in files]
        return [os.path.join(HERE, "disasm.py"), DISASM[check], *objects]
    if check in COMPILED:
        return [os.path.join(HERE, "compile.sh"), check, "."]
    if check in CONFIGURED:
        return [os.path.join(HERE, "configs.sh"), "6.12", "arm", check, "."]
    return [os.path.join(HERE, "lint.sh"), check, *files]


def run(check, files):
    """Run a check on these files; returns its exit status and output."""
    with tempfile.TemporaryDirectory() as directory:
        for name, text in files.items():
            path = os.path.join(directory, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            if name in ASSEMBLERS:
                subprocess.run([ASSEMBLERS[name], "-o", path[:-2] + ".o", path], check=True)
        result = subprocess.run(command(check, files), cwd=directory, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)
        return result.returncode, result.stdout


def prove(check, files, words):
    """None, or what is wrong with a check; words is None for input it must accept."""
    status, output = run(check, files)
    if words is None:
        if status != 0:
            return f"{check} rejects correct input (status {status}):\n{output}"
        return None
    if status != 1:
        return f"{check} has status {status}, not 1, where it must report '{words}':\n{output}"
    if not re.search(words, output, re.MULTILINE):
        return f"{check} does not report '{words}':\n{output}"
    return None


def main(names):
    unknown = set(names) - set(CASES)
    if unknown:
        print(f"selftest.py: error: no check named {' '.join(sorted(unknown))}")
        return 2
    jobs = []
    for check in names or CASES:
        accepted, rejected = CASES[check]
        if not isinstance(accepted, list):
            accepted = [accepted] if accepted else []
        jobs += [(check, files, None) for files in accepted]
        jobs += [(check, files, words) for files, words in rejected]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [text for text in pool.map(lambda job: prove(*job), jobs) if text]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(jobs) - len(wrong)} of {len(jobs)} inputs are judged correctly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
