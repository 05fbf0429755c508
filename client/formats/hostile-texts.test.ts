import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testHostileTexts } from '../../test/hostile-texts.ts';
import { detectFormat, RosterFormatError, readRoster, writeRoster } from './index.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

// Enough for too many values. Those of 50 MB, the most that is read, are in test/faults/.
testHostileTexts(3);

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
