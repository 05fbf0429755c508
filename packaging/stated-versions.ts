import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLockedPackages } from './locked-packages.ts';

/** The version that each file of the repository states, by the name of the file. */
export function readStatedVersions(root: string): Record<string, string | undefined> {
  const find = (file: string, pattern: RegExp): string | undefined =>
    pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1];
  const locked = readLockedPackages(root);
  return {
    'cli/package.json': find('cli/package.json', /^ {2}"version": "(.*)"/m),
    'client/package.json': find('client/package.json', /^ {2}"version": "(.*)"/m),
    'client/version.ts': find('client/version.ts', /VERSION = '(.*)'/),
    'python/rollbook/version.py': find('python/rollbook/version.py', /^VERSION = "(.*)"$/m),
    'package-lock.json, packages.cli': locked.cli?.version,
    'package-lock.json, packages.client': locked.client?.version,
  };
}

/** A sentence for each file that states another version. */
export const findOtherVersions = (root: string, version: string): string[] =>
  Object.entries(readStatedVersions(root))
    .filter(([, stated]) => stated !== version)
    .map(([file, stated]) => `${file} states version ${stated ?? '(none)'}, CHANGELOG.md ${version}.`);
