#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""
Keep the tables of SoCs in the documentation in step with the table of boards.

    tests/census/socs.py            rewrite them
    tests/census/socs.py --check    only tell whether that would change anything
"""

import os
import re
import sys

from rows import read, version

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
BOARDS = os.path.join(TOP, 'tests', 'census', 'boards.txt')
PAGE = os.path.join(TOP, 'Documentation', 'census.rst')

# By driver: the parts of a result that are columns, and their titles.
COLUMNS = {
    'mct': [('early', 'built in'), ('module', 'module'),
            ('next to the in-tree driver', 'next to ``exynos_mct``'), ('', 'timers')],
    'dw_apb': [('early', 'built in'), ('module', 'module'),
               ('next to the in-tree driver', 'next to the in-tree driver')],
    'arc': [('built in, SMP', 'built in, SMP'), ('built in, UP', 'built in, UP'),
            ('module, SMP', 'module, SMP'), ('module, UP', 'module, UP')],
}
REASON = re.compile(r' \([^)]*\)')


def cells_of(driver, result):
    """SoC and cells of a row."""
    soc, cpus, *parts = result.split('; ')
    forms = {}
    for part in parts:
        name, colon, value = part.partition(': ')
        forms[name if colon else ''] = value if colon else part
    cells = [cpus.split()[0]]
    for form, _ in COLUMNS[driver]:
        text = REASON.sub('', forms.get(form, '')).replace('no node is enabled', 'disabled')
        cells.append(text.removeprefix('timers ') or '-')
    return soc, cells


def spell(found):
    found = sorted(found, key=version)
    return found[0] if len(found) == 1 else f'{found[0]} to {found[-1]}'


def rows(driver):
    """A row for each SoC, or several if its boards differ."""
    groups = {}
    for board, series, of, result in read(BOARDS)[1]:
        if of != driver:
            continue
        soc, cells = cells_of(driver, result)
        names, found = groups.setdefault((soc, *cells), (set(), set()))
        names.add(board)
        found.update(series)
    for (soc, *cells), (names, found) in sorted(groups.items()):
        yield [f'``{soc}``', str(len(names)), spell(found), *cells]


def table(driver):
    title = ['SoC', 'boards', 'series', 'CPUs', *[title for _, title in COLUMNS[driver]]]
    body = [title, *rows(driver)]
    widths = [max(len(row[column]) for row in body) for column in range(len(title))]
    line = '  '.join('=' * width for width in widths)

    def spread(row):
        return '  '.join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()

    return '\n'.join([line, spread(title), line, *map(spread, body[1:]), line])


def main():
    with open(PAGE, encoding='utf-8') as page:
        old = page.read()
    new = old
    for driver in COLUMNS:
        begin, end = f'.. begin {driver}\n', f'\n.. end {driver}\n'
        if begin not in new or end not in new:
            sys.exit(f'socs.py: error: {PAGE} has no place for the table of {driver}')
        head, _, rest = new.partition(begin)
        _, _, tail = rest.partition(end)
        new = head + begin + '\n' + table(driver) + '\n' + end + tail
    if new == old:
        return
    if sys.argv[1:] == ['--check']:
        sys.exit('Documentation/census.rst does not match tests/census/boards.txt: '
                 'run tests/census/socs.py')
    with open(PAGE, 'w', encoding='utf-8') as page:
        page.write(new)


main()
