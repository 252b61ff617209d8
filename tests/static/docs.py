#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""Find file names in the documentation that do not exist.

    docs.py FILE...

The FILEs are all files of the checkout, relative to its top. README.md and the pages in
Documentation/ are checked: links, included files, and literals that look like one of
our files. "board.conf" matches any file of that name, "place.[ch]" and
"drivers/{arc,loongson}" stand for two files each, and NAME is a placeholder.
"""

import fnmatch
import os
import re
import sys

SUFFIXES = re.compile(r"\.(c|h|S|\[ch\]|sh|py|rst|md|conf|config|patch)$")
FOLDERS = re.compile(r"(\.ci|Documentation|drivers|include|tests)/")
# These directories are the kernel's, not ours.
KERNEL = re.compile(r"(arch|drivers/clocksource|include/linux|kernel|scripts|tools)/")
NAMES = {
    ".rst": re.compile(r"``([^`\s]+)``|(?:<(?=[^>\s]+>`_)|^\.\. (?:literal)?include:: )([^>\s]+)",
                       re.MULTILINE),
    ".md": re.compile(r"`([^`\s]+)`|\]\(([^)#\s]+)[^)]*\)"),
}


def is_ours(name):
    if not re.fullmatch(r"[\w.,{}*/\[\]+-]+", name) or KERNEL.match(name):
        return False
    if "NAME" in name or name.startswith("/"):
        return False
    return bool(SUFFIXES.search(name) or FOLDERS.match(name))


def alternatives(name):
    match = re.search(r"\{([^{}]*)\}", name)
    if not match:
        return [name]
    return [full for choice in match[1].split(",")
            for full in alternatives(name[:match.start()] + choice + name[match.end():])]


def patterns(name):
    """Both files of name.[ch] must exist, not just one."""
    if "[ch]" in name:
        return [name.replace("[ch]", "c"), name.replace("[ch]", "h")]
    return [name]


def leads_somewhere(link, page, paths):
    return os.path.normpath(os.path.join(os.path.dirname(page), link)) in paths


def exists(pattern, paths):
    pattern = pattern.rstrip("/")
    return any(fnmatch.fnmatchcase(path, wanted)
               for path in paths for wanted in (pattern, "*/" + pattern))


def all_paths(files):
    paths = set(files)
    for file in files:
        while file := os.path.dirname(file):
            paths.add(file)
    return paths


def check(page, paths):
    found = 0
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for match in NAMES[os.path.splitext(page)[1]].finditer(text):
        code, link = match.groups()
        missing = []
        if link and ":" not in link and not leads_somewhere(link, page, paths):
            missing = [link]
        elif code and is_ours(code):
            missing = [pattern for name in alternatives(code) for pattern in patterns(name)
                       if not exists(pattern, paths)]
        for name in missing:
            line = text.count("\n", 0, match.start()) + 1
            print(f"{page}:{line}: there is no {name}")
            found = 1
    return found


def main(files):
    files = [os.path.normpath(file) for file in files]
    pages = [file for file in files
             if file == "README.md" or re.fullmatch(r"Documentation/.*\.rst", file)]
    paths = all_paths(files)
    return max([check(page, paths) for page in pages], default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
