import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STUDENTS_PER_WRITE } from '../../contract/limits.ts';
import { useSharedService } from '../use-service.ts';
import { type ConsoleBrowser, signUpPlayer } from './console-browser.ts';

const service = await useSharedService();
const BARE = { tier: 3, weaponTier: 0 };

const change = (browser: ConsoleBrowser, students: object[], headers: Record<string, string> = {}) =>
  browser.call('PATCH', '/me/students', { students }, headers);
const tagOf = async (browser: ConsoleBrowser, uid: string) =>
  (await browser.call('GET', `/me/students/${uid}`)).headers.get('etag') ?? '';
const register = (studentUid: string, changes: object = BARE) => ({ studentUid, changes, seen: null });

test('many students are registered, changed and removed in one request, each with the answer of her own request', async () => {
  const { browser } = await signUpPlayer(service);
  const registered = await change(browser, [register('10010'), register('10000'), register('nobody')]);
  assert.equal(registered.status, 200);
  assert.deepEqual(
    registered.body.students.map(({ studentUid, status }: { studentUid: string; status: number }) => [
      studentUid,
      status,
    ]),
    [
      ['10010', 201],
      ['10000', 201],
      ['nobody', 404],
    ],
  );
  const [first] = registered.body.students;
  assert.deepEqual(first.answer, await browser.ok('GET', '/me/students/10010'));
  const seen = await tagOf(browser, '10010');
  await browser.ok('PATCH', '/me/students/10000', { level: 5 });
  const { body } = await change(browser, [
    { studentUid: '10010', changes: { weaponTier: 1 }, seen },
    { studentUid: '10000', changes: { level: 7 }, seen },
  ]);
  const [refused, overtaken] = body.students;
  assert.deepEqual([refused.status, refused.answer.error.code], [400, 'invalid_request']);
  assert.deepEqual(
    [overtaken.status, overtaken.answer.error.code, overtaken.answer.student.level],
    [412, 'precondition_failed', 5],
  );
  const removed = await change(browser, [{ studentUid: '10010', changes: null, seen }]);
  assert.deepEqual(removed.body.students[0].answer, { studentUid: '10010', deleted: true });
  assert.equal((await browser.call('GET', '/me/students/10010')).status, 404);
});

test('a request for many students is one write and, with the name of its operation, one group of the history', async () => {
  const { browser } = await signUpPlayer(service);
  const response = await fetch(`${service.url}/catalogue.json`);
  const { students } = (await response.json()) as { students: { studentUid: string }[] };
  const uids = students.slice(0, STUDENTS_PER_WRITE).map(({ studentUid }) => studentUid);
  const { status, body, headers } = await change(
    browser,
    uids.map((uid) => register(uid)),
    { 'bulk-operation': 'bulk-1' },
  );
  assert.equal(status, 200);
  const groups = new Set(body.students.map(({ group }: { group: number }) => group));
  assert.deepEqual([body.students.length, groups.size], [uids.length, 1]);
  const left = (sent: Headers) => Number(sent.get('ratelimit')?.match(/r=(\d+)/)?.[1]);
  const next = await change(browser, [register('nobody')]);
  assert.equal(left(next.headers), left(headers) - 1);
});

test('a request for too many students, for one twice, or that removes one unseen is refused as a whole', async () => {
  const { browser } = await signUpPlayer(service);
  const many = Array.from({ length: STUDENTS_PER_WRITE + 1 }, (_, at) => register(String(at)));
  for (const [students, field] of [
    [[], 'students'],
    [many, 'students'],
    [[register('10010'), register('10010')], 'students.1.studentUid'],
    [[register('10010'), { studentUid: '10000', changes: null, seen: null }], 'students.1.seen'],
  ] as const) {
    const { status, body } = await change(browser, [...students]);
    assert.deepEqual([status, body.error.fields[0].field], [400, field]);
  }
  assert.deepEqual((await browser.ok('GET', '/me/students')).students, []);
});
