import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { verdictOf } from '../../bench/report.ts';

const rounds = (...ratios: number[]) => ratios.map((ratio) => ({ service: 100 * ratio, baseline: 100 }));

test('a benchmark meets its target by the median, and misses it beyond noise only in every round', () => {
  const row = { name: '', unit: '' };
  const verdict = (target: { atLeast?: number; atMost?: number }, ...ratios: number[]) =>
    verdictOf({ ...row, ...target, pairs: rounds(...ratios) });
  assert.equal(verdict({ atLeast: 0.8 }, 0.7, 0.8, 0.9), 'met');
  assert.equal(verdict({ atLeast: 0.8 }, 0.7, 0.79, 0.9), 'missed within noise');
  assert.equal(verdict({ atLeast: 0.8 }, 0.6, 0.7, 0.79), 'missed');
  assert.equal(verdict({ atMost: 2 }, 1.5, 2, 9), 'met');
  assert.equal(verdict({ atMost: 2 }, 1.5, 3, 9), 'missed within noise');
  assert.equal(verdict({ atMost: 2 }, 2.1, 3, 9), 'missed');
  assert.equal(verdict({}, 5), 'none');
  assert.equal(verdictOf({ ...row, atMost: 200, pairs: [{ service: 201 }] }), 'missed');
});

test('the published results say of each target whether it was met', () => {
  const text = readFileSync(join(import.meta.dirname, '../../bench/RESULTS.md'), 'utf8');
  const [header = [], ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | '));
  const [target, verdict] = [header.indexOf('target'), header.indexOf('verdict')];
  assert.ok(rows.length > 10 && target > 0 && verdict > 0);
  for (const row of rows)
    assert.match(row[verdict] ?? '', row[target] === 'none' ? /^none$/ : /^\**(met|missed)/, row[0] ?? '');
});
