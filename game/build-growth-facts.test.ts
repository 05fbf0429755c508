import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import costsFile from '../data/growth-costs.json' with { type: 'json' };
import { SHIPPED_FACTS, SHIPPED_PARTS } from '../test/shipped-growth.ts';
import { buildGrowthFacts } from './build-growth-facts.ts';
import type { ItemFacts, LabelKind } from './growth-facts.ts';

const { students, items, labels, costs } = SHIPPED_FACTS;

test('the facts are at most 60 kB in Brotli', (t) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const { length } = brotliCompressSync(JSON.stringify(SHIPPED_FACTS), { params });
  t.diagnostic(`${length} bytes`);
  assert.ok(length <= 60_000, `${length}`);
});

test('the growth of every student is known', () => {
  const uids = SHIPPED_PARTS.students.map(({ uid }) => uid);
  assert.equal(uids.length, 272);
  assert.deepEqual(Object.keys(students).sort(), uids.sort());
  for (const [uid, student] of Object.entries(students)) {
    assert.ok(student.star !== undefined && student.star >= 1 && student.star <= 3, uid);
    assert.ok(student.giftTags !== undefined && student.giftUnique !== undefined, uid);
    const { ex = [], skill = [], ability = [], equipment = [], special } = student;
    assert.deepEqual([ex.length, skill.length, ability.length, equipment.length], [4, 9, 2, 3], uid);
    for (const kind of equipment) assert.ok(Object.hasOwn(costs.equip.blueprintItems, kind), kind);
    assert.ok(special === null || (special?.materials && special.servers), uid);
    const parts = Object.values(costs.weaponLevel.fits).filter((fits) => fits.includes(student.weapon ?? ''));
    assert.equal(parts.length, 1, `${uid}: ${student.weapon}`);
  }
});

test('every item that is named anywhere exists', () => {
  const named = [
    ...Object.keys(students),
    ...Object.values(costs.equip.blueprintItems).flatMap((tiers) => Object.values(tiers)),
    ...Object.values(costs.ability.books),
    ...Object.values(students).flatMap(({ ex = [], skill = [], ability = [], special }) => [
      ...[...ex, ...skill, special?.materials ?? {}].flatMap((materials) => Object.keys(materials)),
      ...ability,
    ]),
  ];
  assert.deepEqual(
    named.filter((item) => !Object.hasOwn(items, item)),
    [],
  );
});

const LABELS_OF_GROUPS: Partial<Record<ItemFacts['kind'], LabelKind>> = {
  artifact: 'artifact',
  disc: 'school',
  note: 'school',
  part: 'part',
  blueprint: 'equipment',
};

test('every group of items has a name, and every item has names in three languages', () => {
  const withoutNames: string[] = [];
  for (const [id, { kind, group = '', names }] of Object.entries(items)) {
    const label = LABELS_OF_GROUPS[kind];
    if (label !== undefined) assert.ok(labels[label][group], `${id}: ${kind} ${group}`);
    if (Object.keys(names).length < 3) withoutNames.push(id);
  }
  // No source names the tenth tier of charms, watches and necklaces in English.
  assert.deepEqual(withoutNames, ['e107009', 'e108009', 'e109009']);
});

test('blueprints are found by the kind and tier that their items tell', () => {
  for (const [kind, tiers] of Object.entries(costs.equip.blueprintItems))
    for (const [tier, id] of Object.entries(tiers))
      assert.deepEqual([items[id]?.group, items[id]?.tier], [kind, Number(tier)]);
});

test('the bond ranks are those of the file of costs', () => {
  const { bond } = costsFile;
  let start = 0;
  const starts = [0, ...bond.exp.map((step) => (start += step))];
  assert.deepEqual(costs.bond.rankStarts, starts);
});

test('neither codes of other tools nor evidence are in the facts', () => {
  assert.doesNotMatch(JSON.stringify(SHIPPED_FACTS), /"up"|evidence|"equipment","tier":1/);
});

test('what is not known of a student is left out, and her eleph is named after her', () => {
  const names = { ko: '새학생', ja: '新生徒', en: 'Newcomer' };
  const special = { servers: ['jp'] as const };
  const growthOf = (uid: string) =>
    SHIPPED_PARTS.students.find((student) => student.uid === uid)?.growth ?? {};
  const facts = buildGrowthFacts({
    ...SHIPPED_PARTS,
    students: [
      { uid: '1', names },
      { uid: '2', names, attributes: { star: 2, special } },
      { uid: '10002', names, attributes: { special }, growth: growthOf('10002') },
      { uid: '10003', names, growth: growthOf('10003') },
      { uid: '10000', names, growth: growthOf('10000') },
    ],
  });
  assert.deepEqual(facts.students['1'], {});
  assert.deepEqual(facts.students['2'], { star: 2, special: { servers: ['jp'] } });
  // A favourite item that came after the materials that ship.
  assert.deepEqual(facts.students['10002']?.special, { servers: ['jp'] });
  assert.equal(facts.students['10003']?.special, null);
  assert.deepEqual(facts.students['10000']?.special, { materials: { 5017: 4, 150: 80, 151: 25 } });
  assert.deepEqual(facts.items['1']?.names, {
    ko: '새학생의 엘레프',
    ja: '新生徒の神名文字',
    en: "Newcomer's Eleph",
  });
});
