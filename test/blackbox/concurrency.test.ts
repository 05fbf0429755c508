import assert from 'node:assert/strict';
import { test } from 'node:test';
import students from '../../data/students.json' with { type: 'json' };
import { untilServed } from '../change-feed.ts';
import { AT_ONCE } from '../database.ts';
import type { Answer } from '../service.ts';
import { spawnCommand } from '../spawn-command.ts';
import { useService } from '../use-service.ts';
import { headOnly } from '../wire.ts';
import { isWithinRank } from './model.ts';
import { MAX, MAX_WEAPON_LEVELS, RANGES } from './spec-fields.ts';

const UIDS = students.map(({ uid }) => uid).sort();

const service = await useService();
const account = await service.account();

const runConcurrently = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const path = (uid: string) => `/me/students/${uid}`;
const patch = (uid: string, changes: object) => service.call(account.write, 'PATCH', path(uid), changes);
const get = (uid: string) => service.call(account.read, 'GET', path(uid));
const remove = (uid: string) => service.call(account.write, 'DELETE', path(uid));
const register = (studentUid: string, state: object = {}) =>
  untilServed(() =>
    service.call(account.write, 'POST', '/me/students', { studentUid, tier: 5, weaponTier: 0, ...state }),
  );

async function stateOf(uid: string): Promise<Record<string, number | null>> {
  const answer = await get(uid);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

let used = 0;
/** Each test uses students of its own; creating an account would start a process. */
const unusedUid = () => UIDS[used++] as string;

async function registerUnused(state: object = {}): Promise<string> {
  const uid = unusedUid();
  const answer = await register(uid, state);
  assert.equal(answer.status, 201, answer.text);
  return uid;
}

test(`accepts one of ${AT_ONCE} concurrent registrations of a student and keeps its state`, async () => {
  for (const uid of [unusedUid(), unusedUid()]) {
    const answers = await runConcurrently(AT_ONCE, (index) =>
      register(uid, { level: index + 1, skillNormal: (index % 10) + 1 }),
    );
    const won = answers.filter(({ status }) => status === 201);
    const lost = answers.filter(
      ({ status, body }) => status === 409 && body.error.code === 'student_already_recruited',
    );
    assert.deepEqual([won.length, lost.length], [1, AT_ONCE - 1]);
    assert.deepEqual(await stateOf(uid), won[0]?.body);
  }
});

test('accepts one of 20 concurrent deletions of a student', async () => {
  const uid = await registerUnused();
  for (let round = 0; round < 5; round++) {
    const answers = await runConcurrently(20, () => remove(uid));
    assert.deepEqual(statuses(answers), [200, ...Array(19).fill(404)]);
    const others = answers.filter(({ status }) => status === 404).map(({ body }) => body.error.code);
    assert.deepEqual(new Set(others), new Set(['student_not_recruited']));
    assert.equal((await register(uid)).status, 201);
  }
});

/** Each change is valid by itself; both together violate a cross-field rule. */
const PAIRS: { rule: string; start: object; one: object; other: object }[] = [
  {
    rule: 'the tier of a unique weapon',
    start: { tier: 5, weaponTier: 0 },
    one: { tier: 4 },
    other: { weaponTier: 1 },
  },
  {
    rule: 'weaponLevel (weapon removed)',
    start: { tier: 5, weaponTier: 1, weaponLevel: 0 },
    one: { weaponTier: 0, tier: 3 },
    other: { weaponLevel: MAX_WEAPON_LEVELS[1] },
  },
  {
    rule: 'weaponLevel (weapon tier lowered)',
    start: { tier: 5, weaponTier: MAX.weaponTier, weaponLevel: MAX_WEAPON_LEVELS[3] },
    one: { weaponTier: 3 },
    other: { weaponLevel: MAX.weaponLevel },
  },
  {
    rule: 'abilities',
    start: { tier: 5, weaponTier: 1, abilityAtk: 0 },
    one: { weaponTier: 0 },
    other: { abilityAtk: MAX.abilityAtk },
  },
];
const CLEAN = { weaponLevel: null, abilityHp: null, abilityAtk: null, abilityHeal: null };

for (const { rule, start, one, other } of PAIRS) {
  test(`rejects one of two concurrent changes that together violate the rule on ${rule}`, async () => {
    const uid = await registerUnused();
    for (let round = 0; round < 25; round++) {
      assert.equal((await patch(uid, { ...CLEAN, ...start })).status, 200);
      const both = round % 2 === 0 ? [one, other] : [other, one];
      const answers = await Promise.all(both.map((changes) => patch(uid, changes)));
      assert.deepEqual(statuses(answers), [200, 400]);
      const winner = answers.find(({ status }) => status === 200);
      assert.deepEqual(await stateOf(uid), winner?.body);
    }
  });

  test(`rejects a change whose body arrives after another change that together violates the rule on ${rule}`, async () => {
    const uid = await registerUnused();
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      assert.equal((await patch(uid, { ...CLEAN, ...start })).status, 200);
      const late = await headOnly(service.url, account.write, 'PATCH', path(uid), second);
      const early = await patch(uid, first);
      assert.deepEqual([early.status, (await late.finish()).status], [200, 400]);
      assert.deepEqual(await stateOf(uid), early.body);
    }
  });
}

test('never stores a bond together with the experience of another rank when both change concurrently', async () => {
  const uid = await registerUnused({ bond: 2, bondExp: 20 });
  for (let round = 0; round < 25; round++) {
    await patch(uid, { bond: 2, bondExp: 20 });
    const answers = await Promise.all([patch(uid, { bondExp: 30 }), patch(uid, { bond: 3 })]);
    assert.deepEqual(statuses(answers), [200, 200]);
    const { bond, bondExp } = await stateOf(uid);
    assert.deepEqual([bond, bondExp], [3, null]);
    for (const { body } of answers) assert.ok(body.bondExp === null || isWithinRank(body.bond, body.bondExp));
  }
});

test('applies all concurrent changes to different fields of one student', async () => {
  const uid = await registerUnused({ weaponTier: MAX.weaponTier });
  const free = Object.entries(RANGES).filter(([name]) => !['tier', 'weaponTier', 'bondExp'].includes(name));
  for (let round = 0; round < 10; round++) {
    const values = free.map(([name, [min, max]]) => [name, min + (round % (max - min + 1))] as const);
    const answers = await Promise.all(values.map(([name, value]) => patch(uid, { [name]: value })));
    assert.deepEqual(new Set(statuses(answers)), new Set([200]));
    assert.partialDeepStrictEqual(await stateOf(uid), Object.fromEntries(values));
  }
});

test('applies only the sent fields when the body arrives after the student was deleted and registered again', async () => {
  const uid = await registerUnused({ level: MAX.level, skillEx: 5, bond: 10 });
  const late = await headOnly(service.url, account.write, 'PATCH', path(uid), { skillNormal: 7 });
  assert.equal((await remove(uid)).status, 200);
  const again = await register(uid, { tier: 1 });
  assert.equal((await late.finish()).status, 200);
  assert.deepEqual(await stateOf(uid), { ...again.body, skillNormal: 7 });
});

test('answers student_not_recruited when the body arrives after the student was deleted', async () => {
  const uid = await registerUnused({ level: MAX.level });
  const late = await headOnly(service.url, account.write, 'PATCH', path(uid), { level: 80 });
  assert.equal((await remove(uid)).status, 200);
  const { status, body } = await late.finish();
  assert.deepEqual([status, (body as Answer['body']).error.code], [404, 'student_not_recruited']);
  assert.equal((await get(uid)).status, 404);
});

test('rejects a registration whose body arrives after another registration', async () => {
  const uid = unusedUid();
  const late = await headOnly(service.url, account.write, 'POST', '/me/students', {
    studentUid: uid,
    tier: 1,
    weaponTier: 0,
  });
  const early = await register(uid, { level: 12 });
  assert.deepEqual([early.status, (await late.finish()).status], [201, 409]);
  assert.deepEqual(await stateOf(uid), early.body);
});

test('returns what was written once the write was answered, under concurrent load', async () => {
  const uids = Array.from({ length: 8 }, unusedUid);
  await Promise.all(uids.map((uid) => register(uid)));
  const readers = uids.map(async (uid) => {
    for (let level = 1; level <= 25; level++) {
      assert.equal((await patch(uid, { level })).status, 200);
      const [one, list] = await Promise.all([get(uid), service.call(account.read, 'GET', '/me/students')]);
      assert.equal(one.body.level, level);
      const listed = list.body.students.find(({ studentUid }: { studentUid: string }) => studentUid === uid);
      assert.equal(listed.level, level);
    }
    assert.equal((await remove(uid)).status, 200);
    assert.equal((await get(uid)).status, 404);
  });
  await Promise.all(readers);
});

test('keeps both a bond set by command and a concurrent PATCH of the same student', async () => {
  const uid = await registerUnused();
  let level = 0;
  for (const bond of [5, 6, 7]) {
    let commandEnded = false;
    const words = ['bond', 'set', '--account', account.id, '--student', uid, '--bond', String(bond)];
    const command = spawnCommand(words, service.database);
    const done = command.finally(() => {
      commandEnded = true;
    });
    do {
      level = (level % MAX.level) + 1;
      const answer = await patch(uid, { level });
      assert.deepEqual([answer.status, answer.body.level], [200, level]);
    } while (!commandEnded);
    await done;
    const state = await stateOf(uid);
    assert.deepEqual([state.bond, state.level], [bond, level]);
  }
});

test('lists each student who stays exactly once while others are added and deleted', async () => {
  const all = Array.from({ length: 60 }, unusedUid);
  const staying = all.filter((_, index) => index % 3 === 0);
  const arriving = all.filter((_, index) => index % 3 === 1);
  const leaving = all.filter((_, index) => index % 3 === 2);
  await Promise.all([...staying, ...leaving].map((uid) => register(uid)));
  let walking = true;
  const churn = async () => {
    for (let turn = 0; walking; turn++) {
      const [incoming, outgoing] = turn % 2 === 0 ? [arriving, leaving] : [leaving, arriving];
      for (let index = 0; index < incoming.length && walking; index++) {
        await Promise.all([register(incoming[index] ?? ''), remove(outgoing[index] ?? '')]);
      }
    }
  };
  const walk = async (limit: number) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await service.call(account.read, 'GET', `/me/students?limit=${limit}${from}`);
      assert.equal(status, 200);
      assert.ok(body.students.length <= limit);
      seen.push(...body.students.map(({ studentUid }: { studentUid: string }) => studentUid));
      cursor = body.nextCursor;
    }
    return seen;
  };
  const churning = churn();
  try {
    for (const seen of await Promise.all([1, 2, 3, 5, 7, 3, 2, 1].map(walk))) {
      assert.deepEqual(seen, [...new Set(seen)].sort(), 'ascending, without duplicates');
      assert.deepEqual(
        staying.filter((uid) => !seen.includes(uid)),
        [],
      );
    }
  } finally {
    walking = false;
    await churning;
  }
});
