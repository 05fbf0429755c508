import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { newDatabase } from '../../test/database.ts';
import { openStore } from '../store/open-store.ts';
import { Catalogue } from './catalogue.ts';
import { shippedData } from './catalogue-data.ts';
import { LiveCatalogue, loadCatalogue } from './live-catalogue.ts';

const makeData = (count: number, name: string) => ({
  ...shippedData(),
  students: Array.from({ length: count }, (_, i) => ({
    uid: `${name}${i}`,
    names: { ko: `${name} ${i}`, ja: `ア${i}`, en: `a${i}` },
    aliases: [],
  })),
});

test('refresh serves the latest catalogue, even if another is imported while one is being built', async (t) => {
  const database = await newDatabase('sqlite');
  const { store } = await openStore(database.address, { create: true, migrate: true });
  const live = await LiveCatalogue.start(store, () => {});
  t.after(async () => {
    live.stop();
    await store.close();
    await database.remove();
  });
  const replace = async (next: Catalogue, before?: Catalogue) => {
    const entries = JSON.stringify(next.data);
    const stored = { version: next.version, entries, importedAt: 0 };
    assert.equal(await store.replaceCatalogue(stored, before?.version, []), true);
  };
  const shipped = live.current.catalogue.version;
  const first = Catalogue.build(makeData(20_000, 'first'));
  const second = Catalogue.build(makeData(10, 'second'));
  await replace(first);
  const refreshes = [live.refresh(), live.refresh()];
  await nextTick();
  assert.equal(
    live.current.catalogue.version,
    shipped,
    'the previous catalogue is served until the next one is built',
  );
  await replace(second, first);
  await Promise.all([...refreshes, live.refresh()]);
  assert.equal(live.current.catalogue.version, second.version);
  assert.equal(live.current.catalogue.resolve('second3'), 'second3');
});

test('a catalogue built in slices equals one built at once, and yields to the event loop', async () => {
  const data = makeData(5_000, 'sliced');
  const expected = Catalogue.build(data);
  let turns = 0;
  let done = false;
  const building = Catalogue.buildInSlices(data, expected.version).finally(() => {
    done = true;
  });
  for (; !done; turns += 1) await nextTick();
  assert.ok(turns > 2, `${turns} turns`);
  const sliced = await building;
  for (const query of ['sliced 77', '77', 'ア12', 'sliced4999', 'ㅅ']) {
    const [left, right] = [expected.search(query), sliced.search(query)];
    assert.equal(left.count, right.count);
    assert.deepEqual(left.page(0, 100), right.page(0, 100));
  }
});

test('a catalogue that an earlier release has stored gets the attributes that ship with the program', async (t) => {
  const database = await newDatabase('sqlite');
  const { store } = await openStore(database.address, { create: true, migrate: true });
  t.after(async () => {
    await store.close();
    await database.remove();
  });
  const names = { ko: '아루', ja: 'アル', en: 'Aru' };
  const entries = [
    { uid: '10000', names, aliases: ['리더'] },
    { uid: '90000', names, aliases: [] },
  ];
  const stored = { version: 'earlier', entries: JSON.stringify(entries), importedAt: 0 };
  assert.equal(await store.replaceCatalogue(stored, undefined, []), true);
  const { catalogue } = await loadCatalogue(store);
  assert.equal(catalogue.version, 'earlier');
  const [known, unknown] = catalogue.entries;
  assert.deepEqual(
    [known?.aliases, known?.attributes?.school, known?.growth?.ex?.length],
    [['리더'], 'gehenna', 4],
  );
  assert.deepEqual(unknown?.attributes, {});
});
