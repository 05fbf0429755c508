import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import {
  type Plan,
  type Report,
  Rollbook,
  type RollbookError,
  type StudentSummary,
} from '../../client/index.ts';
import { RetryPolicy } from '../../client/retry-policy.ts';
import { Roster } from '../../client/roster.ts';
import { Students } from '../../client/students.ts';
import { Transport } from '../../client/transport.ts';
import { freePort } from '../free-port.ts';
import { serveHere } from '../serve-here.ts';
import { useSharedService } from '../use-service.ts';
import { failure } from './failure.ts';

const service = await useSharedService();
const account = await service.account();
let rollbook: Rollbook;
before(async () => {
  rollbook = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: account.write });
});

/** A plan that is no longer taken for the current roster. */
const aged = (plan: Plan): Plan => ({ ...plan, listedAt: Date.now() - 10_000 });

describe('students', () => {
  test('search walks all pages, and page returns one', async () => {
    const page = await rollbook.students.search('하루나');
    assert.equal(page.students[0]?.name, '하루나');
    const small = await rollbook.students.search('a').page({ limit: 2 });
    assert.equal(small.students.length, 2);
    assert.notEqual(small.nextCursor, null);
    const all: StudentSummary[] = [];
    for await (const student of rollbook.students.search('a')) all.push(student);
    assert.ok(all.length > 100, String(all.length));
    assert.equal(new Set(all.map(({ studentUid }) => studentUid)).size, all.length);
  });

  test('resolve finds exactly one student by a name in any language, an alias or a UID', async () => {
    for (const name of ['하루나', 'ハルナ', 'haruna', ' Haruna ', '10020']) {
      const found = await rollbook.students.resolve(name);
      assert.ok(
        [...Object.values(found.names), found.studentUid].some(
          (known) => known.toLowerCase() === name.trim().toLowerCase(),
        ),
      );
    }
  });

  test('resolve never takes the first of many, and lists the candidates', async () => {
    const error = await failure(rollbook.students.resolve('하루'));
    assert.equal(error.code, 'not_found');
    assert.ok(error.candidates.some(({ name }) => name === '하루나'));
    assert.match(error.message, /^No student is named "하루"\. Similar: Haruna \(10002\), Haruka \(16000\)/);
  });

  test('resolve takes an exact name before an alias of another student', async () => {
    assert.equal((await rollbook.students.resolve('Misaki')).studentUid, '10041');
    assert.equal((await rollbook.students.resolve('수시노')).studentUid, '10045');
  });

  test('resolve names the nearest students and the day of the catalogue where it finds none', async () => {
    const error = await failure(rollbook.students.resolve('Hoshinno'));
    assert.equal(error.candidates[0]?.studentUid, '10005');
    assert.equal(error.candidates.length, 2);
    const { date } = await rollbook.students.catalogue();
    assert.match(date ?? '', /^\d{4}-\d{2}-\d{2}$/);
    assert.ok(error.message.endsWith(`The catalogue is of ${date} and lacks newer students.`), error.message);
  });

  test('resolve refuses a name without a letter or a digit before it asks for the catalogue', async () => {
    const offline = new Rollbook({ baseUrl: 'http://127.0.0.1:1/v1' });
    for (const name of ['', ' ', '!?']) {
      const error = await failure(offline.students.resolve(name));
      assert.equal(error.code, 'invalid_request');
      assert.match(error.message, /^The name is empty/);
    }
  });

  test('the catalogue is asked for again only if it has changed', async () => {
    const first = await rollbook.students.catalogue();
    assert.ok(first.students.length > 200);
    assert.equal(await rollbook.students.catalogue(), first);
  });
});

describe('the roster', () => {
  test('registers, patches, reads, lists and removes a student', async () => {
    const { roster } = rollbook;
    const state = { studentUid: '10000', tier: 3, weaponTier: 0, level: 20 };
    assert.equal((await roster.register(state)).level, 20);
    assert.equal((await failure(roster.register(state))).code, 'student_already_recruited');
    assert.equal((await roster.patch('10000', { level: 21 })).level, 21);
    assert.equal((await roster.get('10000')).level, 21);
    assert.deepEqual(
      (await roster.list().toArray()).map(({ studentUid }) => studentUid),
      ['10000'],
    );
    assert.deepEqual(await roster.remove('10000'), { studentUid: '10000', deleted: true });
    const missing = await failure(roster.remove('10000'));
    assert.deepEqual(
      [missing.code, missing.status, missing.mayBeProcessed],
      ['student_not_recruited', 404, false],
    );
    assert.ok(missing.requestId && missing.docs?.endsWith('#error-student_not_recruited'));
  });

  test('ensure registers, changes only what differs, and then leaves the student alone', async () => {
    const { roster } = rollbook;
    const wanted = { studentUid: '10001', tier: 5, weaponTier: 1, weaponLevel: 30 };
    assert.equal((await roster.ensure(wanted)).outcome, 'registered');
    await roster.patch('10001', { level: 40 });
    const changed = await roster.ensure({ ...wanted, skillEx: 5 });
    assert.deepEqual([changed.outcome, changed.state.level, changed.state.skillEx], ['changed', 40, 5]);
    assert.equal((await roster.ensure(wanted)).outcome, 'unchanged');
  });

  test('20 callers that ensure one student at once all succeed', async () => {
    const levels = Array.from({ length: 20 }, (_, i) => i + 1);
    const results = await Promise.all(
      levels.map((level) => rollbook.roster.ensure({ studentUid: '10002', tier: 1, weaponTier: 0, level })),
    );
    assert.equal(results.filter(({ outcome }) => outcome === 'registered').length, 1);
  });

  test('what breaks a rule or a range is refused before anything is sent, with the fields of the API', async () => {
    const error = await failure(rollbook.roster.register({ studentUid: '10003', tier: 6, weaponTier: 0 }));
    assert.deepEqual([error.code, error.status], ['invalid_request', undefined]);
    const sent = await service.call(account.write, 'POST', '/me/students', {
      studentUid: '10003',
      tier: 6,
      weaponTier: 0,
    });
    assert.deepEqual(
      error.fields.map(({ field, message }) => ({ field, message })),
      sent.body.error.fields,
    );
    assert.match(error.fields[0]?.en ?? '', /^Must be an integer from 1 to \d\.$/);
  });

  test('a plan that somebody overtakes leaves their change alone and reports it', async () => {
    const { roster } = rollbook;
    await roster.ensure({ studentUid: '10004', tier: 1, weaponTier: 0, level: 1 });
    const plan = await roster.plan([{ studentUid: '10004', tier: 1, weaponTier: 0, level: 50 }]);
    await roster.patch('10004', { level: 2 });
    const report = await roster.apply(aged(plan));
    assert.deepEqual(
      report.failed.map(({ studentUid, error }) => [studentUid, error.code]),
      [['10004', 'conflict']],
    );
    assert.equal((await roster.get('10004')).level, 2);
  });

  test('a plan names what another tool changed meanwhile, whether it wanted to write the student or not', async () => {
    const own = await service.account();
    const { roster } = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: own.write });
    const state = (studentUid: string, level: number) => ({
      studentUid,
      tier: 3,
      weaponTier: 0,
      level,
      bond: 10,
    });
    await roster.sync([state('10000', 5), state('10001', 5), state('10002', 5)]);
    const plan = await roster.plan([state('10000', 50), state('10001', 5), state('10003', 5)], {
      prune: true,
    });
    // 10000 gets the wanted level and another bond, 10001 was right, and 10002 is to be removed.
    await roster.patch('10000', { level: 50, bond: 12 });
    await roster.patch('10001', { bond: 11 });
    await roster.patch('10002', { level: 90 });
    const report = await roster.apply(aged(plan));
    assert.deepEqual(report.registered, ['10003']);
    assert.deepEqual(
      report.failed.map(({ studentUid, error }) => [studentUid, error.code]),
      ['10000', '10001', '10002'].map((uid) => [uid, 'conflict']),
    );
    assert.match(JSON.stringify(report), /10000 was changed since the plan was made/);
  });

  test('a sync lowers and clears nothing unless told, and reports what it keeps', async () => {
    const { roster } = rollbook;
    const recorded = { tier: 5, weaponTier: 1, level: 90, skillEx: 3, equip1: 5, equip1Level: 45 };
    await roster.ensure({ studentUid: '10015', ...recorded });
    const defaults = { studentUid: '10015', tier: 3, weaponTier: 0, level: 1, skillEx: null };
    const wanted = [{ ...defaults, skillSub: 1, equip1: 6, equip1Level: 1 }];
    const kept = [{ studentUid: '10015', fields: ['tier', 'weaponTier', 'level', 'skillEx'] }];
    const first = await roster.sync(wanted);
    assert.deepEqual([first.changed, first.kept, first.failed], [['10015'], kept, []]);
    const raised = { ...recorded, skillSub: 1, equip1: 6, equip1Level: 1 };
    assert.partialDeepStrictEqual(await roster.get('10015'), raised);
    const second = await roster.sync(wanted);
    assert.deepEqual([second.changed, second.unchanged, second.kept], [[], ['10015'], kept]);
    const told = await roster.sync(wanted, { lower: true });
    assert.deepEqual([told.changed, told.kept], [['10015'], []]);
    assert.partialDeepStrictEqual(await roster.get('10015'), wanted[0] as object);
  });

  test('two syncs at once into an empty account each list it anew a few times, and wait for no limit', async (t) => {
    const { write: apiKey } = await service.account();
    const { students } = await rollbook.students.catalogue();
    const wanted = students.map(({ studentUid }) => ({ studentUid, tier: 5, weaponTier: 0, level: 90 }));
    const sent = { GET: 0, POST: 0 };
    const startedAt = performance.now();
    const reports = await Promise.all(
      ['one', 'other'].map(() =>
        new Rollbook({
          baseUrl: `${service.url}/v1`,
          apiKey,
          maxWaitMs: 0,
          fetch: (url, init) => {
            if (String(url).includes('/me/')) sent[init?.method as 'GET' | 'POST'] += 1;
            return fetch(url, init);
          },
        }).roster.sync(wanted),
      ),
    );
    t.diagnostic(`${JSON.stringify(sent)}, ${Math.round(performance.now() - startedAt)} ms`);
    for (const { registered, unchanged, failed } of reports)
      assert.deepEqual([registered.length + unchanged.length, failed], [students.length, []]);
    assert.equal(new Set(reports.flatMap(({ registered }) => registered)).size, students.length);
    assert.ok(sent.GET < 60 && sent.POST < 500, JSON.stringify(sent));
  });

  test('a sync without a service ends after the first students, and reports all', async () => {
    const state = { studentUid: '10000', tier: 3, weaponTier: 0 };
    const plan = await rollbook.roster.plan(
      (await rollbook.students.catalogue()).students
        .slice(200)
        .map(({ studentUid }) => ({ ...state, studentUid })),
    );
    let writes = 0;
    const breaking = new Transport(
      {
        baseUrl: `${service.url}/v1`,
        apiKey: account.write,
        fetch(this: unknown, url, init) {
          // As in a browser, whose fetch refuses another `this`.
          assert.equal(this, undefined);
          if (init?.method !== 'POST') return fetch(url, init);
          writes += 1;
          return Promise.reject(Object.assign(new TypeError('fetch failed'), { code: 'ConnectionRefused' }));
        },
      },
      new RetryPolicy(1),
    );
    const report = await new Roster(breaking, new Students(breaking)).apply(plan);
    assert.equal(report.failed.length, plan.entries.length);
    assert.ok(writes <= 8 * 6, `${writes}`);
  });

  test('an answer that is not a page is no endless list', async () => {
    const strange = new Rollbook({
      baseUrl: `${service.url}/v1`,
      fetch: async () => Response.json({ students: [] }),
    });
    const error = await failure(Promise.resolve(strange.roster.list()));
    assert.equal(error.code, 'unexpected_response');
  });

  test('a sync stops at once when it is aborted, and the next one goes on', async () => {
    const { roster } = rollbook;
    const { students } = await rollbook.students.catalogue();
    const wanted = students
      .slice(50, 150)
      .map(({ studentUid }) => ({ studentUid, tier: 3, weaponTier: 0, level: 9 }));
    const abort = new AbortController();
    const aborted = roster.sync(wanted, {
      signal: abort.signal,
      onProgress: ({ done }) => void (done === 20 && abort.abort(new Error('enough'))),
    });
    const error = await failure(aborted);
    assert.deepEqual([error.code, error.cause], ['aborted', abort.signal.reason]);
    const { registered, changed, failed } = error.report as Report;
    assert.match(error.message, new RegExp(`^Aborted after ${registered.length + changed.length} writes\\.`));
    // What is neither written nor perhaps written was not tried.
    assert.ok(registered.length >= 20 && registered.length + changed.length + failed.length < 100);
    assert.ok(failed.every(({ error }) => error.code === 'aborted' && error.mayBeProcessed));
    const found = new Set((await roster.list()).map(({ studentUid }) => studentUid));
    assert.ok(registered.every((uid) => found.has(uid)));
    assert.deepEqual(JSON.parse(JSON.stringify(error)).report.registered, registered);
    const report = await roster.sync(wanted);
    assert.ok(report.unchanged.length >= 20 && report.registered.length >= 60, JSON.stringify(report));
    assert.equal(report.unchanged.length + report.registered.length, 100);
  });

  test('a sync that is aborted before its plan is made reports that nothing was done', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const { code, report } = await failure(
      rollbook.roster.sync([{ studentUid: '10000', tier: 3, weaponTier: 0 }], { signal }),
    );
    assert.deepEqual([code, report?.registered, report?.failed], ['aborted', [], []]);
  });

  test('272 students take one read and 272 writes, and then three reads alone', async (t) => {
    const key = (await service.account()).write;
    const { students } = await rollbook.students.catalogue();
    let requests = 0;
    const counting = new Rollbook({
      baseUrl: `${service.url}/v1`,
      apiKey: key,
      fetch: (...request) => {
        requests += 1;
        return fetch(...request);
      },
    });
    const wanted = students.map(({ studentUid }) => ({ studentUid, tier: 5, weaponTier: 1, level: 90 }));
    let startedAt = performance.now();
    const first = await counting.roster.sync(wanted);
    t.diagnostic(`${requests} requests, ${Math.round(performance.now() - startedAt)} ms`);
    assert.equal(first.registered.length, students.length);
    // The catalogue, and an empty page. A plan that is applied at once is not listed again.
    assert.equal(requests, students.length + 2);
    requests = 0;
    startedAt = performance.now();
    const second = await counting.roster.sync(wanted);
    t.diagnostic(`${requests} requests, ${Math.round(performance.now() - startedAt)} ms`);
    assert.equal(second.unchanged.length, students.length);
    assert.equal(requests, 1 + Math.ceil(students.length / 100));
  });
});

describe('limits and keys', () => {
  test('a limit is waited for, by all requests together', async () => {
    const limited = await serveHere({ env: { ROLLBOOK_WRITE_LIMIT: '5' } });
    const { write: apiKey } = await limited.account();
    const waits: number[] = [];
    let written = 0;
    const abort = new AbortController();
    // The sixth write waits once the others are done.
    const abortIfWaiting = () => {
      if (written === 5 && waits.length > 0) abort.abort(new Error('waits'));
    };
    const client = new Rollbook({
      baseUrl: `${limited.url}/v1`,
      apiKey,
      onRetry: ({ waitMs, error }) => {
        assert.equal(error.code, 'rate_limited');
        waits.push(waitMs);
        abortIfWaiting();
      },
    });
    const wanted = ['10000', '10001', '10002', '10003', '10004', '10005'].map((studentUid) => ({
      studentUid,
      tier: 1,
      weaponTier: 0,
    }));
    const onProgress = ({ done }: { done: number }) => {
      written = done;
      abortIfWaiting();
    };
    const { cause, report } = await failure(client.roster.sync(wanted, { signal: abort.signal, onProgress }));
    assert.equal(cause, abort.signal.reason);
    assert.equal(report?.registered.length, 5);
    assert.ok(
      waits.every((ms) => ms > 500_000 && ms <= 601_000),
      String(waits),
    );
    assert.equal((await client.roster.list().toArray()).length, 5);
  });

  test('a plan ends at the first answer that rejects the key, or the session that stands for it', async () => {
    let writes = 0;
    const rejected = new Rollbook({
      baseUrl: `${service.url}/v1`,
      apiKey: (await service.account()).write,
      async fetch(input, init) {
        if ((init?.method ?? 'GET') === 'GET' || ++writes === 1) return fetch(input, init);
        return Response.json({ error: { code: 'signed_out', message: '시험' } }, { status: 401 });
      },
    });
    const { students } = await rejected.students.catalogue();
    const wanted = students.slice(0, 50).map(({ studentUid }) => ({ studentUid, tier: 1, weaponTier: 0 }));
    const { code, status, report } = await failure(rejected.roster.sync(wanted));
    assert.deepEqual([code, status], ['signed_out', 401]);
    assert.deepEqual(report?.registered, [
      [...wanted].sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1))[0]?.studentUid,
    ]);
    assert.deepEqual(report?.failed, []);
    // Those that were sent at once, and one that followed the first.
    assert.ok(writes <= 9, `${writes}`);
  });

  test('a key that may only read rejects a sync with one error', async () => {
    const { read: apiKey } = await service.account();
    const { roster } = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey });
    const wanted = ['10000', '10001', '10002'].map((studentUid) => ({ studentUid, tier: 1, weaponTier: 0 }));
    const error = await failure(roster.sync(wanted));
    assert.equal(error.code, 'forbidden');
    assert.match(error.message, /^The API key may only read/);
    assert.deepEqual(error.report?.failed, []);
  });

  test('no error, and no property of the client, contains the key', async () => {
    const apiKey = 'rbk_secret_that_must_not_leak';
    const client = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey });
    const error = await failure(client.roster.get('10000'));
    assert.equal(error.code, 'unauthorized');
    for (const invalid of [`${apiKey}\n`, `${apiKey} `, `${apiKey}가`])
      assert.throws(
        () => new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: invalid }),
        (thrown: Error) => !String(thrown.stack).includes(apiKey),
      );
    const { inspect } = await import('node:util');
    assert.ok(!inspect([error, client], { depth: 9, showHidden: true }).includes(apiKey));
  });

  test('an address that is not the API, or redirects to it, is named as such', async (t) => {
    for (const baseUrl of [
      'rollbook',
      'http://localhost',
      'http://a:b@localhost/v1',
      'http://localhost/v1?key=1',
      'ftp://localhost/v1',
    ])
      assert.throws(() => new Rollbook({ baseUrl }), /baseUrl/);
    const redirecting = createServer((request, response) => {
      response.writeHead(308, { location: service.url + request.url }).end();
    });
    t.after(() => redirecting.close());
    await once(redirecting.listen(0, '127.0.0.1'), 'listening');
    const { port } = redirecting.address() as AddressInfo;
    const client = new Rollbook({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: account.write });
    const error = await failure(client.roster.get('10000'));
    assert.equal(error.code, 'unexpected_response');
    assert.match(error.message, /redirects/);
  });

  test('a service that is not there is named, and reported after a few attempts', async () => {
    const port = await freePort();
    const retries: RollbookError[] = [];
    const abort = new AbortController();
    const client = new Rollbook({
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
      apiKey: account.write,
      onRetry: ({ error }) => {
        if (retries.push(error) === 2) abort.abort();
      },
    });
    await assert.rejects(
      client.roster.register({ studentUid: '10000', tier: 1, weaponTier: 0 }, { signal: abort.signal }),
    );
    assert.equal(retries.length, 2);
    for (const { code, message } of retries) {
      assert.equal(code, 'connection_failed');
      assert.equal(
        message,
        `No connection to http://127.0.0.1:${port}, or it broke: ECONNREFUSED. Is the server running?`,
      );
    }
  });
});

test('of two planners that have read the same goal and stock, the second overwrites nothing', async () => {
  const { write: apiKey } = await service.account();
  const { goals, stock } = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey });
  await goals.put('10010', { wanted: { level: 70 } });
  const goal = await goals.get('10010').withResponse();
  const items = await stock.get().withResponse();
  const saved = await goals
    .put('10010', { ...goal.data, priority: 1 }, { ifMatch: goal.etag })
    .withResponse();
  await stock.patch({ 3030: 5 }, { ifMatch: items.etag });
  for (const write of [
    () => goals.put('10010', goal.data, { ifMatch: goal.etag }),
    () => goals.remove('10010', { ifMatch: goal.etag }),
    () => stock.patch({ 3030: 1 }, { ifMatch: items.etag }),
  ]) {
    const { status, code, fields } = await failure(write());
    assert.deepEqual([status, code, fields[0]?.field], [412, 'invalid_request', 'if-match']);
  }
  assert.equal((await goals.get('10010')).priority, 1);
  await goals.remove('10010', { ifMatch: saved.etag });
});
