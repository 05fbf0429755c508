import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Polls, because /readyz caches its result for a moment. */
export async function untilReady(url: string, status = 200): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await fetch(`${url}/readyz`)).status !== status) {
    assert.ok(Date.now() < deadline, `/readyz never answered ${status}`);
    await pause(50);
  }
}
