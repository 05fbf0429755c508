import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../until.ts';
import { useService } from '../use-service.ts';
import { refused } from './error-response.ts';

const shipped: { uid: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../data/students.json'), 'utf8'),
);
const service = await useService();
const folder = mkdtempSync(join(tmpdir(), 'rollbook-goals-'));
after(() => rmSync(folder, { recursive: true }));

test('keeps and hides the goal of a student who leaves the catalogue', async () => {
  const { write } = await service.account();
  const goals = async () => (await service.callBeta(write, 'GET', '/goals')).body.goals;
  const serve = async (entries: object[], count: number) => {
    const file = join(folder, `${count}.json`);
    writeFileSync(file, JSON.stringify(entries));
    await service.command('catalogue', 'import', file);
    await until('the import is served', async () => (await goals()).length === count, { every: 100 });
  };
  for (const uid of ['10000', '10010'])
    await service.callBeta(write, 'PUT', `/goals/${uid}`, { wanted: { level: 90 } });
  const before = await goals();
  await serve(
    shipped.filter(({ uid }) => uid !== '10010'),
    1,
  );
  assert.deepEqual(await goals(), before.slice(0, 1));
  refused(await service.callBeta(write, 'DELETE', '/goals/10010'), 404, 'not_found');
  await serve(shipped, 2);
  assert.deepEqual(await goals(), before);
});
