import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Account, type Service, startService } from '../service.ts';
import { checkFailure, untilRecovered } from './under-load.ts';

let database: Database;
let relay: Relay;
let service: Service;
let account: Account;
let bystander: Account;
const STUDENT_PATH = '/me/students/10000';
before(async () => {
  database = await newDatabase('postgres');
  relay = await startRelay(database.address);
  service = await startService({ database: relay.url });
  [account, bystander] = [await service.account(), await service.account()];
  const state = { studentUid: '10000', tier: 1, weaponTier: 0 };
  for (const { write } of [account, bystander])
    assert.equal((await service.call(write, 'POST', '/me/students', state)).status, 201);
});
after(async () => {
  // A service in an endless loop ignores SIGTERM.
  await service?.stop('SIGKILL');
  await relay?.stop();
  await database?.remove();
});

function message(type: string, body: Buffer | string, length = 4 + Buffer.byteLength(body)): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

/** A DataRow message with one field of the stated length. */
function row(fields: number, length: number, text: string): Buffer {
  const head = Buffer.alloc(6);
  head.writeInt16BE(fields);
  head.writeInt32BE(length, 2);
  return message('D', Buffer.concat([head, Buffer.from(text)]));
}

const GARBAGE: [what: string, bytes: Buffer][] = [
  ['a message of unknown type', message('\xff', 'text')],
  ['a row of two gigabytes', message('D', 'text', 0x7fff_ffff)],
  ['a command tag of four gigabytes', message('C', 'text', 0xffff_ffff)],
  ['a message shorter than its own length', message('Z', 'I', 0)],
  ['an unterminated error message', message('E', 'SERROR\0C42601\0Mtext')],
  ['an error without a code', message('E', 'SERROR\0Mtext\0\0')],
  ['a row with a negative number of fields', row(-1, 4, 'text')],
  ['a row that ends within a field', row(1, 1000, 'text')],
  ['an unexpected row', row(1, 4, 'text')],
  ['an unknown command tag', message('C', 'EVERYTHING\0')],
  ['a command tag for another statement', message('C', 'UPDATE 1\0')],
  ['an unexpected ReadyForQuery', message('Z', 'I')],
  ['an unexpected password request', message('R', Buffer.from([0, 0, 0, 3]))],
  ['a truncated row description', message('T', Buffer.from([0, 9]))],
  ['200 random bytes', randomBytes(200)],
];

/** Checks that another account is served meanwhile. */
async function assertBystanderServed(): Promise<void> {
  for (const key of [bystander.read, bystander.write])
    assert.equal((await service.call(key, 'GET', STUDENT_PATH)).status, 200);
}

/** After a login that failed, the service does not connect again for a quarter of a second. */
beforeEach(async () => {
  const deadline = Date.now() + 20_000;
  for (const key of [bystander.read, bystander.write, account.read])
    while ((await service.call(key, 'GET', STUDENT_PATH)).status !== 200)
      assert.ok(Date.now() < deadline, 'the service has its connections back');
});

for (const [what, bytes] of GARBAGE)
  test(`${what} from PostgreSQL closes that connection and nothing else`, async (t) => {
    t.diagnostic(bytes.toString('hex'));
    for (const statement of ['findKey', 'listStudents']) {
      relay.garbleAt(statement, bytes);
      const [list] = await Promise.all([
        service.call(account.read, 'GET', '/me/students'),
        assertBystanderServed(),
      ]);
      assert.equal(list.status, 200, `${statement} was not retried on another connection`);
      assert.equal(list.body.students.length, 1);
    }
    relay.garbleAt('findKeyAndTake', bytes);
    const counted = await service.call(account.write, 'PATCH', STUDENT_PATH, { level: 1 });
    assert.equal(counted.status, 503, 'a write whose rate limit query was lost is not 503');
    relay.garbleAt('updateRecord', bytes);
    const [written] = await Promise.all([
      service.call(account.write, 'PATCH', STUDENT_PATH, { level: 2 }),
      assertBystanderServed(),
    ]);
    assert.deepEqual([written.status, written.body.error.code], [500, 'internal_error'], written.text);

    relay.garble(bytes);
    for (let i = 0; i < 5; i += 1) {
      await assertBystanderServed();
      const answer = await service.call(account.write, 'PATCH', STUDENT_PATH, { level: 3 + i });
      if (answer.status !== 200) checkFailure('PATCH', answer);
    }
    relay.cut();
    relay.garbleAt('application_name', bytes);
    for (let i = 0; i < 5; i += 1) checkFailure('GET', await service.call(account.read, 'GET', STUDENT_PATH));
    await untilRecovered(service, account.write);
    assert.equal((await service.call(account.write, 'PATCH', STUDENT_PATH, { level: 9 })).body.level, 9);
    assert.equal(service.process.exitCode, null, service.stderr());
  });
