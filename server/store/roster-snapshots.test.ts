import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import { MAX_ENTRIES } from '../catalogue/catalogue-entry.ts';
import { MAX_ROSTER_BYTES, packRoster, type SnapshotStudent, unpackRoster } from './roster-snapshots.ts';

const MAXED = Object.fromEntries(STATE_NAMES.map((name) => [name, STATE_FIELDS[name].max]));
const pack = (text: string) => deflateRawSync(text).toString('base64');

test('a snapshot that unpacks to more than a roster can have is refused', async () => {
  const hostile = pack(`{"fields":[],"students":[${' '.repeat(MAX_ROSTER_BYTES)}]}`);
  assert.ok(hostile.length < 50_000);
  await assert.rejects(unpackRoster(hostile), /cannot be unpacked, or has more than 16777216 bytes/);
});

test('a snapshot that is no compressed text is refused', () =>
  assert.rejects(unpackRoster('no snapshot'), /cannot be unpacked/));

test('a roster of all students that the largest catalogue can have is kept', async () => {
  const students = Array.from({ length: MAX_ENTRIES }, (_, i) => ({
    studentUid: String(i).padStart(64, '0'),
    ...MAXED,
  })) as SnapshotStudent[];
  assert.deepEqual(await unpackRoster(await packRoster(students)), students);
});
