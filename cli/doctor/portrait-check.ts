import { join } from 'node:path';
import type { Config } from '../../server/config.ts';
import { checkPortraitFolder, ITEMS_FOLDER, listPortraits } from '../../server/portraits/portrait-folder.ts';
import { findPortraitLocation } from '../../server/portraits/portrait-location.ts';
import type { OpenDatabase } from './database-check.ts';
import { ok, type Result, warning } from './result.ts';

const MAX_NAMED = 5;

/** Who has a portrait, and which files are not served. The settings tell of a folder that cannot be read. */
export async function checkPortraits(config: Config, database: OpenDatabase): Promise<Result | []> {
  const folder = findPortraitLocation(config)?.path;
  if (folder === undefined || !(await isReadable(folder))) return [];
  const { students, items } = database.readCatalogue();
  const uids = new Set(students.flatMap(({ uid, otherForms = [] }) => [uid, ...otherForms]));
  const refused: string[] = [];
  const list = (of: string, isKnown: (id: string) => boolean) =>
    listPortraits(of, isKnown, (file, problem) => refused.push(`${join(of, file)}: ${problem}`));
  const [portraits, icons] = await Promise.all([
    list(folder, (uid) => uids.has(uid)),
    list(join(folder, ITEMS_FOLDER), (id) => Object.hasOwn(items, id)),
  ]);
  const { length: count } = students.filter(({ uid }) => portraits.has(uid));
  const found = `${count} of ${students.length} students have a portrait; icons of items: ${icons.size}`;
  if (refused.length > 0)
    return warning(
      `${found}; not served: ${refused.slice(0, MAX_NAMED).join(' ')}${refused.length > MAX_NAMED ? ' …' : ''}`,
      'Replace them, or take them out of the folder.',
    );
  return count === 0
    ? warning(
        `no student has a portrait in ${folder}`,
        'Name files as 10000.webp, or fetch them: on the server page of the console, or by rollbook portraits fetch --from ADDRESS',
      )
    : ok(found);
}

const isReadable = (folder: string): Promise<boolean> =>
  checkPortraitFolder(folder).then(
    () => true,
    () => false,
  );
