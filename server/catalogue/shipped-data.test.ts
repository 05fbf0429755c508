import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_ATTRIBUTES } from '../../game/attributes.ts';
import { attributeLabels, completeData, shippedData } from './catalogue-data.ts';

const data = shippedData();
const { students, items, labels } = data;
const LANGUAGES = ['ko', 'ja', 'en'] as const;
/** Two birthdays and, outside Japan, 36 days of release are not known, nor what other form each second role belongs to. */
const OPTIONAL = ['roleAlt', 'terrainUp', 'outGlobal'];
/** Pieces of equipment for which no source has an English name. */
const ITEMS_WITHOUT_ENGLISH = 3;

test('the shipped files are a whole catalogue: each student has every attribute, its labels and items', () => {
  assert.deepEqual(completeData(data, data), data);
  const names = new Set(students.flatMap(({ attributes = {} }) => Object.keys(attributes)));
  for (const { uid, attributes = {}, growth = {} } of students) {
    for (const name of names)
      assert.ok(OPTIONAL.includes(name) || Object.hasOwn(attributes, name), `${uid} has no ${name}`);
    assert.deepEqual([growth.ex?.length, growth.skill?.length, growth.ability?.length], [4, 9, 2], uid);
    assert.equal(growth.special === null, attributes.special === null, uid);
    assert.ok(growth.giftTags && growth.giftUnique, uid);
    assert.ok(items[uid], `no eleph of ${uid}`);
  }
});

test('every label and item has a name in Korean, Japanese and English', () => {
  for (const [table, codes] of Object.entries(labels))
    for (const [code, label] of Object.entries(codes))
      for (const language of LANGUAGES) assert.ok(label[language], `${table}.${code} in ${language}`);
  const withoutName = Object.entries(items).filter(([, { names }]) => !names.ko || !names.ja || !names.en);
  assert.equal(withoutName.length, ITEMS_WITHOUT_ENGLISH, withoutName.map(([id]) => id).join());
  for (const [id, { names }] of withoutName) assert.ok(names.ko && names.ja, id);
});

test('every label of an attribute belongs to a student', () => {
  for (const attribute of CODE_ATTRIBUTES) {
    const used = new Set(students.map(({ attributes = {} }) => attributes[attribute]));
    const unused = Object.keys(attributeLabels(labels)[attribute]).filter((code) => !used.has(code));
    assert.deepEqual(unused, [], attribute);
  }
});
