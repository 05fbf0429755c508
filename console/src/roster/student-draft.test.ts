import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseValue } from '../components/parse-value.ts';
import { evaluateDraft, findChangesElsewhere } from './student-draft.ts';
import { makeState } from './test-entries.ts';

const STATE = makeState({ level: 35, bond: 2, bondExp: 20 });

test('only what differs from the state is sent', () => {
  const { changes, changedFields } = evaluateDraft(STATE, { level: 40, tier: 3 });
  assert.deepEqual(changes, { level: 40 });
  assert.deepEqual([...changedFields], ['level']);
  assert.equal(evaluateDraft(STATE, { tier: 3 }).changes, undefined);
});

test('a value out of bounds is refused with what would be right', () => {
  for (const text of ['0', '91', '3.5', '-1', 'x']) {
    const { changes, errors } = evaluateDraft(STATE, { level: parseValue(text) });
    assert.equal(changes, undefined, text);
    assert.equal(errors.level?.ko, '비워 두거나 1부터 90까지의 정수를 입력하세요.', text);
    assert.equal(errors.level?.en, 'Enter a whole number from 1 to 90, or leave it empty.', text);
  }
});

test('the bounds of the weapon level are those of the weapon', () => {
  const withWeapon = makeState({ tier: 5, weaponTier: 2 });
  const { errors } = evaluateDraft(withWeapon, { weaponLevel: 61 });
  assert.equal(errors.weaponLevel?.ko, '비워 두거나 0부터 40까지의 정수를 입력하세요.');
  const withoutWeapon = evaluateDraft(STATE, { weaponLevel: Number.NaN }).errors;
  assert.equal(withoutWeapon.weaponLevel?.en, 'Enter 0, or leave it empty.');
});

test('a broken rule is said once, in both languages and in the words of the form', () => {
  const { changes, errors } = evaluateDraft(STATE, { weaponTier: 2 });
  assert.equal(changes, undefined);
  assert.deepEqual(errors, {
    weaponTier: {
      ko: '고유무기 성급이 1 이상이면 성급은 5여야 해요.',
      en: 'A unique weapon requires 5 stars.',
    },
  });
  const armed = makeState({ tier: 5, weaponTier: 2, weaponLevel: 40, abilityHp: 25, abilityAtk: 5 });
  assert.deepEqual(evaluateDraft(armed, { weaponLevel: 50 }).errors, {
    weaponLevel: {
      ko: '고유무기 성급이 2일 때 고유무기 레벨은 40까지예요.',
      en: 'With 2 weapon stars, the weapon level goes up to 40.',
    },
  });
  assert.deepEqual(evaluateDraft(armed, { weaponTier: 0 }).errors, {
    weaponTier: {
      ko:
        '고유무기가 없으면 고유무기 레벨은 0이거나 비어 있어야 해요. ' +
        '고유무기가 없으면 최대 체력 개방, 공격력 개방 값은 0이거나 비어 있어야 해요.',
      en:
        'Without a unique weapon, the weapon level must be 0 or empty. ' +
        'HP unlock, Attack unlock: must be 0 or empty without a unique weapon.',
    },
  });
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

test('a registration begins with the own stars, which are no change until something is entered', () => {
  const untouched = evaluateDraft(null, {}, 2);
  assert.deepEqual(untouched.changes, { tier: 2, weaponTier: 0 });
  assert.deepEqual([untouched.next.tier, untouched.changedFields.size], [2, 0]);
  assert.deepEqual(evaluateDraft(null, { level: 5 }, 2).changes, { tier: 2, weaponTier: 0, level: 5 });
  assert.deepEqual(evaluateDraft(null, { tier: 4 }, 2).changes, { tier: 4, weaponTier: 0 });
  assert.equal(evaluateDraft(null, { level: 5 }).changes, undefined);
});
