import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { applyRegistration } from '../../../contract/state-rules.ts';
import { SHIPPED_FACTS } from '../../../test/shipped-growth.ts';
import { applyPreset } from './apply-preset.ts';
import { GOAL_PRESETS } from './goal-presets.ts';
import { COST_PARTS, findPartCosts, findSteps } from './goal-progress.ts';

const stateWith = (values: object) => applyRegistration(undefined, { tier: 3, weaponTier: 0, ...values });

describe('the progress of a goal', () => {
  test('every field is in one part', () => {
    assert.deepEqual(COST_PARTS.flat().toSorted(), STATE_NAMES.toSorted());
  });

  test('is reached when each value is, and nothing is reached of a student not recruited', () => {
    const wanted = { level: 50, skillEx: 3 };
    assert.deepEqual(findSteps(stateWith({ level: 50, skillEx: 5 }), wanted), []);
    assert.deepEqual(findSteps(stateWith({ level: 49 }), wanted), [
      { field: 'level', now: 49, wanted: 50 },
      { field: 'skillEx', now: null, wanted: 3 },
    ]);
    assert.equal(findSteps(null, wanted).length, 2);
  });

  test('a higher tier reaches the level of a lower one, as a higher rank does the experience', () => {
    assert.deepEqual(
      findSteps(stateWith({ equip1: 5, equip1Level: 1, bond: 20 }), {
        equip1: 4,
        equip1Level: 40,
        bond: 10,
        bondExp: 1500,
      }),
      [],
    );
  });

  test('the parts cost what the goal costs, and free ones are left out', () => {
    const parts = findPartCosts(SHIPPED_FACTS, '10010', stateWith({ level: 88, skillEx: 5 }), {
      level: 90,
      skillEx: 5,
      skillNormal: 2,
    });
    assert.deepEqual(
      parts.map(({ fields }) => fields),
      [['level'], ['skillNormal']],
    );
  });

  test('a preset wants all of its values, and none of a student who has reached them', () => {
    const preset = GOAL_PRESETS.find(({ name }) => name.en === 'Skills 3/7/7/7');
    assert.ok(preset);
    const reached = { skillEx: 5, skillNormal: 7, skillEnhanced: 7 };
    assert.deepEqual(applyPreset(preset, stateWith(reached)), {
      ...{ skillEx: 3, skillNormal: 7, skillEnhanced: 7, skillSub: 7 },
    });
    assert.deepEqual(applyPreset(preset, stateWith({ ...reached, skillSub: 8 })), {});
  });
});
