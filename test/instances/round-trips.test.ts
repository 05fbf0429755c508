import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Service, startService } from '../service.ts';

/** The statements of each request as in docs/postgresql.md. */
const state = { studentUid: '10000', tier: 1, weaponTier: 0 };
const STUDENT_PATH = '/me/students/10000';
const STATEMENTS: [method: string, path: string, body: object | undefined, statements: string[]][] = [
  ['GET', '/students?query=a', undefined, ['findKey']],
  ['GET', '/me/students', undefined, ['findKey', 'listStudents']],
  ['POST', '/me/students', state, ['findKey', 'consumeWindow', 'readStudent', 'writeRecord']],
  ['GET', STUDENT_PATH, undefined, ['findKey', 'readStudent']],
  ['PATCH', STUDENT_PATH, { level: 2 }, ['findKey', 'consumeWindow', 'readStudent', 'writeRecord']],
  ['DELETE', STUDENT_PATH, undefined, ['findKey', 'consumeWindow', 'readStudent', 'writeRecord']],
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
  // The first change of a day takes a snapshot.
  await service.call(write, 'POST', '/me/students', { ...state, studentUid: '10001' });
  const { apiKey } = await service.command('key', 'issue', '--account', id, '--permission', 'write');
  // A key's first request sends the same statements as its second.
  for (const key of [write, apiKey])
    for (const [method, path, body, expected] of STATEMENTS) {
      relay.statements();
      const { status, text } = await service.call(key, method, path, body);
      assert.ok(status < 300, text);
      // Background statements may run at any time.
      const sent = relay
        .statements()
        .filter((name) => !['database noteKeyUse', 'catalogueVersion'].includes(name));
      assert.deepEqual(sent, expected, `${method} ${path}`);
    }
});
