import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseValue } from './check-draft.ts';
import { evaluateDraft, findChangesElsewhere } from './student-draft.ts';
import { makeState } from './test-entries.ts';

const STATE = makeState({ level: 35, bond: 2, bondExp: 20 });

test('only what differs from the state is sent', () => {
  const { changes, changedFields } = evaluateDraft(STATE, { level: 40, tier: 3 });
  assert.deepEqual(changes, { level: 40 });
  assert.deepEqual([...changedFields], ['level']);
  assert.equal(evaluateDraft(STATE, { tier: 3 }).changes, undefined);
});

test('a value out of bounds is refused with the sentence of the API', () => {
  for (const text of ['0', '91', '3.5', '-1', 'x']) {
    const { changes, errors } = evaluateDraft(STATE, { level: parseValue(text) });
    assert.equal(changes, undefined, text);
    assert.equal(errors.level?.ko, '1부터 90까지의 정수 또는 null이어야 합니다.', text);
    assert.equal(errors.level?.en, 'A whole number from 1 to 90, or nothing.', text);
  }
});

test('a broken rule is said in both languages at every field that it binds', () => {
  const { changes, errors } = evaluateDraft(STATE, { weaponTier: 2 });
  assert.equal(changes, undefined);
  assert.deepEqual(Object.keys(errors), ['tier', 'weaponTier']);
  assert.match(errors.tier?.ko ?? '', /weaponTier가 1 이상이면 tier는 5여야 합니다/);
  assert.equal(errors.tier?.en, 'weaponTier 1 or higher requires tier 5.');
});

test('a student is registered once the stars are chosen, without a unique weapon unless one is chosen', () => {
  assert.equal(evaluateDraft(null, {}).changes, undefined);
  assert.equal(evaluateDraft(null, { level: 10 }).changes, undefined);
  assert.deepEqual(evaluateDraft(null, { tier: 3, level: 10 }).changes, {
    weaponTier: 0,
    tier: 3,
    level: 10,
  });
});

test('an experience out of the interval of its rank is shown as it is typed', () => {
  assert.equal(evaluateDraft(STATE, { bondExp: 5000 }).next.bondExp, 5000);
});

test('what another tool changed is found by field', () => {
  const current = { ...STATE, level: 50, skillEx: 3 };
  assert.deepEqual([...findChangesElsewhere(STATE, current).keys()], ['level', 'skillEx']);
  assert.equal(findChangesElsewhere(STATE, null).size, 0);
});
