import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bareEnvironment } from '../service.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAUNCHER = join(ROOT, 'cli/rollbook');

test('printed commands can be pasted in a checkout, in another folder, and with rollbook on the PATH', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-name-'));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(LAUNCHER, join(folder, 'rollbook'));
  // Of a test that was itself started by npx, neither the marks nor the programs of the checkout.
  const { npm_command: _, ...env } = bareEnvironment();
  const path = (env.PATH ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
  const file = join(folder, 'rollbook.db');
  const run = (cwd: string, entries: string[], ...args: string[]) =>
    execFileSync(LAUNCHER, [...args, '--database', `sqlite:${file}`], {
      cwd,
      env: { ...env, PATH: entries.join(':'), ROLLBOOK_BACKUPS: 'off' },
      encoding: 'utf8',
    });
  run(folder, path, 'migrate');
  const create = (cwd: string, entries: string[]) => run(cwd, entries, 'account', 'create', 'arona');
  assert.match(create(ROOT, path), /in: npx rollbook account link acc_/);
  assert.ok(create(folder, path).includes(`in: ${LAUNCHER} account link acc_`));
  assert.match(create(folder, [folder, ...path]), /in: rollbook account link acc_/);
});
