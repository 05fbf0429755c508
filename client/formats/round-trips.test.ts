import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { STATE_FIELDS, STATE_NAMES, type StudentRegistration } from '../../contract/state-fields.ts';
import { applyRegistration } from '../../contract/state-rules.ts';
import { checkStateRules } from '../../contract/violation-texts.ts';
import { arbitraryStudents, gameUid } from '../../test/arbitrary-states.ts';
import { planRoster } from '../plan.ts';
import { detectFormat, type ParsedRoster, type RecruitedStudent, readRoster, writeRoster } from './index.ts';
import { readRow } from './read-row.ts';

const anyUid = fc.string({ minLength: 1, unit: 'binary' });
const wantedOf = ({ students }: ParsedRoster) => students.map(({ wanted, untouched }) => wanted ?? untouched);

for (const format of ['json', 'csv'] as const)
  test(`${format} keeps every valid state and any UID`, () => {
    fc.assert(
      fc.property(arbitraryStudents(anyUid), fc.string({ unit: 'binary' }), (states, name) => {
        const names = new Map(states.map(({ studentUid }) => [studentUid, name]));
        const text = writeRoster(states, { format, names });
        assert.equal(detectFormat(text), format);
        const roster = readRoster(text, { format });
        assert.deepEqual(wantedOf(roster), states);
        assert.deepEqual([...roster.warnings, ...roster.students.flatMap(({ warnings }) => warnings)], []);
      }),
    );
  });

/** What a state becomes in another tool, which knows no null, no equipment levels and no bond experience. */
function throughForeign(state: RecruitedStudent, equipmentFloor: 1 | null): StudentRegistration {
  const { equip1Level, equip2Level, equip3Level, bondExp, weaponLevel, ...stated } = state;
  return {
    ...stated,
    level: state.level ?? 1,
    skillEx: state.skillEx ?? 1,
    skillNormal: state.skillNormal ?? 1,
    skillEnhanced: state.skillEnhanced ?? (state.tier >= 2 ? 1 : null),
    skillSub: state.skillSub ?? (state.tier >= 3 ? 1 : null),
    equip1: state.equip1 ?? equipmentFloor,
    equip2: state.equip2 ?? equipmentFloor,
    equip3: state.equip3 ?? equipmentFloor,
    abilityHp: state.abilityHp ?? 0,
    abilityAtk: state.abilityAtk ?? 0,
    abilityHeal: state.abilityHeal ?? 0,
    bond: state.bond ?? 1,
    // A weapon's level of 0 means unknown.
    ...(state.weaponTier === 0 && { weaponLevel: 0 }),
    ...(weaponLevel !== null && weaponLevel > 0 && { weaponLevel }),
  };
}

for (const [format, equipmentFloor] of [
  ['schaledb', 1],
  ['planner', null],
] as const) {
  test(`${format} keeps what it can say of every valid state`, () => {
    fc.assert(
      fc.property(arbitraryStudents(gameUid), (states) => {
        const text = writeRoster(states, { format });
        assert.equal(detectFormat(text), format);
        assert.deepEqual(
          wantedOf(readRoster(text)),
          states.map((state) => throughForeign(state, equipmentFloor)),
        );
      }),
    );
  });

  test(`a ${format} text of any roster that is read back changes nothing`, () => {
    const forms = ['30000'];
    fc.assert(
      fc.property(arbitraryStudents(gameUid), (states) => {
        const [first] = states;
        const catalogue = states.map(({ studentUid }) => ({
          studentUid,
          names: { ko: studentUid, ja: studentUid, en: studentUid },
          aliases: [],
          forms: studentUid === first?.studentUid ? forms : [],
          attributes: {},
        }));
        const text = writeRoster(states, { format, forms: new Map(first && [[first.studentUid, forms]]) });
        const { students, placeholders } = readRoster(text);
        const wanted = students.flatMap(({ wanted, untouched }) => wanted ?? untouched ?? []);
        const { entries } = planRoster(wanted, states, catalogue, { placeholders, lower: true });
        assert.deepEqual(
          entries.map(({ studentUid, action }) => [studentUid, action]),
          states.map(({ studentUid }) => [studentUid, 'unchanged']),
        );
      }),
    );
  });

  test(`a ${format} text merged with a roster keeps its other students and what we do not know`, () => {
    fc.assert(
      fc.property(arbitraryStudents(gameUid), arbitraryStudents(gameUid), (held, states) => {
        const merged = readRoster(writeRoster(states, { format, merge: writeRoster(held, { format }) }));
        const wanted = new Map(merged.students.map((row) => [row.studentUid, row.wanted ?? row.untouched]));
        const heldBefore = new Map(held.map((state) => [state.studentUid, state]));
        for (const state of states) {
          const before = heldBefore.get(state.studentUid);
          const now = wanted.get(state.studentUid);
          if (before === undefined) assert.deepEqual(now, throughForeign(state, equipmentFloor));
          for (const name of STATE_NAMES) {
            if (state[name] === null || now?.[name] === undefined) continue;
            assert.equal(now[name], state[name], name);
          }
          if (before !== undefined && state.level === null) assert.equal(now?.level, before.level ?? 1);
          heldBefore.delete(state.studentUid);
        }
        for (const [uid, before] of heldBefore)
          assert.deepEqual(wanted.get(uid), throughForeign(before, equipmentFloor));
      }),
    );
  });
}

test('whatever integers a row states, the state that is read satisfies every rule', () => {
  const values = fc.record(
    Object.fromEntries(
      STATE_NAMES.map((name) => {
        const { min, max } = STATE_FIELDS[name];
        return [name, fc.option(fc.integer({ min, max }), { nil: undefined })];
      }),
    ),
  );
  fc.assert(
    fc.property(values, (stated) => {
      const { wanted, error } = readRow({ uid: '10000', values: stated }, 1);
      assert.equal(wanted === undefined, stated.tier === undefined || stated.weaponTier === undefined);
      assert.equal(error === undefined, wanted !== undefined);
      if (wanted === undefined) return;
      const next = applyRegistration(undefined, wanted);
      assert.deepEqual(checkStateRules(next, wanted), []);
      if (wanted.bond !== undefined) assert.equal(next.bondExp, wanted.bondExp ?? null);
    }),
  );
});
