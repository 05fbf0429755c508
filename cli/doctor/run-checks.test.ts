import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../server/config.ts';
import { ok } from './result.ts';
import { runChecks } from './run-checks.ts';

test('a check that throws is a failure of its own, and the others go on', async () => {
  // Port 0 asks nobody, and this database does not exist.
  const config = readConfig({ ROLLBOOK_PORT: '0', ROLLBOOK_DATABASE: 'sqlite:/nowhere/rollbook.db' });
  const fail = () => {
    throw new TypeError('x is not a function');
  };
  const [broken, whole] = await runChecks({ config, settingProblems: [], options: {} }, () => [
    ['broken', fail],
    ['whole', () => ok('well')],
  ]);
  assert.equal(broken?.status, 'failure');
  assert.match(broken?.found ?? '', /could not be checked: x is not a function/);
  assert.deepEqual(whole, { check: 'whole', status: 'ok', found: 'well' });
});
