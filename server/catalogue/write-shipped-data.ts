import { statSync, writeFileSync } from 'node:fs';
import { sourceAddress } from '../config.ts';
import { describeReadError } from '../errors/file-errors.ts';
import { UserError } from '../errors/user-error.ts';
import { completeAliases } from './aliases.ts';
import { DATA_FOLDER, shippedData } from './catalogue-data.ts';
import { findSchaleFiles, readFiles } from './catalogue-files.ts';
import { formatLabels, formatList, formatRecord } from './catalogue-text.ts';
import { FETCH_LIMITS, fetchCatalogue } from './fetch-catalogue.ts';
import { readCatalogue, type SourceFiles } from './read-catalogue.ts';
import { isFactsFolder, readFactsFolder } from './read-facts-folder.ts';

/**
 * `npm run data -- FOLDER|FILE|ADDRESS` imports a source into the files in `data/`, one entry in a line. Without a source
 * it adds the aliases of students in costume alone.
 */
const shipped = shippedData();
const { data, unknownMaterials } = await readCatalogue(await openSource(process.argv[2]), shipped);
const told = new Map(data.students.map(({ uid, aliases }) => [uid, aliases]));
const students = completeAliases(data.students, { before: shipped.students, told });
write('students', formatList(students.map(({ growth, ...student }) => student)));
write('student-growth', formatRecord(Object.fromEntries(students.map(({ uid, growth }) => [uid, growth]))));
write('items', formatRecord(data.items));
write('labels', formatLabels(data.labels));
for (const { uid, field } of unknownMaterials)
  console.warn(`${uid}: ${field} names an item that is not known.`);
console.log(`${students.length} students in data/. Now run shipped-data.test.ts.`);

async function openSource(source: string | undefined): Promise<SourceFiles> {
  if (source === undefined) return [{ name: 'data', folder: '', data: shipped }];
  if (/^https?:/.test(source)) {
    const options = { limits: FETCH_LIMITS, signal: new AbortController().signal };
    return (await fetchCatalogue(new URL(sourceAddress(source)), {}, options))?.files ?? [];
  }
  if (isFactsFolder(source)) return [{ name: source, folder: '', data: readFactsFolder(source) }];
  return readFiles(listFiles(source), []);
}

function listFiles(path: string): string[] {
  try {
    return statSync(path).isDirectory() ? findSchaleFiles(path) : [path];
  } catch (error) {
    throw new UserError(describeReadError(path, error));
  }
}

function write(name: string, text: string): void {
  writeFileSync(`${DATA_FOLDER}/${name}.json`, `${text}\n`);
}
