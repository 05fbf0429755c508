import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { STATE_FIELDS, type StateName } from '../../contract/state-fields.ts';
import { applyRegistration } from '../../contract/state-rules.ts';
import { checkStateRules } from '../../contract/violation-texts.ts';
import { validState } from '../../test/arbitrary-states.ts';
import {
  anyStudents,
  invalidValue,
  namedStudents,
  ROSTER_SHAPES,
  type StatedFields,
} from '../../test/roster-shapes.ts';
import { checkWanted } from '../check-changes.ts';
import { detectFormat, readRoster } from './index.ts';

for (const [title, { format, keys, write }] of Object.entries(ROSTER_SHAPES)) {
  test(`whatever the values in a text of ${title}, each row is read so that the service would take it`, () => {
    fc.assert(
      fc.property(anyStudents, (students) => {
        const text = write(students);
        assert.equal(detectFormat(text), format);
        const rows = readRoster(text, { catalogue: namedStudents(students.map(([uid]) => uid)) }).students;
        assert.deepEqual(
          rows.map(({ studentUid }) => studentUid).sort(),
          students.map(([uid]) => uid).sort(),
        );
        for (const { wanted, untouched, error } of rows) {
          assert.equal([wanted, untouched, error].filter((part) => part !== undefined).length, 1);
          const state = wanted ?? untouched;
          if (state === undefined) continue;
          checkWanted({ ...state }, ['tier', 'weaponTier']);
          assert.deepEqual(checkStateRules(applyRegistration(undefined, state), state), []);
        }
      }),
    );
  });

  const optional = (Object.keys(keys) as StateName[]).filter((name) => STATE_FIELDS[name].nullable);
  // BA Torment has nothing but stars.
  if (optional.length === 0) continue;
  test(`a value of ${title} that cannot be read is left out with a notice, and changes no other`, () => {
    fc.assert(
      fc.property(validState, fc.constantFrom(...optional), invalidValue, (state, field, invalid) => {
        // Without its rank, an experience in another tool means nothing.
        const { [field]: _, ...rest } = field === 'bond' ? { ...state, bondExp: null } : state;
        const read = (values: StatedFields) =>
          readRoster(write([['10000', values]]), { catalogue: namedStudents(['10000']) }).students[0];
        const row = read({ ...rest, [field]: invalid });
        const expected = read({ ...rest, [field]: undefined });
        const without = ({ ...stated }: StatedFields) => {
          delete stated[field];
          return stated;
        };
        assert.deepEqual(without(row?.wanted ?? {}), without(expected?.wanted ?? expected?.untouched ?? {}));
        assert.ok(row?.warnings.some((notice) => notice.code === 'value_left_out' && notice.field === field));
      }),
    );
  });
}
