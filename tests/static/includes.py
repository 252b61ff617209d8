#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""Find sources that use something of the kernel without including its header.

    includes.py KERNEL_SOURCE... -- FILE...

Such a source compiles only as long as some other header includes the missing one, which
depends on the kernel, the architecture and the configuration. In each of the kernels one
of the headers that a source includes must declare what it uses: functions, macros,
structures. Headers of ours may include the kernel's for it; the kernel's may not, apart
from those in ALSO.
"""

import os
import re
import sys

# Headers that stand for others as well: what those declare is documented as theirs, or has
# been in one or the other, depending on the kernel.
ALSO = {
    "kunit/test.h": ["kunit/assert.h", "kunit/resource.h", "kunit/try-catch.h"],
    "linux/atomic.h": ["asm/atomic.h", "linux/atomic/"],
    "linux/bitops.h": ["asm/bitops.h", "asm/bitops/", "linux/bits.h", "vdso/bits.h"],
    "linux/bits.h": ["asm/bitsperlong.h", "vdso/bits.h"],
    "linux/bug.h": ["asm/bug.h"],
    "linux/clocksource.h": ["vdso/clocksource.h"],
    "linux/compiler.h": ["asm/rwonce.h"],
    "linux/cpu.h": ["linux/cpuhplock.h"],
    "linux/cpumask.h": ["linux/cpumask_types.h"],
    "linux/delay.h": ["asm/delay.h"],
    "linux/device.h": ["linux/dev_printk.h", "linux/device/"],
    "linux/hrtimer.h": ["linux/hrtimer_defs.h", "linux/hrtimer_types.h"],
    "linux/interrupt.h": ["linux/irqreturn.h"],
    "linux/io.h": ["asm/io.h"],
    "linux/irq_work.h": ["linux/irq_work_types.h"],
    "linux/irqflags.h": ["asm/irqflags.h"],
    "linux/jiffies.h": ["asm/param.h", "vdso/jiffies.h"],
    "linux/kernel.h": ["linux/array_size.h", "linux/kstrtox.h", "linux/sprintf.h"],
    "linux/kstrtox.h": ["linux/kernel.h"],
    "linux/limits.h": ["vdso/limits.h"],
    "linux/mod_devicetable.h": ["linux/device-id/"],
    "linux/module.h": ["linux/export.h", "linux/init.h", "linux/moduleparam.h"],
    "linux/mutex.h": ["linux/mutex_types.h"],
    "linux/percpu.h": ["asm/percpu.h", "linux/percpu-defs.h"],
    "linux/printk.h": ["linux/kern_levels.h", "linux/stdarg.h"],
    "linux/processor.h": ["asm/processor.h"],
    "linux/slab.h": ["linux/gfp.h", "linux/gfp_types.h"],
    "linux/smp.h": ["asm/smp.h"],
    "linux/spinlock.h": ["linux/spinlock_types.h", "linux/spinlock_types_raw.h"],
    "linux/string.h": ["linux/fortify-string.h"],
    "linux/time64.h": ["vdso/time64.h"],
    # The accessors' own header is renamed in later kernels.
    "soc/arc/timers.h": ["soc/arc/"],
}

# In every source, by the compiler's command line.
ALWAYS = ["linux/compiler-clang.h", "linux/compiler-gcc.h", "linux/compiler-version.h",
          "linux/compiler_attributes.h", "linux/compiler_types.h", "linux/kconfig.h"]

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include(?:_next)?[ \t]+([<"])([^>"]+)[>"]', re.MULTILINE)
WORD = re.compile(r"\w+")

DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
# At the beginning of a line, perhaps with its return type on the line before.
FUNCTION = re.compile(r"^(?!typedef\b|return\b|else\b)"
                      r"(?:[A-Za-z_](?:[\w \t*]|\([^()\n]*\))*[ \t*\n])?(\w+)[ \t]*\(",
                      re.MULTILINE)
STRUCT = re.compile(r"\b(?:struct|union|enum)[ \t]+(\w+)[ \t]*\{")
ENUM = re.compile(r"\benum\b[^;{}]*\{([^{}]*)\}")
ENUMERATOR = re.compile(r"(?:^|,)\s*(\w+)")

CALL = re.compile(r"(?<![\w.>])(\w+)[ \t]*\(")
# Not a pointer to it, for which a declaration without a header would do.
INSTANCE = re.compile(r"\b(?:struct|union)[ \t]+(\w+)[ \t]+(?!\*)\w")
CONSTANT = re.compile(r"(?<![\w.>])([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b")
KEYWORDS = {"bool", "defined", "for", "if", "int", "return", "sizeof", "switch", "typeof", "u32",
            "u64", "void", "while"}

# Where a kernel has headers, and as what they are included.
PLACES = [("include", ""), ("include/asm-generic", "asm/")]
PLACES += [(f"arch/{arch}/include", "") for arch in ("arc", "arm", "arm64", "mips")]
INCLUDED = ("asm/", "clocksource/", "kunit/", "linux/", "soc/arc/", "uapi/linux/", "vdso/")


def stripped(text):
    return COMMENT.sub(" ", text).replace("\\\n", "  ")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def declared(text):
    """The names that a file declares or defines."""
    names = set(DEFINE.findall(text)) | set(STRUCT.findall(text)) | set(FUNCTION.findall(text))
    for body in ENUM.findall(text):
        names.update(ENUMERATOR.findall(body))
    return names


def used(text):
    """The names that a file uses, as far as they can be told from those of variables."""
    text = INCLUDE.sub("", STRING.sub('""', text))
    names = set(CALL.findall(text)) | set(INSTANCE.findall(text)) | set(CONSTANT.findall(text))
    return names - KEYWORDS


def headers(source):
    for place, prefix in PLACES:
        base = os.path.join(source, place)
        for directory, _, files in os.walk(base):
            for file in files:
                path = os.path.join(directory, file)
                name = prefix + os.path.relpath(path, base)
                if name.endswith(".h") and name.startswith(INCLUDED):
                    yield name.removeprefix("uapi/"), path


def index(source, names):
    """Maps those of the names that a kernel declares to the headers that do."""
    found = {}
    for header, path in headers(source):
        text = read(path)
        if names.isdisjoint(WORD.findall(text)):
            continue
        for name in declared(stripped(text)) & names:
            found.setdefault(name, set()).add(header)
    if not found:
        sys.exit(f"includes.py: error: {source} declares nothing of what is used")
    return found


class Sources:
    """Our files."""

    def __init__(self):
        self.texts = {}

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = stripped(read(path))
        return self.texts[path]

    @staticmethod
    def ours(kind, name, path):
        """The path of an included file, if it is one of ours."""
        here = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if kind == '"' and os.path.exists(here):
            return here
        there = os.path.join("include", name)
        return there if os.path.exists(there) else None

    def reach(self, path, files, included):
        """Collects our files that one includes, itself too, and the kernel's headers."""
        files.add(path)
        for kind, name in INCLUDE.findall(self.text(path)):
            ours = self.ours(kind, name, path)
            if not ours:
                included.add(name)
            elif ours not in files:
                self.reach(ours, files, included)


def covers(header, declaring):
    if header == declaring or declaring in ALWAYS:
        return True
    return any(declaring == also or (also.endswith("/") and declaring.startswith(also))
               for also in ALSO.get(header, []))


def check(path, sources, kernels):
    files, included = set(), set()
    sources.reach(path, files, included)
    own = set()
    for file in files:
        own |= declared(sources.text(file))
    missing = {}
    for name in used(sources.text(path)) - own:
        for found in kernels:
            places = found.get(name, set())
            if places and not any(covers(h, p) for h in included for p in places):
                missing.setdefault(name, set()).update(places)
    for name, places in sorted(missing.items()):
        linux = sorted(place for place in places if place.startswith("linux/"))
        print(f"{path}: {name} is declared in {', '.join((linux or sorted(places))[:3])}")
    return not missing


def main(arguments):
    split = arguments.index("--")
    paths = arguments[split + 1:]
    sources = Sources()
    names = set().union(*(used(sources.text(path)) for path in paths))
    kernels = [index(source, names) for source in arguments[:split]]
    # A list, because all of them are to be checked.
    return 0 if all([check(path, sources, kernels) for path in paths]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
