import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeContract } from '../../packaging/python-contract.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../python', file), 'utf8');

test('the Python client has the fields, bounds and codes of the contract', () => {
  assert.equal(read('rollbook/contract.py'), describeContract(), 'run npm run contract:python');
});
