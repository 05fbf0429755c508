import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

for (const name of ['test:unit', 'test:sqlite'])
  test(`no file of ${name} has a hook at its top that runs before the tests of other files, too`, () => {
    const globs = [...scripts[name].matchAll(/'([^']+)'/g)].map(([, glob]) => glob);
    const files = globSync(globs, { cwd: ROOT });
    assert.ok(files.length > 90, `${files.length} files`);
    const hasHook = (file: string) => /^(before|after)Each\(/m.test(readFileSync(join(ROOT, file), 'utf8'));
    assert.deepEqual(files.filter(hasHook), []);
  });
