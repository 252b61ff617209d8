#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""
Compile the device trees of unpacked kernel sources that have a timer of ours.

    tests/census/trees.py DIRECTORY SERIES...

DIRECTORY gets two files for the guest: "trees", all flattened device trees one after the
other, and "index", a line "OFFSET SIZE SERIES ARCH/NAME DRIVER..." for each of them. The
trees themselves are kept in the cache. cpp and dtc are called as the kernel does.
"""

import concurrent.futures
import hashlib
import inspect
import os
import re
import subprocess
import sys

# What the drivers match, apart from compatible strings of our own.
COMPATIBLES = {
    'mct': ['samsung,exynos4210-mct', 'samsung,exynos4412-mct'],
    'dw_apb': ['snps,dw-apb-timer', 'snps,dw-apb-timer-sp', 'snps,dw-apb-timer-osc',
               'picochip,pc3x2-timer'],
    'arc': ['snps,arc-timer', 'snps,archs-timer-gfrc', 'snps,archs-gfrc',
            'snps,archs-timer-rtc', 'snps,archs-rtc', 'snps,arc-rtc'],
}
ANY = re.compile('"(?:%s)"' % '|'.join(re.escape(text) for texts in COMPATIBLES.values()
                                       for text in texts))
INCLUDE = re.compile(r'^\s*(?:#\s*include|/include/)\s*[<"]([^">]+)[">]', re.MULTILINE)
PLUGIN = re.compile(r'^\s*/plugin/\s*;', re.MULTILINE)


def fail(text):
    sys.exit(f'trees.py: error: {text}')


def sources(tree):
    """All files that device trees are made of: path to text."""
    files = {}
    arch = os.path.join(tree, 'arch')
    for name in sorted(os.listdir(arch)):
        top = os.path.join(arch, name, 'boot', 'dts')
        for directory, _, names in os.walk(top):
            for file in names:
                if file.endswith(('.dts', '.dtsi', '.h')):
                    path = os.path.join(directory, file)
                    with open(path, encoding='utf-8', errors='replace') as stream:
                        files[path] = stream.read()
    return files


def candidates(files):
    """Device trees that include, at any depth, a file with a compatible string of ours."""
    wanted = {path for path, text in files.items() if ANY.search(text)}
    # By name alone: an include that means another file costs a compilation, no more.
    included = {path: {os.path.basename(name) for name in INCLUDE.findall(text)}
                for path, text in files.items()}
    while True:
        names = {os.path.basename(path) for path in wanted}
        more = {path for path, includes in included.items()
                if path not in wanted and includes & names}
        if not more:
            break
        wanted |= more
    return sorted(path for path in wanted
                  if path.endswith('.dts') and not PLUGIN.search(files[path]))


def board(tree, path):
    """ARCH/NAME: series differ in the directories below the architecture."""
    parts = os.path.relpath(path, os.path.join(tree, 'arch')).split(os.sep)
    return f'{parts[0]}/{parts[-1][:-len(".dts")]}'


def compile_tree(tree, path, output):
    prefixes = os.path.join(tree, 'scripts', 'dtc', 'include-prefixes')
    cpp = ['gcc', '-E', '-nostdinc', '-I', prefixes, '-undef', '-D__DTS__',
           '-x', 'assembler-with-cpp', path]
    dtc = ['dtc', '-q', '-I', 'dts', '-O', 'dtb', '-b', '0', '-i', os.path.dirname(path),
           '-i', prefixes, '-o', output + '.part', '-']
    text = subprocess.run(cpp, capture_output=True, check=False)
    if text.returncode:
        fail(f'cannot preprocess {path}: {text.stderr.decode()[-500:]}')
    made = subprocess.run(dtc, input=text.stdout, capture_output=True, check=False)
    if made.returncode:
        fail(f'cannot compile {path}: {made.stderr.decode()[-500:]}')
    os.rename(output + '.part', output)


def compile_series(tree, cache):
    """Compile into @cache what is not there yet; the boards and their files."""
    boards = {}
    for path in candidates(sources(tree)):
        name = board(tree, path)
        if name in boards:
            fail(f'two device trees are named {name}: {path} and {boards[name][0]}')
        boards[name] = path, os.path.join(cache, name + '.dtb')
    todo = [(path, output) for path, output in boards.values() if not os.path.exists(output)]
    for _, output in todo:
        os.makedirs(os.path.dirname(output), exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(compile_tree, tree, *item) for item in todo]:
            done.result()
    return {name: output for name, (_, output) in boards.items()}


def drivers(blob):
    return [driver for driver, texts in COMPATIBLES.items()
            if any(text.encode() + b'\0' in blob for text in texts)]


def main():
    if len(sys.argv) < 3:
        fail('usage: trees.py DIRECTORY SERIES...')
    directory, series = sys.argv[1], sys.argv[2:]
    top = os.environ['SOC_TIMERS_CACHE']
    key = hashlib.sha256(inspect.getsource(compile_tree).encode()).hexdigest()[:12]

    os.makedirs(directory, exist_ok=True)
    offset = 0
    with open(os.path.join(directory, 'trees'), 'wb') as trees, \
         open(os.path.join(directory, 'index'), 'w', encoding='ascii') as index:
        for name in series:
            tree = os.path.realpath(os.path.join(top, 'linux-' + name))
            cache = os.path.join(top, 'census', f'{os.path.basename(tree)}-{key}')
            for board_name, path in sorted(compile_series(tree, cache).items()):
                with open(path, 'rb') as stream:
                    blob = stream.read()
                found = drivers(blob)
                if not found:
                    continue
                trees.write(blob)
                index.write(f'{offset} {len(blob)} {name} {board_name} {" ".join(found)}\n')
                offset += len(blob)


main()
