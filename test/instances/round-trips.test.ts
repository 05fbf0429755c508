import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Service, startService } from '../service.ts';

/** The statements of each request as in docs/postgresql.md: with a key that is not cached, and with a cached key. */
const state = { studentUid: '10000', tier: 1, weaponTier: 0 };
const STUDENT_PATH = '/me/students/10000';
const STATEMENTS: [
  method: string,
  path: string,
  body: object | undefined,
  uncached: string[],
  cached: string[],
][] = [
  ['GET', '/students?query=a', undefined, ['findKey'], ['findKey']],
  ['GET', '/me/students', undefined, ['findKey', 'listStudents'], ['findKey', 'listStudents']],
  [
    'POST',
    '/me/students',
    state,
    ['findKey', 'take', 'readStudent', 'insertRecord'],
    ['findKeyAndTake', 'readStudent', 'insertRecord'],
  ],
  ['GET', STUDENT_PATH, undefined, ['findKey', 'readStudent'], ['findKey']],
  [
    'PATCH',
    STUDENT_PATH,
    { level: 2 },
    ['findKey', 'take', 'updateRecord'],
    ['findKeyAndTake', 'updateRecord'],
  ],
  [
    'DELETE',
    STUDENT_PATH,
    undefined,
    ['findKey', 'take', 'removeRecord'],
    ['findKeyAndTake', 'removeRecord'],
  ],
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

test('sends the documented statements for each request', async () => {
  const { id, write } = await service.account();
  const listStatements = async (key: string, method: string, path: string, body: object | undefined) => {
    relay.statements();
    const { status, text } = await service.call(key, method, path, body);
    assert.ok(status < 300, text);
    // Background statements may run at any time.
    return relay.statements().filter((name) => !['noteKeyUse', 'catalogueVersion'].includes(name));
  };
  await service.call(write, 'GET', '/me/students');
  for (const [method, path, body, , cached] of STATEMENTS)
    assert.deepEqual(await listStatements(write, method, path, body), cached, `${method} ${path}`);
  for (const [method, path, body, uncached] of STATEMENTS) {
    const { apiKey } = await service.command('key', 'issue', '--account', id, '--permission', 'write');
    assert.deepEqual(
      await listStatements(apiKey, method, path, body),
      uncached,
      `${method} ${path} by a new key`,
    );
  }
});
