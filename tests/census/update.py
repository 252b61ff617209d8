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

ROW = re.compile(r'census row: (\S+) (\S+) (\S+): (.*)')


def read_table(path):
    rows, comments = {}, []
    with open(path, encoding='ascii') as table:
        for line in table:
            if line.startswith('#'):
                comments.append(line)
            elif line.strip():
                board, series, rest = line.rstrip('\n').split(' ', 2)
                driver, result = rest.split(': ', 1)
                for one in series.split(','):
                    rows[board, one, driver] = result
    return comments, rows


def version(series):
    return [int(part) for part in series.split('.')]


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
    comments, rows = read_table(sys.argv[1])
    with open(sys.argv[2], encoding='utf-8', errors='replace') as log:
        found = [row.groups() for row in map(ROW.search, log) if row]
    for board, series, driver, result in found:
        rows[board, series, driver] = result
    write_table(sys.argv[1], comments, rows)
    print(f'update.py: {len(found)} results changed')


main()
