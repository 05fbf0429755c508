import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GoalSettings, WantedValues } from '../../contract/goals.ts';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS } from '../../contract/state-rules.ts';
import { checkWantedValues } from '../../contract/wanted-rules.ts';
import { arbitraryStudents, validState } from '../../test/arbitrary-states.ts';
import { current, data, items, realSave, students } from '../../test/planner-save.ts';
import { type RecruitedStudent, readPlannerGoals, writePlannerGoals } from './index.ts';

const stateOf = (studentUid: string, some: Partial<RecruitedStudent> = {}): RecruitedStudent => ({
  ...(Object.fromEntries(STATE_NAMES.map((name) => [name, null])) as Record<StateName, null>),
  ...{ studentUid, tier: 3, weaponTier: 0, ...some },
});

test('a written save has targets, order, pauses, elephs, counts and totals, and students without a state', () => {
  const save = JSON.parse(
    writePlannerGoals(
      {
        roster: [stateOf('10010', { level: 50 }), stateOf('10000', { level: 85 })],
        goals: [
          { studentUid: '16001', wanted: { tier: 3 }, priority: 7, isPaused: true },
          { studentUid: '10000', wanted: { level: 60, weaponLevel: 35, equipSpecial: 1 } },
        ],
        stock: { credits: 9, 10: 3, 13: 1, e4: 2, e40: 4, 3000: 1, 10000: 55 },
      },
      { ...data, names: new Map([['16001', 'Suzumi']]) },
    ),
  );
  const [first, second, third] = save.characters;
  assert.deepEqual([first.id, second.id, third.id], ['10000', '10010', '16001']);
  assert.deepEqual(
    [first.target.level, first.target.star, first.target.ue, first.target.ue_level, first.target.bond_gear],
    ['85', 5, 2, '35', '1'],
  );
  assert.deepEqual([first.eleph.owned, first.enabled, first.hasBondGear], ['55', true, true]);
  assert.deepEqual(second.target, second.current);
  assert.deepEqual(
    [third.name, third.current.star, third.target.star, third.eleph.unlocked, third.enabled],
    ['Suzumi', 1, 3, false, false],
  );
  assert.deepEqual(save.character_order, ['16001', '10000', '10010']);
  assert.deepEqual(save.disabled_characters, ['16001']);
  assert.deepEqual(save.owned_materials, {
    ...{ Credit: 9, XP_1: 3, XP_4: 1, Xp: 10150, GXP_4: 2, GearXp: 11520, T1_Needle: 4, 3000: 1 },
  });
});

test('merging keeps targets without a goal, other counts, the order and what we do not know', () => {
  const merge = JSON.stringify({ ...realSave, future: [1] });
  const goals = [{ studentUid: '10010', wanted: { skillEx: 5 } }];
  const contents = { roster: [stateOf('10010', { skillEx: 4 })], goals, stock: { 13: 5, 10010: 0 } };
  const save = JSON.parse(writePlannerGoals(contents, { ...data, merge }));
  const [first, second, ...others] = save.characters;
  assert.deepEqual([first, others], [realSave.characters[0], realSave.characters.slice(2)]);
  assert.deepEqual([second.target.ex, second.target.ue, second.target.level], ['5', 0, '72']);
  assert.deepEqual([second.enabled, second.eleph.owned], [true, '0']);
  assert.deepEqual(save.disabled_characters, ['16001']);
  assert.deepEqual(
    { ...save, characters: 0, owned_materials: 0, disabled_characters: 0 },
    { ...realSave, future: [1], characters: 0, owned_materials: 0, disabled_characters: 0 },
  );
  assert.deepEqual(save.owned_materials, { ...realSave.owned_materials, XP_4: 5, Xp: 50500 });
});

test('every item that the planner counts has a key of its own', () => {
  const stock = Object.fromEntries(Object.keys(items).map((itemId, index) => [itemId, index + 1]));
  const text = writePlannerGoals({ roster: [], goals: [], stock }, data);
  const back = readPlannerGoals(text, data).stock;
  const lost = Object.keys(items).filter((itemId) => back[itemId] !== stock[itemId]);
  assert.deepEqual([...new Set(lost.map((itemId) => items[itemId]?.kind))], ['eleph', 'equipment']);
});

const anyGoal = fc.record({
  wanted: validState.map(({ bondExp, equip1Level, equip2Level, equip3Level, ...state }) => {
    const entries = Object.entries(state).filter(([, value]) => value !== null && value !== 0);
    return Object.fromEntries(entries.filter((_, index) => (index + entries.length) % 3 > 0)) as WantedValues;
  }),
  priority: fc.integer({ min: 0, max: 9999 }),
  isPaused: fc.boolean(),
});
const anyUid = fc.constantFrom(...students.map(({ studentUid }) => studentUid));
const anyContents = fc.record({
  roster: arbitraryStudents(anyUid),
  goals: fc
    .uniqueArray(fc.tuple(anyUid, anyGoal), { selector: ([uid]) => uid })
    .map((goals) => goals.map(([studentUid, goal]) => ({ studentUid, ...goal }))),
  stock: fc.dictionary(
    fc.constantFrom(
      ...Object.keys(items).filter((itemId) => !['equipment', 'eleph'].includes(items[itemId]?.kind ?? '')),
    ),
    fc.integer({ min: 0, max: 9_999_999_999 }),
  ),
});

test('what is written is read back: targets above the state, in the order of priority, and the stock', () => {
  fc.assert(
    fc.property(anyContents, ({ roster, goals, stock }) => {
      const back = readPlannerGoals(writePlannerGoals({ roster, goals, stock }, data), data);
      assert.deepEqual({ ...back.stock }, { ...stock });
      assert.deepEqual([back.skipped, back.warnings], [[], []]);
      const found = new Map(back.goals.map(({ studentUid, goal }) => [studentUid, goal]));
      for (const { studentUid, wanted, isPaused } of goals) {
        const goal: GoalSettings | undefined = found.get(studentUid);
        const state = roster.find((one) => one.studentUid === studentUid);
        if (goal !== undefined) {
          assert.equal(goal.isPaused, isPaused);
          assert.deepEqual(checkWantedValues(goal.wanted), []);
        }
        for (const name of STATE_NAMES) {
          const reached = state?.[name] ?? LOWEST[name] ?? 0;
          const star = students.find((one) => one.studentUid === studentUid)?.attributes.star ?? 1;
          const floor = state === undefined && name === 'tier' ? star : reached;
          if ((wanted[name] ?? 0) > floor) assert.ok((goal?.wanted[name] ?? 0) >= (wanted[name] ?? 0), name);
          else if (name !== 'tier' && name !== 'weaponTier')
            assert.equal(goal?.wanted[name], undefined, name);
        }
      }
      const order = back.goals
        .toSorted((a, b) => (a.goal.priority ?? 0) - (b.goal.priority ?? 0))
        .map(({ studentUid }) => goals.find((goal) => goal.studentUid === studentUid)?.priority ?? 0);
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      );
    }),
  );
});
const LOWEST: WantedValues = {
  ...{ level: 1, skillEx: 1, skillNormal: 1, skillEnhanced: 1, skillSub: 1, bond: 1 },
};

test('writing again into what was written changes nothing', () => {
  fc.assert(
    fc.property(anyContents, (contents) => {
      const first = writePlannerGoals(contents, data);
      assert.deepEqual(JSON.parse(writePlannerGoals(contents, { ...data, merge: first })), JSON.parse(first));
    }),
  );
});

test('whatever the save, its goals keep the rules, or it is refused', () => {
  const value = fc.oneof(fc.integer({ min: -5, max: 110 }), fc.jsonValue({ maxDepth: 2 }));
  const side = fc.dictionary(fc.constantFrom(...Object.keys(current), '__proto__'), value);
  const anyCharacter = fc.record(
    {
      id: fc.oneof(anyUid, value),
      current: side,
      target: side,
      eleph: fc.dictionary(fc.constant('owned'), value),
    },
    { requiredKeys: [] },
  );
  const anySave = fc.record(
    {
      characters: fc.array(fc.oneof(anyCharacter, value)),
      owned_materials: fc.oneof(
        value,
        fc.dictionary(fc.constantFrom('XP_1', 'Credit', 'constructor'), value),
      ),
      ...{ groups: value, character_order: value, disabled_characters: value },
    },
    { requiredKeys: ['characters', 'owned_materials'] },
  );
  fc.assert(
    fc.property(anySave, (save) => {
      const text = JSON.stringify(save);
      const { goals, stock } = readPlannerGoals(text, data);
      for (const { goal } of goals) {
        assert.deepEqual(checkWantedValues(goal.wanted), []);
        const { weaponTier, weaponLevel = 0 } = goal.wanted;
        if (weaponTier !== undefined) assert.ok(weaponLevel <= (WEAPON_LEVEL_CAPS[weaponTier] ?? 0));
      }
      for (const count of Object.values(stock)) assert.ok(Number.isInteger(count) && count >= 0);
      writePlannerGoals({ roster: [stateOf('10000')], goals: [], stock }, { ...data, merge: text });
    }),
  );
});
