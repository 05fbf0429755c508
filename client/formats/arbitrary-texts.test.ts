import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arbitraryStudents, gameUid } from '../../test/arbitrary-states.ts';
import { assertQuick } from '../../test/assert-quick.ts';
import { data, realSave } from '../../test/planner-save.ts';
import { anyStudents, ROSTER_SHAPES } from '../../test/roster-shapes.ts';
import { SHIPPED_PARTS } from '../../test/shipped-growth.ts';
import {
  detectFormat,
  RosterFormatError,
  readAccountGoals,
  readPlannerGoals,
  readRoster,
  writePlannerGoals,
  writeRoster,
} from './index.ts';

const catalogue = {
  date: '2026-06-24',
  students: SHIPPED_PARTS.students.map(({ uid, names, aliases }) => ({
    ...{ studentUid: uid, names, aliases: [...aliases], forms: [], attributes: {} },
  })),
};
const contents = { roster: [], goals: [], stock: { credits: 1 } };

/** Everything that reads a text which somebody else has written. */
const READERS: Record<string, (text: string) => unknown> = {
  detectFormat,
  'readRoster without a catalogue': (text) => readRoster(text),
  'readRoster with a catalogue': (text) => readRoster(text, { catalogue, maxRows: 1000 }),
  readPlannerGoals: (text) => readPlannerGoals(text, data),
  readAccountGoals: (text) => readAccountGoals(text, data),
  'writeRoster into a text of SchaleDB': (merge) => writeRoster([], { format: 'schaledb', merge }),
  'writeRoster into a save': (merge) => writeRoster([], { format: 'planner', merge }),
  'writePlannerGoals into a save': (merge) => writePlannerGoals(contents, { ...data, merge }),
};

/** What readers of formats break on. */
const PIECES = [
  ...['"', '""', '"""', "'", ',', ';', '\t', '\n', '\r', '\r\n', '\\', '\\u', '{', '}', '[', ']', ':'],
  ...[
    '\ufeff',
    '\0',
    '\ud800',
    '\ufdfa',
    'ㅅㅏ',
    '__proto__',
    'sep=',
    'sep=;\n',
    '이름,레벨\n',
    '★',
    '|',
    'name',
    'eyJ',
    'H4sI',
    'BAPSTATE1:',
    '==',
    'null',
  ],
  ...[
    '1e999',
    '-0',
    '9'.repeat(400),
    '{"a":'.repeat(70),
    '"exportedAt":"',
    '"students":[',
    '\ufdfa'.repeat(500),
  ],
];
const anyAccount = arbitraryStudents(gameUid).map((students) =>
  JSON.stringify({ exportedAt: '2026', students, goals: [], stock: {} }),
);
const validText = fc.oneof(
  anyAccount,
  fc.constant(JSON.stringify(realSave)),
  ...Object.values(ROSTER_SHAPES).map(({ write }) => anyStudents.map(write)),
);
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(20),
  piece: fc.constantFrom('', ...PIECES),
  times: fc.constantFrom(1, 1, 1, 2, 50),
});
const editedText = fc
  .tuple(validText, fc.array(edit, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([text, edits, isCut]) => {
    let edited = text;
    for (const { at, removed, piece, times } of edits) {
      const place = Math.floor(at * edited.length);
      edited = edited.slice(0, place) + piece.repeat(times) + (isCut ? '' : edited.slice(place + removed));
    }
    return edited;
  });
const piecesOnly = fc
  .array(fc.constantFrom(...PIECES, 'a', '1'), { maxLength: 12 })
  .map((parts) => parts.join(''));
const anyText = fc.oneof(piecesOnly, editedText, fc.string({ unit: 'binary', maxLength: 2000 }));

for (const [name, read] of Object.entries(READERS))
  test(`${name} reads or refuses any text, and soon`, () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assertQuick(() => {
          try {
            read(text);
          } catch (error) {
            assert.ok(error instanceof RosterFormatError, `${error}`);
          }
        });
      }),
      { numRuns: 500 },
    );
  });

for (const [title, name] of [
  ['unknown names', (i: number) => `Nobody${i}`],
  ['names of 200 letters that fold into 3,600', (i: number) => `${i}`.padEnd(200, '\ufdfa')],
  ['names of 5,000 letters', (i: number) => `${i}`.padEnd(5000, '\ufdfa')],
] as const)
  test(`a thousand ${title} are read soon`, () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `${name(i)},3,0\n`);
    assertQuick(() => {
      const { students } = readRoster(`name,tier,weaponTier\n${rows.join('')}`, { catalogue });
      assert.ok(students.every(({ error }) => error?.code === 'name_unknown'));
    }, 3_000);
  });

test('a name of five million letters is unknown, and read soon', () => {
  const text = JSON.stringify([{ name: '\ufdfa'.repeat(5_000_000), tier: 3, weaponTier: 0 }]);
  assertQuick(() => {
    const { students } = readRoster(text, { catalogue });
    assert.equal(students[0]?.error?.code, 'name_unknown');
  }, 3_000);
});

test('similar names are told for the first ten unknown ones only', () => {
  const rows = Array.from({ length: 12 }, () => 'Hoshinno,3,0\n').join('');
  const { students } = readRoster(`name,tier,weaponTier\n${rows}`, { catalogue });
  const suggestions = students.filter(({ error }) => error?.en.includes('Similar: '));
  assert.equal(suggestions.length, 10);
});
