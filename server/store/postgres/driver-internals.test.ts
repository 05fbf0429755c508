import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { BatchQuery, closeOnParseError, PoolQuery, type Result, sendQuery } from './driver-internals.ts';

const fixture = openStore(({ direct }) => direct('CREATE TABLE driver_test AS SELECT 0 AS n'));
const SELECT = { name: 'select', text: 'SELECT n FROM generate_series(1, $1::integer) AS n' };
const UPDATE = { name: 'update', text: 'UPDATE driver_test SET n = $1 WHERE n < $1::integer' };

async function connect(
  t: TestContext,
  guard: (client: pg.Client) => void = closeOnParseError,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: fixture.address, pipeline: true });
  guard(client);
  t.after(() => client.end());
  await client.connect();
  return client;
}

const run = (client: pg.Client, statement: typeof SELECT, value: unknown): Promise<Result> =>
  new Promise((resolve, reject) => {
    const query = new PoolQuery({ statement, values: [value], row: '' }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    sendQuery(client, query);
  });

test('the pg driver has the undocumented members that driver-internals.ts uses', async (t) => {
  const client = await connect(t, () => {});
  const { connection } = client as unknown as { connection: EventEmitter & Record<string, unknown> };
  assert.ok(connection.stream instanceof Socket, 'client.connection.stream');
  for (const name of ['attachListeners', 'bind', 'execute', 'sync'])
    assert.equal(typeof connection[name], 'function', `client.connection.${name}`);
  const query = pg.Query.prototype as unknown as Record<string, unknown>;
  for (const name of ['CommandComplete', 'ReadyForQuery', 'Error'])
    assert.equal(typeof query[`handle${name}`], 'function', `Query.prototype.handle${name}`);
  assert.equal(typeof query.submit, 'function', 'Query.prototype.submit');
});

test('the pg driver parses messages in the last data listener that attachListeners adds', async (t) => {
  let added: number | undefined;
  await connect(t, (client) => {
    const { connection } = client as unknown as { connection: { attachListeners(stream: Socket): void } };
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      const count = stream.listenerCount('data');
      attach(stream);
      added = stream.listenerCount('data') - count;
    };
  });
  assert.equal(added, 1);
});

test('an exception of the parser closes the connection and fails its query', async (t) => {
  const client = await connect(t);
  client.on('error', () => {});
  const { connection } = client as unknown as { connection: { stream: Socket } };
  const running = run(client, SELECT, 1);
  // A row description that ends before its columns do.
  connection.stream.emit('data', Buffer.from([0x54, 0, 0, 0, 6, 0, 9]));
  await assert.rejects(running);
  assert.equal(connection.stream.destroyed, true);
});

test('a PoolQuery returns rows and prepares its statement, and a BatchQuery returns row counts', async (t) => {
  const client = await connect(t);
  assert.deepEqual((await run(client, SELECT, 2)).rows, [{ n: 1 }, { n: 2 }]);
  assert.equal((await run(client, UPDATE, 1)).rowCount, 1);
  const results = await new Promise<readonly Result[]>((resolve, reject) => {
    const requests = [2, 2, 3].map((value) => ({ statement: UPDATE, values: [value], row: '' }));
    const query = new BatchQuery(requests, (error, found) => (error ? reject(error) : resolve(found)));
    sendQuery(client, query);
  });
  assert.deepEqual(
    results.map(({ rowCount }) => rowCount),
    [1, 0, 1],
  );
});
