import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { ENGINE } from '../database.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { RANGES, type Reply, Roster, type State } from './model.ts';

const FORMS = new Map(
  Object.entries({
    10000: '10000',
    10010: '10010',
    10098: '10098',
    10099: '10098',
    10143: '10143',
    10144: '10143',
    13000: '13000',
  }),
);
const NAMES: Record<string, string> = {
  10000: '아루',
  10010: '시로코',
  10098: '호시노(무장)',
  10143: '슌(수영복)',
  13000: '아카네',
};
const REPRESENTATIVES = [...new Set(FORMS.values())];
const KOREAN = /[가-힣]/;

interface World {
  service: Service;
  account: Account;
  /** Cursors of earlier pages, with the UID that each page ended on. */
  cursors: { cursor: string; last: string }[];
}
type Step = fc.AsyncCommand<Roster, World>;
type Caller = 'write' | 'read' | 'stranger';

let service: Service;
let account: Account;
let neighbour: Account;
let neighbours: string;

before(async () => {
  service = await startService();
  [account, neighbour] = await Promise.all([service.account(), service.account()]);
  for (const studentUid of REPRESENTATIVES) {
    await service.call(neighbour.write, 'POST', '/me/students', {
      studentUid,
      tier: 5,
      weaponTier: 2,
      level: 7,
    });
  }
  neighbours = (await service.call(neighbour.read, 'GET', '/me/students')).text;
});
after(() => service.stop());

/**
 * To recruit and dismiss leaves nothing (SPEC 3), bonds included: as good as a new account, which is a command more.
 * Then some are recruited again, lest most of a run be spent on students who are not.
 */
async function startOver(recruited: string[]): Promise<Roster> {
  const roster = new Roster(FORMS);
  const prepared = REPRESENTATIVES.map(async (studentUid) => {
    const body = { studentUid, tier: 5, weaponTier: 2 };
    await service.call(account.write, 'POST', '/me/students', body);
    const { status } = await service.call(account.write, 'DELETE', `/me/students/${studentUid}`);
    assert.equal(status, 200);
    if (!recruited.includes(studentUid)) return;
    agree(await service.call(account.write, 'POST', '/me/students', body), roster.register(body));
  });
  await Promise.all(prepared);
  return roster;
}

function agree(answer: Answer, expected: Reply): void {
  assert.equal(answer.status, expected.status, answer.text);
  if ('body' in expected) {
    assert.equal(answer.text, JSON.stringify(expected.body));
    return;
  }
  const { code, message, fields, docs, ...more } = answer.body.error;
  assert.deepEqual({ code, more }, { code: expected.code, more: {} });
  assert.deepEqual(
    fields?.map(({ field }: { field: string }) => field),
    expected.fields,
    answer.text,
  );
  assert.ok(docs.endsWith(`/docs#error-${code}`), docs);
  for (const text of [message, ...(fields ?? []).map((fault: { message: string }) => fault.message)]) {
    assert.match(text, KOREAN);
  }
}

const STRANGER: Reply = { status: 401, code: 'unauthorized' };
const FORBIDDEN: Reply = { status: 403, code: 'forbidden' };
const INVALID = (...fields: string[]): Reply => ({ status: 400, code: 'invalid_request', fields });
const keyOf = (caller: Caller) => (caller === 'stranger' ? 'no-such-key' : account[caller]);

const step = (label: string, run: Step['run']): Step => ({ check: () => true, run, toString: () => label });

function ask(
  caller: Caller,
  method: string,
  path: string,
  predict: (roster: Roster) => Reply,
  body?: unknown,
): Step {
  const written = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return step(`${caller} ${method} ${path}${written}`, async (roster) => {
    const answer = await service.call(keyOf(caller), method, path, body);
    if (caller === 'stranger') agree(answer, STRANGER);
    else if (caller === 'read' && method !== 'GET') agree(answer, FORBIDDEN);
    else agree(answer, predict(roster));
    if (answer.status === 201) {
      assert.ok(answer.headers.get('location')?.endsWith(`/v1/me/students/${answer.body.studentUid}`));
    }
  });
}

const listFrom = (limit: number, again: boolean): Step =>
  step(`list ${limit}${again ? ' from a cursor' : ''}`, async (roster, world) => {
    const from = again ? world.cursors.pop() : undefined;
    const cursor = from === undefined ? '' : `&cursor=${encodeURIComponent(from.cursor)}`;
    const answer = await service.call(account.read, 'GET', `/me/students?limit=${limit}${cursor}`);
    const page = roster.page(limit, from?.last ?? '');
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body.students, page.students);
    assert.equal(answer.body.nextCursor !== null, page.more, 'a cursor exactly where more follows');
    if (page.more) world.cursors.push({ cursor: answer.body.nextCursor, last: page.last });
  });

const setBond = (uid: string, bond: number, bondExp: number | undefined): Step =>
  step(`bond set ${uid} ${bond} ${bondExp ?? ''}`, async (roster) => {
    const experience = bondExp === undefined ? [] : ['--bond-exp', String(bondExp)];
    const words = ['--account', account.id, '--student', uid, '--bond', String(bond), ...experience];
    const done = service.command('bond', 'set', ...words);
    if (roster.setBond(uid, bond, bondExp)) await done;
    else await assert.rejects(done, { exitCode: 1 });
  });

const caller = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Caller>('write') },
  { weight: 1, arbitrary: fc.constantFrom<Caller>('read', 'stranger') },
);
const uid = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...FORMS.keys()) },
  { weight: 1, arbitrary: fc.constantFrom('99999', '1', '１００００', '10000 ', 'constructor', '__proto__') },
);
// Few ranks and the edges of their intervals, so that one request's experience often meets another's rank.
const ranks = fc.constantFrom(1, 2, 3, 99, 100);
// Likewise the highest weapon levels and those one too high.
const weaponLevels = fc.constantFrom(0, 30, 31, 40, 41, 50, 51, 60);
const experiences = fc.constantFrom(0, 14, 15, 44, 45, 74, 233010, 240224, 240225);

function anyFor(name: string): fc.Arbitrary<unknown> {
  const [least, most] = RANGES[name] as readonly [number, number];
  const usual = {
    bond: ranks,
    bondExp: experiences,
    weaponLevel: weaponLevels,
    tier: fc.constantFrom(1, 4, 5, 5, 5, 5),
  }[name];
  return fc.oneof(
    {
      weight: 20,
      arbitrary: usual ?? fc.oneof(fc.constantFrom(least, most), fc.integer({ min: least, max: most })),
    },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(least - 1, most + 1, 1.5, '5', true, [], {}, 1e21) },
  );
}

const RULED = ['tier', 'weaponTier', 'weaponLevel', 'abilityHp', 'abilityAtk', 'bond', 'bondExp'];
const entry = fc
  .constantFrom(...Object.keys(RANGES), ...RULED, ...RULED)
  .chain((name) => fc.tuple(fc.constant(name), anyFor(name)));
const changes = fc
  .array(entry, { minLength: 1, maxLength: 5 })
  .map((pairs) => Object.fromEntries(pairs) as State);
const oddBody = fc.constantFrom<unknown>(
  [],
  {},
  'text',
  5,
  null,
  [{ level: 5 }],
  { rank: 1, level: 0 },
  { studentUid: '10000' },
);
const most = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: odd });

const registration = fc
  .tuple(
    fc.record({
      studentUid: most<unknown>(uid, fc.constantFrom<unknown>('', 5, null)),
      tier: most<unknown>(fc.constant(5), anyFor('tier')),
      weaponTier: anyFor('weaponTier'),
    }),
    fc.option(changes, { nil: {}, freq: 2 }),
    most(fc.constant(''), fc.constantFrom('studentUid', 'tier', 'weaponTier')),
  )
  .map(([required, more, missing]) => {
    const whole = Object.entries({ ...more, ...required });
    return Object.fromEntries(whole.filter(([name]) => name !== missing));
  });

const query = fc.constantFrom(...FORMS.keys(), '99999', '', 'x'.repeat(201));
function found(asked: string): Reply {
  if (asked === '' || asked.length > 200) return INVALID('query');
  const studentUid = FORMS.get(asked);
  const students = studentUid === undefined ? [] : [{ studentUid, name: NAMES[studentUid] }];
  return { status: 200, body: { students, nextCursor: null } };
}

const pathOf = (id: string) => `/me/students/${encodeURIComponent(id)}`;
const post = (by: Caller, body: unknown) =>
  ask(by, 'POST', '/me/students', (roster) => roster.register(body), body);
const patch = (by: Caller, id: string, body: unknown) =>
  ask(by, 'PATCH', pathOf(id), (roster) => roster.patch(id, body), body);
const dismiss = (by: Caller, id: string) => ask(by, 'DELETE', pathOf(id), (roster) => roster.delete(id));
const read = (by: Caller, id: string) => ask(by, 'GET', pathOf(id), (roster) => roster.get(id));
const search = (by: Caller, text: string) =>
  ask(by, 'GET', `/students?query=${encodeURIComponent(text)}`, () => found(text));
const badList = (query: string, ...fields: string[]) =>
  ask('read', 'GET', `/me/students?${query}`, () => INVALID(...fields));

const experience = fc.option(experiences, { nil: undefined, freq: 2 });
const WEIGHTED: [number, fc.Arbitrary<Step>][] = [
  [30, fc.tuple(caller, most<unknown>(registration, oddBody)).map((it) => post(...it))],
  [75, fc.tuple(caller, uid, most<unknown>(changes, oddBody)).map((it) => patch(...it))],
  [7, fc.tuple(caller, uid).map((it) => dismiss(...it))],
  [15, fc.tuple(caller, uid).map((it) => read(...it))],
  [12, fc.tuple(fc.integer({ min: 1, max: 6 }), fc.boolean()).map((it) => listFrom(...it))],
  [4, fc.tuple(caller, query).map((it) => search(...it))],
  [1, fc.constant(badList('limit=0&cursor=x', 'limit', 'cursor'))],
  [1, fc.constantFrom(badList('limit=x', 'limit'), badList('cursor=x', 'cursor'))],
  [1, fc.tuple(uid, most(ranks, fc.constantFrom(0, 101)), experience).map((it) => setBond(...it))],
];
const anyStep = fc.oneof(...WEIGHTED.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const anySteps = fc.commands([anyStep], { maxCommands: 40, size: 'max' });

// What shows only where a command and requests meet on one student; rare, as a command costs a process.
const RECORDED = { bond: 2, bondExp: 20 };
const commandThenPost = fc
  .tuple(uid, fc.option(changes, { nil: {}, freq: 2 }))
  .map(([id, more]) => [
    setBond(id, RECORDED.bond, RECORDED.bondExp),
    post('write', { studentUid: id, tier: 5, weaponTier: 0, ...more }),
  ]);
const patchThenCommand = fc
  .tuple(uid, ranks)
  .map(([id, rank]) => [patch('write', id, RECORDED), setBond(id, rank, undefined)]);
const prologue = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Step[]>([]) },
  { weight: 1, arbitrary: commandThenPost },
  { weight: 1, arbitrary: patchThenCommand },
);
const someone = fc.subarray(REPRESENTATIVES, { minLength: 2 });

/** Long enough for a machine that takes ten times as long as usual, and in time to say what was asked. */
const MOST_MS = 300_000;
/** What differs between engines is less than what differs between sequences. */
const RUNS = ENGINE === 'sqlite' ? 60 : 30;

test('any sequence of requests is answered as the reference model says', {
  timeout: 1.2 * MOST_MS,
}, async () => {
  const property = fc.asyncProperty(someone, prologue, anySteps, async (recruited, first, steps) => {
    const model = await startOver(recruited);
    const real = { service, account, cursors: [] };
    for (const one of first) await one.run(model, real);
    await fc.asyncModelRun(() => ({ model, real }), steps);
    const { text } = await service.call(neighbour.read, 'GET', '/me/students');
    assert.equal(text, neighbours, 'another account is never touched');
  });
  await fc.assert(property, {
    numRuns: RUNS,
    interruptAfterTimeLimit: MOST_MS,
    markInterruptAsFailure: true,
  });
});
