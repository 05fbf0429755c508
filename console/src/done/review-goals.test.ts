import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyRegistration } from '../../../contract/state-rules.ts';
import { plannedCost } from '../../../game/planned-cost.ts';
import { SHIPPED_FACTS } from '../../../test/shipped-growth.ts';
import { reviewGoals } from './review-goals.ts';

const [ARU, EIMI] = ['10000', '10001'];
const STATE = applyRegistration(undefined, { tier: 3, weaponTier: 0, level: 70, skillEx: 3 });
const WANTED = { level: 75, skillEx: 4 };

test('what is taken is what the plan says, and a field alone takes its own part', () => {
  const { credits, items } = plannedCost(SHIPPED_FACTS, ARU, STATE, { skillEx: 4 });
  const stock = { ...items, credits: credits + 9, 13: 99 };
  const request = { studentUid: ARU, wanted: WANTED, state: STATE };
  const {
    students,
    items: spent,
    missing,
  } = reviewGoals(SHIPPED_FACTS, [{ ...request, fields: ['skillEx'] }], stock);
  assert.deepEqual(students[0]?.steps, [{ field: 'skillEx', now: 3, wanted: 4 }]);
  assert.deepEqual(spent[0], { itemId: 'credits', before: credits + 9, spent: credits });
  assert.deepEqual(Object.fromEntries(spent.map(({ itemId, spent }) => [itemId, spent])), {
    credits,
    ...items,
  });
  assert.deepEqual([missing.credits, missing.items], [0, {}]);
  assert.equal(reviewGoals(SHIPPED_FACTS, [request], stock).students[0]?.steps.length, 2);
});

test('the next student takes what the one before has left, and what is missing is that of all', () => {
  const { credits } = plannedCost(SHIPPED_FACTS, ARU, STATE, WANTED);
  const requests = [ARU, EIMI].map((studentUid) => ({ studentUid, wanted: WANTED, state: STATE }));
  const { items, missing } = reviewGoals(SHIPPED_FACTS, requests, { credits: credits + 1 });
  assert.deepEqual(items, [{ itemId: 'credits', before: credits + 1, spent: credits + 1 }]);
  assert.equal(missing.credits, credits - 1);
});

test('a student who is not recruited, or has reached it, takes nothing', () => {
  const reached = { ...STATE, ...WANTED };
  const { students, items } = reviewGoals(
    SHIPPED_FACTS,
    [
      { studentUid: ARU, wanted: WANTED, state: null },
      { studentUid: EIMI, wanted: WANTED, state: reached },
    ],
    { credits: 5 },
  );
  assert.deepEqual(
    students.map(({ steps }) => steps),
    [[], []],
  );
  assert.deepEqual(items, []);
});
