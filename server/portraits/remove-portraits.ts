import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ITEMS_FOLDER } from './portrait-folder.ts';

/** What a fetch writes, and what it leaves where the machine loses its power. */
const FETCHED_FILE = /^[\w-]+\.webp(\.[\da-f-]{36})?$/;

/** Removes fetched portraits and icons, and the folders if nothing else is in them. Returns how many there were. */
export async function removePortraits(folder: string): Promise<number> {
  let removed = 0;
  for (const each of [join(folder, ITEMS_FOLDER), folder]) {
    const names = (await readNames(each)).filter((name) => FETCHED_FILE.test(name));
    for (const name of names) await rm(join(each, name), { force: true });
    removed += names.length;
    // What the operator has added stays, and its folder.
    await rmdir(each).catch(() => {});
  }
  return removed;
}

const readNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
