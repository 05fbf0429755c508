import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Database, newDatabase } from '../database.ts';
import { type Relay, startRelay } from '../postgres/relay.ts';
import { type Account, type Service, startService } from '../service.ts';
import { checkFailure, recovered } from './under-load.ts';

let database: Database;
let relay: Relay;
let service: Service;
let account: Account;
let bystander: Account;
const ONE = '/me/students/10000';
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
  // One that is busy for ever hears no other signal.
  await service.stop('SIGKILL');
  await relay.stop();
  await database.remove();
});

function message(type: string, body: Buffer | string, length = 4 + Buffer.byteLength(body)): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

/** A row whose one field says how long it is. */
function row(fields: number, length: number, text: string): Buffer {
  const head = Buffer.alloc(6);
  head.writeInt16BE(fields);
  head.writeInt32BE(length, 2);
  return message('D', Buffer.concat([head, Buffer.from(text)]));
}

const GARBAGE: [what: string, bytes: Buffer][] = [
  ['a message of no known kind', message('\xff', 'text')],
  ['a row of two gigabytes', message('D', 'text', 0x7fff_ffff)],
  ['a number of rows of four gigabytes', message('C', 'text', 0xffff_ffff)],
  ['a message shorter than its own length', message('Z', 'I', 0)],
  ['an error without an end', message('E', 'SERROR\0C42601\0Mtext')],
  ['an error without a code', message('E', 'SERROR\0Mtext\0\0')],
  ['a row of fewer fields than none', row(-1, 4, 'text')],
  ['a row that ends within its field', row(1, 1000, 'text')],
  ['a row that nothing asked for', row(1, 4, 'text')],
  ['an end that is no tag', message('C', 'EVERYTHING\0')],
  ['the end of a statement that has not ended', message('C', 'UPDATE 1\0')],
  ['an answer to nothing', message('Z', 'I')],
  ['a request for the password', message('R', Buffer.from([0, 0, 0, 3]))],
  ['a description cut short', message('T', Buffer.from([0, 9]))],
  ['bytes at random', randomBytes(200)],
];

/** What somebody else asks meanwhile is answered as ever. */
async function unharmed(): Promise<void> {
  for (const key of [bystander.read, bystander.write])
    assert.equal((await service.call(key, 'GET', ONE)).status, 200);
}

for (const [what, bytes] of GARBAGE)
  test(`${what} from PostgreSQL ends its connection and nothing else`, async (t) => {
    t.diagnostic(bytes.toString('hex'));
    for (const statement of ['findKey', 'listStudents']) {
      relay.garbleAt(statement, bytes);
      const [list] = await Promise.all([service.call(account.read, 'GET', '/me/students'), unharmed()]);
      assert.equal(list.status, 200, `${statement} is asked again on another connection`);
      assert.equal(list.body.students.length, 1);
    }
    relay.garbleAt('findKeyAndTake', bytes);
    const counted = await service.call(account.write, 'PATCH', ONE, { level: 1 });
    assert.equal(counted.status, 503, 'a count that was lost is surely no write');
    relay.garbleAt('updateRecord', bytes);
    const [written] = await Promise.all([
      service.call(account.write, 'PATCH', ONE, { level: 2 }),
      unharmed(),
    ]);
    assert.deepEqual([written.status, written.body.error.code], [500, 'internal_error'], written.text);

    relay.garble(bytes);
    for (let i = 0; i < 5; i += 1) {
      await unharmed();
      const answer = await service.call(account.write, 'PATCH', ONE, { level: 3 + i });
      if (answer.status !== 200) checkFailure('PATCH', answer);
    }
    relay.cut();
    relay.garbleAt('application_name', bytes);
    for (let i = 0; i < 5; i += 1) checkFailure('GET', await service.call(account.read, 'GET', ONE));
    await recovered(service, account.write);
    assert.equal((await service.call(account.write, 'PATCH', ONE, { level: 9 })).body.level, 9);
    assert.equal(service.process.exitCode, null, service.stderr());
  });
