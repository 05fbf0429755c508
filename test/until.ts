import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition, not for a time; `within` is for what never comes. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { within = 60_000, every = 5 } = {},
): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `not within ${within} ms: ${what}`);
    await pause(every);
  }
}
