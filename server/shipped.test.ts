import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SOURCE_FOLDERS } from '../test/repository/layers.ts';
import { readConfig } from './config.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Finds all ROLLBOOK_ settings in a file and their values. */
const findSettings = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(?<![$A-Z_{])(ROLLBOOK_\w+)(?:=|: )(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, 'secret').replace(/\$\{\w+:[-+](.*)\}/, '$1'),
    ]),
  );

for (const file of ['Dockerfile', 'compose.yaml', 'ops/systemd/rollbook.service'])
  test(`every ROLLBOOK_ setting in ${file} exists and has a valid value`, () => {
    const settings = findSettings(read(file));
    assert.ok(Object.keys(settings).length > 0);
    assert.doesNotThrow(() => readConfig(settings));
  });

test('the image contains all source folders, no tests, and runs as an unprivileged user', () => {
  const included = read('.dockerignore').split('\n');
  for (const folder of SOURCE_FOLDERS) assert.ok(included.includes(`!${folder}`), folder);
  assert.ok(included.includes('**/*.test.ts'));
  const instructions = read('Dockerfile').match(/^(FROM|USER|HEALTHCHECK|ENTRYPOINT).*$/gm);
  assert.equal(instructions?.filter((line) => line.startsWith('FROM')).length, 2);
  assert.ok(instructions?.includes('USER rollbook'));
});
