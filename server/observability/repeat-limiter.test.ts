import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RepeatLimiter } from './repeat-limiter.ts';

function createLimiter() {
  const written: [line: string, suppressed: number][] = [];
  return { written, limiter: new RepeatLimiter<string>((line, n) => written.push([line, n])) };
}

test('writes the first line of a kind, and then the last of each second with the number of those before it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { written, limiter } = createLimiter();
  for (const line of ['a1', 'a2', 'a3', 'a4']) limiter.log('a', line);
  limiter.log('b', 'b1');
  assert.deepEqual(written.splice(0), [
    ['a1', 0],
    ['b1', 0],
  ]);
  t.mock.timers.tick(1_000);
  assert.deepEqual(written.splice(0), [['a4', 2]]);
  limiter.log('a', 'a5');
  limiter.log('b', 'b2');
  assert.deepEqual(written.splice(0), [['b2', 0]]);
  t.mock.timers.tick(1_000);
  assert.deepEqual(written.splice(0), [['a5', 0]]);
  t.mock.timers.tick(3_000);
  limiter.log('a', 'a6');
  assert.deepEqual(written, [['a6', 0]]);
});

test('keeps nothing back at the end', () => {
  const { written, limiter } = createLimiter();
  for (const line of ['1', '2', '3']) limiter.log('a', line);
  limiter.flush();
  limiter.flush();
  assert.deepEqual(written, [
    ['1', 0],
    ['3', 1],
  ]);
});

test('tells of every line, however many kinds there are', () => {
  const { written, limiter } = createLimiter();
  const lines = 10_500;
  for (let i = 0; i < lines; i += 1) limiter.log(String(i % 1_500), String(i));
  limiter.flush();
  assert.equal(
    written.reduce((sum, [, suppressed]) => sum + 1 + suppressed, 0),
    lines,
  );
});
