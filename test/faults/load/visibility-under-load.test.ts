import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Connection, requestText } from '../../blackbox/raw-connection.ts';
import { cleanUpAtEnd } from '../../cleanup.ts';
import { type Database, newDatabase, query } from '../../database.ts';
import { type Account, type Service, startService } from '../../service.ts';

/** With this many concurrent readers, one iteration of the event loop takes seconds. */
const READERS = 2_000;
const LOAD_SECONDS = 60;
/** Ten requests take an idle server a few milliseconds. */
const LOADED_MS = 40;
const TRIALS = 8;
const PROBE_CONNECTIONS = 10;
const ANSWER_TIMEOUT_MS = 30_000;
const UID = '10000';
const AUTOCANNON = join(import.meta.dirname, '../../../node_modules/autocannon/autocannon.js');

let database: Database;
let service: Service;
let account: Account;
/** Opened before the load starts: under load the kernel accepts no further connection for seconds. */
let connections: Connection[];
let stopLoad: () => Promise<void>;
before(async () => {
  database = await newDatabase('sqlite');
  service = await startService({ database: database.address, env: { ROLLBOOK_LOG_LEVEL: 'warn' } });
  account = await service.account();
  const state = { studentUid: UID, tier: 5, weaponTier: 0, level: 1 };
  assert.equal((await service.call(account.write, 'POST', '/me/students', state)).status, 201);
  connections = Array.from({ length: PROBE_CONNECTIONS }, () => new Connection(service.url));
  assert.deepEqual(await probeStatuses(account.read), new Set([200]));
  stopLoad = await startReaders();
});
after(async () => {
  await stopLoad?.();
  for (const connection of connections ?? []) connection.close();
  await service?.stop();
  await database?.remove();
});

/** Starts autocannon in a separate process; resolves once five probes have taken longer than an idle server's. */
async function startReaders(): Promise<() => Promise<void>> {
  const { read } = await service.account();
  const header = `authorization=Bearer ${read}`;
  const args = ['-c', READERS, '-d', LOAD_SECONDS, '-t', 60, '-H', header, `${service.url}/v1/me/students`];
  const autocannon = spawn(process.execPath, [AUTOCANNON, ...args.map(String)], { stdio: 'ignore' });
  const ended = new Promise((resolve) => autocannon.once('exit', resolve));
  const stop = async () => {
    autocannon.kill();
    await ended;
  };
  cleanUpAtEnd(stop);
  const deadline = Date.now() + 20_000;
  for (let slow = 0; slow < 5; ) {
    assert.ok(Date.now() < deadline, 'the load does not slow the server down');
    const startedAt = performance.now();
    await probeStatuses(account.read);
    if (performance.now() - startedAt > LOADED_MS) slow += 1;
  }
  return stop;
}

const get = (key: string) => requestText('GET', `/v1/me/students/${UID}`, { Authorization: `Bearer ${key}` });

/** Sends one request on each connection. Ignores 503 from load shedding, which happens before authentication. */
async function probeStatuses(key: string): Promise<Set<number>> {
  for (const connection of connections) connection.send(get(key));
  const answers = await Promise.all(connections.map((one) => one.answer({ within: ANSWER_TIMEOUT_MS })));
  return new Set(answers.map(({ status }) => status).filter((status) => status !== 503));
}

test('a key revoked under the load of 2,000 readers is rejected from the next request on', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const key = await service.command('key', 'issue', '--account', account.id, '--permission', 'read');
    while (!(await probeStatuses(key.apiKey)).has(200));
    await service.command('key', 'revoke', key.keyId);
    const seen = await probeStatuses(key.apiKey);
    assert.ok(seen.size === 0 || (seen.size === 1 && seen.has(401)), `trial ${trial}: ${[...seen]}`);
  }
});

const CHANGE =
  "UPDATE student_record SET body = json_set(body, '$.level', CAST(? AS INTEGER)) WHERE student_uid = ?";

test('a write by another process under the load of 2,000 readers is visible to the next request', async () => {
  const [connection] = connections as [Connection];
  let reads = 0;
  for (let level = 2; level < 60; level += 1) {
    await query(database.address, CHANGE, [level, UID]);
    connection.send(get(account.read));
    const { status, body } = await connection.answer({ within: ANSWER_TIMEOUT_MS });
    if (status === 503) continue;
    assert.equal(body.level, level);
    reads += 1;
  }
  assert.ok(reads > 0);
});
