import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Connection, requestText } from '../blackbox/raw-connection.ts';
import { type Database, newDatabase, query } from '../database.ts';
import { type Account, type Service, startService } from '../service.ts';

/** Beside a crowd of readers, one turn of the event loop lasts for seconds. */
const READERS = 2_000;
const CROWD_SECONDS = 60;
const TRIALS = 8;
const ASKED_AT_ONCE = 10;
/** The answer to a single request is waited for so long, beside the crowd and on a busy machine. */
const ANSWER_MS = 30_000;
const UID = '10000';
const AUTOCANNON = join(import.meta.dirname, '../../node_modules/autocannon/autocannon.js');

let database: Database;
let service: Service;
let account: Account;
/** Made before the crowd comes: beside it the system accepts no other for seconds. */
let connections: Connection[];
let endCrowd: () => Promise<void>;
before(async () => {
  database = await newDatabase('sqlite');
  service = await startService({ database: database.address, env: { ROLLBOOK_LOG_LEVEL: 'warn' } });
  account = await service.account();
  const state = { studentUid: UID, tier: 5, weaponTier: 0, level: 1 };
  assert.equal((await service.call(account.write, 'POST', '/me/students', state)).status, 201);
  connections = Array.from({ length: ASKED_AT_ONCE }, () => new Connection(service.url));
  assert.deepEqual(await statuses(account.read), new Set([200]));
  endCrowd = await startCrowd();
});
after(async () => {
  await endCrowd?.();
  for (const connection of connections ?? []) connection.close();
  await service?.stop();
  await database?.remove();
});

/** Readers from a process of their own; resolves when the server feels them. */
async function startCrowd(): Promise<() => Promise<void>> {
  const { read } = await service.account();
  const header = `authorization=Bearer ${read}`;
  const words = ['-c', READERS, '-d', CROWD_SECONDS, '-t', 60, '-H', header, `${service.url}/v1/me/students`];
  const crowd = spawn(process.execPath, [AUTOCANNON, ...words.map(String)], { stdio: 'ignore' });
  const ended = new Promise((resolve) => crowd.once('exit', resolve));
  const deadline = Date.now() + 20_000;
  for (let slow = 0; slow < 5; ) {
    assert.ok(Date.now() < deadline, 'the server feels the crowd');
    const began = performance.now();
    await statuses(account.read);
    slow = performance.now() - began > 100 ? slow + 1 : 0;
  }
  return async () => {
    crowd.kill();
    await ended;
  };
}

const get = (key: string) => requestText('GET', `/v1/me/students/${UID}`, { Authorization: `Bearer ${key}` });

/** Asks once on each connection; what is refused early says nothing of the key. */
async function statuses(key: string): Promise<Set<number>> {
  for (const connection of connections) connection.send(get(key));
  const answers = await Promise.all(connections.map((one) => one.answer({ within: ANSWER_MS })));
  return new Set(answers.map(({ status }) => status).filter((status) => status !== 503));
}

test('a key that is revoked beside thousands of readers is refused by whatever is sent afterwards', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const key = await service.command('key', 'issue', '--account', account.id, '--permission', 'read');
    while (!(await statuses(key.apiKey)).has(200));
    await service.command('key', 'revoke', key.keyId);
    const found = await statuses(key.apiKey);
    assert.ok(found.size === 0 || (found.size === 1 && found.has(401)), `trial ${trial}: ${[...found]}`);
  }
});

test('what another process wrote beside thousands of readers is read by whatever is sent afterwards', async () => {
  const [connection] = connections as [Connection];
  let read = 0;
  for (let level = 2; level < 60; level += 1) {
    await query(database.address, 'UPDATE student_record SET level = ? WHERE student_uid = ?', [level, UID]);
    connection.send(get(account.read));
    const { status, body } = await connection.answer({ within: ANSWER_MS });
    if (status === 503) continue;
    assert.equal(body.level, level);
    read += 1;
  }
  assert.ok(read > 0);
});
