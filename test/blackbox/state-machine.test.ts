import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { ENGINE } from '../database.ts';
import type { Account, Answer, RunningService } from '../service.ts';
import { useSharedService } from '../use-service.ts';
import { type Reply, Roster, type State } from './model.ts';
import { MAX, RANGES, WEAPON_LEVEL_BOUNDARIES } from './spec-fields.ts';

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
  service: RunningService;
  account: Account;
  /** Cursors of earlier pages, with the last UID of each page. */
  cursors: { cursor: string; last: string }[];
}
type Step = fc.AsyncCommand<Roster, World>;
type Caller = 'write' | 'read' | 'stranger';

const service = await useSharedService();
let account: Account;
let neighbour: Account;
let neighbourList: string;

before(async () => {
  [account, neighbour] = await Promise.all([service.account(), service.account()]);
  for (const studentUid of REPRESENTATIVES) {
    await service.call(neighbour.write, 'POST', '/me/students', {
      studentUid,
      tier: 5,
      weaponTier: 2,
      level: 7,
    });
  }
  neighbourList = (await service.call(neighbour.read, 'GET', '/me/students')).text;
});

/**
 * Registering and deleting a student clears the account, bonds included, and is faster than a command that
 * creates a new one. Some students are registered again: otherwise most requests would answer student_not_recruited.
 */
async function resetAccount(recruited: string[]): Promise<Roster> {
  const roster = new Roster(FORMS);
  const resets = REPRESENTATIVES.map(async (studentUid) => {
    const body = { studentUid, tier: 5, weaponTier: 2 };
    await service.call(account.write, 'POST', '/me/students', body);
    const { status } = await service.call(account.write, 'DELETE', `/me/students/${studentUid}`);
    assert.equal(status, 200);
    if (!recruited.includes(studentUid)) return;
    assertMatches(await service.call(account.write, 'POST', '/me/students', body), roster.register(body));
  });
  await Promise.all(resets);
  return roster;
}

function assertMatches(answer: Answer, expected: Reply): void {
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
const invalid = (...fields: string[]): Reply => ({ status: 400, code: 'invalid_request', fields });
const keyOf = (caller: Caller) => (caller === 'stranger' ? 'no-such-key' : account[caller]);

const makeStep = (label: string, run: Step['run']): Step => ({
  check: () => true,
  run,
  toString: () => label,
});

function requestStep(
  caller: Caller,
  method: string,
  path: string,
  predict: (roster: Roster) => Reply,
  body?: unknown,
): Step {
  const bodyText = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return makeStep(`${caller} ${method} ${path}${bodyText}`, async (roster) => {
    const answer = await service.call(keyOf(caller), method, path, body);
    if (caller === 'stranger') assertMatches(answer, STRANGER);
    else if (caller === 'read' && method !== 'GET') assertMatches(answer, FORBIDDEN);
    else assertMatches(answer, predict(roster));
    if (answer.status === 201) {
      assert.ok(answer.headers.get('location')?.endsWith(`/v1/me/students/${answer.body.studentUid}`));
    }
  });
}

const listStep = (limit: number, fromCursor: boolean): Step =>
  makeStep(`list ${limit}${fromCursor ? ' from a cursor' : ''}`, async (roster, world) => {
    const from = fromCursor ? world.cursors.pop() : undefined;
    const cursor = from === undefined ? '' : `&cursor=${encodeURIComponent(from.cursor)}`;
    const answer = await service.call(account.read, 'GET', `/me/students?limit=${limit}${cursor}`);
    const page = roster.page(limit, from?.last ?? '');
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body.students, page.students);
    assert.equal(
      answer.body.nextCursor !== null,
      page.more,
      'nextCursor is set exactly if there is another page',
    );
    if (page.more) world.cursors.push({ cursor: answer.body.nextCursor, last: page.last });
  });

const setBondStep = (uid: string, bond: number, bondExp: number | undefined): Step =>
  makeStep(`bond set ${uid} ${bond} ${bondExp ?? ''}`, async (roster) => {
    const expOption = bondExp === undefined ? [] : ['--bond-exp', String(bondExp)];
    const words = ['--account', account.id, '--student', uid, '--bond', String(bond), ...expOption];
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
// Few ranks and the ends of their intervals, so that the experience of one request often fits the rank of another.
const ranks = fc.constantFrom(1, 2, 3, MAX.bond - 1, MAX.bond);
const experiences = fc.constantFrom(0, 14, 15, 44, 45, 74, 233010, MAX.bondExp - 1, MAX.bondExp);
const weaponLevels = fc.constantFrom(...WEAPON_LEVEL_BOUNDARIES);

function arbitraryValue(name: string): fc.Arbitrary<unknown> {
  const [min, max] = RANGES[name] as readonly [number, number];
  const usual = {
    bond: ranks,
    bondExp: experiences,
    weaponLevel: weaponLevels,
    tier: fc.constantFrom(1, 4, 5, 5, 5, 5),
  }[name];
  return fc.oneof(
    {
      weight: 20,
      arbitrary: usual ?? fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max })),
    },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(min - 1, max + 1, 1.5, '5', true, [], {}, 1e21) },
  );
}

const FIELDS_WITH_RULES = ['tier', 'weaponTier', 'weaponLevel', 'abilityHp', 'abilityAtk', 'bond', 'bondExp'];
const entry = fc
  .constantFrom(...Object.keys(RANGES), ...FIELDS_WITH_RULES, ...FIELDS_WITH_RULES)
  .chain((name) => fc.tuple(fc.constant(name), arbitraryValue(name)));
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
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: odd });

const registration = fc
  .tuple(
    fc.record({
      studentUid: mostly<unknown>(uid, fc.constantFrom<unknown>('', 5, null)),
      tier: mostly<unknown>(fc.constant(5), arbitraryValue('tier')),
      weaponTier: arbitraryValue('weaponTier'),
    }),
    fc.option(changes, { nil: {}, freq: 2 }),
    mostly(fc.constant(''), fc.constantFrom('studentUid', 'tier', 'weaponTier')),
  )
  .map(([required, more, missing]) => {
    const whole = Object.entries({ ...more, ...required });
    return Object.fromEntries(whole.filter(([name]) => name !== missing));
  });

const query = fc.constantFrom(...FORMS.keys(), '99999', '', 'x'.repeat(201));
function predictSearch(text: string): Reply {
  if (text === '' || text.length > 200) return invalid('query');
  const studentUid = FORMS.get(text);
  const students = studentUid === undefined ? [] : [{ studentUid, name: NAMES[studentUid] }];
  return { status: 200, body: { students, nextCursor: null } };
}

const pathOf = (id: string) => `/me/students/${encodeURIComponent(id)}`;
const post = (by: Caller, body: unknown) =>
  requestStep(by, 'POST', '/me/students', (roster) => roster.register(body), body);
const patch = (by: Caller, id: string, body: unknown) =>
  requestStep(by, 'PATCH', pathOf(id), (roster) => roster.patch(id, body), body);
const dismiss = (by: Caller, id: string) =>
  requestStep(by, 'DELETE', pathOf(id), (roster) => roster.delete(id));
const read = (by: Caller, id: string) => requestStep(by, 'GET', pathOf(id), (roster) => roster.get(id));
const search = (by: Caller, text: string) =>
  requestStep(by, 'GET', `/students?query=${encodeURIComponent(text)}`, () => predictSearch(text));
const badList = (query: string, ...fields: string[]) =>
  requestStep('read', 'GET', `/me/students?${query}`, () => invalid(...fields));

const experience = fc.option(experiences, { nil: undefined, freq: 2 });
const WEIGHTED: [number, fc.Arbitrary<Step>][] = [
  [30, fc.tuple(caller, mostly<unknown>(registration, oddBody)).map((it) => post(...it))],
  [75, fc.tuple(caller, uid, mostly<unknown>(changes, oddBody)).map((it) => patch(...it))],
  [7, fc.tuple(caller, uid).map((it) => dismiss(...it))],
  [15, fc.tuple(caller, uid).map((it) => read(...it))],
  [12, fc.tuple(fc.integer({ min: 1, max: 6 }), fc.boolean()).map((it) => listStep(...it))],
  [4, fc.tuple(caller, query).map((it) => search(...it))],
  [1, fc.constant(badList('limit=0&cursor=x', 'limit', 'cursor'))],
  [1, fc.constantFrom(badList('limit=x', 'limit'), badList('cursor=x', 'cursor'))],
  [
    1,
    fc
      .tuple(uid, mostly(ranks, fc.constantFrom(0, MAX.bond + 1)), experience)
      .map((it) => setBondStep(...it)),
  ],
];
const anyStep = fc.oneof(...WEIGHTED.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const anySteps = fc.commands([anyStep], { maxCommands: 40, size: 'max' });

// A command and requests for the same student; rare, because each command starts a process.
const BOND = { bond: 2, bondExp: 20 };
const commandThenPost = fc
  .tuple(uid, fc.option(changes, { nil: {}, freq: 2 }))
  .map(([id, more]) => [
    setBondStep(id, BOND.bond, BOND.bondExp),
    post('write', { studentUid: id, tier: 5, weaponTier: 0, ...more }),
  ]);
const patchThenCommand = fc
  .tuple(uid, ranks)
  .map(([id, rank]) => [patch('write', id, BOND), setBondStep(id, rank, undefined)]);
const prologue = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Step[]>([]) },
  { weight: 1, arbitrary: commandThenPost },
  { weight: 1, arbitrary: patchThenCommand },
);
const someUids = fc.subarray(REPRESENTATIVES, { minLength: 2 });

/** Ten times the usual duration, and less than the timeout of the test, so that fast-check can print the sequence. */
const MAX_MS = 300_000;
/** PostgreSQL gets fewer runs, because sequences differ more than engines do. */
const RUNS = ENGINE === 'sqlite' ? 40 : 20;

test('answers any sequence of requests as the reference model does', {
  timeout: 1.2 * MAX_MS,
}, async () => {
  const property = fc.asyncProperty(someUids, prologue, anySteps, async (recruited, first, steps) => {
    const model = await resetAccount(recruited);
    const real = { service, account, cursors: [] };
    for (const one of first) await one.run(model, real);
    await fc.asyncModelRun(() => ({ model, real }), steps);
    const { text } = await service.call(neighbour.read, 'GET', '/me/students');
    assert.equal(text, neighbourList, 'the other account is unchanged');
  });
  await fc.assert(property, {
    numRuns: RUNS,
    interruptAfterTimeLimit: MAX_MS,
    markInterruptAsFailure: true,
  });
});
