import assert from 'node:assert/strict';

/** The CPU time of this thread, because elapsed time includes other processes on a busy machine. */
export function assertQuick(run: () => void, maxCpuMs = 2000): void {
  const { user, system } = process.threadCpuUsage();
  run();
  const now = process.threadCpuUsage();
  const took = (now.user + now.system - user - system) / 1000;
  assert.ok(took < maxCpuMs, `${took} ms`);
}
