import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Service, startService } from '../service.ts';

/** What each request asks of PostgreSQL, as docs/postgresql.md tells: with a key never met before, and from then on. */
const state = { studentUid: '10000', tier: 1, weaponTier: 0 };
const ONE = '/me/students/10000';
const TRIPS: [method: string, path: string, body: object | undefined, first: string[], then: string[]][] = [
  ['GET', '/students?query=a', undefined, ['findKey'], ['findKey']],
  ['GET', '/me/students', undefined, ['findKey', 'listStudents'], ['findKey', 'listStudents']],
  [
    'POST',
    '/me/students',
    state,
    ['findKey', 'take', 'readStudent', 'insertRecord'],
    ['findKeyAndTake', 'readStudent', 'insertRecord'],
  ],
  ['GET', ONE, undefined, ['findKey', 'readStudent'], ['findKey']],
  ['PATCH', ONE, { level: 2 }, ['findKey', 'take', 'updateRecord'], ['findKeyAndTake', 'updateRecord']],
  ['DELETE', ONE, undefined, ['findKey', 'take', 'removeRecord'], ['findKeyAndTake', 'removeRecord']],
];

let database: Database;
let relay: Relay;
let service: Service;
before(async () => {
  database = await newDatabase('postgres');
  relay = await startRelay(database.address);
  service = await startService({ database: relay.url });
});
after(async () => {
  await service?.stop();
  await relay?.stop();
  await database?.remove();
});

test('the documented ones', async () => {
  const { id, write } = await service.account();
  const ask = async (key: string, method: string, path: string, body: object | undefined) => {
    relay.statements();
    const { status, text } = await service.call(key, method, path, body);
    assert.ok(status < 300, text);
    // What it does by itself now and then, whoever asks.
    return relay.statements().filter((name) => !['noteKeyUse', 'catalogueVersion'].includes(name));
  };
  await service.call(write, 'GET', '/me/students');
  for (const [method, path, body, , then] of TRIPS)
    assert.deepEqual(await ask(write, method, path, body), then, `${method} ${path}`);
  for (const [method, path, body, first] of TRIPS) {
    const { apiKey } = await service.command('key', 'issue', '--account', id, '--permission', 'write');
    assert.deepEqual(await ask(apiKey, method, path, body), first, `${method} ${path} by a new key`);
  }
});
