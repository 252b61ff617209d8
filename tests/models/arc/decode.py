#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""Instructions as objdump shows them, packed for the machine to execute.

    arc-linux-gnu-objdump -d PROGRAM | decode.py >TABLE

So it is binutils that knows how ARC HS encodes instructions, and the machine only
what they do. An instruction that the machine does not know is left out of the
table, and counted on stderr: the machine stops where it should be executed.

The table has one record for each instruction, see struct insn in machine.h.
"""

import collections
import os
import re
import struct
import sys

CONDITIONS = ("al", "eq", "ne", "p", "n", "c", "nc", "v", "nv", "gt", "ge", "lt", "le", "hi",
              "ls", "pnz")
SYNONYMS = {"z": "eq", "nz": "ne", "pl": "p", "mi": "n", "cs": "c", "lo": "c", "cc": "nc",
            "hs": "nc", "vs": "v", "vc": "nv"}
REGISTERS = {"gp": 26, "fp": 27, "sp": 28, "ilink": 29, "blink": 31, "acch": 59, "accl": 58,
             "lp_count": 60, "pcl": 63}
REGISTERS.update((f"r{n}", n) for n in range(64))

FLAGS, DELAY, EXTEND = 1, 2, 4
ADDRESS = {"a": 1, "aw": 1, "ab": 2, "as": 3}
IGNORED = ("di", "t", "nt")
REG, IMM = 1, 2
RECORD = struct.Struct("<IBBBBBB2x4I")


def operations():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ops.def")
    with open(path, encoding="ascii") as file:
        names = re.findall(r"X\((\w+)\)", file.read())
    return {name: n for n, name in enumerate(names)}


def condition(word):
    word = SYNONYMS.get(word, word)
    return CONDITIONS.index(word) if word in CONDITIONS else None


OPERATIONS = operations()


def mnemonic(word):
    """The operation of the first part of a mnemonic, and the condition in it."""
    if word.endswith("_s"):
        word = word[:-2]
    if word in OPERATIONS:
        return word, 0
    for base in ("b", "j", "bl", "jl", "lp"):
        code = condition(word[len(base):]) if word.startswith(base) else None
        if code is not None:
            return base, code
    raise ValueError(word)


def operand(text):
    """A register, the first one of a pair, or a number."""
    pair = re.fullmatch(r"(r\d+|fp)(r\d+|gp|fp|sp)", text)
    if pair:
        text = pair.group(1)
    if text in REGISTERS:
        return REG, REGISTERS[text]
    return IMM, int(text, 0) & 0xffffffff


def auxiliary(parcels):
    """The number of the auxiliary register: not all names are in every objdump."""
    word = parcels[0] << 16 | parcels[1]
    form, low, high = word >> 22 & 3, word >> 6 & 63, word & 63
    if form == 0 and low == 62:
        return IMM, parcels[2] << 16 | parcels[3]
    if form == 0:
        return REG, low
    if form == 1:
        return IMM, low
    number = high << 6 | low
    return IMM, (number - 4096 if number & 2048 else number) & 0xffffffff


def decode(address, raw, words, args, comment):
    parcels = [int(parcel, 16) for parcel in raw.split()]
    parts = words.split(".")
    op, code = mnemonic(parts[0])
    flags = 0
    for part in (part[:-2] if part.endswith("_s") else part for part in parts[1:]):
        if part in ADDRESS:
            flags |= ADDRESS[part] << 3
        elif part in ("f", "d", "x"):
            flags |= {"f": FLAGS, "d": DELAY, "x": EXTEND}[part]
        elif part not in IGNORED:
            code = condition(part)
            if code is None:
                raise ValueError(words)

    texts = [text for text in re.sub(r"[\[\] ]", "", args).split(",") if text]
    if op in ("lr", "sr"):
        operands = [operand(texts[0]), auxiliary(parcels)]
    else:
        operands = [operand(text) for text in texts]
    target = re.match(r";([0-9a-f]+)", comment)
    target = int(target.group(1), 16) if target else 0
    operands += [(0, 0)] * (3 - len(operands))
    return RECORD.pack(address, OPERATIONS[op], code, flags, 2 * len(parcels),
                       operands[0][0] | operands[1][0] << 2 | operands[2][0] << 4, 0,
                       operands[0][1], operands[1][1], operands[2][1], target)


def main():
    unknown = collections.Counter()
    for line in sys.stdin:
        fields = line.rstrip("\n").split("\t")
        address = re.fullmatch(r" *([0-9a-f]+):", fields[0])
        if not address or len(fields) < 3 or fields[2].startswith("."):
            continue
        args = fields[3] if len(fields) > 3 else ""
        comment = fields[4] if len(fields) > 4 else ""
        try:
            record = decode(int(address.group(1), 16), fields[1], fields[2], args, comment)
        except (ValueError, IndexError):
            unknown[fields[2]] += 1
            continue
        sys.stdout.buffer.write(record)
    for name, count in unknown.most_common(20):
        print(f"decode.py: unknown: {name} ({count})", file=sys.stderr)


if __name__ == "__main__":
    main()
