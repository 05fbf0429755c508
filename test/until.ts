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
