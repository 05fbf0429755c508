import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRollbookError, Rollbook } from './index.ts';

const change = (number: number) => ({
  ...{ number, group: 1, at: '2026-11-24T10:00:00.000Z', studentUid: '1', kind: 'changed' },
  ...{ by: { kind: 'console' }, fields: { level: [1, 2] } },
});

/** A service with so many changes, whose pages are smaller than asked for, and what was requested of it. */
function connect(lastNumber: number, pageSize = 2) {
  const requested: string[] = [];
  const rollbook = new Rollbook({
    baseUrl: 'https://rollbook.example/v1',
    apiKey: 'key',
    fetch: async (input) => {
      const { pathname, search, searchParams } = new URL(String(input));
      requested.push(pathname + search);
      if (lastNumber < 0) return notFound();
      if (pathname === '/beta/roster')
        return Response.json({ students: [], asOf: searchParams.get('at'), lastNumber: 0 });
      const after = Number(searchParams.get('after') ?? 0);
      const rest = Array.from({ length: lastNumber - after }, (_, index) => change(after + index + 1));
      return Response.json({ changes: rest.slice(0, pageSize), lastNumber });
    },
  });
  return { rollbook, requested };
}

const notFound = () =>
  Response.json({ error: { code: 'not_found', message: '시험', docs: 'http://x' } }, { status: 404 });

test('iterates over the changes beside /v1, page by page, until the last', async () => {
  const { rollbook, requested } = connect(5);
  const numbers: number[] = [];
  for await (const { number } of rollbook.roster.changes({ after: 0 })) numbers.push(number);
  assert.deepEqual(numbers, [1, 2, 3, 4, 5]);
  assert.deepEqual(
    requested,
    [0, 2, 4].map((after) => `/beta/changes?limit=500&after=${after}`),
  );
});

test('reads one page, from the oldest change unless told', async () => {
  const { rollbook, requested } = connect(5);
  const { changes, lastNumber } = await rollbook.roster.changes().page({ limit: 1 });
  assert.deepEqual([changes.length, lastNumber], [2, 5]);
  assert.deepEqual((await rollbook.roster.changes({ after: 3 }).page()).changes.length, 2);
  assert.deepEqual(requested, ['/beta/changes?limit=1', '/beta/changes?limit=500&after=3']);
  for await (const _ of connect(0).rollbook.roster.changes()) assert.fail();
});

test('reads the roster at a time', async () => {
  const { rollbook, requested } = connect(0);
  await rollbook.roster.at(new Date(0));
  await rollbook.roster.at('2026-01-02');
  assert.deepEqual(requested, ['/beta/roster?at=1970-01-01T00%3A00%3A00.000Z', '/beta/roster?at=2026-01-02']);
});

test('says so where a service keeps no history', async () => {
  const error = await connect(-1)
    .rollbook.roster.changes()
    .page()
    .catch((error) => error);
  assert.ok(isRollbookError(error));
  assert.match(error.message, /keeps no history/);
});
