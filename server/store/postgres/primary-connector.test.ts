import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import type pg from 'pg';
import { newDatabase, query } from '../../../test/database.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { UserError } from '../../errors/user-error.ts';
import { openPostgres } from './open-postgres.ts';
import { PrimaryConnector, takeTargetSession } from './primary-connector.ts';

const fixture = openStore();
const withHosts = (hosts: (server: string) => string, parameters = '') => {
  const { host } = new URL(fixture.address);
  return fixture.address.replace(host, hosts(host)) + parameters;
};
const open = (address: string) => openPostgres(address, { create: false, migrate: false });

test('a store finds the primary among hosts that refuse connections, are unknown or never answer', async (t) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as { port: number };
  const { store } = await open(
    withHosts((server) => `127.0.0.1:${port},127.0.0.1:1,${server},no-such-host.invalid`),
  );
  t.after(() => store.close());
  await store.ready();
});

test('the error for hosts without a primary names the reason of each', () =>
  assert.rejects(
    open(withHosts(() => '127.0.0.1:1,no-such-host.invalid')),
    /The database 127\.0\.0\.1:1,no-such-host\.invalid\/\w+ cannot be used: none of its hosts is the primary\. 127\.0\.0\.1:1 does not answer.*; no-such-host\.invalid cannot be found/,
  ));

test('a read-only server is rejected for read-write, and accepted without target_session_attrs', async (t) => {
  const database = await newDatabase('postgres');
  t.after(() => database.remove());
  await (await openPostgres(database.address, { create: true, migrate: true })).store.close();
  const name = new URL(database.address).pathname.slice(1);
  await query(database.address, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await assert.rejects(open(`${database.address}?target_session_attrs=read-write`), /it is read-only\.$/);
  for (const parameters of ['?target_session_attrs=primary', '?target_session_attrs=any', ''])
    await (await open(`${database.address}${parameters}`)).store.close();
});

for (const [words, hosts] of [
  ['standby', 1],
  ['prefer-standby', 2],
  ['any', 2],
  ['', 1],
] as const)
  test(`target_session_attrs=${words} is rejected for ${hosts} host(s)`, () =>
    assert.throws(
      () => takeTargetSession(new URL(`postgres://a/name?target_session_attrs=${words}`), hosts),
      (error) => error instanceof UserError && /must be read-write or primary/.test(error.message),
    ));

describe('two hosts', () => {
  interface Server {
    timeline?: number;
    isReadOnly?: boolean;
  }

  /** The names of the hosts whose connections were closed or destroyed. */
  function startHosts(servers: Record<string, Server | undefined>) {
    const destroyed: string[] = [];
    const hosts = Object.keys(servers).map((name) => ({
      name,
      connect: async (setUp: (client: pg.Client) => Promise<unknown>) => {
        const server = servers[name];
        if (server === undefined) throw new Error('no answer');
        const stream = Object.assign(new EventEmitter(), { destroy: () => destroyed.push(name) });
        stream.on('data', () => {});
        const connection = Object.assign(new EventEmitter(), { stream });
        const query = async () => ({
          rows: [{ isStandby: server.timeline === undefined, isReadOnly: false, ...server }],
        });
        const client = Object.assign(new EventEmitter(), { name, connection, query, end: async () => {} });
        await setUp(client as unknown as pg.Client);
        return client as unknown as pg.Client;
      },
    }));
    const connector = new PrimaryConnector(hosts, 'read-write', (error) => (error as Error).message);
    const open = async () => (await connector.connect('SELECT 1')) as pg.Client & { name: string };
    const connect = async () => (await open()).name;
    return { servers, open, connect, destroyed };
  }

  test('connections go to the primary and follow it to a promoted standby', async () => {
    const { servers, connect } = startHosts({ a: {}, b: { timeline: 1 } });
    assert.equal(await connect(), 'b');
    servers.b = undefined;
    await assert.rejects(connect(), /no answer/);
    await assert.rejects(connect(), /none of its hosts is the primary\. a it is a standby; b no answer$/);
    servers.a = { timeline: 2 };
    assert.equal(await connect(), 'a');
  });

  test('of two primaries the one on the newer timeline is taken, whatever their order', async () => {
    for (const servers of [
      { a: { timeline: 1 }, b: { timeline: 2 } },
      { b: { timeline: 2 }, a: { timeline: 1 } },
    ])
      assert.equal(await startHosts(servers).connect(), 'b');
  });

  test('connections to a former primary are closed as soon as the new one is met, and it is not taken again', async () => {
    const { servers, connect, destroyed } = startHosts({ a: { timeline: 1 }, b: {} });
    assert.equal(await connect(), 'a');
    servers.a = undefined;
    servers.b = { timeline: 2 };
    await assert.rejects(connect(), /no answer/);
    assert.deepEqual(destroyed, []);
    assert.equal(await connect(), 'b');
    assert.deepEqual(destroyed, ['a']);
    servers.a = { timeline: 1 };
    servers.b = undefined;
    await assert.rejects(connect(), /no answer/);
    await assert.rejects(connect(), /a it is a former primary; b no answer$/);
  });

  test('all hosts are asked again when a connection has broken, though the former primary still accepts others', async () => {
    const { servers, open, connect, destroyed } = startHosts({ a: { timeline: 1 }, b: {} });
    const broken = await open();
    assert.equal(broken.name, 'a');
    servers.b = { timeline: 2 };
    assert.equal(await connect(), 'a');
    broken.emit('error');
    assert.equal(await connect(), 'b');
    assert.deepEqual(destroyed, ['a', 'a']);
  });
});
