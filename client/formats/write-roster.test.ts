import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import {
  type RecruitedStudent,
  RosterFormatError,
  readRoster,
  WRITABLE_FORMATS,
  writeRoster,
} from './index.ts';

const emptyState = Object.fromEntries(STATE_NAMES.map((name) => [name, null])) as Record<StateName, null>;
const state = (some: Partial<RecruitedStudent>): RecruitedStudent => ({
  ...emptyState,
  ...{ studentUid: '10098', tier: 3, weaponTier: 0 },
  ...some,
});
const nagisa = state({
  ...{ studentUid: '20048', tier: 5, weaponTier: 2, level: 90, bond: 50, weaponLevel: 40, abilityHp: 25 },
  ...{ skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10, equip1: 10, equip2: 9, equip3: 9 },
  ...{ equipSpecial: 2, abilityAtk: 25, abilityHeal: 0, equip1Level: 70 },
});
const forms = new Map([['10098', ['10099']]]);
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString());
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const UNKNOWN_IN_SCHALEDB = {
  ...{ l: 1, s1: 1, s2: 1, s3: 1, s4: 1, e1: 1, e2: 1, e3: 1, e4: 0, wl: 0, pm: 0, pa: 0, ph: 0, b: 1 },
};
const currentOfNagisa = {
  ...{ star: 5, ue: 2, level: '90', ex: '5', basic: '10', passive: '10', sub: '10', gear1: '10', gear2: '9' },
  ...{
    gear3: '9',
    bond_gear: '2',
    ue_level: '40',
    book_hp: '25',
    book_atk: '25',
    book_heal: '0',
    bond: '50',
  },
};

test('a Rollbook JSON has a version, the UIDs in order and every field', () => {
  const text = writeRoster([nagisa, state({ studentUid: '10098' })], { format: 'json' });
  const json = JSON.parse(text);
  assert.deepEqual(json, { rollbook: 1, students: [state({ studentUid: '10098' }), nagisa] });
  assert.deepEqual(Object.keys(json.students[0] ?? {}), ['studentUid', ...STATE_NAMES]);
  assert.match(text, /\n {6}"studentUid": "10098",\n/);
});

test('a SchaleDB text is Base64 of compact JSON with both forms, and floors where ours is null', () => {
  const text = writeRoster([nagisa, state({})], { format: 'schaledb', forms });
  assert.deepEqual(decode(text), {
    10098: { s: 3, ws: 0, ...UNKNOWN_IN_SCHALEDB },
    10099: { s: 3, ws: 0, ...UNKNOWN_IN_SCHALEDB },
    20048: {
      ...{ s: 5, ws: 2, l: 90, s1: 5, s2: 10, s3: 10, s4: 10, e1: 10, e2: 9, e3: 9, e4: 2, wl: 40 },
      ...{ pm: 25, pa: 25, ph: 0, b: 50 },
    },
  });
  assert.doesNotMatch(Buffer.from(text, 'base64').toString(), /\s/);
});

for (const [tier, s3, s4] of [
  [1, 0, 0],
  [2, 1, 0],
  [3, 1, 1],
] as const)
  test(`skills that are unknown are written as ${s3} and ${s4} for a student of ${tier} stars`, () => {
    const schaledb = decode(writeRoster([state({ tier })], { format: 'schaledb' }))['10098'];
    assert.deepEqual([schaledb.s3, schaledb.s4], [s3, s4]);
    const planner = JSON.parse(writeRoster([state({ tier })], { format: 'planner' })).characters[0].current;
    assert.deepEqual([planner.passive, planner.sub, planner.gear1], [`${s3}`, `${s4}`, '0']);
  });

test('a save of the planner has strings but for star and ue, a target equal to current, and the first form alone', () => {
  const save = JSON.parse(
    writeRoster([nagisa, state({})], { format: 'planner', forms, names: new Map([['20048', 'Nagisa']]) }),
  );
  const [hoshino, character] = save.characters;
  assert.equal(save.characters.length, 2);
  assert.deepEqual([hoshino.id, hoshino.name], ['10098', '10098']);
  assert.equal('hasBondGear' in hoshino, false, 'unknown');
  assert.deepEqual([character.id, character.name, character.hasBondGear], ['20048', 'Nagisa', true]);
  assert.deepEqual(character.current, currentOfNagisa);
  assert.deepEqual(character.target, currentOfNagisa);
  assert.equal(character.eleph.unlocked, true);
  assert.equal(save.exportVersion, 2);
});

const nagisaHeld = {
  id: '20048',
  name: 'Nagisa (Swimsuit)',
  current: { star: 3, ue: 0, level: 50, ue_level: '40', favourite: 'yes' },
  target: { star: 5, level: '90' },
  eleph: { owned: '7', unlocked: false },
  enabled: false,
  notes: 'keep',
};
const heldSave = {
  exportVersion: 2,
  characters: [nagisaHeld, { id: '10000', current: { star: '?' } }, 'garbage'],
  character_order: ['20048', '10000'],
  owned_materials: { XP_1: 5 },
  future: [1, 2],
};

test('merging into a save replaces current and keeps everything else', () => {
  const save = JSON.parse(
    writeRoster([nagisa, state({})], { format: 'planner', merge: JSON.stringify(heldSave) }),
  );
  const [character, other, garbage, added] = save.characters;
  assert.deepEqual({ ...save, characters: [] }, { ...heldSave, characters: [] });
  assert.deepEqual(character, {
    ...nagisaHeld,
    current: { ...currentOfNagisa, favourite: 'yes' },
    eleph: { owned: '7', unlocked: true },
    hasBondGear: true,
  });
  assert.deepEqual([other, garbage], heldSave.characters.slice(1));
  assert.equal(added.id, '10098');
});

test('merging keeps what the other tool knows where ours is null', () => {
  const [character] = JSON.parse(
    writeRoster([state({ studentUid: '20048' })], { format: 'planner', merge: JSON.stringify(heldSave) }),
  ).characters;
  assert.equal(character.current.level, '50');
  assert.equal(character.current.ue_level, '0', 'no level without a unique weapon');
  const collection = { 10098: { s: 1, ws: 0, e1: 7, lock: true }, 10000: { s: 9, x: [] } };
  const merged = decode(
    writeRoster([state({ level: 5 })], { format: 'schaledb', merge: encode(collection) }),
  );
  assert.deepEqual(merged[10098], { s: 3, ws: 0, ...UNKNOWN_IN_SCHALEDB, l: 5, e1: 7, lock: true });
  assert.deepEqual(merged[10000], collection[10000]);
});

test('merging into an old save gives every character the shape of today', () => {
  const flat = { level: '50', level_target: '90', star: 3, star_target: 5, ue: 0, ue_target: 0, bond: '7' };
  const held = {
    characters: [
      { id: '20048', name: 'Nagisa', ...flat, enabled: true },
      { id: '10000', name: 'Aru', ...flat, enabled: false, notes: 'keep' },
    ],
    owned_materials: { XP_1: 5 },
  };
  const save = JSON.parse(writeRoster([nagisa], { format: 'planner', merge: JSON.stringify(held) }));
  assert.deepEqual(save, {
    characters: [
      {
        ...{ id: '20048', name: 'Nagisa', enabled: true, hasBondGear: true },
        current: currentOfNagisa,
        target: { level: '90', star: 5, ue: 0 },
      },
      {
        ...{ id: '10000', name: 'Aru', enabled: false, notes: 'keep' },
        current: { level: '50', star: 3, ue: 0, bond: '7' },
        target: { level: '90', star: 5, ue: 0 },
      },
    ],
    owned_materials: { XP_1: 5 },
    exportVersion: 2,
  });
});

test('merging never combines into a state that breaks a rule', () => {
  const collection = { 10098: { s: 5, ws: 4, wl: 60, pm: 25 } };
  for (const [weaponTier, wl, pm] of [
    [0, 0, 0],
    [1, 30, 25],
    [4, 60, 25],
  ] as const) {
    const text = writeRoster([state({ tier: 5, weaponTier })], {
      format: 'schaledb',
      merge: encode(collection),
    });
    const merged = decode(text)['10098'];
    assert.deepEqual([merged.ws, merged.wl, merged.pm], [weaponTier, wl, pm]);
  }
});

test('merging updates another form that the save has instead of adding the first', () => {
  const merge = JSON.stringify({ exportVersion: 2, characters: [{ id: '10099' }] });
  const { characters } = JSON.parse(writeRoster([state({})], { format: 'planner', forms, merge }));
  assert.deepEqual(
    characters.map(({ id, current }: { id: string; current: { star: number } }) => [id, current.star]),
    [['10099', 3]],
  );
  assert.deepEqual(characters[0].target, characters[0].current);
});

test('merging keeps letters beyond ASCII and keys like __proto__', () => {
  const note = '메모 \u00e9 \u{1f600}';
  const collection = `{"10098":{"s":1,"__proto__":{"a":1},"note":"${note}"},"__proto__":{"s":2}}`;
  const text = writeRoster([state({})], {
    format: 'schaledb',
    merge: Buffer.from(collection).toString('base64'),
  });
  const merged = Buffer.from(text, 'base64').toString();
  assert.ok(merged.includes(`"note":"${note}"`));
  assert.ok(merged.includes('"__proto__":{"a":1}'));
  assert.ok(merged.includes('"__proto__":{"s":2}'));
  const escaped = collection.replace(note, '\\uba54');
  const again = writeRoster([state({})], { format: 'schaledb', merge: escaped });
  assert.equal(decode(again)[10098].note, '\uba54');
});

test('what cannot be written or merged is refused, naming what can', () => {
  for (const format of ['yuzutrends', 'ba-scanner', 'planner-of-plana', 'eriduops'] as const)
    assert.throws(
      // @ts-expect-error these formats can only be read
      () => writeRoster([], { format }),
      /Rollbook JSON, Rollbook CSV, SchaleDB, BA-Resource-Planner, BA Torment/,
    );
  for (const format of ['json', 'csv', 'ba-torment'] as const)
    assert.throws(() => writeRoster([], { format, merge: '{}' }), /allow it: SchaleDB, BA-Resource-Planner/);
  for (const merge of ['', 'x', '{}', '[]', '{"characters":[]}', encode({ a: 1 })])
    for (const format of ['schaledb', 'planner'] as const)
      assert.throws(() => writeRoster([nagisa], { format, merge }), RosterFormatError, `${format} ${merge}`);
});

test('an empty roster is written and read in each format', () => {
  for (const format of WRITABLE_FORMATS)
    assert.deepEqual(readRoster(writeRoster([], { format })).students, [], format);
});
