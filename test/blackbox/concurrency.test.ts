import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import students from '../../data/students.json' with { type: 'json' };
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { headOnly } from '../wire.ts';
import { RANGES, withinRank } from './model.ts';

const UIDS = students.map(({ uid }) => uid).sort();

let service: Service;
let account: Account;
before(async () => {
  service = await startService();
  account = await service.account();
});
after(() => service.stop());

const atOnce = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const path = (uid: string) => `/me/students/${uid}`;
const patch = (uid: string, changes: object) => service.call(account.write, 'PATCH', path(uid), changes);
const get = (uid: string) => service.call(account.read, 'GET', path(uid));
const remove = (uid: string) => service.call(account.write, 'DELETE', path(uid));
const register = (studentUid: string, state: object = {}) =>
  service.call(account.write, 'POST', '/me/students', { studentUid, tier: 5, weaponTier: 0, ...state });

async function stateOf(uid: string): Promise<Record<string, number | null>> {
  const answer = await get(uid);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

let used = 0;
/** A student of its own for each test: an account of its own would be a command more. */
const nobody = () => UIDS[used++] as string;

async function recruited(state: object = {}): Promise<string> {
  const uid = nobody();
  const answer = await register(uid, state);
  assert.equal(answer.status, 201, answer.text);
  return uid;
}

test('of 50 registrations of one student at once, one wins and its state stays', async () => {
  for (const uid of [nobody(), nobody()]) {
    const answers = await atOnce(50, (index) =>
      register(uid, { level: index + 1, skillNormal: (index % 10) + 1 }),
    );
    const won = answers.filter(({ status }) => status === 201);
    const lost = answers.filter(
      ({ status, body }) => status === 409 && body.error.code === 'student_already_recruited',
    );
    assert.deepEqual([won.length, lost.length], [1, 49]);
    assert.deepEqual(await stateOf(uid), won[0]?.body);
  }
});

test('of 20 deletions of one student at once, one succeeds', async () => {
  const uid = await recruited();
  for (let round = 0; round < 5; round++) {
    const answers = await atOnce(20, () => remove(uid));
    assert.deepEqual(statuses(answers), [200, ...Array(19).fill(404)]);
    const others = answers.filter(({ status }) => status === 404).map(({ body }) => body.error.code);
    assert.deepEqual(new Set(others), new Set(['student_not_recruited']));
    assert.equal((await register(uid)).status, 201);
  }
});

/** Each change is fine by itself; the two together break a rule of SPEC 2.3. */
const PAIRS: { rule: string; start: object; one: object; other: object }[] = [
  { rule: '1', start: { tier: 5, weaponTier: 0 }, one: { tier: 4 }, other: { weaponTier: 1 } },
  {
    rule: '2, weapon given up',
    start: { tier: 5, weaponTier: 1, weaponLevel: 0 },
    one: { weaponTier: 0, tier: 3 },
    other: { weaponLevel: 30 },
  },
  {
    rule: '2, weapon lowered',
    start: { tier: 5, weaponTier: 4, weaponLevel: 50 },
    one: { weaponTier: 3 },
    other: { weaponLevel: 60 },
  },
  {
    rule: '3',
    start: { tier: 5, weaponTier: 1, abilityAtk: 0 },
    one: { weaponTier: 0 },
    other: { abilityAtk: 25 },
  },
];
const CLEAN = { weaponLevel: null, abilityHp: null, abilityAtk: null, abilityHeal: null };

for (const { rule, start, one, other } of PAIRS) {
  test(`two changes that break rule ${rule} only together are never both made`, async () => {
    const uid = await recruited();
    for (let round = 0; round < 25; round++) {
      assert.equal((await patch(uid, { ...CLEAN, ...start })).status, 200);
      const both = round % 2 === 0 ? [one, other] : [other, one];
      const answers = await Promise.all(both.map((changes) => patch(uid, changes)));
      assert.deepEqual(statuses(answers), [200, 400]);
      const winner = answers.find(({ status }) => status === 200);
      assert.deepEqual(await stateOf(uid), winner?.body);
    }
  });

  test(`nor when the first is made between the head and the body of the second (rule ${rule})`, async () => {
    const uid = await recruited();
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

test('a bond and an experience of another rank, changed at once, never stand together', async () => {
  const uid = await recruited({ bond: 2, bondExp: 20 });
  for (let round = 0; round < 25; round++) {
    await patch(uid, { bond: 2, bondExp: 20 });
    const answers = await Promise.all([patch(uid, { bondExp: 30 }), patch(uid, { bond: 3 })]);
    assert.deepEqual(statuses(answers), [200, 200]);
    const { bond, bondExp } = await stateOf(uid);
    assert.deepEqual([bond, bondExp], [3, null]);
    for (const { body } of answers) assert.ok(body.bondExp === null || withinRank(body.bond, body.bondExp));
  }
});

test('changes to different fields of one student at once all take effect', async () => {
  const uid = await recruited({ weaponTier: 4 });
  const free = Object.entries(RANGES).filter(([name]) => !['tier', 'weaponTier', 'bondExp'].includes(name));
  for (let round = 0; round < 10; round++) {
    const wanted = free.map(([name, [least, most]]) => [name, least + (round % (most - least + 1))] as const);
    const answers = await Promise.all(wanted.map(([name, value]) => patch(uid, { [name]: value })));
    assert.deepEqual(new Set(statuses(answers)), new Set([200]));
    assert.partialDeepStrictEqual(await stateOf(uid), Object.fromEntries(wanted));
  }
});

test('a body that arrives after its student was dismissed and recruited anew changes only what it sends', async () => {
  const uid = await recruited({ level: 90, skillEx: 5, bond: 10 });
  const late = await headOnly(service.url, account.write, 'PATCH', path(uid), { skillNormal: 7 });
  assert.equal((await remove(uid)).status, 200);
  const again = await register(uid, { tier: 1 });
  assert.equal((await late.finish()).status, 200);
  assert.deepEqual(await stateOf(uid), { ...again.body, skillNormal: 7 });
});

test('a body that arrives after its student was dismissed brings nobody back', async () => {
  const uid = await recruited({ level: 90 });
  const late = await headOnly(service.url, account.write, 'PATCH', path(uid), { level: 80 });
  assert.equal((await remove(uid)).status, 200);
  const { status, body } = await late.finish();
  assert.deepEqual([status, (body as Answer['body']).error.code], [404, 'student_not_recruited']);
  assert.equal((await get(uid)).status, 404);
});

test('a registration whose body arrives after another one is refused', async () => {
  const uid = nobody();
  const late = await headOnly(service.url, account.write, 'POST', '/me/students', {
    studentUid: uid,
    tier: 1,
    weaponTier: 0,
  });
  const early = await register(uid, { level: 12 });
  assert.deepEqual([early.status, (await late.finish()).status], [201, 409]);
  assert.deepEqual(await stateOf(uid), early.body);
});

test('a read that starts after a write was answered sees it, whatever else goes on', async () => {
  const uids = Array.from({ length: 8 }, nobody);
  await Promise.all(uids.map((uid) => register(uid)));
  const followed = uids.map(async (uid) => {
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
  await Promise.all(followed);
});

test('a bond set by command while requests change the same student loses nothing on either side', async () => {
  const uid = await recruited();
  let level = 0;
  for (const bond of [5, 6, 7]) {
    let commanded = false;
    const command = service.command(
      'bond',
      'set',
      '--account',
      account.id,
      '--student',
      uid,
      '--bond',
      String(bond),
    );
    const done = command.finally(() => {
      commanded = true;
    });
    do {
      level = (level % 90) + 1;
      const answer = await patch(uid, { level });
      assert.deepEqual([answer.status, answer.body.level], [200, level]);
    } while (!commanded);
    await done;
    const state = await stateOf(uid);
    assert.deepEqual([state.bond, state.level], [bond, level]);
  }
});

test('a walk through the pages shows everyone present throughout exactly once', async () => {
  const all = Array.from({ length: 60 }, nobody);
  const stay = all.filter((_, index) => index % 3 === 0);
  const come = all.filter((_, index) => index % 3 === 1);
  const leave = all.filter((_, index) => index % 3 === 2);
  await Promise.all([...stay, ...leave].map((uid) => register(uid)));
  let walking = true;
  const churn = async () => {
    for (let turn = 0; walking; turn++) {
      const [incoming, outgoing] = turn % 2 === 0 ? [come, leave] : [leave, come];
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
      assert.deepEqual(seen, [...new Set(seen)].sort(), 'ascending, nobody twice');
      assert.deepEqual(
        stay.filter((uid) => !seen.includes(uid)),
        [],
      );
    }
  } finally {
    walking = false;
    await churning;
  }
});
