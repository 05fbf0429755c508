import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertQuick } from '../../test/assert-quick.ts';
import { SHIPPED_FACTS, SHIPPED_PARTS } from '../../test/shipped-growth.ts';
import { ItemFinder } from './find-item.ts';
import { applyStockRows, readStock } from './read-stock.ts';
import { RosterFormatError } from './roster-format-error.ts';

const FACTS = {
  items: SHIPPED_FACTS.items,
  labels: SHIPPED_FACTS.labels,
  students: SHIPPED_PARTS.students.map(({ uid, names, aliases, attributes }) => ({
    ...{ studentUid: uid, names, aliases: [...aliases], forms: [], attributes: attributes ?? {} },
  })),
};
const read = (text: string, names?: Record<string, string>) => readStock(text, { ...FACTS, names });
/** Counts by item, with a sign where they are changes. */
function counts(text: string, names?: Record<string, string>) {
  const { rows, unknown } = read(text, names);
  assert.deepEqual(unknown, [], text);
  const signs = { set: '', add: '+', subtract: '-' };
  return Object.fromEntries(rows.map(({ itemId, count, change }) => [itemId, `${signs[change]}${count}`]));
}

test('reads each item by each of its official names, before and after its count, and by its ID', () => {
  const items = Object.entries(SHIPPED_FACTS.items);
  const expected = Object.fromEntries(items.map(([itemId], at) => [itemId, `${at}`]));
  const idOf = (itemId: string) => itemId;
  const startWithCount = (name: string, count: number) => `${count} ${name}`;
  const write = [
    (name: string, count: number) => `${name} ${count}`,
    (name: string, count: number) => `${name}\t${count}`,
    (name: string, count: number) => `- ${name} x${count}개`,
    startWithCount,
    (name: string, count: number) => `"${name}",${count}`,
    (name: string, count: number) => `| ${name} | ${count} |`,
  ];
  for (const format of write)
    for (const nameOf of [
      idOf,
      ...(['ko', 'ja', 'en'] as const).map(
        (language) => (itemId: string) => SHIPPED_FACTS.items[itemId]?.names[language] ?? itemId,
      ),
    ]) {
      // Of two numbers, the first is the ID.
      if (nameOf === idOf && format === startWithCount) continue;
      const text = items.map(([itemId], at) => format(nameOf(itemId), at)).join('\n');
      assert.deepEqual(counts(text), expected, text.slice(0, 60));
    }
});

const KINDS = {
  disc: ['BD', '전술 교육 BD', '블루레이', 'blu-ray', 'disc', '戦術教育BD'],
  note: ['노트', '기술 노트', 'tech notes', 'note', '技術ノート'],
  artifact: [''],
  part: ['', '부품', 'part'],
  blueprint: ['', '설계도', 'blueprint', '設計図'],
} as const;
const TIERS = [
  ['N', '초급', 'beginner', '初級'],
  ['R', '일반', 'normal', '中級'],
  ['SR', '상급', 'advanced', '上級'],
  ['SSR', '최상급', 'superior', '最上級'],
];

test('reads short forms of kind, group and tier in any order and spacing, and none of them as another item', () => {
  const finder = new ItemFinder(FACTS);
  const tally = { right: 0, unknown: 0, wrong: [] as string[] };
  const tables = {
    disc: 'school',
    note: 'school',
    artifact: 'artifact',
    part: 'part',
    blueprint: 'equipment',
  } as const;
  for (const [itemId, { kind, tier = 0, group = '' }] of Object.entries(SHIPPED_FACTS.items)) {
    if (!(kind in KINDS)) continue;
    const words = KINDS[kind as keyof typeof KINDS];
    const labels = Object.values(SHIPPED_FACTS.labels[tables[kind as keyof typeof KINDS]][group] ?? {});
    const tiers = [`T${tier}`, `${tier}티어`, ...((kind !== 'blueprint' && TIERS[tier - 1]) || [])];
    for (const word of words)
      for (const label of new Set(labels))
        for (const quality of tiers)
          for (const name of [
            [quality, label, word],
            [label, quality, word],
            [label, word, quality],
            [word, label, quality],
          ])
            for (const line of [name.join(' '), name.join('')]) {
              const { itemId: found } = finder.find(line);
              if (found === itemId) tally.right += 1;
              else if (found === undefined) tally.unknown += 1;
              else tally.wrong.push(`${line} → ${found}`);
            }
  }
  assert.deepEqual(tally.wrong, []);
  // Those where Latin letters are glued together: `noteSSR`.

  assert.ok(tally.unknown < tally.right / 20, `${tally.unknown} of ${tally.right}`);
});

test('reads what players write', () => {
  const lines = [
    ['최상급 기술 노트 게헨나 60', { 4033: '60' }],
    ['게헨나 최상급 BD 10', { 3033: '10' }],
    ['T9 모자 60', { e101008: '60' }],
    ['모자 T9 60개', { e101008: '60' }],
    ['hat t9 x60', { e101008: '60' }],
    ['60x hat t9', { e101008: '60' }],
    ['크레딧 1.2억', { credits: '120000000' }],
    ['크레딧 3500만', { credits: '35000000' }],
    ['크레딧 1억 2000만', { credits: '120000000' }],
    ['크레딧: 1,234,567', { credits: '1234567' }],
    ['credits 1.5k', { credits: '1500' }],
    ['Credits 2.3M', { credits: '2300000' }],
    ['SSR 게헨나 비디오 5', { 3033: '5' }],
    ['시로코 엘레프 30', { 10010: '30' }],
    ['Shiroko eleph 30', { 10010: '30' }],
    ['シロコの神名文字 30', { 10010: '30' }],
    ['시로코(수영복) 엘레프 30', { 20027: '30' }],
    ['체육 WB 3', { 2000: '3' }],
    ['최상급보고서 12', { 13: '12' }],
    ['10 ５００', { 10: '500' }],
    ['13,1,250', { 13: '1250' }],
    ['100,20', { 100: '20' }],
    ['100,123', { 100: '123' }],
    ['Item_3030 4', { 3030: '4' }],
    ['Equipment_101009 4', { e101009: '4' }],
    ['네브라 디스크 조각, 30', { 100: '30' }],
    ['3030\t기초 전술 교육 BD (게헨나)\t40\t메모 2', { 3030: '40' }],
    ['크레딧 +160', { credits: '+160' }],
    ['크레딧 -20', { credits: '-20' }],
    ['크레딧 =160', { credits: '160' }],
    ['크레딧 - 160', { credits: '160' }],
    ['모자 T9-60', { e101008: '60' }],
    ['1. 크레딧 5', { credits: '5' }],
    ['크레딧 5\n크레딧 7', { credits: '7' }],
    ['크레딧 5\n크레딧 +7\n크레딧 -2', { credits: '10' }],
    ['크레딧 +7\n크레딧 -9', { credits: '-2' }],
  ] as const;
  for (const [line, expected] of lines) assert.deepEqual(counts(line), expected, line);
});

test('reads spreadsheets by their headings', () => {
  const table = { 3030: '40', e101008: '1250', credits: '+5' };
  for (const text of [
    '아이템\t수량\n기초 전술 교육 BD (게헨나)\t40\n모자 T9\t1,250\n크레딧\t+5',
    'id;name;qty\n3030;x;40\ne101008;;1250\ncredits;;+5',
    'My stock\n\nitem,quantity\n"기초 전술 교육 BD (게헨나)",40\nhat t9,"1,250"\ncredits,+5',
    '| 메모 | 名前 | 個数 |\n|---|---|---|\n| 1 | 初級戦術教育BD （ゲヘナ） | 40 |\n| 2 | 帽子 T9 | 1250 |\n| 3 | クレジット | +5 |',
  ])
    assert.deepEqual(counts(text), table, text);
  assert.deepEqual(counts('item,count\ncredits,\nhat t9,3'), { e101008: '3' });
});

test('reads the saves of planners and the lists of scanners', () => {
  const texts = [
    [
      {
        characters: [{ id: '10010', eleph: { owned: '7' } }],
        owned_materials: { 3030: '40', T9_Hat: 60, XP_4: 12, Xp: 1, Credit: '5' },
      },
      { 3030: '40', e101008: '60', 13: '12', credits: '5', 10010: '7' },
    ],
    [
      {
        globalPlans: [],
        eventPlans: {},
        ownedGifts: { 5000: 3 },
        materialInventory: { Item_3030: 40, Equipment_101008: 60, Item_10010: 7 },
      },
      { 3030: '40', e101008: '60', 5000: '3', 10010: '7' },
    ],
    [
      { exportedAt: 'now', students: [], goals: [], stock: { credits: 5, 3030: 40 } },
      { credits: '5', 3030: '40' },
    ],
    [
      {
        version: '3.0',
        userData: {
          forms: { 20048: { studentId: 20048 } },
          resources: { 5: 100, 10: 40 },
          equipments: { 1: 12 },
        },
      },
      { credits: '100', 10: '40', e1: '12' },
    ],
    [
      { Hat: { 9: 12 }, Exp: { 1: 3 }, WeaponExpGrowthA: { 4: 2 } },
      { e101008: '12', e1: '3', e13: '2' },
    ],
    [
      { 3030: 40, '게헨나 최상급 BD': '1,250' },
      { 3030: '40', 3033: '1250' },
    ],
    [
      [
        { id: 3030, count: 40 },
        { itemId: '3033', quantity: '5' },
        { item_id: 'e1', amount: 2 },
        { name: 'hat t9', count: 1 },
      ],
      { 3030: '40', 3033: '5', e1: '2', e101008: '1' },
    ],
    [
      {
        inventory: {
          Equipment_Icon_Hat_Tier9_Piece: {
            item_id: 'Equipment_Icon_Hat_Tier9_Piece',
            name: '?',
            quantity: '42',
            index: 3,
          },
        },
        resources: { credit: 123 },
      },
      { e101008: '42', credits: '123' },
    ],
  ] as const;
  for (const [value, expected] of texts)
    assert.deepEqual(counts(JSON.stringify(value)), expected, JSON.stringify(value));
});

test('names what it does not understand, with the items that may be meant', () => {
  const { rows, unknown, notices } = read(
    '게헨나 BD 10\n게헤나 최상급 노트 +4\n네브라\nxyzzy 3\n크레딧 99999999999\nhat t9 1.5',
  );
  assert.deepEqual(rows, []);
  assert.deepEqual(
    unknown.map(({ name, count }) => [name, count]),
    [
      ['게헨나 BD', '10'],
      ['게헤나 최상급 노트', '+4'],
      ['네브라', ''],
      ['xyzzy', '3'],
    ],
  );
  assert.deepEqual(unknown[0]?.suggestions, ['3030', '3031', '3032', '3033']);
  assert.equal(unknown[1]?.suggestions[0], '4033');
  assert.deepEqual(
    notices.map(({ code }) => code),
    ['counts_left_out'],
  );
  assert.deepEqual(
    read('{"23":5,"3030":-4}').notices.map(({ code }) => code),
    ['items_unknown', 'counts_left_out'],
  );
});

/** What is left out as a line that is not understood, and nothing of it is read. */
function assertNotRead(line: string): void {
  const { rows, unknown } = read(line);
  assert.deepEqual(rows, [], line);
  assert.deepEqual(
    unknown.map(({ name, count }) => [name, count]),
    [[line, '']],
  );
}

test('does not read two columns of numbers as one number', () => {
  for (const line of ['T9 모자,60,100', 'e101009,60,120', 'T9 모자 ,60,100개', '60 T9 모자,60,999'])
    assertNotRead(line);
  for (const [line, expected] of [
    ['크레딧,5,000,000', { credits: '5000000' }],
    ['크레딧 5,000', { credits: '5000' }],
    ['크레딧, 5,000', { credits: '5000' }],
    ['"크레딧","5,000"', { credits: '5000' }],
    ['크레딧\t5,000', { credits: '5000' }],
    ['13,1,250', { 13: '1250' }],
  ] as const)
    assert.deepEqual(counts(line), expected, line);
});

test('reads all items of a line, or none', () => {
  const both = { e101008: '60', e101007: '30' };
  for (const [line, expected] of [
    ['T9 모자 60, T8 모자 30', both],
    ['T9 모자 60; T8 모자 30', both],
    ['T9 모자 60 | T8 모자 30', both],
    ['60 T9 모자, 30x T8 모자', both],
    ['60 T9 모자, T8 모자 30', both],
    ['- T9 모자 60, T8 모자 30,', both],
    ['T9 모자 60개, 크레딧 100', { e101008: '60', credits: '100' }],
    ['T9 모자 60,T8 모자 30,T7 모자 5', { ...both, e101006: '5' }],
    ['크레딧 1,250, T9 모자 +60', { credits: '1250', e101008: '+60' }],
    ['크레딧 1,250,T9 모자 1,000', { credits: '1250', e101008: '1000' }],
  ] as const)
    assert.deepEqual(counts(line), expected, line);
  for (const line of [
    'xyzzy 60, T8 모자 30',
    'T9 모자 60, T8 모자, 30',
    'T9 모자 60 | T8 모자 | 30',
    'T9 모자 60, xyzzy 4, T8 모자 30',
    'T9 모자 1.000, T8 모자 30',
    'T9 모자 60,100 크레딧 5',
  ])
    assertNotRead(line);
  const { rows, unknown } = read('T9 모자 60, xyzzy 30');
  assert.deepEqual(rows, [{ itemId: 'e101008', count: 60, change: 'set' }]);
  assert.deepEqual(
    unknown.map(({ name, count }) => [name, count]),
    [['xyzzy', '30']],
  );
});

test('reads a sign apart from its count, and none before a name', () => {
  for (const [line, expected] of [
    ['T9 모자 + 20', { e101008: '+20' }],
    ['T9 모자 +20', { e101008: '+20' }],
    ['T9 모자 = 20', { e101008: '20' }],
    ['T9 모자 - 20', { e101008: '20' }],
    ['T9 모자 -20', { e101008: '-20' }],
    ['+20 T9 모자', { e101008: '+20' }],
  ] as const)
    assert.deepEqual(counts(line), expected, line);
  for (const line of ['+T9 모자 5', '+ T9 모자 5', '메모, +T9 모자 5']) assertNotRead(line);
});

test('refuses a point that may group', () => {
  for (const line of ['크레딧 1.000', '크레딧 12.000개', '크레딧\t1.000']) {
    const { rows, notices } = read(line);
    assert.deepEqual(rows, [], line);
    assert.deepEqual(
      notices.map(({ code }) => code),
      ['counts_left_out'],
    );
  }
  assert.deepEqual(counts('크레딧 60.0'), { credits: '60' });
  assert.deepEqual(counts('크레딧 1.250k'), { credits: '1250' });
});

test('knows what the player has told', () => {
  assert.deepEqual(counts('겜보 3', { 겜보: '4033', 그외: 'gone' }), { 4033: '3' });
  assert.deepEqual(read('그외 3', { 그외: 'gone' }).unknown.length, 1);
});

test('counts stay within what an account may have', () => {
  const rows = read('크레딧 -9\n13 +9999999999\n100 3').rows;
  assert.deepEqual(Object.fromEntries(applyStockRows(rows, { credits: 5, 13: 1 })), {
    credits: 0,
    13: 9_999_999_999,
    100: 3,
  });
});

function readOrRefuse(text: string): void {
  try {
    read(text);
  } catch (error) {
    assert.ok(error instanceof RosterFormatError, `${error}`);
  }
}

test('any text is read soon or refused', () => {
  const size = 1_000_000;
  const fill = (part: string) => part.repeat(Math.ceil(size / part.length));
  const texts = [
    'a',
    'a 1\n',
    '\n',
    ' ',
    '1',
    ',',
    '1,',
    '"',
    '|',
    '\t',
    'r',
    'hat ',
    '크레딧 1\n',
    'bdbd',
    '[',
    '{"a":',
    '[1,',
    '(',
    'x',
    '- ',
    `${'노트sr'.repeat(15)} 1\n`,
    `${'r n '.repeat(20)} eleph 1\n`,
  ].map(fill);
  texts.push(Array.from({ length: 2_900 }, (_, at) => `${'sr'.repeat(40)}${at}z 5`).join('\n'));
  texts.push(
    Array.from({ length: 2_900 }, (_, at) => `${'게헨나bd노트'.repeat(10)}${at} eleph 5`).join('\n'),
  );
  for (const text of texts) {
    assertQuick(() => readOrRefuse(text), 3_000);
  }
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), readOrRefuse), { numRuns: 50 });
});
