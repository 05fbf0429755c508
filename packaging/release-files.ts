import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SUMS = 'SHA256SUMS';
const ARCHIVES = ['linux-x64.tar.gz', 'linux-arm64.tar.gz', 'win-x64.zip', 'darwin-arm64.tar.gz'];

/** The files of a release, as `npm run pack -- --archives` writes them into dist/. */
export const releaseFiles = (version: string) => ({
  npm: [`rollbook-client-${version}.tgz`, `rollbook-${version}.tgz`],
  python: [`rollbook-${version}-py3-none-any.whl`, `rollbook-${version}.tar.gz`],
  archives: ARCHIVES.map((name) => `rollbook-${version}-${name}`),
});

export const findMissingFiles = (folder: string, names: readonly string[]): string[] =>
  names.filter((name) => !existsSync(join(folder, name)));

/** Compares the files that exist with the sums that SHA256SUMS lists, in the format of `sha256sum`. */
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

const hashFile = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
