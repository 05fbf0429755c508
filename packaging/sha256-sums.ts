import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SUMS = 'SHA256SUMS';

const hashFile = (file: string): string => hash('sha256', readFileSync(file));

/** Writes the sums of all files in the folder, in the format of `sha256sum`. */
export function writeSums(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name).sort();
  const lines = names.map((name) => `${hashFile(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, SUMS), lines.join(''));
}

/** Compares the files that exist with the sums that SHA256SUMS lists. */
export function compareSums(
  folder: string,
  names: readonly string[],
): { unlisted: string[]; different: string[] } {
  const file = join(folder, SUMS);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const sums = new Map(lines.map((line) => line.split(/ [ *]/)).map(([sum, name = '']) => [name, sum]));
  const existing = names.filter((name) => existsSync(join(folder, name)));
  return {
    unlisted: existing.filter((name) => !sums.has(name)),
    different: existing.filter((name) => sums.has(name) && sums.get(name) !== hashFile(join(folder, name))),
  };
}
