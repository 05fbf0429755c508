import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { type BatchFailure, type QueryRequest, type Result, sendBatch } from './batch-query.ts';

const fixture = openStore(async ({ direct }) => {
  await direct('CREATE TABLE counter (name text PRIMARY KEY, n int CHECK (n < 9))');
  await direct(`CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
  for (const [name, when] of [
    ['statement lost', ''],
    ['commit lost', 'DEFERRABLE INITIALLY DEFERRED'],
  ])
    await direct(`CREATE CONSTRAINT TRIGGER "${name}" AFTER INSERT ON counter ${when}
      FOR EACH ROW WHEN (NEW.name = '${name}') EXECUTE FUNCTION end_session()`);
});
const INSERT = { name: 'insert', text: 'INSERT INTO counter VALUES ($1, $2) ON CONFLICT DO NOTHING' };

const toRequest = (name: string, n = 1): QueryRequest => ({
  statement: INSERT,
  values: [name, n],
  row: name,
});
async function insertAll(t: TestContext, requests: QueryRequest[]) {
  const client = new pg.Client({ connectionString: fixture.address, pipeline: true });
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  return new Promise<{ failure: BatchFailure | undefined; results: readonly Result[] }>((resolve) => {
    sendBatch(client, requests, (failure, results) => resolve({ failure, results }));
  });
}
const codeOf = (failure: BatchFailure | undefined) => (failure?.error as pg.DatabaseError | undefined)?.code;
const countRows = async (...names: string[]) =>
  (
    await fixture.direct(
      "SELECT 1 AS n FROM counter WHERE name = ANY (string_to_array(?, ','))",
      names.join(),
    )
  ).length;

test('a batch is one transaction, and each statement has its result', async (t) => {
  const { failure, results } = await insertAll(
    t,
    ['a', 'b', 'b', 'c'].map((name) => toRequest(name)),
  );
  assert.equal(failure, undefined);
  assert.deepEqual(
    results.map(({ rowCount }) => rowCount),
    [1, 1, 0, 1],
  );
  const [written] = await fixture.direct('SELECT count(DISTINCT xmin::text)::int AS count FROM counter');
  assert.equal(written?.count, 1);
});

test('a batch with a statement that fails names it and changes nothing', async (t) => {
  const requests = [toRequest('before'), toRequest('wrong', 10), toRequest('after')];
  const { failure } = await insertAll(t, requests);
  assert.match(String(failure?.error), /check constraint/);
  assert.equal(failure?.request, requests[1]);
  assert.equal(await countRows('before', 'wrong', 'after'), 0);
});

test('a session that ends before the commit names the statement, and one that ends with it names none', async (t) => {
  const lost = [toRequest('with it'), toRequest('statement lost')];
  const early = await insertAll(t, lost);
  assert.equal(codeOf(early.failure), '57P01');
  assert.equal(early.failure?.request, lost[1]);
  const late = await insertAll(t, [toRequest('with it'), toRequest('commit lost')]);
  assert.deepEqual([codeOf(late.failure), late.failure?.request], ['57P01', undefined]);
});
