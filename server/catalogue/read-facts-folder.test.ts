import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { JUNE } from '../../test/catalogue-step.ts';
import { completeData, shippedData } from './catalogue-data.ts';
import { isFactsFolder, readFactsFolder } from './read-facts-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'rollbook-facts-'));
after(() => rmSync(folder, { recursive: true }));
const write = (name: string, value: object) =>
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(value));

test('facts by UID are the catalogue that they were taken from', () => {
  const shipped = shippedData();
  assert.equal(isFactsFolder(folder), false);
  write(
    'students',
    shipped.students.map(({ attributes, growth, ...student }) => student),
  );
  write('student-growth', {
    version: 1,
    labels: shipped.labels,
    students: Object.fromEntries(
      shipped.students.map(({ uid, attributes, growth }) => {
        const special = attributes?.special && { ...attributes.special, materials: growth?.special };
        return [uid, { ...attributes, ...growth, special }];
      }),
    ),
  });
  write('items', { version: 1, items: shipped.items });
  assert.equal(isFactsFolder(folder), true);
  const { students, items, labels } = completeData(readFactsFolder(folder), JUNE);
  assert.deepEqual(students, shipped.students);
  assert.deepEqual(items, shipped.items);
  assert.deepEqual(labels, shipped.labels);
  assert.deepEqual(Object.keys(labels.school), Object.keys(shipped.labels.school));
});
