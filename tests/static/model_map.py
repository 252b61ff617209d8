#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""Find lines of the clock's code that have changed without the model of the latch.

    model_map.py LINUX PAGE MODEL

The PAGE has a map, an indented block that leads from tags like <copy-odd> in the MODEL to
lines of the code:

    drivers/sched_clock/latch.c publish(), whole
      copy-odd    write_copy(&clk->copy[1].rd, rd);
      =           soc_clock_step(clk);

Each line must be in that function once, and they must be there in this order; "whole": and no
other line may be. "=" marks a line without a step in the model. "LINUX/" begins the name of
a file in the kernel tree LINUX. Every tag of the model must be in the map, and no other. In
the files of the latch, every line must be in the map that publishes, orders, locks, waits for
readers or touches a copy (SHARED), in whichever function it is.
"""

import re
import sys

HEAD = re.compile(r"\s+((?:LINUX|drivers|include)/\S+\.[ch]) (\w+)(\(\))?(, whole)?$")
LINE = re.compile(r"\s+([a-z-]+|=)\s{2,}(\S.*)$")
LATCH = ("drivers/sched_clock/latch.c", "drivers/sched_clock/read.h")
SHARED = re.compile(r"\bpublish\(|\bwrite_copy\(|copy\[|seqcount|\b(smp_|mb\(|barrier)"
                    r"|\b(READ|WRITE)_ONCE\(|_spin_|\bstop_machine\(|preempt_"
                    r"|\b(stop|start_epoch|switch_source|advance)\(|\bclk->(source|suspended) = ")
TAG = re.compile(r"<([a-z][a-z-]*)>")


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def statements(text):
    """Lines of code without comments, indentation and line continuation."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    lines = [re.sub(r"\s+", " ", line.rstrip("\\")).strip() for line in text.split("\n")]
    return [line for line in lines if line]


def body(text, name, is_function):
    """What is between the braces of a function or macro, as a list of lines."""
    if is_function:
        match = re.search(rf"^(?:\w[^;{{}}#]*\b|){name}\([^;{{}}]*\)\n\{{\n(.*?)^\}}", text,
                          re.MULTILINE | re.DOTALL)
    else:
        match = re.search(rf"^#define {name}\(.*?(?<!\\)\n", text, re.MULTILINE | re.DOTALL)
    return match and statements(match[1] if is_function else match[0])


def functions(text):
    """The names of all functions that a file defines."""
    return re.findall(r"^\w[^;{}#\n]*?\b(\w+)\([^;{}]*\)\n\{\n", text, re.MULTILINE)


def not_mapped(name, text, mapped):
    """Lines of a file of the latch that readers or other writers could notice."""
    for function in functions(text):
        for line in body(text, function, True):
            if SHARED.search(line) and (name, function, line) not in mapped:
                yield f"{name}, {function}: not in the map: {line}"


def parse(page):
    """The map: a list of (number of line, file, name, is function, whole, lines)."""
    found = []
    for number, line in enumerate(page.split("\n"), 1):
        if match := HEAD.match(line):
            found.append((number, match[1], match[2], bool(match[3]), bool(match[4]), []))
        elif found and (match := LINE.match(line)):
            found[-1][5].append((match[1], re.sub(r"\s+", " ", match[2])))
        elif found and line and not line[0].isspace():
            break
    return found


def judge(lines, code, whole):
    wrong = [f"{code.count(line)} times, not once: {line}" for line in lines
             if code.count(line) != lines.count(line)]
    if not wrong and lines != [line for line in code if line in lines]:
        wrong = ["these lines are in another order in the code"]
    if whole:
        wrong += [f"not in the map: {line}" for line in code if line not in lines]
    return wrong


def main(linux, page, model):
    wrong = []
    blocks = parse(read(page))
    if not blocks:
        wrong.append(f"{page}: there is no map")
    for number, name, function, is_function, whole, lines in blocks:
        code = body(read(re.sub("^LINUX", linux, name)), function, is_function)
        if code is None:
            wrong.append(f"{page}:{number}: {name} has no {function}")
            continue
        wrong += [f"{page}:{number}: {name}, {function}: {text}"
                  for text in judge([line for _, line in lines], code, whole)]
    lines = {(name, function, line) for _, name, function, _, _, block in blocks
             for _, line in block}
    for name in LATCH:
        wrong += not_mapped(name, read(name), lines)
    mapped = {tag for block in blocks for tag, _ in block[5]} - {"="}
    tags = set(TAG.findall(read(model)))
    wrong += [f"{model}: <{tag}> is not in {page}" for tag in sorted(tags - mapped)]
    wrong += [f"{page}: <{tag}> is not in {model}" for tag in sorted(mapped - tags)]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    if wrong:
        print("change the model with the code, and the map with both")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
