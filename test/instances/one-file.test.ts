import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, newDatabase, query } from '../database.ts';
import { type Account, type Service, startService } from '../service.ts';
import { assertLinearizable } from './histories.ts';

/** Two services on one SQLite file: each must see what the other, or a command, has written. */
let database: Database;
let services: [Service, Service];
let account: Account;
before(async () => {
  database = await newDatabase('sqlite');
  const start = () => startService({ database: database.address });
  services = [await start(), await start()];
  account = await services[0].account();
});
after(async () => {
  await Promise.all((services ?? []).map((service) => service.stop()));
  await database?.remove();
});

const PATH = '/me/students/10000';
const levels = async (service: Service) => [
  (await service.call(account.read, 'GET', PATH)).body.level,
  (await service.call(account.read, 'GET', '/me/students?limit=1')).body.students[0].level,
];

test('reads a student or a list as another process has just written it', async () => {
  const student = { studentUid: '10000', tier: 5, weaponTier: 0 };
  await services[0].call(account.write, 'POST', '/me/students', student);
  for (let level = 1; level <= 60; level += 1) {
    const [writer, reader] = level % 2 === 0 ? services : services.toReversed();
    await (writer as Service).call(account.write, 'PATCH', PATH, { level });
    for (const service of [reader, writer, reader])
      assert.deepEqual(await levels(service as Service), [level, level]);
  }
});

test('reads what was just written to the file with SQL', async () => {
  for (const level of [7, 8, 9]) {
    await query(
      database.address,
      "UPDATE student_record SET body = json_set(body, '$.level', CAST(? AS INTEGER)) WHERE account_id = ?",
      [level, account.id],
    );
    for (const service of services) assert.deepEqual(await levels(service), [level, level]);
  }
});

test('each student is linearizable across processes on one file', async (t) => {
  // With several accounts one process changes an account while the other writes another.
  const others = [await services[0].account(), await services[1].account()];
  const keys = [account, ...others].map(({ write }) => write);
  await assertLinearizable(services, keys, ['10000', '10001'], t);
});
