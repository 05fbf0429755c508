import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files below a folder, relative to it and with slashes on every system. */
export const listFiles = (folder: string, exclude: readonly string[]): string[] =>
  globSync('**/*', { cwd: folder, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
