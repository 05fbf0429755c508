import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SchaleFile, toSchaleFiles } from '../../test/schaledb-files.ts';
import { type CatalogueData, shippedData } from './catalogue-data.ts';
import { readCatalogue } from './read-catalogue.ts';

const shipped = shippedData();
const files = toSchaleFiles(shipped);
/** The shipped students without what SchaleDB tells. */
const bare: CatalogueData = {
  ...shipped,
  students: shipped.students.map(({ attributes, growth, ...student }) => student),
};

const read = (contents: Readonly<Record<string, unknown>>, current: CatalogueData) =>
  readCatalogue(
    Object.entries(contents).map(([name, data]) => ({ name, folder: name.split('/')[0] ?? '', data })),
    current,
  );

/** A Korean file with one student, changed. */
const one = (changes: Record<string, unknown>): Record<string, SchaleFile> => ({
  'kr/students.json': { 10000: { ...files['kr/students.json']?.[10000], ...changes } },
});

test('all that ships of students and items comes back from files in the form of SchaleDB, but for days and second roles', async () => {
  const kinds = ['currency', 'stone', 'part', 'equipment', 'blueprint', 'book', 'secretNote'];
  const items = Object.fromEntries(
    Object.entries(shipped.items).filter(([, { kind }]) => kinds.includes(kind)),
  );
  const { data, unknownMaterials } = await read(files, { ...bare, items });
  assert.deepEqual(unknownMaterials, []);
  assert.deepEqual(data.labels, shipped.labels);
  assert.deepEqual(data.items, shipped.items);
  for (const [i, { attributes, growth, ...student }] of shipped.students.entries()) {
    const { attributes: read, growth: readGrowth, ...readStudent } = data.students[i] ?? {};
    const { released, releasedGlobal, outGlobal, roleAlt, birthday, ...told } = attributes ?? {};
    assert.deepEqual(readStudent, student);
    assert.deepEqual(read, {
      ...told,
      released: null,
      releasedGlobal: null,
      ...((releasedGlobal || outGlobal) && { outGlobal: true }),
      ...(birthday && { birthday }),
    });
    assert.deepEqual(readGrowth, growth, student.uid);
  }
});

test('files that tell what is known already change nothing, and what they leave out stays', async () => {
  assert.deepEqual((await read(files, shipped)).data, shipped);
  const arrays = Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => !name.endsWith('localization.json'))
      .map(([name, rows]) => [name, Object.values(rows)]),
  );
  assert.deepEqual((await read(arrays, shipped)).data, shipped);
  const names = Object.fromEntries(
    Object.entries(files['en/students.json'] ?? {}).map(([id, { Id, Name }]) => [id, { Id, Name }]),
  );
  const { data } = await read({ 'en/students.json': names }, shipped);
  assert.deepEqual(
    data.students.find(({ uid }) => uid === '10000'),
    shipped.students[0],
  );
});

test('items alone are an import: gifts get new tags, names their language, and nothing else moves', async () => {
  const { data } = await read(
    {
      'kr/items.json': {
        5000: { Id: 5000, Category: 'Favor', Tags: ['K', 'new'], Name: '베개', ExpValue: 7 },
        3000: { Id: 3000, Category: 'Material', Tags: ['CDItem'] },
        30: { Id: 30, Category: 'Material', Name: '카페 코어', Tags: [] },
      },
      'en/items.json': {
        5000: { Id: 5000, Category: 'Favor', Name: '枕のまくら' },
        5001: { Id: 5001, Category: 'Favor', Name: 'Yuuka&#x27;s\nCalculator' },
      },
    },
    shipped,
  );
  const before = shipped.items;
  assert.deepEqual(data.items[5000], {
    ...before[5000],
    names: { ...before[5000]?.names, ko: '베개' },
    tags: ['K', 'new'],
  });
  assert.equal(data.items[5001]?.names.en, "Yuuka's Calculator");
  assert.deepEqual(data.items[3000], before[3000]);
  assert.equal(Object.hasOwn(data.items, '30'), false, 'growth asks for no such item');
  assert.deepEqual(data.students, shipped.students);
});

test('a new student comes with her school, items and eleph, and with codes made of the words of the source', async () => {
  const row = {
    ...files['kr/students.json']?.[10000],
    Id: 10999,
    DefaultOrder: 1000,
    School: 'NewAcademy',
    Club: 'Fuuki',
    ArmorType: 'elasticarmor',
    IsLimited: [3, 1, 0],
    BirthDay: '-',
    SkillExMaterial: [[3200], [3200], [3200], [3200]],
    SkillExMaterialAmount: [[1], [2], [3], [4]],
    PotentialMaterial: 310,
  };
  const item = { Category: 'Material', Rarity: 'N', Quality: 1, Name: '새 것' };
  const { data, unknownMaterials } = await read(
    {
      'kr/students.json': { ...files['kr/students.json'], 10999: { ...row, Name: '새학생' } },
      'jp/students.json': { ...files['jp/students.json'], 10999: { ...row, Name: '新入生' } },
      'en/students.json': { ...files['en/students.json'], 10999: { ...row, Name: 'Newcomer' } },
      'kr/items.json': {
        3200: { ...item, Id: 3200, SubCategory: 'CDItem', Icon: 'Item_Icon_Material_ExSkill_NewAcademy_0' },
        310: { ...item, Id: 310, Tags: ['MaterialItem'], Icon: 'Item_Icon_Material_Stonehenge_0' },
      },
    },
    shipped,
  );
  const { attributes, growth } = data.students.at(-1) ?? {};
  assert.deepEqual(
    [attributes?.school, attributes?.club, attributes?.armor, attributes?.recruit, attributes?.birthday],
    ['new-academy', 'prefect-team', 'elastic', 'festival', undefined],
  );
  assert.deepEqual(
    [attributes?.released, attributes?.releasedGlobal, attributes?.outGlobal],
    [null, null, true],
  );
  const word = { ko: 'NewAcademy', ja: 'NewAcademy', en: 'NewAcademy', up: 'NewAcademy' };
  assert.deepEqual(data.labels.school['new-academy'], word);
  assert.equal(data.labels.artifact.stonehenge?.up, '310');
  assert.deepEqual(growth?.ex, [{ 3200: 1 }, { 3200: 2 }, { 3200: 3 }, { 3200: 4 }]);
  assert.deepEqual(data.items[3200], {
    kind: 'disc',
    rarity: 'N',
    tier: 1,
    group: 'new-academy',
    names: { ko: '새 것' },
  });
  assert.deepEqual(data.items[10999]?.names, {
    ko: '새학생의 엘레프',
    ja: '新入生の神名文字',
    en: "Newcomer's Eleph",
  });
  // Nothing describes 311, the second artifact.
  assert.deepEqual(unknownMaterials, [{ uid: '10999', field: 'ability' }]);
  assert.equal(growth?.ability, undefined);
});

test('a word that another code of ours has already gets a code of its own', async () => {
  const { data } = await read(one({ ArmorType: 'Special' }), {
    ...shipped,
    students: shipped.students.slice(0, 1),
  });
  assert.equal(data.students[0]?.attributes?.armor, 'special-2');
  assert.equal(data.labels.armor.special?.up, 'Unarmed');
});

const refused: [string, Record<string, unknown>, RegExp][] = [
  [
    'a number for a school',
    { School: 5 },
    /kr\/students\.json: entry 10000 \(Id 10000\): School must be a word/,
  ],
  ['stars as text', { StarGrade: '3' }, /\(Id 10000\): StarGrade must be a whole number/],
  ['six stars', { StarGrade: 6 }, /uid 10000\).*attributes\.star/],
  [
    'an adaptation beyond SS',
    { IndoorBattleAdaptation: 6 },
    /IndoorBattleAdaptation must be from 0 \(D\) to 5/,
  ],
  ['a kind of recruitment as text', { IsLimited: 'new' }, /IsLimited must be a whole number, or an array/],
  ['amounts of other length', { SkillExMaterialAmount: [[1]] }, /SkillExMaterialAmount must have an amount/],
  [
    'materials without lists',
    { SkillMaterial: [4030] },
    /SkillMaterial must be an array, each item an array/,
  ],
  ['a favourite item as text', { Gear: 'yes' }, /Gear must be an object/],
  ['a release of it as a number', { Gear: { Released: [1] } }, /Gear: Released must be an array/],
  ['tags with a number', { FavorItemTags: ['a', 5] }, /FavorItemTags must be an array/],
  ['a day that does not exist', { BirthDay: '13/45' }, /attributes\.birthday/],
  [
    'a kind of equipment with a space',
    { Equipment: ['Hat of', 'Bag', 'Watch'] },
    /Equipment must be an array/,
  ],
];
for (const [name, changes, message] of refused)
  test(`refuses ${name}, and names file, entry and key`, async () => {
    await assert.rejects(read(one(changes), shipped), message);
  });

test('a long key of an entry is cut in the message', async () => {
  await assert.rejects(read({ 'kr/students.json': { ['k'.repeat(1_000_000)]: {} } }, shipped), {
    message: `kr/students.json: entry ${'k'.repeat(40)}: Id must be a whole number.`,
  });
});

for (const [IsReleased, known, expected] of [
  [[true, true, false], {}, true],
  [[true, false, false], { outGlobal: true }, undefined],
  [undefined, { outGlobal: true }, true],
  [[true, true, false], { releasedGlobal: '2026-08-18' }, undefined],
] as const)
  test(`IsReleased ${IsReleased} makes ${JSON.stringify(known)} known as out on global: ${expected}`, async () => {
    const { data } = await read(one({ IsReleased }), {
      ...shipped,
      students: shipped.students.map((entry) => ({
        ...entry,
        attributes: { ...entry.attributes, released: null, releasedGlobal: null, ...known },
      })),
    });
    assert.equal(data.students[0]?.attributes?.outGlobal, expected);
  });

test('a kind of recruitment that we do not know is called by its number, or as the source calls it', async () => {
  const recruited = one({ IsLimited: [7, 0, 0] });
  const { data } = await read(recruited, shipped);
  assert.equal(data.students[0]?.attributes?.recruit, 'kind-7');
  assert.deepEqual(data.labels.recruit['kind-7'], {
    ko: '모집 7',
    ja: '募集 7',
    en: 'Recruitment 7',
    up: '7',
  });
  const texts = { School: {}, IsLimitedFilter: { 0: '통상', 7: '축제 모집' } };
  const { data: named } = await read({ ...recruited, 'kr/localization.json': texts }, shipped);
  assert.equal(named.labels.recruit['kind-7']?.ko, '축제 모집');
  assert.deepEqual(named.labels.recruit.regular, shipped.labels.recruit.regular, 'our own names stay');
});

test('a code that had no name gets one as soon as a source has its texts', async () => {
  const wordAlone = { ko: 'NewAcademy', ja: 'NewAcademy', en: 'NewAcademy', up: 'NewAcademy' };
  const labels = {
    ...shipped.labels,
    school: { ...shipped.labels.school, 'new-academy': wordAlone },
  };
  const texts = (name: unknown) => ({ School: { NewAcademy: name } });
  const { data } = await read(
    {
      'kr/localization.json': texts('새&amp;\n학원'),
      'en/localization.json': texts('ニュー'),
      'jp/localization.json': texts(5),
    },
    { ...shipped, labels },
  );
  assert.deepEqual(data.labels.school['new-academy'], { ...wordAlone, ko: '새& 학원' });
  assert.deepEqual(Object.keys(data.labels.school).at(-1), 'etc', 'what belongs to no school stays last');
});

test('a new word that is called as what every object has becomes another code', async () => {
  const { data } = await read(one({ Club: 'Constructor' }), shipped);
  const club = data.students.find(({ uid }) => uid === '10000')?.attributes?.club;
  assert.equal(club, 'constructor-2');
  assert.equal(data.labels.club['constructor-2']?.up, 'Constructor');
});

test('words without end are refused before each is compared with all, and many rows are read in several turns', async () => {
  const rows = (count: number, schools: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, Id) => [Id, { Id, Name: `name ${Id}`, School: `W${Id % schools}` }]),
    );
  const cpu = process.cpuUsage();
  await assert.rejects(
    read({ 'kr/students.json': rows(50_000, 50_000) }, shipped),
    /may have 3000 labels\.school, and this one has 3001/,
  );
  // Without the bound it takes minutes.
  assert.ok(process.cpuUsage(cpu).user < 10e6);
  await assert.rejects(
    read({ 'kr/students.json': rows(50_001, 1) }, shipped),
    /may have 50000 entries in a file/,
  );
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await read({ 'kr/students.json': rows(20_000, 1) }, shipped).catch(() => {});
  clearInterval(counting);
  assert.ok(turns > 10, `${turns} turns`);
});
