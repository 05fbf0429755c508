import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds; fails after `within` milliseconds. */
export async function until(
  description: string,
  condition: () => boolean | Promise<boolean>,
  { within = 60_000, every = 5 } = {},
): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, `not within ${within} ms: ${description}`);
    await sleep(every);
  }
}

/**
 * Asserts that a measured duration is below a limit, in one of three attempts: a busy machine may have stood still, and
 * what is too slow is so every time.
 */
export async function assertBelow(
  limitMs: number,
  measureMs: (attempt: number) => Promise<number>,
): Promise<void> {
  const measured: number[] = [];
  while (measured.length < 3) {
    measured.push(await measureMs(measured.length));
    if ((measured.at(-1) as number) < limitMs) return;
  }
  assert.fail(`${measured.map(Math.round)} ms, each above ${limitMs} ms`);
}
