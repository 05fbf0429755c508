import assert from 'node:assert/strict';

/**
 * What grows with the square of a text of megabytes takes minutes. Counts the CPU time of this thread, because elapsed time
 * includes other processes; a second on a quiet machine may be three on one whose cores others share.
 */
export function assertQuick(run: () => void, maxCpuMs = 10_000): void {
  const { user, system } = process.threadCpuUsage();
  run();
  const now = process.threadCpuUsage();
  const took = (now.user + now.system - user - system) / 1000;
  assert.ok(took < maxCpuMs, `${took} ms`);
}
