import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const NODE_PACKAGE = dirname(dirname(realpathSync(process.execPath)));

test('the launcher and npm’s scripts find the installed Node where npm has left no link to it', (t) => {
  const checkout = mkdtempSync(join(tmpdir(), 'rollbook-older-npm-'));
  t.after(() => rmSync(checkout, { recursive: true }));
  for (const file of ['package.json', 'cli/rollbook', 'packaging/link-node.js'])
    cpSync(join(ROOT, file), join(checkout, file));
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true });
  symlinkSync(NODE_PACKAGE, join(checkout, 'node_modules', basename(NODE_PACKAGE)));
  writeFileSync(join(checkout, 'cli/cli.js'), 'console.log(process.version)');
  const run = (program: string, ...words: string[]) =>
    execFileSync(join(checkout, program), words, { env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' }).trim();
  assert.equal(run('cli/rollbook'), process.version);
  execFileSync(process.execPath, [join(checkout, 'packaging/link-node.js')]);
  assert.equal(run('node_modules/.bin/node', '--version'), process.version);
});
