import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CatalogueSource, startCatalogueSource } from '../../test/catalogue-source.ts';
import { newDatabase } from '../../test/database.ts';
import { toSchaleFiles } from '../../test/schaledb-files.ts';
import { until } from '../../test/until.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { shippedData } from './catalogue-data.ts';
import { CatalogueRefresher } from './catalogue-refresher.ts';
import { loadCatalogue } from './live-catalogue.ts';
import { readSource } from './source-records.ts';

const DAY_MS = 86_400_000;
const FILES = 9;
const files = toSchaleFiles(shippedData());
const renamed = {
  ...files,
  'kr/students.json': {
    ...files['kr/students.json'],
    10000: { ...files['kr/students.json']?.[10000], Name: '사장아루' },
  },
};

let source: CatalogueSource;
before(async () => {
  source = await startCatalogueSource();
});
after(() => source.close());

/** A store whose clock the test moves. Instances look at the source at once, and again soon. */
async function openFixture(t: { after: (end: () => Promise<void>) => void }, folder: string) {
  const database = await newDatabase('sqlite');
  const { store } = await openStore(database.address, { create: true, migrate: true });
  const running: CatalogueRefresher[] = [];
  t.after(async () => {
    await Promise.all(running.map((refresher) => refresher.stop()));
    await store.close();
    await database.remove();
  });
  const clock = { ms: Date.now() };
  const lines: string[] = [];
  return {
    store,
    clock,
    lines,
    address: `${source.origin}/${folder}/`,
    start() {
      const refresher = new CatalogueRefresher({
        store,
        setting: `${source.origin}/${folder}/`,
        offered: '',
        choices: { get: () => undefined, subscribe: () => {}, refresh: async () => {} },
        now: () => clock.ms,
        logger: {
          info: (_, message) => void lines.push(message),
          warn: (details, message) => void lines.push(`${message}: ${JSON.stringify(details)}`),
        },
        delays: { firstMs: 0, overdueMs: 0, retryMs: 60 * 60_000 },
      });
      running.push(refresher);
      return refresher;
    },
  };
}

const statuses = (folder: string) =>
  source.served.filter(({ path }) => path.startsWith(`/${folder}/`)).map(({ status }) => status);
const nameOfAru = async (store: Store) => (await loadCatalogue(store)).catalogue.nameOf('10000');

test('of two instances one fetches, and a restart on the next day asks only whether anything has changed', async (t) => {
  const { store, clock, lines, address, start } = await openFixture(t, 'daily');
  source.put('daily', files);
  const [one, two] = [start(), start()];
  await until('one has refreshed', () => lines.length === 1);
  await until(
    'the other has seen it',
    async () => (await readSource(store.database, address))?.checkedAt !== null,
  );
  await Promise.all([one.stop(), two.stop()]);
  assert.deepEqual(statuses('daily'), Array(FILES).fill(200));
  const { checkedAt, dueAt, etags } = (await readSource(store.database, address)) ?? {};
  assert.equal(checkedAt, clock.ms);
  assert.ok(Math.abs((dueAt ?? 0) - clock.ms - DAY_MS) <= 30 * 60_000, 'due in about a day');
  assert.equal(Object.keys(etags ?? {}).length, FILES);

  clock.ms += DAY_MS + 60 * 60_000;
  const next = start();
  await until('the next day has been looked at', () => next.checkedAt === clock.ms);
  await next.stop();
  assert.deepEqual(statuses('daily').slice(FILES), Array(FILES).fill(304));
  assert.deepEqual(lines, [
    'the catalogue was refreshed',
    'the catalogue is up to date: its source has not changed',
  ]);
  assert.equal((await readSource(store.database, address))?.checkedAt, clock.ms);

  source.put('daily', renamed);
  clock.ms += DAY_MS + 60 * 60_000;
  const last = start();
  await until('the new name is stored', async () => (await nameOfAru(store)) === '사장아루');
  await last.stop();
  // What has not changed is fetched too once something has.
  assert.equal(
    statuses('daily')
      .slice(2 * FILES)
      .filter((status) => status === 200).length,
    FILES,
  );
});

test('a failure keeps the ETags of the last success, is retried after an hour, and a restart tries at once', async (t) => {
  const { store, clock, lines, address, start } = await openFixture(t, 'failing');
  source.put('failing', files);
  const first = start();
  await until('it has refreshed', () => lines.length === 1);
  await first.stop();
  const { etags } = (await readSource(store.database, address)) ?? {};

  source.answer('failing', (_, response) => void response.writeHead(500).end());
  clock.ms += DAY_MS + 60 * 60_000;
  const failing = start();
  await until('it has failed', () => failing.failures === 1);
  await until('it is stored', async () => (await readSource(store.database, address))?.problem !== null);
  await failing.stop();
  assert.match(lines.at(-1) ?? '', /kr\/students\.json answered 500 instead of 200/);
  const failed = await readSource(store.database, address);
  assert.deepEqual(failed?.etags, etags);
  const retryMs = (failed?.dueAt ?? 0) - clock.ms;
  assert.ok(retryMs >= 60 * 60_000 && retryMs <= 75 * 60_000, String(retryMs));

  source.answer('failing', undefined);
  source.put('failing', renamed);
  const well = start();
  await until('it is well again', async () => (await nameOfAru(store)) === '사장아루');
  await until('it is stored', async () => (await readSource(store.database, address))?.problem === null);
  await well.stop();
  assert.equal(well.failures, 0);
});

test('a refresh that changes nothing does not store the catalogue again', async (t) => {
  const { store, clock, lines, start } = await openFixture(t, 'same');
  source.put('same', files);
  const first = start();
  await until('it has refreshed', () => lines.length === 1);
  await first.stop();
  const { importedAt } = await loadCatalogue(store);
  // Other bytes and so other ETags, with the same content.
  source.put('same', { ...files, 'en/items.json': Object.values(files['en/items.json'] ?? {}) });
  clock.ms += DAY_MS + 60 * 60_000;
  const second = start();
  await until('it has refreshed again', () => lines.length === 2);
  await second.stop();
  assert.equal((await loadCatalogue(store)).importedAt, importedAt);
});

test('a time far ahead, which a wrong clock has stored, is waited for', async (t) => {
  const { store, clock, lines, start } = await openFixture(t, 'ahead');
  source.put('ahead', files);
  clock.ms += 60 * DAY_MS;
  const first = start();
  await until('it has refreshed', () => lines.length === 1);
  await first.stop();
  clock.ms -= 60 * DAY_MS;
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const second = start();
  await until('it has read when the source is due', () => (second.checkedAt ?? 0) > clock.ms);
  await second.stop();
  process.off('warning', note);
  assert.deepEqual(warnings, [], 'a timer that is too long for Node ends at once');
  assert.deepEqual(statuses('ahead'), Array(FILES).fill(200));
  assert.equal(await nameOfAru(store), '아루');
});
