# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""The table of boards, tests/census/boards.txt: "BOARD SERIES,... DRIVER: RESULT"."""


def read(path):
    """(comments, rows); a row is (board, list of series, driver, result)."""
    comments, rows = [], []
    with open(path, encoding='ascii') as table:
        for line in table:
            if line.startswith('#'):
                comments.append(line)
            elif line.strip():
                board, series, rest = line.rstrip('\n').split(' ', 2)
                driver, result = rest.split(': ', 1)
                rows.append((board, series.split(','), driver, result))
    return comments, rows


def version(series):
    """For sorting: 6.12 comes after 6.1."""
    return [int(part) for part in series.split('.')]
