import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describeReadError } from '../errors/file-errors.ts';
import { UserError } from '../errors/user-error.ts';
import { FOLDER_NAMES } from './schaledb.ts';
import { MAX_FILE_BYTES, MAX_FILE_SIZE, parseJson, type SourceFile } from './source-file.ts';

/** The first name that exists of each list is read. */
export const SCHALE_FILE_NAMES = [
  ['students.json', 'students.min.json'],
  ['items.json', 'items.min.json'],
  ['localization.json', 'localization.min.json'],
] as const;

/** `folders` are the names of their folders, in the same order, where those do not say the language. */
export function* readFiles(paths: readonly string[], folders: readonly string[]): Generator<SourceFile> {
  for (const [i, path] of paths.entries()) {
    const folder = folders[i] ?? basename(dirname(resolve(path)));
    yield { name: path, folder, data: parseJson(`The file ${path}`, readBytes(path)) };
  }
}

/** The files of SchaleDB in a folder that has one folder for each language. */
export const findSchaleFiles = (folder: string): string[] =>
  FOLDER_NAMES.flatMap((language) =>
    SCHALE_FILE_NAMES.flatMap((names) =>
      names
        .map((name) => join(folder, language, name))
        .filter(existsSync)
        .slice(0, 1),
    ),
  );

function readBytes(path: string): Buffer {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new UserError(`${path} is not a file.`);
    if (stats.size > MAX_FILE_BYTES) throw new UserError(`The file ${path} is larger than ${MAX_FILE_SIZE}.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(describeReadError(path, error), { cause: error });
  }
}
