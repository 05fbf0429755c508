import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInThread, ThreadLimitError } from './run-in-thread.ts';

const LIMITS = { cpuMs: 300, memoryMb: 64, signal: new AbortController().signal };
const moduleOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const ANSWER =
  "import { parentPort, workerData } from 'node:worker_threads'; parentPort.postMessage(workerData);";

test('resolves with the first message of the module', async () => {
  assert.deepEqual(await runInThread(moduleOf(ANSWER), { text: 'a' }, LIMITS), { text: 'a' });
});

for (const [title, code] of [
  ['loops for ever', 'for (;;);'],
  ['backtracks for ever', "/^(a+)+$/.test('a'.repeat(40) + 'b');"],
  ['takes more and more memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(0));'],
] as const)
  test(`ends a module that ${title}, and this thread goes on meanwhile`, async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    await assert.rejects(runInThread(moduleOf(code), null, LIMITS), ThreadLimitError);
    clearInterval(timer);
    assert.ok(turns > 0);
  });

test('ends a module that waits for ever once its caller has gone', async () => {
  const caller = new AbortController();
  const waiting = moduleOf(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});",
  );
  const answer = runInThread(waiting, null, { ...LIMITS, signal: caller.signal });
  caller.abort(new Error('gone'));
  await assert.rejects(answer, /gone/);
});

test('rejects with the error of the module, and if it ends without an answer', async () => {
  await assert.rejects(runInThread(moduleOf("throw new TypeError('broken')"), null, LIMITS), /broken/);
  await assert.rejects(runInThread(moduleOf(''), null, LIMITS), /without an answer/);
});
