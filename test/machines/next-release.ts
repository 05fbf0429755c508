import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAtEnd } from '../cleanup.ts';

const CHECKOUT = join(import.meta.dirname, '../..');
const NOT_COPIED = ['.git', 'node_modules', 'dist', 'test'];
const MIGRATION = `-- Adds a column to each table that requests read or write, as a next release might.
ALTER TABLE account ADD COLUMN note text;
ALTER TABLE api_key ADD COLUMN note text;
ALTER TABLE student_record ADD COLUMN note text;
CREATE TABLE note (account_id text COLLATE "C" PRIMARY KEY REFERENCES account ON DELETE CASCADE);
`;

/** Makes a next release, a copy of this checkout with one more migration of PostgreSQL; returns its launcher. */
export async function makeNextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-next-'));
  cleanUpAtEnd(() => rm(folder, { recursive: true }));
  for (const entry of await readdir(CHECKOUT))
    if (!NOT_COPIED.includes(entry))
      await cp(join(CHECKOUT, entry), join(folder, entry), { recursive: true, verbatimSymlinks: true });
  await symlink(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'server/store/postgres/migrations/9999-next.sql'), MIGRATION);
  return join(folder, 'cli/rollbook');
}
