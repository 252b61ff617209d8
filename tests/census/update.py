#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""
Make the table of the census from the log of a run.

    tests/census/update.py TABLE LOG

Rows that the log gives replace those of the same board, series and driver. Read what has
changed before you commit it: the table is what the test is for.
"""

import re
import sys

from rows import read, version

ROW = re.compile(r'census row: (\S+) (\S+) (\S+): (.*)')


def write_table(path, comments, rows):
    """Series in which a board becomes the same are one row."""
    merged = {}
    for (board, series, driver), result in rows.items():
        merged.setdefault((board, driver, result), []).append(series)
    lines = [(board, version(min(series, key=version)), driver,
              f'{board} {",".join(sorted(series, key=version))} {driver}: {result}\n')
             for (board, driver, result), series in merged.items()]
    with open(path, 'w', encoding='ascii') as table:
        table.writelines(comments)
        table.writelines(line for _, _, _, line in sorted(lines))


def main():
    if len(sys.argv) != 3:
        sys.exit('usage: update.py TABLE LOG')
    comments, old = read(sys.argv[1])
    rows = {(board, one, driver): result
            for board, series, driver, result in old for one in series}
    with open(sys.argv[2], encoding='utf-8', errors='replace') as log:
        found = [row.groups() for row in map(ROW.search, log) if row]
    for board, series, driver, result in found:
        rows[board, series, driver] = result
    write_table(sys.argv[1], comments, rows)
    print(f'update.py: {len(found)} results changed')


main()
