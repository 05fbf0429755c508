import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** A table row of the page: a claim, and the tests that verify it, each as `file` *title*. */
const rows = [...page.matchAll(/^\| what holds \| shown by \|\n\|---\|---\|\n((?:\| .*\n)+)/gm)]
  .flatMap(([, lines = '']) => lines.trimEnd().split('\n'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/security.md', () => {
  test('docs/security.md names a test for every claim', () => {
    assert.ok(rows.length > 30, `${rows.length}`);
    for (const [, claim = '', tests = ''] of rows) assert.notEqual(findTests(tests).length, 0, claim);
  });

  test('docs/security.md says which script runs each test', () => {
    const [scripts = ''] = page.split('\n').filter((line) => line.startsWith('`npm test` runs'));
    const folders = [...scripts.matchAll(/`([^` ]+)`/g)].map(([, folder]) => `${folder}/`);
    for (const [, , tests = ''] of rows)
      for (const { file } of findTests(tests))
        assert.ok(
          folders.some((folder) => file.startsWith(folder)),
          file,
        );
  });

  for (const [, claim = '', tests = ''] of rows)
    test(`the tests exist for: ${claim}`, () => {
      for (const { file, name } of findTests(tests)) {
        assert.ok(existsSync(join(ROOT, file)), `there is no ${file}`);
        const source = readFileSync(join(ROOT, file), 'utf8');
        assert.match(source, titlePattern(name), `${file} has no test "${name}"`);
      }
    });
});

/** A file without a title counts as one whose title is empty, which no test has. */
function findTests(cell: string): { file: string; name: string }[] {
  return [...cell.matchAll(/`([^`]+)`((?:\s*\*[^*]+\*)*)/g)].flatMap(([, file = '', titles = '']) => {
    const names = [...titles.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name);
    return (names.length === 0 ? [''] : names).map((name) => ({ file, name }));
  });
}

/** Matches the title in the source; an ellipsis stands for an interpolated expression. */
function titlePattern(name: string): RegExp {
  const text = name
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?['’]"))
    .join('\\$\\{[^}]*\\}');
  return new RegExp(`(test\\w*|describe)\\(\\s*(['"\`])${text}\\2`);
}
