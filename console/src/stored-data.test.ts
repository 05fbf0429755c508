import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { forgetStored, listStored, readStored, STORED, sealStorage, writeStored } from './stored-data.ts';

/** As browsers have them: the entries are own properties. */
class TestStorage {
  getItem(name: string): string | null {
    return (Reflect.get(this, name) as string | undefined) ?? null;
  }
  setItem(name: string, value: string): void {
    Reflect.set(this, name, value);
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}
for (const area of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, area, { value: new TestStorage() });

test('the documentation has the table of what is stored', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/console.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(rollbook-[a-z-]+)` \|.*\| the (device|account)’?'?s \|/gm)];
  assert.deepEqual(
    rows.map(([, name, owner]) => [name, owner]),
    Object.entries(STORED).map(([name, { owner }]) => [name, owner]),
  );
});

test('entries of other accounts are removed, those of the device and of others than the console stay', () => {
  writeStored('dark', 'rollbook-theme');
  writeStored('1', 'rollbook-edit', 'acc_one', 'a');
  writeStored('2', 'rollbook-edit', 'acc_two', 'b');
  writeStored('', 'rollbook-roster-view', 'acc_one');
  localStorage.setItem('rollbook-language', 'python');
  forgetStored('acc_two');
  assert.deepEqual(listStored('rollbook-edit'), ['2']);
  assert.deepEqual(Object.keys(sessionStorage), []);
  assert.deepEqual(Object.keys(localStorage).sort(), [
    'rollbook-edit acc_two b',
    'rollbook-language',
    'rollbook-theme',
  ]);
  forgetStored();
  assert.deepEqual(listStored('rollbook-edit'), []);
  assert.equal(readStored('rollbook-theme'), 'dark');
});

test('nothing is stored once the document is about to be replaced', () => {
  sealStorage();
  assert.equal(writeStored('1', 'rollbook-edit', 'acc_one', 'a'), false);
  assert.deepEqual(listStored('rollbook-edit'), []);
});
