import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Call } from './call.ts';
import type { Retry } from './index.ts';
import { RetryPolicy, sleep } from './retry-policy.ts';
import { Rollbook } from './rollbook.ts';
import { RollbookError } from './rollbook-error.ts';

const RATE_LIMITED = { error: { code: 'rate_limited', message: '시험', docs: 'http://localhost/docs' } };
const CATALOGUE = ['1', '2'].map((studentUid) => ({
  studentUid,
  names: { ko: studentUid, ja: studentUid, en: studentUid },
  aliases: [],
  forms: [],
}));

test('a request that starts while a limit holds reports its wait, and is sent after it', async () => {
  const retries: Retry[] = [];
  let sent = 0;
  const { roster } = new Rollbook({
    baseUrl: 'http://localhost/v1',
    fetch: async () => {
      sent += 1;
      return sent === 1
        ? Response.json(RATE_LIMITED, { status: 429, headers: { 'retry-after': '1' } })
        : Response.json({ studentUid: '10000', tier: 3, weaponTier: 0 });
    },
    onRetry: (retry) => {
      retries.push(retry);
      if (retries.length === 1) later = roster.get('10001');
    },
  });
  let later: Promise<unknown> | undefined;
  await roster.get('10000');
  await later;
  assert.equal(sent, 3);
  assert.deepEqual(
    retries.map(({ path, attempt, error }) => [path, attempt, error.code]),
    [
      ['/me/students/10000', 1, 'rate_limited'],
      ['/me/students/10001', 0, 'rate_limited'],
    ],
  );
  assert.ok(
    retries.every(({ waitMs }) => waitMs >= 1_000 && waitMs <= 1_250),
    JSON.stringify(retries.map(({ waitMs }) => waitMs)),
  );
});

test('five retries outlast a restart of ten seconds', () => {
  const policy = new RetryPolicy();
  const call = new Call({}, {});
  const refused = new RollbookError('connection_failed', 'refused');
  const waits = [1, 2, 3, 4, 5, 6].map((attempt) => policy.delayMs(refused, attempt, call));
  assert.equal(waits.pop(), undefined);
  const sum = waits.reduce<number>((total, wait) => total + Number(wait), 0);
  assert.ok(sum > 12_000 && sum < 20_000, `${waits}`);
});

test('of the writes that a sync sends side by side, one tells of the wait', async () => {
  const retries: Retry[] = [];
  let isAway = true;
  const { roster } = new Rollbook({
    baseUrl: 'http://localhost/v1',
    fetch: async (input, { method = 'GET' } = {}) => {
      if (String(input).endsWith('/catalogue.json')) return Response.json({ students: CATALOGUE });
      if (method === 'GET') return Response.json({ students: [], nextCursor: null });
      if (isAway) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      return Response.json({ studentUid: '1' }, { status: 201 });
    },
    onRetry: (retry) => {
      retries.push(retry);
      setTimeout(() => {
        isAway = false;
      });
    },
  });
  const report = await roster.sync(
    CATALOGUE.map(({ studentUid }) => ({ studentUid, tier: 3, weaponTier: 0 })),
  );
  assert.deepEqual([report.registered.length, report.failed.length], [2, 0]);
  assert.deepEqual(
    retries.map(({ attempt, error }) => [attempt, error.code]),
    [[1, 'connection_failed']],
  );
});

test('the writes of a sync name one operation, the reads none, and a call or client may choose it', async () => {
  const sent: [method: string, operation: string | null][] = [];
  const connect = (options = {}) =>
    new Rollbook({
      baseUrl: 'http://localhost/v1',
      fetch: async (input, { method = 'GET', headers } = {}) => {
        sent.push([method, new Headers(headers).get('bulk-operation')]);
        if (String(input).endsWith('/catalogue.json')) return Response.json({ students: CATALOGUE });
        return method === 'GET'
          ? Response.json({ students: [], nextCursor: null })
          : Response.json({ studentUid: '1' }, { status: 201, headers: { 'change-group': '7' } });
      },
      ...options,
    });
  const wanted = CATALOGUE.map(({ studentUid }) => ({ studentUid, tier: 3, weaponTier: 0 }));
  const operations = async (options = {}, defaults = {}) => {
    sent.length = 0;
    const report = await connect(defaults).roster.sync(wanted, options);
    assert.equal(report.group, 7);
    assert.ok(sent.every(([method, operation]) => method === 'POST' || operation === null));
    const written = sent.flatMap(([method, operation]) => (method === 'POST' ? [operation] : []));
    assert.equal(written.length, 2);
    return new Set(written);
  };
  const [first] = await operations();
  const [second] = await operations();
  assert.match(first ?? '', /^import-[0-9a-f]{16}$/);
  assert.notEqual(first, second);
  assert.deepEqual(await operations({ operation: 'undo-1' }), new Set(['undo-1']));
  assert.deepEqual(await operations({}, { operation: 'bulk-2' }), new Set(['bulk-2']));
  assert.throws(() => connect().roster.get('1', { operation: 'a b' }), TypeError);
});

test('a wait beyond the longest timer does not end at once', async () => {
  const abort = new AbortController();
  const waiting = sleep(2 ** 31, abort.signal).then(
    () => 'over',
    () => 'aborted',
  );
  // A timer that is too long is set to one millisecond, and fires before this one.
  await sleep(20, undefined);
  abort.abort();
  assert.equal(await waiting, 'aborted');
});

/** Prints for each write whether it said `Raise-Only`: before an answer has named the server's version, and after it. */
const PAGE_PROGRAM = `
Object.assign(globalThis, { document: {}, location: { origin: 'https://page.example' } });
const { Rollbook } = await import(process.argv[1]);
const state = { studentUid: '1', tier: 3, weaponTier: 0 };
let headers = {};
const sent = [];
const { roster } = new Rollbook({
  baseUrl: 'https://rollbook.example/v1',
  apiKey: 'key',
  async fetch(_url, init) {
    sent.push(init.headers['raise-only'] ?? null);
    return Response.json({ studentUid: '1' }, { status: 201, headers });
  },
});
await roster.register(state, { raiseOnly: true });
headers = { 'rollbook-version': '0.1.0' };
await roster.register(state, { raiseOnly: true });
await roster.register(state, { raiseOnly: true });
console.log(JSON.stringify(sent));
`;

test('a page of another origin says raise-only once it knows that the service takes the header', async () => {
  const client = new URL('index.ts', import.meta.url).href;
  const program = ['--input-type=module', '-e', PAGE_PROGRAM, client];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  assert.deepEqual(JSON.parse(stdout), [null, null, 'true']);
});
