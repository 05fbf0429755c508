import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const UNIT = join(import.meta.dirname, '../ops/systemd/rollbook.service');

test('every ROLLBOOK_ setting of the systemd unit exists and has a valid value', () => {
  const settings = Object.fromEntries(
    [...readFileSync(UNIT, 'utf8').matchAll(/(ROLLBOOK_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  assert.ok(Object.keys(settings).length > 0);
  assert.doesNotThrow(() => readConfig(settings));
});
