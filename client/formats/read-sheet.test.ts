import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type RecruitedStudent, STATE_NAMES } from '../../contract/state-fields.ts';
import { assertQuick } from '../../test/assert-quick.ts';
import { toCp949 } from '../../test/code-pages.ts';
import { OWN_SHEETS } from '../../test/own-sheets.ts';
import { SHIPPED_PARTS } from '../../test/shipped-growth.ts';
import { planRoster } from '../plan.ts';
import { decodeText, RosterFormatError, readRoster } from './index.ts';
import { meaningOf } from './sheet-headings.ts';
import { SHEET_MEANINGS } from './sheet-meanings.ts';

const catalogue = {
  date: '2026-06-24',
  students: SHIPPED_PARTS.students.map(({ uid, names, aliases, attributes }) => ({
    ...{ studentUid: uid, names, aliases: [...aliases], forms: [], attributes: attributes ?? {} },
  })),
};
const read = (text: string, options = {}) => readRoster(text, { catalogue, ...options });
const states = (text: string, options = {}) =>
  Object.fromEntries(
    read(text, options).students.flatMap(({ wanted }) =>
      wanted === undefined ? [] : [[wanted.studentUid, without(wanted, 'studentUid')]],
    ),
  );
const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

for (const { title, bytes, states: expected, asks = [] } of OWN_SHEETS)
  test(`reads ${title}`, () => {
    const text = decodeText(bytes);
    const { format, students, columns = [] } = read(text);
    assert.equal(format, 'sheet');
    assert.deepEqual(
      students.flatMap(({ error }) => error?.en ?? []),
      [],
    );
    assert.deepEqual(states(text), expected);
    assert.deepEqual(
      columns.filter(({ meaning }) => meaning === undefined).map(({ heading }) => heading),
      asks,
    );
  });

const cell = (heading: string, text: string) => {
  const [row] = read(`이름\t${heading}\n아루\t${text}\n`).students;
  return { ...row?.wanted, ...row?.untouched };
};

for (const [heading, text, expected] of [
  ['성급', '★5', { tier: 5 }],
  ['성급', '★★★★', { tier: 4 }],
  ['성급', '5성', { tier: 5 }],
  ['성급', '5.0', { tier: 5 }],
  ['성급', '★★★☆☆', { tier: 3 }],
  ['성급', '3-star', { tier: 3 }],
  ['성급', 'MAX', { tier: 5 }],
  ['성급', '전1(30)', { tier: 5, weaponTier: 1, weaponLevel: 30 }],
  ['성급', '5성/전무2성(40)', { tier: 5, weaponTier: 2, weaponLevel: 40 }],
  ['전무', '4-60', { tier: 5, weaponTier: 4, weaponLevel: 60 }],
  ['레벨', 'MAX', { level: 90 }],
  ['레벨', '만렙', { level: 90 }],
  ['장비', '999', { equip1: 9, equip2: 9, equip3: 9 }],
  ['장비', '9992', { equip1: 9, equip2: 9, equip3: 9, equipSpecial: 2 }],
  ['장비', '101010', { equip1: 10, equip2: 10, equip3: 10 }],
  ['장비', 'MAX', { equip1: 10, equip2: 10, equip3: 10 }],
  ['애용품', 'MAX', { equipSpecial: 2 }],
  ['성급', '3성 (전3)', { tier: 5, weaponTier: 3 }],
  ['전무(성)', '3', { tier: 5, weaponTier: 3 }],
  ['성급', '고유 2', { tier: 5, weaponTier: 2 }],
  ['성급', '3성 / 고유2', { tier: 5, weaponTier: 2 }],
  ['성급', '5성 전4', { tier: 5, weaponTier: 4 }],
  ['성급', '5★ UE60', { tier: 5, weaponTier: 4, weaponLevel: 60 }],
  ['성급', '전용무기 3성 Lv.50', { tier: 5, weaponTier: 3, weaponLevel: 50 }],
  ['고유무기', 'UE40', { weaponTier: 2, weaponLevel: 40 }],
  ['고유무기', '3', { tier: 5, weaponTier: 3 }],
  ['고유무기', '★★', { weaponTier: 2 }],
  ['고유무기', '없음', { tier: 3, weaponTier: 0 }],
  ['고유무기', '30', { weaponTier: 1, weaponLevel: 30 }],
  ['레벨', 'Lv.90', { level: 90 }],
  ['레벨', '90.0', { level: 90 }],
  ['스킬', '5/10/10/10', { skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 }],
  ['스킬', '5 10 10 10', { skillEx: 5, skillSub: 10 }],
  ['스킬', '5-7-7-7', { skillEx: 5, skillSub: 7 }],
  ['스킬', '5/-/7/7', { skillEx: 5, skillNormal: undefined, skillEnhanced: 7, skillSub: 7 }],
  ['스킬', 'M/M/M/M', { skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 }],
  ['스킬', 'MMMM', { skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 }],
  ['스킬', '5/7/7', { skillEx: undefined, skillNormal: undefined }],
  ['장비', 'T9/T9/T8', { equip1: 9, equip2: 9, equip3: 8, equipSpecial: undefined }],
  ['장비', 'T9T9T8', { equip1: 9, equip2: 9, equip3: 8 }],
  ['장비', 'T9/T9/T8/T2', { equip3: 8, equipSpecial: 2 }],
  ['인연', '-', { bond: undefined }],
  ['인연', '랭크 20', { bond: 20 }],
] as const)
  test(`reads ${JSON.stringify(text)} in a column ${heading}`, () => {
    const state = cell(heading, text);
    for (const [name, value] of Object.entries(expected))
      assert.equal(state[name as keyof typeof state], value, `${name} of ${JSON.stringify(state)}`);
  });

test('the highest value is that beside the others of the row, and unread where they do not tell it', () => {
  const maxima = (heading: string, cells: string) =>
    without(states(`이름,${heading}\n아루,${cells}\n`)['10000'] ?? {}, 'tier');
  assert.deepEqual(maxima('전무,전무 레벨', '2,MAX'), { weaponTier: 2, weaponLevel: 40 });
  assert.deepEqual(maxima('장비1,장비1 레벨', 'T9,MAX'), { weaponTier: 0, equip1: 9, equip1Level: 65 });
  assert.deepEqual(maxima('성급,인연', '3,MAX'), { weaponTier: 0, bond: 20 });
  assert.deepEqual(maxima('성급,인연', '전1,MAX'), { weaponTier: 1, bond: 100 });
  const [row] = read('이름,인연,전무 레벨,장비1 레벨\n아루,MAX,MAX,MAX\n').students;
  assert.deepEqual(
    row?.warnings.map(({ code, field, value }) => [code, field, value]),
    ['equip1Level', 'weaponLevel', 'bond'].map((field) => ['value_left_out', field, '"MAX"']),
  );
});

test('an empty cell clears nothing, and a value that cannot be read is named and left out', () => {
  const { students } = read('이름,레벨,인연,성급\n아루,,-,5\n에이미,만랩,20,육성\n하루나,90,,4\n');
  assert.deepEqual(
    students.map(({ wanted }) => wanted),
    [
      { studentUid: '10000', tier: 5, weaponTier: 0 },
      { studentUid: '10001', weaponTier: 0, bond: 20 },
      { studentUid: '10002', tier: 4, weaponTier: 0, level: 90 },
    ],
  );
  assert.deepEqual(
    students[1]?.warnings.map(({ code, field }) => [code, field]),
    [
      ['value_left_out', 'tier'],
      ['value_left_out', 'level'],
    ],
  );
});

test('a new student whose stars cannot be read is registered with no others, and a recruited one keeps hers', () => {
  const roster = read(
    '이름,성급,전무,레벨\n아루,육성,,90\n에이미,5성,셋,80\n하루나,4,셋,70\n시로코,5,3,60\n',
  );
  const wanted = roster.students.flatMap((row) => row.wanted ?? []);
  const actions = (current: RecruitedStudent[]) =>
    planRoster(wanted, current, catalogue.students, { ...roster, untouched: [] }).entries.map((entry) => [
      entry.action,
      entry.action === 'change'
        ? entry.changes
        : entry.action === 'register'
          ? entry.state.weaponTier
          : undefined,
    ]);
  assert.deepEqual(actions([]), [
    ['refuse', undefined],
    ['refuse', undefined],
    ['register', 0],
    ['register', 3],
  ]);
  const own = (studentUid: string) => recruited({ studentUid, tier: 5, weaponTier: 2, level: 10 });
  assert.deepEqual(actions([own('10000'), own('10001'), own('10002')]), [
    ['change', { level: 90 }],
    ['change', { level: 80 }],
    ['change', { level: 70 }],
    ['register', 3],
  ]);
});

const EMPTY = Object.fromEntries(STATE_NAMES.map((name) => [name, null]));
const recruited = (state: object): RecruitedStudent =>
  ({ ...EMPTY, ...state }) as unknown as RecruitedStudent;

test('without stars, recruited students keep theirs and new ones get those of their recruitment', () => {
  const roster = read('이름,레벨\n아루,90\n아카네,80\n');
  const current = [recruited({ studentUid: '10000', tier: 5, weaponTier: 3, level: 80 })];
  const wanted = roster.students.flatMap((row) => row.wanted ?? []);
  for (const lower of [false, true]) {
    const plan = planRoster(wanted, current, catalogue.students, { ...roster, lower, untouched: [] });
    const [changed, registered] = plan.entries;
    assert.deepEqual(changed?.action === 'change' && [changed.changes, changed.kept], [{ level: 90 }, {}]);
    assert.equal(registered?.action === 'register' && registered.state.tier, 2);
  }
  assert.deepEqual(
    roster.warnings.map(({ code }) => code),
    ['required_assumed'],
  );
});

test('a row of another form of a student keeps the stars too that the sheet does not have', () => {
  const students = catalogue.students.map((student) =>
    student.studentUid === '10098' ? { ...student, forms: ['10099'] } : student,
  );
  const roster = readRoster('uid,level\n10099,90\n', { catalogue: { ...catalogue, students } });
  const current = [recruited({ studentUid: '10098', tier: 5, weaponTier: 3, level: 80 })];
  const wanted = roster.students.flatMap((row) => row.wanted ?? []);
  const [entry] = planRoster(wanted, current, students, { ...roster, lower: true, untouched: [] }).entries;
  assert.deepEqual(entry?.action === 'change' && entry.changes, { level: 90 });
});

test('a level above that of every weapon is read as the highest', () => {
  assert.deepEqual(states('이름,고유무기 레벨\n아루,99\n'), {
    '10000': { tier: 5, weaponTier: 4, weaponLevel: 60 },
  });
});

test('a weapon of a level that a recruited student lacks raises the stars that it needs', () => {
  const roster = read('이름,고유 레벨\n아루,45\n');
  const wanted = roster.students.flatMap((row) => row.wanted ?? []);
  const changesOf = (before: object) => {
    const current = [recruited({ studentUid: '10000', ...before })];
    const [entry] = planRoster(wanted, current, catalogue.students, { ...roster, untouched: [] }).entries;
    return entry?.action === 'change' && entry.changes;
  };
  assert.deepEqual(changesOf({ tier: 5, weaponTier: 4 }), { weaponLevel: 45 });
  assert.deepEqual(changesOf({ tier: 4, weaponTier: 0 }), { tier: 5, weaponTier: 3, weaponLevel: 45 });
});

test('a row with a name and no value is left to the player, and one of a list of names is not', () => {
  const [, bare] = read('이름,레벨\n아루,90\n에이미,\n').students;
  assert.deepEqual([bare?.untouched?.studentUid, bare?.warnings[0]?.code], ['10001', 'bare_row']);
  assert.deepEqual(states('이름\n아루\n'), { 10000: { tier: 3, weaponTier: 0 } });
  assert.deepEqual(states('아루, 에이미'), {
    10000: { tier: 3, weaponTier: 0 },
    10001: { tier: 3, weaponTier: 0 },
  });
});

test('a column that is not understood is shown with its first values, and read once it has a meaning', () => {
  const text = '이름,쪼렙,최애\n아루,90,O\n에이미,90,X\n하루나,70,\n';
  const { columns = [], warnings } = read(text);
  assert.deepEqual(columns, [
    { key: '이름', heading: '이름', values: ['아루', '에이미', '하루나'], meaning: 'name' },
    { key: '쪼렙', heading: '쪼렙', values: ['90', '70'] },
    { key: '최애', heading: '최애', values: ['O', 'X'] },
  ]);
  assert.match(warnings[0]?.ko ?? '', /"쪼렙", "최애"/);
  const answered = read(text, { headings: { 쪼렙: 'level', 최애: 'ignored' } });
  assert.equal(answered.students[0]?.wanted?.level, 90);
  assert.deepEqual(
    answered.columns?.filter(({ meaning }) => meaning === undefined),
    [],
  );
  assert.ok(!answered.warnings.some(({ code }) => code === 'unknown_columns'));
});

test('a column whose values do not fit its heading is asked about, unless the player has told', () => {
  const text = 'Name,Tier,Level\nAru,SS,90\nEimi,A,80\n';
  assert.deepEqual(
    read(text).columns?.map(({ meaning }) => meaning),
    ['name', undefined, 'level'],
  );
  assert.deepEqual(states(text)[10000], { tier: 3, weaponTier: 0, level: 90 });
  const told = read(text, { headings: { Tier: 'stars' } });
  assert.equal(told.columns?.[1]?.meaning, 'stars');
  assert.equal(told.students[0]?.warnings[0]?.code, 'value_left_out');
});

test('the columns of a sheet without headings can be given meanings by their places', () => {
  const text = '아루,90,5/10/10/10\n에이미,87,3/4/4/4\n';
  assert.deepEqual(
    read(text).columns?.map(({ key, meaning }) => [key, meaning]),
    [
      ['#1', 'name'],
      ['#2', undefined],
      ['#3', undefined],
    ],
  );
  assert.equal(states(text, { headings: { '#2': 'level', '#3': 'skills' } })[10000]?.skillSub, 10);
});

test('names are found in a column whatever its heading, and by what the player calls students', () => {
  assert.deepEqual(Object.keys(states('최애캐,레벨\n아루,90\n에이미,80\n')), ['10000', '10001']);
  const aliases = { '수시노 2': '10045', 유령: '99999' };
  const { students } = read('이름,레벨\n수시노2,90\n유령,80\n', { aliases });
  assert.deepEqual(
    students.map(({ studentUid, error, unidentified }) => [studentUid, error?.code, unidentified?.level]),
    [
      ['10045', undefined, undefined],
      ['', 'name_unknown', 80],
    ],
  );
  const json = JSON.stringify({ rollbook: 1, students: [{ name: '수시노 2', tier: 3, weaponTier: 0 }] });
  assert.equal(read(json, { aliases }).students[0]?.studentUid, '10045');
});

test('a sheet without names is refused, saying what it needs', () => {
  assert.throws(() => read('레벨,성급\n90,5\n'), {
    ko: '학생 이름이 든 열을 찾지 못했어요. 스프레드시트에는 줄마다 학생의 이름이나 UID가 있어야 해요.',
  });
  assert.throws(() => read('그냥 적은 글이에요.\n두 번째 줄이에요.\n'), /line of headings/);
});

test('each heading of the table has one meaning', () => {
  for (const meaning of SHEET_MEANINGS) if (meaning !== 'ignored') assert.ok(meaningOf(meaning), meaning);
  assert.equal(meaningOf('성급/고유'), 'stars');
  assert.equal(meaningOf('스킬(EX/기본/강화/서브)'), 'skills');
  assert.equal(meaningOf('EX 스킬 레벨'), 'skillEx');
  assert.equal(meaningOf('장비2 렙'), 'equip2Level');
  assert.equal(meaningOf('EX · 기본 · 강화 · 서브'), 'skills');
  assert.equal(meaningOf('레벨(Lv)'), 'level');
  assert.equal(meaningOf('목표 레벨'), undefined);
});

test('a text is read in the encoding that it has, and one that is cut within a character too', () => {
  const text = '이름,레벨\r\n슌,90\r\n뷁똠,1\r\n';
  assert.equal(decodeText(toCp949(text)), text);
  assert.equal(decodeText(toCp949(text).subarray(0, -5)), '이름,레벨\r\n슌,90\r\n뷁');
  assert.equal(decodeText(new TextEncoder().encode('\uFEFF이름')), '이름');
  assert.equal(decodeText(new TextEncoder().encode('가나다').subarray(0, 8)), '가나');
  assert.equal(decodeText(Uint8Array.of()), '');
  assert.equal(decodeText(Uint8Array.of(0x80, 0xff, 0xff)).includes('\uFFFD'), true);
});

const words = fc.constantFrom(
  ...['이름', '성급', '레벨', '스킬', '장비', '고유무기', 'EX', '1', 'name', '보유', '메모', '★', ''],
  ...[
    '아루',
    '에이미',
    'Aru',
    '5/10/10/10',
    'T9/T9/T8',
    'UE40',
    '-',
    'M',
    '90',
    '없음',
    'TRUE',
    '"',
    '전',
    '\0',
  ],
);
const table = fc
  .tuple(fc.constantFrom(',', ';', '\t', '|'), fc.array(fc.array(words, { maxLength: 8 }), { maxLength: 12 }))
  .map(([separator, rows]) => rows.map((cells) => cells.join(separator)).join('\n'));

test('whatever cells a sheet has, each row has a state that can be registered, or an error', () => {
  fc.assert(
    fc.property(table, (text) => {
      try {
        const { students } = read(text);
        for (const { wanted, untouched, error } of students)
          assert.equal([wanted, untouched, error].filter((part) => part !== undefined).length, 1);
        const stated = students.flatMap(({ wanted, untouched }) => wanted ?? untouched ?? []);
        const lacksStars = (uid: string) =>
          stated.some((one) => one.studentUid === uid && !('tier' in one && 'weaponTier' in one));
        for (const { action, studentUid } of planRoster(stated, [], catalogue.students, {}).entries)
          assert.equal(action, lacksStars(studentUid) ? 'refuse' : 'register', text);
      } catch (error) {
        assert.ok(error instanceof RosterFormatError, `${error}`);
      }
    }),
    { numRuns: 500 },
  );
});

for (const [title, text] of [
  ['a heading of 150,000 columns', () => `이름${',레벨'.repeat(150_000)}\n`],
  ['20,000 rows of unknown names', () => `이름,레벨\n${'모르는 학생,90\n'.repeat(20_000)}`],
  ['cells of a megabyte', () => `이름,스킬\n아루,${'5/'.repeat(500_000)}\n아루,${' '.repeat(500_000)}x\n`],
  ['a million marks of a list', () => `이름,레벨\n${'- '.repeat(1_000_000)}아루,90\n`],
] as const)
  test(`is read or refused soon: ${title}`, () => {
    const made = text();
    assertQuick(() => {
      try {
        read(made, { maxRows: 10_000 });
      } catch (error) {
        assert.ok(error instanceof RosterFormatError, `${error}`);
      }
    });
  });
