import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Report, Rollbook } from '../../client/index.ts';
import students from '../../data/students.json' with { type: 'json' };
import { useService } from '../use-service.ts';

const service = await useService();
const UIDS = students.map(({ uid }) => uid).sort();
const NULL_BOND = { bond: null, bondExp: null };

async function openAccount() {
  const { write: key, id } = await service.account();
  const call = (method: string, path: string, body?: object, raiseOnly?: string) =>
    service.call(key, method, path, body, raiseOnly === undefined ? {} : { 'Raise-Only': raiseOnly });
  return {
    id,
    call,
    rollbook: new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: key }),
    register: (studentUid: string, state: object = {}, raiseOnly?: string) =>
      call('POST', '/me/students', { studentUid, tier: 5, weaponTier: 1, ...state }, raiseOnly),
    raise: (uid: string, changes: object) => call('PATCH', `/me/students/${uid}`, changes, 'true'),
    lastNumber: async () => (await service.callBeta(key, 'GET', '/changes')).body.lastNumber,
  };
}

const account = await openAccount();
const [STUDENT = '', OTHER = '', THIRD = '', FOURTH = ''] = UIDS;

test('a write that may only raise leaves what is higher, and writes the rest', async () => {
  const registered = await account.register(STUDENT, { level: 80, skillEx: 3 });
  assert.equal(registered.status, 201, registered.text);
  const { status, body } = await account.raise(STUDENT, {
    level: 75,
    skillEx: 5,
    skillSub: 2,
    weaponTier: 0,
  });
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(body, { level: 80, skillEx: 5, skillSub: 2, weaponTier: 1 });
  assert.partialDeepStrictEqual((await account.raise(STUDENT, { level: null, skillEx: 4 })).body, {
    level: 80,
    skillEx: 5,
  });
});

test('equipment compares tier and level as a pair, and the bond with its experience', async () => {
  const state = { equip1: 5, equip1Level: 40, equip2: 5, equip2Level: 40, bond: 10, bondExp: 1500 };
  const before = await account.register(OTHER, state);
  const sent = { equip1: 6, equip1Level: 10, equip2: 4, equip2Level: 45, bond: 9, bondExp: 1600 };
  const { body } = await account.raise(OTHER, sent);
  assert.deepEqual(body, { ...before.body, equip1: 6, equip1Level: 10 });
  assert.partialDeepStrictEqual((await account.raise(OTHER, { bond: 20, bondExp: null })).body, {
    bond: 20,
    bondExp: null,
  });
});

test('a write that leaves all as it is answers as if it had written, and makes no history', async () => {
  const before = await account.register(THIRD, { level: 50 });
  const lastNumber = await account.lastNumber();
  const answer = await account.raise(THIRD, { level: 40, tier: 3 });
  assert.deepEqual([answer.status, answer.body], [200, before.body]);
  assert.equal(await account.lastNumber(), lastNumber);
});

test('a registration that may only raise keeps the recorded bond, and is refused for a recruited student', async () => {
  await service.command('bond', 'set', '--account', account.id, '--student', FOURTH, '--bond', '20');
  const { status, body } = await account.register(FOURTH, { bond: 10, level: 5 }, 'true');
  assert.equal(status, 201);
  assert.partialDeepStrictEqual(body, { bond: 20, level: 5 });
  assert.equal(
    (await account.register(FOURTH, { level: 9 }, 'true')).body.error.code,
    'student_already_recruited',
  );
});

test('any other value is refused, after the student and before the body', async () => {
  for (const value of ['false', 'True', '1', '', 'true, true'])
    for (const answer of [
      await account.call('PATCH', `/me/students/${STUDENT}`, { level: 1 }, value),
      await account.call('POST', '/me/students', { studentUid: UIDS[9], tier: 3, weaponTier: 0 }, value),
      await account.call('PATCH', `/me/students/${STUDENT}`, { level: 'x' }, value),
    ]) {
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(
        answer.body.error.fields.map(({ field }: { field: string }) => field),
        ['raise-only'],
      );
    }
  const missing = await account.call('PATCH', `/me/students/${UIDS[9]}`, {}, 'false');
  assert.equal(missing.body.error.code, 'student_not_recruited');
  assert.equal((await account.call('GET', '/me/students', undefined, 'no')).status, 200);
});

test('the values that are left are checked against the rules, and only a broken rule is an error', async () => {
  const refused = await account.raise(STUDENT, { weaponLevel: 40 });
  assert.equal(refused.body.error.fields[0].field, 'weaponLevel');
  const raised = await account.raise(STUDENT, { weaponTier: 0, weaponLevel: 20 });
  assert.partialDeepStrictEqual(raised.body, { weaponTier: 1, weaponLevel: 20 });
});

test('two syncs at once end at the higher level of each student, and lower nothing between', async () => {
  const { rollbook, register, call } = await openAccount();
  const uids = UIDS.slice(0, 120);
  for (const uid of uids) assert.equal((await register(uid, { level: 50, ...NULL_BOND })).status, 201);
  const wanted = (level: number) => uids.map((studentUid) => ({ studentUid, tier: 5, weaponTier: 1, level }));
  const plans = await Promise.all([80, 75].map((level) => rollbook.roster.plan(wanted(level))));
  const reports = await Promise.all(plans.map((plan) => rollbook.roster.apply(plan)));
  const [high, low] = reports as [Report, Report];
  assert.deepEqual([high.changed.length, high.kept, high.failed], [120, [], []]);
  assert.deepEqual(low.failed, []);
  // A student that was at 80 first is kept there.
  assert.deepEqual(
    low.kept.map(({ studentUid, fields }) => [studentUid, ...fields]),
    low.unchanged.map((uid) => [uid, 'level']),
  );
  assert.equal(low.changed.length + low.unchanged.length, 120);
  const { body } = await call('GET', '/me/students?limit=100');
  const rest = await call('GET', `/me/students?limit=100&cursor=${body.nextCursor}`);
  const levels = [...body.students, ...rest.body.students].map(({ level }) => level);
  assert.deepEqual(levels, Array(120).fill(80));
  const changes = (await Array.fromAsync(rollbook.roster.changes())).filter(({ kind }) => kind === 'changed');
  for (const { fields } of changes) {
    const [from = 0, to = 0] = fields.level as [number, number];
    assert.ok(from < to, `${from} to ${to}`);
  }
  assert.equal(changes.length, 120 + low.changed.length);
});
