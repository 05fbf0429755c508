import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { COMMANDS } from '../../../cli/commands.ts';
import { newDatabase, query } from '../../database.ts';
import { bareEnvironment } from '../../service.ts';

const LAUNCHER = join(import.meta.dirname, '../../../cli/rollbook');
/** What they name need not exist: the database is looked for first. */
const VALUES: Record<string, string> = {
  'bond set': '--account a --student 10010 --bond 1',
  'key issue': '--account a --permission read',
  'key list': '--account a',
  'account delete': '--yes',
  'portraits fetch': '--from https://images.example/',
};
const NEEDING = COMMANDS.filter(
  ({ words, database }) => database !== 'none' && !['serve', 'migrate'].includes(words),
);

let folder: string;
before(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rollbook-missing-')));
  mkdirSync(join(folder, 'elsewhere'));
});
after(() => rmSync(folder, { recursive: true }));

const run = (words: string[], database?: string) =>
  new Promise<{ code: number; stderr: string }>((resolve) => {
    const env = { ...bareEnvironment(), ...(database && { ROLLBOOK_DATABASE: database }) };
    execFile(LAUNCHER, words, { cwd: folder, env }, (error, _stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stderr }),
    );
  });

describe('where there is no database', { concurrency: 3 }, () => {
  for (const { words, args } of NEEDING)
    test(`${words} says so and where it looked, and makes none`, async () => {
      const values = VALUES[words]?.split(' ') ?? [];
      const { code, stderr } = await run([...words.split(' '), ...args.map(() => 'x'), ...values]);
      assert.equal(code, 1, stderr);
      assert.ok(stderr.startsWith(`There is no database at ${folder}/data/rollbook.db.`), stderr);
      assert.match(stderr, /--database or ROLLBOOK_DATABASE.*`rollbook serve` makes a new one\.\n$/);
      assert.deepEqual(readdirSync(folder), ['elsewhere']);
    });

  test('account create makes no tables in an empty PostgreSQL database', async (t) => {
    const { address, remove } = await newDatabase('postgres', { isEmpty: true });
    t.after(remove);
    const { code, stderr } = await run(['account', 'create', 'arona'], address);
    assert.equal(code, 1);
    assert.match(stderr, /^There is nothing in the database .*ROLLBOOK_DATABASE/);
    const tables = await query(address, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
    assert.deepEqual(tables, []);
  });
});
