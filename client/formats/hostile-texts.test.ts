import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertQuick } from '../../test/assert-quick.ts';
import { detectFormat, RosterFormatError, readPlannerGoals, readRoster, writeRoster } from './index.ts';

const MAX_LENGTH = 50 * 1024 * 1024;
const fill = (start: string, part: string, end = '') =>
  start + part.repeat(Math.floor((MAX_LENGTH - start.length - end.length) / part.length)) + end;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const student = '{"studentUid":"1","tier":3,"weaponTier":0}';
const account = `{"exportedAt":"2026","students":[${student}],"goals":[],"stock":{}`;
const csvHeader = 'studentUid,tier,weaponTier\n';

const hostileTexts: [string, () => string, RegExp][] = [
  ['a text above 50 MB', () => ' '.repeat(MAX_LENGTH + 1), /too large/],
  ['50 MB of spaces', () => ' '.repeat(MAX_LENGTH), /nothing to read/],
  ['50 MB of brackets', () => '['.repeat(MAX_LENGTH), /nested too deep/],
  [
    'a roster with 100,000 nested lists',
    () => `{"rollbook":1,"students":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
    /nested too deep/,
  ],
  ['100,000 nested objects', () => `${'{"1":'.repeat(1e5)}1${'}'.repeat(1e5)}`, /nested too deep/],
  [
    '100,000 nested objects in Base64',
    () => base64(`${'{"1":'.repeat(1e5)}1${'}'.repeat(1e5)}`),
    /nested too deep/,
  ],
  [
    '50 MB of students',
    () => fill('{"rollbook":1,"students":[', `${student},`, `${student}]}`),
    /too many values/,
  ],
  ['as many empty objects as are read', () => `{"characters":[${'{},'.repeat(99_990)}{}]}`, /^$/],
  ['50 MB of one key', () => fill('{"1":0', ',"1":0', '}'), /too many values/],
  ['50 MB of a string', () => fill('{"characters":"', 'x'), /not valid/],
  ['50 MB of backslashes', () => fill('{"characters":"', '\\'), /not valid/],
  ['50 MB of digits', () => fill('{"1":{"s":', '9', '}}'), /^$/],
  ['50 MB of digits in quotes', () => fill('{"1":{"s":"', '9', '"}}'), /^$/],
  ['50 MB of Base64', () => fill('eyJh', 'AAAA'), /not valid/],
  ['Base64 that is cut off', () => base64('{"20048":{"s":5,').slice(0, -3), /not valid/],
  ['Base64 of a length that is impossible', () => 'eyJhI', /not valid/],
  ['50 MB of what looks compressed', () => fill('H4sI', 'AAAA'), /unpackText/],
  ['as many forms as are read', () => `{"userData":{"forms":[${'{},'.repeat(99_990)}{}]}}`, /^$/],
  [
    'as many scanned students as are read',
    () => `{"format":"ba_planner_state","version":1,"students":[${'{},'.repeat(99_990)}{}]}`,
    /^$/,
  ],
  [
    '50 MB of a pool',
    () => fill('{"type":"ba-torment-preset","schemaVersion":1,"pool":{"0":0', ',"1":0', '}}'),
    /too many values/,
  ],
  ['50 MB of letters', () => 'x'.repeat(MAX_LENGTH), /not a roster/],
  ['a CSV with 50 MB of separators', () => fill('studentUid', ','), /too many values/],
  ['a CSV with 50 MB of students', () => fill(csvHeader, '1,3,0\n'), /too many values/],
  ['a CSV with 50 MB of line ends', () => fill(csvHeader, '\n'), /too many values/],
  ['a CSV with 50 MB of quotes', () => fill(`${csvHeader}"`, '""', '"'), /too long/],
  ['a CSV with 50 MB of a quoted value', () => fill(`${csvHeader}"`, 'x', '"'), /too long/],
  ['a quote and a letter', () => '"a', /not closed/],
  ['a quote', () => '"', /not closed/],
  ['a CSV whose last value is a quote and a digit', () => `${csvHeader}1,3,"0`, /not closed/],
  ['a CSV whose last value is three quotes', () => `${csvHeader}1,3,"""`, /not closed/],
  ['a CSV with a quote that is not closed', () => fill(`${csvHeader}"`, 'x'), /not closed/],
  ['an account whose history has 50 MB', () => fill(`${account},"changes":[`, '[0],', '0]}'), /^$/],
  [
    'an account with 50 MB of students',
    () => fill('{"exportedAt":"2026","students":[', `${student},`, `${student}],"goals":[],"stock":{}}`),
    /too many values/,
  ],
  ['50 MB of quotes in an account', () => fill('{"exportedAt":"', '\\"', '","students":[]}'), /^$/],
  ['50 MB of members of an account', () => fill('{"exportedAt":"2026"', ',"1":0', '}'), /too many values/],
  ['a CSV with 50 MB of a UID', () => fill(csvHeader, 'x', ',3,0'), /^$/],
  ['a CSV with 50 MB of spaces', () => fill(`${csvHeader}1,3,`, ' ', '0'), /^$/],
];
for (const [title, makeText, expected] of hostileTexts)
  test(`is read or refused in time: ${title}`, () => {
    const text = makeText();
    assertQuick(() => {
      let message = '';
      try {
        readRoster(text);
      } catch (error) {
        assert.ok(error instanceof RosterFormatError, `${error}`);
        message = error.message;
      }
      assert.match(message, expected);
    });
  });

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join();
const hostileSaves: [string, () => string][] = [
  ['195,000 items', () => `{"characters":[],"owned_materials":{${many(195_000, (i) => `"${i}":${i}`)}}}`],
  ['a count of 50 MB', () => fill('{"characters":[],"owned_materials":{"XP_1":"', '9', '"}}')],
  [
    'a count that begins with 50 MB of spaces',
    () => fill('{"characters":[],"owned_materials":{"XP_1":"', ' ', '"}}'),
  ],
  [
    '30,000 groups',
    () => `{"site_version":1,"characters":[],"groups":{${many(30_000, (i) => `"${i}":["10000",[]]`)}}}`,
  ],
  [
    'a group whose name has 50 MB',
    () => fill('{"site_version":1,"characters":[],"groups":{"', ' ', 'x":["10000"]}}'),
  ],
  [
    'a group of 195,000 students',
    () => `{"site_version":1,"characters":[],"groups":{"a":[[${many(195_000, () => '10000')}]]}}`,
  ],
  [
    '30,000 characters',
    () => `{"site_version":1,"characters":[${many(30_000, () => '{"id":"10000","target":{"level":90}}')}]}`,
  ],
  ['an order of 195,000', () => `{"characters":[],"character_order":[${many(195_000, (i) => `${i}`)}]}`],
];
for (const [title, makeText] of hostileSaves)
  test(`goals and stock are read in time: ${title}`, () => {
    const text = makeText();
    const students = [{ studentUid: '10000', forms: [], attributes: {} }];
    const items = { 10: { kind: 'report', tier: 1, names: {} } } as const;
    assertQuick(() => readPlannerGoals(text, { students, items }));
  });

test('keys of the prototype are UIDs and keys like any other', () => {
  const text = `{"__proto__":{"s":3,"ws":0},"constructor":{"s":3,"ws":0},"toString":1,"1":{"__proto__":{"s":3}}}`;
  const { students } = readRoster(text);
  assert.deepEqual(
    students.map(({ studentUid, wanted, error }) => [studentUid, wanted?.studentUid, error?.code]),
    [
      ['1', undefined, 'value_missing'],
      ['__proto__', '__proto__', undefined],
      ['constructor', 'constructor', undefined],
      ['toString', undefined, 'value_missing'],
    ],
  );
  assert.throws(() => readRoster('{"__proto__":{"rollbook":1,"students":[]}}'), RosterFormatError);
  assert.equal(({} as { s?: number }).s, undefined);
});

test('values of the wrong type are errors of their rows', () => {
  const values = [null, 5, 'x', true, [], {}, [[]], { current: 5 }];
  for (const [start, end] of [
    ['{"rollbook":1,"students":', '}'],
    ['{"exportVersion":2,"characters":', '}'],
    ['{"globalPlans":', '}'],
    ['{"characters":', '}'],
    ['{"userData":{"forms":', '}}'],
    ['{"format":"ba_planner_state","version":1,"students":', '}'],
  ]) {
    const { students } = readRoster(`${start}${JSON.stringify(values)}${end}`);
    assert.deepEqual(
      students.map(({ error }) => error?.code),
      values.map(() => 'uid_missing'),
    );
  }
});

test('an object that converts to no number or text is a value like any other', () => {
  const object = '{"valueOf":1,"toString":1}';
  const { students } = readRoster(`{"1":{"s":${object},"ws":0,"s3":1},"2":{"s":3,"ws":${object},"wl":0}}`);
  assert.deepEqual(
    students.map(({ error }) => error?.field),
    ['tier', 'weaponTier'],
  );
  const merge = `{"exportVersion":${object},"characters":[{"id":${object}}]}`;
  assert.match(writeRoster([], { format: 'planner', merge }), /^\{"exportVersion":2,/);
});

test('containers of the wrong type are no roster', () => {
  for (const text of [
    'null',
    '5',
    '"x"',
    '[5]',
    '{}',
    '{"rollbook":1}',
    '{"rollbook":1,"students":{}}',
    '{"characters":{"length":1}}',
    '{"globalPlans":"x"}',
    '{"userData":{"forms":"x"}}',
    '{"format":"ba_planner_state","version":1,"students":{}}',
    '{"type":"ba-torment-preset","schemaVersion":1,"pool":[]}',
    '{"students":[5]}',
    base64('[]'),
    base64('{"rollbook":1,"students":[]}'),
  ]) {
    assert.throws(() => readRoster(text), RosterFormatError, text);
    assert.equal(detectFormat(text), undefined, text);
  }
});

test('whatever the text, reading it gives rows with a state or an error, or throws a RosterFormatError', () => {
  const values = fc.jsonValue({ maxDepth: 5 });
  const keys = fc.constantFrom(
    'characters',
    'globalPlans',
    'students',
    'userData',
    'forms',
    'pool',
    'state',
    'rollbook',
    'exportVersion',
    '1',
    'id',
    's',
  );
  const objects = fc.dictionary(keys, fc.oneof(values, fc.array(fc.dictionary(keys, values))));
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    objects.map((value) => JSON.stringify(value)),
    objects.map((value) => base64(JSON.stringify(value))),
    fc.string().map((text) => `studentUid,tier,weaponTier\n${text}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      try {
        for (const { wanted, untouched, error } of readRoster(text).students)
          assert.equal([wanted, untouched, error].filter((part) => part !== undefined).length, 1);
      } catch (error) {
        assert.ok(error instanceof RosterFormatError, `${error}`);
      }
    }),
    { numRuns: 300 },
  );
});
