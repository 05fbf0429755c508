import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const HOUSE = join(import.meta.dirname, '../../..');
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
  test(`the settings in ${file} are settings, and well formed`, async () => {
    const settings = settingsIn(read(file));
    assert.ok(Object.keys(settings).length > 0);
    const env = { PATH: process.env.PATH, ...settings };
    // A fault of any setting stops every command before it does anything.
    await promisify(execFile)(join(HOUSE, 'cli/rollbook'), ['completion', 'bash'], { env });
  });

test('an image holds what the program needs, and no test', () => {
  const kept = read('.dockerignore').split('\n');
  for (const folder of ['cli', 'contract', 'server']) assert.ok(kept.includes(`!${folder}`), folder);
  assert.ok(kept.includes('**/*.test.ts'));
  const asked = read('Dockerfile').match(/^(FROM|USER|HEALTHCHECK|ENTRYPOINT).*$/gm);
  assert.equal(asked?.filter((line) => line.startsWith('FROM')).length, 2);
  assert.ok(asked?.includes('USER rollbook'));
});
