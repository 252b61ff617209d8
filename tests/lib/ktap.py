#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""Judge a console log.

    ktap.py [--expect SUITE]... [--shows TEXT]... [--cost LIMIT]... [--allow REGEX]...
            [--end TEXT] [--parser DIR | --flat] LOG

A log holds any number of KTAP or TAP documents: KUnit prints one for each
module that is loaded, guest scripts and kselftests print their own. The kernel's
own parser reads each of them. Besides failed tests, these count as failures: an
incomplete plan, kernel trouble (warnings, lock reports, leaks, ...) anywhere in
the log, an expected suite that ran no test, a missing text or end marker, and a
log in which no test was run. The last line is "N passed, N failed" with
", N skipped" when there are any; the exit status is 1 if anything failed.

--expect SUITE  this suite or test must have run (may be repeated)
--shows TEXT    a line must contain this, which counts as one more test (may be
                repeated)
--cost LIMIT    "NAME COLUMN[+COLUMN]... <= FACTOR BASE": in the last report that the
                guest has asked QEMU's plug-in tcg_count for, a call of NAME costs at most FACTOR
                times what one of BASE costs, which counts as one more test (may be
                repeated)
--allow REGEX   a known harmless kernel line (may be repeated)
--end TEXT      a line that shows that the guest ran to completion
--parser DIR    tools/testing/kunit of a kernel tree
                (default: that of linux-6.12 in $SOC_TIMERS_CACHE)
--flat          read the results without the kernel's parser, for when there is no
                kernel tree and no document has suites in it
"""

import argparse
import contextlib
import io
import itertools
import os
import re
import sys

PREFIX = re.compile(r'^(?:\x1b\[[0-9;]*m)*(?:<\d+>)?\[ *\d+\.\d+\](?:\[ *[TC]\d+\])? ')
HEADER = re.compile(r'^K?TAP version \d+$')
# Selftests put the name after the directive, where the kernel's parser finds none.
KSFT_SKIP = re.compile(r'^(\s*ok \d+ )(# SKIP) +(.*\S)\s*$')
PLAN = re.compile(r'^1\.\.(\d+)')
FLAT_RESULT = re.compile(r'^(not )?ok \d+ (.*)')
KTAP_LINE = re.compile(r'^\s*(?:#|(?:not )?ok \d)')
TROUBLE = re.compile('|'.join((
    r'\bWARNING:', r'\bBUG:', r'\bOops\b', r'Internal error:', r'Kernel panic',
    r'Unable to handle kernel', r'possible (?:recursive|circular) locking',
    r'suspicious RCU usage', r'unreferenced object', r'new suspected memory leaks',
    r'[Kk]ernel memory leak detector disabled', r'INFO: task', r'INFO: rcu',
    r'soft lockup', r'hard LOCKUP', r'ODEBUG:', r'\bUBSAN:', r'scheduling while atomic',
    r'sched: RT throttling')))
COST = re.compile(r'(\S+) (\S+) <= (\S+) (\S+)$')
COUNTED = re.compile(r'tcg_count: (?!exit )\S+ tree (\S+) (\d+) (.*)')
COLUMNS = ('insn', 'load', 'store', 'devrd', 'devwr', 'io', 'barrier', 'dline', 'cline')
CONTEXT_LINES = 15
DETAIL_LINES = 40


def default_parser():
    cache = os.environ.get('SOC_TIMERS_CACHE') or os.path.join(
        os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'), 'soc-timers')
    return os.path.join(cache, 'linux-6.12', 'tools', 'testing', 'kunit')


def load_parser(directory):
    if not os.path.exists(os.path.join(directory, 'kunit_parser.py')):
        sys.exit(f'ktap.py: error: no kunit_parser.py in {directory}: '
                 'run tests/lib/kernel.sh --source, or use --parser DIR')
    sys.path.insert(0, directory)
    sys.dont_write_bytecode = True
    # It binds stdout at import time, and prints more than a verdict needs.
    with contextlib.redirect_stdout(io.StringIO()):
        import kunit_parser  # pylint: disable=import-error,import-outside-toplevel
    return kunit_parser


def read_lines(stream):
    return [KSFT_SKIP.sub(r'\1\3 # SKIP', PREFIX.sub('', line.rstrip('\r\n'))) for line in stream]


def split_documents(lines):
    """The KTAP documents, each a list of lines from its header to the next."""
    documents = []
    for line in lines:
        if HEADER.match(line):
            documents.append([])
        if documents:
            documents[-1].append(line)
    return documents


def is_empty_plan(document):
    # KUnit announces "1..0" at boot when no suite is built in.
    for line in document[1:]:
        plan = PLAN.match(line)
        if plan:
            return plan.group(1) == '0'
        if KTAP_LINE.match(line) and not line.startswith('#'):
            return False
    return False


def find_trouble(lines, allowed):
    """Each occurrence of kernel trouble, as the lines to show."""
    spots = []
    for number, line in enumerate(lines):
        if not TROUBLE.search(line) or KTAP_LINE.match(line):
            continue
        if any(regex.search(line) for regex in allowed):
            continue
        spots.append([text for text in lines[number:number + CONTEXT_LINES]
                      if not KTAP_LINE.match(text)])
    return spots


def diagnostics_first(log):
    """Put the test's own diagnostics before what the kernel logged meanwhile."""
    own = [number for number, line in enumerate(log) if line.lstrip().startswith('#')]
    if not own or own[0] < DETAIL_LINES // 2:
        return log
    return log[own[0]:] + log[:own[0]]


class Verdict:
    def __init__(self, parser):
        self.parser = parser
        self.passed = self.failed = self.skipped = 0
        self.ran = set()
        self.report = []

    def fail(self, title, details=()):
        self.failed += 1
        self.show(title, details)

    def show(self, title, details=()):
        self.report.append(f'FAILED: {title}')
        self.report.extend(f'    {line}' for line in details[:DETAIL_LINES])
        if len(details) > DETAIL_LINES:
            self.report.append(f'    ... {len(details) - DETAIL_LINES} more lines in the log')

    def add_document(self, document):
        if is_empty_plan(document):
            return
        if not self.parser:
            self.add_flat(document)
            return
        root = self.parser.parse_run_tests(document)
        counts = root.counts
        self.passed += counts.passed
        self.skipped += counts.skipped
        bad = counts.failed + counts.crashed
        if not bad and counts.errors:
            bad = counts.errors
            self.show(f'{counts.errors} errors in the document', document[:CONTEXT_LINES])
        self.failed += bad
        for test in root.subtests:
            self.walk(test, '')
        missing = counts.crashed
        if missing:
            self.show(f'{missing} planned tests have no result',
                      [line for line in document if line.strip()][-CONTEXT_LINES:])

    def add_flat(self, document):
        plans = [int(plan.group(1)) for plan in map(PLAN.match, document) if plan]
        results = 0
        for number, line in enumerate(document):
            result = FLAT_RESULT.match(line)
            if not result:
                continue
            results += 1
            if result.group(1):
                details = itertools.takewhile(lambda text: text.startswith('#'),
                                              reversed(document[:number]))
                self.fail(result.group(2), list(details)[::-1])
            elif '# SKIP' in line:
                self.skipped += 1
            else:
                self.passed += 1
        if plans != [results]:
            self.fail(f'planned {plans} results, found {results}')

    def walk(self, test, path):
        status = self.parser.TestStatus
        counts = test.counts
        path = f'{path}.{test.name}' if path else test.name
        if counts.passed + counts.failed:
            self.ran.add(test.name)
        for child in test.subtests:
            self.walk(child, path)
        if test.status != status.FAILURE:
            return
        if not test.subtests:
            self.show(path, diagnostics_first(test.log))
        elif not counts.failed + counts.crashed:
            # The parser only counts leaves, and here all of them passed.
            self.fail(f'{path}: the suite itself', diagnostics_first(test.log))

    def summary(self):
        text = f'{self.passed} passed, {self.failed} failed'
        return text + (f', {self.skipped} skipped' if self.skipped else '')


def read_costs(lines):
    """What a call of each counted function costs on average."""
    costs = {}
    for found in filter(None, map(COUNTED.match, lines)):
        values = [float(word.partition('/')[0]) for word in found.group(3).split()]
        costs[found.group(1)] = dict(zip(COLUMNS, values))
    return costs


def judge_cost(verdict, limit, costs):
    name, columns, factor, base = COST.match(limit).groups()
    if name not in costs or base not in costs:
        verdict.fail(f'{limit}: not counted', [f'counted: {" ".join(costs) or "nothing"}'])
        return
    cost, base_cost = (sum(costs[function][column] for column in columns.split('+'))
                       for function in (name, base))
    text = (f'{columns} per call: {name} {cost:.1f}, {base} {base_cost:.1f}, '
            f'ratio {cost / base_cost:.3f}, limit {factor}')
    if cost <= float(factor) * base_cost:
        verdict.passed += 1
        verdict.report.append(text)
    else:
        verdict.fail(text)


def judge(lines, parser, expect=(), shows=(), costs=(), allow=(), end=None):
    verdict = Verdict(parser)
    for document in split_documents(lines):
        verdict.add_document(document)
    if not verdict.passed + verdict.failed:
        verdict.fail('no test was executed')
    for suite in expect:
        if suite not in verdict.ran:
            verdict.fail(f'expected suite {suite} ran no test')
    for text in shows:
        if any(text in line for line in lines):
            verdict.passed += 1
        else:
            verdict.fail(f'not on the console: {text}')
    counted = read_costs(lines)
    for limit in costs:
        judge_cost(verdict, limit, counted)
    if end and end not in lines:
        verdict.fail(f"the guest did not reach its end ('{end}')",
                     [line for line in lines if line.strip()][-CONTEXT_LINES:])
    for spot in find_trouble(lines, [re.compile(regex) for regex in allow]):
        verdict.fail('kernel trouble', spot)
    return verdict


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--expect', action='append', default=[], metavar='SUITE')
    options.add_argument('--shows', action='append', default=[], metavar='TEXT')
    options.add_argument('--cost', action='append', default=[], metavar='LIMIT')
    options.add_argument('--allow', action='append', default=[], metavar='REGEX')
    options.add_argument('--end', metavar='TEXT')
    options.add_argument('--parser', default=default_parser(), metavar='DIR')
    options.add_argument('--flat', action='store_true')
    options.add_argument('log')
    arguments = options.parse_args()

    try:
        with open(arguments.log, encoding='utf-8', errors='replace') as stream:
            lines = read_lines(stream)
    except OSError as error:
        sys.exit(f'ktap.py: error: {arguments.log}: {error.strerror}')
    parser = None if arguments.flat else load_parser(arguments.parser)
    for limit in arguments.cost:
        if not COST.match(limit):
            sys.exit(f'ktap.py: error: --cost "{limit}": see --help')
    verdict = judge(lines, parser, arguments.expect, arguments.shows, arguments.cost,
                    arguments.allow, arguments.end)
    for line in verdict.report:
        print(line)
    print(verdict.summary())
    return 1 if verdict.failed else 0


if __name__ == '__main__':
    sys.exit(main())
