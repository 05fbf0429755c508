import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const HOUSE = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(HOUSE, file), 'utf8');

/** Our settings in what is shipped, with what they are there. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(?<![$A-Z_{])(ROLLBOOK_\w+)(?:=|: )(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, 'secret').replace(/\$\{\w+:-(.*)\}/, '$1'),
    ]),
  );

for (const file of ['Dockerfile', 'compose.yaml', 'ops/systemd/rollbook.service'])
  test(`the settings in ${file} are settings, and well formed`, () => {
    const settings = settingsIn(read(file));
    assert.ok(Object.keys(settings).length > 0);
    assert.doesNotThrow(() => readConfig(settings));
  });

test('an image holds what the program needs, and no test', () => {
  const kept = read('.dockerignore').split('\n');
  for (const folder of ['cli', 'contract', 'server']) assert.ok(kept.includes(`!${folder}`), folder);
  assert.ok(kept.includes('**/*.test.ts'));
  const asked = read('Dockerfile').match(/^(FROM|USER|HEALTHCHECK|ENTRYPOINT).*$/gm);
  assert.equal(asked?.filter((line) => line.startsWith('FROM')).length, 2);
  assert.ok(asked?.includes('USER rollbook'));
});
