import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** An answer of /readyz is shared for a moment, so it may lag behind. */
export async function untilReady(url: string, status = 200): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await fetch(`${url}/readyz`)).status !== status) {
    assert.ok(Date.now() < deadline, `/readyz answers ${status}`);
    await pause(50);
  }
}
