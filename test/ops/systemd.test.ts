import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const HOUSE = join(import.meta.dirname, '../..');
let folder: string;
let unit: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-unit-'));
  unit = join(folder, 'rollbook.service');
  const text = await readFile(join(HOUSE, 'ops/systemd/rollbook.service'), 'utf8');
  // It is looked whether the program is there: here it is this one.
  const here = text.replaceAll('/opt/rollbook/', `${HOUSE}/`);
  assert.notEqual(here, text);
  await writeFile(unit, here);
});
after(() => rm(folder, { recursive: true }));

test('the unit is one', async () => {
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
  assert.equal(stdout + stderr, '');
});

test('the unit may do little', async () => {
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
  assert.ok(exposure < 2, stdout);
});
