#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
"""Tests of ktap.py: python3 -m unittest tests/lib/test_ktap.py

They use the kernel's parser, from the source tree that kernel.sh --source
unpacks (or from KUNIT_PARSER=DIR).
"""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))

SUITE = '''\
KTAP version 1
1..1
    KTAP version 1
    # Subtest: latch
    # module: latch_kunit
    1..3
    ok 1 static_copies
    {second}
    ok 3 wide_counter # SKIP no 64-bit counter
# latch: pass:2 fail:0 skip:1 total:3
{result} 1 latch
'''
GOOD = SUITE.format(second='ok 2 clamp', result='ok')
GUEST = '''\
KTAP version 1
1..2
ok 1 modules load
ok 2 no leak
guest: end
'''


def console(text):
    """Format text like the kernel's console: with time stamps and carriage returns."""
    return ''.join(f'[{index * 0.25:12.6f}] {line}\r\n'
                   for index, line in enumerate(text.splitlines()))


class KtapTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = os.environ.get('KUNIT_PARSER')
        if not directory:
            source = subprocess.run([os.path.join(HERE, 'kernel.sh'), '--source'],
                                    check=True, stdout=subprocess.PIPE, text=True)
            directory = os.path.join(source.stdout.strip(), 'tools/testing/kunit')
        cls.parser_dir = directory

    def run_ktap(self, text, *options):
        with tempfile.NamedTemporaryFile('w', suffix='.log') as log:
            log.write(text)
            log.flush()
            result = subprocess.run(
                [sys.executable, os.path.join(HERE, 'ktap.py'), '--parser', self.parser_dir,
                 *options, log.name], stdout=subprocess.PIPE, text=True, check=False)
        lines = result.stdout.splitlines()
        return result.returncode, lines[-1] if lines else '', result.stdout

    def expect(self, text, summary, *options, shows=()):
        code, last, output = self.run_ktap(text, *options)
        self.assertEqual(last, summary, output)
        self.assertEqual(code, 0 if ' 0 failed' in summary else 1, output)
        for part in shows:
            self.assertIn(part, output)

    def test_good_log(self):
        log = console('Linux version 6.12\nKTAP version 1\n1..0\n' + GOOD + 'noise\n' + GUEST)
        self.expect(log, '4 passed, 0 failed, 1 skipped',
                    '--expect', 'latch', '--end', 'guest: end')

    def test_without_time_stamps(self):
        self.expect(GOOD + GUEST, '4 passed, 0 failed, 1 skipped')

    def test_kernel_lines_between_results(self):
        log = GOOD.replace('    ok 2', 'clocksource: switched\n    ok 2')
        self.expect(console(log), '2 passed, 0 failed, 1 skipped')

    def test_kselftest(self):
        self.expect('TAP version 13\n1..2\n# clock id 0\nok 1 REALTIME\nok 2 MONOTONIC\n',
                    '2 passed, 0 failed')

    def test_kselftest_skip(self):
        self.expect('TAP version 13\n1..2\nok 1 CLOCK_MONOTONIC\nok 2 # SKIP CLOCK_TAI   \n',
                    '1 passed, 0 failed, 1 skipped')

    def test_flat(self):
        self.expect(console(GUEST), '2 passed, 0 failed', '--flat', '--end', 'guest: end')
        self.expect(console(GUEST.replace('ok 2', '# why\nnot ok 2')), '1 passed, 1 failed',
                    '--flat', shows=['FAILED: no leak', '# why'])
        self.expect(console(GUEST.replace('ok 2 no leak\n', '')), '1 passed, 1 failed', '--flat',
                    shows=['planned [2] results, found 1'])
        self.expect(console('nothing'), '0 passed, 1 failed', '--flat')
        self.expect(console('WARNING: CPU: 0\n' + GUEST), '2 passed, 1 failed', '--flat')

    def test_failing_test(self):
        log = SUITE.format(second='# clamp: EXPECTATION FAILED at latch_kunit.c:7\n'
                           '    Expected now >= before\n    not ok 2 clamp', result='not ok')
        self.expect(console(log), '1 passed, 1 failed, 1 skipped',
                    shows=('FAILED: latch.clamp', 'latch_kunit.c:7'))

    def test_failing_suite_with_good_tests(self):
        log = GOOD.replace('ok 1 latch', 'not ok 1 latch')
        self.expect(console(log), '2 passed, 1 failed, 1 skipped', shows=('latch',))

    def test_truncated_suite(self):
        code, last, output = self.run_ktap(console(GOOD[:GOOD.index('    ok 3')]))
        self.assertEqual(code, 1, output)
        self.assertRegex(last, r'^2 passed, [1-9]\d* failed$')

    def test_truncated_plan_of_the_guest(self):
        log = GUEST.replace('ok 2 no leak\n', '')
        self.expect(console(log), '1 passed, 1 failed', shows=('no result',))

    def test_truncated_then_another_document(self):
        code, last, output = self.run_ktap(
            console(GOOD[:GOOD.index('    ok 3')] + GUEST), '--end', 'guest: end')
        self.assertEqual(code, 1, output)
        self.assertRegex(last, r'^4 passed, [1-9]\d* failed$')

    def test_missing_end(self):
        self.expect(console(GOOD), '2 passed, 1 failed, 1 skipped', '--end', 'guest: end',
                    shows=('did not reach its end',))

    def test_zero_tests(self):
        for log in ('', 'Linux version 6.12\n', 'KTAP version 1\n1..0\n'):
            self.expect(log, '0 passed, 1 failed', shows=('no test was executed',))

    def test_document_without_results(self):
        code, last, output = self.run_ktap('KTAP version 1\n1..2\n')
        self.assertEqual(code, 1, output)
        self.assertRegex(last, r'^0 passed, [1-9]\d* failed$')

    def test_all_skipped(self):
        self.expect('KTAP version 1\n1..1\nok 1 a # SKIP no hardware\n',
                    '0 passed, 1 failed, 1 skipped')

    def test_warning_in_the_log(self):
        warning = ('------------[ cut here ]------------\n'
                   'WARNING: CPU: 0 PID: 1 at kernel/time/clockevents.c:38\n'
                   'Call trace:\n')
        for log in (warning + GOOD, GOOD + warning,
                    GOOD.replace('    ok 2', warning + '    ok 2')):
            self.expect(console(log), '2 passed, 1 failed, 1 skipped',
                        shows=('clockevents.c:38',))

    def test_other_trouble(self):
        for line in ('BUG: KASAN: slab-out-of-bounds in soc_read+0x10/0x20',
                     'WARNING: possible recursive locking detected',
                     'unreferenced object 0x6101a800 (size 64):',
                     'INFO: task insmod:31 blocked for more than 120 seconds.',
                     'watchdog: BUG: soft lockup - CPU#0 stuck for 22s!',
                     'Internal error: Oops: 5 [#1] PREEMPT SMP ARM',
                     'Kernel panic - not syncing: Attempted to kill init!'):
            self.expect(console(GOOD + line + '\n'), '2 passed, 1 failed, 1 skipped',
                        shows=(line,))

    def test_trouble_in_a_diagnostic(self):
        log = GOOD.replace('    ok 2', '    # clamp: WARNING: is only a word here\n    ok 2')
        self.expect(console(log), '2 passed, 0 failed, 1 skipped')

    def test_allowed_line(self):
        log = console('WARNING: a known one\n' + GOOD)
        self.expect(log, '2 passed, 0 failed, 1 skipped', '--allow', '^WARNING: a known one$')
        self.expect(log, '2 passed, 1 failed, 1 skipped', '--allow', '^WARNING: another$')

    def test_missing_suite(self):
        self.expect(console(GOOD), '2 passed, 1 failed, 1 skipped', '--expect', 'counter',
                    shows=('expected suite counter',))

    def test_shown_text(self):
        log = console('CPU1 LIVE (slow)\n' + GOOD)
        self.expect(log, '4 passed, 0 failed, 1 skipped', '--shows', 'CPU1 LIVE (', '--shows', 'E')
        self.expect(log, '2 passed, 1 failed, 1 skipped', '--shows', 'CPU2 LIVE',
                    shows=('not on the console: CPU2 LIVE',))

    def test_shown_text_is_no_test(self):
        self.expect(console('CPU1 LIVE'), '1 passed, 1 failed', '--shows', 'CPU1',
                    shows=('no test was executed',))

    def test_costs(self):
        log = console(GOOD + 'tcg_count: read_cost tree theirs 9 40.0 20.0 10.5 1.0 0 0 1.0 5/5 7/7\n'
                      'tcg_count: read_cost tree ours 9 31.0 12.0 6.0 1.0 0 0 1.0 5/5 7/7\n'
                      'tcg_count: exit tree ours 99 41.0 12.0 6.0 1.0 0 0 1.0 5/5 7/7\n')
        self.expect(log, '4 passed, 0 failed, 1 skipped',
                    '--cost', 'ours insn <= 0.78 theirs', '--cost', 'ours load+store <= 0.6 theirs',
                    shows=('insn per call: ours 31.0, theirs 40.0, ratio 0.775, limit 0.78',
                           'load+store per call: ours 18.0, theirs 30.5, ratio 0.590'))
        self.expect(log, '2 passed, 2 failed, 1 skipped', '--cost', 'ours insn <= 0.77 theirs',
                    '--cost', 'other insn <= 0.9 theirs',
                    shows=('FAILED: insn per call: ours', 'not counted', 'counted: theirs ours'))

    def test_expected_suite_skipped(self):
        log = 'KTAP version 1\n1..2\nok 1 a\nok 2 counter # SKIP no hardware\n'
        self.expect(log, '1 passed, 1 failed, 1 skipped', '--expect', 'counter')


if __name__ == '__main__':
    unittest.main()
