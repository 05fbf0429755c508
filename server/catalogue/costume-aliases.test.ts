import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOf } from '../../game/name-index.ts';
import { foldName } from '../../game/text-folding.ts';
import { shippedCatalogue } from './catalogue.ts';
import { addCostumeAliases } from './costume-aliases.ts';

const { entries } = shippedCatalogue();
const COSTUMED = /^(.+)\((.)(.*)\)$/;

test('every shipped student in costume has the aliases, and no two students share one', () => {
  assert.deepEqual(addCostumeAliases(entries), entries, 'npm run data adds what is missing');
  const owners = new Map<string, string[]>();
  for (const entry of entries)
    for (const key of new Set([...namesOf(entry)].map(foldName)))
      owners.set(key, [...(owners.get(key) ?? []), entry.uid]);
  // Misaki, and Shokuhou Misaki, whom the game also calls by her given name.
  assert.deepEqual(
    [...owners].filter(([, uids]) => uids.length > 1),
    [['misaki', ['10041', '10080']]],
  );
  const costumed = entries.filter(({ names }) => COSTUMED.test(names.ko));
  assert.ok(costumed.length > 100);
  for (const { names, aliases } of costumed) {
    const [, name = '', syllable = ''] = COSTUMED.exec(names.ko) ?? [];
    assert.ok(aliases.includes(syllable + name), names.ko);
  }
});

const examples: [name: string, uid: string][] = [
  ['수시노', '10045'],
  ['운유카', '10053'],
  ['체우카', '10053'],
  ['파유카', '10108'],
  ['정아루', '10031'],
  ['뉴요코', '10064'],
  ['임시노', '10098'],
  ['돌쿠라코', '10106'],
  ['클리나', '10056'],
  ['치타하', '10051'],
  ['알주리', '10114'],
  ['수사키', '10072'],
  ['테로코', '10100'],
  ['Hoshino (Armed)', '10098'],
  ['Aris (Armed)', '10134'],
  ['Mari (Pop Idol)', '10105'],
  ['Yuuka (Pajamas)', '10108'],
  ['Hare (Camp)', '10085'],
  ['Neru (School)', '10111'],
];
for (const [name, uid] of examples)
  test(`${name} is a name of ${uid} alone`, () =>
    assert.deepEqual(
      entries.filter((entry) => [...namesOf(entry)].includes(name)).map((entry) => entry.uid),
      [uid],
    ));

const entry = (uid: string, ko: string, en: string, aliases: string[] = []) => ({
  uid,
  names: { ko, ja: uid, en },
  aliases,
});
const aliasesOf = (...students: ReturnType<typeof entry>[]) =>
  addCostumeAliases(students).map(({ aliases }) => aliases);

test('a short name that two students would have is left out for both', () => {
  assert.deepEqual(
    aliasesOf(
      entry('1', '이오리(수영복)', 'Iori (Swimsuit)'),
      entry('2', '사오리(수영복)', 'Saori (Swimsuit)'),
    ),
    [['수이오리'], ['수사오리']],
  );
});

test('a whole name goes before a short one, and every name and alias before both', () => {
  assert.deepEqual(
    aliasesOf(
      entry('1', '미사키(수영복)', 'Misaki (Swimsuit)'),
      entry('2', '사키(수영복)', 'Saki (Swimsuit)'),
      entry('3', '호시노(수영복)', 'Hoshino (Swimsuit)'),
      entry('4', '다른 학생', 'Other', ['수시노']),
    ),
    [['수미사키'], ['수사키'], ['수호시노'], ['수시노']],
  );
});

test('a costume that no table lists has the aliases too', () => {
  assert.deepEqual(
    aliasesOf(
      entry('1', '호시노', 'Hoshino', ['Hosino']),
      entry('2', '호시노(요리사)', 'Hoshino (Cook)', ['별명']),
    ),
    [['Hosino'], ['별명', '요호시노', '요시노', 'Hosino (Cook)']],
  );
});

test('many students of one name take no longer than as many of different names', () => {
  const students = Array.from({ length: 40_000 }, (_, i) =>
    entry(`${i}`, '호시노(수영복)', 'Hoshino (Swimsuit)'),
  );
  const { user } = process.threadCpuUsage();
  addCostumeAliases(students);
  const tookMs = (process.threadCpuUsage().user - user) / 1000;
  assert.ok(tookMs < 5000, `${tookMs} ms`);
});
