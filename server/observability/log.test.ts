import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatForTerminal } from './log.ts';

test('a line for a terminal has no control of it, and tells of lists and objects', () => {
  const line = {
    level: 'warn',
    time: '2026-11-24T03:15:00.000Z',
    msg: 'the catalogue\u001b[2J was not refreshed',
    reason: 'Unexpected token "\u001b]0;title\u0007\u202e"',
    added: ['1 \u001b[31m\u2028'],
    items: { added: 1.005 },
    err: { stack: 'Error: \u001b[1A\n    at x' },
  };
  assert.equal(
    formatForTerminal(JSON.stringify(line)),
    '03:15:00 WARN the catalogue\ufffd[2J was not refreshed reason=Unexpected token "\ufffd]0;title\ufffd\ufffd" added=["1 \\u001b[31m\ufffd"] items={"added":1.005}\nError: \ufffd[1A\n    at x\n',
  );
});
