import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findHome, findUserFolders } from './user-folders.ts';

/**
 * The entry of an unpacked archive, in place of cli.ts. The data is in the user's own folder, whatever folder a
 * command is run in, and nothing is written to the unpacked one.
 */
const home = findHome(homedir(), () => userInfo().homedir);
const { data, cache } = findUserFolders(process.platform, process.env, home);
if (process.env.ROLLBOOK_DATABASE === undefined) {
  process.env.ROLLBOOK_DATABASE = `sqlite:${join(data, 'rollbook.db')}`;
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
  } catch {
    // Opening the database tells why; a command with --database, or without a database, does not need the folder.
  }
}
process.env.NODE_COMPILE_CACHE ??= cache;
enableCompileCache(process.env.NODE_COMPILE_CACHE);
// A double click on Rollbook.cmd has no words.
if (process.platform === 'win32' && process.argv.length === 2) process.argv.push('serve', '--open');
await import('./cli.ts');
