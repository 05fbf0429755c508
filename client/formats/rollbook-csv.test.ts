import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { type RecruitedStudent, RosterFormatError, readRoster, writeRoster } from './index.ts';

const emptyState = Object.fromEntries(STATE_NAMES.map((name) => [name, null])) as Record<StateName, null>;
const state = (some: Partial<RecruitedStudent>): RecruitedStudent => ({
  ...emptyState,
  ...{ studentUid: '10000', tier: 3, weaponTier: 0 },
  ...some,
});
const wanted = (text: string) => readRoster(text, { format: 'csv' }).students.map((row) => row.wanted);

test('a CSV has a byte order mark, our field names, CRLF and empty cells for null', () => {
  const text = writeRoster([state({ studentUid: '2', level: 12 }), state({ studentUid: '10' })], {
    format: 'csv',
    names: new Map([['2', '아루']]),
  });
  assert.equal(
    text,
    `\uFEFFstudentUid,name,${STATE_NAMES.join(',')}\r\n10,,3,0${','.repeat(18)}\r\n2,아루,3,0,12${','.repeat(17)}\r\n`,
  );
});

for (const name of ['=HYPERLINK("x")', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '＝1', "'=1"])
  test(`the name ${JSON.stringify(name)} is no formula in a CSV, and is read as it was`, () => {
    const text = writeRoster([state({})], { format: 'csv', names: new Map([['10000', name]]) });
    const cell = text.split('\r\n')[1]?.slice('10000,'.length) ?? '';
    assert.match(cell, /^"?'/);
    assert.equal(readRoster(text).students[0]?.name, name);
  });

test('spaces around a name are read as they were', () => {
  for (const name of [' Aru', 'Aru ']) {
    const text = writeRoster([state({})], { format: 'csv', names: new Map([['10000', name]]) });
    assert.equal(readRoster(text).students[0]?.name, name);
  }
});

test('a name with separators, quotes and line ends is quoted and read as it was', () => {
  const name = 'a,"b";\t c\r\nd ';
  const text = writeRoster([state({})], { format: 'csv', names: new Map([['10000', name]]) });
  assert.ok(text.includes('10000,"a,""b"";\t c\r\nd ",3,0'));
  assert.equal(readRoster(text).students[0]?.name, name);
});

for (const [separator, separatorName] of [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const)
  for (const end of ['\r\n', '\n', '\r'])
    for (const mark of ['', '\uFEFF'])
      test(`reads a CSV with ${separatorName}, ${JSON.stringify(end)} and ${mark ? 'a' : 'no'} byte order mark`, () => {
        const lines = [
          ['"studentUid"', 'tier', ' weaponTier ', 'level', 'bond'],
          ['10000', '3', ' 0 ', '12', ''],
          ['', '', '', '', ''],
          ['"10001"', '"5"', '1', '', ''],
        ];
        assert.deepEqual(wanted((mark || end) + lines.map((cells) => cells.join(separator)).join(end)), [
          { studentUid: '10000', tier: 3, weaponTier: 0, level: 12, bond: null },
          { studentUid: '10001', tier: 5, weaponTier: 1, level: null, bond: null },
        ]);
      });

test('a column or cell that is missing leaves its field alone', () => {
  assert.deepEqual(wanted('bond,weaponTier,tier,studentUid,level\n5,0,3,10000'), [
    { studentUid: '10000', tier: 3, weaponTier: 0, bond: 5 },
  ]);
});

test('tier and weaponTier must not be empty, and a UID must be there', () => {
  const { students } = readRoster('studentUid,tier,weaponTier\n1,,0\n2,3,\n3,3\n,3,0\n4,3,0\n');
  assert.deepEqual(
    students.map(({ error }) => error && [error.code, error.field]),
    [
      ['value_missing', 'tier'],
      ['value_missing', 'weaponTier'],
      ['value_missing', 'weaponTier'],
      ['uid_missing', undefined],
      undefined,
    ],
  );
});

test('with a catalogue, a name stands for a UID, and one that no single student has names the nearest', () => {
  const aru = student('10000', 'Aru');
  const misaki = student('10041', 'Misaki');
  const catalogue = {
    date: '2026-06-24',
    students: [
      aru,
      misaki,
      student('10080', 'Shokuhou Misaki', ['Misaki']),
      student('1', 'Twin'),
      student('2', 'Twin'),
    ],
  };
  const text = 'name,tier,weaponTier\nARU,3,0\nMisaki,3,0\nAruu,3,0\nTwin,3,0\n,3,0\n';
  const { students } = readRoster(text, { catalogue });
  assert.deepEqual(
    students.map(({ studentUid, error }) => error?.en ?? studentUid),
    [
      '10000',
      '10041',
      'No student is named "Aruu". Similar: Aru (10000). The catalogue is of 2026-06-24 and lacks newer students.',
      'Several students are named "Twin": Twin (1), Twin (2).',
      'Row 5 has no student UID.',
    ],
  );
  const state = { tier: 3, weaponTier: 0 };
  assert.deepEqual(
    students.map(({ unidentified }) => unidentified),
    [undefined, undefined, state, state, undefined],
  );
  assert.match(students[2]?.error?.ko ?? '', /비슷한 이름: Aru \(10000\)\. 카탈로그는 2026-06-24 기준이며/);
  assert.throws(() => readRoster(text), /pass `catalogue`/);
  assert.throws(
    () => readRoster('name,tier\nAru,3\n', { format: 'csv', catalogue }),
    /studentUid, weaponTier/,
  );
});

const student = (studentUid: string, en: string, aliases: string[] = []) => ({
  studentUid,
  names: { ko: en, ja: en, en },
  aliases,
  forms: [],
  attributes: {},
});

test('a row whose cells have shifted has an error', () => {
  const { students } = readRoster('studentUid,name,tier,weaponTier\n1,Nagisa, Swimsuit,5,0\n2,Aru,3,0,,\n');
  assert.deepEqual(
    students.map(({ error }) => error?.code),
    ['too_many_cells', undefined],
  );
});

test('unknown columns are ignored and named, and a known one must not come twice', () => {
  const roster = readRoster('studentUid,tier,weaponTier,__proto__,lvl\n1,3,0,5,5\n');
  assert.deepEqual(roster.students[0]?.wanted, { studentUid: '1', tier: 3, weaponTier: 0 });
  assert.match(roster.warnings[0]?.en ?? '', /"__proto__", "lvl"/);
  assert.throws(() => readRoster('studentUid,tier,tier,weaponTier\n1,3,4,0\n'), /column tier twice/);
});

test('a whole number with decimals, a first line that names the separator and names in another case are read', () => {
  const expected = [{ studentUid: '1', tier: 3, weaponTier: 0, level: 90 }];
  assert.deepEqual(wanted('studentUid,tier,weaponTier,level\n1,3.,0.0,90.00\n'), expected);
  for (const [separator, first] of [
    [',', 'sep=,\n'],
    [';', '\uFEFFsep=;\r\n'],
    ['\t', 'SEP=\t\r'],
    [',', '"sep=,"\n'],
  ] as const) {
    const lines = [
      ['studentUid', 'tier', 'weaponTier', 'level'],
      ['1', '3', '0', '90'],
    ];
    assert.deepEqual(wanted(first + lines.map((cells) => cells.join(separator)).join('\n')), expected);
  }
  assert.deepEqual(wanted('STUDENTUID,Tier,weapontier,LEVEL\n1,3,0,90\n'), expected);
  assert.throws(() => readRoster('studentUid,tier,TIER,weaponTier\n1,3,4,0\n'), /column tier twice/);
  const { students } = readRoster('studentUid,tier,weaponTier,level,bond\n1,3,0,90.5,1e1\n');
  assert.deepEqual(
    students[0]?.warnings.map(({ code, field }) => [code, field]),
    [
      ['value_left_out', 'level'],
      ['value_left_out', 'bond'],
    ],
  );
});

test('a table that lacks a column is refused, naming it', () => {
  for (const [header, missing] of [
    ['studentUid,level', 'tier, weaponTier'],
    ['uid,name,tier,weaponTier', 'studentUid'],
  ]) {
    const text = `${header}\n1,3,0\n`;
    assert.throws(
      () => readRoster(text, { format: 'csv' }),
      (error) =>
        error instanceof RosterFormatError &&
        error.en === `The CSV lacks the columns ${missing}.` &&
        error.ko.includes(`${missing}`),
    );
  }
  assert.equal(readRoster('studentUid,level\n1,3\n').format, 'sheet');
  assert.throws(() => readRoster('lvl,x\n1,3\n'), /not a roster/);
});

test('a quote that is not closed is refused', () => {
  assert.throws(() => readRoster('studentUid,name,tier,weaponTier\n1,"Aru,3,0\n2,Eimi,3,0\n'), /not closed/);
});
