import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
let folder: string;
let unit: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-unit-'));
  unit = join(folder, 'rollbook.service');
  const text = await readFile(join(ROOT, 'ops/systemd/rollbook.service'), 'utf8');
  // systemd-analyze checks that the program exists, so the path is replaced by this checkout.
  const local = text.replaceAll('/opt/rollbook/', `${ROOT}/`);
  assert.notEqual(local, text);
  await writeFile(unit, local);
});
after(() => rm(folder, { recursive: true }));

test('systemd-analyze finds no error in the unit', async () => {
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
  assert.equal(stdout + stderr, '');
});

test('systemd-analyze rates the exposure of the unit below 2', async () => {
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
  assert.ok(exposure < 2, stdout);
});
