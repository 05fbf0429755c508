import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../until.ts';
import { useService } from '../use-service.ts';
import { refused } from './error-response.ts';

const NEWCOMER = '90001';
const shipped: { uid: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../data/students.json'), 'utf8'),
);
const service = await useService();
const folder = mkdtempSync(join(tmpdir(), 'rollbook-growth-'));
after(() => rmSync(folder, { recursive: true }));

const get = (etag = '') => fetch(`${service.url}/growth.json`, { headers: { 'if-none-match': etag } });

/** Imports a catalogue, and waits until other facts than those of `etag` are served. */
async function serve(catalogue: object, etag: string): Promise<string> {
  const file = join(folder, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  await service.command('catalogue', 'import', file);
  await until('the import is served', async () => (await get(etag)).status === 200, { every: 50 });
  return (await get()).headers.get('etag') ?? '';
}

test('facts, plan and stock follow an import, and say what is not known of a new student', async () => {
  const { write } = await service.account();
  const call = (method: string, path: string, body?: object) => service.callBeta(write, method, path, body);
  const unknownItem = await call('PATCH', '/stock', { items: { [NEWCOMER]: 30 } });
  refused(unknownItem, 400, 'invalid_request', [`items.${NEWCOMER}`]);

  const before = await get();
  const newcomer = { uid: NEWCOMER, names: { ko: '새학생', ja: '新', en: 'New' }, aliases: [] };
  const etag = await serve([newcomer, ...shipped], before.headers.get('etag') ?? '');
  const { students, items } = (await (await get()).json()) as Record<string, Record<string, unknown>>;
  assert.deepEqual(students?.[NEWCOMER], {});
  assert.deepEqual(items?.[NEWCOMER], {
    kind: 'eleph',
    rarity: 'N',
    group: NEWCOMER,
    names: { ko: '새학생의 엘레프', ja: '新の神名文字', en: "New's Eleph" },
  });
  assert.deepEqual((await call('PATCH', '/stock', { items: { [NEWCOMER]: 30 } })).body.items, {
    [NEWCOMER]: 30,
  });
  const wanted = { tier: 5, skillEx: 2, skillNormal: 1 };
  assert.equal((await call('PUT', `/goals/${NEWCOMER}`, { wanted })).status, 200);
  const { students: planned, total, shortage } = (await call('GET', '/plan')).body;
  const cost = {
    credits: 80_000,
    exp: { level: 0, weapon: 0, equip: 0, bond: 0 },
    items: {},
    unknown: ['tier', 'skillEx'],
  };
  assert.deepEqual([planned[0].cost, total, shortage], [cost, cost, cost]);

  const item = { kind: 'gift', names: { ko: '새 선물', ja: '新しい贈り物', en: 'New Gift' } };
  await serve({ students: shipped, items: { 7777: item } }, etag);
  assert.deepEqual((await call('GET', '/plan')).body.students, []);
  assert.deepEqual((await call('GET', '/stock')).body.items, {});
  assert.deepEqual((await call('PATCH', '/stock', { items: { 7777: 1 } })).body.items, { 7777: 1 });
  await serve([newcomer, ...shipped], (await get()).headers.get('etag') ?? '');
  assert.deepEqual((await call('GET', '/stock')).body.items, { 7777: 1, [NEWCOMER]: 30 });
});
