import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { publishCopy } from './publish-copy.ts';

function createDatabase(t: { after: (callback: () => void) => void }): { folder: string; source: string } {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-publish-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const source = join(folder, 'source.db');
  using database = new DatabaseSync(source);
  database.exec('CREATE TABLE letter AS SELECT 1');
  return { folder, source };
}

test('a copy is removed if its publication fails', async (t) => {
  const { folder, source } = createDatabase(t);
  await assert.rejects(
    publishCopy(source, join(folder, 'copy'), { check: false, signal: undefined }, () => {
      assert.ok(readdirSync(folder).includes('copy'));
      throw new Error('no');
    }),
    /^Error: no$/,
  );
  assert.deepEqual(readdirSync(folder), ['source.db']);
});

test('a copy is removed if the process is killed while it publishes it', async (t) => {
  const { folder, source } = createDatabase(t);
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `import { publishCopy } from ${JSON.stringify(new URL('./publish-copy.ts', import.meta.url).href)};
    const kill = () => process.kill(process.pid, 'SIGKILL');
    await publishCopy(process.argv[2], process.argv[3], { check: false, signal: undefined }, kill);`,
  );
  const killedBy = await new Promise((resolve) =>
    execFile(process.execPath, [script, source, join(folder, 'copy')], (error) => resolve(error?.signal)),
  );
  assert.equal(killedBy, 'SIGKILL');
  // The process that made the copy outlives its parent by a moment.
  while (readdirSync(folder).includes('copy')) await pause(5);
  assert.deepEqual(readdirSync(folder), ['script.mjs', 'source.db']);
});
