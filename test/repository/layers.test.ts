import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { LAYERS, SOURCE_FOLDERS } from './layers.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Folders at the top level with sources that are no part of the program. */
const OTHER_FOLDERS = ['bench', 'examples', 'ops', 'packaging', 'test'];
const EXCLUDED = ['**/node_modules/**', '**/dist/**', '**/*.test.{ts,tsx}'];

interface Import {
  file: string;
  target: string;
  isTypeOnly: boolean;
}

/** Imports and re-exports of modules of this repository, also those of types only; not the version in package.json. */
const IMPORT = /(\bimport\b|\bexport\b)(\s+type\b)?[^;'"]*?['"](\.{1,2}\/[^'"\n]+\.(?:ts|tsx|js))['"]/g;

const SOURCES = globSync(`{${SOURCE_FOLDERS}}/**/*.{ts,tsx,js}`, { cwd: ROOT, exclude: EXCLUDED });
const IMPORTS: readonly Import[] = SOURCES.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, , type, path = '']) => ({
    file,
    target: posix.join(posix.dirname(file), path),
    isTypeOnly: type !== undefined,
  })),
);

/** The place of a file in the list; -1 for a file that has none. */
const placeOf = (file: string): number =>
  LAYERS.findIndex((layer) => file === layer || file.startsWith(`${layer}/`));

test('every source file belongs to a layer, and every layer has files', () => {
  assert.deepEqual(
    SOURCES.filter((file) => placeOf(file) === -1),
    [],
    'name the folder in layers.ts',
  );
  assert.deepEqual(
    LAYERS.filter((layer) => !existsSync(join(ROOT, layer))),
    [],
  );
  const folders = globSync('*/**/*.{ts,tsx,js}', { cwd: ROOT, exclude: EXCLUDED }).map(
    (file) => file.split('/')[0] as string,
  );
  assert.deepEqual(
    [...new Set(folders)].sort(),
    [...SOURCE_FOLDERS, ...OTHER_FOLDERS].filter((folder) => folders.includes(folder)).sort(),
  );
});

/** The contract is the lowest, and a service worker is one script. */
const IMPORT_NOTHING = ['contract', 'console/worker'];

test('the imports of every layer are found', () => {
  for (const layer of LAYERS.filter((name) => !/\.tsx?$/.test(name) && !IMPORT_NOTHING.includes(name)))
    assert.ok(
      IMPORTS.some(({ file, target }) => file.startsWith(`${layer}/`) && !target.startsWith(`${layer}/`)),
      layer,
    );
  for (const { file, target } of IMPORTS)
    assert.ok(existsSync(join(ROOT, target)), `${file} imports ${target}`);
});

test('no import runs up, from a layer to one above it or to a folder outside of the program', () => {
  // A table of texts names the keys of what it describes, so that one that is missing does not compile.
  const isKeyOfTexts = ({ file, target, isTypeOnly }: Import) =>
    isTypeOnly && file.startsWith('console/src/texts/') && !target.startsWith('console/src/pages/');
  const upward = IMPORTS.filter((one) => placeOf(one.target) < placeOf(one.file) && !isKeyOfTexts(one));
  assert.deepEqual(
    upward.map(({ file, target }) => `${file} imports ${target}`),
    [],
  );
});

test('no file imports itself by way of others', () => {
  const targets = Map.groupBy(IMPORTS, ({ file }) => file);
  const isCircular = (start: string): boolean => {
    const reached = new Set<string>();
    const queue = [start];
    for (let file = queue.pop(); file !== undefined; file = queue.pop())
      for (const { target } of targets.get(file) ?? []) {
        if (target === start) return true;
        if (reached.size < reached.add(target).size) queue.push(target);
      }
    return false;
  };
  const circular = SOURCES.filter(isCircular);
  assert.deepEqual(circular, []);
});

test('the pages import only types of the server', () => {
  assert.deepEqual(
    IMPORTS.filter(
      ({ file, target, isTypeOnly }) =>
        file.startsWith('console/src/') && target.startsWith('server/') && !isTypeOnly,
    ),
    [],
  );
});

test('no page of the console imports another, and what several of them share imports no page', () => {
  const pageOf = (file: string) => /^console\/src\/pages\/([^/]+)\//.exec(file)?.[1];
  // These open the pages.
  const openers = SOURCES.filter((file) =>
    /^console\/src\/(app\.tsx|main\.tsx|pages\/\w+-pages\.ts)$/.test(file),
  );
  const crossing = IMPORTS.filter(
    ({ file, target, isTypeOnly }) =>
      !isTypeOnly &&
      !openers.includes(file) &&
      pageOf(target) !== undefined &&
      pageOf(target) !== pageOf(file),
  );
  assert.deepEqual(crossing, []);
});

test('contract, game and client import no module of Node, so that they run in a browser', () => {
  for (const file of SOURCES.filter((name) => /^(contract|game|client)\//.test(name)))
    assert.doesNotMatch(readFileSync(join(ROOT, file), 'utf8'), /['"]node:/, file);
});
