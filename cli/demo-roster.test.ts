import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields } from '../contract/field-checks.ts';
import { REQUIRED_NAMES } from '../contract/state-fields.ts';
import { checkStateRules } from '../contract/violation-texts.ts';
import { shippedCatalogue } from '../server/catalogue/catalogue.ts';
import { demoRoster } from './demo-roster.ts';

const UIDS = shippedCatalogue().entries.map(({ uid }) => uid);

test('the demo account has some forty students whose states every rule allows, and never 10010', () => {
  const roster = demoRoster(UIDS);
  assert.ok(roster.length >= 40 && roster.length <= 50, `${roster.length} students`);
  for (const { studentUid, ...state } of roster) {
    assert.deepEqual(checkFields(state, REQUIRED_NAMES), [], studentUid);
    assert.deepEqual(checkStateRules(state, state), [], studentUid);
    // An experience outside the rank would have become null.
    assert.equal(state.bondExp === null, state.bond === null, studentUid);
  }
  assert.ok(roster.every(({ studentUid }) => studentUid !== '10010'));
  assert.ok(demoRoster(['10010']).length === 0);
  assert.ok(new Set(roster.map((student) => JSON.stringify({ ...student, studentUid: '' }))).size > 20);
});
