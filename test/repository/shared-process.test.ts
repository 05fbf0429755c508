import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test('the unit tests, which share a process, have no hook that runs before those of all files', () => {
  const globs = [...scripts['test:unit'].matchAll(/'([^']+)'/g)].map(([, glob]) => glob);
  const files = globSync(globs, { cwd: ROOT });
  assert.ok(files.length > 90, `${files.length} files`);
  const hasHook = (file: string) => /^(before|after)Each\(/m.test(readFileSync(join(ROOT, file), 'utf8'));
  assert.deepEqual(files.filter(hasHook), []);
});
