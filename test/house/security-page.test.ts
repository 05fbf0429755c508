import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** A row of its tables: what holds, and the tests that show it, each as `file`: *name*. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (what holds|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/security.md', () => {
  test('says of every line which test shows it', () => {
    assert.ok(rows.length > 30, `${rows.length}`);
    for (const [, what = '', shown = ''] of rows) assert.notEqual(namedIn(shown).length, 0, what);
  });

  for (const [, what = '', shown = ''] of rows)
    test(what, () => {
      for (const { file, name } of namedIn(shown)) {
        assert.ok(existsSync(join(ROOT, file)), `there is no ${file}`);
        const source = readFileSync(join(ROOT, file), 'utf8');
        assert.match(source, declared(name), `${file} has no test "${name}"`);
      }
    });
});

function namedIn(cell: string): { file: string; name: string }[] {
  const named: { file: string; name: string }[] = [];
  let file = '';
  for (const [, path, name] of cell.matchAll(/`([^`]+)`|\*([^*]+)\*/g)) {
    if (path !== undefined) file = path;
    else if (name !== undefined) named.push({ file, name });
  }
  return named;
}

/** The name as it stands in the source; an ellipsis is what a loop puts there. */
function declared(name: string): RegExp {
  const text = name
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?['’]"))
    .join('\\$\\{[^}]*\\}');
  return new RegExp(`(test|describe)\\(\\s*(['"\`])${text}\\2`);
}
