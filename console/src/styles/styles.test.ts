import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(SOURCE, file), 'utf8');
const list = (pattern: string) => globSync(pattern, { cwd: SOURCE }).toSorted();
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

const SHEETS = list('**/*.css').map((file) => [file, read(file)] as const);
const TOKENS = read('../../server/html/assets/tokens.css');
/** Sizes that follow from what they are in, or from paper. */
const RELATIVE = /^(1rem|inherit|0|50%|22%|[\d.]+em|\d+pt)$/;

test('the sizes of letters and corners are tokens', () => {
  const others = SHEETS.flatMap(([file, text]) =>
    findAll(text, /(?:font-size|border-radius): ([^;]+);/g)
      .flatMap((value) => value.replaceAll(/var\(--(text|radius)[\w-]*\)/g, '').split(/\s+/))
      .filter((value) => value !== '' && !RELATIVE.test(value))
      .map((value) => `${file}: ${value}`),
  );
  assert.deepEqual(others, []);
});

test('the layout changes at the widths that the tokens list', () => {
  const listed = findAll(TOKENS.slice(0, TOKENS.indexOf('*/')), /(\d+rem)/g);
  const widths = SHEETS.flatMap(([, text]) => findAll(text, /@media ([^{]*width[^{]*)/g)).flatMap((query) =>
    findAll(query, /([\d.]+rem)/g),
  );
  assert.deepEqual([...new Set(widths)].toSorted(), listed.toSorted());
});

test('every variable that the styles read is one that they set', () => {
  const all = [TOKENS, ...SHEETS.map(([, text]) => text), ...list('**/*.tsx').map(read)].join('\n');
  const known = new Set(findAll(all, /(--[\w-]+)'?:/g));
  const unknown = findAll(all, /var\((--[\w-]+)\)/g).filter((name) => !known.has(name));
  assert.deepEqual([...new Set(unknown)], []);
});

test('a module has the classes that its components use, and no others', () => {
  const scripts = list('**/*.tsx').map((file) => [file, read(file)] as const);
  for (const [sheet, text] of SHEETS.filter(([file]) => file.endsWith('.module.css'))) {
    const local = text
      .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
    const selectors = findAll(local, /([^{}@]+)\{/g).flatMap((rule) => rule.split(/,(?![^(]*\))/));
    const global = selectors.filter(
      (selector) => !selector.includes('.') && !/^\s*(media|container|starting-style)/.test(selector),
    );
    assert.deepEqual(global, [], `${sheet} has rules for all pages`);
    const classes = new Set(findAll(local, /\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g));
    const used = scripts
      .filter(([file, script]) =>
        findAll(script, /import styles from '([^']+)'/g).some((name) => join(dirname(file), name) === sheet),
      )
      .flatMap(([, script]) => findAll(script, /\bstyles\.(\w+)/g));
    assert.deepEqual([...classes].toSorted(), [...new Set(used)].toSorted(), sheet);
  }
});

// The build names a class by its module: console/vite.config.ts.
test('no two modules have the same name', () => {
  const names = SHEETS.map(([file]) => basename(file)).filter((name) => name.endsWith('.module.css'));
  assert.deepEqual(names, [...new Set(names)]);
});
