import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Lockfile {
  version?: string;
  packages: Record<string, { version?: string }>;
}

/** The version that each file of the repository states, by the name of the file. */
export function readStatedVersions(root: string): Record<string, string | undefined> {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const readManifest = (file: string): string | undefined => JSON.parse(read(file)).version;
  const find = (file: string, pattern: RegExp): string | undefined => pattern.exec(read(file))?.[1];
  const lockfile: Lockfile = JSON.parse(read('package-lock.json'));
  return {
    'package.json': readManifest('package.json'),
    'cli/package.json': readManifest('cli/package.json'),
    'client/package.json': readManifest('client/package.json'),
    'client/version.ts': find('client/version.ts', /VERSION = '(.*)'/),
    'python/pyproject.toml': find('python/pyproject.toml', /^version = "(.*)"$/m),
    'python/rollbook/version.py': find('python/rollbook/version.py', /^VERSION = "(.*)"$/m),
    'package-lock.json': lockfile.version,
    ...Object.fromEntries(
      ['', 'cli', 'client'].map((workspace) => [
        `package-lock.json, packages["${workspace}"]`,
        lockfile.packages[workspace]?.version,
      ]),
    ),
  };
}

/** A sentence for each file that states another version. */
export const findOtherVersions = (root: string, version: string): string[] =>
  Object.entries(readStatedVersions(root))
    .filter(([, stated]) => stated !== version)
    .map(([file, stated]) => `${file} states version ${stated ?? '(none)'}, CHANGELOG.md ${version}.`);
