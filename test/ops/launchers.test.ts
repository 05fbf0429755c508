import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const LAUNCHER = join(import.meta.dirname, '../../packaging/launchers/rollbook');
/** In place of Node: prints what it is called with, each after a NUL. */
const PRINTER = '#!/bin/sh\nprintf \'%s\\0\' "$0" "$@"\n';
const WORDS = ['a b', '*', '$(exit 1)', '', '-x', '한글'];

const parent = mkdtempSync(join(tmpdir(), 'rollbook-launchers-'));
after(() => rmSync(parent, { recursive: true }));

for (const name of ['a b', '-dash', '(x) *[a]?', 'q\'"$(exit 1)`exit 1`', 'two\nlines', 'ends\n', '한글'])
  test(`the launcher of an archive finds its own folder, named ${JSON.stringify(name)}, also through a link`, {
    skip: process.platform === 'win32',
  }, () => {
    const folder = join(parent, name);
    mkdirSync(join(folder, 'node'), { recursive: true });
    copyFileSync(LAUNCHER, join(folder, 'rollbook'));
    writeFileSync(join(folder, 'node/node'), PRINTER, { mode: 0o755 });
    const link = join(mkdtempSync(join(parent, 'link-')), 'rollbook');
    symlinkSync(join(folder, 'rollbook'), link);
    for (const program of [join(folder, 'rollbook'), link]) {
      const printed = execFileSync(program, WORDS, {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, IFS: '/', CDPATH: '/' },
      });
      const [node, ...args] = printed.split('\0').slice(0, -1);
      assert.equal(node, join(folder, 'node/node'));
      assert.deepEqual(args.slice(-WORDS.length - 1), [join(folder, 'app/cli/start-unpacked.js'), ...WORDS]);
    }
  });
