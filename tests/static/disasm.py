#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""Check the machine code of functions that must be fast and safe in an NMI.

    disasm.py readers OBJECT        the readers of the sched clock
    disasm.py counters OBJECT       the counter callbacks of a driver (ARM only)
    disasm.py same OBJECT OBJECT    all functions have the same instructions

OBJECT is a relocatable ELF file (.o or .ko) for 32-bit ARM, in ARM or Thumb-2 state,
or for x86-64. It is read with objdump ($OBJDUMP, or the one for the architecture).
Findings go to stdout with the instruction concerned; exit status 0: none, 1: some,
2: can't tell.

A conditionally executed instruction is not a branch: ARM has them to avoid branches,
and they cost the same whether executed or not. Only changes of the program counter
count.
"""

import os
import re
import struct
import subprocess
import sys

# Symbols that tracers and profilers insert into a function.
TRACER = re.compile(r"mcount|fentry|__tracepoint_|__traceiter_|trace_|__cyg_profile|sanitizer_cov")

# Sections in which tracers record the places they may patch.
TRACER_SECTIONS = ("__mcount_loc", "__patchable_function_entries")

# Functions that a reader may call if it is not noinstr: not traced in any kernel.
UNTRACED = re.compile(r"preempt_schedule_notrace(_thunk)?$|__SCT__preempt_schedule_notrace$"
                      r"|__asan_(load|store)\w+$|__kcsan_\w+$|kcsan_\w+$")

# The callbacks of each driver, and how often each of them reads the device.
COUNTERS = ((("mct_counter_read", 1), ("mct_counter_read_cs", 1), ("mct_counter_read_wide", 3),
             ("mct_counter_ns", 1)),
            (("dw_apb_counter_read", 1), ("dw_apb_counter_read_cs", 1),
             ("dw_apb_counter_ns", 1)))

READERS = ("soc_clock_read_noinstr", "narrow_ns", "wide_ns", "soc_clock_stopped",
           "soc_clock_no_read")

# Not noinstr, but also called in NMIs: these may branch where they enable preemption.
CALLERS = ("soc_clock_read", "soc_sched_clock")


class CannotTell(Exception):
    pass


class Insn:
    def __init__(self, address, text):
        self.address = address
        self.text = text
        # For our purposes a prefix (lock, rep) is the operation.
        words = text.split(None, 1)
        self.op = words[0]
        self.args = words[1] if len(words) > 1 else ""
        self.relocs = []

    def __str__(self):
        relocs = "".join(f"  {kind} {symbol}" for kind, symbol in self.relocs)
        return f"{self.address:6x}: {self.text}{relocs}"

    def symbol(self):
        """Name of the branch target, from the relocation or from objdump."""
        for _, symbol in self.relocs:
            return re.sub(r"[-+]0x[0-9a-f]+$", "", symbol)
        found = re.search(r"<([^>+]+)(\+0x[0-9a-f]+)?>", self.args)
        return found.group(1) if found else None

    def target(self):
        found = re.match(r"([0-9a-f]+) <", self.args)
        return int(found.group(1), 16) if found and not self.relocs else None


class Function:
    def __init__(self, name, section, start):
        self.name = name
        self.section = section
        self.start = start
        self.insns = []

    def contains(self, address):
        return bool(self.insns) and self.start <= address <= self.insns[-1].address


class Arm:
    CONDITIONS = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"
    BRANCH = re.compile(rf"(bl|blx|bx|bxj|b)(({CONDITIONS})|al)?(\.[nw])?$")
    ATOMIC = re.compile(r"ldrex|strex|ldaex|stlex|swp")
    BARRIER = re.compile(r"dmb|dsb|isb")
    CP15_BARRIER = re.compile(r"mcr.*cr7, *cr(10|5), *\{[45]\}")
    POP = re.compile(rf"(?:pop|ldm(?:ia|ib|da|db|fd|fa|ed|ea)?)({CONDITIONS})?(?:\.[nw])?$")
    # Of a single register; pop of one register is the same instruction as ldr.
    LOAD_OR_MOVE = re.compile(rf"(?:ldr|mov)({CONDITIONS})?(?:\.[nw])?$")
    RETURN_ADDRESS = re.compile(r"pc, *(?:lr$|\[sp\], *#4$)")

    def kind(self, insn):
        """None, or one of: jump, call, return; conditional ones begin with 'cond-'."""
        found = self.BRANCH.match(insn.op)
        if found:
            kind = {"bl": "call", "blx": "call", "b": "jump"}.get(found.group(1))
            if not kind:
                kind = "return" if insn.args.startswith("lr") else "jump"
            return f"cond-{kind}" if found.group(3) else kind
        if re.match(r"cbn?z", insn.op):
            return "cond-jump"
        if re.match(r"tb[bh]$", insn.op):
            return "jump"
        found = self.POP.match(insn.op)
        if found and re.search(r"\bpc\b", insn.args):
            return "cond-return" if found.group(1) else "return"
        if re.match(r"pc\b", insn.args) and not re.match(r"str|cmp|cmn|tst|teq|push", insn.op):
            found = self.LOAD_OR_MOVE.match(insn.op)
            if found and self.RETURN_ADDRESS.match(insn.args):
                return "cond-return" if found.group(1) else "return"
            return "cond-jump"
        return None

    def atomic(self, insn):
        return self.ATOMIC.match(insn.op)

    def barrier(self, insn):
        return self.BARRIER.match(insn.op) or self.CP15_BARRIER.match(insn.text)


class X86:
    def kind(self, insn):
        op = insn.op
        args = insn.args
        if op in ("notrack", "bnd", "rep", "repz"):
            op, _, args = args.partition(" ")
        if op.startswith("call"):
            return "call"
        if op.startswith("ret"):
            return "return"
        if op.startswith("jmp"):
            return "jump"
        if op.startswith(("j", "loop")):
            return "cond-jump"
        return None

    def atomic(self, insn):
        if insn.op == "lock" or re.match(r"cmpxchg|xadd", insn.op):
            return True
        return insn.op.startswith("xchg") and "(" in insn.args

    def barrier(self, insn):
        return re.match(r"[lsm]fence", insn.op)


class Object:
    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)
        self.arch, default = self.identify()
        self.objdump = os.environ.get("OBJDUMP") or default
        self.functions = {}
        self.read_code()

    def identify(self):
        with open(self.path, "rb") as file:
            header = file.read(20)
        if header[:4] != b"\x7fELF":
            raise CannotTell(f"{self.path}: not an ELF file")
        machine = struct.unpack("<H", header[18:20])[0]
        if machine == 40:
            return Arm(), "arm-linux-gnueabihf-objdump"
        if machine == 62:
            return X86(), "objdump"
        raise CannotTell(f"{self.path}: machine {machine} is neither ARM nor x86-64")

    def run(self, *options):
        command = [self.objdump, *options, self.path]
        try:
            return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT).stdout
        except FileNotFoundError:
            raise CannotTell(f"{self.objdump} is not installed") from None
        except subprocess.CalledProcessError as error:
            raise CannotTell(f"{self.objdump}: {error.stdout.strip()}") from None

    def read_code(self):
        section = function = None
        for line in self.run("-dr", "--no-show-raw-insn", "-w").splitlines():
            found = re.match(r"Disassembly of section (.*):", line)
            if found:
                section, function = found.group(1), None
                continue
            found = re.match(r"([0-9a-f]+) <(.*)>:$", line)
            if found:
                function = Function(found.group(2), section, int(found.group(1), 16))
                self.functions.setdefault(function.name, function)
                continue
            found = re.match(r" *([0-9a-f]+):\t([^\t].*)$", line)
            if not found or not function:
                continue
            # With -w, relocations are at the end of their instruction's line.
            text, *relocs = re.split(r"\t[0-9a-f]+: (?=R_)", found.group(2))
            text = re.split(r" *(?:[;@#] |\t[;@#])", text.replace("\t", " "))[0].strip()
            insn = Insn(int(found.group(1), 16), text)
            insn.relocs = [tuple(reloc.split(None, 1)) for reloc in relocs]
            function.insns.append(insn)
        if not self.functions:
            raise CannotTell(f"{self.path}: no code in it")

    def patch_sites(self):
        """Pairs of a tracer's section and a symbol that it points at."""
        section = None
        for line in self.run("-r").splitlines():
            found = re.match(r"RELOCATION RECORDS FOR \[(.*)\]:", line)
            if found:
                section = found.group(1)
            elif section and section.startswith(TRACER_SECTIONS) and " R_" in line:
                yield section, line.split()[-1]


class Findings:
    def __init__(self):
        self.count = 0

    def add(self, function, what, insn=None):
        self.count += 1
        print(f"{function.name}: {what}" + (f"\n  {insn}" if insn else ""))
        if not insn:
            return
        print(f"  in {function.section} <{function.name}>:")
        # A function that does not belong in a reader may be long.
        place = function.insns.index(insn)
        for other in function.insns[max(0, place - 30):place + 10]:
            print(f"  {'>' if other is insn else ' '} {other}")

    def missing(self, obj, name):
        self.count += 1
        print(f"{name}: no such function in {obj.name}")


def check_common(obj, function, findings):
    """For every function that runs in a reader."""
    for insn in function.insns:
        if obj.arch.atomic(insn):
            findings.add(function, "atomic read-modify-write", insn)
        for _, symbol in insn.relocs:
            if TRACER.search(symbol):
                findings.add(function, f"a tracer can get in: {symbol}", insn)


def check_calls(obj, function, findings, seen, untraced=None):
    """Follow direct calls. Pointers are not followed: what they point at is checked by name."""
    seen.add(function.name)
    check_common(obj, function, findings)
    for insn in function.insns:
        kind = obj.arch.kind(insn)
        if kind is None or kind.endswith("return"):
            continue
        symbol = insn.symbol()
        if not symbol or symbol == function.name or symbol in seen:
            continue
        if symbol.startswith(".") and insn.target() is None:
            findings.add(function, f"call into {symbol}, can't tell which function", insn)
        elif symbol in obj.functions:
            check_calls(obj, obj.functions[symbol], findings, seen, untraced)
        elif TRACER.search(symbol):
            pass
        elif not (untraced and untraced.match(symbol)):
            findings.add(function, f"calls {symbol}, which may be traced", insn)


def conditional_branches(obj, function):
    return [insn for insn in function.insns
            if (obj.arch.kind(insn) or "").startswith("cond-")]


def goes_back(function, insn):
    target = insn.target()
    return target is not None and function.start <= target <= insn.address


def is_retry(obj, function, branch):
    """A backward jump; or an exit, by jump or return, followed by a backward jump."""
    if goes_back(function, branch):
        return obj.arch.kind(branch) == "cond-jump"
    for insn in function.insns[function.insns.index(branch) + 1:]:
        kind = obj.arch.kind(insn)
        if kind:
            return kind == "jump" and goes_back(function, insn)
    return False


def check_retry_only(obj, function, findings):
    branches = conditional_branches(obj, function)
    if len(branches) != 1:
        findings.add(function, f"{len(branches)} conditional branches, 1 expected: the retry",
                     branches[-1] if branches else function.insns[-1])
        return
    if not is_retry(obj, function, branches[0]):
        findings.add(function, "no retry: no backward jump from here", branches[0])
    elif isinstance(obj.arch, Arm):
        check_retry_barrier(obj, function, branches[0], findings)


def check_retry_inlined(obj, function, findings):
    """The same where there are other branches, which enable preemption."""
    retries = [insn for insn in conditional_branches(obj, function)
               if is_retry(obj, function, insn)]
    if len(retries) != 1:
        findings.add(function, f"{len(retries)} retries, 1 expected",
                     retries[-1] if retries else function.insns[-1])
    elif isinstance(obj.arch, Arm):
        check_retry_barrier(obj, function, retries[0], findings)


def check_retry_barrier(obj, function, branch, findings):
    """Without its barrier, the sequence may be reread before the data is read."""
    barriers = [insn for insn in function.insns if obj.arch.barrier(insn)]
    if len(barriers) > 1:
        findings.add(function, f"{len(barriers)} barriers, 1 expected", barriers[-1])
        return
    ahead = function.insns[:function.insns.index(branch)]
    calls = [place for place, insn in enumerate(ahead) if obj.arch.kind(insn) == "call"]
    looks = [place for place, insn in enumerate(ahead) if insn.op.startswith("ldr")]
    places = [place for place, insn in enumerate(ahead) if insn in barriers]
    if not places or not calls or not looks or not calls[-1] < places[0] < looks[-1]:
        findings.add(function, "no barrier between reading the counter and rereading "
                     "the sequence", branch)


def check_readers(obj):
    findings = Findings()
    for name in READERS:
        if name not in obj.functions:
            findings.missing(obj, name)
    for name, function in obj.functions.items():
        if name not in READERS and function.section != ".noinstr.text":
            continue
        if function.section != ".noinstr.text":
            findings.add(function, f"is in {function.section}, not in .noinstr.text")
        check_calls(obj, function, findings, set())
        if name == "soc_clock_read_noinstr":
            check_retry_only(obj, function, findings)
        else:
            for insn in conditional_branches(obj, function):
                findings.add(function, "conditional branch", insn)

    for name in CALLERS:
        function = obj.functions.get(name)
        if function:
            check_calls(obj, function, findings, set(READERS), UNTRACED)
            check_retry_inlined(obj, function, findings)
        else:
            findings.missing(obj, name)

    readers = (".noinstr.text", *CALLERS, *READERS)
    for section, symbol in obj.patch_sites():
        if re.sub(r"[-+]0x[0-9a-f]+$", "", symbol) in readers:
            findings.count += 1
            print(f"{section}: a tracer may patch {symbol}")
    return findings


class ArmLoads:
    """Distinguishes loads from a device from others, by the origin of the address.

    A driver keeps the address of its registers in a static variable: a load from a
    symbol's address yields a pointer, and a load through such a pointer reads the device.
    A function that converts for the clock gets the address of the clock's read data.
    """

    def __init__(self, converts):
        self.registers = {"sp": "stack", "fp": "stack", "pc": "literals"}
        if converts:
            self.registers["r0"] = "data"

    def step(self, insn):
        """None, 'memory', 'device' or 'unknown'."""
        if re.match(r"(pop|ldm)", insn.op):
            return None if re.match(r"(sp!?, *)?\{", insn.args) else "unknown"
        found = re.match(r"(\w+), *(?:(\w+), *)?\[(\w+)(.*)$", insn.args)
        if insn.op.startswith("ldr") and found:
            base = self.registers.get(found.group(3))
            result = {"stack": (None, None), "literals": ("symbol", None),
                      "symbol": ("pointer", "memory"), "pointer": (None, "device"),
                      "data": (None, "memory")}
            kind, load = result.get(base, (None, "unknown"))
            self.registers[found.group(1)] = kind
            return load
        if re.match(r"str|push|stm|cmp|cmn|tst|teq", insn.op):
            return None
        found = re.match(r"(\w+)(?:, *(\w+))?", insn.args)
        if found and found.group(1) not in ("sp", "fp", "pc"):
            if any("MOVW" in kind or "MOVT" in kind for kind, _ in insn.relocs):
                self.registers[found.group(1)] = "symbol"
            elif re.match(r"(add|sub|mov)s?$", insn.op):
                kind = self.registers.get(found.group(2))
                self.registers[found.group(1)] = kind if kind in ("symbol", "pointer", "data") else None
            else:
                self.registers[found.group(1)] = None
        return None


def check_counter(obj, function, loads_expected, findings):
    loads = 0
    tracker = ArmLoads(function.name.endswith("_ns"))
    check_common(obj, function, findings)
    for insn in function.insns:
        kind = obj.arch.kind(insn)
        if kind and kind != "return":
            findings.add(function, "a branch or call", insn)
        if obj.arch.barrier(insn):
            findings.add(function, "a barrier", insn)
        load = tracker.step(insn)
        if load == "unknown":
            findings.add(function, "a load from an unknown address: teach disasm.py about it", insn)
        elif load == "device":
            loads += 1
            if loads > loads_expected:
                findings.add(function, f"more than {loads_expected} loads from the device", insn)
    if loads < loads_expected:
        findings.add(function, f"{loads} loads from the device, {loads_expected} expected",
                     function.insns[-1])


def check_counters(obj):
    if not isinstance(obj.arch, Arm):
        raise CannotTell(f"{obj.path}: counters are checked on ARM only")
    findings = Findings()
    drivers = [driver for driver in COUNTERS
               if any(name in obj.functions for name, _ in driver)]
    for name, loads in (drivers or COUNTERS)[0]:
        function = obj.functions.get(name)
        if function:
            check_counter(obj, function, loads, findings)
        else:
            findings.missing(obj, name)
    return findings


def check_same(one, other):
    findings = Findings()
    for name in sorted(set(one.functions) | set(other.functions)):
        function = one.functions.get(name)
        twin = other.functions.get(name)
        if not function or not twin:
            findings.missing(other if function else one, name)
            continue
        for left, right in zip(function.insns, twin.insns):
            if (left.text, left.relocs) != (right.text, right.relocs):
                findings.add(function, f"{one.name} differs from {other.name}", left)
                findings.add(twin, "its counterpart", right)
                break
        else:
            if len(function.insns) != len(twin.insns):
                findings.add(function, f"{len(function.insns)} instructions in {one.name}, "
                             f"{len(twin.insns)} in {other.name}")
    return findings


def main(arguments):
    checks = {"readers": (check_readers, 1), "counters": (check_counters, 1),
              "same": (check_same, 2)}
    if not arguments or arguments[0] not in checks or \
       len(arguments) - 1 != checks[arguments[0]][1]:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        objects = [Object(path) for path in arguments[1:]]
        findings = checks[arguments[0]][0](*objects)
    except (CannotTell, OSError) as error:
        print(f"disasm.py: error: {error}")
        return 2
    return 1 if findings.count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
