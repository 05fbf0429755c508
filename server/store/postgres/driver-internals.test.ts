import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../../test/postgres/test-store.ts';
import { closeOnParseError } from './driver-internals.ts';

const fixture = openStore();

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
  const { connection } = client;
  const running = client.query('SELECT 1');
  // A row description that ends before its columns do.
  connection.stream.emit('data', Buffer.from([0x54, 0, 0, 0, 6, 0, 9]));
  await assert.rejects(running);
  assert.equal(connection.stream.destroyed, true);
});
