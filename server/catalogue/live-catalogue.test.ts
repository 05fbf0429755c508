import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { newDatabase } from '../../test/database.ts';
import { openStore } from '../store/open-store.ts';
import { Catalogue } from './catalogue.ts';
import { LiveCatalogue } from './live-catalogue.ts';

const entriesOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => ({
    uid: `${name}${i}`,
    names: { ko: `${name} ${i}`, ja: `ア${i}`, en: `a${i}` },
    aliases: [],
  }));

test('whoever asks for the catalogue of now gets it, though another is imported while one is made', async (t) => {
  const database = await newDatabase('sqlite');
  const { store } = await openStore(database.address, { create: true, migrate: true });
  const served = await LiveCatalogue.start(store, () => {});
  t.after(async () => {
    served.stop();
    await store.close();
    await database.remove();
  });
  const replace = async (next: Catalogue, before?: Catalogue) => {
    const entries = JSON.stringify(next.entries);
    const stored = { version: next.version, entries, importedAt: 0 };
    assert.equal(await store.replaceCatalogue(stored, before?.version, []), true);
  };
  const shipped = served.now.catalogue.version;
  const first = Catalogue.build(entriesOf(20_000, 'first'));
  const second = Catalogue.build(entriesOf(10, 'second'));
  await replace(first);
  const asked = [served.refresh(), served.refresh()];
  await turn();
  assert.equal(served.now.catalogue.version, shipped, 'the one of before is served until the next is made');
  await replace(second, first);
  await Promise.all([...asked, served.refresh()]);
  assert.equal(served.now.catalogue.version, second.version);
  assert.equal(served.now.catalogue.resolve('second3'), 'second3');
});

test('a catalogue made in slices is the same as one made at once, and lets the event loop turn', async () => {
  const entries = entriesOf(5_000, 'sliced');
  const whole = Catalogue.build(entries);
  let turns = 0;
  let done = false;
  const making = Catalogue.buildInSlices(entries, whole.version).finally(() => {
    done = true;
  });
  for (; !done; turns += 1) await turn();
  assert.ok(turns > 2, `${turns} turns`);
  const sliced = await making;
  for (const query of ['sliced 77', '77', 'ア12', 'sliced4999', 'ㅅ']) {
    const [one, other] = [whole.search(query), sliced.search(query)];
    assert.equal(one.count, other.count);
    assert.deepEqual(one.page(0, 100), other.page(0, 100));
  }
});
