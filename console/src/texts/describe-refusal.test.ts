import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRoster } from '../../../client/plan.ts';
import type { RollbookError } from '../../../client/rollbook-error.ts';
import { MAX } from '../../../test/blackbox/spec-fields.ts';
import { describeRefusal } from './describe-refusal.ts';

const NAMES = { ko: '시로코', ja: 'シロコ', en: 'Shiroko' };
const CATALOGUE = [{ studentUid: '10010', names: NAMES, aliases: [], forms: [], attributes: {} }];

function refusalOf(state: Record<string, number | null>): RollbookError {
  const wanted = { studentUid: '10010', tier: 5, weaponTier: 0, ...state };
  const [entry] = planRoster([wanted], [], CATALOGUE, {}).entries;
  assert.equal(entry?.action, 'refuse');
  return entry.error;
}

const refusals: [string, Record<string, number | null>, { ko: string; en: string }][] = [
  [
    'a value outside its range',
    { level: 0, tier: null },
    {
      ko: `성급: 1부터 ${MAX.tier}까지의 정수를 입력하세요. 레벨: 비워 두거나 1부터 ${MAX.level}까지의 정수를 입력하세요.`,
      en: `Stars: Enter a whole number from 1 to ${MAX.tier}. Level: Enter a whole number from 1 to ${MAX.level}, or leave it empty.`,
    },
  ],
  [
    'a broken rule, once for all of its fields',
    { weaponLevel: 1, abilityHp: 3 },
    {
      ko: '고유무기가 없으면 고유무기 레벨은 0이거나 비어 있어야 해요. 고유무기가 없으면 최대 체력 개방 값은 0이거나 비어 있어야 해요.',
      en: 'Without a unique weapon, the weapon level must be 0 or empty. HP unlock: must be 0 or empty without a unique weapon.',
    },
  ],
];
for (const [name, state, text] of refusals)
  test(`a student that a plan refuses for ${name} is explained in both languages`, () => {
    assert.deepEqual(describeRefusal(refusalOf(state)), text);
  });
