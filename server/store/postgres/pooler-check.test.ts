import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTransactionPooled, type PoolerClient } from './pooler-check.ts';

/** The process ID that poolers report at login. */
const POOLER_PID = -7;

/** Connects clients whose queries are answered by the server process that `nextPid` names for the client. */
function startServer(processID: number, nextPid: (client: number) => number) {
  let clients = 0;
  const connect = async (): Promise<PoolerClient> => {
    const client = clients;
    clients += 1;
    const query = async () => ({ rows: [{ pid: nextPid(client) }] });
    return { processID, query, end: async () => {} } as unknown as PoolerClient;
  };
  return { connect, clients: () => clients };
}

test('a server without a pooler is asked on one connection only', async () => {
  const { connect, clients } = startServer(42, () => 42);
  assert.equal(await isTransactionPooled(await connect(), connect), false);
  assert.equal(clients(), 1);
});

test('a pooler that keeps a server session for each client is in session mode', async () => {
  const { connect, clients } = startServer(POOLER_PID, (client) => 40 + client);
  assert.equal(await isTransactionPooled(await connect(), connect), false);
  assert.equal(clients(), 2);
});

for (const sessions of [1, 2, 3, 5])
  test(`a pooler whose clients take turns on ${sessions} server sessions is not in session mode`, async () => {
    let turn = 0;
    const { connect } = startServer(POOLER_PID, () => 40 + (turn++ % sessions));
    assert.equal(await isTransactionPooled(await connect(), connect), true);
  });
