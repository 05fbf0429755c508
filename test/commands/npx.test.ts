import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment } from '../service.ts';
import { until } from '../until.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAUNCHER = join(ROOT, 'cli/rollbook');

/** Starts a program that starts `rollbook serve`, and resolves once the server listens. */
async function startThrough(
  t: TestContext,
  program: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-npx-'));
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...bareEnvironment(),
      ROLLBOOK_PORT: '0',
      ROLLBOOK_DATABASE: `sqlite:${folder}/rollbook.db`,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own, so that the test can end what the program has left.
    detached: true,
  });
  const lines: string[] = [];
  const { promise: url, resolve } = Promise.withResolvers<string>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    const found = /http:\/\/[^\s/,]+:\d+/.exec(line);
    if (found !== null) resolve(found[0]);
  });
  t.after(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // Nothing is left.
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return { child, lines, url: await url };
}

const isServing = async (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`a server that npx started ends when npx is ended by ${signal}`, async (t) => {
    const { child, url } = await startThrough(t, 'npx', ['rollbook', 'serve']);
    assert.equal(await isServing(url), true);
    child.kill(signal);
    await until('the server has ended', async () => !(await isServing(url)), { within: 15_000 });
  });

test('a server that a program in npx left in the background goes on', async (t) => {
  // Its environment says that npx started it, as that of every descendant does.
  const env = { npm_command: 'exec', npm_lifecycle_event: 'npx' };
  const script = `${LAUNCHER} serve & sleep 3`;
  const { child, url } = await startThrough(t, 'sh', ['-c', script], env);
  child.kill('SIGKILL');
  await sleep(2_000);
  assert.equal(await isServing(url), true);
});

test('the first start says how to get a key', async (t) => {
  const { lines, child } = await startThrough(t, 'npx', ['rollbook', 'serve']);
  const hint = /npx rollbook account create NAME --operator --keys write/;
  await until('the hint is there', () => lines.some((line) => hint.test(line)), { within: 10_000 });
  child.kill();
});
